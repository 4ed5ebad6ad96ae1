"""The API of maps and routes."""

from __future__ import annotations

from typing import Annotated, Any

import pydantic
from fastapi import APIRouter, Query

from cardwright.core.errors import BadData

from . import planning
from .bench import OwnBench
from .bodies import Route
from .tables import off_loop
from .workspace import Workspace

router = APIRouter(route_class=Route)
SECONDS = 20.0
SeedText = Annotated[str, pydantic.Field(min_length=1, max_length=40)]
Act = Annotated[int, pydantic.Field(ge=1, le=4)]
Ascension = Annotated[int, pydantic.Field(ge=0, le=20)]
File = Annotated[str, pydantic.Field(min_length=1, max_length=1000)]


class Wanted(planning.Question):
    """A map, and a question about paths through it."""

    seed: SeedText | None = None
    act: Act = 1
    ascension: Ascension = 0
    file: File | None = None


@router.get("/api/routes/map")
async def draw_map(
    bench: OwnBench,
    seed: Annotated[SeedText | None, Query()] = None,
    act: Annotated[Act, Query()] = 1,
    ascension: Annotated[Ascension, Query()] = 0,
    file: Annotated[File | None, Query()] = None,
) -> dict[str, Any]:
    """Return the rooms and links of the map of a seed, of a file, or of the paper, which is called "example"."""
    name = _named(bench.workspace, seed, act, ascension, file)
    if name.path is None:
        return await off_loop(planning.drawn, name)
    found: dict[str, Any] = await bench.planners.run(planning.draw, name, seconds=SECONDS)
    return found


@router.post("/api/routes/plan")
async def plan_routes(bench: OwnBench, wanted: Wanted) -> dict[str, Any]:
    """Return the best paths through a map, or the sentence that says which constraints no path keeps."""
    name = _named(bench.workspace, wanted.seed, wanted.act, wanted.ascension, wanted.file)
    question = planning.Question.model_validate(wanted.model_dump(include=set(planning.Question.model_fields)))
    found: dict[str, Any] = await bench.planners.run(planning.plan, name, question, seconds=SECONDS)
    return found


def _named(workspace: Workspace, seed: str | None, act: int, ascension: int, file: str | None) -> planning.MapName:
    """Return a map by its name, if it has one, and a file only from the folder."""
    if (seed is None) == (file is None):
        raise BadData("a map needs either a seed or a file")
    if file is None or file == planning.EXAMPLE:
        return planning.MapName(seed, act, ascension, file)
    path = workspace.path(file)
    if not path.is_file():
        raise BadData(f"there is no file {file[:80]!r} in this folder")
    return planning.MapName(None, act, ascension, file, str(path), path.stat().st_mtime_ns)
