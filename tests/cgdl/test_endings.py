"""How games end, in words."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.decks import USUAL
from cardwright.core.state import State

POINTS = """language 2 game "x" players 3 tables 0 stage { com give 5 to all players } stage "s" { bet any, done done }
ranking {} winning { token = 2 alive = 0 }
"""


def ended(game: str, *actions: str, **start) -> State:
    state = cgdl.game(game, **start).new(seed=1, logged=True) if game in cgdl.games() else None
    state = state or cgdl.game(cgdl.parse(game), **start).new(seed=1, logged=True)
    for action in actions:
        state.play(action)
    assert state.over
    return state


HANDS = {"P1": {"hand": ["7h"]}, "P2": {"hand": ["2h", "3h"]}, "P3": {"hand": ["Kh", "Ah"]}, "T0": ["5h"]}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (lambda: ended("uno", **HANDS), "P1 wins, because they have no cards"),
        (lambda: ended("uno", **{**HANDS, "P1": {"hand": ["9c", "8c"]}}, deck=[]),
         "nobody wins, because the deck is empty without a winner"),
        (lambda: ended(POINTS, "bet 2", "done", "bet 1"), "P2 wins with 10 points (P1 6, P3 8)"),
        (lambda: ended(POINTS, "done", "done", "bet 1"), "nobody wins: P1 and P2 have 10 points each (P3 8)"),
        (lambda: ended("hearts", stage="shoot the moon", P1={"stack": ["2h"]}, P2={"stack": ["Qs"]},
                       P3={"stack": ["3h", "4h"]}, P4={"stack": ["5h", "6h"]}),
         "P1 wins with -1 point (P2 -13, P3 -2, P4 -2)"),
        (lambda: ended(POINTS.replace('"s" { bet any, done done }', "{ mandatory take 9 from HA face up }")),
         "the game crashed, because P1 could not carry out this rule: mandatory take 9 from HA face up"),
        (lambda: ended(POINTS.replace("ranking", "stage { once done next } ranking").replace("tables 0",
                       "tables 0 with turn_limit = 1"), "done"),
         "the game crashed, because it took more than 1 turns"),
    ],
)  # fmt: skip
def test_an_ending_says_who_won_and_why(state, expected):
    found = state()
    assert found.game.ending(found) == expected


def test_cards_have_a_short_form_with_the_symbol_of_the_suit():
    assert [USUAL.shorts[card] for card in (0, 13, 26, 39, 22, 51)] == ["A♣", "A♦", "A♥", "A♠", "10♦", "K♠"]
    assert all(USUAL.find(USUAL.shorts[card]) == card == USUAL.find(USUAL.name(card)) for card in range(52))


def test_a_position_is_shown_with_symbols():
    state = cgdl.game("uno", **{**HANDS, "P1": {"hand": ["7h", "10d", "5s"]}}).new(seed=1, logged=True)
    assert "P1 (you): 10♦ 7♥ 5♠" in str(state)
    assert "Pile: 5♥" in str(state)
