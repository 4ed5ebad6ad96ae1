"""The API of the page Make: checks as one types, what an editor completes, judging, and games with new cards."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import Annotated, Any

import pydantic
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from cardwright.core.errors import BadData, CardwrightError

from . import formats, judging, making
from .bench import Bench, OwnBench
from .bodies import Body, Route
from .file_routes import Kind, Name, Text
from .sockets import received
from .workers import Overtime
from .workspace import told

router = APIRouter(route_class=Route)
CHECK_SECONDS = 10.0
JUDGE_SECONDS = 900.0


class FormatListed(Body):
    """A kind of file that can be made."""

    kind: str
    title: str
    suffix: str


class Draft(Body):
    """A text as it stands in the editor, saved or not."""

    name: Name
    text: Text
    kind: Kind = pydantic.Field("text", description="What the file is; 'text' leaves that to its name and contents.")


class Problem(Body):
    """Something wrong with a text, with its line if that is known."""

    line: int | None
    column: int | None
    text: str
    grade: str


class Checked(Body):
    """What a text is, what is wrong with it, and how it is drawn; without a preview, only mistakes are known."""

    kind: str
    title: str
    commands: dict[str, str]
    problems: list[Problem]
    preview: dict[str, Any] | None
    judged: list[str]
    scenarios: list[str]


class Arranged(Body):
    """A game that plays a file, and the command that does the same."""

    game: str
    command: str


class FileNamed(Body):
    """A file of the folder."""

    name: Name


class ToJudge(Body):
    """What is judged: a file, and some of its cards, or all."""

    name: Name
    cards: list[Annotated[str, pydantic.Field(max_length=100)]] = pydantic.Field(default_factory=list, max_length=100)
    seed: Annotated[int, pydantic.Field(ge=0, lt=2**53)] = 0


@router.get("/api/formats")
def list_formats() -> list[FormatListed]:
    """List the kinds of files that can be made."""
    return [FormatListed(kind=kind, title=each.title, suffix=each.suffix) for kind, each in formats.FORMATS.items()]


@router.get("/api/formats/{kind}")
def describe_format(kind: Kind) -> dict[str, Any]:
    """Return what an editor completes in files of a kind: schema, names and keywords."""
    return formats.words(kind)


@router.post("/api/check")
async def check_text(bench: OwnBench, draft: Draft) -> Checked:
    """Check a text, and say how it is drawn."""
    bench.workspace.path(draft.name)
    found = making.unread(draft.kind, draft.name)
    try:
        stream = bench.checkers.stream(making.check, draft.name, draft.text, draft.kind, seconds=CHECK_SECONDS)
        async with contextlib.aclosing(stream):
            async for each in stream:
                found = each
    except Overtime:
        late = making.problem(draft.name, f"checking takes more than {CHECK_SECONDS:.0f} s and was stopped", "warning")
        found["problems"] = [*found["problems"], late]
    return Checked(**found)


@router.post("/api/arrange")
async def arrange_game(bench: OwnBench, file: FileNamed) -> Arranged:
    """Return the game that plays a file; for cards, it is a scenario file beside theirs, which this writes."""
    bench.workspace.path(file.name)
    found = await bench.checkers.run(making.arrange, file.name, seconds=CHECK_SECONDS)
    if found["text"] is not None:
        _write_game(bench, found["game"], found["text"])
    return Arranged(game=found["game"], command=formats.commands("scenario", found["game"])["play"])


def _write_game(bench: Bench, name: str, text: str) -> None:
    """Write the scenario file of some cards, unless a person has made it their own."""
    first_line = text.partition("\n")[0]
    if not os.path.exists(bench.workspace.path(name)) or bench.workspace.read(name).startswith(first_line):
        bench.workspace.write(name, text)


@router.websocket("/ws/judge")
async def judge_file(socket: WebSocket, bench: OwnBench) -> None:
    """Judge a file in rounds: the first message says which; any further message, or leaving, stops it."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: a message to a page that just left
        try:
            wanted = _read(await received(socket))
            bench.workspace.path(wanted.name)
            await _judge(socket, bench, wanted)
        except CardwrightError as error:
            await socket.send_json({"type": "error", "error": told(error)})
        await socket.close()


def _read(message: dict[str, Any]) -> ToJudge:
    try:
        return ToJudge(**message)
    except (ValueError, TypeError):
        raise BadData("a message must be a JSON object with the name of a file") from None


async def _judge(socket: WebSocket, bench: Bench, wanted: ToJudge) -> None:
    judging_it = asyncio.create_task(_send_rounds(socket, bench, wanted))
    stopped = asyncio.create_task(socket.receive())
    await asyncio.wait({judging_it, stopped}, return_when=asyncio.FIRST_COMPLETED)
    if not judging_it.done():
        judging_it.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await judging_it
        if stopped.result()["type"] == "websocket.receive":
            await socket.send_json({"type": "stopped"})
        return
    stopped.cancel()
    judging_it.result()
    await socket.send_json({"type": "end"})


async def _send_rounds(socket: WebSocket, bench: Bench, wanted: ToJudge) -> None:
    stream = bench.judges.stream(judging.judge, wanted.name, wanted.cards, wanted.seed, seconds=JUDGE_SECONDS)
    async with contextlib.aclosing(stream):
        async for each in stream:
            await socket.send_json({"type": "round", **each})
