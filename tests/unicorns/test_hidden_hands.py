"""A hidden copy keeps everything a player knows and draws the rest uniformly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from cardwright import unicorns
from cardwright.core import array_verbs
from cardwright.core.random import as_seed
from cardwright.core.state import State
from cardwright.unicorns.state import Zone

P1, P2, P3 = range(3)
HIDDEN = ["Yay", "Slowdown", "Good Deal", "Rhinocorn", "Neigh", "Shake Up", "Re-Target", "Narwhal"]


def position(**start: Any) -> State:
    return unicorns.family.game({"players": 3, **start}).new(seed=1)


def copies(state: State, player: int, number: int) -> list[dict[str, Any]]:
    return [state.copy(hidden_from=player, seed=seed).view() for seed in range(number)]


def redrawn(state: State, player: int, number: int = 6_000) -> tuple[list[tuple[str, ...]], list[list[str]]]:
    """The hand of P2, and the deck from the top, in each of `number` hidden copies."""
    game = state.game
    states = np.repeat(state.records, number)
    for index in range(number):
        array_verbs.hide(states, index, game.rules, player, as_seed(index))
    names = np.array([*(game.card_names[line.name] for line in game.rules[0].cards)])
    hands = [tuple(sorted(names[np.flatnonzero(zone == Zone.HAND + P2)])) for zone in states["zone"]]
    size = int(state.record.deck_count)
    return hands, [names[deck[:size][::-1]].tolist() for deck in states["deck"]]


def uniform(counts: Counter, outcomes: int) -> bool:
    assert len(counts) == outcomes
    return stats.chisquare(list(counts.values())).pvalue > 1e-4


def table(**more: Any) -> State:
    """A position with P1 to play and eight cards hidden from P1: three with P2, one with P3, four in the deck."""
    return position(
        **{
            "P1": {"hand": ["Basic Unicorn", "Unicorn Poison"], "stable": ["Baby Unicorn"]},
            "P2": {"hand": HIDDEN[:3], "stable": ["Narwhal Torpedo"]},
            "P3": {"hand": HIDDEN[3:4]},
            "deck": {"only": HIDDEN[4:]},
            "discard": ["Stabby the Unicorn"],
            **more,
        }
    )


def test_hidden_hands_are_drawn_uniformly():
    hands = Counter(redrawn(table(), P1)[0])
    assert set(hands) == {tuple(sorted(hand)) for hand in combinations(HIDDEN, 3)}
    assert uniform(hands, 56)


def test_the_deck_is_drawn_uniformly_and_does_not_depend_on_the_hands():
    hands, decks = redrawn(table(), P1)
    assert uniform(Counter(deck[0] for deck in decks), 8)
    assert uniform(Counter((deck[0], deck[3]) for deck in decks), 56)
    with_yay = [deck[0] for hand, deck in zip(hands, decks, strict=True) if "Yay" in hand]
    assert uniform(Counter(with_yay), 7)


def test_what_a_player_sees_stays_the_same():
    state = table()
    before = state.view()
    for view in copies(state, P1, 50):
        for name in ("P1", "P2", "P3"):
            assert view[name]["stable"] == before[name]["stable"]
            assert len(view[name]["hand"]) == len(before[name]["hand"])
        assert view["P1"]["hand"] == before["P1"]["hand"]
        assert view["discard"] == before["discard"]
        assert view["nursery"] == before["nursery"]
        together = [*view["P2"]["hand"], *view["P3"]["hand"], *view["deck"]]
        assert sorted(together) == sorted(HIDDEN)


def test_known_cards_stay_and_the_rest_is_uniform():
    knows = {"P2": ["Slowdown"], "deck": ["Neigh"]}
    state = table(P1={"hand": ["Basic Unicorn"], "knows": knows})
    hands, decks = redrawn(state, P1)
    assert all("Slowdown" in hand for hand in hands)
    assert all(deck[0] == "Neigh" for deck in decks)
    assert uniform(Counter(tuple(sorted(set(hand) - {"Slowdown"})) for hand in hands), 15)


def test_each_player_has_their_own_knowledge():
    state = table(P3={"hand": ["Rhinocorn"], "knows": {"P1": "all"}})
    assert all(view["P1"]["hand"] == ["Basic Unicorn", "Unicorn Poison"] for view in copies(state, P3, 20))
    assert len({tuple(view["P1"]["hand"]) for view in copies(state, P2, 200)}) > 20
    assert all(view["P3"]["hand"] == ["Rhinocorn"] for view in copies(state, P3, 20))


def after(state: State, *choices: str) -> State:
    for choice in choices:
        state.play(choice)
    return state


@pytest.mark.parametrize("player", [P1, P2, P3])
def test_a_copy_in_the_middle_of_a_link_can_be_played(player):
    """P2 is asked whether Black Knight saves a unicorn: after targets are chosen, before effects take place."""
    state = table(P2={"hand": HIDDEN[:3], "stable": ["Black Knight Unicorn", "Basic Unicorn"]})
    after(state, "play Unicorn Poison")
    if state.decider == P1:
        state.play("destroy Basic Unicorn of P2")
    assert (state.decider, state.view()["asks"]) == (P2, "Black Knight Unicorn")
    for seed in range(20):
        copy = state.copy(hidden_from=player, seed=seed)
        assert [str(each) for each in copy.legal()] == ["yes", "no"]
        copy.play("yes")
        assert copy.view()["P2"]["stable"] == ["Basic Unicorn"]


def test_only_the_player_who_searches_the_deck_sees_it():
    state = table(
        P1={"hand": ["Classy Narwhal"]},
        deck={"only": ["Yay", "Rainbow Aura", "Neigh", "Shake Up"]},
        P2={"hand": ["Slowdown", "Good Deal", "Re-Target"]},
    )
    after(state, "play Classy Narwhal", "into P1", "yes")
    options = ["search Rainbow Aura", "search Yay"]
    assert sorted(map(str, state.legal())) == options
    for view in copies(state, P1, 100):
        assert sorted(view["deck"]) == ["Neigh", "Rainbow Aura", "Shake Up", "Yay"]
    assert len({tuple(view["P2"]["hand"]) for view in copies(state, P1, 100)}) > 4
    assert len({tuple(sorted(view["deck"])) for view in copies(state, P3, 100)}) > 10
    for seed in range(50):  # in a copy for another player there is something to find
        other = state.copy(hidden_from=P3, seed=seed)
        assert other.decider == P1
        assert all(action.kind == "search" for action in other.legal())


def test_secret_answers_are_taken_back():
    """P2 has decided to react, but P3, who is asked next, does not know that."""
    state = position(
        P1={"hand": ["Basic Unicorn"]}, P2={"hand": ["Neigh"]}, P3={"hand": ["Neigh"]}, deck=["Yay", "Shake Up"]
    )
    after(state, "play Basic Unicorn", "into P1", "play Neigh")
    assert state.decider == P3
    outcomes = Counter()
    for seed in range(200):
        copy = state.copy(hidden_from=P3, seed=seed)
        copy.play("pass")
        outcomes["Basic Unicorn" in copy.view()["P1"]["stable"]] += copy.decider != P2 or not copy.view()["stack"]
        outcomes["asked"] += copy.decider == P2 and bool(copy.view()["stack"])
    assert outcomes[False] == 0  # no Neigh takes effect before the others have answered again
    assert 0 < outcomes["asked"] < 200  # in some copies P2 holds an instant, in others not


def test_a_card_taken_at_random_makes_others_forget_the_hand():
    state = position(
        P1={"hand": ["Americorn"]},
        P2={"hand": HIDDEN[:3]},
        P3={"hand": ["Rhinocorn"], "knows": {"P2": "all"}},
        deck=["Basic Unicorn"],
    )
    assert set(state.view()["P3"]["knows"]["P2"]) == set(HIDDEN[:3])
    after(state, "play Americorn", "into P1", "player P2")
    view = state.view()
    taken = view["P1"]["hand"][0]
    assert "P2" not in view["P3"]["knows"]
    assert "P1" not in view["P3"]["knows"]
    assert view["P2"]["knows"]["P1"] == [taken]


def test_a_nanny_cam_opens_a_hand_until_it_leaves():
    state = position(
        P1={"hand": ["Nanny Cam"]},
        P2={"hand": HIDDEN[:2]},
        P3={"hand": ["Neigh", "Super Neigh"]},
        deck=["Yay", "Shake Up"],
    )
    after(state, "play Nanny Cam", "into P2", "pass")
    assert set(HIDDEN[:2]) <= set(state.view()["P3"]["knows"]["P2"])
    assert state.game.seen(state, P3)["P2"]["hand"].count(None) == 0
    assert state.game.seen(state, P3)["P1"]["hand"].count(None) == len(state.view()["P1"]["hand"])
