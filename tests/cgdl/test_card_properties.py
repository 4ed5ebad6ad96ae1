"""Properties of every card game, whatever its rules and actions."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from cardwright import arena, cgdl
from cardwright.cgdl.engine.state import MAX_CARDS
from cardwright.cgdl.language.numbers import numbers, with_numbers
from cardwright.core.record import LARGEST
from cardwright.core.state import State
from cardwright.testing import check, plain_games, secrets

HERE = Path(__file__).parent
GAMES = 300  # benchmarks/cgdl_fuzz.py plays many more
seeds = st.integers(0, 2**64 - 1)
choices = st.lists(st.integers(0, 200), max_size=30)
names = st.sampled_from(cgdl.games())
known_game = functools.cache(cgdl.game)


@pytest.fixture(scope="module", autouse=True)
def fuzzing():
    """Play random games with bounds checking in parallel with the other tests, because compiling takes long."""
    command = [sys.executable, str(HERE / "card_fuzz.py"), "--games", str(GAMES), "--seed", "1"]
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@st.composite
def positions(draw) -> State:
    """Draw a position from the course of a game."""
    state = known_game(draw(names)).new(draw(seeds))
    for choice in draw(choices):
        if state.over:
            break
        play_one(state, choice)
    return state


def play_one(state: State, choice: int) -> None:
    options = state.legal()
    state.play(options[choice % len(options)])


def all_cards(state: State) -> Counter[str]:
    view = state.view()
    piles = [pile for key, pile in view.items() if isinstance(pile, list) and key != "melds"]  # these lie on tables
    seats = [view[state.game.player_name(player)] for player in range(state.game.players)]
    own = [pile for seat in seats for pile in (seat["hand"], seat.get("stack", []))]
    return Counter(card for pile in (*piles, *own) for card in pile)


def shorter(name: str) -> cgdl.CardGame:
    """Return a game that is played to a quarter of its score, which takes a few deals."""
    described = cgdl.load(name)
    scores = {
        stage: {what: number // 4 for what, number in found.items() if "score >=" in what or "score <=" in what}
        for stage, found in numbers(described)["stages"].items()
    }
    return cgdl.game(with_numbers(described, {"stages": scores}))


@pytest.fixture
def short_looks(monkeypatch):
    """Look at fewer decisions in plain Python, which takes most of the time."""
    monkeypatch.setattr(sys.modules["cardwright.testing.check"], "PLAIN_GAMES", 1)
    monkeypatch.setattr(plain_games, "MOST_DECISIONS", 100)
    monkeypatch.setattr(secrets, "MOST_DECISIONS", 20)


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize("name", [name for name in cgdl.games() if len(known_game(name).pack.names) <= MAX_CARDS])
def test_every_game_keeps_the_contract(name):
    """benchmarks/shipped_games.py plays 200 games of each, and those with large decks, which take long to compile."""
    report = check(shorter(name), games=1)
    assert report.games == 1
    assert not report.skipped


@settings(max_examples=25)
@given(positions())
def test_no_card_of_the_deck_is_lost_or_doubled(state):
    assert all_cards(state) == Counter(state.game.pack.names)


@settings(max_examples=25)
@given(positions())
def test_every_action_can_be_played_by_its_id_and_by_its_words(state):
    options = state.legal()
    assert bool(options) != state.over
    for option in options[:5]:
        one, other = state.copy().play(option.id), state.copy().play(str(option))
        assert all_cards(one) == all_cards(other) == Counter(state.game.pack.names)


@settings(max_examples=10)
@given(positions(), st.integers(0, 5))
def test_players_see_their_own_cards_and_no_wrong_ones(state, player):
    player %= state.game.players
    seen, whole = state.game.seen(state, player), state.view()
    name = state.game.player_name(player)
    assert {**seen[name], "stack": None} == {**whole[name], "stack": None}  # nobody looks into their own stack
    for other in range(state.game.players):
        hand = seen[state.game.player_name(other)]["hand"]
        assert set(hand) - {None} <= set(whole[state.game.player_name(other)]["hand"])
        assert len(hand) == len(whole[state.game.player_name(other)]["hand"])


def test_hidden_hands_are_redrawn_uniformly():
    state = cgdl.game("uno").new(seed=5)
    mine = set(state.view()["P1"]["hand"]) | set(state.view()["T0"])
    drawn = Counter(card for seed in range(2000) for card in state.copy(hidden_from=0, seed=seed).view()["P2"]["hand"])
    assert set(drawn) == set(all_cards(state)) - mine
    assert stats.chisquare(list(drawn.values())).pvalue > 1e-4


def test_cards_are_dealt_uniformly():
    game = cgdl.game("texas")
    dealt = Counter(card for seed in range(2000) for card in game.new(seed).view()["P2"]["hand"])
    assert len(dealt) == 52
    assert stats.chisquare(list(dealt.values())).pvalue > 1e-4


def test_a_deck_given_from_the_top_is_drawn_in_that_order():
    top = ["ace of clubs", "2 of hearts", "king of spades", "3 of clubs", "4 of clubs", "5 of clubs"]
    view = cgdl.game("texas", deck={"top": top}).new(seed=1).view()
    assert [view[name]["hand"] for name in ("P1", "P2", "P3")] == [[top[0], top[1]], [top[2], top[3]][::-1], top[4:]]


def test_random_games_end_with_a_result_under_bounds_checking(fuzzing):
    output, errors = fuzzing.communicate()
    report = json.loads(output) if output else {"violations": [errors[-2000:]]}
    assert report["violations"] == []
    assert report["games"] == GAMES
    assert report["open"] == 0
    assert min(report["won"], report["drawn"], report["crashed"]) > 0


def test_tree_search_beats_random_play():
    series = arena.run(cgdl.game("whist"), ["mcts:50,3*random"], games=60, seed=1).series[0]
    assert series.interval[0] > 0.2  # random play wins one in four, minus the draws


def test_the_record_is_small_enough():
    assert cgdl.CardGame.dtype.itemsize <= LARGEST
