"""Table 5 of "A Card Game Description Language", repeated: three games, their mutations, and random games.

J. M. Font, T. Mahlmann, D. Manrique and J. Togelius, "A Card Game Description Language" (2013), section 3. All plays
are between three random players. Each mutation and each random game is played once. `cgdl_readings` holds the profiles.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardwright import cgdl
from cardwright.arena import statistics
from cardwright.arena.columns import Columns, joined
from cardwright.arena.statistics import Estimate
from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.core.errors import CardwrightError, unknown
from cardwright.core.random import seed_for
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.generate.games import Subject

from .cgdl_readings import PROFILES, WALK

GAMES = ("texas", "blackjack", "uno")
RANDOM = "random games"
PLAYERS = 3
PLAYS = 1000  # as in the paper
MAX_PLAYS = 1_000_000

Progress = Callable[[int, int, str], None]


class Figures(NamedTuple):
    """A row of the table: wins of each player, draws, crashes, and the mean number of turns of plays that finished."""

    wins: tuple[int, int, int]
    draws: int
    crashes: int
    turns: float


PAPER = {
    "texas": Figures((235, 324, 437), 4, 0, 39),
    "blackjack": Figures((401, 282, 317), 0, 0, 20),
    "uno": Figures((319, 285, 294), 102, 0, 59),
    "mutations of texas": Figures((237, 15, 15), 523, 210, 13),
    "mutations of blackjack": Figures((49, 30, 103), 516, 302, 32),
    "mutations of uno": Figures((79, 45, 22), 293, 561, 26),
    "random games": Figures((174, 32, 36), 485, 273, 19),
}

WORDS = {"win_1": "wins of P1", "win_2": "wins of P2", "win_3": "wins of P3", "draws": "draws", "crashes": "crashes"}
VERDICTS = {1: "are more frequent", -1: "are less frequent"}
COLUMNS = tuple(WORDS)
BACKGROUND = {  # by profile: what the figures cannot show
    "usual": {
        "texas": "Hands of players who are out do not count (the switch out_hands = ignored).",
        "blackjack": "Beating any other hand is enough (the switch other_hands = any). Players with equally many "
        "tokens draw.",
        "uno": "The game ends when a player has played the last card.",
        "mutations of texas": "The paper does not define its mutation; here, each changes one part of the game. A "
        "mutation that is not valid is refused before it is played and counts as crashed; the column 'refused' counts "
        "these.",
        "random games": "The paper does not say how deep its games were grown.",
    },
    "paper": {
        "texas": "A turn is one action: a rule that is played, a card that is dealt, or a gift of tokens.",
        "mutations of texas": "Each mutation changes the one before. Such walks differ so much from each other that "
        "one of them cannot be compared with the paper's; with more than 1,000 games, several walks are made, and "
        "the intervals say how much they differ.",
        "random games": "The paper does not say how deep its games were grown.",
    },
}


def _leaders(wins: Sequence[int]) -> str:
    """Return who won most often.

    >>> _leaders([3, 1, 2]), _leaders([3, 2, 3]), _leaders([2, 2, 2])
    ('P1', 'P1 and P3', 'P1, P2 and P3')
    """
    names = [f"P{seat}" for seat, won in enumerate(wins, start=1) if won == max(wins)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


@dataclass(frozen=True)
class Row:
    """One of our rows, next to the paper's."""

    name: str
    plays: int
    wins: tuple[int, ...]
    draws: int
    crashes: int  # refused games included
    refused: int  # mutations that are not valid and were not played
    turns: Estimate
    profile: str = "paper"
    walks: tuple[tuple[int, ...], ...] = ()  # of rows made by walks: the counts of each walk, in the order of COLUMNS

    @property
    def paper(self) -> Figures:
        """The paper's row, of 1,000 plays."""
        return PAPER[self.name]

    def shares(self) -> dict[str, Estimate]:
        """Return wins, draws and crashes as shares of all plays, with 95 % intervals.

        The games of a walk depend on each other. The interval is then that of the mean of several walks, and one walk
        has none.
        """
        if self.walks:
            shares = np.array(self.walks, float) / np.sum(self.walks, axis=1, keepdims=True)
            return {name: statistics.mean(column) for name, column in zip(COLUMNS, shares.T, strict=True)}
        counts = (*self.wins, self.draws, self.crashes)
        return {name: statistics.rate(count, self.plays) for name, count in zip(COLUMNS, counts, strict=True)}

    def distances(self) -> dict[str, float]:
        """Return how far each of our figures is from the paper's: plays per 1,000, and turns."""
        printed = (*self.paper.wins, self.paper.draws, self.paper.crashes)
        shares = zip(self.shares().items(), printed, strict=True)
        return {name: PLAYS * share.value - theirs for (name, share), theirs in shares} | {
            "turns": self.turns.value - self.paper.turns
        }

    def differences(self) -> dict[str, int]:
        """Return whether our shares are higher (1), lower (-1) or as high (0) as the paper's, beyond chance.

        Both are samples; a difference counts if it is larger than its 95 % interval, and never without an interval.
        """
        theirs = (*self.paper.wins, self.paper.draws, self.paper.crashes)
        ours = self.shares()
        found = {}
        for (name, share), printed in zip(ours.items(), theirs, strict=True):
            published = statistics.rate(printed, PLAYS)
            chance = math.hypot(share.high - share.low, published.high - published.low) / 2
            difference = share.value - published.value
            found[name] = int(math.copysign(1, difference)) if abs(difference) > chance else 0
        return found

    def explanation(self) -> str:
        """Return how the row compares with the paper's, computed from the figures, and what they cannot show."""
        differences = self.differences()
        compared = [f"{WORDS[name]} {VERDICTS[each]}" for name, each in differences.items() if each]
        verdict = f"{', '.join(compared)} than in the paper" if compared else "all shares agree with the paper"
        chance = " beyond chance" if compared else " within chance"
        best, printed = _leaders(self.wins), _leaders(self.paper.wins)
        often = "win equally often" if " and " in best else "wins most often"
        seats = f"{best} {often}, {'as in the paper' if best == printed else f'in the paper {printed}'}"
        background = BACKGROUND[self.profile].get(self.name, "")
        if len(self.walks) == 1:
            verdict, chance = "one walk of mutations", ""
        return f"{self.name}: {verdict}{chance}; {seats}. {background}".strip()

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        turns = None if np.isnan(self.turns.value) else [None if np.isnan(each) else each for each in self.turns]
        return {
            "name": self.name,
            "plays": self.plays,
            "wins": list(self.wins),
            "draws": self.draws,
            "crashes": self.crashes,
            "refused": self.refused,
            "turns": turns,
            "intervals": {name: share.to_list()[1:] for name, share in self.shares().items()},
            "distances": {
                name: None if math.isnan(each) else round(each, 3) for name, each in self.distances().items()
            },
            "walks": [list(walk) for walk in self.walks],
            "paper": {**self.paper._asdict(), "wins": list(self.paper.wins)},
        }


