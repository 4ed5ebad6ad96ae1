"""The search for cards: the same archive for the same seed, however it is run, and files that people and games read."""

from __future__ import annotations

import functools
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest
from few_known_cards import all_known

from cardwright import spire, unicorns
from cardwright.arena.statistics import Estimate
from cardwright.cli.generate import _left_out, _print_reasons, _report_search
from cardwright.cli.main import run
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate.cards import (
    GIVEN,
    Candidate,
    CardArchive,
    Figures,
    Known,
    Recipe,
    Rung,
    Search,
    Settings,
    archive_page,
    load_search,
    search_cards,
)
from cardwright.generate.cards.archive import MERGED, NOT_BETTER
from cardwright.generate.cards.page import rows
from cardwright.spire.notation.checking import mistakes

RUNGS = (Rung(games=2, stride=12), Rung(games=2, stride=12, agents=2, use_games=2))
MAKER = spire.family.card_maker()

pytestmark = pytest.mark.usefixtures("few_known_cards")


def settings(seed=3):
    return Settings("spire", seed, batch=8, rungs=RUNGS)


@pytest.fixture
def all_known_cards(monkeypatch):
    """All cards are known, as in the processes that a search starts."""
    monkeypatch.setattr(type(MAKER), "known", all_known)


@pytest.fixture(scope="module")
def folder(few_known_cards, tmp_path_factory):
    """A search that nobody disturbed."""
    path = tmp_path_factory.mktemp("cards") / "whole"
    search_cards(settings(), 16, folder=path)
    return path


def saved(folder):
    return json.loads((folder / "search.json").read_text())


# The same result, however it is run


def test_several_processes_find_the_same(all_known_cards, tmp_path):
    brief = replace(settings(seed=4), rungs=(Rung(games=1, stride=24), Rung(games=1, stride=24, agents=2, use_games=1)))
    for jobs in (1, 2):  # a seed of its own: a process keeps the judge of a seed, which knows all cards here
        search_cards(brief, 8, jobs=jobs, folder=tmp_path / str(jobs))
    assert saved(tmp_path / "1") == saved(tmp_path / "2")
    assert (tmp_path / "1" / "archive.json").read_text() == (tmp_path / "2" / "archive.json").read_text()


def test_a_search_that_was_stopped_ends_the_same(folder, tmp_path):
    search_cards(settings(), 8, folder=tmp_path)
    search_cards(settings(), 16, folder=tmp_path, resume=True)
    assert saved(tmp_path) == saved(folder)


def test_a_search_that_was_killed_ends_the_same(folder, tmp_path):
    script = (
        "from few_known_cards import MAKER, few_known\n"
        "from cardwright.generate.cards import Rung, Settings, search_cards\n"
        "MAKER.known = few_known\n"
        f"search_cards(Settings('spire', 3, 8, {RUNGS!r}), 16_000, folder={str(tmp_path)!r})"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen([sys.executable, "-c", script], env=environment)
    while not (tmp_path / "search.json").exists() and process.poll() is None:
        time.sleep(0.02)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    if saved(tmp_path)["evaluations"] > 16:
        pytest.skip("the process was faster than this one")
    search_cards(settings(), 16, folder=tmp_path, resume=True)
    assert saved(tmp_path) == saved(folder)


def test_another_seed_finds_others(folder, tmp_path):
    search_cards(settings(seed=4), 8, folder=tmp_path)
    assert saved(tmp_path)["archive"] != saved(folder)["archive"]


# Files


def test_the_archive_is_content_of_the_game(folder):
    assert mistakes(folder / "archive.json") == []
    content = spire.load(folder / "archive.json")
    document = json.loads((folder / "archive.json").read_text())
    assert set(document["figures"]) == set(document["cards"]) == {card.name for card in content.own_cards()}
    assert len(document["cards"]) == len(saved(folder)["archive"]) > 0
    name = next(iter(document["cards"]))
    battle = spire.battle(deck={"Strike": 4, name: 2}, content=folder / "archive.json")
    assert name in battle.card_names


def test_the_page_shows_every_card_and_loads_nothing(folder):
    search = load_search(folder)
    page = archive_page(search)
    for each in search.archive.candidates():
        assert f">{MAKER.name(each.card)}</span>" in page
    assert page.count("<article") == len(search.archive)
    assert not re.search(r"(src|href)=\"(?!data:)", page)


def test_names_on_the_page_are_no_code(folder):
    search = load_search(folder)
    first = search.archive.candidates()[0]
    evil = "<script>alert(1)</script>"
    card = {"cards": {evil: next(iter(first.card["cards"].values()))}}
    search.archive = CardArchive(MAKER, search.known, [Candidate(0, GIVEN, card, first.figures, 0.5)])
    page = archive_page(search)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda document: document | {"format": "other"}, "format"),
        (lambda document: document | {"evaluations": -1}, "evaluations"),
        (lambda document: document | {"rules": "other"}, "other cards"),
        (lambda document: document | {"archive": [{**document["archive"][0], "card": {"cards": {}}}]}, "one card"),
        (lambda document: document | {"known": []}, "known"),
    ],
)
def test_a_damaged_search_is_refused_in_one_sentence(folder, tmp_path, damage, complaint):
    (tmp_path / "search.json").write_text(json.dumps(damage(saved(folder))))
    with pytest.raises(BadData, match=complaint):
        load_search(tmp_path)


