"""Which files of the folder hold games: described ones, and scenarios with a position to start from."""

from __future__ import annotations

import re
from typing import Any

from cardwright.core import data
from cardwright.core.errors import CardwrightError

from .table_files import FOLDER as TABLES
from .workspace import Workspace

MOST_SEARCHED = 300
LARGEST = 256 * 1024
_DESCRIBED = ".cgdl"
_SCENARIOS = (".yaml", ".yml", ".json")
_NAMES_A_GAME = re.compile(r"""\bgame["']?\s*:""")  # reading YAML takes long


def game_files(workspace: Workspace) -> list[dict[str, Any]]:
    """Return the files of a folder that hold a game; `scenarios` names those of a file with several."""
    suffixes = (_DESCRIBED, *_SCENARIOS)
    listed = [each for each in workspace.list() if each["name"].endswith(suffixes) and not _is_table(each["name"])]
    found = []
    for each in listed[:MOST_SEARCHED]:
        scenarios = [] if each["name"].endswith(_DESCRIBED) else _scenarios(workspace, each["name"], each["size"])
        if scenarios is not None:
            found.append({"name": each["name"], "scenarios": scenarios})
    return found


def _is_table(name: str) -> bool:
    return name.startswith(f"{TABLES}/")


def _scenarios(workspace: Workspace, name: str, size: int) -> list[str] | None:
    """Return the names of the scenarios in a file with several; None for a file without a game."""
    if size > LARGEST:
        return None
    try:
        text = workspace.read(name)
        document = data.parse(text, name).value if _NAMES_A_GAME.search(text) else None
    except CardwrightError:
        return None
    head = document if isinstance(document, dict) else {}
    if "format" in head:
        return None  # what a command wrote, such as a game in progress or a run of the arena
    several = document if isinstance(document, list) else head.get("scenarios")
    if isinstance(several, list):
        return [str(each["name"])[:600] for each in several if isinstance(each, dict) and "name" in each] or None
    return [] if isinstance(head.get("game"), str) and isinstance(head.get("start"), dict) else None
