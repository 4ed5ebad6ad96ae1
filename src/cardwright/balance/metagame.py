"""What playing showed: the same few figures for every game, so that every metric serves them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy import special

ALL_TIES = 0.999  # from this share of ties on, nothing can be said about who is better


@dataclass(frozen=True)
class Metagame:
    """How those that are compared (cards of a tournament, variants of an arena) did against each other.

    >>> metagame = Metagame(["Bomb", "Ogre"], [0.4, 0.6])
    >>> metagame.best, metagame.worst
    ('Ogre', 'Bomb')
    """

    names: Sequence[str]
    rates: np.ndarray  # how well each did: its win rate, or what the arena was told to measure
    errors: np.ndarray | None = None  # the standard error of each rate, where chance has a part
    lineups: np.ndarray | None = None  # the win rates of all lineups, or of all series: what a histogram shows
    matrix: np.ndarray | None = None  # the payoff, from -1 to 1, of each lineup against each other, if asked for
    lineup_names: Sequence[str] = ()  # what the rows of the matrix are called
    ties: float = 0.0  # the share of games that nobody won
    length: float = 0.0  # phases or turns of a game, on average
    games: int = 0  # how many were played
    change: float = 0.0  # how far the rules are from those we began with, from 0 to 1
    unit: str = "win rate"  # what the rates are
    details: Any = field(
        default=None, repr=False
    )  # the tournament, or the results of the arena by variant and scenario

    def __post_init__(self) -> None:
        object.__setattr__(self, "rates", np.asarray(self.rates, float))

    @property
    def spread(self) -> np.ndarray:
        """What a histogram shows: the rates of all lineups, or where there are none those of the cards."""
        return self.rates if self.lineups is None else self.lineups

    @property
    def best(self) -> str:
        """Who did best."""
        return self.names[int(np.argmax(self.rates))]

    @property
    def worst(self) -> str:
        """Who did worst."""
        return self.names[int(np.argmin(self.rates))]

    @property
    def all_ties(self) -> bool:
        """Whether practically nobody ever wins, so that even rates mean nothing."""
        return self.ties >= ALL_TIES

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        errors = None if self.errors is None else dict(zip(self.names, np.round(self.errors, 6).tolist(), strict=True))
        return {
            "unit": self.unit,
            "rates": dict(zip(self.names, np.round(self.rates, 6).tolist(), strict=True)),
            **({} if errors is None else {"errors": errors}),
            "tie_share": self.ties,
            "all_ties": self.all_ties,
            "length": self.length,
            "games": self.games,
        }


def pooled(metagames: Sequence[Metagame]) -> Metagame:
    """Several measurements of the same rules from different seeds as one.

    Where each has errors of its own, they go together; otherwise the errors come from how much the measurements differ,
    and of few of them are larger by as much as makes 1.96 errors on either side hold the truth in 95 of 100 cases.

    >>> pooled([Metagame(["a"], [0.4], games=10), Metagame(["a"], [0.6], games=10)])
    Metagame(names=['a'], rates=array([0.5]), ...games=20...)
    """
    first = metagames[0]
    if len(metagames) == 1:
        return first
    return replace(
        first,
        rates=np.mean([each.rates for each in metagames], axis=0),
        errors=_pooled_errors(metagames),
        lineups=np.mean([each.spread for each in metagames], axis=0),
        ties=float(np.mean([each.ties for each in metagames])),
        length=float(np.mean([each.length for each in metagames])),
        games=sum(each.games for each in metagames),
        details=[each.details for each in metagames],
    )


def _pooled_errors(metagames: Sequence[Metagame]) -> np.ndarray:
    own = [each.errors for each in metagames if each.errors is not None]
    count = len(metagames)
    if len(own) == count:
        return np.sqrt(np.sum(np.square(own), axis=0)) / count
    errors = np.std([each.rates for each in metagames], axis=0, ddof=1) / np.sqrt(count)
    return errors * float(special.stdtrit(count - 1, 0.975) / special.ndtri(0.975))
