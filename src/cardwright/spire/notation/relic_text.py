"""What a relic does in battles, in sentences made from its rules; "you" is the player."""

from __future__ import annotations

import re
from collections.abc import Collection

from .relics import Relic
from .status_text import rule_text
from .statuses import Rule

_TURNS = {
    r"(?:At|Before) the start of your turn(, after drawing)?, if the number of the turn is (\d+):":
        r"At the start of turn \2\1:",
    r"(?:At|Before) the end of your turn, if the number of the turn is (\d+):": r"At the end of turn \1:",
}  # fmt: skip
_SIGHTS = {"draw pile": "You see the order of the draw pile.", "intents": "You do not see what enemies intend."}


def relic_text(relic: Relic, single: Collection[str] = ()) -> str:
    """Return what a relic does in battles.

    >>> from cardwright.spire import standard
    >>> relic_text(standard().relic("Kunai"))
    'Every 3rd time in a turn you play an attack: gain 1 Dexterity.'
    >>> relic_text(standard().relic("Horn Cleat"))
    'At the start of turn 2: gain 14 block.'
    """
    sentences = [_rule_text(relic, rule, single) for rule in relic.rules]
    sentences += [_SIGHTS[each] for each in (relic.sees, relic.hides) if each is not None]
    return " ".join(each for each in sentences if each)


def _rule_text(relic: Relic, rule: Rule, single: Collection[str]) -> str:
    if rule.every is not None and rule.do is None:
        return ""  # it only counts
    text = rule_text(rule, single).replace("the stacks are", "its counter is").replace("the stacks", "its counter")
    text = re.sub(r" Then this (?:ends|loses \d+ stacks?)\.", lambda _: _limit(relic), text)
    text = text.replace("this card", "that card")
    for pattern, words in _TURNS.items():
        text = re.sub(pattern, words, text)
    if rule.every is None:
        return text
    often = f"Every {_ordinal(rule.every)} time{' in a turn' if relic.counter == 'turn' else ''}"
    if text.startswith("At the start of your turn:"):
        return text.replace("At the start of your turn", f"Every {_ordinal(rule.every)} turn", 1)
    return re.sub("^(?:Whenever|When|Before)", often, text)


def _limit(relic: Relic) -> str:
    """Return how often a relic does what it counts."""
    if relic.counter == "kept":
        return " This uses up 1 of its counter."
    return f" This happens {'once' if relic.start == 1 else f'{relic.start} times'} in a {relic.counter}."


def _ordinal(number: int) -> str:
    """Return a number that says which one.

    >>> _ordinal(3), _ordinal(10), _ordinal(22), _ordinal(12)
    ('3rd', '10th', '22nd', '12th')
    """
    last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 <= number % 100 <= 20 else last}"
