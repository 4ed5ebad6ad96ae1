"""A conformance kit: hold any game to the contract that agents, the arena and everything else rely on.

>>> import cardwright
>>> from cardwright.testing import check
>>> report = check(cardwright.game("autobattler:draft"), games=5, uncompiled=False)
>>> report.games
5

The shell has the same as `cardwright check my_game.py:family`. A game's own invariants can join the checks:
`register_invariant(Record, kernel, Violations)`.
"""

from __future__ import annotations

from .check import Report, check
from .contract import ContractBroken, Violation
from .fuzz import Finding, Fuzzer
from .invariants import register_invariant
from .positions import check_positions

__all__ = [
    "ContractBroken",
    "Finding",
    "Fuzzer",
    "Report",
    "Violation",
    "check",
    "check_positions",
    "register_invariant",
]
