"""`cardwright route`: find the best paths through a map."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import AsJson, Threads, picture, png_file, svg_file

if TYPE_CHECKING:
    from cardwright.route import Expansion, Planner, Route, RouteMap

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
    path: Annotated[str | None, typer.Option(help="Evaluate this path, as 9C,10D,11C, instead of searching.")] = None,
    k: Annotated[int, typer.Option("--k", help="Number of best paths to list.")] = 1,
    pareto: Annotated[bool, typer.Option("--pareto", help="List the Pareto front of risk and reward.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="With --pareto: plot it to this .svg or .png file.", callback=picture)
    ] = None,
    steps: Annotated[bool, typer.Option("--next", help="Show which next room keeps the most good paths open.")] = False,
    slack: Annotated[float, typer.Option(min=0, help="How much worse than the best path a good path can be.")] = 2.0,
    algorithm: Annotated[
        str | None, typer.Option(help="Search with astar, ucs, bfs or greedy, without constraints.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show g, h and f in the order of expansion.")] = False,
    interactive: Annotated[bool, typer.Option("--interactive", help="Ask for rooms to start from.")] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the map and the path to this SVG file.", callback=svg_file)
    ] = None,
    png: Annotated[
        Path | None, typer.Option(help="Draw the map and the path to this PNG file.", callback=png_file)
    ] = None,
    agent: Annotated[str | None, typer.Option(help="Measure risks: this agent plays what stands in the rooms.")] = None,
    deck: Annotated[str | None, typer.Option(help="With --agent: file with the deck, or starter (default).")] = None,
    hp: Annotated[int | None, typer.Option(help="With --agent: HP of the player (default: all).")] = None,
    max_hp: Annotated[int | None, typer.Option(help="With --agent: max HP of the player (default: 80).")] = None,
    gold: Annotated[int | None, typer.Option(help="With --agent: gold of the player (default: 99).")] = None,
    relic: Annotated[
        list[str] | None, typer.Option(help="With --agent: relic (default: Burning Blood); repeatable.")
    ] = None,
    potion: Annotated[list[str] | None, typer.Option(help="With --agent: potion; repeatable.")] = None,
    visited: Annotated[
        str | None, typer.Option(help="With --agent: rooms so far, as 1A,2B; the last is where you are.")
    ] = None,
    boss: Annotated[str | None, typer.Option(help="With --agent and a map file: name of the boss.")] = None,
    goal: Annotated[str, typer.Option(help="With --agent: beat the boss, or only reach it.")] = "beat",
    map_only: Annotated[
        bool, typer.Option("--map-only", help="With --agent: use the map and the boss of --seed, nothing else.")
    ] = False,
    fixed_deck: Annotated[
        bool, typer.Option("--fixed-deck", help="With --agent: rewards do not change the deck, upgrades do.")
    ] = False,
    plays: Annotated[int, typer.Option(help="With --agent: plays of each encounter, HP and state of the deck.")] = 10,
    play_seed: Annotated[int, typer.Option(help="With --agent: seed of the plays.")] = 0,
    jobs: Threads = None,
    cache: Annotated[
        Path | None, typer.Option(help="With --agent: folder for plays (default: in the user's cache).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best path through a map.

    Risks are fixed weights, or measured: with --agent, an agent plays what stands in the rooms, with your deck. Plays
    are kept, so a command that was stopped goes on where it was.

    Example: cardwright route example --require "at least 2 elites" --weight E@10-=2 --k 5

    By measured risk: cardwright route --seed HELLO --agent rules --deck deck.yaml --hp 62 --relic "Burning Blood"
    """
    from cardwright.core.errors import BadData
    from cardwright.route import Planner

    from .map import save_pictures, show
    from .route_measured import Measured, check, measured_plan, print_plan

    by_play = Measured(agent, deck, hp, max_hp, gold, relic, potion, visited, boss, goal, map_only, fixed_deck, plays,
                       play_seed, jobs, cache)  # fmt: skip
    check(by_play, {"--from": start, "--objective": objective != "risk", "--highest": lowest is False,
                    "--require": require, "--weight": weight, "--measures": measures, "--k": k != 1, "--pareto": pareto,
                    "--next": steps, "--algorithm": algorithm, "--explain": explain,
                    "--interactive": interactive})  # fmt: skip
    if agent is not None:
        route_map, name = _read_map(file, seed, act, ascension)
        rooms = None if path is None else [each.strip() for each in path.split(",")]
        made = measured_plan(by_play, route_map, seed, act, ascension, rooms)
        title = f"{name}\n{made.path[0]} to {made.path[-1]}, beats the boss {made.beats.value:.0%}"
        save_pictures(route_map, list(made.path), title, svg, png)
        if not as_json:
            show(route_map, list(made.path), f"{name}: {'your' if rooms else 'the best'} path by measured risk")
        print_plan(made, as_json)
        return
    if plot and not pareto:
        raise BadData("--plot needs --pareto")
    given = {"--path": path is not None, "--k": k != 1, "--pareto": pareto, "--plot": plot, "--next": steps,
             "--algorithm": algorithm, "--explain": explain, "--svg": svg, "--png": png, "--json": as_json}  # fmt: skip
    if interactive and any(given.values()):
        ignored = ", ".join(name for name, value in given.items() if value)
        raise BadData(f"--interactive asks for rooms and shows the best path from each; leave out {ignored}")
    _check_search(algorithm, explain, path=path, k=k)
    tables = _read_measures(measures, weight or [], objective)

    def plan(route_map: RouteMap) -> Planner:
        for line in weight or []:  # a file of weights can be for several maps
            if match := re.fullmatch(r"(?:[a-z_]+:)?([0-9]{1,3}[A-Z]{0,2})=.*", line):
                route_map.room(match[1])
        return Planner(route_map, objective, constraints=require or (), measures=tables, lowest=lowest)

    if interactive:
        _interact(file, seed, act, ascension, plan, objective)
        return
    route_map, name = _read_map(file, seed, act, ascension)
    planner = plan(route_map)
    answer = _answers(planner, start, path=path, k=k, pareto=pareto, steps=steps, slack=slack)
    if algorithm or explain:
        answer |= _searched(planner, start, algorithm, explain)
    best: Route = answer["routes"][0]
    extreme = "lowest" if planner.lowest else "highest"
    title = f"{name}\n{best.path[0]} to {best.path[-1]}, {objective} {best.total:g}"
    save_pictures(route_map, list(best.path), title, svg, png)
    if plot:
        _plot(planner, answer["front"], start, plot)
    if as_json:
        print(json.dumps(_as_data(answer)))
        return
    which = "your path" if path is not None else f"the path with the {extreme} {objective}"
    if algorithm:
        which = f"the path that {algorithm} finds"
    show(route_map, list(best.path), f"{name}: {which}")
    _print(answer, objective)


