"""Tournaments: every lineup against every other, or only against those of its group."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from ..core import jit
from ..core.device import Device, use_gpu
from ..core.errors import BadData, RunawayRules
from ..core.jit import kernel
from ..core.jobs import checked_jobs, cores
from ..core.random import seed_for, seeds_for
from .cards import Card, CardSet, as_set
from .compiler import compile_tables
from .fight import fight
from .match import RUNAWAY
from .profiles import Profile, switches
from .state import CARD_BITS, MAX_LINEUP, Match

MOST_LINEUPS = 1 << 24
LARGEST_MATRIX = 20_000
MOST_FOLDS = 100_000
MOST_PLACES = 1 << 27  # of lineups in all folds together, each with its place in memory
WORTH_A_GPU = 50_000_000  # matches, below which compiling for a GPU takes longer than playing without one
CHUNK = 100_000  # matches between two looks at the clock

Progress = Callable[[int, int], None]
Count = Literal["multiplicity", "once"]


@dataclass(frozen=True)
class Tournament:
    """How every lineup did.

    >>> cards = [Card("Small", 1, 1), Card("Big", 2, 2)]
    >>> result = tournament(cards, size=1)
    >>> result.win_rates.tolist(), result.card_win_rates().tolist(), result.std()
    ([0.25, 0.75], [0.25, 0.75], 0.25)
    """

    cards: CardSet
    lineups: np.ndarray  # a row for each lineup: the places of its cards in the set
    payoff: np.ndarray  # of each lineup, from -1 to 1: the mean over its matches, that against itself counted as 0
    matches: int
    ties: float  # the share of matches without a winner
    phases: float  # fought in a match, in the mean
    matrix: np.ndarray | None = None  # the payoff of each lineup (row) against each other (column)

    @cached_property
    def win_rates(self) -> np.ndarray:
        """The payoff of each lineup on a scale from 0 to 1."""
        return self.payoff / 2 + 0.5

    @property
    def all_ties(self) -> bool:
        """Whether no match had a winner: then nothing is unequal, and nothing is decided either."""
        return self.ties == 1.0

    def card_win_rates(self, count: Count = "multiplicity") -> np.ndarray:
        """The mean win rate of the lineups a card is in: weighted by how often it is in them, or each lineup once."""
        if count not in ("multiplicity", "once"):
            raise BadData(f"cards are counted by 'multiplicity' or 'once', not {str(count)[:40]!r}")
        copies = ((self.lineups == card).sum(axis=1) for card in range(len(self.cards.cards)))
        return np.array([
            np.average(self.win_rates, weights=each if count == "multiplicity" else each > 0) for each in copies
        ])  # fmt: skip

    def std(self, count: Count = "multiplicity") -> float:
        """The standard deviation of the cards' win rates: 0 when all cards do equally well."""
        return float(np.std(self.card_win_rates(count)))

    def lineup_names(self, index: int) -> list[str]:
        """The cards of a lineup."""
        names = self.cards.names
        return [names[place] for place in self.lineups[index]]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, without the matrix."""
        return {
            "cards": self.cards.names,
            "card_win_rates": self.card_win_rates().tolist(),
            "card_win_rates_once": self.card_win_rates("once").tolist(),
            "std": self.std(),
            "std_once": self.std("once"),
            "matches": self.matches,
            "ties": self.ties,
            "all_ties": self.all_ties,
            "phases": self.phases,
            "lineups": self.lineups.tolist(),
            "payoff": self.payoff.tolist(),
        }

    def __repr__(self) -> str:
        return f"<Tournament: {len(self.lineups):,} lineups, {self.matches:,} matches, {self.ties:.0%} ties>"


def tournament(
    cards: CardSet | Sequence[Card],
    size: int = 3,
    profile: Profile = "corrected",
    group: int | None = None,
    folds: int = 1,
    seed: int = 0,
    threads: int | None = None,
    matrix: bool = False,
    progress: Progress | None = None,
    device: Device = "auto",
) -> Tournament:
    """Let all lineups of `size` cards play: each pair once, or with `group` only those drawn into the same group.

    In a pair the lineup that comes first is side a. A group tournament shuffles the lineups, cuts them into groups of
    that size (the last may be smaller) and plays each group; `folds` times, and the mean counts. `progress` is called
    now and then with the matches played and their number. `device` is "cpu", "gpu", or "auto": a GPU where there is one
    and enough to play; the results are the same there. The matrix is always made on the processor.
    """
    jit.compiling("the auto battler")
    cards = as_set(cards)
    chosen = switches(profile)
    lineups = all_lineups(len(cards.cards), size)
    n = len(lineups)
    check_plan(n, group, folds, matrix)
    threads = checked_jobs(threads, "threads") or cores()
    order = np.stack([np.arange(n) if group is None else _shuffled(n, seed, fold) for fold in range(folds)])
    group = n if group is None else min(group, n)
    tables = compile_tables(cards.cards, cards.known_mechanics, chosen)
    table = np.zeros((n, n) if matrix else (0, 0), np.int8)
    fixed = (tables, lineup_codes(lineups), order, group, chosen["second_player_wins"], table)
    played = _Played(order, group, partial(play_rows, *fixed))
    if not matrix and use_gpu(device, worthwhile=played.matches >= WORTH_A_GPU):
        played.play_on_gpu(*fixed[:-1])
    else:
        played.play_all(threads, progress)
    sizes = np.minimum(group, n - np.arange(n) // group * group)  # of the group at each place
    payoff = np.mean([played.sums[fold] / _at(sizes, order[fold]) for fold in range(folds)], axis=0)
    matches = played.matches
    return Tournament(
        cards, lineups, payoff, matches, played.ties / max(1, matches), played.phases / max(1, matches),
        table if matrix else None,
    )  # fmt: skip


def check_plan(n: int, group: int | None, folds: int, matrix: bool = False) -> None:
    """Refuse what a tournament of `n` lineups cannot be."""
    if group is not None and group < 2:
        raise BadData(f"group: {group}; a group has at least 2 lineups")
    if not 1 <= folds <= MOST_FOLDS:
        raise BadData(f"folds: {folds}; a tournament is played 1 to {MOST_FOLDS:,} times")
    if folds * n > MOST_PLACES:
        raise BadData(f"folds: {folds}; {n:,} lineups play at most {MOST_PLACES // n:,} times")
    if matrix and (group is not None or folds > 1 or n > LARGEST_MATRIX):
        raise BadData(f"a matrix is kept of a full tournament of up to {LARGEST_MATRIX:,} lineups, played once")


def all_lineups(kinds: int, size: int) -> np.ndarray:
    """Every ordered choice of `size` cards, repeats allowed, as rows of places.

    >>> all_lineups(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if not 1 <= size <= MAX_LINEUP:
        raise BadData(f"size: {size}; a lineup is 1 to {MAX_LINEUP} cards")
    if kinds**size > MOST_LINEUPS:
        raise BadData(f"{kinds} cards make {kinds**size:,} lineups of {size}; at most {MOST_LINEUPS:,} can play")
    return np.indices((kinds,) * size, np.uint8).reshape(size, -1).T.copy()


def lineup_codes(lineups: np.ndarray) -> np.ndarray:
    """Each lineup as one integer, as the kernels want it."""
    shifts = CARD_BITS * np.arange(lineups.shape[1], dtype=np.int64)
    return ((lineups.astype(np.int64) + 1) << shifts).sum(axis=1)


def _shuffled(n: int, seed: int, fold: int) -> np.ndarray:
    return np.argsort(seeds_for(seed_for(seed, "group tournament", fold), "lineup", np.arange(n)), kind="stable")


def _at(values: np.ndarray, order: np.ndarray) -> np.ndarray:
    """The values of places as the values of the lineups that stand there."""
    result = np.empty_like(values)
    result[order] = values
    return result


class _Played:
    """A tournament being played: blocks of rows are given to threads, their sums are added here."""

    def __init__(self, order: np.ndarray, group: int, play: Callable[..., None]):
        folds, self.n = order.shape
        self.play = play  # plays the rows from a first to a last one, and adds to sums and counts
        rivals = np.minimum(np.arange(self.n) // group * group + group, self.n) - np.arange(self.n) - 1
        self.done_before = np.concatenate([[0], np.cumsum(np.tile(rivals, folds))])
        self.matches = int(self.done_before[-1])
        self.sums = np.zeros(order.shape, np.int64)
        self.ties = self.phases = 0

    def play_all(self, threads: int, progress: Progress | None) -> None:
        """Play all rows."""
        pool = ThreadPoolExecutor(threads)
        blocks = self._blocks(threads)
        try:
            for last, sums, counts in (map if threads == 1 else pool.map)(self._play_block, blocks):
                self._add(sums, counts)
                if progress:
                    progress(int(self.done_before[last]), self.matches)
        finally:
            pool.shutdown(cancel_futures=True)

    def play_on_gpu(self, *fixed: Any) -> None:
        """Play all rows at once."""
        from .gpu import play_on_gpu

        self._add(*play_on_gpu(*fixed))

    def _add(self, sums: np.ndarray, counts: np.ndarray) -> None:
        self.sums += sums
        self.ties += int(counts[0])
        self.phases += int(counts[1])
        if counts[2]:
            raise RunawayRules(f"a match was stopped: {RUNAWAY}")

    def _blocks(self, threads: int) -> list[tuple[int, int]]:
        """Runs of rows with about equally many matches."""
        count = max(1, min(self.matches // CHUNK, 64 * threads))
        cuts = np.searchsorted(self.done_before, np.linspace(0, self.matches, count + 1)[1:-1])
        edges = [0, *cuts.tolist(), len(self.done_before) - 1]
        return [(first, last) for first, last in itertools.pairwise(edges) if first < last]

    def _play_block(self, block: tuple[int, int]) -> tuple[int, np.ndarray, np.ndarray]:
        sums, counts = np.zeros_like(self.sums), np.zeros(3, np.int64)
        self.play(*block, np.zeros(1, Match), sums, counts)
        return block[1], sums, counts


@kernel
def play_rows(tables, codes, order, group, second_wins, matrix, first, last, scratch, sums, counts):
    """Let the lineups at some places play against those after them in their group.

    Adds to the sums of payoffs, and to the counts of ties, phases and matches that could not go on.
    """
    t, m = tables[0], scratch[0]
    n = order.shape[1]
    for row in range(first, last):
        fold, place = row // n, row % n
        a = order[fold, place]
        for other in range(place + 1, min(n, place // group * group + group)):
            b = order[fold, other]
            result = fight(t, codes[a], codes[b], m)
            if result < 0 and not second_wins:
                result = 0
            sums[fold, a] += result
            sums[fold, b] -= result
            counts[0] += result == 0
            counts[1] += m.phases
            counts[2] += m.fault
            if matrix.size:
                matrix[a, b] = result
                matrix[b, a] = -result
