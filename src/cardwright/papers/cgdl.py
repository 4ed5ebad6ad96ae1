"""Table 5 of "A Card Game Description Language", reproduced: three games, their mutations, and random games.

J. M. Font, T. Mahlmann, D. Manrique and J. Togelius, "A Card Game Description Language" (2013), section 3. All plays
are between three random players. Each mutation and each random game is played once.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardwright import cgdl
from cardwright.arena import statistics
from cardwright.arena.columns import Columns, joined
from cardwright.arena.statistics import Estimate
from cardwright.cgdl.language.checks import problems
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.generate.games import Subject

GAMES = ("texas", "blackjack", "uno")
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
BACKGROUND = {  # what the figures cannot show
    "texas": "Hands of players who are out do not count (the switch out_hands = ignored). The paper's 39 turns are 13 "
    "stages of three turns each; here, a stage in which a player has nothing to do takes no turn.",
    "blackjack": "Beating any other hand is enough (the switch other_hands = any). Players with equally many tokens "
    "draw.",
    "uno": "The paper does not define a turn. Here, the game ends when a player has played the last card.",
    "mutations of texas": "The paper does not define its mutation; ours changes one part of the grammar's derivation. "
    "A mutation that is not valid is refused before it is played and counts as crashed; the column 'refused' counts "
    "these.",
    "random games": "The paper does not say how deep its games were grown.",
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

    @property
    def paper(self) -> Figures:
        """The paper's row, of 1,000 plays."""
        return PAPER[self.name]

    def shares(self) -> dict[str, Estimate]:
        """Return wins, draws and crashes as shares of all plays, with 95 % intervals."""
        counts = {f"win_{seat + 1}": wins for seat, wins in enumerate(self.wins)}
        counts |= {"draws": self.draws, "crashes": self.crashes}
        return {name: statistics.rate(count, self.plays) for name, count in counts.items()}

    def differences(self) -> dict[str, int]:
        """Return whether our shares are higher (1), lower (-1) or as high (0) as the paper's, beyond chance.

        Both are samples; a difference counts if it is larger than its 95 % interval.
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
        background = BACKGROUND.get(self.name, "")
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
            "intervals": {name: [share.low, share.high] for name, share in self.shares().items()},
            "paper": {**self.paper._asdict(), "wins": list(self.paper.wins)},
        }


def reproduce(
    plays: int = PLAYS, seed: int = 0, progress: Progress | None = None, jobs: int | None = None
) -> list[Row]:
    """Return the seven rows; `jobs` processes make and play the new games, by default 1.

    >>> [row.name for row in reproduce(plays=2, seed=1)][:4]
    ['texas', 'blackjack', 'uno', 'mutations of texas']
    """
    if not 1 <= plays <= MAX_PLAYS:
        raise CardwrightError(f"plays: 1 to {MAX_PLAYS:,} are allowed, not {plays}")
    with Workers(jobs_for(jobs, usual=1)) as workers:
        rows = []
        for index, name in enumerate(PAPER):

            def done(count: int, _: int = 0, index: int = index, name: str = name) -> None:
                if progress:
                    progress(index * plays + count, len(PAPER) * plays, name)

            row_seed = seed_for(seed, name)
            if name in GAMES:
                chunks = [Subject(cgdl.load(name), row_seed).random_plays(plays)]
            else:
                tasks = [(name, row_seed, number) for number in range(plays)]
                chunks = [each for each in workers.run(_played_once, tasks, done=done) or [] if each is not None]
            rows.append(_row(name, plays, chunks))
            done(plays)
    return rows


def _played_once(name: str, seed: int, number: int) -> Columns | None:
    """Play a mutation of a game, or a random game, once; None if it is not valid."""
    game_seed = seed_for(seed, "new game", number)
    if name == "random games":
        game = cgdl.random_game(game_seed, players=PLAYERS)
    else:
        game = cgdl.mutated(_loaded(name.removeprefix("mutations of ")), game_seed, valid=False)
    return None if problems(game) else Subject(game, seed_for(seed, "play", number)).random_plays(1)


_loaded = functools.cache(cgdl.load)


def _row(name: str, plays: int, chunks: list[Columns]) -> Row:
    columns = joined(chunks) if chunks else {}
    played = len(columns["game"]) if chunks else 0
    crashed = columns["crashed"].astype(bool) if chunks else np.zeros(0, bool)
    wins = tuple(int(np.count_nonzero(columns[f"win_{seat + 1}"])) if chunks else 0 for seat in range(PLAYERS))
    turns = statistics.mean(columns["turns"][~crashed]) if chunks else statistics.mean(np.zeros(0))
    refused = plays - played
    return Row(name, plays, wins, played - sum(wins) - int(crashed.sum()), int(crashed.sum()) + refused, refused, turns)
