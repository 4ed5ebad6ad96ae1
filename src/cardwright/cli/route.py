"""`cardwright route`: find the best paths through a map."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, picture, target

if TYPE_CHECKING:
    from cardwright.route import Planner, Route, RouteMap

EXAMPLE = "example"
PLOTTED = 2_000  # paths behind the Pareto front


def command(
    file: Annotated[str | None, typer.Argument(help="Map file, as text or JSON, or `example`.")] = None,
    seed: Annotated[str | None, typer.Option(help="Use the map of this seed, a number or text, not a file.")] = None,
    act: Annotated[int, typer.Option(help="Act, 1 to 4, with --seed.")] = 1,
    ascension: Annotated[int, typer.Option(help="Ascension level, 0 to 20, with --seed.")] = 0,
    start: Annotated[str | None, typer.Option("--from", help="Room to start from (default: the start).")] = None,
    objective: Annotated[str, typer.Option(help="risk, reward, or a sum such as 'reward - 0.5*risk'.")] = "risk",
    lowest: Annotated[
        bool | None, typer.Option("--lowest/--highest", help="Minimise or maximise (default: by the objective).")
    ] = None,
    require: Annotated[list[str] | None, typer.Option(help="Constraint, as 'at least 2 elites'; repeatable.")] = None,
    weight: Annotated[list[str] | None, typer.Option(help="Weight, as E@10-=2 or reward:T=5; repeatable.")] = None,
    measures: Annotated[Path | None, typer.Option(help="YAML or JSON file of weights by measure.")] = None,
    path: Annotated[str, typer.Option(help="Evaluate this path, as 9C,10D,11C, instead of searching.")] = "",
    k: Annotated[int, typer.Option("--k", help="Number of best paths to list.")] = 1,
    pareto: Annotated[bool, typer.Option("--pareto", help="List the Pareto front of risk and reward.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="With --pareto: plot it to this .svg or .png file.", callback=picture)
    ] = None,
    steps: Annotated[bool, typer.Option("--next", help="Show which next room keeps the most good paths open.")] = False,
    slack: Annotated[float, typer.Option(min=0, help="How much worse than the best path a good path can be.")] = 2.0,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the map and the path to this SVG file.", callback=target)
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw the map and the path to this PNG file.", callback=target)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best path through a map.

    Example: cardwright route example --require "at least 2 elites" --weight E@10-=2 --k 5
    """
    from cardwright.core.errors import BadData
    from cardwright.route import Planner

    from .map import save_pictures, show

    if plot and not pareto:
        raise BadData("--plot needs --pareto")
    route_map, name = _read_map(file, seed, act, ascension)
    planner = Planner(
        route_map,
        objective,
        constraints=require or (),
        measures=_read_measures(measures, weight or []),
        lowest=lowest,
    )
    answer = _answers(planner, start, path=path, k=k, pareto=pareto, steps=steps, slack=slack)
    best: Route = answer["routes"][0]
    extreme = "lowest" if planner.lowest else "highest"
    title = f"{name}\n{best.path[0]} to {best.path[-1]}, {objective} {best.total:g}"
    save_pictures(route_map, list(best.path), title, svg, png)
    if plot:
        _plot(planner, answer["front"], start, plot)
    if as_json:
        print(json.dumps(_as_data(answer)))
        return
    which = "your path" if path else f"the path with the {extreme} {objective}"
    show(route_map, list(best.path), f"{name}: {which}")
    _print(answer, objective)


def _read_map(file: str | None, seed: str | None, act: int, ascension: int) -> tuple[RouteMap, str]:
    """Return the map that the options name, and what it is the map of."""
    from cardwright import route
    from cardwright.core.compiling import jit
    from cardwright.core.errors import BadData
    from cardwright.spire import maps

    from .map import title_of

    if (file is None) == (seed is None):
        raise BadData("a map needs either a file or a --seed")
    if seed is not None:
        jit.watch_compiling()
        act_map = maps.generate(seed, act, ascension)
        return route.RouteMap.from_act(act_map), title_of(act_map)
    if file == EXAMPLE:
        return route.example(), "Example"
    return route.read(str(file)), Path(str(file)).name


def _read_measures(file: Path | None, lines: list[str]) -> dict[str, dict[str, float]]:
    """Return weights by measure, from a file and from options of the form MEASURE:ROOMS=NUMBER."""
    from cardwright.core import data
    from cardwright.core.errors import BadData
    from cardwright.route.measures import known_measures

    result: dict[str, dict[str, float]] = {}
    if file:
        document = data.read(file)
        tables = data.validate(dict[str, dict[str | int, float]], document.value, document)
        for name, weights in tables.items():
            for key, number in weights.items():
                with document.error_context(name, key):
                    known_measures({name: {str(key): number}})
        result = {name: {str(key): number for key, number in weights.items()} for name, weights in tables.items()}
    for line in lines:
        match = re.fullmatch(r"(?:([a-z_]+):)?([^=]+)=(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)", line)
        if not match:
            raise BadData(f"--weight {line[:60]!r}: expected rooms and a number, as E=4, E@10-=2 or reward:T=5")
        table = result.setdefault(match[1] or "risk", {})
        table.pop(match[2], None)
        table[match[2]] = float(match[3])
    return result


def _answers(
    planner: Planner, start: str | None, *, path: str, k: int, pareto: bool, steps: bool, slack: float
) -> dict[str, Any]:
    """Return the answers to all questions on the command line, by name."""
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
    result: dict[str, Any] = answer["routes"][0].to_data()
    for name, routes in answer.items():
        if name == "next":
            result[name] = [step._asdict() for step in routes]
        elif name == "front" or len(routes) > 1:
            result[name] = [{**route.to_data(), **route.values} for route in routes]
    return result


def _plot(planner: Planner, front: list[Route], start: str | None, file: Path) -> None:
    from cardwright.core.showing import pictures
    from cardwright.route import drawing

    pictures.save(drawing.trade_off(front, planner.k_best(PLOTTED, start)), file)


def _print(answer: dict[str, Any], objective: str) -> None:
    from cardwright.core.showing.terminal import Console

    from .tables import print_table

    console = Console(soft_wrap=True)
    best: Route = answer["routes"][0]
    console.print("  ".join(f"{room} {total:g}" for room, total in zip(best.path, best.totals, strict=True)))
    console.print(f"Total {objective}: {best.total:g}", style="bold")
    for name, title in (("routes", "Best paths"), ("front", "Pareto front of risk and reward")):
        if len(answer.get(name, [])) > (name == "routes"):  # a single best path is already shown
            rows = [
                (f"{each.total:g}", f"{each.values['risk']:g}", f"{each.values['reward']:g}", " ".join(each.path))
                for each in answer[name]
            ]
            print_table(("total", "risk", "reward", "path"), rows, title, title_justify="left")
    if "next" in answer:
        steps = [
            (step.name, "-" if step.best is None else f"{step.best:g}", str(step.good), str(step.paths))
            for step in answer["next"]
        ]
        print_table(("next", "best total", "good paths", "all paths"), steps, "Next rooms", title_justify="left")
