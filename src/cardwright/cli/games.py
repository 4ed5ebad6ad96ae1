"""`cardwright games`: list the games and their scenarios."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False) -> None:
    """List the games and the scenarios that come with them.

    Example: cardwright games --json
    """
    from cardwright.core import registry

    found = [registry.family(name) for name in registry.names()]
    if as_json:
        listing = [{"game": each.name, "title": each.title, "scenarios": dict(each.scenarios())} for each in found]
        print(json.dumps({"games": listing}, indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("name", "description", title="Games")
    for each in found:
        table.add_section()
        table.add_row(f"[bold]{each.name}[/bold]", each.title)
        for name, line in each.scenarios().items():
            table.add_row(f"{each.name}:{name}", line)
    Console().print(table)
