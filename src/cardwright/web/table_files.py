"""The folder of a table: who sits there, kept beside the saved game, and the list of all such folders."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pydantic

from cardwright.core import data, files
from cardwright.core.errors import CardwrightError

FOLDER = "tables"
GAME, PEOPLE = "game.json", "people.json"
GUEST = "guest"  # a person on another screen
LONGEST_TITLE = 200
LONGEST_RESULT = 2000
ID = re.compile(r"[0-9a-z]{12}")


class People(pydantic.BaseModel):
    """Who sits at a table, as its file says."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    keys: dict[int, str] = pydantic.Field(max_length=100)
    guests: list[int] = pydantic.Field(default_factory=list, max_length=100)
    seats: list[str] = pydantic.Field(max_length=100)  # the agents, which may be the user's own code
    title: str = pydantic.Field(max_length=LONGEST_TITLE)
    result: str = pydantic.Field(default="", max_length=LONGEST_RESULT)  # when the game is over

    @classmethod
    def read(cls, home: Path) -> People:
        """Return who sits at the table in a folder; JSON has only texts as keys."""
        document = data.read(home / PEOPLE)
        if isinstance(document.value, dict) and isinstance(keys := document.value.get("keys"), dict):
            document.value["keys"] = {int(player): key for player, key in keys.items() if player.isdecimal()}
        return data.validate(cls, document.value, document)

    def write(self, home: Path) -> None:
        """Write who sits at the table; the keys are secrets."""
        files.write(home / PEOPLE, self.model_dump_json(), private=True)

    @property
    def names(self) -> list[str]:
        """Who sits in each seat, in the eyes of the host."""
        return [GUEST if player in self.guests else name for player, name in enumerate(self.seats)]

    def link(self, table: str, players: Sequence[int]) -> str:
        """Return the address of the page with the seats of some players."""
        return f"/seat/{table}#{','.join(self.keys[player] for player in players)}"

    def links(self, table: str) -> dict[str, Any]:
        """Return the address of the page for this screen, and one for each guest."""
        own = [player for player in self.keys if player not in self.guests]
        guests = {player: self.link(table, [player]) for player in self.guests}
        return {"link": self.link(table, own) if own else "", "guests": guests}


class TableFiles:
    """The folders of all tables."""

    def __init__(self, folder: Path):
        self.folder = folder / FOLDER
        self._known: dict[str, tuple[int, People]] = {}  # as they were at some time, because reading all takes long

    def home(self, name: str) -> Path:
        """Return the folder of a table."""
        if not ID.fullmatch(name) or not (self.folder / name / GAME).exists():
            raise CardwrightError("there is no such table")
        return self.folder / name

    def list(self) -> list[dict[str, Any]]:
        """Return all tables, those used last first, with the links to their seats."""
        homes = [each for each in self.folder.iterdir() if ID.fullmatch(each.name)] if self.folder.is_dir() else []
        changed = {home: (home / GAME).stat().st_mtime for home in homes if (home / GAME).is_file()}
        found = []
        for home in sorted(changed, key=lambda each: -changed[each]):
            with contextlib.suppress(CardwrightError, OSError):
                people = self._people(home)
                about = {"title": people.title, "seats": people.names, "result": people.result}
                found.append({"name": home.name, "changed": changed[home], **about, **people.links(home.name)})
        return found

    def _people(self, home: Path) -> People:
        changed = (home / PEOPLE).stat().st_mtime_ns
        if self._known.get(home.name, (0, None))[0] != changed:
            self._known[home.name] = changed, People.read(home)
        return self._known[home.name][1]

    def delete(self, name: str) -> None:
        """Delete a table."""
        files.discard(self.home(name), re.compile("|".join(map(re.escape, (GAME, PEOPLE)))))
        self._known.pop(name, None)
