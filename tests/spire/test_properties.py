"""What holds in every battle, for any deck and any actions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traces
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import cardwright
from cardwright import arena, spire
from cardwright.core import array_verbs
from cardwright.core.random import as_seed, derive
from cardwright.core.record import copied
from cardwright.core.state import State
from cardwright.spire.engine.state import HAND_LIMIT, MAX_ACTIONS, MAX_STATUSES, MAX_TURNS, Pile

HERE = Path(__file__).parent
KINDS = ("carrying", "invented")
BATTLES = 2_000  # benchmarks/fuzz.py plays many more

CARDS = sorted(spire.standard().cards)
ENEMIES = sorted(spire.standard().enemies)
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 200), max_size=40)


@pytest.fixture(scope="module", autouse=True)
def fuzzing():
    """Play battles with bounds checking while the other tests run; most of the time goes into compiling.

    Kernels for battles with relics do everything that those for ordinary battles do, and more.
    """
    command = [sys.executable, str(HERE / "fuzz.py"), "--battles", str(BATTLES), "--seed", "1", "--kinds", *KINDS]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@st.composite
def starts(draw) -> dict[str, Any]:
    max_hp = draw(st.integers(1, 120))
    return {
        "deck": draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=40)),
        "enemies": draw(st.lists(st.sampled_from(ENEMIES), min_size=1, max_size=5)),
        "player": {"hp": draw(st.integers(1, max_hp)), "max_hp": max_hp},
        "ascension": draw(st.integers(0, 20)),
    }


@st.composite
def positions(draw) -> State:
    """Draw a battle after some actions."""
    state = spire.family.game(draw(starts())).new(draw(seeds))
    for choice in draw(choices):
        if state.over:
            break
        play_one(state, choice)
    return state


def play_one(state: State, choice: int) -> None:
    options = state.legal()
    state.play(options[choice % len(options)])


def check_cards(record: Any) -> None:
    """Check that every card is in exactly one pile, and that the piles agree with the cards."""
    zones = {j: int(record.cards[j].pile) for j in range(record.card_count)}
    for pile in (Pile.HAND, Pile.DRAW, Pile.DISCARD, Pile.EXHAUST):
        held = record.piles[pile, : record.counts[pile]].tolist()
        assert len(set(held)) == len(held)
        assert sorted(held) == [j for j, zone in zones.items() if zone == pile]
    assert record.counts[Pile.HAND] <= HAND_LIMIT
    assert 0 <= record.known_top <= record.counts[Pile.DRAW]


def check_agents(record: Any) -> None:
    for agent in record.agents[: record.agent_count]:
        assert 0 <= agent.hp <= agent.max_hp
        assert agent.block >= 0
        for status in range(MAX_STATUSES):
            assert bool(int(agent.active) >> status & 1) == (agent.stacks[status] != 0)
    assert record.energy >= 0


@given(starts(), seeds, choices)
def test_cards_and_agents_stay_consistent(start, seed, plays):
    state = spire.family.game(start).new(seed)
    check_cards(state.record)
    for choice in plays:
        if state.over:
            break
        play_one(state, choice)
        check_cards(state.record)
        check_agents(state.record)


@given(positions())
def test_legal_actions_are_distinct_and_can_all_be_played(state):
    actions = state.legal()
    numbers = [action.id for action in actions]
    assert len(numbers) == len(set(numbers))
    assert all(0 <= number < MAX_ACTIONS for number in numbers)
    assert bool(numbers) != state.over
    for action in actions:
        check_cards(state.copy().play(action).record)


@given(positions())
def test_reading_changes_nothing(state):
    before = state.records.tobytes()
    state.legal()
    state.view()
    str(state)
    for action in state.legal():
        state.game.describe(state, action)
    assert -1 <= array_verbs.evaluate(state.records, 0, state.game.rules, 0) <= 1
    assert -1 <= state.score() <= 1
    state.copy(hidden_from=0)
    assert state.records.tobytes() == before


@given(starts(), seeds)
@settings(max_examples=20)
def test_a_battle_ends_if_the_player_always_ends_the_turn(start, seed):
    state = spire.family.game(start).new(seed)
    while not state.over:
        options = state.legal()  # ending the turn is the last option, unless a card asks for a choice
        state.play(options[-1])
    assert state.turn <= MAX_TURNS + 1


@given(starts(), seeds, choices)
def test_the_same_seed_makes_the_same_battle(start, seed, plays):
    one, other = (spire.family.game(start).new(seed) for _ in range(2))
    for choice in plays:
        if one.over:
            break
        twin = one.copy()
        play_one(one, choice)
        play_one(other, choice)
        play_one(twin, choice)
        assert one.records.tobytes() == other.records.tobytes() == twin.records.tobytes()


@given(positions(), choices)
def test_a_saved_battle_continues_the_same(state, plays):
    again = cardwright.state_from_json(state.to_json())
    assert again == state
    for choice in plays[:5]:
        if state.over:
            break
        play_one(state, choice)
        play_one(again, choice)
        assert again == state


@pytest.mark.parametrize("card", ["Headbutt", "Survivor", "Concentrate", "Armaments", "Exhume", "Dual Wield", "Warcry"])
def test_a_battle_can_be_saved_while_a_card_asks_for_a_choice(card):
    hand = [card, "Strike", "Bash", "Anger", "Strike", "Bash"]
    start = {"hand": hand, "draw": hand, "discard": hand, "exhaust": hand, "enemies": ["Cultist"]}
    state = spire.family.game(start).new(seed=1).play(card)
    assert state.legal()[0].kind == "card"
    again = cardwright.state_from_json(state.to_json())
    assert again == state
    for action in state.legal():
        assert again.copy().play(action) == state.copy().play(action)


# What the player cannot know


def seen(state: State) -> dict[str, Any]:
    """Return what a player sees: everything but the unknown order of the draw pile."""
    view = state.view()
    draw = [json.dumps(card) for card in view["draw"]]
    known = int(state.record.known_top)
    ends = draw[:known], draw[known:][::-1][: int(state.record.known_bottom)]
    return {**view, "draw": Counter(draw), "ends": ends, "legal": state.legal(), "text": str(state)}


@given(positions(), seeds)
def test_hiding_keeps_what_the_player_sees(state, seed):
    hidden = state.copy(hidden_from=0, seed=seed)
    assert seen(hidden) == seen(state)
    check_cards(hidden.record)


@given(positions(), seeds, seeds, st.randoms(use_true_random=False))
def test_a_hidden_copy_reveals_nothing(state, seed, other_seed, random):
    other = State(state.game, state.seed, copied(state.records))
    unknown = int(other.record.counts[Pile.DRAW] - other.record.known_top)
    bottom = min(unknown, int(other.record.known_bottom))
    order = other.record.piles[Pile.DRAW, bottom:unknown].tolist()
    random.shuffle(order)
    other.record.piles[Pile.DRAW, bottom:unknown] = order
    for stream in range(3):
        other.record.rng[stream] = derive(as_seed(other_seed), np.uint64(stream), np.uint64(0))
    assert seen(other) == seen(state)
    assert other.copy(hidden_from=0, seed=seed) == state.copy(hidden_from=0, seed=seed)


def orders(state: State, copies: int = 3_000) -> Counter[tuple[str, ...]]:
    """Count the orders of the draw pile in hidden copies."""
    return Counter(tuple(state.copy(hidden_from=0, seed=seed).view()["draw"]) for seed in range(copies))


def position(hand: list[str], **more: Any) -> State:
    return spire.family.game({"hand": hand, "enemies": ["Cultist"], **more}).new(seed=1)


PILE = ["Strike", "Defend", "Bash", "Anger"]


def test_all_orders_of_the_draw_pile_are_equally_likely():
    counts = orders(position([], draw=PILE))
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(
    ("hand", "plays", "known"),
    [
        (["Headbutt"], ["Headbutt", "card Clash"], ["Clash"]),
        (["Warcry", "Clash"], ["Warcry", "card Clash"], ["Clash"]),
        (["Headbutt", "Warcry+"], ["Headbutt", "card Clash", "Warcry+", "card Clash"], ["Clash"]),
        (["Warcry", "Clash", "Havoc"], ["Warcry", "card Clash", "Havoc"], []),
        (["Warcry", "Clash", "Wild Strike"], ["Warcry", "card Clash", "Wild Strike"], ["Clash"]),
        (["Warcry", "Clash", "Shrug It Off"], ["Warcry", "card Clash", "Shrug It Off"], []),
    ],
    ids=lambda each: " ".join(each),
)
def test_hiding_keeps_known_cards_on_top_and_shuffles_the_others(hand, plays, known):
    state = position(hand, draw=PILE, discard=["Clash", "Carnage"], energy=9, player={"hp": 70})
    for words in plays:
        state.play(words)
    found = orders(state, 600)
    size = int(state.record.counts[Pile.DRAW])
    assert {order[: len(known)] for order in found} == {tuple(known)}
    for k in range(len(known), size):
        assert len({order[k] for order in found}) == size - len(known)


def intent_of(state: State) -> str:
    return state.view()["enemies"][0]["intent"]["name"]


def test_hiding_rerolls_numbers_the_player_has_not_seen():
    game = spire.family.game({"deck": ["Strike"], "enemies": ["Red Louse"]})
    unseen = next(state for state in map(game.new, range(100)) if intent_of(state) == "Grow")
    shown = next(state for state in map(game.new, range(100)) if intent_of(state) == "Bite")

    def rolls(state: State) -> set[int]:
        return {int(state.copy(hidden_from=0, seed=seed).record.agents[1].roll) for seed in range(60)}

    assert rolls(unseen) == {5, 6, 7}
    assert rolls(shown) == {int(shown.record.agents[1].roll)}


# Reproducibility


def test_uncompiled_battles_equal_compiled_ones():
    command = [sys.executable, "-W", "error", str(HERE / "traces.py")]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    uncompiled, compiled = json.loads(answer.stdout), json.loads(json.dumps(traces.all_traces()))
    assert uncompiled.keys() == compiled.keys()
    for name, trace in compiled.items():
        assert uncompiled[name] == trace, name


@pytest.mark.parametrize("seats", ["random", "traces:Steady"])
def test_battles_are_the_same_in_one_process_and_in_four(seats, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    alone, together = (
        arena.run("spire:toolbox", [seats], games=16, seed=5, jobs=jobs).frame().drop("seconds", strict=False)
        for jobs in (1, 4)
    )
    assert alone.equals(together)


def test_no_violations_with_bounds_checking(fuzzing):
    output, errors = fuzzing.communicate()
    assert output, errors
    for kind, report in json.loads(output).items():
        assert report["violations"] == [], kind
        assert report["battles"] >= BATTLES // len(KINDS) - 20
        assert report["decisions"] > report["battles"]
        assert report["refused_starts"] < report["battles"] / 20
