"""Reports on cards, on games made by hand in which two cards are worth more together than apart."""

from __future__ import annotations

import itertools
import json

import polars
import polars.testing
import pytest

from cardwright import report
from cardwright.core.errors import BadData
from cardwright.report import METRICS, Run
from cardwright.report import run as run_module

DECK = ["Strike", "Inflame", "Limit Break", "Clash", "Wound"]
WORDS = polars.Enum(["card Clash", "end turn", "play Inflame", "play Limit Break", "play Strike"])
PLAYS = {"s": "play Strike", "i": "play Inflame", "l": "play Limit Break", "c": "card Clash"}
REPEATS = 12  # games of each kind


def made_run(score, game="spire", start=None):
    """Return games with every subset of Strike, Inflame and Limit Break played; `score` says how each goes."""
    games, decisions = [], []
    subsets = ["".join(each) for size in range(4) for each in itertools.combinations("sil", size)]
    for number, subset in enumerate(subsets * REPEATS):
        noise = 0.01 * (number // len(subsets) % 3 - 1)
        games.append((0, "rules", number, True, score(subset) + noise, 10 + len(subset), 3, len(subset), 0))
        for at, letter in enumerate(subset + "c"):
            offered = sorted({"end turn", PLAYS["s"], PLAYS[letter]})
            decisions.append((0, number, at, 1, 1, PLAYS[letter], 2, offered))
    columns = ["series", "seats", "game", "win", "score", "hp_left", "turns", "decisions", "fault"]
    kinds = {
        **dict.fromkeys(("series", "game", "decision", "turn"), polars.UInt32),
        **{"player": polars.UInt8, "taken": WORDS, "options": polars.UInt32, "available": polars.List(WORDS)},
    }
    about = {"game": game, "name": "made", "seed": 1, "start": start or {"deck": DECK, "enemies": ["Jaw Worm"]}}
    frame = polars.DataFrame(games, schema=columns, orient="row")
    return Run("here", about, frame, polars.DataFrame(decisions, schema=kinds, orient="row").lazy())


def together(subset):
    """Strike is worth 0.1, and Limit Break and Inflame are worth something only together."""
    return 0.1 * ("s" in subset) + 0.2 * ("i" in subset and "l" in subset)


@pytest.fixture(scope="module")
def made():
    return report.report(made_run(together), report.CARDS)


def test_cards_that_were_never_played_come_first_and_have_their_text(made):
    rows = METRICS["cards"].table(made.run).rows(named=True)
    assert [row["card"] for row in rows] == ["Clash", "Strike", "Inflame", "Limit Break"]  # no Wound, no end of turn
    assert [row["played"] for row in rows] == [0, 48, 48, 48]
    clash, strike, *_ = rows
    assert clash["text"] == "Can only be played if every card in hand is an attack. Deal 14 damage."
    assert clash["score with"] is None
    assert strike["offered"] == len(made.run.lazy_decisions.collect())
    assert strike["in games %"] == 50


def test_cards_are_compared_by_more_than_wins(made):
    strike = METRICS["cards"].table(made.run).filter(polars.col("card") == "Strike").row(0, named=True)
    assert strike["won with %"] == strike["won without %"] == 100
    assert strike["score with"] - strike["score without"] == pytest.approx(0.1)
    assert strike["hp left with"] - strike["hp left without"] == pytest.approx(1)
    assert strike["turns with"] == strike["turns without"] == 3
    assert strike["score z"] > 4


def test_the_most_surprising_pair_comes_first(made):
    first, *others = METRICS["card_pairs"].table(made.run).rows(named=True)
    assert (first["card"], first["and"]) == ("Limit Break", "Inflame")
    assert first["games"] == 2 * REPEATS
    assert first["score with"] == pytest.approx(0.25)
    assert first["expected score"] == pytest.approx(0.05)
    assert first["z"] > 5
    assert first["adjusted p"] < 0.001
    assert len(others) == 2
    assert all(abs(row["z"]) < 1e-6 for row in others)  # effects that add up are no surprise
    assert "3 pairs of cards were looked at" in made.sections[-1].remark
    assert "beyond 2.4 or -2.4" in made.sections[-1].remark


def test_a_group_without_spread_is_not_a_surprise():
    """Where nearly everybody wins, a few games that are all won say nothing."""
    lost = iter([True] * 3 + [False] * 1000)
    run = made_run(lambda subset: -1.0 if subset == "" and next(lost) else 1.0)
    assert METRICS["card_pairs"].table(run)["z"].abs().max() < 3


@pytest.mark.parametrize("name", ["cards", "card_pairs"])
def test_small_blocks_make_the_same_tables(name, made, monkeypatch):
    monkeypatch.setattr(run_module, "BLOCK", 7)
    polars.testing.assert_frame_equal(METRICS[name].table(made_run(together)), METRICS[name].table(made.run))


def test_tables_fit_a_terminal_and_texts_have_room(made, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = str(made).splitlines()
    assert max(map(len, lines)) <= 80
    assert any("Can only be played if every card in hand" in line for line in lines)
    assert "-0.00" not in str(made)
    assert "score z: the difference of the scores" in str(made)


def test_reports_leave_cards_out_unless_they_are_asked_for():
    names = [each.metric.name for each in report.report(made_run(together)).sections]
    assert "actions" in names
    assert "cards" not in names
    assert json.dumps(report.report(made_run(together), ["cards"]).to_dict())


def test_each_outcome_has_a_plot(made):
    labels = [axes.get_xlabel().partition(":")[0] for axes in made.figures["cards"].axes]
    assert labels == ["won %", "score", "hp left", "turns"]


def test_games_without_cards_are_refused():
    with pytest.raises(BadData, match="lists no cards, so there is no report on them"):
        METRICS["cards"].table(made_run(together, "kuhn", {"hands": {"P1": "King", "P2": "Jack"}}))
    with pytest.raises(BadData, match=r"here: .*unknown enemy 'Bob'"):
        METRICS["cards"].table(made_run(together, start={"deck": DECK, "enemies": ["Bob"]}))


def test_the_page_can_be_sorted_and_filtered(made, browser, tmp_path):
    page = tmp_path / "cards.html"
    page.write_text(made.to_html(), encoding="utf-8")
    browser.get_log("browser")
    browser.get(page.as_uri())

    def cards():
        rows = browser.find_elements("css selector", "#cards tbody tr")
        return [row.find_elements("tag name", "td")[1].text for row in rows if row.is_displayed()]

    assert cards() == ["Clash", "Strike", "Inflame", "Limit Break"]
    headings = {each.text: each for each in browser.find_elements("css selector", "#cards th button")}
    headings["score with"].click()
    assert cards()[-1] == "Clash"  # what is not known stays last
    headings["card"].click()
    headings["card"].click()
    assert cards() == ["Clash", "Inflame", "Limit Break", "Strike"]
    browser.find_element("css selector", "input[type=search]").send_keys("gain equal")
    assert cards() == ["Limit Break"]
    assert browser.find_element("tag name", "output").text.startswith("1 of ")
    assert [each["message"] for each in browser.get_log("browser")] == []
