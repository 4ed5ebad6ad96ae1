"""Table 5 of the card game description language, done again: three games, their mutations, and random games.

J. M. Font, T. Mahlmann, D. Manrique and J. Togelius, "A Card Game Description Language" (2013), section 3. All plays
are between three players who do anything. Of a mutation and of a random game there is one play each.
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
from cardwright.cgdl.check import problems
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.generate import Subject

GAMES = ("texas", "blackjack", "uno")
PLAYERS = 3
PLAYS = 1000  # as in the paper
MOST_PLAYS = 1_000_000

Progress = Callable[[int, int, str], None]


class Figures(NamedTuple):
    """A row of the table: how many plays each player won, draws, crashes, and the mean turns of plays that finished."""

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
    "UNO: the shares of wins and of draws agree. A turn is not defined in the paper; its 59 turns are what our turns, "
    "the cards drawn and the two deals come to together, which may be chance.",
    "Blackjack: the first seat is favoured, as in the paper but less, if to beat any other hand is enough (the switch "
    "other_hands = any, as in the file); if all must be beaten, the last seat is. The paper has no draws; here two "
    "players with the same number of tokens are a draw.",
    "Texas: later seats win more, as in the paper but less, because the hands of players who are out do not count (the "
    "switch out_hands = ignored). The paper's 39 turns are 13 stages of three turns each; here a stage in which "
    "a player has nothing to do takes no turn.",
    "Mutations: the paper does not say what its mutation changes. Ours changes one part of the grammar's derivation. "
    "Crashes are about as frequent, but far fewer plays of Texas and blackjack become draws: the paper's mutation must "
    "change more at once. A mutation that makes no sense (a table that is not there, a stage that never ends) is "
    "refused before it is played and counts as crashed; the column 'refused' says how many those are.",
    "Random games: wins, draws and crashes agree in kind, and the first player wins most in both, for a rule that ends "
    "the game is met by the first player first. Ours end sooner; how deep the paper's games were grown is not known.",
)


@dataclass(frozen=True)
class Row:
    """A row of the paper's table and ours."""

    name: str
    plays: int
    wins: tuple[int, ...]
    draws: int
    crashes: int  # refused games included
    refused: int  # mutations that make no sense, and were not played
    turns: Estimate

    @property
    def paper(self) -> Figures:
        """The paper's row, of 1,000 plays."""
        return PAPER[self.name]

    def shares(self) -> dict[str, Estimate]:
        """Wins, draws and crashes as shares of all plays, with 95 % intervals."""
        counts = {f"win_{seat + 1}": wins for seat, wins in enumerate(self.wins)}
        counts |= {"draws": self.draws, "crashes": self.crashes}
        return {name: statistics.rate(count, self.plays) for name, count in counts.items()}

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
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
    """The seven rows.

    >>> [row.name for row in reproduce(plays=2, seed=1)][:4]
    ['texas', 'blackjack', 'uno', 'mutations of texas']
    """
    if not 1 <= plays <= MOST_PLAYS:
        raise CardwrightError(f"the number of plays is from 1 to {MOST_PLAYS:,}, not {plays}")
    rows = []
    for place, name in enumerate(PAPER):
        own = seed_for(seed, name)

        def done(count: int, place: int = place, name: str = name) -> None:
            if progress:
                progress(place * plays + count, len(PAPER) * plays, name)

        if name in GAMES:
            rows.append(_row(name, plays, [Subject(cgdl.load(name), own).random_plays(plays)]))
        else:
            rows.append(_row(name, plays, list(_one_play_each(_new_games(name, plays, own), own, done))))
        done(plays)
    return rows


def _new_games(name: str, count: int, seed: int) -> Iterator[tree.Game]:
    """Mutations of a game, sensible or not, or random games."""
    parent = None if name == "random games" else cgdl.load(name.removeprefix("mutations of "))
    for number in range(count):
        own = seed_for(seed, "new game", number)
        yield cgdl.mutated(parent, own, sensible=False) if parent else cgdl.random_game(own, players=PLAYERS)


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