def test_a_folder_with_a_search_is_not_overwritten(folder):
    with pytest.raises(BadData, match="already holds a search"):
        search_cards(settings(), 16, folder=folder)
    with pytest.raises(BadData, match="another game, seed"):
        search_cards(settings(seed=9), 16, folder=folder, resume=True)


def test_evaluations_are_limited():
    with pytest.raises(CardwrightError, match="evaluations"):
        search_cards(settings(), 0)


# The archive


def figures(strength=1.0, synergy=0.0, words=5, use=0.5):
    flat = Estimate(strength, strength, strength)
    return Figures(flat, 10, {"random": strength}, {"starter": strength}, words, 1, Estimate(synergy, 0, 0), "Rage",
                   Estimate(use, 0, 1))  # fmt: skip


def candidate(number, damage, quality=0.5, **given):
    card = {"cards": {f"Card {number}": {"type": "attack", "effect": {"to": "an enemy", "attack": damage}}}}
    return Candidate(number, "grown", card, figures(**given), quality)


KNOWN = Known([{"Weak": figures(-10.0), "Usual": figures(0.0), "Strong": figures(10.0)}])


def test_the_better_of_one_kind_stays():
    archive = CardArchive(MAKER, KNOWN, [candidate(1, 6)])
    assert archive.add(candidate(2, 20, quality=0.4)) == NOT_BETTER
    assert archive.add(candidate(3, 20, quality=0.6)) == ""
    assert [each.number for each in archive.candidates()] == [3]


def test_cards_of_different_kinds_both_stay():
    archive = CardArchive(MAKER, KNOWN, [candidate(1, 6, strength=-8.0)])
    assert archive.add(candidate(2, "6 + block", strength=8.0)) == ""
    assert len(archive) == 2
    assert archive.add(candidate(3, 20, strength=4.0)) == MERGED  # in other numbers


def test_a_better_card_takes_the_place_of_those_it_is_like():
    archive = CardArchive(MAKER, KNOWN, [candidate(1, 20, strength=-8.0)])
    assert archive.add(candidate(2, 9, strength=8.0, quality=0.9)) == ""
    assert [each.number for each in archive.candidates()] == [2]
    assert archive.add(candidate(3, "6 + 2 * block", strength=-8.0)) == ""
    assert archive.add(candidate(4, "9 + 3 * block", strength=4.0)) == MERGED  # one idea


def test_near_duplicates_are_merged():
    archive = CardArchive(MAKER, KNOWN, [candidate(1, 20, strength=-8.0)])
    assert archive.add(candidate(2, 21, strength=8.0)) == MERGED


def test_a_usual_card_that_is_played_half_of_the_time_is_best():
    from cardwright.generate.cards.search import quality

    assert quality(KNOWN, figures(use=0.5), 0) == 1
    assert quality(KNOWN, figures(use=0.9), 0) < 0.5
    assert quality(KNOWN, figures(strength=30.0), 0) < 0.1
    assert quality(KNOWN, figures(use=math.nan), 0) == 1


def test_what_is_usual_depends_on_the_cost():
    cheap = {f"Cheap {number}": figures(float(number)) for number in range(5)}
    dear = {f"Dear {number}": replace(figures(10.0 + number), cost=3) for number in range(5)}
    known = Known([{**cheap, **dear}])
    assert known.fit(figures(2.0), 0) == 1 > known.fit(replace(figures(2.0), cost=3), 0)
    assert known.fit(replace(figures(12.0), cost=3), 0) == 1 > known.fit(figures(12.0), 0)
    assert known.fit(replace(figures(7.0), cost=9), 0) == 1  # no card has that cost: all of them count


# Designers


