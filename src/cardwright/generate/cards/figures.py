"""What play says about a card."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from cardwright.arena.statistics import Estimate
from cardwright.core.showing import html

UNKNOWN = Estimate(math.nan, math.nan, math.nan)
DIGITS = 4  # of numbers in files

LOOPS = "loops"
NEVER_PLAYABLE = "never playable"
NEVER_PLAYED = "never played"
DOES_NOTHING = "does nothing"
IDLE_PART = "a part never matters"
ALWAYS_BEST = "always best"
STRONG = "strong"
STRONG_FOR_ITS_COST = "strong for its cost"  # in games in which cards have costs
DISPUTED = "by the quick agents"  # after "strong" or "weak", where the judge says the opposite
DUPLICATE = "duplicate of"  # followed by the name of a card
COPY = "in other numbers"  # followed by the name of a card
TWICE = "one rule under two names"  # followed by the names


@dataclass(frozen=True)
class Figures:
    """How a card did; what was not measured is nan or empty.

    `strength` is the mean gain of games with the card over the same games without it. `spread` is the difference
    between the deck that gains most and the one that gains least. `synergy` is the gain of the card together with its
    best partner, beyond what each gains alone. `use` is how often an agent that may leave the card plays it, of all
    decisions in which it could.
    """

    strength: Estimate
    games: int
    agents: Mapping[str, float]  # the gain of each agent
    decks: Mapping[str, float]  # the gain of each deck
    complexity: int = 0
    cost: int = 0
    synergy: Estimate = UNKNOWN
    partner: str = ""
    use: Estimate = UNKNOWN
    rank: Estimate = UNKNOWN  # the share of known cards of this cost that are weaker than its strength and interval
    flags: tuple[str, ...] = field(default_factory=tuple)

    @property
    def spread(self) -> float:
        """The difference between the decks that gain most and least."""
        return max(self.decks.values()) - min(self.decks.values())

    def _repr_html_(self) -> str:
        return html.show(self)

    def to_data(self) -> dict[str, Any]:
        """Return the figures as plain data, rounded."""
        data = {each.name: _rounded(getattr(self, each.name)) for each in fields(self)}
        return {**data, "spread": _rounded(self.spread)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Figures:
        """Return the figures that `to_data` wrote."""
        known = {each.name: data[each.name] for each in fields(cls)}
        for name in ("strength", "synergy", "use", "rank"):
            known[name] = Estimate(*map(_number, known[name]))
        return cls(**{**known, "flags": tuple(known["flags"])})


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, DIGITS)
    if isinstance(value, Mapping):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return value


def _number(value: float | None) -> float:
    return math.nan if value is None else value
