"""`cardwright scenario`: play scenario files and report which of them pass."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, GameOptions, load_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.core.errors import CardwrightError
    from cardwright.scenarios import Outcome


def command(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders to search for *.yaml.")],
    games: GameOptions = None,
    seed: Annotated[int, typer.Option(help="Seed for scenarios without one.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play scenario files and report where games differ from what they expect.

    A scenario without a seed is played under five seeds and must pass under each. The exit code is 0 if all scenarios
    pass, 1 if some fail, and 2 if some cannot be read. docs/scenarios.md describes the format.

    Example: cardwright scenario tests/scenarios/kuhn --game examples/kuhn.py:family
    """
    from cardwright import scenarios

    load_games(games)
    outcomes: list[Outcome] = []
    unreadable: list[str] = []
    for result in _results(scenarios.find_files(files), seed):
        if isinstance(result, scenarios.Outcome):
            outcomes.append(result)
        else:
            unreadable.append(str(result))
        if not as_json:
            print(result, file=sys.stdout if isinstance(result, scenarios.Outcome) else sys.stderr)
    failed = sum(not outcome.passed for outcome in outcomes)
    if as_json:
        print(json.dumps({"scenarios": list(map(_as_data, outcomes)), "unreadable": unreadable}, indent=2))
    else:
        more = f", {len(unreadable)} unreadable" if unreadable else ""
        print(f"{len(outcomes) - failed} passed, {failed} failed{more}")
    if unreadable or failed:
        raise typer.Exit(2 if unreadable else 1)


def _results(files: list[Path], seed: int) -> Iterator[Outcome | CardwrightError]:
    """Play the scenarios one by one; an error in one does not stop the others."""
    from rich.progress import track

    from cardwright.core.errors import CardwrightError
    from cardwright.core.showing.terminal import Console
    from cardwright.scenarios import load_file

    console = Console(stderr=True)
    for file in track(files, "scenarios", console=console, transient=True, disable=not console.is_terminal):
        try:
            found = load_file(file)
        except CardwrightError as error:
            yield error
            continue
        for each in found:
            try:
                yield each.run(seed)
            except CardwrightError as error:
                yield error


def _as_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "file": outcome.scenario.file,
        "line": outcome.scenario.line,
        "name": outcome.scenario.name,
        "passed": outcome.passed,
        "failures": [failure._asdict() for failure in outcome.failures],
    }
