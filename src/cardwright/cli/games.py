"""`cardwright games`: list the games, their starts and properties, and what learners see of one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .tables import print_table, table

if TYPE_CHECKING:
    from cardwright.core import Family


def command(
    game: Annotated[
        str | None,
        typer.Argument(help="Game to list, as in spire or my_game.py:family (default: all that are installed)."),
    ] = None,
    features: Annotated[
        bool, typer.Option("--features", help="Show what learners see of this game, and the actions they choose from.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, with all properties, instead of a table.")
    ] = False,
) -> None:
    """List games and the starts that come with them.

    Example: cardwright games cgdl:uno --features
    """
    if features:
        _show_encoding(game, as_json)
        return
    listing = [_listed(name, family) for name, family in _families(game).items()]
    if as_json:
        print(json.dumps({"games": listing}, indent=2))
    else:
        _print(listing)


def _show_encoding(which: str | None, as_json: bool) -> None:
    """Print the features, rows and actions of a game in groups; as JSON, with all their names."""
    from cardwright.cli.encoding import action_groups, encoding, feature_groups
    from cardwright.core import BadData, registry

    if which is None:
        raise BadData("--features needs a game, as in: cardwright games cgdl:uno --features")
    game = registry.game(which)
    if as_json:
        print(json.dumps({"game": which, **encoding(game)}, indent=2))
        return
    for what, groups in (("features", feature_groups(game)), ("actions", action_groups(game))):
        rows = [(group.name, str(group.size), ", ".join(group.examples)) for group in groups]
        print_table((what, "number", "such as"), rows, f"{sum(group.size for group in groups)} {what} of {which}")
    if not game.token_fields:
        return
    fields = [(field.name, str(field.size), ", ".join(field.values[:3])) for field in game.token_fields]
    print_table(("column", "values", "such as"), fields, f"columns of at most {game.max_tokens} rows for cards")


def _families(which: str | None) -> dict[str, Family[Any]]:
    """Return the families to list, by the name that other commands take."""
    from cardwright.core import registry

    if which is None:
        return {name: registry.family(name) for name in registry.names()}
    found = registry.game(which)
    in_python = f"{registry.CODE}:" in which
    return {which.removesuffix(f":{found.name}") if in_python else found.family: registry.family(found.family)}


def _listed(name: str, family: Family[Any]) -> dict[str, Any]:
    starts = {
        each: {"about": about, **family.game(family.start(each), each).properties._asdict()}
        for each, about in family.starts().items()
    }
    return {"game": name, "title": family.title, "starts": starts}


def _print(listing: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from cardwright.core.showing.terminal import Console

    shown = table(("name", "players", "description"), [], "Games")
    shown.columns[0].no_wrap = True  # commands need the whole name
    for each in listing:
        shown.add_section()
        shown.add_row(Text(each["game"]), "", Text(each["title"]), style="bold")
        for name, start in each["starts"].items():
            cells = f"{each['game']}:{name}", str(start["players"]), start["about"]
            shown.add_row(*map(Text, cells))
    Console().print(shown)
