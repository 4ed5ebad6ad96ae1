"""A metagame: what playing a game showed, in the same few figures for every game, so that all metrics apply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy import special

from cardwright.core.showing import html

from .words import number

ALL_TIES = 0.999  # from this share of ties on, the figures cannot show who is better

WIN_RATE = "win rate"  # the unit of rates that are shares of games


@dataclass(frozen=True)
class Metagame:
    """How well the compared things (cards of a tournament, variants of an arena) did.

    >>> metagame = Metagame(["Bomb", "Ogre"], [0.4, 0.6])
    >>> metagame.best, metagame.worst
    ('Ogre', 'Bomb')
    """

    names: Sequence[str]
    rates: np.ndarray  # of each: its win rate, or the measure chosen for the arena
    errors: np.ndarray | None = None  # the standard error of each rate, if games are random
    lineups: np.ndarray | None = None  # the win rates of all lineups, or of all series: the data of a histogram
    matrix: np.ndarray | None = None  # the payoff, from -1 to 1, of each lineup against each other, if requested
    lineup_names: Sequence[str] = ()  # the names of the matrix's rows
    ties: float = 0.0  # the share of games without a winner
    length: float = 0.0  # the mean number of phases or turns of a game
    intensity: float | None = None  # how many cards die in a phase of a match; None in an arena
    games: int = 0  # the number of games played
    change: float = 0.0  # the distance from the original rules, from 0 to 1
    unit: str = WIN_RATE  # what the rates measure
    # The tournament, or the results of the arena by variant and scenario.
    details: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rates", np.asarray(self.rates, float))

    @property
    def distribution(self) -> np.ndarray:
        """The data of a histogram: the rates of all lineups, or those of the cards if there are no lineups."""
        return self.rates if self.lineups is None else self.lineups

    @property
    def best(self) -> str:
        """The name with the highest rate."""
        return self.names[int(np.argmax(self.rates))]

    @property
    def worst(self) -> str:
        """The name with the lowest rate."""
        return self.names[int(np.argmin(self.rates))]

    def rate_text(self, value: float) -> str:
        """Return a rate, or a difference of rates, as people read it: shares of games in per cent."""
        return f"{number(100 * value)} %" if are_shares(self.unit) else number(value)

    @property
    def all_ties(self) -> bool:
        """Whether practically all games are ties; equal rates then mean nothing."""
        return self.ties >= ALL_TIES

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        errors = None if self.errors is None else dict(zip(self.names, np.round(self.errors, 6).tolist(), strict=True))
        return {
            "unit": self.unit,
            "rates": dict(zip(self.names, np.round(self.rates, 6).tolist(), strict=True)),
            **({} if errors is None else {"errors": errors}),
            "tie_share": self.ties,
            "all_ties": self.all_ties,
            "length": self.length,
            **({} if self.intensity is None else {"intensity": self.intensity}),
            "games": self.games,
        }

    def _repr_html_(self) -> str:
        return html.show(self)


def are_shares(unit: str) -> bool:
    """Return whether rates of this unit are shares of games, or differences of such shares.

    >>> are_shares("win rate"), are_shares("gain in win rate"), are_shares("hp_left")
    (True, True, False)
    """
    return unit.endswith(WIN_RATE)


def pooled(metagames: Sequence[Metagame]) -> Metagame:
    """Pool several measurements of the same rules with different seeds into one.

    If each measurement has its own errors, these are combined. Otherwise the errors come from the differences between
    the measurements. With few of them, Student's t scales the errors so that +-1.96 errors still cover the truth in
    95 % of cases.

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
        lineups=np.mean([each.distribution for each in metagames], axis=0),
        ties=float(np.mean([each.ties for each in metagames])),
        length=float(np.mean([each.length for each in metagames])),
        intensity=None if first.intensity is None else float(np.mean([each.intensity for each in metagames])),
        games=sum(each.games for each in metagames),
        details=[each.details for each in metagames],
    )


def _pooled_errors(metagames: Sequence[Metagame]) -> np.ndarray:
    own = [each.errors for each in metagames if each.errors is not None]
    count = len(metagames)
    if len(own) == count:
        combined: np.ndarray = np.sqrt(np.sum(np.square(own), axis=0)) / count
        return combined
    errors: np.ndarray = np.std([each.rates for each in metagames], axis=0, ddof=1) / np.sqrt(count)
    errors *= float(special.stdtrit(count - 1, 0.975) / special.ndtri(0.975))
    return errors
