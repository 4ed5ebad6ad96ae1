"""Tournaments: every lineup against every other, or only against the others of its group."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from cardwright.core import files
from cardwright.core.compiling import jit
from cardwright.core.compiling.device import Device, use_gpu
from cardwright.core.errors import BadData, RunawayRules
from cardwright.core.random import seed_for, seeds_for
from cardwright.core.showing import html
from cardwright.core.showing.progress import shown
from cardwright.core.working.jobs import checked_jobs, cores

from .cards import Card, CardSet, as_set
from .compiler import compile_tables
from .cpu import COUNTS, Count, play_on_cpu
from .lineups import NO_CARD, all_lineups, chosen_lineups, lineup_codes
from .match import RUNAWAY
from .profiles import Profile, switches

DEFAULT_SIZE = 3  # cards in a lineup, as in the paper
MAX_MATRIX_LINEUPS = 20_000
MATRIX_FILES = (".csv", ".npy")
MAX_FOLDS = 100_000
WORTH_A_GPU = 50_000_000  # matches; below this, compiling for a GPU takes longer than playing on the CPU
ORDERS_IN_MEMORY = 1 << 20  # entries of the folds' orders held in memory at once

Progress = Callable[[int, int], None]
Play = Callable[[np.ndarray, Callable[[int], object]], tuple[np.ndarray, np.ndarray]]
CopyCount = Literal["multiplicity", "once"]


@dataclass(frozen=True)
class Tournament:
    """The results of all lineups.

    >>> cards = [Card("Small", 1, 1), Card("Big", 2, 2)]
    >>> result = tournament(cards, size=1)
    >>> result.win_rates.tolist(), result.card_win_rates().tolist(), result.std()
    ([0.25, 0.75], [0.25, 0.75], 0.25)
    """

    cards: CardSet  # those that are in some lineup
    lineups: np.ndarray  # one row per lineup: the indices of its cards in the set, NO_CARD behind a shorter one
    payoff: np.ndarray  # of each lineup, from -1 to 1: the mean over its matches, counting 0 against itself
    matches: int
    ties: float  # the share of matches without a winner
    phases: float  # the mean number of phases in a match
    deaths: float  # the mean number of cards that die in a match, on both sides
    matrix: np.ndarray | None = None  # the payoff of each lineup (row) against each other (column)

    @cached_property
    def win_rates(self) -> np.ndarray:
        """The payoff of each lineup on a scale from 0 to 1."""
        return self.payoff / 2 + 0.5

    @property
    def intensity(self) -> float:
        """How many cards die in a phase, on average; 0 if nothing was played."""
        return self.deaths / self.phases if self.phases else 0.0

    @property
    def all_ties(self) -> bool:
        """Whether no match had a winner. Such a set looks perfectly balanced, but decides nothing."""
        return self.ties == 1.0

    def card_win_rates(self, count: CopyCount = "multiplicity") -> np.ndarray:
        """Return each card's win rate: the mean over the lineups that contain it.

        With "multiplicity" a lineup is weighted by its copies of the card; with "once" every lineup counts once.
        """
        if count not in ("multiplicity", "once"):
            raise BadData(f"count must be 'multiplicity' or 'once', not {str(count)[:40]!r}")
        copies = ((self.lineups == card).sum(axis=1) for card in range(len(self.cards.cards)))
        return np.array([
            np.average(self.win_rates, weights=each if count == "multiplicity" else each > 0) for each in copies
        ])  # fmt: skip

    def std(self, count: CopyCount = "multiplicity") -> float:
        """Return the standard deviation of the cards' win rates: 0 when all cards do equally well."""
        return float(np.std(self.card_win_rates(count)))

    def lineup_names(self, index: int) -> list[str]:
        """Return the names of the cards in a lineup."""
        names = self.cards.names
        return [names[card] for card in self.lineups[index] if card != NO_CARD]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, without the matrix."""
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
            "intensity": self.intensity,
            "lineups": [[card for card in lineup if card != NO_CARD] for lineup in self.lineups.tolist()],
            "payoff": self.payoff.tolist(),
        }

    def write_matrix(self, path: str | Path) -> None:
        """Write the matrix to a .csv file (lineups as header row and column) or a .npy file."""
        check_matrix_file(path)
        if self.matrix is None:
            raise BadData("the matrix was not kept; play the tournament with matrix=True")
        content = io.BytesIO()
        if Path(path).suffix == ".npy":
            np.save(content, self.matrix, allow_pickle=False)
        else:
            self._write_csv(self.matrix, content)
        files.write(path, content.getvalue())

    def _write_csv(self, matrix: np.ndarray, content: io.BytesIO) -> None:
        text = io.TextIOWrapper(content, "utf-8", newline="")
        rows = csv.writer(text, lineterminator="\n")
        names = [", ".join(self.lineup_names(index)) for index in range(len(self.lineups))]
        rows.writerow(["lineup", *names])
        rows.writerows([name, *row.tolist()] for name, row in zip(names, matrix, strict=True))
        text.detach()

    def __repr__(self) -> str:
        return f"<Tournament: {len(self.lineups):,} lineups, {self.matches:,} matches, {self.ties:.0%} ties>"

    def _repr_html_(self) -> str:
        rates = self.card_win_rates()
        rows = [[self.cards.names[k], f"{rates[k]:.3f}"] for k in np.argsort(-rates, kind="stable")]
        best = ", ".join(self.lineup_names(int(np.argmax(self.payoff))))
        facts = f"mean of {self.phases:.1f} phases, standard deviation of cards {self.std():.3f}, best lineup {best}"
        return html.notebook(html.heading(repr(self)[1:-1], facts), html.table(["card", "win rate"], rows))


def tournament(
    cards: CardSet | Sequence[Card],
    size: int | None = None,
    profile: Profile = "corrected",
    group: int | None = None,
    folds: int = 1,
    seed: int = 0,
    threads: int | None = None,
    matrix: bool = False,
    progress: Progress | bool | None = None,
    device: Device = "auto",
    lineups: Sequence[Sequence[str] | str] | None = None,
) -> Tournament:
    """Play lineups against each other: every pair once, or with `group` only pairs of one group.

    These are all lineups of `size` cards, by default 3, or those of the list `lineups`, each a list of card names.
    The lineup that comes first is side a. A group tournament shuffles the lineups, cuts them into groups of that size
    (the last group may be smaller) and plays each group. It does so `folds` times and averages the results.
    `progress(played, matches)` is called from time to time; True shows a bar. `device` is "cpu", "gpu" or "auto", which
    uses a GPU if there is one and the tournament is large; the results are the same. A matrix is always played on the
    CPU.
    """
    jit.compiling("the auto battler")
    cards = as_set(cards)
    chosen = switches(profile)
    if lineups is None:
        rows = all_lineups(len(cards.cards), DEFAULT_SIZE if size is None else size)
    elif size is not None:
        raise BadData("size: chosen lineups have their own sizes; give either size or lineups")
    else:
        cards, rows = chosen_lineups(lineups, cards)
    n = len(rows)
    check_plan(n, group, folds, matrix)
    threads = checked_jobs(threads, "threads") or cores()
    orders = _orders(n, group, folds, seed)
    group = n if group is None else min(group, n)
    matches = folds * _matches(n, group)
    table = np.zeros((n, n) if matrix else (0, 0), np.int8)
    tables = compile_tables(cards.cards, cards.known_mechanics, chosen)
    fixed = (tables, lineup_codes(rows), group, chosen["second_player_wins"])
    play: Play = partial(play_on_cpu, *fixed, table, threads)
    if use_gpu(device, worthwhile=matches >= WORTH_A_GPU) and not matrix:
        from .gpu import play_on_gpu

        play = partial(play_on_gpu, *fixed)
    with shown(progress, "matches") as report:
        lengths = (rows != NO_CARD).sum(axis=1)
        payoff, counts, deployed = _play_all(
            play, orders, group, lengths, lambda played: report and report(played, matches)
        )
    rates = counts / max(1, matches)
    return Tournament(
        cards, rows, payoff / folds, matches, float(rates[Count.TIES]), float(rates[Count.PHASES]),
        float(deployed / max(1, matches) - rates[Count.SURVIVORS]), table if matrix else None,
    )  # fmt: skip


def _play_all(
    play: Play, orders: Iterable[np.ndarray], group: int, lengths: np.ndarray, report: Callable[[int], object]
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the sum of each lineup's payoffs over all folds, the counts, and how many cards entered matches."""
    payoff: Any = 0.0
    deployed = 0
    counts = np.zeros(COUNTS, np.int64)
    for order in orders:
        sums, counted = play(order, lambda played: report(int(counts[Count.MATCHES]) + played))
        if counted[Count.FAULTS]:
            raise RunawayRules(f"a match was stopped: {RUNAWAY}")
        counts[:] += counted
        position = np.arange(order.shape[1])
        sizes = np.minimum(group, len(position) - position // group * group)  # of the group at each position
        for fold in range(len(order)):
            payoff += sums[fold] / _by_lineup(sizes, order[fold])
            deployed += int((lengths[order[fold]] * (sizes - 1)).sum())
        report(int(counts[Count.MATCHES]))
    return payoff, counts, deployed


def _orders(n: int, group: int | None, folds: int, seed: int) -> Iterator[np.ndarray]:
    """Yield the lineup at each position in each fold; a few folds at a time, to bound the memory."""
    step = max(1, ORDERS_IN_MEMORY // n)
    for first in range(0, folds, step):
        some = range(first, min(folds, first + step))
        yield np.stack([np.arange(n) if group is None else _shuffled(n, seed, fold) for fold in some])


def _matches(n: int, group: int) -> int:
    """Return the number of matches in one fold."""
    return n // group * math.comb(group, 2) + math.comb(n % group, 2)


def check_plan(n: int, group: int | None, folds: int, matrix: bool = False) -> None:
    """Raise BadData for settings that a tournament of `n` lineups cannot have."""
    if group is not None and group < 2:
        raise BadData(f"group: {group}; a group has at least 2 lineups")
    if not 1 <= folds <= MAX_FOLDS:
        raise BadData(f"folds: {folds}; allowed are 1 to {MAX_FOLDS:,}")
    if matrix and (group is not None or folds > 1 or n > MAX_MATRIX_LINEUPS):
        raise BadData(f"a matrix needs a full tournament of at most {MAX_MATRIX_LINEUPS:,} lineups, played once")


def check_matrix_file(path: str | Path) -> None:
    """Raise BadData for a file that a matrix cannot be written to."""
    if Path(path).suffix not in MATRIX_FILES:
        raise BadData(f"{path}: a matrix file must end in {' or '.join(MATRIX_FILES)}")
    files.check_target(path)


def _shuffled(n: int, seed: int, fold: int) -> np.ndarray:
    return np.argsort(seeds_for(seed_for(seed, "group tournament", fold), "lineup", np.arange(n)), kind="stable")


def _by_lineup(values: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Return the values of positions, rearranged by the lineups at those positions."""
    result = np.empty_like(values)
    result[order] = values
    return result
