"""Replies on disk, found by the request: nothing is asked twice, not even by a run that was stopped and resumed.

A reply is one JSON file, written as a whole. Games that ask for the same at the same time share one request, so the
order in which they ask does not matter.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
import pydantic

from cardwright.core import data, files
from cardwright.core.compiling.cache import VARIABLE as CACHE_VARIABLE
from cardwright.core.errors import BadData

VARIABLE = "CARDWRIGHT_ANSWERS"
FORMAT = "cardwright answer 1"
LARGEST_FILE = 4 * 1024 * 1024

Tokens = Annotated[int, pydantic.Field(ge=0, le=10**9)]


class Completion(data.Data):
    """What a model replied, and how long request and reply were."""

    text: str
    cut: bool  # whether the reply reached its limit of tokens
    tokens_in: Tokens
    tokens_out: Tokens


class _Kept(data.Data):
    format: Literal["cardwright answer 1"]
    request: dict[str, Any]
    completion: Completion


class Answers:
    """A folder of replies."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._locks: dict[str, tuple[threading.Lock, int]] = {}
        self._guard = threading.Lock()

    def get(self, request: dict[str, Any], ask: Callable[[], Completion]) -> tuple[Completion, bool]:
        """Return the reply to a request and whether it was there before; otherwise ask for it and keep it."""
        key = hashlib.blake2b(json.dumps(request, sort_keys=True).encode(), digest_size=20).hexdigest()
        path = self.folder / key[:2] / f"{key}.json"
        with self._alone(key):
            found = self._find(path, request)
            if found is not None:
                return found, True
            completion = ask()
            kept = {"format": FORMAT, "request": request, "completion": completion.model_dump()}
            files.make_folder(path.parent, private=True)
            files.write(path, json.dumps(kept, indent=1) + "\n", private=True)
            return completion, False

    def _find(self, path: Path, request: dict[str, Any]) -> Completion | None:
        """Return the reply in a file; None if there is none, or if it is damaged or belongs to another request."""
        if not path.exists():
            return None
        try:
            kept = data.validate(_Kept, data.read(path, LARGEST_FILE).value)
        except BadData:
            return None
        return kept.completion if kept.request == request else None

    @contextlib.contextmanager
    def _alone(self, key: str) -> Iterator[None]:
        """Let one thread at a time into this block for each key."""
        with self._guard:
            lock, waiting = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = lock, waiting + 1
        try:
            with lock:
                yield
        finally:
            with self._guard:
                lock, waiting = self._locks.pop(key)
                if waiting > 1:
                    self._locks[key] = lock, waiting - 1


_known: dict[Path, Answers] = {}


def answers() -> Answers:
    """Return the folder that CARDWRIGHT_ANSWERS names, or the one in the user's cache."""
    cache = os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("cardwright", appauthor=False)
    folder = Path(os.environ.get(VARIABLE) or Path(cache) / "answers")
    return _known.setdefault(folder, Answers(folder))
