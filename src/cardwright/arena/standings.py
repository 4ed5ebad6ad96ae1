"""The result of a league: ratings, who beats whom, tables and a plot of both."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import statistics
from .ratings import Meeting, rate_agents
from .series import Series, rate_to_dict, with_interval
from .statistics import Estimate
from .table import (
    PLAIN_SCORE_LEGEND,
    SCORE_LEGEND,
    Grid,
    Shown,
    Tables,
    fallback_notes,
    mean_text,
    stopped_games,
    usage_by_agent,
    usage_grids,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Standing:
    """How one agent did in a league; win rates are one for each seat, and the score is a mean per seat."""

    agent: str
    rating: Estimate
    games: int
    win_rates: list[Estimate]
    score: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        seats = [rate_to_dict(rate) for rate in self.win_rates]
        figures = {**with_interval("rating", self.rating), **with_interval("score", self.score)}
        return {"agent": self.agent, "games": self.games, **figures, "seats": seats}


@dataclass(frozen=True)
class Comparison:
    """How one agent did against another in the games that both played.

    `rate` is the share of these games in which it had the higher score; an equal score counts half. `difference` is by
    how much its score was higher.
    """

    agent: str
    against: str
    games: int
    rate: Estimate
    difference: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        figures = {**with_interval("rate", self.rate), **with_interval("difference", self.difference)}
        return {"agent": self.agent, "against": self.against, "games": self.games, **figures}


@dataclass(frozen=True)
class League(Shown):
    """The standings of a league. Print it for tables; `to_dict` is for programs, `plot` returns a figure."""

    game: str
    agents: list[str]
    series: list[Series] = field(repr=False)
    seed: int
    complete: bool = True

    @functools.cached_property
    def meetings(self) -> list[Meeting]:
        """The scores of all games; agents who play alone meet in the games with the same seed."""
        played = [each for each in self.series if each.games]
        if played and len(played[0].agents) == 1:
            return [_alone(played)]
        return [
            Meeting(
                tuple(side.agent for side in each.sides),
                np.stack([each.per_seat("score", side.seats) for side in each.sides], axis=1),
            )
            for each in played
        ]

    @functools.cached_property
    def standings(self) -> list[Standing]:
        """The agents, the best first: by score or by rating, as `ranked_by` says."""
        ratings = rate_agents(self.meetings, self.agents, self.seed)
        found = [self._standing(agent, ratings[agent]) for agent in self.agents]
        return sorted(found, key=lambda each: (_last_if_unknown(self.rank(each).value), -each.rating.value))

    @functools.cached_property
    def ranked_by(self) -> str:
        """What orders the agents: "score" if the game has scores other than -1, 0 and 1, else "rating".

        A rating counts only who did better, and a win rate only wins. Where everybody wins, or wins differ in size, the
        mean score says more.
        """
        return "score" if any(each.has_graded_scores for each in self.series) else "rating"

    def rank(self, standing: Standing) -> Estimate:
        """Return the figure by which an agent is ranked."""
        return standing.score if self.ranked_by == "score" else standing.rating

    def _standing(self, agent: str, rating: Estimate) -> Standing:
        mine = [each for each in self.series if agent in each.agents]
        seats = [tuple(seat for seat, name in enumerate(each.agents) if name == agent) for each in mine]
        players = max((len(each.agents) for each in self.series), default=0)
        wins = [
            [each.per_seat("win", (seat,)) for each, own in zip(mine, seats, strict=True) if seat in own]
            for seat in range(players)
        ]
        scores = [each.per_seat("score", own) for each, own in zip(mine, seats, strict=True)]
        return Standing(
            agent,
            rating,
            sum(each.games for each in mine),
            [statistics.rate(float(sum(map(np.sum, each))), sum(map(len, each))) for each in wins],
            statistics.mean(np.concatenate([*scores, np.zeros(0)])).within(-1, 1),
        )

    @functools.cached_property
    def comparisons(self) -> dict[tuple[str, str], Comparison]:
        """Every agent against every other, by the names of both."""
        names = [each.agent for each in self.standings]
        return {(mine, other): self._comparison(mine, other) for mine in names for other in names if mine != other}

    def _comparison(self, agent: str, against: str) -> Comparison:
        leads = [
            each.scores[:, each.agents.index(agent)] - each.scores[:, each.agents.index(against)]
            for each in self.meetings
            if agent in each.agents and against in each.agents
        ]
        lead = np.concatenate([*leads, np.zeros(0)])
        better = float(np.count_nonzero(lead > 0) + 0.5 * np.count_nonzero(lead == 0))
        return Comparison(
            agent, against, len(lead), statistics.rate(better, len(lead)), statistics.mean(lead).within(-2, 2)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return as plain data what was played, the standings and all comparisons."""
        return {
            "game": self.game,
            "seed": self.seed,
            "complete": self.complete,
            "ranked_by": self.ranked_by,
            "standings": [each.to_dict() for each in self.standings],
            "comparisons": [each.to_dict() for each in self.comparisons.values()],
            "language_models": {agent: used.to_dict() for agent, used in usage_by_agent(self.series).items()},
        }

    def report(self) -> Tables:
        """Return the tables that text, terminals and notebooks show."""
        return _Report(self)

    def plot(self) -> Figure:
        """Return a matplotlib figure of the scores or ratings and of who beats whom."""
        from .league_plot import plot

        return plot(self)


