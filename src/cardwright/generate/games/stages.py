"""The stages of the cascade, from cheap to expensive."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate
from cardwright.cgdl.language.checks import problems

from .distance import MIN_DISTANCE, distance, shape
from .drama import course
from .outcomes import draws, endless, gain, spread
from .stage import Stage
from .subject import LOOKAHEAD, RANDOM, SEARCH, Subject
from .trim import effects
from .variants import names_players


@dataclass(frozen=True)
class _Decided(Stage):
    """Somebody wins when every seat has the same agent."""

    agent: ClassVar[str]
    ideal = 0

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of draws."""
        return draws(subject.self_plays(self.agent, games))


@dataclass(frozen=True)
class _Fair(Stage):
    """No seat wins much more often than another when every seat has the same agent."""

    agent: ClassVar[str]
    ideal = 0

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the largest difference between the seats' shares of all wins."""
        return spread(subject.self_plays(self.agent, games), subject.sides)


@dataclass(frozen=True)
class _Gain(Stage):
    """A stronger agent wins more often than weaker ones."""

    agent: ClassVar[str]
    others: ClassVar[str]

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the gain over all seats: 0 for no more wins than the others, 1 for nothing but wins."""
        return gain(subject.plays_against(self.agent, self.others, games), subject.sides)

    def passes(self, figure: Estimate) -> bool:
        """Return whether the gain is large enough, and significantly above 0 if it must be positive."""
        return super().passes(figure) and (figure.low > 0 or self.least <= 0)


@dataclass(frozen=True)
class Reads(Stage):
    """The game is valid, the same for all seats, and has no more rules than people can remember."""

    name = "reads"
    question = "Is it valid, short, and the same for all seats? (rules)"
    failure = "it is not valid, too long, or not the same for all seats"
    scale = 12
    ideal = 4
    most: float = 12

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the number of rules; NaN if the game is not valid or names a player."""
        game = subject.described
        rules = sum(len(stage.rules) for stage in game.written_stages())
        value = math.nan if problems(game) or names_players(game) else rules
        return Estimate(value, value, value)


@dataclass(frozen=True)
class Ends(Stage):
    """Plays end before the turn limit."""

    name = "ends"
    question = "Do plays end before the turn limit? (share that do not)"
    failure = "plays exceed the turn limit"
    games: int = 32
    most: float = 0.01

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of plays that were stopped."""
        plays = subject.random_plays(games)
        return statistics.rate(int(np.count_nonzero(endless(subject, plays))), games)


@dataclass(frozen=True)
class Sound(Stage):
    """No rule requires an impossible action."""

    name = "sound"
    question = "Does every play avoid impossible actions? (share that crash)"
    failure = "a rule requires something impossible"
    games: int = 32
    most: float = 0.0

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of plays that crashed for other reasons than their length."""
        plays = subject.random_plays(games)
        return statistics.rate(int(np.count_nonzero(plays["crashed"] & ~endless(subject, plays))), games)


@dataclass(frozen=True)
class Choices(Stage):
    """Players have decisions to make."""

    name = "choices"
    question = "Do players have enough to decide? (decisions per player and play)"
    failure = "players have too little to decide"
    scale = 2
    games: int = 32
    least: float = 2.0

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the decisions of each player in a play."""
        return statistics.mean(subject.random_plays(games)["decisions"] / subject.players)


@dataclass(frozen=True)
class Decided(_Decided):
    """Somebody wins."""

    name = "decided"
    question = "Does somebody win? (share of draws)"
    failure = "too many plays are drawn"
    agent = RANDOM
    games: int = 64
    most: float = 0.2


@dataclass(frozen=True)
class Length(Stage):
    """Plays are neither too short nor too long."""

    name = "length"
    question = "Is it neither too short nor too long? (turns)"
    failure = "plays are too short or too long"
    scale = 10
    games: int = 64
    least: float = 8
    most: float = 60

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the turns of a play."""
        return statistics.mean(subject.random_plays(games)["turns"])


@dataclass(frozen=True)
class Fair(_Fair):
    """No seat wins much more often than another among random players."""

    name = "fair"
    question = "Are the seats equal among random players? (wins of the best seat minus those of the worst)"
    failure = "the seats are unequal among random players"
    agent = RANDOM
    games: int = 400
    most: float = 0.15


