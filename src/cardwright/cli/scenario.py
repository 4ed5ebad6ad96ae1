"""`cardwright scenario`: play scenario files and say which of them went as they should."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.core.errors import CardwrightError
    from cardwright.scenarios.scenario import Outcome


def command(
    files: Annotated[list[Path], typer.Argument(help="Scenario files, or folders to search for *.yaml.")],
    seed: Annotated[int, typer.Option(help="Where chance comes from in scenarios without a seed of their own.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Play scenario files and say what was not as they expect.

    A scenario without a seed is played a few times and must go right whatever chance does. The exit code is 0 if all
    went right, 1 if some did not, 2 if some could not be read. The format is described in docs/scenarios.md.

    Example: cardwright scenario tests/scenarios/kuhn
    """
    from cardwright.scenarios import scenario

    outcomes: list[Outcome] = []
    unreadable: list[str] = []
    for result in _results(scenario.find(files), seed):
        if isinstance(result, scenario.Outcome):
            outcomes.append(result)
        else:
            unreadable.append(str(result))
        if not as_json:
            print(result, file=sys.stdout if isinstance(result, scenario.Outcome) else sys.stderr)
    failed = sum(not outcome.passed for outcome in outcomes)
    if as_json:
        print(json.dumps({"scenarios": list(map(_as_data, outcomes)), "unreadable": unreadable}, indent=2))
    else:
        more = f", {len(unreadable)} unreadable" if unreadable else ""
        print(f"{len(outcomes) - failed} passed, {failed} failed{more}")
    if unreadable or failed:
        raise typer.Exit(2 if unreadable else 1)


def _results(files: list[Path], seed: int) -> Iterator[Outcome | CardwrightError]:
    """Play one scenario after the other; what cannot be read does not keep the others from being played."""
    from rich.console import Console
    from rich.progress import track

    from cardwright.core.errors import CardwrightError
    from cardwright.scenarios.scenario import load

    console = Console(stderr=True)
    for file in track(files, "scenarios", console=console, transient=True, disable=not console.is_terminal):
        try:
            scenarios = load(file)
        except CardwrightError as error:
            yield error
            continue
        for each in scenarios:
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
