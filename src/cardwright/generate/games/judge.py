"""What evolution asks of its own games, asked of any game: does it end, is it fair, do skill and choices matter?"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cardwright import cgdl
from cardwright.agents import make, make_seats, play_game
from cardwright.arena import statistics
from cardwright.cgdl import tree
from cardwright.core.errors import BadData
from cardwright.core.random import checked_seed, fresh_seed, seeds_for
from cardwright.core.showing import progress as bars
from cardwright.core.verbs import provides
from cardwright.core.working.jobs import checked_jobs, cores

from .drama import course
from .outcomes import chance_of_equals, draws, endless, gain, won
from .real_choices import real_choices
from .review import Drama, Plays, Review, Rung
from .subject import LOOKAHEAD, RANDOM, Subject
from .trim import effects
from .unused import unused_cards

RULES = "rules"
MOST_PLAYOUTS, LEAST_PLAYOUTS = 800, 50  # of the strongest agent
STRONGER = 8  # how many times as many playouts it has as the one below it
LONG, CAP = 120, 60  # a play with more decisions is long: its playouts end after so many, with an estimate
STEPS = 20_000  # decisions in the playouts of one series, for each random play; a long game has fewer and weaker plays
LEAST_PLAYS, MOST_COURSES, MOST_EFFECTS = 6, 24, 200
LEAST_GAMES, MOST_GAMES = 20, 1_000_000


def judge(
    game: str | Path | tree.Game,
    *,
    games: int = 1000,
    seed: int | None = None,
    jobs: int | None = None,
    progress: Callable[..., None] | bool | None = None,
) -> Review:
    """Judge a game by play: a name, a file, or the tree of a checked game.

    `games` is the number of random plays. Of plays with tree searches there are at most a fifth as many for each seat,
    and fewer if they are long. `jobs` is the number of threads, by default one for each core, and does not affect the
    result. `progress(done, total, words)` is called after each step; True shows a bar.

    >>> text = 'language 1 game "Coin" players 2 tables 0 stage { com deal 1 to all players mandatory win }'
    >>> review = judge(cgdl.parse(text + " winning { token = 0 alive = 0 }"), games=100, seed=1)
    >>> review.warnings()[0]
    'Players never decide anything.'
    """
    described = game if isinstance(game, tree.Game) else cgdl.load(game)
    if isinstance(games, bool) or not isinstance(games, int) or not LEAST_GAMES <= games <= MOST_GAMES:
        raise BadData(f"games: an integer from {LEAST_GAMES} to {MOST_GAMES:,} is allowed, not {games!r}")
    chosen = fresh_seed() if seed is None else checked_seed(seed)
    judging = _Judging(Subject(described, chosen, jobs=checked_jobs(jobs) or cores()), games)
    with bars.shown(progress, "judging") as report:
        return judging.review(str(game) if not isinstance(game, tree.Game) else described.name, report)


class _Judging:
    """The plays of one game, and what they show."""

    def __init__(self, subject: Subject, games: int):
        self.subject = subject
        self.games = games

    def review(self, name: str, report: Callable[..., None] | None) -> Review:
        """Take all steps and return what was found."""
        found: dict[str, Any] = {"plays": [], "ladder": []}
        steps = list(self._steps())
        for number, (words, step) in enumerate(steps):
            if report is not None:
                report(number, len(steps), words)
            for key, value in step().items():
                found[key] = [*found[key], *value] if isinstance(found.get(key), list) else value
        if report is not None:
            report(len(steps), len(steps), "")
        return Review(name, self.subject.described, self.subject.sides, self.subject.seed, **found)

    def _steps(self) -> Iterator[tuple[str, Callable[[], dict[str, Any]]]]:
        """Yield what is done, and a function that does it; skill needs decisions, and plays that end."""
        yield "random plays", lambda: {"plays": [self._plays(RANDOM, self.games)]}
        yield (
            "rules and cards",
            lambda: {
                "effects": effects(self.subject, min(self.games, MOST_EFFECTS)),
                "cards": unused_cards(self.subject),
            },
        )
        random = self.subject.random_plays(self.games)
        if random["crashed"].all() or not random["decisions"].any():
            return
        ladder = self._ladder()
        for agent, below in [*zip(ladder[1:], ladder, strict=False), (ladder[-1], RANDOM)]:
            yield f"{agent} against {below}", functools.partial(self._rung, agent, below)
        search = ladder[-2]
        plays = self._affordable({search: 1.0})
        yield f"plays of {search}", lambda: {"plays": [self._plays(search, plays)]}
        few = min(plays, MOST_COURSES)
        yield "choices", lambda: {"choices": real_choices(self.subject, search, few)}
        if len(self.subject.sides) > 1:
            yield "leads", lambda: {"drama": self._drama(search, few)}

    def _ladder(self) -> list[str]:
        """Return agents from the weakest to the strongest; the searches are the best that the game has time for."""
        advised = [RULES] if provides("advise", self.subject.game.dtype) else []
        sides, playouts = len(self.subject.sides), MOST_PLAYOUTS
        mean = (1 + (sides - 1) / STRONGER) / sides  # of the playouts of the strongest, who plays on one side
        while playouts > LEAST_PLAYOUTS and self._room(mean * playouts, sides) < LEAST_PLAYS:
            playouts //= 2
        return [RANDOM, *advised, LOOKAHEAD, *(self._search(each) for each in (playouts // STRONGER, playouts))]

    def _search(self, playouts: int) -> str:
        return f"mcts:{playouts}+look=1{f'+cap={CAP}' if self._decisions > LONG else ''}"

    @functools.cached_property
    def _decisions(self) -> float:
        return float(np.mean(self.subject.random_plays(self.games)["decisions"]))

    def _room(self, playouts: float, series: int) -> float:
        """Return how many plays of each of some series there is time for, by the playouts of a mean decision.

        It depends only on the game and its seed, and not on the speed of the machine.
        """
        longest = CAP if self._decisions > LONG else math.inf
        steps = self._decisions * playouts * (1 + min(longest, self._decisions / 2)) * series
        return STEPS * self.games / steps if steps else math.inf

    def _affordable(self, shares: dict[str, float], series: int = 1) -> int:
        """Return how many plays to play with agents that have these shares of the seats."""
        searches = {agent: make(agent) for agent in shares}
        playouts = sum(share * getattr(searches[agent], "playouts", 0) for agent, share in shares.items())
        return int(max(LEAST_PLAYS, min(self.games // 5, self._room(playouts, series))))

    def _plays(self, agent: str, games: int) -> Plays:
        subject, plays = self.subject, self.subject.self_plays(agent, games)
        stopped = endless(subject, plays)
        crashed = plays["crashed"] & ~stopped
        whole = ~plays["crashed"]
        shares = won(plays, subject.sides)
        return Plays(
            agent,
            games,
            statistics.rate(int(np.count_nonzero(shares.any(axis=0))), games),
            draws(plays),
            statistics.rate(int(np.count_nonzero(stopped)), games),
            statistics.rate(int(np.count_nonzero(crashed)), games),
            self._reason(agent, int(np.argmax(crashed))) if crashed.any() else "",
            statistics.mean(plays["turns"][whole]),
            statistics.mean(plays["decisions"][whole]),
            tuple(statistics.rate(int(np.count_nonzero(row)), games) for row in shares),
            chance_of_equals(plays, subject.sides),
        )

    def _reason(self, agent: str, play: int) -> str:
        """Return why a play crashed."""
        subject = self.subject
        seed, agent_seed = (int(seeds_for(subject.seed, use, np.array([play]))[0]) for use in ("game", "agent"))
        seats = make_seats(f"{subject.players}*{agent}")
        return subject.game.ending(play_game(subject.game, seats, seed, agent_seed, logged=True))

    def _rung(self, agent: str, below: str) -> dict[str, Any]:
        sides = self.subject.sides
        if len(sides) == 1:
            plays = self._affordable({agent: 1.0})
            pair = (won(self.subject.self_plays(each, plays), sides)[0] for each in (agent, below))
            return {"ladder": [Rung(agent, below, plays, statistics.rate_difference(*pair))]}
        plays = self._affordable({agent: 1 / len(sides), below: 1 - 1 / len(sides)}, len(sides))
        return {"ladder": [Rung(agent, below, plays, gain(self.subject.plays_against(agent, below, plays), sides))]}

    def _drama(self, agent: str, games: int) -> Drama:
        found = course(self.subject, agent, games)
        behind, changes, decided = (statistics.mean(each) for each in found)
        return Drama(len(found.behind), behind.within(0, 1), changes, decided.within(0, 1))