@dataclass(frozen=True)
class Used(Stage):
    """Every rule matters: some plays change without it."""

    name = "used"
    question = "Does every rule matter? (share of plays that the least important one changes)"
    failure = "a rule does not matter"
    scale = 0.1
    games: int = 200
    least: float = 0.1

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of random plays that change without the least important rule."""
        share = min((effect.share for effect in effects(subject, games)), default=1.0)
        return statistics.rate(share * games, games)


@dataclass(frozen=True)
class New(Stage):
    """The game is not similar to one that was given or found before."""

    name = "new"
    question = "Is it new? (distance from the nearest known game)"
    failure = "it resembles a known game"
    least: float = MIN_DISTANCE

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the distance to the nearest known game."""
        own = shape(subject.described)
        nearest = min((distance(own, other) for other in subject.known), default=1.0)
        return Estimate(nearest, nearest, nearest)


@dataclass(frozen=True)
class Foresight(_Gain):
    """A player who looks one decision ahead beats random players."""

    name = "foresight"
    question = "Does look-ahead beat random play? (gain)"
    failure = "look-ahead does not beat random play"
    agent = LOOKAHEAD
    others = RANDOM
    games: int = 300
    least: float = 0.1


@dataclass(frozen=True)
class FairAhead(_Fair):
    """No seat wins nearly always when everybody looks ahead: a cheap test for games that one simple insight decides."""

    name = "fair_ahead"
    question = "Are the seats equal among players who look ahead? (wins of the best seat minus those of the worst)"
    failure = "the seats are unequal among players who look ahead"
    agent = LOOKAHEAD
    games: int = 100
    most: float = 0.4


@dataclass(frozen=True)
class Search(_Gain):
    """A player who searches the game tree beats players who look one decision ahead."""

    name = "search"
    question = "Does tree search beat look-ahead? (gain)"
    failure = "tree search does not beat look-ahead"
    agent = SEARCH
    others = LOOKAHEAD
    games: int = 60
    least: float = 0.05


@dataclass(frozen=True)
class FairSkilled(_Fair):
    """No seat wins much more often than another when everybody plays well."""

    name = "fair_skilled"
    question = "Are the seats equal among tree searchers? (wins of the best seat minus those of the worst)"
    failure = "the seats are unequal among tree searchers"
    agent = SEARCH
    games: int = 100
    most: float = 0.2


@dataclass(frozen=True)
class SoundSkilled(Stage):
    """Plays end properly when everybody plays well."""

    name = "sound_skilled"
    question = "Do plays of tree searchers end, without impossible actions? (share that crash)"
    failure = "plays of tree searchers crash"
    games: int = 100
    most: float = 0.01

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of plays that crashed or were stopped."""
        return statistics.rate(int(np.count_nonzero(subject.self_plays(SEARCH, games)["crashed"])), games)


@dataclass(frozen=True)
class DecidedSkilled(_Decided):
    """Somebody wins when everybody plays well."""

    name = "decided_skilled"
    question = "Does somebody win among tree searchers? (share of draws)"
    failure = "too many plays of tree searchers are drawn"
    agent = SEARCH
    games: int = 100
    most: float = 0.2


@dataclass(frozen=True)
class Drama(Stage):
    """The winner was behind for a while."""

    name = "drama"
    question = "Is the outcome open for long? (share of the play in which the later winner is behind)"
    failure = "the winner is rarely behind"
    ideal = 0.4
    games: int = 24
    least: float = 0.15

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the share of a play in which the later winner is behind."""
        return statistics.mean(course(subject, SEARCH, games).behind)


@dataclass(frozen=True)
class Leads(Stage):
    """The lead changes."""

    name = "leads"
    question = "Does the lead change? (times per play)"
    failure = "the lead rarely changes"
    scale = 3
    ideal = 3
    games: int = 24
    least: float = 0.75

    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return how often the lead changes in a play."""
        return statistics.mean(course(subject, SEARCH, games).changes)


STAGES: tuple[type[Stage], ...] = (
    Reads, Ends, Sound, Choices, Decided, Length, Fair, Used, FairAhead, Foresight, New, Search, FairSkilled,
    SoundSkilled, DecidedSkilled, Drama, Leads,
)  # fmt: skip
