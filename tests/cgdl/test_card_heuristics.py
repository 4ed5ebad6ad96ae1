"""The heuristic evaluation: a player is ahead if the rules that decide the game favour that player."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.core import array_verbs

FRAME = """language 1 game "Test" players 2 tables 1
stage {{ com deal 3 to all players com give 10 to all players }}
stage {{ put 1 in T0 any face up done }}
stage {{ {rule} }}
ranking {{ one pair = 100 }} winning {{ token = {token} alive = 0 }}"""
LOW, HIGH = ["ace of clubs", "2 of clubs", "3 of hearts"], ["king of spades", "king of hearts", "queen of clubs"]


def estimates(rule: str, hands: list[list[str]], token: int = 1) -> list[float]:
    """Return the evaluation of each player when the first player must decide."""
    seats = {f"P{number + 1}": {"hand": hand, "stash": 10} for number, hand in enumerate(hands)}
    start = {"text": FRAME.format(rule=rule, token=token), "stage": 1, **seats}
    state = cgdl.CardGame("test", start).new(seed=1)
    return [array_verbs.evaluate(state.records, 0, state.game.rules, player) for player in range(2)]


@pytest.mark.parametrize(
    ("rule", "better"),
    [
        ("mandatory if sum HX > HA then win", HIGH),
        ("mandatory if sum HX < HA then win", LOW),
        ("mandatory if play HX > HA then gain KA0", HIGH),
        ("mandatory if sum HX > 21 then out", LOW),
        ("mandatory if have number 2 then win", LOW),
    ],
)
def test_decisive_rules_favour_the_better_hand(rule: str, better: list[str]) -> None:
    worse = LOW if better is HIGH else HIGH
    for hands, ahead in (([better, worse], 0), ([worse, better], 1)):
        values = estimates(rule, hands)
        assert -1 < values[1 - ahead] < 0 < values[ahead] < 1


@pytest.mark.parametrize("rule", ["mandatory if sum HX > HA then next", "mandatory if sum T0 > 9 then out, end"])
def test_rules_that_favour_nobody_do_not_count(rule: str) -> None:
    assert estimates(rule, [LOW, HIGH]) == [0, 0]


def test_worthless_tokens_do_not_count() -> None:
    assert estimates("mandatory if sum HX > HA then gain KA0", [LOW, HIGH], token=0) == [0, 0]


def test_a_larger_margin_is_better() -> None:
    rule = "mandatory if sum HX > HA then win"
    lowest, middle = (estimates(rule, [hand, HIGH])[0] for hand in (LOW, ["9 of clubs", "8 of clubs", "7 of hearts"]))
    assert lowest < middle < 0