def _check_search(algorithm: str | None, explain: bool, *, path: str | None, k: int) -> None:
    from cardwright.core.errors import BadData, UnknownName
    from cardwright.route import ALGORITHMS

    if algorithm is not None and algorithm not in ALGORITHMS:
        raise UnknownName(f"unknown algorithm {algorithm[:80]!r}; there are: {', '.join(ALGORITHMS)}")
    if (algorithm or explain) and (path is not None or k != 1):
        raise BadData("--algorithm and --explain search for one path; leave out --path and --k")


def _interact(
    file: str | None,
    seed: str | None,
    act: int,
    ascension: int,
    plan: Callable[[RouteMap], Planner],
    objective: str,
) -> None:
    from .route_interactive import ask_for_map, ask_for_starts

    if file is None and seed is None:
        route_map = ask_for_map(lambda name: _read_map(name, None, act, ascension)[0])
    else:
        route_map = _read_map(file, seed, act, ascension)[0]
    if route_map is not None:
        ask_for_starts(plan(route_map), objective)


def _searched(planner: Planner, start: str | None, algorithm: str | None, explain: bool) -> dict[str, Any]:
    """Return what a textbook search finds: its path, how many rooms each algorithm expands, and which ones.

    An algorithm that cannot search for this objective comes with the reason instead.
    """
    from cardwright.core.errors import BadData
    from cardwright.route import ALGORITHMS

    chosen = algorithm or "astar"
    found: dict[str, tuple[Route, tuple[Expansion, ...]]] = {}
    rows: dict[str, dict[str, Any]] = {}
    for each in ALGORITHMS:
        try:
            found[each] = route, expanded = planner.search(start, each)
            rows[each] = {"expanded": len(expanded), "total": route.total}
        except BadData as error:
            if each == chosen:
                raise
            rows[each] = {"refused": str(error)}
    result: dict[str, Any] = {"routes": [found[chosen][0]], "algorithms": rows}
    return {**result, "expanded": found[chosen][1]} if explain else result


def _read_map(file: str | None, seed: str | None, act: int, ascension: int) -> tuple[RouteMap, str]:
    """Return the map that the options name, and what it is the map of."""
    from cardwright import route
    from cardwright.core.errors import BadData
    from cardwright.spire import maps

    if (file is None) == (seed is None):
        raise BadData("a map needs either a file or a --seed")
    if seed is not None:
        act_map = maps.generate(seed, act, ascension, compiled=False)
        return route.RouteMap.from_act(act_map), act_map.title
    if file == EXAMPLE:
        return route.example(), "Example"
    return route.read(str(file)), Path(str(file)).name


