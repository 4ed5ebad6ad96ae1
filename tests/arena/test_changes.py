"""Descriptions of what changed between two positions."""

from __future__ import annotations

import pytest

from cardwright.arena.changes import changes, without
from cardwright.core.presentation import CardName

PLAYERS = ["P1", "P2", "P3"]


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ({"hand": ["Bash"], "discard": []}, {"hand": [], "discard": ["Bash"]}, ["Bash: hand -> discard"]),
        ({"hand": ["A", "A", "B"]}, {"hand": ["A"]}, ["A, B: out of hand"]),
        ({"hand": []}, {"hand": ["Wound", "Wound"]}, ["2 Wound: new in hand"]),
        ({"energy": 3}, {"energy": 1}, ["energy 3 -> 1"]),
        ({"phase": "draw", "turn": "P1"}, {"phase": "action", "turn": "P2"}, []),
        (
            {"player": {"hp": 80, "statuses": {}}},
            {"player": {"hp": 70, "statuses": {"Weak": 1}}},
            ["player: hp 80 -> 70, Weak 0 -> 1"],
        ),
        (
            {"P1": {"hand": ["Neigh"]}, "stack": []},
            {"P1": {"hand": []}, "stack": ["Neigh"]},
            ["Neigh: P1's hand -> stack"],
        ),
        ({"hands": {"P1": ["A"], "P2": []}}, {"hands": {"P1": [], "P2": ["A"]}}, ["A: P1's hand -> P2's hand"]),
        ({"pile": list("abcdefgh"), "deck": []}, {"pile": [], "deck": list("abcdefgh")}, ["8 cards: pile -> deck"]),
    ],
)
def test_changes_in_words(before, after, lines):
    assert changes(before, after, PLAYERS) == lines
    assert changes(before, before, PLAYERS) == []


def test_enemies_of_the_same_name_are_numbered():
    louse = {"name": "Louse", "hp": 10}
    before, after = {"enemies": [louse, louse]}, {"enemies": [louse, {**louse, "hp": 4}]}
    assert changes(before, after) == ["Louse 2: hp 10 -> 4"]


def test_an_unseen_draw_is_reported_as_a_card():
    before = {"deck": [None, None], "P2": {"hand": [None]}}
    after = {"deck": [None], "P2": {"hand": [None, None]}}
    assert changes(before, after, PLAYERS) == ["a card: deck -> P2's hand"]


def test_an_unknown_card_that_is_discarded_is_not_confused_with_a_draw():
    before = {"P2": {"hand": [None, None]}, "P3": {"hand": []}, "deck": [None], "discard": []}
    after = {"P2": {"hand": [None]}, "P3": {"hand": [None]}, "deck": [], "discard": ["Yay"]}
    assert changes(before, after, PLAYERS) == ["Yay: P2's hand -> discard", "a card: deck -> P3's hand"]


def test_an_unknown_card_is_named_when_it_is_played():
    before = {"P2": {"hand": [None, None], "stable": []}, "deck": [None]}
    after = {"P2": {"hand": [None], "stable": ["Yay"]}, "deck": [None]}
    assert changes(before, after, PLAYERS) == ["Yay: P2's hand -> P2's stable"]


@pytest.mark.parametrize("known", [["Neigh", "Yay"], ["Neigh", None]])
def test_a_random_pull_from_a_known_hand_does_not_reveal_the_card(known):
    """After another player takes a random card, a hand that was known is unknown."""
    before = {"P2": {"hand": known}, "P3": {"hand": []}}
    after = {"P2": {"hand": [None]}, "P3": {"hand": [None]}}
    assert changes(before, after, PLAYERS) == ["a card: P2's hand -> P3's hand"]


def test_numbered_cards_of_the_same_name_are_followed():
    one, two = CardName("Strike", 1), CardName("Strike", 2)
    before, after = {"hand": [one], "draw": [two], "discard": []}, {"hand": [two], "draw": [], "discard": [one]}
    assert changes(before, after) == ["Strike: hand -> discard", "Strike: draw -> hand"]


def test_keys_can_be_left_out():
    assert without({"P1": {"stable": [], "value": 1}, "value": 2}, ["value"]) == {"P1": {"stable": []}}
