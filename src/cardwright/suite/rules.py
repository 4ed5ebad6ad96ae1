"""How far agents are from the best play of every puzzle, and what other names change."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cardwright import arena
from cardwright.arena import statistics
from cardwright.arena.plan import make_plan
from cardwright.arena.statistics import Estimate
from cardwright.arena.table import fallback_notes
from cardwright.core import files
from cardwright.core.errors import CardwrightError
from cardwright.core.random import fresh_seed, seed_for

from .puzzles import Puzzle, puzzle, puzzles

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Cell:
    """How one agent does in one puzzle."""

    puzzle: Puzzle
    agent: str
    values: np.ndarray  # HP left in each game, 0 after a loss

    @property
    def hp(self) -> Estimate:
        """The mean HP left."""
        return statistics.mean(self.values)

    @property
    def wins(self) -> Estimate:
        """The share of games won."""
        return statistics.rate(int(np.count_nonzero(self.values)), len(self.values))

    @functools.cached_property
    def gaps(self) -> np.ndarray:
        """The share of the best play's HP that is missing at the end of each game: 0 is best play, 1 a loss."""
        assert self.puzzle.best is not None
        return 1 - self.values / self.puzzle.best.hp

    @property
    def gap(self) -> Estimate:
        """The mean gap."""
        return statistics.mean(self.gaps)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        best = self.puzzle.best.hp if self.puzzle.best else None
        figures = {"hp": self.hp, "gap": self.gap, "wins": self.wins}
        plain = {name: each.to_list() for name, each in figures.items()}
        return {"scenario": self.puzzle.name, "agent": self.agent, "games": len(self.values), "best": best, **plain}


@dataclass(frozen=True)
class Report:
    """The gaps of all agents in all puzzles."""

    agents: tuple[str, ...]
    games: int
    seed: int
    cells: Mapping[tuple[str, str], Cell]  # by puzzle and agent
    notes: Sequence[str] = field(default=())
    complete: bool = True

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles that were played, in order."""
        return list({name: cell.puzzle for (name, _), cell in self.cells.items()}.values())

    def mean(self, agent: str) -> Estimate:
        """Return the mean gap over all puzzles but twins; they are a fixed set, so only games are a sample."""
        gaps = [self.cells[each.name, agent].gap for each in self.puzzles() if each.twin_of is None]
        if not gaps:
            return Estimate(math.nan, math.nan, math.nan)
        value = sum(each.value for each in gaps) / len(gaps)
        half = math.sqrt(sum((each.high - each.value) ** 2 for each in gaps)) / len(gaps)
        return Estimate(value, value - half, value + half)

    def twins(self) -> dict[tuple[str, str], Estimate]:
        """Return how much larger the gap of each agent is under other names, game by game."""
        return {
            (name, agent): statistics.mean_difference(cell.gaps, self.cells[original, agent].gaps)
            for (name, agent), cell in self.cells.items()
            if (original := cell.puzzle.twin_of) is not None and (original, agent) in self.cells
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        twins = [
            {"scenario": name, "agent": agent, "difference": each.to_list()}
            for (name, agent), each in self.twins().items()
        ]
        return {
            "games": self.games,
            "seed": self.seed,
            "complete": self.complete,
            "results": [cell.to_dict() for cell in self.cells.values()],
            "mean_gap": {agent: self.mean(agent).to_list() for agent in self.agents},
            "twins": twins,
            "notes": list(self.notes),
        }


def run(
    agents: Sequence[str],
    *,
    games: int = 20,
    seed: int | None = None,
    only: Iterable[str] = (),
    jobs: int | None = None,
    concurrency: int | None = None,
    log: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Let agents play the puzzles, a number of games each; Ctrl-C returns what was played so far.

    A twin has the seeds of its original, so agents that do not read names play both alike. `log` is a folder for a log
    of each puzzle, and `resume` continues them.
    """
    _check(agents)
    chosen = [puzzle(name) for name in dict.fromkeys(only)] or list(puzzles().values())
    seed = fresh_seed() if seed is None else seed
    make_plan(chosen[0].game, list(agents), games, seed)  # bad arguments must be refused before anything is written
    folder = None if log is None else files.make_folder(log)
    cells: dict[tuple[str, str], Cell] = {}
    series: list[arena.Series] = []
    total = len(chosen) * len(agents) * games
    for index, each in enumerate(chosen):
        try:
            result = arena.run(
                each.game,
                list(agents),
                games=games,
                seed=seed_for(seed, each.twin_of or each.name),
                jobs=jobs,
                concurrency=concurrency,
                log=folder / each.name if folder else None,
                resume=resume,
                progress=progress and _part(progress, index * len(agents) * games, total, games, each.name),
            )
        except arena.Interrupted:
            return Report(tuple(agents), games, seed, cells, fallback_notes(series), complete=False)
        series += result.series
        for agent, played in zip(agents, result.series, strict=True):
            left = np.where(played.columns["win"], played.columns["hp_left"], 0)
            cells[each.name, agent] = Cell(each, agent, left)
    return Report(tuple(agents), games, seed, cells, fallback_notes(series))


def _check(agents: Sequence[str]) -> None:
    if not agents:
        raise CardwrightError("no agents to play: name at least one, such as 'random'")
    if len(set(agents)) < len(agents):
        raise CardwrightError("an agent is named twice")


def _part(progress: Progress, before: int, total: int, games: int, name: str) -> Callable[[int, str, int, int], None]:
    """Return what reports the games of one puzzle, which come after `before` other games of `total`."""
    return lambda number, agent, done, _: progress(before + number * games + done, total, name)
