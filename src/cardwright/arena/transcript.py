"""The transcript of a run: every request to a language model and its reply, as one line of JSON next to the log.

The lines of a game are added together when it is finished. A game that was not logged before a run was stopped is
played again when the run is resumed, so its lines are removed then.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from cardwright.agents import Answer
from cardwright.core import files

LONGEST_LINE = 4 * 1024 * 1024  # bytes


class Transcript:
    """The transcript next to a log; several threads can add games to it."""

    def __init__(self, path: Path):
        self.path = path
        self._lock = threading.Lock()

    def begin(self, logged: Collection[tuple[int, int]]) -> None:
        """Keep only the lines of logged games, given as series and game."""
        if not os.path.lexists(self.path):
            return
        with files.open_to_read(self.path, follow=False) as old, files.replacing(self.path, private=True) as new:
            new.writelines(line for line in _lines(old) if _game_of(line) in logged)

    def add(self, series: int, game: int, answers: Mapping[int, tuple[int, str, Answer]]) -> None:
        """Add a game: for each decision of a language model the player, the agent and the answer."""
        lines = [
            json.dumps({"series": series, "game": game, "decision": decision, "player": player, "agent": agent, **each})
            for decision, (player, agent, answer) in answers.items()
            for each in _requests(answer)
        ]
        with self._lock:
            files.append(self.path, "".join(f"{line}\n" for line in lines), private=True)


def _requests(answer: Answer) -> Iterator[dict[str, Any]]:
    """Yield the requests of a decision; the action is that of the decision, whoever chose it."""
    for attempt, exchange in enumerate(answer.exchanges, 1):
        chosen = {"action": answer.action, "fallback": answer.fallback}
        yield {"attempt": attempt, **exchange.to_dict(), **chosen}


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file up to one that is damaged: not ended, or too long."""
    while line := file.readline(LONGEST_LINE):
        if not line.endswith(b"\n"):
            return
        yield line


def _game_of(line: bytes) -> tuple[int, int]:
    try:
        found = json.loads(line)
        return int(found["series"]), int(found["game"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return -1, -1  # no game has these numbers
