"""Options that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.working.jobs import checked_jobs

if TYPE_CHECKING:
    from cardwright.core.game import Game

GAME_HELP = "A game (spire:jaw-worm), a scenario file, or a Python game (my_game.py:family)."

GameOptions = Annotated[
    list[str] | None,
    typer.Option("--game", help="Python game that a file needs, as in my_game.py:family; repeatable."),
]

GameOfCards = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A file NAME.cgdl, or the name of a game such as uno.",
        callback=lambda name: name.removeprefix("cgdl:"),  # as other commands name it
    ),
]
ScenarioName = Annotated[str | None, typer.Option("--scenario", help="Name of one of several scenarios in a file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Concurrency = Annotated[int | None, typer.Option(help="Concurrent games with language models (default: 8).")]
PromptFile = Annotated[str | None, typer.Option("--prompt", help="Prompt file for language models.")]
Threads = Annotated[
    int | None,
    typer.Option(help="Number of threads (default: one per CPU).", callback=lambda jobs: checked_jobs(jobs)),
]
Workers = Annotated[
    int | None, typer.Option(help="Number of threads, or of processes for Python agents (default: one per CPU).")
]
Processes = Annotated[
    int | None, typer.Option(help="Number of processes, which does not affect the result (default: 1).")
]
On = Annotated[str | None, typer.Option(help="Ray cluster to work on: ray, auto, host:port or ray://host:port.")]


def report_mistakes(mistakes: Iterable[str], file: Path, kind: str) -> None:
    """Print the mistakes in a file, or that it is of another kind; if there are any, the exit code is 2."""
    from . import wrong_file

    found = list(mistakes)
    if found and (wrong := wrong_file.of_file(file, [kind])):
        found = [wrong]
    for each in found:
        print(f"cardwright: {each}", file=sys.stderr)
    if found:
        raise typer.Exit(2)


def target(path: Path | None) -> Path | None:
    """Return the file of an option, if it can be written; a bad one must fail now, not after minutes of work."""
    from cardwright.core import files

    return None if path is None else files.check_target(path)


def picture(path: Path | None) -> Path | None:
    """Return the file of an option, if a picture can be written to it."""
    from cardwright.core.showing import pictures

    if path is not None:
        pictures.check_suffix(path)
    return target(path)


def _suffixed(suffix: str) -> Callable[[Path | None], Path | None]:
    def check(path: Path | None) -> Path | None:
        from cardwright.core.errors import BadData

        path = target(path)
        if path is not None and path.suffix.lower() != suffix:
            raise BadData(f"{path}: the name of this picture must end in {suffix}")
        return path

    return check


svg_file, png_file = _suffixed(".svg"), _suffixed(".png")


@contextmanager
def working(on: str | None) -> Iterator[None]:
    """Let the block work on a Ray cluster if there is one; on a terminal, say that it is being started or sought."""
    if on is None:
        yield
        return
    from cardwright.core.showing.terminal import Console
    from cardwright.core.working.workers import working_on

    with ExitStack() as stack:
        with Console(stderr=True).status("starting Ray" if on == "ray" else "connecting to Ray"):
            stack.enter_context(working_on(on))
        yield


def with_prompt(agents: list[str], file: str | None) -> list[str]:
    """Return the texts of agents with a prompt file for each language model that sets none."""
    if file is None:
        return agents
    from cardwright.agents import llm
    from cardwright.core.errors import CardwrightError

    changed = [llm.with_prompt(each, file) for each in agents]
    if changed == agents:
        raise CardwrightError("--prompt is for language models, and none plays: name one, as in llm:llama3.1:8b")
    return changed


def seed_of_run(checkpoint: Path, resume: bool, read: Callable[[], int]) -> int:
    """Return the seed that `read` finds in the checkpoint of a resumed run, and else a random one."""
    from cardwright.core.random import fresh_seed

    return read() if resume and os.path.exists(checkpoint) else fresh_seed()


def chosen_game(game: str, scenario: str | None) -> Game | str:
    """Return one of several scenarios in a file as a game; without `scenario`, the name of the game as it is."""
    from cardwright.core import registry

    return game if scenario is None else registry.game(game, scenario=scenario)


def load_games(games: Iterable[str] | None) -> None:
    """Load Python games that scenario files and saved games name."""
    from cardwright.core import registry

    for each in games or ():
        registry.game(each)
