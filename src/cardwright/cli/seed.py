"""`cardwright seed`: what Slay the Spire generates for a seed, and which seeds hold what you look for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from .options import AsJson, Threads, target
from .stopping import stoppable

if TYPE_CHECKING:
    from cardwright.route import RouteMap

SHOWN_RELICS = 8  # of each tier
SHOWN_FIGHTS = 8
SHOWN_REWARDS = 6


class _Seeds(TyperGroup):
    """Commands about seeds; a seed in place of a command shows that seed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Seeds,
    help="What Slay the Spire generates for a seed, and which seeds hold what you look for.\n\n"
    "Example: cardwright seed 4YUHY81W7GRHT --ascension 20",
    no_args_is_help=True,
)
Ascension = Annotated[int, typer.Option(help="Ascension level, 0 to 20.")]


@app.command(context_settings={"ignore_unknown_options": True})
def show(
    seed: Annotated[str, typer.Argument(help="Seed, a number or the game's text.")],
    ascension: Ascension = 0,
    path: Annotated[str, typer.Option(help="Rooms of act 1 to walk through, as 1A,2B (default: always left).")] = "",
    scripted: Annotated[
        bool, typer.Option("--scripted", help="Play the script of the recorded runs, through all acts.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what a seed holds: Neow's options, bosses, encounters, elites, relics, and what lies along a path.

    Fights are won without a loss. Other choices are always the first one.

    Example: cardwright seed 4YUHY81W7GRHT --path 1A,2A --json
    """
    from cardwright.core.errors import BadData
    from cardwright.route import RouteMap
    from cardwright.spire import maps, run

    if scripted:
        if path:
            raise BadData("the script chooses its own path; leave out --path")
        played = run.scripted(seed, ascension)
        if as_json:
            print(json.dumps(played, separators=(",", ":")))  # as the recordings are written
        else:
            _print_way(played["floors"], _title(played))
        return
    route_map = RouteMap.from_act(maps.generate(seed, 1, ascension, compiled=False))
    found = run.overview(seed, ascension, _columns(route_map, path))
    walked = [_name(route_map, each) for each in found["floors"] if 0 <= each["y"] < route_map.floors - 1]
    if as_json:
        print(json.dumps({**found, "path": walked}))
    else:
        _print(found, walked)


def _columns(route_map: RouteMap, path: str) -> dict[int, int]:
    """Return the column of each row that a path names."""
    from cardwright.core.errors import BadData

    rooms = [name.strip() for name in path.split(",")] if path else []
    route_map.check_path(rooms)
    if rooms and route_map.room(rooms[0]).floor > 1:
        raise BadData(f"a path begins on floor 1, not with {rooms[0]}")
    named = [route_map.room(name) for name in rooms]
    return {room.floor - 1: int(room.column) for room in named if 1 <= room.floor < route_map.floors}


def _name(route_map: RouteMap, floor: dict[str, Any]) -> str:
    return next(room.name for room in route_map.rooms(floor["y"] + 1) if room.column == floor["x"])


def _title(run: dict[str, Any]) -> str:
    return f"Seed {run['seed_text']} ({run['seed']}), ascension {run['ascension']}"


def _print(found: dict[str, Any], walked: list[str]) -> None:
    from .tables import print_table

    options = [
        [str(number), option["bonus"], option["drawback"]] for number, option in enumerate(found["neow_options"], 1)
    ]
    print_table(["Neow", "bonus", "drawback"], options, _title(found), title_justify="left")
    acts = [
        [
            str(act["act"]),
            act["boss"] + (f", {act['second_boss']}" if "second_boss" in act else ""),
            ", ".join(act["encounters"][:SHOWN_FIGHTS]) + ", ...",
            ", ".join(act["elites"][:SHOWN_FIGHTS]) + ", ...",
        ]
        for act in found["acts"]
    ]
    print_table(["act", "boss", "encounters", "elites"], acts)
    pools = [[tier, ", ".join(pool[:SHOWN_RELICS]) + ", ..."] for tier, pool in found["relic_pools"].items()]
    print_table(["relics", "in this order"], pools)
    rewards = [[str(each["floor"]), ", ".join(each["cards"])] for each in found["card_rewards"][:SHOWN_REWARDS]]
    print_table(["floor", "first card rewards"], rewards)
    _print_way(found["floors"], f"Act 1 along {', '.join(walked)}")
    for shop in found["shops"]:
        goods = [[kind, ", ".join(f"{name} {price}" for name, price in shop[kind])] for kind in _GOODS]
        print_table([f"shop, floor {shop['floor']}", "prices"], [*goods, ["removal", str(shop["remove"])]])


_GOODS = ("cards", "relics", "potions")


def _print_way(floors: Iterable[dict[str, Any]], title: str) -> None:
    from .tables import print_table

    rows = [[str(each["floor"]), each["room"].lower().replace("_", " "), _met(each), _got(each)] for each in floors]
    print_table(["floor", "room", "met", "found"], rows, title, title_justify="left")


def _met(floor: dict[str, Any]) -> str:
    fights = [fight["encounter"] for fight in floor.get("fights", [])]
    return ", ".join([*([floor["event"]] if "event" in floor else []), *fights])


def _got(floor: dict[str, Any]) -> str:
    found = []
    for screen in floor.get("rewards", []):
        found += [f"{gold} gold" for gold in screen.get("gold", [])]
        found += screen.get("relics", []) + screen.get("potions", [])
        found += [" / ".join(cards) for cards in screen.get("cards", [])]
    if "boss_relics" in floor:
        found.append(" / ".join(floor["boss_relics"]))
    return ", ".join(found)


@app.command()
def find(
    require: Annotated[list[str], typer.Option(help="Requirement, as 'boss is Hexaghost'; repeatable.")],
    ascension: Ascension = 0,
    first: Annotated[str, typer.Option("--from", help="Seed to begin with; the others follow by number.")] = "1",
    count: Annotated[int, typer.Option(help="Number of seeds to find.")] = 5,
    limit: Annotated[int, typer.Option(help="Number of seeds to check.")] = 1_000_000,
    jobs: Threads = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep the search in this JSON file.", callback=lambda path: target(path))
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the search in the file of --out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Find seeds that fulfil all requirements.

    Requirements about shops, rewards, chests and events hold along the path that always goes left. Ctrl-C keeps the
    search in the file of --out. The same command with --resume continues it and ends as if it had never stopped.

    Example: cardwright seed find --require "boss is Hexaghost" --require "first relic common is Vajra" --count 3
    """
    from dataclasses import asdict

    from cardwright.core.compiling import jit
    from cardwright.core.errors import CardwrightError
    from cardwright.core.showing.progress import bar
    from cardwright.spire import run
    from cardwright.spire.maps import seed_text

    if resume and out is None:
        raise CardwrightError("--resume needs the file of the search: --out FILE")
    jit.watch_compiling()
    advice = "nothing is kept without --out FILE" if out is None else "the same command with --resume continues"
    with stoppable(advice), bar("seeds") as move:
        search = run.find(
            require, ascension=ascension, first=first, count=count, limit=limit, jobs=jobs, out=out, resume=resume,
            progress=move,
        )  # fmt: skip
    if as_json:
        print(json.dumps({**asdict(search), "seed_texts": [seed_text(seed) for seed in search.found]}))
        return
    for seed in search.found:
        print(f"{seed_text(seed)} ({seed})")
    print(f"{len(search.found)} found in {search.checked:,} seeds", file=sys.stderr)