def _last_if_unknown(value: float) -> float:
    """Return a key that sorts the highest value first, and nan last."""
    return math.inf if math.isnan(value) else -value


def _alone(series: list[Series]) -> Meeting:
    """Return the scores of agents that play alone, in the games that all of them have played."""
    common = functools.reduce(np.intersect1d, (each.columns["game"] for each in series))
    scores = [each.columns["score"][np.isin(each.columns["game"], common)] for each in series]
    return Meeting(tuple(each.agents[0] for each in series), np.stack(scores, axis=1))


@dataclass(frozen=True)
class _Report(Tables):
    """A table of standings and a matrix of who beats whom."""

    league: League

    def grids(self) -> list[Grid]:
        """Return the tables."""
        return [self._standings(), self._matrix(), *usage_grids(self.league.series)]

    def notes(self) -> list[str]:
        """Return what the columns mean, and what went wrong: games that were stopped, language models that failed."""
        return [*self._legend(), *stopped_games(self.league.series), *fallback_notes(self.league.series)]

    def _legend(self) -> list[str]:
        """Return a sentence for each column that does not explain itself."""
        seats = ["P1 %: win rate in the first seat, and so on."] if len(self.league.standings[0].win_rates) > 1 else []
        return [
            "rating: strength by the order of scores alone; all begin with 25, and a lead of 6.5 means the better "
            "score in three of four games.",
            *seats,
            SCORE_LEGEND if self.league.ranked_by == "score" else PLAIN_SCORE_LEGEND,
        ]

    def _standings(self) -> Grid:
        league, standings = self.league, self.league.standings
        players = len(standings[0].win_rates)
        seats = [f"P{seat + 1} %" for seat in range(players)] if players > 1 else ["win rate %"]
        figures = {"rating": lambda each: mean_text(each.rating), "score": lambda each: mean_text(each.score, "+")}
        first, last = figures if league.ranked_by == "rating" else reversed(figures)
        rows = [
            [each.agent, figures[first](each), f"{each.games:,}", *map(_percent, each.win_rates), figures[last](each)]
            for each in standings
        ]
        state = "" if league.complete else " (unfinished)"
        ranked = f"{len(rows)} agents{state} by {league.ranked_by}"
        title = f"{league.game}, {ranked}, seed {league.seed}, 95 % intervals"
        return Grid(title, ["agent", first, "games", *seats, last], rows)

    def _matrix(self) -> Grid:
        """Return the matrix; the columns are numbered, because names would make it too wide."""
        names = [each.agent for each in self.league.standings]
        rows = [
            [f"{number} {mine}", *(self._cell(mine, other) for other in names)] for number, mine in enumerate(names, 1)
        ]
        title = "Row did better than column, % of games; equal scores count half"
        return Grid(title, ["agent", *map(str, range(1, len(names) + 1))], rows)

    def _cell(self, mine: str, other: str) -> str:
        return "" if mine == other else _percent(self.league.comparisons[mine, other].rate)


def _percent(rate: Estimate) -> str:
    return "-" if math.isnan(rate.value) else f"{100 * rate.value:.1f}"
