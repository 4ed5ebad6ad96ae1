"""Running a plan: play the missing games of every series, log them, and return the result."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.agents import SeatList, share_kernel
from cardwright.agents.warm import compile_agents
from cardwright.core.compiling import jit
from cardwright.core.compiling.device import Device, use_gpu
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.showing.progress import shown
from cardwright.core.working.jobs import cores
from cardwright.core.working.workers import call, on_cluster, working_here, working_on

from . import llm_games
from .collected import Collected
from .columns import Columns, Finished, joined, measure_names, play_chunk
from .log import Log
from .plan import Plan, make_plan
from .result import Result
from .series import Series
from .workers import MAX_CHUNK, MAX_CLUSTER_CHUNK, MAX_GPU_CHUNK, Interrupt, Pace, Task, jobs_for, play_in_chunks

MIN_GPU_GAMES = 1_000_000  # below this, compiling for a GPU takes longer than playing on the CPU

Progress = Callable[[int, str, int, int], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; the games played so far are in `result`, and in the log if there is one."""

    def __init__(self, result: Result):
        super().__init__("stopped")
        self.result = result

    def _render_traceback_(self) -> list[str]:
        """What a notebook prints instead of a traceback."""
        return ["Stopped. The games played so far: import sys; result = sys.last_value.result"]


def run(
    game: Game | str | Path,
    seats: SeatList,
    *,
    games: int = 1000,
    seed: int | None = None,
    jobs: int | None = None,
    log: str | Path | None = None,
    replays: int = 0,
    actions: bool = False,
    searches: bool = False,
    resume: bool = False,
    device: Device = "auto",
    concurrency: int | None = None,
    on: str | None = None,
    progress: Progress | bool | None = None,
) -> Result:
    """Play `games` games of each series, every series from the same seeds, and return the result.

    `game` is a game, its name, or a file, as in "my_game.py:family". `seats` is a list with an entry for each
    series: agents by name, joined by commas in games for several players, or a list of names and your own agents.

    `jobs` is the number of threads, or of processes if an agent is written in Python; it does not affect the games. If
    it is left out, short runs of agents in Python are played in this process.
    `log` is a folder or a .parquet file, `replays` the number of games per series to save move by move next to it,
    `actions` adds a log of every decision (docs/report.md), `searches` the visits and values of tree searches to it,
    and `resume` continues the log of a stopped run. `device` is "cpu", "gpu" or "auto", which uses a GPU for many
    games; it does not affect the games either. `concurrency` is the number of games at once in which language models
    decide (docs/llm.md). `on` is a Ray cluster that plays, as in "ray" or "ray://host:port" (docs/clusters.md); `jobs`
    is then the number of tasks in flight. `progress(series, seats, done, games)` is called as games finish; True shows
    a bar.

    >>> from cardwright import arena
    >>> result = arena.run("spire:jaw-worm", ["first", "random"], games=100, seed=1)
    >>> [series.games for series in result.series]
    [100, 100]
    """
    if (replays or actions or resume) and log is None:
        raise CardwrightError("replays, actions and resume need a log: name a folder or a .parquet file")
    if searches and not actions:
        raise CardwrightError("searches are a part of the action log: set actions too")
    if not 0 <= replays <= max(0, games):
        raise CardwrightError(f"the number of replays must be from 0 to the number of games, not {replays}")
    log_file = Log(log, replays, actions, searches) if log is not None else None
    if log_file and resume and seed is None and log_file.exists:
        seed = log_file.seed()
    plan = make_plan(game, seats, games, seed)
    with working_on(on):
        workers = [jobs_for(seating, concurrency if seating.reading_seats else jobs) for seating in plan.seatings]

        def step(number: int, seats: str, done: int, games: int) -> tuple[int, int, str]:
            return number * games + done, len(workers) * games, seats

        with shown(progress, "playing", step) as report:
            gpu = _on_gpu(plan, device, searches)
            return _Run(plan, log_file, resume, gpu, report, alone=jobs is None).play(workers)


def _on_gpu(plan: Plan, device: Device, searches: bool) -> bool:
    if on_cluster():
        if plan.reading_seats:
            raise CardwrightError("language models are asked from this machine; play without a cluster")
        if device == "gpu":
            raise CardwrightError("a GPU plays on this machine, not on a cluster; choose one of the two")
        device = "cpu"
    compiled = all(seating.compiled for seating in plan.seatings)
    gpu = use_gpu(device, worthwhile=compiled and not searches and plan.games >= MIN_GPU_GAMES)
    if gpu and not compiled:
        raise CardwrightError("agents in Python play only on the CPU; use device cpu")
    if gpu and searches:
        raise CardwrightError("searches are logged only on the CPU; use device cpu")
    return gpu


