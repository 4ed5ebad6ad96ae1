"""Searches side by side: what each designer made of its evaluations."""

from __future__ import annotations

from dataclasses import dataclass

from .figures import ALWAYS_BEST, COPY, DOES_NOTHING, DUPLICATE, LOOPS, NEVER_PLAYABLE, NEVER_PLAYED, TWICE
from .search import Search

DEFECTS = (LOOPS, NEVER_PLAYABLE, NEVER_PLAYED, DOES_NOTHING, ALWAYS_BEST, DUPLICATE, COPY, TWICE)


@dataclass(frozen=True)
class Outcome:
    """What a search brought.

    `qd_score` is the sum of the qualities in the archive, the usual measure of quality diversity: it grows with the
    number of different cards and with how good they are.
    """

    designer: str
    evaluations: int
    refused: int  # cards that could not even be judged
    defects: int  # candidates that loop, are never played, do nothing, are always best or copy a card
    kept: int
    qd_score: float
    requests: int
    tokens: int
    cost: float

    @property
    def quality(self) -> float:
        """The mean quality of the cards that were kept."""
        return self.qd_score / self.kept if self.kept else 0.0


def outcome(search: Search) -> Outcome:
    """Return what a search brought."""
    said = search.conversation
    return Outcome(
        designer=search.settings.designer,
        evaluations=search.evaluations,
        refused=said.refusals,
        defects=sum(count for reason, count in search.reasons.items() if reason.startswith(DEFECTS)),
        kept=len(search.archive),
        qd_score=sum(each.quality for each in search.archive.candidates()),
        requests=said.requests,
        tokens=said.tokens_in + said.tokens_out,
        cost=said.cost,
    )
