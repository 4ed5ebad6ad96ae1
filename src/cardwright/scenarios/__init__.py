"""Scenario files: rules of a game written as data, and played step by step to check them.

>>> from cardwright import scenarios
>>> from cardwright.core import data
>>> text = "{game: spire, start: {hand: [Strike], enemies: [Jaw Worm]}, steps: [play Strike, expect: {energy: 2}]}"
>>> [scenario] = scenarios.read_document(data.parse(text))
>>> scenario.run().passed
True

`load_file` reads a file, `find_files` searches folders for them. docs/scenarios.md describes the format.
"""

from __future__ import annotations

from .expect import Mismatch, compare
from .performer import Performer
from .scenario import Failure, Outcome, Scenario, find_files, load_file, read_document

__all__ = [
    "Failure",
    "Mismatch",
    "Outcome",
    "Performer",
    "Scenario",
    "compare",
    "find_files",
    "load_file",
    "read_document",
]
