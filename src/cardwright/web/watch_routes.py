"""The API of recorded games: which there are, what happened in them, and what a search thinks of a decision."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Annotated, Any
from urllib.parse import quote

import pydantic
from fastapi import APIRouter, Query
from starlette.responses import Response, StreamingResponse

from cardwright.core.data import LARGEST_FILE
from cardwright.core.errors import BadData, CardwrightError

from . import watching
from .bench import OwnBench
from .bodies import Body, Route
from .catalogue import MOST_PLAYERS
from .table_routes import Name, Players, Seed
from .tables import off_loop
from .workspace import is_plain, told

router = APIRouter(route_class=Route)
LINES = "application/x-ndjson"
SECONDS_PER_GAME = 600.0
LAST_DECISION = 1_000_000
File = Annotated[str, Query(min_length=1, max_length=1000)]
LINES_OF_JSON: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One JSON object per line, as they are found",
        "content": {LINES: {"schema": {"type": "string"}}},
    }
}


class Upload(Body):
    """A recorded game from elsewhere."""

    name: Annotated[str, pydantic.Field(min_length=1, max_length=200)]
    text: Annotated[str, pydantic.Field(max_length=LARGEST_FILE)]


class NewGame(Body):
    """A game for agents: a game and a seed, or another recorded game that begins alike."""

    game: Name | None = None
    players: Players | None = None
    seed: Seed | None = None
    like: Name | None = None  # a file
    seats: list[Name] = pydantic.Field(min_length=1, max_length=MOST_PLAYERS)


@router.get("/api/watch/games")
async def list_recorded_games(bench: OwnBench) -> list[dict[str, Any]]:
    """List the recorded games of the folder, the newest first."""
    return await asyncio.to_thread(watching.listed, bench.workspace, bench.tables.files)


@router.get("/api/watch/story", responses=LINES_OF_JSON)
async def tell_story(
    bench: OwnBench, file: File, seat: Annotated[int | None, Query(ge=0, lt=MOST_PLAYERS)] = None
) -> StreamingResponse:
    """Tell a recorded game in pieces, all of it or what one seat saw."""
    recorded = watching.Recorded.find(bench.workspace, file)
    return await _lines(bench.workers.stream(watching.tell, recorded, seat))


@router.get("/api/watch/values")
async def value_choices(
    bench: OwnBench,
    file: File,
    decision: Annotated[int, Query(ge=0, le=LAST_DECISION)],
    rounds: Annotated[int, Query(ge=1, le=watching.MOST_ROUNDS)] = 1,
) -> dict[str, Any]:
    """Return what a search thinks of each choice of a decision; more rounds make it surer, and continue the search."""
    recorded = watching.Recorded.find(bench.workspace, file)
    found: dict[str, Any] = await bench.workers.run(watching.value, recorded, decision, rounds)
    return found


@router.get("/api/watch/difference")
async def find_difference(bench: OwnBench, one: File, two: File) -> dict[str, Any]:
    """Find the first decision in which two games from one seed part."""
    files = [watching.Recorded.find(bench.workspace, each) for each in (one, two)]
    found: dict[str, Any] = await bench.workers.run(watching.difference, *files)
    return found


@router.post("/api/watch/games", status_code=201)
async def keep_game(bench: OwnBench, upload: Upload) -> dict[str, str]:
    """Check a recorded game and write it into the folder."""
    if not is_plain(upload.name):
        raise BadData(f"{upload.name[:80]!r}: the name of a file is one line of printable characters")
    return {"file": await bench.workers.run(watching.keep, str(bench.workspace.folder), upload.name, upload.text)}


@router.post("/api/watch/play", responses=LINES_OF_JSON)
async def play_game(bench: OwnBench, wanted: NewGame) -> StreamingResponse:
    """Let agents play a game; the last line names the file of its replay. A page that leaves stops the game."""
    if (wanted.game is None) == (wanted.like is None):
        raise BadData("a new game needs either a game or a file to begin like")
    if wanted.like is not None:
        recorded = watching.Recorded.find(bench.workspace, wanted.like)
        begun: watching.Origin = await bench.workers.run(watching.origin, recorded)
        game = await off_loop(begun.game)
        own_seed, agent_seed, folder = begun.seed, begun.seed, watching.folder_of(game.name, begun.seed)
    else:
        game = await off_loop(bench.catalogue.game, wanted.game, wanted.players)
        seed = wanted.seed or 0
        own_seed, agent_seed = watching.seeds(seed)
        folder = watching.folder_of(wanted.game or "", seed)
    seats = await off_loop(bench.catalogue.seated, game, wanted.seats)
    if None in seats:
        raise BadData("people play at a table; here every seat has an agent")
    begun = watching.Origin.of(game, own_seed)
    arguments = (str(bench.workspace.folder), begun, wanted.seats, agent_seed, folder)
    return await _lines(bench.workers.stream(watching.play, *arguments, seconds=SECONDS_PER_GAME))


@router.get("/api/watch/page", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def download_page(bench: OwnBench, file: File) -> Response:
    """Download a game as a single page that needs no server."""
    recorded = watching.Recorded.find(bench.workspace, file)
    text = await bench.workers.run(watching.page, recorded)
    return _download(text.encode(), "text/html; charset=utf-8", recorded.name.removesuffix(".json") + ".html")


@router.get("/api/watch/file", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def download_file(bench: OwnBench, file: File) -> Response:
    """Download the file of a recorded game."""
    recorded = watching.Recorded.find(bench.workspace, file)
    content = await bench.workers.run(watching.content, recorded)
    return _download(content, "application/json", recorded.name)


def _download(content: bytes, kind: str, name: str) -> Response:
    short = re.sub(r"[/\\]+", "-", name.removeprefix(f"{watching.FOLDER}/"))
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f"attachment; filename*=UTF-8''{quote(short)}"}
    )


async def _lines(found: AsyncGenerator[Any, None]) -> StreamingResponse:
    """Return what a worker finds as lines of JSON; an error before the first line is an answer of its own."""
    first = await anext(found)

    async def lines() -> AsyncIterator[bytes]:
        async with contextlib.aclosing(found):
            yield _line(first)
            try:
                async for each in found:
                    yield _line(each)
            except CardwrightError as error:
                yield _line({"error": told(error)})

    return StreamingResponse(lines(), media_type=LINES)


def _line(value: Any) -> bytes:
    return json.dumps(value).encode() + b"\n"