class Given:
    """A designer with a list of cards."""

    name = "given"

    def __init__(self, cards):
        self.cards = cards
        self.told = []

    def recipes(self, search: Search, count: int, halt):
        some, self.cards = self.cards[:count], self.cards[count:]
        return [Recipe(search.evaluations + index, GIVEN, index, (card,)) for index, card in enumerate(some)]

    def tell(self, search, candidates):
        self.told += candidates


def test_a_designer_learns_what_became_of_each_card():
    nothing = {"cards": {"Idle": {"type": "skill", "cost": 1}}}
    strike = {"cards": {"Not Strike": {"type": "attack", "effect": {"to": "an enemy", "attack": 6}}}}
    designer = Given([nothing, strike])
    search = search_cards(settings(), 16, designer=designer)
    assert search.evaluations == 2
    assert [each.number for each in designer.told] == [0, 1]
    assert designer.told[1].reason == "duplicate of Strike"
    assert all(each.reason for each in designer.told)
    assert sum(search.reasons.values()) == 2


# The command


@pytest.fixture
def small(monkeypatch):
    """Let the command judge with less effort."""
    monkeypatch.setattr("cardwright.generate.cards.Settings", functools.partial(Settings, batch=8, rungs=RUNGS))


@pytest.mark.parametrize(("judged", "said"), [(1, "1 candidate, seed 3"), (2, "2 candidates, seed 3")])
def test_the_command_counts_candidates(judged, said, tmp_path, capsys):
    _report_search(Search(settings(), CardArchive(MAKER, KNOWN), judged), tmp_path, as_json=False)
    assert said in capsys.readouterr().out


