"""Programs of events, Neow and relics: from the words of `data/*.yaml` to rows of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .opcodes import FORMS, NEED_FORMS, Amount, Need, Op
from .state import NONE

_NUMBER = r"(\d+(?:\.\d+)?)(?:-(\d+))?"
_AMOUNT = re.compile(rf"{_NUMBER}(?:/{_NUMBER})?(?:@(\d+))?(%)?")
_ROUNDINGS = {"floor": Amount.FLOOR, "round": Amount.ROUND, "ceil": Amount.CEIL}
_WORDS = {"third": Amount.THIRD, "memo": Amount.MEMO, "all": Amount.ALL}
_WORSE_EVENTS = 15  # the ascension from which on events are worse


@dataclass(frozen=True)
class Step:
    """A step of a program, or a need: its word, its amount below and from an ascension on, and what it is about."""

    word: int
    kind: int = Amount.PLAIN
    low: int = 1
    low_to: int = 1
    high: int = 1
    high_to: int = 1
    since: int = _WORSE_EVENTS
    what: int = NONE
    other: int = NONE

    def row(self) -> tuple[int, ...]:
        """Return the step as the row of a table."""
        return (self.word, self.kind, self.low, self.low_to, self.high, self.high_to, self.since, self.what, self.other)


class Reader:
    """Reads steps; `names` says which numbers cards, relics and other things have."""

    def __init__(self, names: Mapping[str, Sequence[str]]):
        self.numbers = {kind: {name: number for number, name in enumerate(of)} for kind, of in names.items()}

    def step(self, text: str) -> Step:
        """Return what a step says.

        >>> Reader({}).step("gold 175/150").high
        150
        """
        word, _, rest = text.partition(" ")
        op = Op[word.upper()]
        return self._read(op, FORMS.get(op, ""), rest)

    def need(self, text: str) -> Step:
        """Return what a condition says."""
        word, _, rest = text.partition(" ")
        need = Need[word.upper()]
        return self._read(need, NEED_FORMS.get(need, ""), rest)

    def _read(self, word: int, form: str, rest: str) -> Step:
        found: dict[str, int] = {}
        for letter in form:
            if letter == "a":
                amount, rest = _read_amount(rest)
                found |= amount
            elif letter == "n":
                number, _, rest = rest.partition(" ")
                found["what"] = int(number)
            elif rest:
                first, _, second = rest.partition(" / ")
                found["what"] = self.numbers[letter][first]
                if second:
                    found["other"] = self.numbers[letter][second]
        return Step(word, **found)


def _read_amount(text: str) -> tuple[dict[str, int], str]:
    """Return the fields of an amount and the rest of the text; without an amount, the text as it is."""
    first, _, rest = text.partition(" ")
    if first in _WORDS:
        return {"kind": _WORDS[first]}, rest
    match = _AMOUNT.fullmatch(first)
    if not match:
        return {}, text
    low, low_to, high, high_to, since, percent = match.groups()
    scale = 10 if percent else 1
    values = [
        round(float(each) * scale) for each in (low, low_to or low, high or low, high_to or high or low_to or low)
    ]
    fields = dict(zip(("low", "low_to", "high", "high_to"), values, strict=True))
    if since:
        fields["since"] = int(since)
    if percent:
        rounding, _, rest = rest.partition(" ")
        fields["kind"] = _ROUNDINGS[rounding]
    elif rest == "tenths":
        return {**fields, "kind": Amount.TENTHS}, ""
    return fields, rest
