"""What learners see of described games, what it means, and that it gives nothing away."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.engine.observation import Place
from cardwright.cgdl.language.decks import USUAL
from cardwright.core.state import State
from cardwright.testing import Fuzzer

EXAMPLES = Path(__file__).parents[2] / "examples"
known_game = functools.cache(cgdl.game)
TWO_TABLES = """
language 2 game "Two tables" players 2 tables 2
with passing = both
stage { com deal 5 to all players com deal 1 to T0 com deal 1 to T1 }
stage "play" {
    if show same suit T0 then playit, next
    if show > T0 then playit, next
    put 1 in T1 any face up, next
    put number 8 in T1 face up, next
}
ranking { } winning { token = 0 alive = 1 }
"""


def features(state: State, player: int) -> dict[str, float]:
    """Return the features that are not 0, by their names."""
    values = state.observe(player).tolist()
    return {name: value for name, value in zip(state.game.features, values, strict=True) if value}


def offered(state: State) -> list[str]:
    return [state.game.action_space[k] for k in np.flatnonzero(state.mask())]


def test_a_position_of_uno_is_observed_from_the_seat_of_each_player():
    start = {
        "P1": {"hand": ["7d", "9c"]},
        "P2": {"hand": ["2h"]},
        "P3": {"hand": ["3h", "4h", "5h"]},
        "T0": ["9d", "As"],
    }
    state = cgdl.game("uno", stage="play", **start).new(seed=1)
    board = {
        "T0: 9 of diamonds": 1,
        "T0: ace of spades": 1,
        "top of T0: diamonds": 1,
        "top of T0: 9": 1,
        "game: cards in the deck": pytest.approx(44 / 52),
        "game: turn": pytest.approx(state.turn / 100),
    }
    share = {size: pytest.approx(size / (size + 7)) for size in (1, 2, 3)}
    assert features(state, 0) == {
        **board,
        "own hand: 7 of diamonds": 1,
        "own hand: 9 of clubs": 1,
        "own: cards in hand": share[2],
        "own: turn": 1,
        "opponent 1: cards in hand": share[1],
        "opponent 2: cards in hand": share[3],
    }
    assert features(state, 1) == {
        **board,
        "own hand: 2 of hearts": 1,
        "own: cards in hand": share[1],
        "opponent 1: cards in hand": share[3],
        "opponent 2: cards in hand": share[2],
        "opponent 2: turn": 1,
    }


def test_uno_has_an_action_for_each_card_whichever_rule_allows_it():
    game = cgdl.game("uno")
    assert len(game.action_space) == 54
    assert game.action_space[-2:] == ["draw", "pass: done"]
    start = {"P1": {"hand": ["7d", "9c", "Kc"]}, "P2": {"hand": ["2h"]}, "P3": {"hand": ["3h"]}, "T0": ["9d"]}
    state = cgdl.game("uno", stage="play", **start).new(seed=1)
    assert offered(state) == ["play 9 of clubs", "play 7 of diamonds"]
    assert str(state.action_at(game.action_space.index("play 7 of diamonds"))) == "play 7 of diamonds"


def test_rules_that_can_offer_the_same_card_have_actions_of_their_own():
    game = cgdl.game(cgdl.parse(TWO_TABLES))
    hands = {"P1": {"hand": ["8d", "Ks"]}, "P2": {"hand": ["2h"]}, "T0": ["7d"], "T1": ["3c"]}
    state = cgdl.game(game.described, stage="play", **hands).new(seed=1)
    assert offered(state) == [
        "play 8 of diamonds, in T0, next",
        "play 8 of diamonds, in T0, next (rule 2)",
        "play king of spades, in T0, next (rule 2)",
        "put 8 of diamonds, in T1, next",
        "put king of spades, in T1, next",
        "put 8 of diamonds, in T1, next (rule 4)",
        "pass: next",
        "pass: done",
    ]


def test_players_are_chosen_by_how_far_away_they_sit():
    start = {"P1": {"hand": ["7d"]}, "P2": {"hand": ["2h"]}, "P3": {"hand": ["3h"]}, "player": "P2"}
    state = cgdl.game("old_maid", stage="round", **start).new(seed=1)
    assert state.decider == 1
    assert [str(action) for action in state.legal()][:2] == ["take from P1", "take from P3"]
    assert offered(state)[:2] == ["take from opponent 1", "take from opponent 2"]
    assert str(state.action_at(state.game.action_space.index("take from opponent 1"))) == "take from P3"


def test_everybody_sees_which_once_rules_have_been_played():
    start = {"P1": {"hand": ["7d"]}, "P2": {"hand": ["2h"]}, "P3": {"hand": ["3h", "4h"]}, "player": "P2"}
    state = cgdl.game("old_maid", stage="round", **start).new(seed=1)

    def played(player: int) -> list[str]:
        return [name for name in features(state, player) if "has played" in name]

    assert [played(player) for player in range(3)] == [[], [], []]
    state.play("take from P3")
    assert state.decider == 2
    assert [played(player) for player in range(3)] == [
        ["opponent 1: has played rule 2"],
        ["own: has played rule 2"],
        ["opponent 2: has played rule 2"],
    ]


def test_bets_are_counted_from_the_least_one():
    state = cgdl.game("texas").new(seed=1)
    space = state.game.action_space
    assert str(state.action_at(int(np.flatnonzero(state.mask())[0]))) == "bet 1"
    assert offered(state)[:2] == ["bet the least, bet any", "bet the least and 1 steps more, bet any"]
    assert len(space) == len(set(space))
    seen = features(state, 0)
    assert seen["own: tokens"] == 0.5  # 99 are dealt out, and that counts as a usual number
    assert seen["choice: amount"] == 1


def test_tokens_list_every_card_once_and_those_with_a_face_as_they_are_seen():
    state = cgdl.game("uno").new(seed=3)
    names = [each.name for each in state.game.token_fields]
    rows = [dict(zip(names, row, strict=True)) for row in state.tokens(1).tolist()]
    assert len(rows) == 52
    faces = {(row["suit"], row["number"]) for row in rows if row["suit"]}
    seen = state.seen(1)
    known = [USUAL.name(13 * (suit - 1) + number - 1) for suit, number in faces]
    assert sorted(known) == sorted([*seen["P2"]["hand"], *seen["T0"]])
    (top,) = [row for row in rows if row["top"]]
    assert (top["zone"], top["whose or which"]) == (Place.TABLE, 0)
    assert sum(row["zone"] == Place.HAND and row["whose or which"] == 2 for row in rows) == len(seen["P1"]["hand"])


@pytest.mark.parametrize("name", cgdl.games())
def test_features_and_actions_have_different_names(name):
    game = known_game(name)
    assert len(set(game.features)) == len(game.features)
    assert len(set(game.action_space)) == len(game.action_space)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 6),
    st.sampled_from([1, 2]),
    st.lists(st.integers(0, 200), max_size=20),
    st.integers(0, 5),
)
def test_worlds_that_a_player_cannot_tell_apart_look_the_same(seed, players, language, choices, player):
    """In random games: another deal of what the player does not know leaves observation, tokens and mask alike."""
    game = cgdl.game(cgdl.random_game(seed, players, None, language))
    assert len(set(game.features)) == len(game.features)
    assert len(set(game.action_space)) == len(game.action_space)
    state = game.new(seed)
    for choice in choices:
        if state.over:
            return
        legal = state.legal()
        state.play(legal[choice % len(legal)])
    if not state.over:
        player %= players
        other = state.copy(hidden_from=player, seed=choices[-1] if choices else 0)
        assert (state.observe(player) == other.observe(player)).all()
        assert (state.tokens(player) == other.tokens(player)).all()
        if player == state.decider:
            assert (state.mask() == other.mask()).all()


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("**/*.cgdl")), ids=lambda file: file.stem)
def test_example_games_leak_nothing_and_have_a_place_for_every_action(file):
    fuzzer = Fuzzer(cgdl.game(file))
    assert [fuzzer.play(seed) for seed in range(5)] == [None] * 5


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 6))
def test_random_games_have_a_place_for_every_action(seed, players):
    assert Fuzzer(cgdl.game(cgdl.random_game(seed, players, None, 2))).play(seed) is None


@pytest.mark.parametrize("name", ["uno", "texas", "go_fish", "hearts"])
def test_plain_python_observes_the_same(name):
    compiled, plain = known_game(name).new(3), known_game(name).new(3, logged=True)
    for _ in range(10):
        for player in range(compiled.game.players):
            assert compiled.observe(player).tolist() == plain.observe(player).tolist()
            assert compiled.tokens(player).tolist() == plain.tokens(player).tolist()
        assert compiled.mask().tolist() == plain.mask().tolist()
        action = compiled.legal()[-1]
        compiled.play(action)
        plain.play(action)
