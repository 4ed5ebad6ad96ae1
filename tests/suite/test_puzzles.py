"""The puzzles of the rules suite: their stored solutions hold, greedy play loses, and twins differ only in names."""

from __future__ import annotations

import re

import pytest

from cardwright.suite import puzzle, puzzles, rules
from cardwright.suite.puzzles import _renamer, hp_left, replayed

GREEDY = ("first", "random", "lookahead:1")
CLEAR = 0.25  # of the best play's HP
NAMES = list(puzzles())
ORIGINALS = [name for name in NAMES if puzzle(name).twin_of is None]
TWINS = [name for name in NAMES if puzzle(name).twin_of is not None]


def test_there_are_enough_of_both_kinds():
    assert len(ORIGINALS) >= 16
    assert len(TWINS) >= 5


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 77])
def test_the_stored_line_reaches_the_stored_value(name, seed):
    best = puzzle(name).best
    end = replayed(puzzle(name), best.line, seed)
    assert end.over
    assert hp_left(end) == best.hp


@pytest.mark.parametrize("name", NAMES)
def test_best_play_is_proven(name):
    assert puzzle(name).best.proven


@pytest.mark.parametrize("name", ORIGINALS)
def test_greedy_play_is_clearly_worse(name):
    report = rules.run(GREEDY, games=12, seed=1, only=[name])
    gaps = {agent: report.cells[name, agent].gap.value for agent in GREEDY}
    assert all(gap >= CLEAR for gap in gaps.values()), gaps


@pytest.mark.parametrize("name", TWINS)
def test_a_twin_plays_like_its_original(name):
    twin, original = puzzle(name), puzzle(puzzle(name).twin_of)
    assert (twin.game.rules["code"] == original.game.rules["code"]).all()
    assert twin.game.setup.tobytes() == original.game.setup.tobytes()
    assert set(twin.game.card_names) != set(original.game.card_names) or twin.best.line != original.best.line


def test_names_are_swapped_in_texts_and_formulas():
    rename = _renamer({"Strike": "Defend", "Defend": "Strike", "Flame Barrier": "Cool Breeze"})
    assert rename("apply: 2 Strike, then Defend") == "apply: 2 Defend, then Strike"
    assert rename("target.Strike + player.Flame_Barrier") == "target.Defend + player.Cool_Breeze"
    assert rename("Striker") == "Striker"


def test_a_model_that_goes_by_names_pays_for_it(chat):
    chat.reply = strike_first
    report = rules.run(["llm:m"], games=1, seed=1, only=["enrage", "enrage-swapped"])
    assert report.cells["enrage", "llm:m"].gap.value < 0.5
    assert report.twins()["enrage-swapped", "llm:m"].value > 0.5
    assert "You are judged by the HP you have left" in chat.prompt()


def strike_first(request):
    """Reply as somebody who knows the original game and does not read: Strike, then end the turn."""
    text = request["messages"][-1]["content"]
    options = re.findall(r"^ +(\d+)  play Strike", text, re.MULTILINE) or re.findall(
        r"^ +(\d+)  end turn", text, re.MULTILINE
    )
    return f"Choice: {options[0]}"


def test_a_game_is_the_same_for_any_number_of_jobs():
    reports = [rules.run(["random"], games=6, seed=3, only=["enrage", "rust"], jobs=jobs) for jobs in (1, 2)]
    assert reports[0].to_dict() == reports[1].to_dict()


def test_the_gap_is_the_share_of_the_best_hp_that_is_missing():
    report = rules.run(["random"], games=4, seed=1, only=["battery"])
    cell = report.cells["battery", "random"]
    assert cell.gap.value == pytest.approx(1 - cell.hp.value / puzzle("battery").best.hp)
    assert report.mean("random") == cell.gap
