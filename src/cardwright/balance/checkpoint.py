"""Checkpoints of searches: the evaluations so far, kept in a file so that a stopped search can resume."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from cardwright.core import data
from cardwright.core.errors import BadData

from .evaluation import Evaluation
from .parameters import Genome

FILE = "search.json"
FORMAT = "cardwright balance 1"
SAVE_SECONDS = 5.0  # between two writes


_Gene = Annotated[int, Field(ge=-(2**53), le=2**53)]  # far smaller than integers that collide when hashed
# The parts of an evaluation as `Evaluation.to_list` writes them.
_Row = tuple[list[_Gene], list[float], list[float], list[float], float, float, list[float]]


@dataclass
class Memory:
    """All evaluations known so far, kept in a file if there is a path."""

    path: Path | None = None
    identity: str = ""
    known: dict[Genome, Evaluation] = field(default_factory=dict)
    lengths: tuple[int, int, int] | None = None  # of every evaluation, if known: see `Evaluation.lengths`
    saved: float = 0.0  # the monotonic time of the last write; 0 makes the first write happen at once

    @classmethod
    def open(
        cls, path: Path | None, identity: str, resume: bool, lengths: tuple[int, int, int] | None = None
    ) -> Memory:
        """Return the memory of a new search, or with `resume` that of the search which wrote the file."""
        memory = cls(path, identity, lengths=lengths)
        if resume:
            memory.load()
        elif path is not None and path.exists() and not memory.is_blank():
            raise BadData(
                f"{path} already exists; resume that search with --resume, or choose another folder with --out"
            )
        return memory

    def load(self) -> None:
        """Read the evaluations that an earlier run left."""
        if self.path is None or not self.path.exists():
            return
        value = _read(self.path)
        if value["tried"] and value.get("identity") != self.identity:
            raise BadData(
                f"{self.path}: made with another config, other rules, other code or another seed; "
                "choose another folder with --out"
            )
        rows = _evaluations(value, self.path)
        if len({self.lengths or each.lengths for each in rows} | {each.lengths for each in rows}) > 1:
            raise BadData(f"{self.path}: not a checkpoint of this search: an evaluation has other parts")
        self.known = {each.genome: each for each in rows}

    def is_blank(self) -> bool:
        """Return whether the file is a checkpoint without evaluations."""
        assert self.path is not None
        try:
            return not _read(self.path)["tried"]
        except BadData:
            return False  # not a checkpoint, so not ours to overwrite

    def save(self) -> None:
        """Write all evaluations atomically; without evaluations, write no file."""
        if self.path is not None and self.known:
            rows = [each.to_list() for each in self.known.values()]
            data.write_checkpoint(self.path, {"format": FORMAT, "identity": self.identity, "tried": rows})
        self.saved = time.monotonic()

    def save_if_due(self) -> None:
        """Write the evaluations if the last write is long enough ago."""
        if time.monotonic() - self.saved > SAVE_SECONDS:
            self.save()


def read_evaluations(path: Path) -> list[Evaluation]:
    """Return all evaluations in a checkpoint, in the order in which they were made."""
    rows = _evaluations(_read(path), path)
    if len({each.lengths for each in rows}) > 1:
        raise BadData(f"{path}: not a checkpoint of a search: its evaluations have different parts")
    return rows


def _read(path: Path) -> dict[str, Any]:
    value = data.read(path, data.LARGEST_CHECKPOINT).value
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("tried"), list):
        raise BadData(f"{path}: not a checkpoint of a search")
    return value


def _evaluations(value: dict[str, Any], path: Path) -> list[Evaluation]:
    document = data.Document(value["tried"], str(path))
    return [Evaluation.from_list(row) for row in data.validate(list[_Row], document.value, document)]