def _read_measures(file: Path | None, lines: list[str], objective: str) -> dict[str, dict[str, float]]:
    """Return weights by measure, from a file and from options of the form MEASURE:ROOMS=NUMBER."""
    from pydantic import Strict

    from cardwright.core import data
    from cardwright.core.errors import BadData, unknown
    from cardwright.route.measures import MEASURES, known_measures

    result: dict[str, dict[str, float]] = {}
    if file:
        document = data.read(file)
        tables = data.validate(dict[str, dict[str | int, Annotated[float, Strict()]]], document.value, document)
        for name, weights in tables.items():
            with document.error_context(name):
                known_measures({name: {}})
            for key, number in weights.items():
                with document.error_context(name, key):
                    known_measures({name: {str(key): number}})
        result = {name: {str(key): number for key, number in weights.items()} for name, weights in tables.items()}
    for line in lines:
        match = re.fullmatch(r"(?:([a-z_]+):)?([^=]+)=(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)", line)
        if not match:
            raise BadData(f"--weight {line[:60]!r}: expected rooms and a number, as E=4, E@10-=2 or reward:T=5")
        measure = match[1] or "risk"
        if measure not in {*MEASURES, *result, *re.findall("[a-z_]+", objective)}:
            raise unknown(f"measure in --weight {line[:60]!r}:", measure, [*MEASURES, *result])
        table = result.setdefault(measure, {})
        table.pop(match[2], None)
        table[match[2]] = float(match[3])
    return result


def _answers(
    planner: Planner, start: str | None, *, path: str | None, k: int, pareto: bool, steps: bool, slack: float
) -> dict[str, Any]:
    """Return the answers to all questions on the command line, by name."""
    result: dict[str, Any] = {}
    if path is not None:
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
        if name == "algorithms":
            result[name] = routes
        elif name in ("next", "expanded"):
            result[name] = [step._asdict() for step in routes]
        elif name == "front" or len(routes) > 1:
            result[name] = [{**route.to_data(), **route.values} for route in routes]
    return result


def _plot(planner: Planner, front: list[Route], start: str | None, file: Path) -> None:
    from cardwright.core.showing import pictures
    from cardwright.route import drawing

    pictures.save(drawing.trade_off(front, planner.k_best(PLOTTED, start)), file)


def _print_expanded(expanded: Sequence[Expansion]) -> None:
    from .tables import print_table

    rows = [
        (str(number), each.room, each.came_from or "-", *(f"{value:g}" for value in (each.g, each.h, each.f)))
        for number, each in enumerate(expanded, 1)
    ]
    print_table(("step", "room", "from", "g", "h", "f"), rows, "Rooms in the order of expansion", title_justify="left")


def _print_searches(algorithms: dict[str, dict[str, Any]]) -> None:
    from .tables import print_table

    rows = [
        (each, "-", "-") if "refused" in row else (each, str(row["expanded"]), f"{row['total']:g}")
        for each, row in algorithms.items()
    ]
    print_table(("algorithm", "rooms expanded", "total"), rows, "Searches", title_justify="left")
    for each, row in algorithms.items():
        if "refused" in row:
            print(f"{each}: {row['refused']}")


def _print(answer: dict[str, Any], objective: str) -> None:
    from cardwright.core.showing.terminal import Console

    from .tables import print_table

    console = Console(soft_wrap=True)
    best: Route = answer["routes"][0]
    console.print(f"Rooms of the best path, each with the {objective} up to it:")
    console.print("  ".join(f"{room} {total:g}" for room, total in zip(best.path, best.totals, strict=True)))
    console.print(f"Total {objective}: {best.total:g}", style="bold")
    for name, title in (("routes", "Best paths"), ("front", "Pareto front of risk and reward")):
        if len(answer.get(name, [])) > (name == "routes"):  # a single best path is already shown
            rows = [
                (f"{each.total:g}", f"{each.values['risk']:g}", f"{each.values['reward']:g}", " ".join(each.path))
                for each in answer[name]
            ]
            print_table(("total", "risk", "reward", "path"), rows, title, title_justify="left")
    if "algorithms" in answer:
        _print_searches(answer["algorithms"])
    if "expanded" in answer:
        _print_expanded(answer["expanded"])
    if "next" in answer:
        steps = [
            (step.name, "-" if step.best is None else f"{step.best:g}", str(step.good), str(step.paths))
            for step in answer["next"]
        ]
        print_table(("next", "best total", "good paths", "all paths"), steps, "Next rooms", title_justify="left")
