"""`cardwright map`: draw the map of an act for a seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, png_file, svg_file

if TYPE_CHECKING:
    from cardwright.route import RouteMap

COLORS = {"N": "white", "U": "green", "E": "magenta", "X": "bold red", "R": "yellow", "M": "bright_yellow", "T": "cyan"}


def command(
    seed: Annotated[str | None, typer.Option(help="Seed, a number or the game's text (default: random).")] = None,
    act: Annotated[int, typer.Option(help="Act, 1 to 4.")] = 1,
    ascension: Annotated[int, typer.Option(help="Ascension level, 0 to 20.")] = 0,
    burning: Annotated[bool, typer.Option(help="Mark the burning elite, as when the final act is open.")] = True,
    path: Annotated[str, typer.Option(help="Rooms to highlight, as 0,1A,2B.")] = "",
    svg: Annotated[Path | None, typer.Option(help="Draw the map to this SVG file.", callback=svg_file)] = None,
    png: Annotated[Path | None, typer.Option(help="Draw the map to this PNG file.", callback=png_file)] = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the format that `cardwright route` reads.")] = False,
    as_json: AsJson = False,
) -> None:
    """Draw the map that Slay the Spire generates for a seed.

    Example: cardwright map --seed 3QH4SVQ6WZ0A --act 2 --ascension 20 --png map.png
    """
    from cardwright import route
    from cardwright.core.random import fresh_seed
    from cardwright.spire import maps

    act_map = maps.generate(fresh_seed() if seed is None else seed, act, ascension, burning=burning, compiled=False)
    route_map = route.RouteMap.from_act(act_map)
    rooms = [name.strip() for name in path.split(",")] if path else []
    route_map.check_path(rooms)
    title = act_map.title
    save_pictures(route_map, rooms, title, svg, png)
    if as_json:
        print(json.dumps(act_map.to_data()))
    elif as_text:
        print(route.to_text(route_map), end="")
    else:
        show(route_map, rooms, title)
        if act_map.burning_buff is not None:
            print(f"The burning elite has more {maps.BUFFS[act_map.burning_buff]}.")


def save_pictures(route_map: RouteMap, path: list[str], title: str, svg: Path | None, png: Path | None) -> None:
    """Write the pictures that the options ask for."""
    if not (svg or png):
        return
    from cardwright.core import files
    from cardwright.core.showing import pictures
    from cardwright.route import drawing

    figure = drawing.picture(route_map, path, title)
    for file, kind in ((svg, "svg"), (png, "png")):
        if file:
            files.write(file, pictures.render(figure, kind))


def show(route_map: RouteMap, path: list[str], title: str) -> None:
    """Draw a map in the terminal, in color if possible, with a legend."""
    from rich.text import Text

    from cardwright.core.showing.terminal import Console
    from cardwright.route import ENCOUNTERS

    canvas = route_map.draw(path)
    text = Text()
    for line, characters in enumerate(canvas.cells):
        for column, character in enumerate("".join(characters).rstrip()):
            style = "bold reverse" if (line, column) in canvas.marked else COLORS.get(character, "")
            text.append(character, style)
        text.append("\n")
    legend = "  ".join(f"{each.letter} {each.name}" for each in ENCOUNTERS.values())
    text.append(f"{legend}\nA room's name is its floor and its letter from the left: 9B is the second room on floor 9.")
    console = Console(soft_wrap=True)
    console.print(title, style="bold")
    console.print(text)
