"""Puzzles: short battles that greedy play loses, each with a lesson and the best play that is known.

A twin is a puzzle with the same numbers and other names: it is made from the other puzzle by renaming cards, statuses
and enemies wherever they are named. Agents that do not read names play both alike.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from pydantic import Field

from cardwright import spire
from cardwright.core import data
from cardwright.core.data import Data, Name
from cardwright.core.errors import unknown
from cardwright.core.state import State
from cardwright.spire.engine.state import PLAYER


class Best(Data):
    """The best play that is known: HP left at the end, and the actions that lead to it."""

    hp: int
    proven: bool  # whether every line of play was searched
    positions: int  # that the search visited
    line: tuple[str, ...]


class _Entry(Data):
    """A puzzle as it is written in the file: with a start, or as the twin of another."""

    lesson: str
    start: dict[str, Any] = Field(default_factory=dict)
    twin_of: Name | None = None
    names: dict[str, str] = Field(default_factory=dict)


class Trial(spire.Battle):
    """A battle whose rules in words say what counts."""

    def how_to_play(self) -> str:
        """Return the rules in a few sentences."""
        return f"{super().how_to_play()} You are judged by the HP you have left when you win; a loss counts as 0."


@dataclass(frozen=True)
class Puzzle:
    """A battle with a lesson. What counts is the HP left after a win; a loss counts as 0."""

    name: str
    lesson: str
    start: Mapping[str, Any]
    best: Best | None
    twin_of: str | None = None

    @functools.cached_property
    def game(self) -> Trial:
        """The battle."""
        return Trial(self.name, self.start)


def hp_left(state: State) -> int:
    """Return the HP after a battle that was won, else 0."""
    return int(state.record.agents[PLAYER].hp) if state.winners else 0


def replayed(puzzle: Puzzle, line: Iterable[str], seed: int) -> State:
    """Return the end of a line of play; a step that is not possible raises an error."""
    state = puzzle.game.new(seed)
    for action in line:
        state.play(action)
    return state


@functools.cache
def puzzles() -> Mapping[str, Puzzle]:
    """Return all puzzles by name, in the order of the file.

    >>> len(puzzles()) >= 16
    True
    """
    entries = data.validate(dict[str, _Entry], _read("rules.yaml"))
    best = data.validate(dict[str, Best], _read("best.yaml"))
    found: dict[str, Puzzle] = {}
    for name, entry in entries.items():
        if entry.twin_of is None:
            found[name] = Puzzle(name, entry.lesson, entry.start, best.get(name))
        else:
            found[name] = _twin(name, entry, found[entry.twin_of])
    return found


def puzzle(name: str) -> Puzzle:
    """Return a puzzle by name."""
    if name not in puzzles():
        raise unknown("scenario", name, puzzles())
    return puzzles()[name]


def _read(file: str) -> Any:
    text = (resources.files(__package__) / "data" / file).read_text(encoding="utf-8")
    return data.parse(text, file).value or {}


def _twin(name: str, entry: _Entry, original: Puzzle) -> Puzzle:
    """Return a puzzle with other names."""
    rename = _renamer(entry.names)
    start = _renamed(_with_definitions(original.start, entry.names), rename)
    best = original.best
    if best is not None:
        best = best.model_copy(update={"line": tuple(map(rename, best.line))})
    return Puzzle(name, entry.lesson, start, best, twin_of=original.name)


def _with_definitions(start: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return a start that itself defines all cards, statuses and enemies of these names."""
    standard = spire.standard().to_words()
    content = dict(start.get("content", {}))
    for part in ("cards", "statuses", "enemies"):
        taken = {name: standard[part][name] for name in names if name in standard[part]}
        content[part] = {**taken, **content.get(part, {})}
    return {**start, "content": content}


def _renamer(names: Mapping[str, str]) -> Callable[[str], str]:
    """Return what replaces all names in a text at once, also where a formula writes a blank as "_".

    >>> _renamer({"Strike": "Defend", "Defend": "Strike"})("play Strike, then Defend")
    'play Defend, then Strike'
    """
    words = dict(names) | {old.replace(" ", "_"): new.replace(" ", "_") for old, new in names.items() if " " in old}
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?![A-Za-z])")
    return lambda text: pattern.sub(lambda match: words[match[0]], text)


def _renamed(value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, Mapping):
        return {rename(key): _renamed(each, rename) for key, each in value.items()}
    return [_renamed(each, rename) for each in value] if isinstance(value, list | tuple) else value
