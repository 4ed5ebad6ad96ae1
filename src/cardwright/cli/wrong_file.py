"""Tells users that they gave a command the wrong kind of file, and which commands read it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

LARGEST = 1 << 20  # bytes of a file whose kind is worth finding out
_CARDS = ("spire", "unicorns", "autobattler")
_TAKEN = {  # by the words of a command: the kinds of the file that it reads
    ("cgdl",): ("cgdl",),
    ("route",): (),
    ("balance",): ("study",),
    ("generate", "judge"): _CARDS,
    ("play",): ("cgdl", "scenario", "saved"),
}
_NAMING = ("--deck", "--measures")  # options that name files of their own
_OTHERS = {  # kinds that the page Make does not know
    "study": ("Balance study", ["cardwright balance {}"]),
    "saved": ("Saved game or replay", ["cardwright replay {}"]),
}


def of_command(arguments: Sequence[str]) -> str:
    """Return a sentence if a command was given a file of another kind than it reads, else an empty text."""
    words = next((words for words in _TAKEN if tuple(arguments[: len(words)]) == words), None)
    if words is None:
        return ""
    pairs = pairwise(arguments[len(words) - 1 :])
    given = next((each for before, each in pairs if before not in _NAMING and os.path.isfile(each)), "")
    taken: Collection[str] = _TAKEN[words]
    if taken == _CARDS:
        asked = [each for before, each in pairwise(arguments) if before == "--game"]
        asked += [each.removeprefix("--game=") for each in arguments if each.startswith("--game=")]
        if not set(asked) <= set(_CARDS):
            return ""  # the game is what is wrong
        taken = asked or ["spire"]
    return of_file(given, taken) if given else ""


def of_file(file: str | Path, taken: Collection[str]) -> str:
    """Return a sentence if a file is of a known kind, but not of one that is taken."""
    from cardwright.web import formats

    kind = _kind(Path(file))
    if kind in (*taken, formats.TEXT):
        return ""
    known = formats.FORMATS.get(kind)
    title, commands = _OTHERS[kind] if known is None else (known.title, list(known.commands.values())[:2])
    readers = ", ".join(each.format(shlex.quote(str(file))) for each in commands)
    return f"{file} is a file of another kind ({title}); these commands read it: {readers}"


def _kind(file: Path) -> str:
    from cardwright.web import formats

    try:
        text = file.read_text(encoding="utf-8") if file.stat().st_size <= LARGEST else ""
    except (OSError, ValueError):
        return formats.TEXT
    found = formats.read(file.name, text)
    if found.kind == "cgdl":
        return found.kind
    if found.document is None:
        return formats.TEXT  # what keeps it from being read matters more than its kind
    value: Any = found.document.value
    if found.kind != formats.TEXT or not isinstance(value, dict):
        return found.kind if _is_sure(found.kind, value) else formats.TEXT
    if "format" in value:
        return "saved"
    return "study" if {"play", "parameters"} <= value.keys() else formats.TEXT


def _is_sure(kind: str, value: Any) -> bool:
    """Return whether a value is of a kind for another reason than that its cards have no other kind."""
    if kind == "lineups":
        return all(isinstance(each, list) for each in value)
    if kind != "spire" or value.keys() - {"cards"}:
        return True
    entries = value["cards"].values() if isinstance(value.get("cards"), dict) else ()
    return any(isinstance(each, dict) and {"cost", "effect"} & each.keys() for each in entries)
