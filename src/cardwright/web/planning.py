"""Maps and the best paths through them, as plain data for a page."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import pydantic

if TYPE_CHECKING:
    from cardwright.route import Route, RouteMap

EXAMPLE = "example"  # the map of the paper, as the command line calls it
MOST_REQUIRED = 12  # of that many, all subsets are tried to say which can be kept together
MOST_PATHS = 20
SLACK = 2.0
Short = Annotated[str, pydantic.Field(min_length=1, max_length=40)]
Number = Annotated[float, pydantic.Field(ge=-1000, le=1000, allow_inf_nan=False)]


class MapName(NamedTuple):
    """A map: of a seed, of a file, or the example."""

    seed: str | None
    act: int
    ascension: int
    file: str | None  # in the folder
    path: str | None = None  # of the file
    changed: int = 0  # when the file was, so that an old version is not drawn

    def options(self) -> list[str]:
        """Return the arguments of `cardwright route` that name this map."""
        if self.seed is None:
            return [self.file or EXAMPLE]
        ascension = ["--ascension", str(self.ascension)] if self.ascension else []
        return ["--seed", self.seed, *(["--act", str(self.act)] if self.act != 1 else []), *ascension]


class Question(pydantic.BaseModel):
    """What a path must keep, and what makes it good."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    start: Short | None = None
    objective: Annotated[str, pydantic.Field(min_length=1, max_length=200)] = "risk"
    lowest: bool | None = None
    require: list[Annotated[str, pydantic.Field(min_length=1, max_length=200)]] = pydantic.Field(
        default_factory=list, max_length=MOST_REQUIRED
    )
    weights: dict[Literal["risk", "reward"], dict[Short, Number]] = pydantic.Field(default_factory=dict)
    k: Annotated[int, pydantic.Field(ge=1, le=MOST_PATHS)] = 5

    def options(self) -> list[str]:
        """Return the arguments of `cardwright route` that ask the same."""
        result = [] if self.objective == "risk" else ["--objective", self.objective]
        result += [] if self.lowest is None else ["--lowest" if self.lowest else "--highest"]
        result += [] if self.start is None else ["--from", self.start]
        for each in self.require:
            result += ["--require", each]
        for measure, table in self.weights.items():
            prefix = "" if measure == "risk" else f"{measure}:"
            for key, number in table.items():
                result += ["--weight", f"{prefix}{key}={number:g}"]
        return [*result, *(["--k", str(self.k)] if self.k > 1 else [])]


@functools.lru_cache(maxsize=16)
def route_map(name: MapName) -> tuple[RouteMap, str]:
    """Return a map, and what it is the map of."""
    from cardwright import route
    from cardwright.spire import maps

    if name.seed is not None:
        act_map = maps.generate(name.seed, name.act, name.ascension, compiled=False)
        return route.RouteMap.from_act(act_map), act_map.title
    if name.path is None:
        return route.example(), "The map of the paper"
    return route.read(name.path), Path(name.path).name


def drawn(name: MapName) -> dict[str, Any]:
    """Return what a page draws of a map, and what the letters of rooms mean."""
    from cardwright.route import ENCOUNTERS
    from cardwright.spire.maps.looks import LOOKS

    found, title = route_map(name)
    return {
        "title": title,
        "start": found.start,
        "boss": found.boss,
        "chart": found.chart().drawn(),
        "symbols": {letter: symbol._asdict() for letter, symbol in LOOKS.items()},
        "kinds": {letter: each._asdict() for letter, each in ENCOUNTERS.items()},
    }


def draw(name: MapName) -> Iterator[dict[str, Any]]:
    """Yield what a page draws of a map, in a worker: a file can come from anybody."""
    yield drawn(name)


def plan(name: MapName, question: Question) -> Iterator[dict[str, Any]]:
    """Yield the best paths, the Pareto front and the options for the next step, or why there is no path."""
    from cardwright.route import NoRoute, Planner

    planner = Planner(
        route_map(name)[0],
        question.objective,
        constraints=question.require,
        measures={str(measure): table for measure, table in question.weights.items()},
        lowest=question.lowest,
    )
    command = shlex.join(["cardwright", "route", *name.options(), *question.options(), "--pareto", "--next"])
    try:
        yield {
            "problem": "",
            "routes": [_priced(each) for each in planner.k_best(question.k, question.start)],
            "front": [_priced(each) for each in planner.pareto(start=question.start)],
            "next": [step._asdict() for step in planner.options(question.start, SLACK)],
            "lowest": planner.lowest,
            "prices": planner.prices,
            "command": command,
        }
    except NoRoute as error:
        nothing: Mapping[str, list[Any]] = {"routes": [], "front": [], "next": []}
        yield {"problem": str(error), **nothing, "lowest": planner.lowest, "prices": planner.prices, "command": command}


def _priced(route: Route) -> dict[str, Any]:
    return {**route.to_data(), "values": dict(route.values)}
