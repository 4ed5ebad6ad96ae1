"""The verbs: the handful of functions a game is made of, found by the type of its record.

Each is called inside kernels as `verb(s, rules, ...)`, with `s` the record of a game in progress and `rules` the
record of its compiled rules. A game provides its own as plain functions made by `kernel` and calls
`register(State, ...)` once; agents, arenas and everything else are then written against the verbs below.

| verb                                | meaning                                                                      |
| ----------------------------------- | ---------------------------------------------------------------------------- |
| reset(s, rules, setup, seed)        | a new game from the starting position `setup`, itself a record               |
| decider(s)                          | the player who must decide now; OVER when the game has ended; HOST (below)   |
| legal(s, rules, out) -> n           | write the legal actions into `out`, and say how many there are               |
| apply(s, rules, action)             | do it, and run on to the next decision                                       |
| label(s, rules, action) -> number   | what an action means here, as a number the game's facade turns into words    |
| score(s, player)                    | the result for a player, from -1 to 1; above 0 is a win                      |
| hide(s, rules, player, seed)        | replace all this player cannot know by a draw consistent with what it knows  |
| evaluate(s, rules, player)          | an estimate of the result, from -1 to 1 (optional)                           |
| advise(s, rules, weights, player, legal, n) | a rule-based choice among the n legal actions (optional)             |
| observe(s, rules, player, out) -> n | features for learners, as numbers (optional)                                 |

HOST means that the rules ask for a Python function: the facade answers, kernels stop and look no further.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from .jit import COMPILED

OVER = -1
HOST = -2

_implementations: dict[tuple[str, Any], Callable[..., Any]] = {}
_REQUIRED = ("reset", "decider", "legal", "apply", "label", "score", "hide")
_OPTIONAL = ("evaluate", "advise", "observe")


def register(dtype: np.dtype, **verbs: Callable[..., Any]) -> None:
    """Make `verbs` the ones of games whose record is of `dtype`."""
    missing = [name for name in _REQUIRED if name not in verbs]
    extra = [name for name in verbs if name not in _REQUIRED + _OPTIONAL]
    if missing or extra:
        raise TypeError(f"a game needs the verbs {', '.join(_REQUIRED)}; missing {missing}, unknown {extra}")
    key = numba.typeof(np.zeros(1, dtype)).dtype if COMPILED else dtype
    for name, function in verbs.items():
        _implementations[name, key] = function


def _find(name: str, s: Any) -> Callable[..., Any] | None:
    return _implementations.get((name, s if COMPILED else s.dtype))


def provides(name: str, dtype: np.dtype) -> bool:
    """Whether games of this record type have an optional verb."""
    return (name, numba.typeof(np.zeros(1, dtype)).dtype if COMPILED else dtype) in _implementations


# Each verb is a Python function, for runs without compiling, and an overload, for kernels.


def reset(s, rules, setup, seed):
    """Start a new game in `s`."""
    return _find("reset", s)(s, rules, setup, seed)


def decider(s):
    """The player who must decide now, OVER or HOST."""
    return _find("decider", s)(s)


def legal(s, rules, out):
    """Write the legal actions into `out` and return their number."""
    return _find("legal", s)(s, rules, out)


def apply(s, rules, action):
    """Do a legal action."""
    return _find("apply", s)(s, rules, action)


def label(s, rules, action):
    """The meaning of a legal action in this position."""
    return _find("label", s)(s, rules, action)


def score(s, player):
    """The result for a player."""
    return _find("score", s)(s, player)


def hide(s, rules, player, seed):
    """Forget what the player cannot know."""
    return _find("hide", s)(s, rules, player, seed)


def evaluate(s, rules, player):
    """An estimate of the result for a player; a game that offers none is judged by its result alone."""
    found = _find("evaluate", s)
    return found(s, rules, player) if found else (score(s, player) if decider(s) == OVER else 0.0)


def advise(s, rules, weights, player, actions, n):
    """The action a rule-based player would take; a game that offers no advice takes the first."""
    found = _find("advise", s)
    return found(s, rules, weights, player, actions, n) if found else actions[0]


def observe(s, rules, player, out):
    """Write features into `out` and return their number."""
    found = _find("observe", s)
    return found(s, rules, player, out) if found else 0


@overload(reset)
def _reset(s, rules, setup, seed):
    found = _find("reset", s)
    return found and (lambda s, rules, setup, seed: found(s, rules, setup, seed))


@overload(decider)
def _decider(s):
    found = _find("decider", s)
    return found and (lambda s: found(s))


@overload(legal)
def _legal(s, rules, out):
    found = _find("legal", s)
    return found and (lambda s, rules, out: found(s, rules, out))


@overload(apply)
def _apply(s, rules, action):
    found = _find("apply", s)
    return found and (lambda s, rules, action: found(s, rules, action))


@overload(label)
def _label(s, rules, action):
    found = _find("label", s)
    return found and (lambda s, rules, action: found(s, rules, action))


@overload(score)
def _score(s, player):
    found = _find("score", s)
    return found and (lambda s, player: found(s, player))


@overload(hide)
def _hide(s, rules, player, seed):
    found = _find("hide", s)
    return found and (lambda s, rules, player, seed: found(s, rules, player, seed))


@overload(evaluate)
def _evaluate(s, rules, player):
    found = _find("evaluate", s)
    if found:
        return lambda s, rules, player: found(s, rules, player)
    return lambda s, rules, player: score(s, player) if decider(s) == OVER else 0.0


@overload(advise)
def _advise(s, rules, weights, player, actions, n):
    found = _find("advise", s)
    if found:
        return lambda s, rules, weights, player, actions, n: found(s, rules, weights, player, actions, n)
    return lambda s, rules, weights, player, actions, n: actions[0]


@overload(observe)
def _observe(s, rules, player, out):
    found = _find("observe", s)
    if found:
        return lambda s, rules, player, out: found(s, rules, player, out)
    return lambda s, rules, player, out: 0
