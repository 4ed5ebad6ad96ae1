"""Two worlds that a player cannot tell apart look the same to that player, and so do their hidden copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from cardwright import unicorns
from cardwright.core.state import State
from cardwright.unicorns.state import Zone

P1, P2, P3 = range(3)
COPIES = 5
# Many equal cards that move between hands, so that players often know some of them and not the others.
CROWDED = {
    "base": "second-print",
    "cards": {
        "Mermaid Unicorn": {"type": "magical", "copies": 4, "enter": {"may": {"return": "card"}}},
        "Americorn": {"type": "magical", "copies": 4, "enter": {"pull": 1}},
        "Unfair Bargain": {"type": "magic", "copies": 4, "play": {"swap": "hands"}},
        "Scout": {"type": "magical", "copies": 4, "enter": {"look": 3}},
        "Rummage": {"type": "magical", "copies": 4, "enter": {"search": "basic", "keep order": True}},
        "Blatant Thievery": {"type": "magic", "copies": 3, "play": {"pick": 1}},
        "Rainbow Unicorn": {"type": "magical", "copies": 4, "enter": {"may": {"bring": "basic", "from": "hand"}}},
        "Nanny Cam": {"type": "downgrade", "copies": 0},
    },
}


def position(**start: Any) -> State:
    return unicorns.family.game({"players": 3, **start}).new(seed=1)


def looks(state: State, player: int) -> list[Any]:
    """What a player sees, and hidden copies of the position, in which everything is visible."""
    copies = [state.copy(hidden_from=player, seed=seed).view() for seed in range(COPIES)]
    seen = state.game.seen(state, player)
    return [seen, list(numbers(seen)), *copies]


def numbers(value: Any) -> Iterator[int | None]:
    """The numbers of the physical cards in a view, None for names without one."""
    if isinstance(value, dict | list):
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from numbers(each)
    elif isinstance(value, str):
        yield getattr(value, "number", None)


def hand(state: State, player: int) -> list[int]:
    return np.flatnonzero(state.record.zone == Zone.HAND + player).tolist()


def knowing(state: State, player: int, card: int) -> State:
    """The same position, in which a player knows this card."""
    world = state.copy()
    world.record.known[card] |= 1 << player
    return world


def same_name(state: State, player: int, name: str) -> list[int]:
    lines = state.game.rules[0].cards
    return [card for card in hand(state, player) if state.game.card_names[lines[card].name] == name]


NEIGHS = {"P1": {"hand": ["Narwhal"]}, "P2": {"hand": ["Neigh", "Neigh", "Yay"]}, "P3": {"hand": ["Slowdown"]}}
AMERICORN = {"P1": {"hand": ["Americorn"]}, "P2": {"hand": ["Basic Unicorn"] * 2, "stable": ["Slowdown"]}}
DISCARDS = {"P1": {"hand": ["Llamacorn"]}, "P2": {"hand": ["Basic Unicorn"] * 2 + ["Yay"]}}


@pytest.mark.parametrize(
    ("start", "name", "choices"),
    [
        (NEIGHS, "Neigh", ["play Narwhal", "into P1", "play Neigh"]),
        (AMERICORN, "Basic Unicorn", ["play Americorn", "into P1"]),
        (DISCARDS, "Basic Unicorn", ["play Llamacorn", "into P1", "discard Basic Unicorn"]),
    ],
)
@pytest.mark.parametrize("watcher", [P1, P3])
def test_nobody_can_tell_whether_the_known_card_was_played_or_an_equal_one(start, name, choices, watcher):
    state = position(**start, deck=["Good Deal", "Yay", "Shake Up", "Re-Target"])
    worlds = [knowing(state, watcher, card) for card in same_name(state, P2, name)]
    assert looks(worlds[0], watcher) == looks(worlds[1], watcher)
    for choice in choices:
        for world in worlds:
            if choice in map(str, world.legal()):
                world.play(choice)
    assert looks(worlds[0], watcher) == looks(worlds[1], watcher)


def test_nobody_can_tell_when_the_hidden_cards_of_a_hand_were_drawn():
    worlds = []
    for cards in (["Yay", "Neigh", "Narwhal"], ["Narwhal", "Neigh", "Yay"]):
        state = position(turn="P2", P1={"knows": {"P2": ["Neigh"]}}, P2={"hand": cards}, deck=["Good Deal", "Shake Up"])
        worlds.append(state.play("play Yay").play("into P2"))
    assert looks(worlds[0], P1) == looks(worlds[1], P1)
    assert worlds[0].game.seen(worlds[0], P1)["P2"]["hand"] == ["Neigh", None]


def test_nobody_can_tell_whether_a_third_player_knew_the_card_that_was_played():
    worlds = []
    for known in ("Yay", "Narwhal"):
        start = {"turn": "P2", "P2": {"hand": ["Yay", "Narwhal", "Neigh"]}, "P3": {"knows": {"P2": [known]}}}
        worlds.append(position(**start, deck=["Good Deal", "Shake Up"]).play("play Yay").play("into P2"))
    assert looks(worlds[0], P1) == looks(worlds[1], P1)


def test_a_search_that_keeps_the_order_hides_which_of_several_equal_cards_was_taken():
    deck = ["Neigh", "Basic Unicorn", "Yay", "Basic Unicorn", "Slowdown"]
    start = {
        "cards": CROWDED,
        "P1": {"hand": ["Rummage"]},
        "P2": {"hand": ["Narwhal"]},
        "P3": {"knows": {"deck": deck[:4]}},
        "deck": {"only": [*deck, "Good Deal", "Shake Up"]},
    }
    worlds = []
    for which in (0, 1):
        state = position(**start).play("play Rummage").play("into P1")
        worlds.append(state.play(state.legal()[which]))
    assert [len(world.view()["deck"]) for world in worlds] == [5, 5]
    assert looks(worlds[0], P3) == looks(worlds[1], P3)


def twins(state: State) -> Iterator[tuple[int, State]]:
    """Other worlds that a player cannot tell from this one: of two equal cards in a hand, the other was seen."""
    record, names = state.record, state.game.rules[0].cards["name"]
    for player in range(state.game.players):
        for other in range(state.game.players):
            cards = hand(state, other) if other != player else []
            seen = [card for card in cards if record.known[card] >> player & 1]
            for card in seen:
                for equal in set(cards) - set(seen):
                    if names[card] == names[equal]:
                        twin = state.copy()
                        twin.record.known[[card, equal]] = record.known[[equal, card]]
                        yield player, twin


def play_random_games(check: Callable[[int, State, State], None], games: int) -> int:
    """Check each pair of worlds before and after each decision of random games; return the number of pairs."""
    game, pairs = unicorns.game(3, cards=CROWDED), 0
    for seed in range(games):
        state, rng = game.new(seed), np.random.default_rng(seed)
        while not state.over:
            legal = state.legal()
            action = legal[rng.integers(len(legal))]
            for player, twin in list(twins(state))[:3]:
                check(player, state, twin)
                if state.decider != player:
                    after = state.copy().play(action)
                    check(player, after, twin.play(action))
                    pairs += 1
            state.play(action)
    return pairs


def test_random_games_have_no_worlds_that_only_a_copy_tells_apart():
    def check(player: int, one: State, other: State) -> None:
        assert looks(one, player) == looks(other, player)

    assert play_random_games(check, games=2) > 30
