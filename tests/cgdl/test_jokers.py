"""Jokers, which stand for any other card in sets and runs (language 3)."""

from __future__ import annotations

import itertools
import random

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.decks import USUAL
from cardwright.core.errors import BadData

END = " winning { score = 1 }"
SETS, RUNS = "lay set of 3 or more in T0", "lay run of 3 or more in T0"


def start(rules: str, limits: str = "", jokers: str = "number 2", **given):
    """Return a new game with rules that run as plain Python."""
    head = f'language 3 game "Test" players 2 tables 2 jokers {jokers} {limits} stage "lay" {{ '
    return cgdl.game(cgdl.parse(f"{head}{rules} done }}{END}"), **given).new(1, logged=True)


def legal(state) -> list[str]:
    return [str(action) for action in state.legal()]


def laid(state) -> list[str]:
    return [str(card) for card in state.view()["melds"][-1]["cards"]]


def every_group(state) -> set[frozenset[int]]:
    """Return every group that the player can lay first, with all choices of cards."""
    found = set()
    waiting = [state.copy().play(action) for action in state.legal() if str(action).startswith("lay")]
    while waiting:
        now = waiting.pop()
        if int(now.record.open_group) >= 0:
            waiting += [now.copy().play(action) for action in now.legal()]
        else:
            found.add(int(now.record.groups[0]))
    return found


