"""The conversation between a designer and the judge: cards with their figures, refusals and costs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardwright.core.making.maker import Card

from .figures import Figures
from .proposal import Refusal

KEPT = 100  # cards and refusals that are kept, the latest ones


class Fared(NamedTuple):
    """A card, how it fared, and why it is not in the archive; the reason is empty if it is."""

    card: Card
    figures: Figures
    reason: str


class Round(NamedTuple):
    """What one request brought, repairs included."""

    cards: tuple[Card, ...]
    refused: tuple[Refusal, ...]
    requests: int
    tokens_in: int
    tokens_out: int
    cost: float


@dataclass(frozen=True)
class Conversation:
    """The latest cards and refusals, and counts of everything; a grammar has nothing to say."""

    fared: tuple[Fared, ...] = ()
    refused: tuple[Refusal, ...] = ()
    refusals: int = 0
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def with_rounds(self, rounds: Iterable[Round]) -> Conversation:
        """Return the conversation with further requests."""
        found = self
        for each in rounds:
            found = replace(
                found,
                refused=(*found.refused, *each.refused)[-KEPT:],
                refusals=found.refusals + len(each.refused),
                requests=found.requests + each.requests,
                tokens_in=found.tokens_in + each.tokens_in,
                tokens_out=found.tokens_out + each.tokens_out,
                cost=found.cost + each.cost,
            )
        return found

    def with_fared(self, fared: Iterable[Fared]) -> Conversation:
        """Return the conversation with the fate of further cards."""
        return replace(self, fared=(*self.fared, *fared)[-KEPT:])
