"""Suites: fixed sets of battles that say what an agent understands.

`puzzles` are battles in which habits lose and reading the rules wins; `search` finds their best play.
"""

from __future__ import annotations

from .puzzles import Best, Puzzle, puzzle, puzzles
from .search import Solution, solve

__all__ = ["Best", "Puzzle", "Solution", "puzzle", "puzzles", "solve"]