class _Run:
    """A run in progress: the games of each series so far, and the log.

    With `alone`, short series of agents in Python are played in this process.
    """

    def __init__(self, plan: Plan, log: Log | None, resume: bool, gpu: bool, progress: Progress | None, alone: bool):
        self.plan = plan
        self.log = log
        self.gpu = gpu
        self.alone = alone
        self.progress = progress
        jit.compiling(f"the rules of {plan.game.title}")
        found = log.begin(plan, resume) if log else []
        replays = log is not None and log.replays.games > 0
        empty = call(compile_plan, plan, gpu, replays, self._wanted["actions"])
        self.collected = [Collected(columns, plan.games) for columns in empty]
        for collected, columns in zip(self.collected, found, strict=False):
            collected.add(columns)
        self.paces = [Pace() for _ in plan.seatings]

    @property
    def _wanted(self) -> dict[str, Any]:
        """What the action log is to hold."""
        actions = self.log.actions if self.log else None
        return {"actions": actions is not None, "searches": actions is not None and actions.searches}

    def play(self, workers: list[int]) -> Result:
        """Play the missing games with the given number of workers for each series; always save the log at the end."""
        self._save()
        try:
            with Interrupt() as interrupt:
                for number, jobs in enumerate(workers):
                    self._play_series(number, jobs, interrupt)
        finally:
            self._save()
            if self.log:
                self.log.finish()
        if interrupt.requested:
            raise Interrupted(self._result())
        return self._result()

    def _play_series(self, number: int, jobs: int, interrupt: Interrupt) -> None:
        missing = self.collected[number].missing()
        self.paces[number] = Pace()
        if on_cluster() and self.log:  # replays are written here, so their games are played here
            recorded = missing < self.log.replays.games
            with working_here():
                self._play_games(number, missing[recorded], min(jobs, cores()), interrupt)
            missing = missing[~recorded]
        self._play_games(number, missing, jobs, interrupt)

    def _play_games(self, number: int, missing: np.ndarray, jobs: int, interrupt: Interrupt) -> None:
        seating, pace = self.plan.seatings[number], self.paces[number]
        task = self._task(number, interrupt)
        done = self.plan.games - len(self.collected[number].missing())
        reads = bool(seating.reading_seats)
        jobs, max_chunk = 1 if self.gpu else jobs, self._max_chunk(reads)
        threads = seating.compiled or reads
        for chunk in play_in_chunks(task, missing, jobs, threads, interrupt, max_chunk, self.alone):
            columns, decisions = chunk.result
            self.collected[number].add(columns)
            if self.log and self.log.actions and decisions is not None:
                self.log.actions.add(number, columns["game"], decisions)
            pace.note(chunk)
            done += len(columns["game"])
            if self.progress:
                self.progress(number, seating.text, done, self.plan.games)
            if self.log and self.log.due:
                self._save()

    def _max_chunk(self, reads: bool) -> int:
        """Return the most games of a chunk; `reads` says whether language models play."""
        if reads:
            return llm_games.MAX_CHUNK
        if self.gpu:
            return MAX_GPU_CHUNK
        return MAX_CLUSTER_CHUNK if on_cluster() and not self._wanted["actions"] else MAX_CHUNK

    def _task(self, number: int, interrupt: Interrupt) -> Task:
        """Return what plays some games of a series."""
        replays = self.log.replays if self.log else None
        if not self.plan.seatings[number].reading_seats:
            return functools.partial(
                play_with_one_kernel, self.plan, number, replays=replays, gpu=self.gpu, **self._wanted
            )
        transcript = self.log.transcript if self.log else None
        return functools.partial(
            llm_games.read_chunk,
            self.plan,
            number,
            replays=replays,
            transcript=transcript,
            halt=interrupt.halt,
            **self._wanted,
        )

    def _save(self) -> None:
        if self.log:
            self.log.save(self._result())

    def _result(self) -> Result:
        measured = tuple(measure_names(self.plan.game))
        series = [
            Series(seating.text, seating.names, measured, collected.columns(), pace.games_per_second())
            for seating, collected, pace in zip(self.plan.seatings, self.collected, self.paces, strict=True)
        ]
        return Result(self.plan, series)


def play_with_one_kernel(plan: Plan, series: int, indices: np.ndarray, gpu: bool = False, **options: Any) -> Finished:
    """Play some games of a series with the kernel that plays all series, which a worker may not know yet.

    A cluster hands out more games at a time than fit into memory as records, but never if decisions are logged.
    """
    share_kernel(plan.game, (agent for seating in plan.seatings for agent in seating.agents))
    if len(indices) <= MAX_CHUNK or gpu:
        return play_chunk(plan, series, indices, gpu=gpu, **options)
    slices = [indices[first : first + MAX_CHUNK] for first in range(0, len(indices), MAX_CHUNK)]
    return Finished(joined(play_chunk(plan, series, each, **options).columns for each in slices))


def compile_plan(plan: Plan, gpu: bool, replays: bool, actions: bool) -> list[Columns]:
    """Compile what is needed by playing no games, and return the empty columns of each series.

    Otherwise several workers would compile the same code, and Ctrl-C would have to wait for them.
    """
    unread = [seating for seating in plan.seatings if not seating.reading_seats]  # others run as plain Python
    if (replays and unread) or not all(seating.compiled for seating in unread):
        state = plan.game.new(seed=0).copy(hidden_from=0, seed=0)
        if not state.over:
            state.play(state.legal()[0])
    for seating in unread:
        if not seating.compiled and any(agent.kinds() for agent in seating.agents):
            compile_agents(plan.game, seating.agents)
    actions = actions and bool(unread)
    return [
        play_with_one_kernel(plan, number, np.arange(0), gpu=gpu, actions=actions).columns
        for number in range(len(plan.seatings))
    ]
