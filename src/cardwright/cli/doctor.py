"""`cardwright doctor`: what works on this machine, what does not, and what to do about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from .doctor_checks import Finding


def command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False) -> None:
    """Say what works on this machine, what does not, and what to do about it.

    The exit code is 1 if a problem keeps Cardwright from working. What a note says is optional.

    Example: cardwright doctor --json
    """
    from .doctor_checks import findings

    found = list(findings())
    problems = sum(each.state == "problem" for each in found)
    if as_json:
        print(json.dumps({"works": not problems, "findings": [each._asdict() for each in found]}, indent=2))
    else:
        rows = [(each.what, each.state, _told(each)) for each in found]
        print_table(("what", "state", "found, and what to do"), rows, **WITHOUT_LINES)
        print("Everything that is needed works." if not problems else f"Problems to solve: {problems}")
    if problems:
        raise typer.Exit(1)


def _told(finding: Finding) -> str:
    return f"{finding.found}\nto do: {finding.advice}" if finding.advice else finding.found
