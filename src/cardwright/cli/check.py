"""`cardwright check`: hold a game to the contract."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer

from cardwright.core.showing.progress import bar

from .options import AsJson


def command(
    game: Annotated[str, typer.Argument(help='The game, as in "my_game.py:family" or "spire:jaw-worm".')],
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="Random games to play and check.")] = 200,
    seed: Annotated[int, typer.Option(help="Seed of the random games.")] = 0,
    uncompiled: Annotated[bool, typer.Option(help="Compare compiled rules with plain Python.")] = True,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps the contract that agents and the arena rely on.

    Example: cardwright check examples/kuhn.py:family --games 1000
    """
    from cardwright.core import registry
    from cardwright.testing import ContractBroken, check

    built = registry.game(game)
    try:
        with bar("checking games") as move:
            report = check(built, games, seed, uncompiled=uncompiled, progress=lambda done: move(done, games))
    except ContractBroken as broken:
        print(json.dumps({"kept": False, "why": str(broken)}) if as_json else f"the contract is broken: {broken}")
        raise typer.Exit(1) from None
    if as_json:
        print(json.dumps({"kept": True, "properties": built.properties._asdict(), **dataclasses.asdict(report)}))
        return
    from rich.table import Table

    from cardwright.core.showing.terminal import Console

    table = Table("checked", "", title=f"{built.title}, {built.name}: the contract is kept")
    for name, value in dataclasses.asdict(report).items():
        if isinstance(value, int):
            table.add_row(name.replace("_", " "), f"{value:,}")
    table.add_row("compiled against plain Python", f"skipped: {report.skipped}" if report.skipped else "equal")
    table.add_row("knowledge against the event log", f"skipped: {report.unlogged}" if report.unlogged else "equal")
    table.add_row("hidden copies against what events told", f"skipped: {report.untold}" if report.untold else "equal")
    Console().print(table)
    if report.deduced:
        print(f"This is no fault: {report.deduced}.")
