"""The stages of the cascade: each asks one question about a game, and answers it with one figure.

A game passes a stage if the figure lies from `least` to `most`. Each stage first plays an eighth of its games, then a
quarter and a half. A game whose figure is out of bounds by more than its standard error is not played any longer; nor
is one whose figure is within bounds beyond doubt, unless the figure itself is wanted.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cardwright.arena import statistics
from cardwright.arena.games import Columns
from cardwright.arena.statistics import Estimate, Z
from cardwright.cgdl.check import problems

from .distance import APART, distance, shape
from .drama import course
from .readings import names_players
from .subject import RANDOM, Subject
from .trim import effects
from .verdict import Verdict

LOOKAHEAD = "lookahead:1"
SEARCH = "mcts:100+look=1"
PARTS = (8, 4, 2, 1)  # of all games, after which it is asked whether to go on
FEWEST = 8  # games before anything is said


@dataclass(frozen=True)
class Stage(ABC):
    """One question; a stage of one's own derives from this and says `figure`."""

    name: ClassVar[str]
    asks: ClassVar[str]
    scale: ClassVar[float] = 1.0  # a figure so far out of bounds, or so far from the ideal, has no merit at all
    ideal: ClassVar[float | None] = None  # the best figure there is; without one all that pass are equally good

    games: int = 0
    least: float = -math.inf
    most: float = math.inf

    def judge(self, subject: Subject, effort: int = 1) -> Verdict:
        """Play as many games as are needed, and decide; `effort` times as many are played where it matters."""
        games = self.games * effort
        for few in sorted({min(games, max(FEWEST, games // part)) for part in PARTS}):
            figure = self.figure(subject, few)
            if self._hopeless(figure) or (effort == 1 and self._certain(figure)):
                break
        passed = self.passes(figure)
        return Verdict(passed, Estimate(*map(float, figure)), float(self._merit(figure.value, passed)))

    @abstractmethod
    def figure(self, subject: Subject, games: int) -> Estimate:
        """What is measured, in so many games."""

    def passes(self, figure: Estimate) -> bool:
        """Whether a figure is good enough."""
        return self.least <= figure.value <= self.most

    def _hopeless(self, figure: Estimate) -> bool:
        value, low, high = figure
        return (value + high) / 2 < self.least or (value + low) / 2 > self.most

    def _certain(self, figure: Estimate) -> bool:
        return self.least <= figure.low and figure.high <= self.most

    def _merit(self, value: float, passed: bool) -> float:
        if math.isnan(value) or (passed and self.ideal is None):
            return float(passed)
        target = self.ideal if passed and self.ideal is not None else min(max(value, self.least), self.most)
        return max(0.0, 1 - abs(value - target) / self.scale)


@dataclass(frozen=True)
class Reads(Stage):
    """It makes sense, is the same for all seats, and has no more rules than people can keep in mind."""

    name = "reads"
    asks = "Does it make sense, the same for all seats, and is it short? (rules)"
    scale = 12
    ideal = 4
    most: float = 12

    def figure(self, subject: Subject, games: int) -> Estimate:
        """How many rules it has; not a number if it makes no sense or names a player."""
        game = subject.described
        rules = sum(len(stage.rules) for stage in game.written_stages())
        value = math.nan if problems(game) or names_players(game) else rules
        return Estimate(value, value, value)


@dataclass(frozen=True)
class Ends(Stage):
    """Plays come to an end before the limit of turns."""

    name = "ends"
    asks = "Do plays end before the limit of turns? (share that do not)"
    games: int = 32
    most: float = 0.01

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of plays that were stopped."""
        plays = subject.random_plays(games)
        return statistics.rate(int(np.count_nonzero(endless(subject, plays))), games)


@dataclass(frozen=True)
class Sound(Stage):
    """Nothing impossible is to be done."""

    name = "sound"
    asks = "Is nothing impossible to be done? (share of plays that crash)"
    games: int = 32
    most: float = 0.0

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of plays that crashed, other than by their length."""
        plays = subject.random_plays(games)
        return statistics.rate(int(np.count_nonzero(plays["crashed"] & ~endless(subject, plays))), games)


@dataclass(frozen=True)
class Choices(Stage):
    """There is something to decide."""

    name = "choices"
    asks = "Is there enough to decide? (decisions of a player in a play)"
    scale = 2
    games: int = 32
    least: float = 2.0

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The decisions of each player in a play."""
        return statistics.mean(subject.random_plays(games)["decisions"] / subject.players)


@dataclass(frozen=True)
class Decided(Stage):
    """Somebody wins."""

    name = "decided"
    asks = "Does somebody win? (share of draws)"
    ideal = 0
    games: int = 64
    most: float = 0.2

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of draws."""
        return draws(subject.random_plays(games))


@dataclass(frozen=True)
class Length(Stage):
    """Plays are neither too short nor too long."""

    name = "length"
    asks = "Is it neither too short nor too long? (turns)"
    scale = 10
    games: int = 64
    least: float = 8
    most: float = 60

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The turns of a play."""
        return statistics.mean(subject.random_plays(games)["turns"])


@dataclass(frozen=True)
class Fair(Stage):
    """No seat wins much more often than another when all play at random."""

    name = "fair"
    asks = "Is no seat favoured, among random players? (wins of the best seat less those of the worst)"
    ideal = 0
    games: int = 400
    most: float = 0.15

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The largest difference between the seats' shares of all wins."""
        return spread(subject.random_plays(games), subject.players)


@dataclass(frozen=True)
class Used(Stage):
    """Every rule matters: without it some plays go otherwise."""

    name = "used"
    asks = "Does every rule matter? (share of plays that the least important one changes)"
    scale = 0.1
    games: int = 200
    least: float = 0.1

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of random plays that would go otherwise without the rule that matters least."""
        share = min((effect.share for effect in effects(subject, games)), default=1.0)
        return statistics.rate(share * games, games)


@dataclass(frozen=True)
class New(Stage):
    """It is not much like a game that was given or found before."""

    name = "new"
    asks = "Is it new? (distance from the nearest game known)"
    least: float = APART

    def figure(self, subject: Subject, games: int) -> Estimate:
        """How far the nearest game is away."""
        own = shape(subject.described)
        nearest = min((distance(own, other) for other in subject.known), default=1.0)
        return Estimate(nearest, nearest, nearest)


@dataclass(frozen=True)
class _Gain(Stage):
    """One player who thinks further wins more often against others who do not."""

    agent: ClassVar[str]
    others: ClassVar[str]

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The gain in all seats together: 0 for no more wins than the others, 1 for nothing but wins."""
        return gain(subject.plays_against(self.agent, self.others, games), subject.players)

    def passes(self, figure: Estimate) -> bool:
        """Enough, and beyond doubt more than nothing if it is to be more than that."""
        return super().passes(figure) and (figure.low > 0 or self.least <= 0)


@dataclass(frozen=True)
class Foresight(_Gain):
    """Who looks a decision ahead beats those who play at random."""

    name = "foresight"
    asks = "Does look-ahead beat random play? (gain)"
    agent = LOOKAHEAD
    others = RANDOM
    games: int = 300
    least: float = 0.1


@dataclass(frozen=True)
class FairAhead(Stage):
    """No seat wins nearly always when all look ahead, which shows cheaply that one simple insight decides the game."""

    name = "fair_ahead"
    asks = "Is no seat favoured, among players who look ahead? (wins of the best seat less those of the worst)"
    ideal = 0
    games: int = 100
    most: float = 0.4

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The largest difference between the seats' shares of all wins."""
        return spread(subject.plays_of_all(LOOKAHEAD, games), subject.players)


@dataclass(frozen=True)
class Search(_Gain):
    """Who searches the tree beats those who look one decision ahead."""

    name = "search"
    asks = "Does tree search beat look-ahead? (gain)"
    agent = SEARCH
    others = LOOKAHEAD
    games: int = 60
    least: float = 0.05


@dataclass(frozen=True)
class FairSkilled(Stage):
    """No seat wins much more often than another when all play well."""

    name = "fair_skilled"
    asks = "Is no seat favoured, among tree searchers? (wins of the best seat less those of the worst)"
    ideal = 0
    games: int = 100
    most: float = 0.2

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The largest difference between the seats' shares of all wins."""
        return spread(subject.plays_of_all(SEARCH, games), subject.players)


@dataclass(frozen=True)
class SoundSkilled(Stage):
    """Plays come to a proper end when all play well."""

    name = "sound_skilled"
    asks = "Do the plays of tree searchers end, and is nothing impossible to be done? (share that crash)"
    games: int = 100
    most: float = 0.01

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of plays that crashed or were stopped."""
        return statistics.rate(int(np.count_nonzero(subject.plays_of_all(SEARCH, games)["crashed"])), games)


@dataclass(frozen=True)
class DecidedSkilled(Stage):
    """Somebody wins when all play well."""

    name = "decided_skilled"
    asks = "Does somebody win, among tree searchers? (share of draws)"
    ideal = 0
    games: int = 100
    most: float = 0.2

    def figure(self, subject: Subject, games: int) -> Estimate:
        """The share of draws."""
        return draws(subject.plays_of_all(SEARCH, games))


@dataclass(frozen=True)
class Drama(Stage):
    """The winner was behind for a while."""

    name = "drama"
    asks = "Is it open for long? (share of the play in which the later winner is behind)"
    ideal = 0.4
    games: int = 24
    least: float = 0.15

    def figure(self, subject: Subject, games: int) -> Estimate:
        """How much of a play the later winner is behind."""
        return statistics.mean(course(subject, SEARCH, games).behind)


@dataclass(frozen=True)
class Leads(Stage):
    """The lead changes."""

    name = "leads"
    asks = "Does the lead change? (times in a play)"
    scale = 3
    ideal = 3
    games: int = 24
    least: float = 0.75

    def figure(self, subject: Subject, games: int) -> Estimate:
        """How often the lead changes in a play."""
        return statistics.mean(course(subject, SEARCH, games).changes)


STAGES: tuple[type[Stage], ...] = (
    Reads, Ends, Sound, Choices, Decided, Length, Fair, Used, FairAhead, Foresight, New, Search, FairSkilled,
    SoundSkilled, DecidedSkilled, Drama, Leads,
)  # fmt: skip


def endless(subject: Subject, plays: Columns) -> np.ndarray:
    """Which plays were stopped because they took too many turns."""
    return plays["crashed"] & (plays["turns"] > int(subject.described.switch("turn_limit")))


def draws(plays: Columns) -> Estimate:
    """The share of plays that nobody won."""
    return statistics.rate(int(np.count_nonzero(plays["drawn"])), len(plays["drawn"]))


def spread(plays: Columns, players: int) -> Estimate:
    """How much more often the best seat wins than the worst, in shares of the plays that were won; 1 if none was."""
    wins = np.array([np.count_nonzero(plays[f"win_{seat + 1}"]) for seat in range(players)])
    n = int(wins.sum())
    if n == 0:
        return Estimate(1.0, 0.0, 1.0)
    best, worst = wins.max() / n, wins.min() / n
    half = Z * math.sqrt(max(0.0, best + worst - (best - worst) ** 2) / n)
    return Estimate(float(best - worst), max(0.0, float(best - worst) - half), min(1.0, float(best - worst) + half))


def gain(series: list[Columns], players: int) -> Estimate:
    """How much more than its part an agent wins that sat in each seat; a draw is a part for everybody.

    >>> seat = {"win_1": np.array([1, 1]), "win_2": np.array([0, 0]), "drawn": np.array([0, 0])}
    >>> other = {"win_1": np.array([0, 0]), "win_2": np.array([1, 1]), "drawn": np.array([0, 0])}
    >>> gain([seat, other], players=2).value, gain([other, seat], players=2).value
    (1.0, -1.0)
    """
    part = 1 / players
    won = [plays[f"win_{seat + 1}"] + part * plays["drawn"] for seat, plays in enumerate(series)]
    share = statistics.rate(float(np.concatenate(won).sum()), sum(map(len, won)))
    return Estimate(*((each - part) / (1 - part) for each in share))