def reproduce(
    plays: int = PLAYS,
    seed: int = 0,
    progress: Progress | None = None,
    jobs: int | None = None,
    profile: str = "paper",
) -> list[Row]:
    """Return the seven rows in one of PROFILES; `jobs` processes make and play the new games, by default 1.

    >>> [row.name for row in reproduce(plays=2, seed=1)][:4]
    ['texas', 'blackjack', 'uno', 'mutations of texas']
    """
    if not 1 <= plays <= MAX_PLAYS:
        raise CardwrightError(f"plays: 1 to {MAX_PLAYS:,} are allowed, not {plays}")
    if profile not in PROFILES:
        raise unknown("profile", profile, PROFILES)
    with Workers(jobs_for(jobs, usual=1)) as workers:
        rows = []
        for index, name in enumerate(PAPER):
            row_seed = seed_for(seed, name)
            if name in GAMES:
                chunks = [_play(PROFILES[profile].applied(_loaded(name)), row_seed, plays)]
            else:
                tasks = list(_tasks(profile, name, row_seed, plays))
                step = math.ceil(plays / len(tasks))

                def done(count: int, _: int = 0, index: int = index, name: str = name, step: int = step) -> None:
                    if progress:
                        progress(index * plays + min(plays, step * count), len(PAPER) * plays, name)

                chunks = workers.run(_played, tasks, done=done) or []
            rows.append(_row(name, plays, chunks, profile))
            if progress:
                progress((index + 1) * plays, len(PAPER) * plays, name)
    return rows


def _tasks(profile: str, name: str, seed: int, plays: int) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield the new games of a row in parts: a whole walk, or a single game."""
    size = WALK if PROFILES[profile].walk and name != RANDOM else 1
    for first in range(0, plays, size):
        yield profile, name, seed, first, min(size, plays - first)


def _played(profile: str, name: str, seed: int, first: int, count: int) -> Columns:
    """Play new games once each; no columns if none of them is valid."""
    reading = PROFILES[profile]
    if name == RANDOM:
        made = iter([reading.random_game(seed, number, PLAYERS) for number in range(first, first + count)])
    else:
        made = reading.mutations(_loaded(name.removeprefix("mutations of ")), seed, first, count)
    numbered = enumerate(made, first)
    plays = [_play(game, seed_for(seed, "play", number), 1) for number, game in numbered if not problems(game)]
    return joined(plays) if plays else {}


def _play(game: tree.Game, seed: int, plays: int) -> Columns:
    return Subject(game, seed).random_plays(plays)


_loaded = functools.cache(cgdl.load)


def _row(name: str, plays: int, chunks: list[Columns], profile: str = "paper") -> Row:
    counts = np.array([_counts(chunk) for chunk in chunks if chunk]).reshape(-1, len(COLUMNS))
    *wins, draws, crashes = (int(count) for count in counts.sum(axis=0))
    refused = plays - sum(wins) - draws - crashes
    turns = [chunk["turns"][~chunk["crashed"].astype(bool)] for chunk in chunks if chunk]
    walks = tuple(map(tuple, counts.tolist())) if PROFILES[profile].walk and name.startswith("mutations") else ()
    lengths = [each.mean() for each in turns if len(each)] if walks else np.concatenate([np.zeros(0), *turns])
    length = statistics.mean(np.array(lengths, float))
    return Row(name, plays, tuple(wins), draws, crashes + refused, refused, length, profile, walks)


def _counts(columns: Columns) -> list[int]:
    """Return how many plays each player won, how many were drawn and how many crashed."""
    wins = [int(np.count_nonzero(columns[f"win_{seat + 1}"])) for seat in range(PLAYERS)]
    crashes = int(np.count_nonzero(columns["crashed"]))
    return [*wins, len(columns["game"]) - sum(wins) - crashes, crashes]