def is_group(cards: tuple[int, ...], kind: str, most: int, fewer: bool) -> bool:
    """Return whether cards are a set, or a run that begins with a card that is no joker."""
    others, jokers = [card for card in cards if card % 13 != 1], sum(card % 13 == 1 for card in cards)
    numbers = sorted(card % 13 for card in others)
    if not others or jokers > most or (fewer and jokers >= len(others)):
        return False
    if kind == "set":
        return len(set(numbers)) == 1
    missing = numbers[-1] - numbers[0] + 1 - len(numbers)
    one_suit = len({card // 13 for card in others}) == 1 and len(set(numbers)) == len(numbers)
    return one_suit and missing <= jokers and numbers[0] + len(cards) <= 13


@pytest.mark.parametrize("kind", ["set", "run"])
@pytest.mark.parametrize("size", ["3 or more", "4"])
@pytest.mark.parametrize(
    ("limits", "most", "fewer"), [("", 4, False), ("at most 1", 1, False), ("fewer than others", 4, True)]
)
def test_every_group_with_jokers_can_be_laid_and_nothing_else(kind, size, limits, most, fewer):
    rng = random.Random(f"{kind} {size} {limits}")
    for _ in range(4):
        jokers = rng.sample([1, 14, 27, 40], 2)
        pool = [
            card for card in range(52) if card % 13 in (5, 6, 7, 8, 9, 10) and card // 13 < 2 and card not in jokers
        ]
        hand = [*rng.sample(pool, 5), *jokers]
        state = start(f"lay {kind} of {size} in T0", limits, P1={"hand": [USUAL.names[card] for card in hand]})
        sizes = [4] if size == "4" else [3, 4, 5, 6, 7]
        groups = (some for k in sizes for some in itertools.combinations(hand, k) if is_group(some, kind, most, fewer))
        assert every_group(state) == {sum(1 << card for card in some) for some in groups}


def test_a_joker_stands_for_the_card_that_is_missing_in_a_run():
    state = start(RUNS, P1={"hand": ["5h", "2c", "7h", "Kd"]})
    assert legal(state) == ["lay run with 5 of hearts", "done"]
    state.play("lay run with 5 of hearts")  # the joker is the only card that can follow, and only the 7 follows it
    assert laid(state) == ["5 of hearts", "2 of clubs", "7 of hearts"]


@pytest.mark.parametrize(
    ("run", "card", "after"),
    [
        (["5h", "6h", "2c"], "8h", ["5h", "6h", "2c", "8h"]),  # the joker is the 7
        (["5h", "6h", "2c"], "4h", ["4h", "5h", "6h", "2c"]),
        (["2c", "6h", "7h"], "4h", ["4h", "2c", "6h", "7h"]),  # the joker is the 5
        (["Jh", "Qh", "Kh"], "2s", ["2s", "Jh", "Qh", "Kh"]),  # nothing follows the king
        (["5h", "6h", "7h"], "2s", ["5h", "6h", "7h", "2s"]),
    ],
)
def test_cards_and_jokers_are_added_to_runs(run, card, after):
    state = start(f"{RUNS} lay off on melds in T0", P1={"hand": [card]}, melds=[{"of": "P2", "cards": run}])
    state.play(legal(state)[0])
    assert laid(state) == [USUAL.full_name(each) for each in after]
    again = start(RUNS, P1={"hand": []}, melds=[{"of": "P2", "cards": laid(state)}])
    assert [int(again.record.group_first[0]), int(again.record.group_last[0])] == [
        int(state.record.group_first[0]),
        int(state.record.group_last[0]),
    ]


@pytest.mark.parametrize(
    ("limits", "meld", "offered"),
    [("at most 1", ["7c", "7d", "2c"], False), ("at most 2", ["7c", "7d", "2c"], True),
     ("fewer than others", ["7c", "7d", "2c"], False), ("fewer than others", ["7c", "7d", "7h", "2c"], True),
     ("at most 3 fewer than others", ["7c", "7d", "7h", "7s", "2c", "2d", "2h"], False)],
)  # fmt: skip
def test_no_more_jokers_are_added_to_a_set_than_it_can_have(limits, meld, offered):
    state = start(f"{SETS} lay off on melds in T0", limits, P1={"hand": ["2s"]}, melds=[{"of": "P2", "cards": meld}])
    assert ("lay off 2 of spades" in legal(state)) == offered


@pytest.mark.parametrize(
    ("limits", "meld", "message"),
    [
        ("", "2c 2d 2h", "3 of 3 cards are jokers; the limit is 2"),
        ("at most 1", "8c 8d 2c 2d", "2 of 4 cards are jokers; the limit is 1"),
        ("at most 3 fewer than others", "8h 8c 2c 2d", "2 of 4 cards are jokers; the limit is 1"),
        ("at most 3 fewer than others", "8h 8c 8d 8s 2s 2c 2d 2h", "4 of 8 cards are jokers; the limit is 3"),
        ("fewer than others", "5c 2d 7c 2s", "2 of 4 cards are jokers; the limit is 1"),
    ],
)
def test_no_meld_of_a_position_has_too_many_jokers(limits, meld, message):
    with pytest.raises(BadData, match=message):
        start(f"{SETS} {RUNS}", limits, melds=[{"of": "P1", "cards": meld.split()}])


def test_a_position_has_the_jokers_that_are_allowed():
    assert laid(start(SETS, "fewer than others", melds=[{"of": "P1", "cards": ["8c", "8d", "2c"]}]))
    assert laid(start(SETS, melds=[{"of": "P1", "cards": ["8c", "2d", "2c"]}]))


def test_a_group_that_must_have_a_card_gets_it():
    state = start("lay set of 3 with 7 of spades in T0", P1={"hand": ["7c", "7d", "7s", "2c", "2d"]})
    groups = every_group(state)
    assert groups
    assert all(group >> USUAL.find("7s") & 1 for group in groups)


@pytest.mark.parametrize(
    ("rule", "jokers", "message"),
    [
        ("put 1 in T1 any face up", "number 2", "nobody lays a group with jokers"),
        (SETS, "any", "some cards must be no jokers"),
        (f"{SETS} beat T0", "number 2", "'beat' cannot be used with jokers"),
        (f"{SETS} mandatory lay all in T0", "number 2", "'lay all' cannot be used with jokers"),
        (f"{SETS} if deadwood < 5 then call knock", "number 2", "'deadwood' cannot be counted with jokers"),
        (SETS, "number 2 at most 0", "cards of a group: 1 to 13 are allowed, not 0"),
    ],
)
def test_jokers_are_checked(rule, jokers, message):
    with pytest.raises(cgdl.BadGame, match=message):
        start(rule, jokers=jokers)


@pytest.mark.parametrize(
    "jokers", ["number 2", "number 2, king of spades at most 3", "number 2 at most 3 fewer than others"]
)
def test_jokers_read_back(jokers):
    game = cgdl.parse(f'language 3 game "x" players 2 tables 1 jokers {jokers} stage "a" {{ {SETS} done }}{END}')
    assert cgdl.parse(cgdl.text(game)) == game
    assert f"jokers {jokers}\n" in cgdl.formatted(cgdl.text(game))
