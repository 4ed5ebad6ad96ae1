"""All individuals of finished evolutions, judged by the same new games and sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cardwright.agents import Agent
from cardwright.arena.statistics import Estimate, mean, rate
from cardwright.core.errors import BadData, counted
from cardwright.core.game import Game

from . import checkpoint
from .judge import MOST_GAMES, Judge
from .population import read_individuals
from .trained import Generation


class Evaluated(NamedTuple):
    """An individual and how it did."""

    source: str  # the folder or file it comes from
    number: int  # from 1, as its file has it: the best of the last generation first
    weights: tuple[float, ...]
    fitness: float
    wins: Estimate  # the share of games in which one of its seats won, with a 95 % interval


def evaluate(
    game: Game,
    sources: Iterable[str | Path],
    opponents: Sequence[Agent],
    games: int = 1000,
    copies: int = 2,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Evaluated]:
    """Let all individuals of the last generations play the same games against the same opponents; the best come first.

    A source is the folder of an evolution, or a file with a population or with weights. The best of many was also
    lucky: evaluate it again with another seed for a figure without that luck.
    """
    if not 1 <= games <= MOST_GAMES:
        raise BadData(f"games: 1 to {MOST_GAMES:,} is allowed, not {games:,}")
    judge = Judge(game, games, copies, jobs=jobs)
    if len(opponents) != judge.rivals:
        raise BadData(f"opponents: {game.name} has {counted(judge.rivals, 'seat')} for them, not {len(opponents)}")
    found = [(str(source), k, each) for source in sources for k, each in enumerate(_individuals(source, game), start=1)]
    verdict = judge.evaluate([np.array(weights) for _, _, weights in found], opponents, seed, done=progress)
    assert verdict is not None  # nobody asked to stop
    rows = [
        Evaluated(*each, float(fitness), rate(round(games * float(wins)), games))
        for each, fitness, wins in zip(found, verdict.fitness, verdict.wins, strict=True)
    ]
    return sorted(rows, key=lambda row: -row.wins.value)


def _individuals(source: str | Path, game: Game) -> list[tuple[float, ...]]:
    path = Path(source)
    if not path.is_dir():
        return read_individuals(str(source), game)
    if not (path / checkpoint.POPULATION).exists():
        raise BadData(f"{path} has no {checkpoint.POPULATION}: it does not hold an evolution that has ended")
    return read_individuals(str(path / checkpoint.POPULATION), game)


class Experiment(NamedTuple):
    """The runs of an experiment, as one."""

    runs: int
    population: int
    fitness: str
    best: list[Estimate]  # by generation, the mean over runs with a 95 % interval
    mean: list[Estimate]


def experiments(folders: Iterable[str | Path]) -> Mapping[str, Experiment]:
    """Return the mean over runs of each experiment, by the name of its folder.

    The folder holds one evolution, or folders with an evolution each, its runs.
    """
    found = {}
    for folder in map(Path, folders):
        runs = [folder] if (folder / checkpoint.FILE).exists() else sorted(each.parent for each in _runs(folder))
        if not runs:
            raise BadData(f"{folder} holds no evolution, and no folders with evolutions")
        histories = [checkpoint.read_history(each) for each in runs]
        if len({(population, fitness) for _, population, fitness in histories}) > 1:
            raise BadData(f"{folder}: its evolutions have different populations or kinds of fitness")
        _, population, fitness = histories[0]
        found[folder.name] = _combined([history for history, _, _ in histories], population, fitness)
    return found


def _runs(folder: Path) -> Iterable[Path]:
    return folder.glob(f"*/{checkpoint.FILE}")


def _combined(histories: Sequence[Sequence[Generation]], population: int, fitness: str) -> Experiment:
    length = min(map(len, histories))
    figures = {
        name: [_mean([getattr(each[k], name) for each in histories]) for k in range(length)]
        for name in ("best", "mean")
    }
    return Experiment(len(histories), population, fitness or "rank", figures["best"], figures["mean"])


def _mean(values: Sequence[float]) -> Estimate:
    return mean(np.array(values)) if len(values) > 1 else Estimate(values[0], values[0], values[0])
