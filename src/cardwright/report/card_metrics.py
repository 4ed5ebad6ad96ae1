"""Metrics about the cards of a game: which are played, and what goes along with each card and with each pair of them.

Games with a card are compared with games without it, by wins and by what still differs when everybody wins: the score,
what the game measures, and the length. A pair is judged by the interaction of its cards: how much better games with
both are than the effects of the two alone, added up, would make them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np
import polars
from polars import col

from cardwright.core.errors import BadData

from . import plots
from .action_metrics import as_array
from .registry import metric
from .run import Block, Run

LEAST_GAMES = 10  # with both cards of a pair, with either one alone, and with neither
LEVEL = 0.05  # of tests


@dataclass
class Tally:
    """What an agent did with cards, over all its games (counted per seat) and for each outcome of these.

    The entry at i, j of `both` counts the games in which cards i and j were played, and `sums` adds up the outcomes of
    these games. The diagonals are about single cards. `total` has the sum and the sum of squares over all games.
    """

    offered: np.ndarray
    played: np.ndarray
    both: np.ndarray
    sums: dict[str, np.ndarray] = field(default_factory=dict)
    total: dict[str, tuple[float, float]] = field(default_factory=dict)
    games: int = 0

    @classmethod
    def empty(cls, cards: int, outcomes: Sequence[str]) -> Tally:
        """Return a tally of nothing."""
        square = (cards, cards)
        return cls(
            np.zeros(cards, np.int64),
            np.zeros(cards, np.int64),
            np.zeros(square),
            {name: np.zeros(square) for name in outcomes},
            dict.fromkeys(outcomes, (0.0, 0.0)),
        )

    def add(self, matrix: Any, outcomes: dict[str, np.ndarray]) -> None:
        """Add games: a sparse matrix with a row for each, which is 1 at the cards played, and their outcomes."""
        self.games += matrix.shape[0]
        self.both += (matrix.T @ matrix).toarray()
        for name, values in outcomes.items():
            self.sums[name] += (matrix.T @ matrix.multiply(values[:, None])).toarray()
            plain, squared = self.total[name]
            self.total[name] = plain + values.sum(), squared + (values**2).sum()

    def means(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean outcome of games with each pair, and of all others."""
        rest = self.games - self.both
        return _divided(self.sums[name], self.both), _divided(self.total[name][0] - self.sums[name], rest)

    def differences(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return how much better games with each card are than those without it, and the standard error of that."""
        one, two = self.means(name)
        plain, squared = self.total[name]
        counts = [self.both, self.games - self.both]
        error = _error(counts, [self.sums[name], plain - self.sums[name]], squared)
        return np.diag(one - two), np.diag(error)

    def interactions(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return what the outcome of each pair would be if effects added up, and the z-score of its interaction."""
        plain, squared = self.total[name]
        counts, sums = _cells(self.both, self.games), _cells(self.sums[name], plain)
        means = [_divided(total, count) for total, count in zip(sums, counts, strict=True)]
        expected = means[1] + means[2] - means[3]
        z = _divided(means[0] - expected, _error(counts, sums, squared))
        return expected, np.where(np.min(counts, axis=0) >= LEAST_GAMES, z, np.nan)


def _cells(both: np.ndarray, total: float) -> list[np.ndarray]:
    """Return sums over the games with both cards, with the first alone, with the second alone, and with neither."""
    one = np.diag(both)[:, None]
    return [both, one - both, one.T - both, total - one - one.T + both]


def _divided(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    found = np.full(np.shape(above), np.nan)
    np.divide(above, below, out=found, where=below > 0)
    return found


def _error(counts: list[np.ndarray], sums: list[np.ndarray], squares: float) -> np.ndarray:
    """Return the standard error of a sum or difference of the means of groups, which together have these squares.

    The spread within all groups is pooled: a small group in which everybody wins has none of its own.
    """
    explained = sum(np.nan_to_num(_divided(total * total, count)) for count, total in zip(counts, sums, strict=True))
    spread = np.maximum(0.0, squares - explained) / np.maximum(1, sum(counts) - len(counts))
    errors: np.ndarray = np.sqrt(spread * sum(_divided(np.ones_like(count), count) for count in counts))
    return errors


def _cards(run: Run) -> dict[str, list[str]]:
    """Return the cards that a report is about, each with the words of the actions that play it."""
    game, known = run.game, {*run.words}
    verbs = game.presentation.playing
    words = {card: [f"{verb} {card}" for verb in verbs] for card in (*game.playable_cards(), *game.card_list())}
    if not words:
        raise BadData(f"{game.title} lists no cards, so there is no report on them")
    expected = {*game.playable_cards()}
    return {card: plays for card, plays in words.items() if card in expected or known.intersection(plays)}


def outcomes_of(run: Run) -> list[str]:
    """Return what games with and without a card are compared by; wins are 100 or 0."""
    return ["won %", "score", *(name for name in (*run.game.measures, "turns") if name in run.games.columns)]


def _tallies(run: Run) -> dict[tuple[int, str], Tally]:
    """Return the tally of each agent in each series."""
    return run.remember("tallies", lambda: _counted(run))


def _counted(run: Run) -> dict[tuple[int, str], Tally]:
    cards = _cards(run)
    named = {word: number for number, words in enumerate(cards.values()) for word in words}
    card_of = np.array([named.get(word, -1) for word in run.words], np.int64)
    agents = {(series, player): agent for series, player, agent in run.agents.rows()}
    found: dict[tuple[int, str], Tally] = {}
    for block in run.each_block():
        for player in range(1, run.players + 1):
            key = block.series, agents[block.series, player]
            tally = found.setdefault(key, Tally.empty(len(cards), outcomes_of(run)))
            _count(block, player, card_of, tally)
    return found


def _count(block: Block, player: int, card_of: np.ndarray, tally: Tally) -> None:
    """Add the decisions and the games of one player to a tally."""
    from scipy.sparse import csr_matrix

    rows = block.decisions.filter(col("player") == player)
    offered = card_of[as_array(block.run, rows.select(col("available").explode().to_physical()).collect(), "available")]
    table = rows.select("game", col("taken").to_physical()).collect()
    taken, games = card_of[as_array(block.run, table, "taken")], as_array(block.run, table, "game")
    size = len(tally.played)
    tally.offered += np.bincount(offered[offered >= 0], minlength=size)
    tally.played += np.bincount(taken[taken >= 0], minlength=size)
    numbers, outcomes = _outcomes(block, player)
    at = np.minimum(np.searchsorted(numbers, games), max(0, len(numbers) - 1))
    kept = (taken >= 0) & (numbers[at] == games) if len(numbers) else np.zeros(len(taken), bool)
    matrix = csr_matrix((np.ones(kept.sum()), (at[kept], taken[kept])), (len(numbers), size))
    matrix.data[:] = 1  # a card that was played twice counts once
    tally.add(matrix, outcomes)


def _outcomes(block: Block, player: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Return the games of a block, in order, and their outcomes for a player."""
    names = outcomes_of(block.run)
    games = block.run.games.filter(col("series") == block.series).select(col("game").cast(polars.UInt32), *names[2:])
    frame = block.results.filter(col("player") == player).join(games, on="game").sort("game")
    frame = frame.with_columns((100 * col("win").cast(polars.Float64)).alias("won %"))
    return frame["game"].to_numpy(), {name: frame[name].cast(polars.Float64).to_numpy() for name in names}


def _score_z(table: polars.DataFrame) -> str:
    """Return what "score z" means; the terminal shows no other words about the columns."""
    return (
        "score z: the difference of the scores with and without a card, in standard errors; beyond 2 or -2, chance "
        "alone is a poor explanation."
    )


@metric("Cards", decisions=True, plot=plots.cards, remark=_score_z, standard=False)
def cards(run: Run) -> polars.DataFrame:
    """Every card: how often it was played, out of the decisions that offered it, in what share of games, and what games
    with it and without it were like on average. Cards that were never played come first, then those that were played
    least often when they could be. What goes along with winning need not cause it.
    """
    tables = []
    names = [*_cards(run)]
    faces = [run.game.face(name) for name in names]
    for (series, agent), tally in sorted(_tallies(run).items()):
        alone = np.diag(tally.both)
        columns = {
            "card": names,
            "cost": [face.cost if face else "" for face in faces],
            "played": tally.played,
            "offered": tally.offered,
            "played %": 100 * _divided(tally.played, tally.offered),
            "in games %": 100 * alone / max(1, tally.games),
            **_compared(tally, run, np.diag),
            "score z": _divided(*tally.differences("score")),
            "text": [face.text if face else "" for face in faces],
        }
        tables.append(_frame(run, series, agent, columns))
    found = polars.concat(tables).sort("series", "agent", col("played") > 0, "played %", "card", nulls_last=False)
    shown = found.drop("series")
    return shown if any(face and face.cost for face in faces) else shown.drop("cost")


def _compared(tally: Tally, run: Run, chosen: Callable[[np.ndarray], np.ndarray]) -> dict[str, np.ndarray]:
    """Return the mean outcomes with and without each card or pair; `chosen` picks these from a matrix."""
    columns: dict[str, np.ndarray] = {}
    for name in outcomes_of(run):
        words = name.removesuffix(" %").replace("_", " ")
        unit = " %" if name.endswith("%") else ""
        with_it, without = tally.means(name)
        columns |= {f"{words} with{unit}": chosen(with_it), f"{words} without{unit}": chosen(without)}
    return columns


def _frame(run: Run, series: int, agent: str, columns: dict[str, Any]) -> polars.DataFrame:
    """Return the columns of one agent as a frame; what is not known is null."""
    frame = polars.DataFrame(columns).with_columns(polars.selectors.float().fill_nan(None))
    head = [polars.lit(series).alias("series"), polars.lit(run.series[series]).alias("seats")]
    return frame.select(*head, polars.lit(agent).alias("agent"), *frame.columns)


def _how_many(table: polars.DataFrame) -> str:
    """Return how many pairs were looked at, and what chance alone would find among them."""
    count = len(table)
    limit = NormalDist().inv_cdf(1 - LEVEL / (2 * max(1, count)))
    return (
        f"{count:,} pairs of cards were looked at: those with at least {LEAST_GAMES} games with both cards, with each "
        f"alone and with neither. By chance alone, about {LEVEL * count:,.0f} of them have a z beyond 2 or -2, but "
        f"only one report in {1 / LEVEL:.0f} has any beyond {limit:.1f} or -{limit:.1f}."
    )


@metric("Pairs of cards", decisions=True, remark=_how_many, standard=False)
def card_pairs(run: Run) -> polars.DataFrame:
    """Two cards that a player played in the same game: how many games have both, what these and all other games were
    like on average, and the score that is expected if the effects of the two cards add up. "z" is the difference from
    that in standard errors, and "adjusted p" its p-value times the number of pairs. The most surprising come first.
    """
    names = np.array([*_cards(run)], object)
    tables = []
    for (series, agent), tally in sorted(_tallies(run).items()):
        expected, z = tally.interactions("score")
        at = np.nonzero(np.triu(np.isfinite(z), 1))
        columns = {
            "card": names[at[0]],
            "and": names[at[1]],
            "games": tally.both[at].astype(np.int64),
            "z": z[at],
            "expected score": expected[at],
            **_compared(tally, run, operator.itemgetter(at)),
        }
        tables.append(_frame(run, series, agent, columns).cast({"card": polars.String, "and": polars.String}))
    found = polars.concat(tables)
    normal = NormalDist()
    p = polars.Series([min(1.0, 2 * len(found) * normal.cdf(-abs(each))) for each in found["z"]], dtype=polars.Float64)
    found = found.insert_column(found.columns.index("z") + 1, p.alias("adjusted p"))
    order = {"series": False, "agent": False, "size": True, "card": False, "and": False}
    found = found.with_columns(col("z").abs().alias("size")).sort([*order], descending=[*order.values()])
    return found.drop("series", "size")
