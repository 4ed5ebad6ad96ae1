"""Invariants of particular games, checked after every decision: found by the type of the record, as verbs are."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright.core.jit import inner, switchboard
from cardwright.core.verbs import record_key

_invariants: dict[Any, tuple[Callable[..., Any], type[enum.IntEnum]]] = {}


def register_invariant(dtype: np.dtype[Any], invariant: Callable[..., Any], violations: type[enum.IntEnum]) -> None:
    """Check `invariant(s, rules, scratch)` in every position of games whose record is of type `dtype`.

    It is a kernel that returns 0, or else a member of `violations`; `scratch` is an array of 4096 bytes for its use.
    """
    _invariants[record_key(dtype)] = (invariant, violations)


def violation_name(dtype: np.dtype[Any], code: int) -> str:
    """Return the name of a violation of a game's own invariant."""
    _, violations = _invariants[record_key(dtype)]
    return violations(code).name.replace("_", " ").lower()


@inner
def _holds(s, rules, scratch):
    return 0


def _find(name: str, s: Any) -> Callable[..., Any]:
    found, _ = _invariants.get(record_key(s), (_holds, enum.IntEnum))
    return found


@switchboard(_find)
def invariant(s, rules, scratch):
    """Return 0 if the game's own invariant holds, else the number of what is wrong."""
