"""`cardwright route`: the best paths through a map."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from cardwright.route import Planner, Route, RouteMap

EXAMPLE = "example"
PLOTTED = 2_000


def command(
    file: Annotated[str | None, typer.Argument(help="A map as text or JSON, or `example`.")] = None,
    seed: Annotated[str | None, typer.Option(help="Instead of a file: the map of this seed.")] = None,
    act: Annotated[int, typer.Option(help="1 to 4, with --seed.")] = 1,
    ascension: Annotated[int, typer.Option(help="0 to 20, with --seed.")] = 0,
    start: Annotated[str | None, typer.Option("--from", help="The room to start from.")] = None,
    objective: Annotated[str, typer.Option(help="risk, reward, or a sum like 'reward - 0.5*risk'.")] = "risk",
    lowest: Annotated[bool | None, typer.Option("--lowest/--highest", help="Which way, if not the usual one.")] = None,
    require: Annotated[list[str] | None, typer.Option(help="As 'at least 2 elites'; may be repeated.")] = None,
    weight: Annotated[list[str] | None, typer.Option(help="As E@10-=2 or reward:T=5; may be repeated.")] = None,
    measures: Annotated[Path | None, typer.Option(help="A YAML or JSON file of weights by measure.")] = None,
    path: Annotated[str, typer.Option(help="Price this path, as 9C,10D,11C, instead of looking for one.")] = "",
    k: Annotated[int, typer.Option("--k", help="How many of the best paths.")] = 1,
    pareto: Annotated[bool, typer.Option("--pareto", help="The paths that trade risk for reward.")] = False,
    plot: Annotated[Path | None, typer.Option(help="With --pareto: plot them into this .svg or .png file.")] = None,
    steps: Annotated[bool, typer.Option("--next", help="Which next room keeps the most good paths open.")] = False,
    slack: Annotated[float, typer.Option(help="How much worse than the best a good path may be.")] = 2.0,
    svg: Annotated[Path | None, typer.Option(help="Draw the map and the path into this file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw the map and the path into this file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find the best path through a map.

    Example: cardwright route example --require "at least 2 elites" --weight E@10-=2 --k 5
    """
    from cardwright.core.errors import BadData
    from cardwright.route import Planner

    from .map import save_pictures, show

    if plot and not pareto:
        raise BadData("--plot: needs --pareto")
    route_map = _read_map(file, seed, act, ascension)
    planner = Planner(
        route_map,
        objective,
        constraints=require or (),
        measures=_read_measures(measures, weight or []),
        lowest=lowest,
    )
    answer = _answers(planner, start, path, k, pareto, steps, slack)
    best: Route = answer["routes"][0]
    way = "lowest" if planner.lowest else "highest"
    title = f"{best.path[0]} to {best.path[-1]}, {objective} {best.total:g}"
    save_pictures(route_map, list(best.path), title, svg, png)
    if plot:
        _plot(planner, answer["front"], start, plot)
    if as_json:
        print(json.dumps(_as_data(answer)))
        return
    show(route_map, list(best.path), "The path you gave" if path else f"The path with the {way} {objective}")
    _print(answer, objective)


def _read_map(file: str | None, seed: str | None, act: int, ascension: int) -> RouteMap:
    from cardwright import route
    from cardwright.core import jit
    from cardwright.core.errors import BadData
    from cardwright.spire import maps

    if (file is None) == (seed is None):
        raise BadData("a map comes from a file or from a --seed: name one of them")
    if seed is not None:
        jit.watch_compiling()
        return route.RouteMap.from_act(maps.generate(seed, act, ascension))
    return route.example() if file == EXAMPLE else route.read(str(file))


def _read_measures(file: Path | None, lines: list[str]) -> dict[str, dict[str, float]]:
    """Weights by measure, from a file and from options of the form MEASURE:ROOMS=NUMBER."""
    from cardwright.core import data
    from cardwright.core.errors import BadData

    result: dict[str, dict[str, float]] = {}
    if file:
        document = data.read(file)
        tables = data.validate(dict[str, dict[str | int, float]], document.value, document)
        result = {name: {str(key): number for key, number in table.items()} for name, table in tables.items()}
    for line in lines:
        match = re.fullmatch(r"(?:([a-z_]+):)?([^=]+)=(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)", line)
        if not match:
            raise BadData(f"--weight {line[:60]!r}: write rooms and a number, as E=4, E@10-=2 or reward:T=5")
        table = result.setdefault(match[1] or "risk", {})
        table.pop(match[2], None)
        table[match[2]] = float(match[3])
    return result


def _answers(
    planner: Planner, start: str | None, path: str, k: int, pareto: bool, steps: bool, slack: float
) -> dict[str, Any]:
    """Everything that was asked, by name."""
    result: dict[str, Any] = {}
    if path:
        result["routes"] = [planner.price([name.strip() for name in path.split(",")])]
    else:
        result["routes"] = planner.k_best(k, start) if k != 1 else [planner.best(start)]
    if pareto:
        result["front"] = planner.pareto(start=start)
    if steps:
        result["next"] = planner.options(start, slack)
    return result


def _as_data(answer: dict[str, Any]) -> dict[str, Any]:
    result = answer["routes"][0].to_data()
    for name, routes in answer.items():
        if name == "next":
            result[name] = [step._asdict() for step in routes]
        elif name == "front" or len(routes) > 1:
            result[name] = [{**route.to_data(), **route.values} for route in routes]
    return result


def _plot(planner: Planner, front: list[Route], start: str | None, file: Path) -> None:
    from cardwright.core import pictures
    from cardwright.route import drawing

    pictures.save(drawing.trade_off(front, planner.k_best(PLOTTED, start)), file)


def _print(answer: dict[str, Any], objective: str) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    best: Route = answer["routes"][0]
    console.print("  ".join(f"{room} {total:g}" for room, total in zip(best.path, best.totals, strict=True)))
    console.print(f"Total {objective}: {best.total:g}", style="bold")
    for name, title in (("routes", "Best paths"), ("front", "Risk against reward: nothing beats these")):
        if len(answer.get(name, [])) > (name == "routes"):  # a single best path is shown already
            table = Table("total", "risk", "reward", "path", title=title, title_justify="left")
            for route in answer[name]:
                numbers = (route.total, route.values["risk"], route.values["reward"])
                table.add_row(*(f"{number:g}" for number in numbers), " ".join(route.path))
            console.print(table)
    if "next" in answer:
        table = Table("next", "best total", "good paths", "all paths", title="What stays open", title_justify="left")
        for step in answer["next"]:
            table.add_row(step.name, "-" if step.best is None else f"{step.best:g}", str(step.good), str(step.paths))
        console.print(table)
