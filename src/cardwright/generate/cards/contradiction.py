"""Where the judge and a tournament of the same cards disagree."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from cardwright.core.making.maker import CardMaker

from .recipe import Candidate

EVEN = 0.5  # the win rate of an average card in a tournament


def contradictions(maker: CardMaker, candidates: Sequence[Candidate]) -> Iterator[str]:
    """Yield a sentence for each card that is strong by one measure and weak by the other.

    Strong and weak mean better and worse than the average of these cards, by the judge beyond the interval.
    """
    rates = maker.tournament([each.card for each in candidates])
    if not rates:
        return
    usual = statistics.fmean(each.figures.strength.value for each in candidates)
    for each in candidates:
        name, (value, low, high) = maker.name(each.card), each.figures.strength
        rate = rates[name]
        if (low > usual and rate < EVEN) or (high < usual and rate > EVEN):
            judged, played = ("above", "loses") if low > usual else ("below", "wins")
            yield (
                f"{name}: the judge puts it {judged} the average of this file ({value:+.1f}, average {usual:+.1f}), "
                f"but in a tournament of these cards it {played} more often than not ({100 * rate:.0f} % won). The "
                f"judge adds it to decks of known cards; the tournament plays it with the cards of this file only."
            )
