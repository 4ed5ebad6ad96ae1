"""The API of games with people: new tables, and the web socket that a seat plays through."""

from __future__ import annotations

import asyncio
import contextlib
import shlex
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import pydantic
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from cardwright.agents import opponent
from cardwright.core import saved_games
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.state import State
from cardwright.play.table import YOU

from . import seat, watching
from .bench import Bench, OwnBench
from .bodies import Body, Route
from .catalogue import MOST_PLAYERS
from .game_files import game_files
from .sockets import received
from .table_files import LONGEST_TITLE
from .tables import DELETED, MOST_TABLES, LiveTable, Tables, off_loop
from .workspace import is_plain, told

router = APIRouter(route_class=Route)
LONGEST_NAME = 600
MOST_LISTED = 100
SECONDS_TO_LOAD = 20.0
Name = Annotated[str, pydantic.Field(min_length=1, max_length=LONGEST_NAME)]
Players = Annotated[int, pydantic.Field(ge=1, le=MOST_PLAYERS)]
Seed = Annotated[int, pydantic.Field(ge=0, lt=2**64)]


class NewTable(Body):
    """A game to be played, or a saved one to go on with.

    Seats are "you", "guest" or agents. Without seats, others play at a level, or as in the saved game.
    """

    game: Name | None = None
    load: Name | None = None  # a file of the folder
    players: Players | None = None
    scenario: Name | None = None
    seats: list[Name] | None = pydantic.Field(default=None, min_length=1, max_length=MOST_PLAYERS)
    level: Annotated[str, pydantic.Field(max_length=20)] = "normal"
    seed: Seed | None = None


@router.get("/api/games")
def list_games(bench: OwnBench) -> list[dict[str, Any]]:
    """List all games with their starts."""
    return bench.catalogue.games()


@router.get("/api/game")
async def describe_game(
    bench: OwnBench,
    name: Name | None = None,
    players: Players | None = None,
    scenario: Name | None = None,
    load: Name | None = None,
) -> dict[str, Any]:
    """Describe a game, or that of a saved game: its players, agents and rules."""
    if (name is None) == (load is None):
        raise BadData("name either a game or a saved game to load")
    if load is not None:
        state, seats = await _saved(bench, load)
        return {**await off_loop(bench.catalogue.about, state.game), "resizable": False, "seats": seats}
    assert name is not None
    return await off_loop(bench.catalogue.described, name, players, scenario)


@router.get("/api/game-files")
def list_game_files(bench: OwnBench) -> list[dict[str, Any]]:
    """List the files of the folder that hold a game, with the names of the scenarios in each."""
    return game_files(bench.workspace)


class Listed(pydantic.BaseModel):
    """Some of the tables, those used last first, and how many there are."""

    tables: list[dict[str, Any]]
    found: int  # that fit what was asked for
    in_progress: int
    finished: int


@router.get("/api/tables")
def list_tables(
    bench: OwnBench,
    finished: bool | None = None,
    words: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
    start: Annotated[int, Query(ge=0, le=MOST_TABLES)] = 0,
) -> Listed:
    """List tables of the folder: all, those in progress or those finished, and whose title or seats contain words."""
    every = bench.tables.files.list()
    over = sum(bool(each["result"]) for each in every)
    fitting = [each for each in every if finished in (None, bool(each["result"])) and _contains(each, words)]
    return Listed(
        tables=fitting[start : start + MOST_LISTED],
        found=len(fitting),
        in_progress=len(every) - over,
        finished=over,
    )


def _contains(table: dict[str, Any], words: str) -> bool:
    text = " ".join((table["title"], *table["seats"], table["result"])).casefold()
    return all(word in text for word in words.casefold().split())


@router.post("/api/tables", status_code=201)
async def create_table(bench: OwnBench, wanted: NewTable) -> dict[str, Any]:
    """Begin a game, or go on with a saved one, and return the key of each person's seat."""
    if (wanted.game is None) == (wanted.load is None):
        raise BadData("a new table needs either a game or a saved game to load")
    if wanted.load is not None:
        state, seats = await _saved(bench, wanted.load)
        return _opened(await bench.tables.open(state, wanted.seats or seats))
    game = await off_loop(bench.catalogue.game, wanted.game, wanted.players, wanted.scenario)
    others = opponent(game, wanted.level).name
    seats = wanted.seats or [YOU, *[others] * (game.players - 1)]
    return _opened(await bench.tables.create(game, seats, wanted.seed))


def _opened(live: LiveTable) -> dict[str, Any]:
    return {"table": live.name, "keys": live.people.keys, **live.people.links(live.name)}


async def _saved(bench: Bench, file: str) -> tuple[State, list[str]]:
    """Return a saved game of the folder, and who plays on in each seat."""
    recorded = watching.Recorded.find(bench.workspace, file)
    if watching.is_table(recorded.name):
        raise BadData("this file belongs to a table; save a copy of the game and open that")
    await bench.checkers.run(watching.check_saved, recorded, seconds=SECONDS_TO_LOAD)
    saved = await off_loop(lambda: saved_games.load_saved(recorded.path, logged=True))
    own = saved.seats if YOU in saved.seats else (YOU, *saved.seats[1:])
    others = [opponent(saved.state.game, "normal").name] * (saved.state.game.players - len(own))
    return saved.state, [*own, *others]


