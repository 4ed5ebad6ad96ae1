"""Playing many games."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import numpy as np

from cardwright.core import jit
from cardwright.core.device import Device, use_gpu
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game

from .games import Columns, joined, measure_names, play_chunk
from .log import Log
from .plan import Plan, Seats, make_plan
from .result import Result, Series
from .workers import LARGEST_CHUNK, LARGEST_ON_GPU, Interrupt, Pace, jobs_for, play_in_chunks

WORTH_A_GPU = 1_000_000  # games, below which compiling for a GPU takes longer than playing without one

Progress = Callable[[int, str, int, int], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; what was played until then is in `result`, and in the log if there is one."""

    def __init__(self, result: Result):
        super().__init__("stopped")
        self.result = result


def run(
    game: Game | str | Path,
    seats: Seats,
    *,
    games: int = 1000,
    seed: int | None = None,
    jobs: int | None = None,
    log: str | Path | None = None,
    replays: int = 0,
    resume: bool = False,
    device: Device = "auto",
    progress: Progress | None = None,
) -> Result:
    """Play `games` games for each series, every series from the same seeds.

    `game` is a game, its name or a scenario file. `seats` names a series each: an agent, several joined with commas for
    a game of several players, or your own agents. `jobs` is how many threads play (processes, where an agent is in
    Python); the games are the same for any number. `log` is a folder or a .parquet file, `replays` how many games of
    each series are written beside it move by move, and `resume` goes on with a log that was stopped. `device` is "cpu",
    "gpu", or "auto": a GPU where there is one and enough games to play; the games are the same there.
    `progress(series, seats, done, games)` is called as games are done.

    >>> from cardwright import arena
    >>> result = arena.run("spire:jaw-worm", ["first", "random"], games=100, seed=1)
    >>> [series.games for series in result.series]
    [100, 100]
    """
    if (replays or resume) and log is None:
        raise CardwrightError("replays and going on need a log: say where it is")
    if not 0 <= replays <= max(0, games):
        raise CardwrightError(f"the number of replays is from 0 to the number of games, not {replays}")
    book = Log(log, replays) if log is not None else None
    if book and resume and seed is None and book.exists:
        seed = book.seed()
    plan = make_plan(game, seats, games, seed)
    workers = [jobs_for(seating, jobs) for seating in plan.seatings]
    return _Run(plan, book, resume, _on_gpu(plan, device), progress).play(workers)


def _on_gpu(plan: Plan, device: Device) -> bool:
    compiled = all(seating.compiled for seating in plan.seatings)
    gpu = use_gpu(device, worthwhile=compiled and plan.games >= WORTH_A_GPU)
    if gpu and not compiled:
        raise CardwrightError("agents in Python play on the processor only; use device cpu")
    return gpu


class _Run:
    """A run in progress: the games of each series so far, and where they go."""

    def __init__(self, plan: Plan, log: Log | None, resume: bool, gpu: bool, progress: Progress | None):
        self.plan = plan
        self.log = log
        self.gpu = gpu
        self.progress = progress
        jit.compiling(f"the rules of {plan.game.title}")
        found = log.begin(plan, resume) if log else []
        self.chunks = [[columns] for columns in self._compile()]
        for chunks, columns in zip(self.chunks, found, strict=False):
            chunks.append(columns)
        self.paces = [Pace() for _ in plan.seatings]

    def _compile(self) -> list[Columns]:
        """Compile what is needed, before workers do it all at once and while Ctrl-C is heard: play no games.

        What comes out is the columns of each series, with nothing in them.
        """
        plan = self.plan
        if (self.log and self.log.replays.games) or not all(seating.compiled for seating in plan.seatings):
            state = plan.game.new(seed=0).copy(hidden_from=0, seed=0)
            if not state.over:
                state.play(state.legal()[0])
        return [play_chunk(plan, number, np.arange(0), gpu=self.gpu) for number in range(len(plan.seatings))]

    def play(self, workers: list[int]) -> Result:
        """Play what is missing, with so many workers for each series; whatever happens, the log has all of it."""
        self._save()
        try:
            with Interrupt() as interrupt:
                for number, jobs in enumerate(workers):
                    self._play_series(number, jobs, interrupt)
        finally:
            self._save()
        if interrupt.requested:
            raise Interrupted(self._result())
        return self._result()

    def _play_series(self, number: int, jobs: int, interrupt: Interrupt) -> None:
        replays = self.log.replays if self.log else None
        task = functools.partial(play_chunk, self.plan, number, replays=replays, gpu=self.gpu)
        seating = self.plan.seatings[number]
        missing = np.setdiff1d(np.arange(self.plan.games), joined(self.chunks[number])["game"], assume_unique=True)
        done = self.plan.games - len(missing)
        pace = self.paces[number] = Pace()
        jobs, largest = (1, LARGEST_ON_GPU) if self.gpu else (jobs, LARGEST_CHUNK)
        for chunk in play_in_chunks(task, missing, jobs, seating.compiled, interrupt, largest):
            self.chunks[number].append(chunk.columns)
            pace.note(chunk)
            done += len(chunk.columns["game"])
            if self.progress:
                self.progress(number, seating.text, done, self.plan.games)
            if self.log and self.log.due:
                self._save()

    def _save(self) -> None:
        if self.log:
            self.log.save(self._result())

    def _result(self) -> Result:
        measured = tuple(measure_names(self.plan.game))
        series = [
            Series(seating.text, seating.names, measured, joined(chunks), pace.games_per_second())
            for seating, chunks, pace in zip(self.plan.seatings, self.chunks, self.paces, strict=True)
        ]
        return Result(self.plan, series)
