"""Invariants of every match, for any cards."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_rules import PlainMatch
from random_matches import lineups, results

from cardwright.autobattler import PROFILES, Card, match, mechanics, watch
from cardwright.autobattler.match import _prepare, next_phase, start
from cardwright.autobattler.state import AGENDA, MAX_EFFECTS, MAX_PHASES, Match

# These affect only their own side, so it makes no difference which side is a.
OWN_SIDE = (
    "friendly_vampire", "grow_on_damage", "heal_on_death", "health_donor", "ignore_first_damage", "pain_splitter",
    "rampage", "survivalist", "vanilla",
)  # fmt: skip


@given(lineups(), lineups())
def test_health_stays_between_one_and_the_printed_health(a: list[Card], b: list[Card]) -> None:
    a, b = ([Card(f"{side}{k}", c.attack, c.health, c.mechanics) for k, c in enumerate(lineup)] for side, lineup in
            (("a", a), ("b", b)))  # fmt: skip
    printed = {card.name: card for card in (*a, *b)}
    for phase in watch(a, b):
        for standing in (*phase.a, *phase.b):
            card = printed[standing.name]
            assert standing.health >= 1
            assert standing.health <= card.health or "survivalist" in card.mechanics


@given(lineups(), lineups())
def test_no_cards_are_added_and_the_match_ends_when_a_side_is_empty(a: list[Card], b: list[Card]) -> None:
    phases = list(watch(a, b))
    result = match(a, b)
    for before, later in itertools.pairwise(phases):
        assert len(later.a) <= len(before.a)
        assert len(later.b) <= len(before.b)
    assert len(phases) == result.phases + 1 <= 129
    last = phases[-1]
    if result.result or not (last.a and last.b):
        assert result.result == (len(last.a) > 0) - (len(last.b) > 0) or result.phases == 128


@given(lineups(), lineups())
def test_the_second_player_switch_changes_only_the_score(a: list[Card], b: list[Card]) -> None:
    for switches in PROFILES.values():
        scored, plain = match(a, b, switches), match(a, b, {**switches, "second_player_wins": True})
        assert scored.phases == plain.phases
        assert scored.result == (plain.result if switches["second_player_wins"] else max(0, plain.result))


@given(lineups(OWN_SIDE), lineups(OWN_SIDE))
def test_sides_are_symmetric_when_cards_affect_only_their_own_side(a: list[Card], b: list[Card]) -> None:
    here, there = match(a, b), match(b, a)
    assert (here.result, here.phases) == (-there.result, there.phases)


def test_side_a_acts_first_when_cards_affect_the_other_side() -> None:
    """Two morphs: the first copies the printed attack, the second copies what the first has copied."""
    morph = {"morph_attack": None}
    a, b = [Card("a", 5, 9, morph)], [Card("b", 2, 9, morph)]
    assert [str(card) for phase in watch(a, b) for card in (*phase.a, *phase.b)][2:4] == ["a 2/7", "b 2/7"]
    assert [str(card) for phase in watch(b, a) for card in (*phase.a, *phase.b)][2:4] == ["b 5/4", "a 5/4"]


def check_stays_within_the_limits(a: list[Card], b: list[Card]) -> None:
    """Play a match phase by phase, and compare what it needs with what state.py says of built-in mechanics."""
    tables, *lineups = _prepare(a, b, PROFILES["corrected"], None)
    record = np.zeros(1, Match)
    more = start(tables, *lineups, record)
    while more:
        more = next_phase(tables, record)
        assert MAX_EFFECTS - record["left"][0] < 45_000 < MAX_EFFECTS
    assert record["fault"][0] == 0
    assert record["phases"][0] <= MAX_PHASES
    assert np.count_nonzero(record["agenda"]) < 160 < AGENDA  # entries that were ever written


@settings(max_examples=30)
@given(lineups(most=13, largest=1000), lineups(most=13, largest=1000))
def test_built_in_mechanics_never_exceed_the_limits(a: list[Card], b: list[Card]) -> None:
    check_stays_within_the_limits(a, b)


EXTREME = st.sampled_from([1, 2, 5, 9, 10])


@settings(max_examples=30)
@given(EXTREME, EXTREME, EXTREME, st.sampled_from([1, 2, 3, 10, 1000]), st.sampled_from([3, 1000]))
def test_seven_cards_with_all_mechanics_stay_within_the_limits(
    blast: int, kept: int, rest: int, health: int, attack: int
) -> None:
    """Chains of deaths that split damage and heal each other, and blows as strong and as divided as possible."""
    own = {"explode_on_death": blast, "pain_splitter": kept, "grow_on_damage": 10, "ignore_first_damage": 1}
    every = {name: own.get(name, rest) if mechanic.parameter else None for name, mechanic in mechanics().items()}
    for left_out in ((), ("ignore_first_damage",), ("ignore_first_damage", "time_bomb"), ("morph_attack", "rampage")):
        crowd = [Card("All", attack, health, {name: every[name] for name in every if name not in left_out})] * 7
        check_stays_within_the_limits(crowd, crowd)


@settings(max_examples=15)
@given(lineups())
def test_a_match_has_the_same_result_every_time(a: list[Card]) -> None:
    assert match(a, a) == match(a, a)


@settings(max_examples=50)
@given(lineups(), lineups())
def test_a_simple_implementation_of_the_rules_agrees(a: list[Card], b: list[Card]) -> None:
    assert tuple(match(a, b)) == PlainMatch(a, b).play()


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_matches_end_the_same_uncompiled_and_with_bounds_checking(switch: str) -> None:
    program = Path(__file__).with_name("random_matches.py")
    environment = {**os.environ, switch: "1"}
    run = subprocess.run(
        [sys.executable, str(program), "5", "150"], env=environment, capture_output=True, text=True, check=True
    )
    assert [tuple(map(int, line.split())) for line in run.stdout.splitlines()] == results(5, 150)