class TableTitle(Body):
    """What a table is called in lists."""

    title: Annotated[str, pydantic.Field(min_length=1, max_length=LONGEST_TITLE)]


@router.patch("/api/tables/{table}", status_code=204)
async def rename_table(bench: OwnBench, table: str, wanted: TableTitle) -> None:
    """Give a table another title."""
    if not is_plain(wanted.title) or not wanted.title.strip():
        raise BadData("a title is one line of letters and other printable characters")
    await bench.tables.rename(table, wanted.title.strip())


@router.delete("/api/tables/{table}", status_code=204)
async def delete_table(bench: OwnBench, table: str) -> None:
    """Delete a table and its game; pages that show it are told so."""
    await bench.tables.delete(table)


class Saved(Body):
    """Where to keep a copy of a game."""

    file: Name


@router.post("/api/tables/{table}/save", status_code=201)
async def save_table(bench: OwnBench, table: str, wanted: Saved) -> dict[str, str]:
    """Save a game to a new file of the folder, from which `cardwright play --load` continues it."""
    live = await bench.tables.find(table)
    if live.people.guests and not live.table.over:
        raise BadData("a copy would show what guests hide; a game with guests is saved when it is over")
    name = wanted.file if wanted.file.endswith(".json") else f"{wanted.file}.json"
    text = await off_loop(live.table.to_json)
    bench.workspace.write(name, text, new=True)
    return {"file": name, "command": f"cardwright play --load {shlex.quote(name)}"}


@router.websocket("/ws/seats/{table}")
async def play_seat(socket: WebSocket, bench: OwnBench, table: str) -> None:
    """Play at a table; the first message holds the keys of the seats."""
    await socket.accept()
    try:
        first = await received(socket)
        live = await bench.tables.find(table)
        keys = first.get("keys")
        players = live.players([each for each in keys if isinstance(each, str)] if isinstance(keys, list) else [])
        if not players:
            raise CardwrightError("this link opens no seat at this table")
    except CardwrightError as error:
        await _close(socket, told(error))
        return
    except WebSocketDisconnect:
        return
    live.sit_down()
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: a message to a page that just left
            await _Connection(socket, bench.tables, live, players).serve()
    finally:
        live.pages -= 1


async def _close(socket: WebSocket, why: str) -> None:
    await socket.send_json({"type": "error", "error": why, "closed": True})
    await socket.close(4400)


class _Connection:
    """A page at a table."""

    def __init__(self, socket: WebSocket, tables: Tables, live: LiveTable, players: list[int]):
        self._socket = socket
        self._tables = tables
        self._live = live
        self._players = players
        self._thinking: asyncio.Task[None] | None = None  # about a hint, or about what cost most

    async def serve(self) -> None:
        """Send what changes and do what the page asks, until it leaves."""
        guests = self._live.people.guests
        for player in self._players:
            welcome = await off_loop(seat.welcome, self._live.table, player, guests)
            await self._socket.send_json({**welcome, "guest": player in guests})
        self._live.go_on()
        sending = asyncio.create_task(self._send_changes())
        try:
            while True:
                try:
                    await self._answer(await received(self._socket))
                except CardwrightError as error:
                    await self._socket.send_json({"type": "error", "error": told(error)})
        finally:
            sending.cancel()
            self._stop_thinking()

    async def _send_changes(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async for _ in self._live.changes():
                await self._socket.send_json(await self._live.message(self._players))
            await _close(self._socket, DELETED)

    async def _answer(self, message: dict[str, Any]) -> None:
        """Do what a message asks."""
        match message:
            case {"type": "choose", "player": int(player), "decided": int(decided), "action": int(action)}:
                self._stop_thinking()
                await self._live.choose(self._players, player, decided, action)
            case {"type": "undo"}:
                self._stop_thinking()
                await self._live.undo()
            case {"type": "retry"}:
                self._live.go_on()
            case {"type": "hint", "player": int(player)} if player in self._players:
                self._stop_thinking()
                self._thinking = asyncio.create_task(self._send_all(self._live.hints(player)))
            case {"type": "why", "player": int(player)} if player in self._players:
                self._stop_thinking()
                self._thinking = asyncio.create_task(self._send_all(self._live.why(player)))
            case {"type": "replay", "form": "file" | "page" as form}:
                await self._socket.send_json(await self._live.replay(form))
            case {"type": "rematch"}:
                await self._tables.rematch(self._live, self._players[0])
            case {"type": "stop"}:
                self._stop_thinking()
            case _:
                raise CardwrightError("this message is not understood")

    async def _send_all(self, found: AsyncGenerator[dict[str, Any], None]) -> None:
        try:
            async with contextlib.aclosing(found):
                async for each in found:
                    await self._socket.send_json(each)
        except CardwrightError as error:
            await self._socket.send_json({"type": "error", "error": told(error)})

    def _stop_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
