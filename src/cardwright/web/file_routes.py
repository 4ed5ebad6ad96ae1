"""The API of the folder: its files, opened, saved, made, renamed."""

from __future__ import annotations

import contextlib
import hashlib
from typing import Annotated, Any, Literal

import pydantic
from fastapi import APIRouter

from cardwright.core import files
from cardwright.core.errors import BadData, CardwrightError

from . import formats, run_list, table_files, watching
from .bench import OwnBench
from .bodies import Body, Route
from .workspace import KINDS, Workspace

router = APIRouter(route_class=Route)
LARGEST_TEXT = 1 << 20
FOUND = (".cgdl", ".yaml", ".yml")  # what runs find


def _encodable(value: Any) -> Any:
    """Return a text without halves of characters, which JSON can hold and UTF-8 cannot."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


Name = Annotated[str, pydantic.Field(min_length=1, max_length=200), pydantic.BeforeValidator(_encodable)]
Text = Annotated[str, pydantic.Field(max_length=LARGEST_TEXT), pydantic.BeforeValidator(_encodable)]
Version = Annotated[str, pydantic.Field(max_length=64, description="What the text was when it was opened.")]
Kind = Literal["spire", "unicorns", "autobattler", "lineups", "cgdl", "scenario", "text"]


class Conflict(BadData):
    """A file that somebody else has changed meanwhile."""

    status = 409


class ListedFile(Body):
    """A file of the folder."""

    name: str
    size: int
    changed: float


class OpenFile(Body):
    """A text and its version, which a page gives back when it saves."""

    name: str
    text: str
    version: str


class SavedFile(Body):
    """The version of a text that is on disk now."""

    name: str
    version: str


class Changed(Body):
    """A text to be saved over the version that was opened."""

    name: Name
    text: Text
    version: Version


class New(Body):
    """A file to be made: with a text, or with the template of its kind."""

    name: Name
    text: Text | None = None
    kind: Kind = "text"


class Renamed(Body):
    """A file and its new name."""

    name: Name
    to: Name


@router.get("/api/files")
def list_files(bench: OwnBench) -> list[ListedFile]:
    """List the files of the folder that people write, without what tables, recordings and runs keep."""
    runs = tuple(f"{each['name']}/" for each in run_list.runs(bench.workspace))
    found = (ListedFile(**each) for each in bench.workspace.list())
    return [each for each in found if _is_written(bench.workspace, each.name, runs)]


def _is_written(workspace: Workspace, name: str, runs: tuple[str, ...]) -> bool:
    """Return whether a person may have written a file; runs find cards and games, which people go on with."""
    if name.startswith((f"{table_files.FOLDER}/", f"{watching.FOLDER}/")):
        return False
    if name.startswith(runs):
        return name.endswith(FOUND) and _is_content(workspace, name)
    return not name.endswith(".json") or watching.recorded_in(workspace.path(name)) is None


def _is_content(workspace: Workspace, name: str) -> bool:
    with contextlib.suppress(CardwrightError, OSError):
        return formats.read(name, _text(workspace, name)).kind != formats.TEXT
    return False


@router.get("/api/file")
def open_file(bench: OwnBench, name: Name) -> OpenFile:
    """Open a text file."""
    text = _text(bench.workspace, name)
    return OpenFile(name=name, text=text, version=_version(text))


@router.put("/api/file")
def save_file(bench: OwnBench, changed: Changed) -> SavedFile:
    """Save a text, unless the file has changed since it was opened."""
    on_disk = _text(bench.workspace, changed.name)
    if _version(on_disk) not in (changed.version, _version(changed.text)):
        raise Conflict(f"{changed.name[:80]!r} has changed on disk since you opened it")
    bench.workspace.write(changed.name, changed.text)
    return SavedFile(name=changed.name, version=_version(changed.text))


@router.post("/api/file", status_code=201)
def make_file(bench: OwnBench, new: New) -> OpenFile:
    """Make a file, from a text or from the template of a kind."""
    text = formats.template(new.kind) if new.text is None else new.text
    bench.workspace.write(new.name, text, new=True)
    return OpenFile(name=new.name, text=text, version=_version(text))


@router.post("/api/file/rename")
def rename_file(bench: OwnBench, renamed: Renamed) -> SavedFile:
    """Give a file another name that is free."""
    text = _text(bench.workspace, renamed.name)
    bench.workspace.write(renamed.to, text, new=True)
    files.remove(bench.workspace.path(renamed.name))
    return SavedFile(name=renamed.to, version=_version(text))


def _text(workspace: Workspace, name: str) -> str:
    """Return the text of a file that the page can edit."""
    path = workspace.own_path(name)
    if path.suffix not in KINDS:
        raise BadData(f"{name[:80]!r}: only files that end in one of {', '.join(KINDS)} are opened")
    with files.path_errors(name):
        if path.stat().st_size > LARGEST_TEXT:
            raise BadData(f"{name[:80]!r} is too large for the editor; at most {LARGEST_TEXT:,} bytes are opened")
    return workspace.read(name)


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
