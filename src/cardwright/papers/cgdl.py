"""Table 5 of "A Card Game Description Language", reproduced: three games, their mutations, and random games.

J. M. Font, T. Mahlmann, D. Manrique and J. Togelius, "A Card Game Description Language" (2013), section 3. All plays
are between three random players. Each mutation and each random game is played once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardwright import cgdl
from cardwright.arena import statistics
from cardwright.arena.games import Columns, joined
from cardwright.arena.statistics import Estimate
from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.generate import Subject

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

EXPLANATION = (
    "UNO: the shares of wins and draws agree. The paper does not define a turn; its 59 turns equal the sum of our "
    "turns, the cards drawn and the two deals, which can be a coincidence.",
    "Blackjack: the first seat has an advantage, as in the paper but smaller, if beating any other hand is enough (the "
    "switch other_hands = any, as in the file). If all other hands must be beaten, the last seat has one. The paper "
    "has no draws; here, two players with the same number of tokens draw.",
    "Texas: later seats win more often, as in the paper but less so, because the hands of players who are out do not "
    "count (the switch out_hands = ignored). The paper's 39 turns are 13 stages of three turns each; here, a stage in "
    "which a player has nothing to do takes no turn.",
    "Mutations: the paper does not define its mutation. Ours changes one part of the grammar's derivation. Crashes are "
    "about as frequent, but far fewer plays of Texas and blackjack end in draws: the paper's mutation probably changes "
    "more at once. A mutation that is not valid (it names a missing table, or a stage never ends) is refused before it "
    "is played and counts as crashed; the column 'refused' counts these.",
    "Random games: wins, draws and crashes are similar, and the first player wins most in both, because the first "
    "player is the first to meet a rule that ends the game. Our games end sooner; the paper does not say how deep its "
    "games were grown.",
)


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


def reproduce(plays: int = PLAYS, seed: int = 0, progress: Progress | None = None) -> list[Row]:
    """Return the seven rows.

    >>> [row.name for row in reproduce(plays=2, seed=1)][:4]
    ['texas', 'blackjack', 'uno', 'mutations of texas']
    """
    if not 1 <= plays <= MAX_PLAYS:
        raise CardwrightError(f"plays: 1 to {MAX_PLAYS:,} are allowed, not {plays}")
    rows = []
    for index, name in enumerate(PAPER):
        row_seed = seed_for(seed, name)

        def done(count: int, index: int = index, name: str = name) -> None:
            if progress:
                progress(index * plays + count, len(PAPER) * plays, name)

        if name in GAMES:
            rows.append(_row(name, plays, [Subject(cgdl.load(name), row_seed).random_plays(plays)]))
        else:
            rows.append(_row(name, plays, list(_one_play_each(_new_games(name, plays, row_seed), row_seed, done))))
        done(plays)
    return rows


def _new_games(name: str, count: int, seed: int) -> Iterator[tree.Game]:
    """Yield mutations of a game, valid or not, or random games."""
    parent = None if name == "random games" else cgdl.load(name.removeprefix("mutations of "))
    for number in range(count):
        game_seed = seed_for(seed, "new game", number)
        yield cgdl.mutated(parent, game_seed, valid=False) if parent else cgdl.random_game(game_seed, players=PLAYERS)


def _one_play_each(games: Iterator[tree.Game], seed: int, done: Callable[[int], None]) -> Iterator[Columns]:
    for number, game in enumerate(games):
        if not problems(game):
            yield Subject(game, seed_for(seed, "play", number)).random_plays(1)
        done(number)


def _row(name: str, plays: int, chunks: list[Columns]) -> Row:
    columns = joined(chunks) if chunks else {}
    played = len(columns["game"]) if chunks else 0
    crashed = columns["crashed"].astype(bool) if chunks else np.zeros(0, bool)
    wins = tuple(int(np.count_nonzero(columns[f"win_{seat + 1}"])) if chunks else 0 for seat in range(PLAYERS))
    turns = statistics.mean(columns["turns"][~crashed]) if chunks else statistics.mean(np.zeros(0))
    refused = plays - played
    return Row(name, plays, wins, played - sum(wins) - int(crashed.sum()), int(crashed.sum()) + refused, refused, turns)
