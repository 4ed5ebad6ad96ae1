# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Invariants of particular games, checked after every decision: found by the type of the record, as verbs are."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.compiling.jit import inner, module_hash, switchboard
from cardwright.core.record import struct
from cardwright.core.verbs import record_key


@inner
def _holds(s, rules, scratch):
    return 0


@inner
def _keeps(s, hidden, rules, player):
    return 0


class _Invariants(NamedTuple):
    invariant: Callable[..., Any] = _holds
    keeps: Callable[..., Any] = _keeps
    violations: type[enum.IntEnum] = enum.IntEnum


_registered: dict[Any, _Invariants] = {}


def register_invariant(
    dtype: np.dtype[Any],
    invariant: Callable[..., Any],
    violations: type[enum.IntEnum],
    keeps: Callable[..., Any] = _keeps,
) -> None:
    """Check invariants of a game, whose record is of type `dtype`, whenever it is checked.

    `invariant(s, rules, scratch)` is called in every position, hidden copies included; `scratch` is an array of 4096
    bytes for its use. `keeps(s, hidden, rules, player)` checks that a hidden copy keeps what the player knows. Both are
    kernels that return 0, or else a member of `violations`.
    """
    _registered[record_key(dtype)] = _Invariants(invariant, keeps, violations)


def marker(dtype: np.dtype[Any]) -> np.ndarray:
    """Return a dummy array whose dtype identifies the invariants, so that each set has its own compiled code."""
    found = _registered.get(record_key(dtype))
    sources = "none" if found is None else module_hash(found.invariant.__module__)
    return np.zeros(1, struct([(f"invariants_{sources}", np.uint8)]))


def violation_name(dtype: np.dtype[Any], code: int) -> str:
    """Return the name of a violation of a game's own invariants."""
    return _registered[record_key(dtype)].violations(code).name.replace("_", " ").lower()


def _find(name: str, s: Any) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(_registered.get(record_key(s), _Invariants()), name)
    return found


@switchboard(_find)
def invariant(s, rules, scratch):
    """Return 0 if the game's own invariant holds, else the number of what is wrong."""


@switchboard(_find)
def keeps(s, hidden, rules, player):
    """Return 0 if a hidden copy keeps what the player knows, else the number of what is wrong."""
