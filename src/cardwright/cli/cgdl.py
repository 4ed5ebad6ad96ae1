"""`cardwright cgdl`: games in the card game description language: check, lay out, explain, vary and make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Games written in the card game description language.", no_args_is_help=True)
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A file NAME.cgdl, or the name of a game such as uno.")]


@app.command()
def check(
    game: GameName,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check a game: can it be read, and does it make sense? All that is wrong is listed.

    Example: cardwright cgdl check my_game.cgdl
    """
    from cardwright import cgdl

    problems = []
    try:
        found = cgdl.load(game)
    except cgdl.BadGame as error:
        problems = error.problems
    if as_json:
        rows = [{"line": each.at.line, "column": each.at.column, "problem": each.sentence} for each in problems]
        print(json.dumps({"game": game, "valid": not problems, "problems": rows}))
    elif not problems:
        stages = found.written_stages()
        rules = sum(len(stage.rules) for stage in stages)
        print(f"{game}: {found.name!r}, {found.players} players, {len(stages)} stages, {rules} rules, all right")
    else:
        print("\n".join(f"{game}, {each}" for each in problems))
    raise typer.Exit(2 if problems else 0)


@app.command("format")
def format_game(
    game: GameName,
    write: Annotated[bool, typer.Option("--write", help="Change the file instead of printing it.")] = False,
) -> None:
    """Lay a game out in the usual way, comments included.

    Example: cardwright cgdl format my_game.cgdl --write
    """
    from cardwright import cgdl
    from cardwright.core import data
    from cardwright.core.errors import BadData

    laid_out = cgdl.formatted(cgdl.source(game), game)
    if not write:
        print(laid_out, end="")
    elif game in cgdl.games():
        raise BadData(f"--write: {game!r} comes with Cardwright and stays as it is; name a file of your own")
    else:
        data.write(Path(game), laid_out)