def test_a_card_of_the_archive_that_is_strong_for_its_cost_has_a_flag(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    archive = CardArchive(MAKER, KNOWN, [candidate(1, 6, strength=5.0), candidate(2, "block", strength=12.0)])
    _report_search(Search(settings(), archive, 2), tmp_path, as_json=False)
    flagged = [line for line in capsys.readouterr().out.splitlines() if "strong for its cost" in line]
    assert ["Card 2" in line for line in flagged] == [True]


def test_the_command_writes_an_archive_and_shows_it(small, tmp_path, capsys):
    out = tmp_path / "new"
    assert run(["generate", "cards", "spire", "--evaluations", "8", "--seed", "3", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "8 candidates, seed 3" in printed
    assert {each.name for each in out.iterdir()} == {"search.json", "archive.json", "archive.html", "archive.svg"}
    assert run(["generate", "cards", "spire", "--evaluations", "8", "--resume", "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["evaluations"] == 8
    assert found["archive"] == json.loads((out / "archive.json").read_text())
    assert run(["generate", "show", str(out)]) == 0
    assert "archive.html" in capsys.readouterr().out


def test_the_command_judges_a_file(small, all_known_cards, tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "cards:\n"
        "  Perpetuum: {type: skill, cost: 0, effect: {draw: 2, energy: 2}}\n"
        "  Again: {type: skill, cost: 0, effect: {energy: 2, draw: 2}}\n"
        "  Not Strike: {type: attack, effect: {to: an enemy, attack: 9}}\n"
    )
    assert run(["generate", "judge", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "loops" in found["Perpetuum"]["flags"]
    assert "duplicate of Perpetuum" in found["Again"]["flags"]
    assert "duplicate of Strike+" in found["Not Strike"]["flags"]
    assert run(["generate", "judge", str(path), "--decks", "starter"]) == 0
    printed = capsys.readouterr()
    assert "Perpetuum (0, skill): Draw 2 cards. Gain 2 energy." in printed.out
    assert max(map(len, printed.out.splitlines())) <= 80
    assert re.search(r"│ +- +│", printed.out)  # the spread between decks of which there is one
    assert "judging the cards and those of the game: " in printed.err


def test_the_command_says_where_the_agents_of_a_search_disagree(monkeypatch, tmp_path, capsys):
    """To a random player a card with a ruinous option is weak; one that searches never takes that option."""
    rungs = (Rung(games=24, stride=3, agents=None),)
    monkeypatch.setattr("cardwright.generate.cards.Settings", functools.partial(Settings, rungs=rungs))
    monkeypatch.setattr(
        type(MAKER), "known", lambda self: [{"cards": {"Usual": {"type": "skill", "effect": {"block": 4}}}}]
    )
    effect = "{choose_one: [{block: 24}, {lose_hp: 12}, {lose_hp: 11}, {lose_hp: 10}]}"
    path = tmp_path / "mine.yaml"
    path.write_text(f"cards:\n  Dare: {{type: skill, effect: {effect}}}\n")
    assert run(["generate", "judge", str(path)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Dare: mcts:20 finds it stronger than usual for its cost, but the quick agents of a search" in printed
    assert run(["generate", "judge", str(path), "--agents", "mcts:20"]) == 0
    assert "quick agents" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["grown.yaml", "grown.json"])
def test_the_command_grows_cards_without_a_search(name, tmp_path, capsys):
    out = tmp_path / name
    assert run(["generate", "grow", "spire", "--count", "5", "--seed", "2", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    cards = MAKER.read(out)
    assert len(cards) == 5
    assert all(f"{MAKER.name(card)} (" in printed for card in cards)
    assert run(["generate", "grow", "spire", "--count", "3", "--seed", "2", "--json"]) == 0
    fewer = json.loads(capsys.readouterr().out)
    assert list(fewer["cards"]) == [MAKER.name(card) for card in cards][:3]


def test_bad_input_is_refused_in_one_sentence(refused, tmp_path):
    refused(["generate", "grow", "cgdl"], "cgdl has no card maker")
    refused(["generate", "grow", "spire", "--out", str(tmp_path / "grown.txt")], "must end in .yaml or .json")
    path = tmp_path / "mine.yaml"
    path.write_text("cards: {Rubble: {type: status, unplayable: true}}\n")
    refused(["generate", "judge", str(path)], "has no cards to judge; attacks, skills and powers are judged")
    path.write_text("cards: {Jab: {type: attack, effect: {attack: 6}}}\n")
    refused(["generate", "judge", str(path)], "needs a target")
    refused(["generate", "cards", "kuhn", "--out", str(tmp_path / "x")], "has no card maker")
    refused(["generate", "show", str(tmp_path)], "search.json")


@pytest.mark.parametrize(
    ("family", "text", "line"),
    [
        (
            spire.family,
            "cards: {Jab: {type: attack, effect: {to: an enemy, attack: 6}}, Rubble: {type: curse, unplayable: true}}",
            "not judged: Rubble; attacks, skills and powers are judged",
        ),
        (
            unicorns.family,
            "base: second-print\ncards: {Pond: {type: magic, play: {draw: 1}}, Pony: {type: basic}}",
            "not judged: Pony; Basic Unicorns and babies have no effect of their own, so only cards of other types are",
        ),
    ],
)
def test_cards_that_are_not_judged_are_named(family, text, line, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    maker = family.card_maker()
    assert len(maker.read(path)) == 1
    (said,) = _left_out(maker, path)
    assert said.startswith(line)


def test_only_cards_with_a_cost_are_compared_with_others_of_their_cost():
    figures = Figures(Estimate(1, 0, 2), 10, {}, {"starter": 1.0}, rank=Estimate(0.5, 0.4, 0.6))
    assert dict(rows(figures, "HP", ""))["stronger than"] == "50 % [40, 60] of known cards"
    assert dict(rows(figures, "HP", "2"))["stronger than"] == "50 % [40, 60] of cards of its cost"


def test_reasons_name_no_cards_that_nobody_sees(capsys):
    reasons = {
        "does the same as Bash": 2,
        "does the same as Strike": 3,
        "does the same as another candidate": 4,
        "loops": 1,
    }
    _print_reasons(Search(Settings("spire", 1), CardArchive(MAKER, KNOWN), reasons=Counter(reasons)))
    assert [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[1:]] == [
        ["5", "does the same as a known card"],
        ["4", "does the same as another candidate"],
        ["1", "loops"],
    ]


@pytest.mark.parametrize("order", [1, -1])
def test_reasons_of_the_same_number_are_in_the_order_of_their_names(order, capsys):
    reasons = dict(sorted({"loops": 2, "does nothing": 2, "never played": 2}.items())[::order])
    _print_reasons(Search(Settings("spire", 1), CardArchive(MAKER, KNOWN), reasons=Counter(reasons)))
    found = [line.split(maxsplit=1)[1] for line in capsys.readouterr().out.splitlines()[1:]]
    assert found == ["does nothing", "loops", "never played"]


@pytest.mark.parametrize(("kinds", "last"), [(7, ["1", "reason 6"]), (8, ["2", "other reasons"])])
def test_a_single_remaining_reason_is_named(kinds, last, capsys):
    reasons = {f"reason {number}": 1 for number in range(kinds)}
    _print_reasons(Search(Settings("spire", 1), CardArchive(MAKER, KNOWN), reasons=Counter(reasons)))
    assert capsys.readouterr().out.splitlines()[-1].split(maxsplit=1) == last
