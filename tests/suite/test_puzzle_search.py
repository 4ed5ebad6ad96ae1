"""The search for the best play of a puzzle."""

from __future__ import annotations

import functools

import pytest

from cardwright.core.errors import CardwrightError
from cardwright.suite import Puzzle, puzzle, solve
from cardwright.suite.puzzles import hp_left, replayed


def imp(attack, weights=None, **more):
    plan = {"weights": weights} if weights else {"loop": "Hit"}
    return {"enemies": {"Imp": {"hp": 18, "moves": {"Hit": {"attack": attack}, "Rest": {}}, "plan": plan}}, **more}


SPITE = {"type": "attack", "effect": [{"to": "an enemy", "attack": 1}, {"to": "self", "lose_hp": 1}]}


def small(**changes):
    start = {"player": {"hp": 9}, "deck": ["Strike", "Strike", "Defend"], "enemies": ["Imp"], "max_energy": 2}
    return Puzzle("small", "Win.", {**start, "content": imp(7), **changes}, None)


def everything(state):
    """Return the value of a position by trying everything, without any shortcut."""
    if state.over:
        return hp_left(state)
    return max(everything(state.copy().play(action)) for action in state.legal())


def test_the_search_agrees_with_trying_everything():
    battle = small()
    assert solve(battle).hp == everything(battle.game.new(seed=0))


def test_the_line_it_returns_leads_to_its_value():
    best = solve(small())
    assert hp_left(replayed(small(), best.line, seed=5)) == best.hp
    assert best.line.count("end turn") == 1
    assert best.proven


@pytest.mark.parametrize("changes", [{"content": imp(7, weights={"Hit": 50, "Rest": 50})}, {"hand_size": 2}])
def test_nothing_is_proven_where_chance_matters(changes):
    assert not solve(small(**changes)).proven


def test_a_battle_that_can_be_stalled_for_ever_is_not_proven():
    stalled = small(deck=["Defend", "Spite"], content=imp(1, cards={"Spite": SPITE}))
    assert not solve(stalled).proven


def test_a_search_that_takes_too_long_is_refused():
    with pytest.raises(CardwrightError, match="more than 3 positions"):
        solve(small(), most=3)


@functools.cache
def searched(name):
    return solve(puzzle(name))


@pytest.mark.parametrize("name", ["battery", "crescendo", "cornered", "avenger", "sharp-hide"])
def test_the_stored_solution_is_what_the_search_finds(name):
    assert searched(name) == puzzle(name).best
