"""`cardwright arena`: many games between agents, and a table of how they did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from cardwright.arena import Result


def command(
    game: Annotated[str, typer.Argument(help="A game, as in spire:jaw-worm, a scenario file, or my_game.py:family.")],
    seats: Annotated[
        list[str],
        typer.Option(help="The agents of a series, as in mcts:200 or 2*rules,4*random; once for every series."),
    ],
    games: Annotated[int, typer.Option(help="How many games each series has.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="The seed of everything; by chance if not given.")] = None,
    jobs: Annotated[int | None, typer.Option(help="How many threads (processes for agents in Python) play.")] = None,
    log: Annotated[Path | None, typer.Option(help="A folder or .parquet file to write every game to.")] = None,
    replays: Annotated[int, typer.Option(help="Of how many games a series the moves are written beside the log.")] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the log of a run that was stopped.")] = False,
    device: Annotated[str, typer.Option(help="Where compiled agents play: cpu, gpu, or auto.")] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> int:
    """Compare agents: play many games from the same seeds, and see who wins how often and how sure that is.

    Ctrl-C stops after the games in progress, shows what was played and keeps it in the log.

    Example: cardwright arena spire:jaw-worm --seats first --seats random --seats mcts:200 --games 1000 --seed 1
    """
    from cardwright import arena
    from cardwright.core import jit

    jit.watch_compiling()
    try:
        with Bars() as bars:
            result = arena.run(
                game,
                seats,
                games=games,
                seed=seed,
                jobs=jobs,
                log=log,
                replays=replays,
                resume=resume,
                device=device,  # type: ignore[arg-type]  # checked there
                progress=bars.show,
            )
    except arena.Interrupted as interrupted:
        _report(interrupted.result, as_json)
        return 130
    _report(result, as_json)
    return 0


def _report(result: Result, as_json: bool) -> None:
    from rich.console import Console

    if as_json:
        print(json.dumps(result.to_dict(), indent=2))
    elif (console := Console(highlight=False)).is_terminal:
        console.print(result)
    else:
        print(result)


class Bars:
    """A progress bar for each series that has begun, on the terminal's error stream."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
        )
        console = Console(stderr=True)
        self.progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.tasks: dict[int, Any] = {}

    def show(self, series: int, seats: str, done: int, games: int) -> None:
        """Move the bar of a series."""
        if series not in self.tasks:
            self.tasks[series] = self.progress.add_task(seats, total=games)
        self.progress.update(self.tasks[series], completed=done)

    def __enter__(self) -> Bars:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
