"""What learners see of Unstable Unicorns, what it means, and that it gives nothing away."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_equal_cards import AMERICORN, DISCARDS, NEIGHS, P1, P2, P3, knowing, play_random_games, position, same_name

from cardwright import unicorns
from cardwright.core.state import State
from cardwright.testing import Fuzzer, check

DECK = ["Good Deal", "Yay", "Shake Up", "Re-Target"]


def features(state: State, player: int) -> dict[str, float]:
    """Return the features that are not 0, by their names."""
    values = state.observe(player).tolist()
    return {name: value for name, value in zip(state.game.features, values, strict=True) if value}


def group(state: State, player: int, name: str) -> dict[str, float]:
    """Return the features of one group that are not 0."""
    return {
        key.removeprefix(f"{name}: "): value
        for key, value in features(state, player).items()
        if key.startswith(f"{name}: ")
    }


def offered(state: State) -> list[str]:
    return [state.game.action_space[k] for k in np.flatnonzero(state.mask())]


def rows(state: State, player: int) -> list[tuple[Any, ...]]:
    """Return the rows for cards, in words where the fields have them."""
    fields = state.game.token_fields
    return [
        tuple(field.values[value] if field.values else value for field, value in zip(fields, row, strict=True))
        for row in state.tokens(player).tolist()
    ]


def test_cards_are_counted_by_name_in_each_zone():
    state = position(
        P1={"hand": ["Neigh", "Neigh", "Yay"], "stable": ["Baby Unicorn"], "knows": {"P2": ["Slowdown"]}},
        P2={"hand": ["Slowdown", "Narwhal"], "stable": ["Basic Unicorn", "Basic Unicorn", "Rainbow Aura"]},
        P3={"hand": ["Re-Target"]},
        discard=["Good Deal"],
        deck=["Shake Up"],
    )
    two_thirds = pytest.approx(2 / 3)
    assert group(state, P1, "own hand") == {"Neigh": two_thirds, "Yay": 0.5}
    assert group(state, P1, "stable of opponent 1") == {"Basic Unicorn": two_thirds, "Rainbow Aura": 0.5}
    assert group(state, P3, "stable of opponent 2") == group(state, P1, "stable of opponent 1")
    assert group(state, P1, "known in the hand of opponent 1") == {"Slowdown": 0.5}
    assert group(state, P3, "known in the hand of opponent 2") == {}
    assert group(state, P1, "discard pile") == {"Good Deal": 0.5}
    assert group(state, P1, "question") == {"play": 1}
    assert group(state, P1, "opponent 1")["unicorns"] == pytest.approx(2 / 7)
    assert ("Basic Unicorn", "basic", "stable", "opponent 1", 2) in rows(state, P1)
    assert ("hidden", "hidden", "hand", "opponent 1", 1) in rows(state, P1)
    assert ("hidden", "hidden", "hand", "opponent 2", 2) in rows(state, P3)


def test_a_card_being_played_and_the_instants_on_it_are_seen():
    state = position(**NEIGHS, deck=DECK).play("play Narwhal").play("into P1")
    assert (state.decider, offered(state)) == (P2, ["play Neigh", "pass"])
    assert group(state, P2, "card being played") == group(state, P2, "card that asks") == {"Narwhal": 1}
    assert {"played the card", "gets the card"} <= set(group(state, P2, "opponent 2"))
    assert group(state, P2, "question") == {"react": 1}


def test_equal_cards_share_an_action_and_those_of_other_players_do_not():
    state = position(
        P1={"hand": ["Unicorn Poison"]},
        P2={"stable": ["Basic Unicorn", "Basic Unicorn"]},
        P3={"stable": ["Basic Unicorn"]},
        deck=DECK,
    ).play("play Unicorn Poison")
    assert len(state.legal()) == 3
    assert offered(state) == [
        "choose Basic Unicorn in the stable of opponent 1",
        "choose Basic Unicorn in the stable of opponent 2",
    ]
    third = state.game.action_space.index("choose Basic Unicorn in the stable of opponent 2")
    assert str(state.action_at(third)) == "destroy Basic Unicorn of P3"
    assert group(state, P1, "effect") == {"destroy": 1}
    assert group(state, P1, "card that asks") == {"Unicorn Poison": 1}


def test_players_are_counted_in_the_order_of_play():
    game = unicorns.game(3)
    state = next(state for state in map(game.new, range(50)) if state.record.order[:3].tolist() == [0, 2, 1])
    assert group(state, P1, "opponent 1")["cards in hand"] == group(state, P2, "opponent 2")["cards in hand"]
    state.record.known[state.record.zone == P3] |= 1 << P1
    known = group(state, P1, "known in the hand of opponent 1")
    assert known.keys() == group(state, P3, "own hand").keys()


def alike(one: State, other: State, player: int) -> bool:
    """Return whether two worlds look the same to a player who learns, and offer the same."""
    same = (one.observe(player) == other.observe(player)).all() and rows(one, player) == rows(other, player)
    return bool(same) and (one.decider != player or (one.mask() == other.mask()).all())


@pytest.mark.parametrize(
    ("start", "name", "choices"),
    [
        (NEIGHS, "Neigh", ["play Narwhal", "into P1", "play Neigh"]),
        (AMERICORN, "Basic Unicorn", ["play Americorn", "into P1"]),
        (DISCARDS, "Basic Unicorn", ["play Llamacorn", "into P1", "discard Basic Unicorn"]),
    ],
)
@pytest.mark.parametrize("watcher", [P1, P3])
def test_learners_cannot_tell_whether_the_known_card_was_played_or_an_equal_one(start, name, choices, watcher):
    state = position(**start, deck=DECK)
    worlds = [knowing(state, watcher, card) for card in same_name(state, P2, name)]
    assert alike(*worlds, watcher)
    for choice in choices:
        for world in worlds:
            if choice in map(str, world.legal()):
                world.play(choice)
    assert alike(*worlds, watcher)


def test_random_games_have_no_worlds_that_only_a_learner_tells_apart():
    def compare(player: int, one: State, other: State) -> None:
        assert alike(one, other, player)

    assert play_random_games(compare, games=2) > 30


@pytest.mark.parametrize("players", [2, 5, 8])
def test_observations_leak_nothing_and_every_action_has_its_place(players):
    game = unicorns.game(players)
    assert len(set(game.features)) == len(game.features)
    assert len(set(game.action_space)) == len(game.action_space)
    fuzzer = Fuzzer(game)
    assert [fuzzer.play(seed) for seed in range(3)] == [None] * 3


def test_games_keep_the_contract():
    assert check(unicorns.game(3), games=6, uncompiled=False).positions > 50


def test_plain_python_observes_the_same():
    game = unicorns.game(4)
    for seed in range(3):
        compiled, plain = game.new(seed), game.new(seed, logged=True)
        for _ in range(10):
            for player in range(4):
                assert compiled.observe(player).tolist() == plain.observe(player).tolist()
                assert rows(compiled, player) == rows(plain, player)
            assert compiled.mask().tolist() == plain.mask().tolist()
            action = compiled.legal()[-1]
            compiled.play(action)
            plain.play(action)
