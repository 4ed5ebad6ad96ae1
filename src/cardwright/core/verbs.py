"""The verbs: the handful of functions a game is made of, found by the type of its record.

Each is called inside kernels as `verb(s, rules, ...)`, with `s` the record of a game in progress and `rules` the
record of its compiled rules. A game provides its own as plain functions made by `kernel` and calls
`register(State, ...)` once; agents, arenas and everything else are then written against the verbs below.

| verb                                | meaning                                                                      |
| ----------------------------------- | ---------------------------------------------------------------------------- |
| reset(s, rules, setup, seed)        | a new game from the position `setup`, itself a record (see below)            |
| decider(s)                          | the player who must decide now; OVER when the game has ended; HOST (below)   |
| legal(s, rules, out) -> n           | write the legal actions into `out`, and say how many there are               |
| apply(s, rules, action)             | do it, and run on to the next decision                                       |
| label(s, rules, action) -> number   | what an action means here, as a number the game's facade turns into words    |
| score(s, player)                    | the result for a player, from -1 to 1; above 0 is a win                      |
| hide(s, rules, player, seed)        | replace all this player cannot know by a draw consistent with what it knows  |
| evaluate(s, rules, player)          | an estimate of the result, from -1 to 1 (optional)                           |
| advise(s, rules, weights, player, legal, n) | a rule-based choice among the n legal actions (optional)             |
| hide_for_advice(s, rules, player, seed) | as `hide`, but only as far as `advise` could notice (optional)           |
| observe(s, rules, player, out) -> n | features for learners, as numbers (optional)                                 |

`reset` is given zeroes, or a record that holds an earlier game from the same `setup`, and leaves nothing of that.
The upper part of a label, from bit 16 on, says what kind of action it is: those of one kind take about as long.
HOST means that the rules ask for a Python function: the facade answers, kernels stop and look no further.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from .jit import COMPILED, inner, switchboard

OVER = -1
HOST = -2

_implementations: dict[tuple[str, Any], Callable[..., Any]] = {}
_REQUIRED = ("reset", "decider", "legal", "apply", "label", "score", "hide")


def register(dtype: np.dtype, **verbs: Callable[..., Any]) -> None:
    """Make `verbs` the ones of games whose record is of `dtype`."""
    missing = [name for name in _REQUIRED if name not in verbs]
    extra = [name for name in verbs if name not in (*_REQUIRED, *_OPTIONAL)]
    if missing or extra:
        raise TypeError(f"a game needs the verbs {', '.join(_REQUIRED)}; missing {missing}, unknown {extra}")
    for name, function in {**_OPTIONAL, **verbs}.items():
        _implementations[name, _key(dtype)] = function


def provides(name: str, dtype: np.dtype) -> bool:
    """Whether games of this record type have an optional verb of their own."""
    return _implementations[name, _key(dtype)] is not _OPTIONAL.get(name)


@functools.cache
def _key(dtype: np.dtype) -> Any:
    return numba.typeof(np.zeros(1, dtype)).dtype if COMPILED else dtype


def _find(name: str, s: Any) -> Callable[..., Any]:
    return _implementations[name, s if COMPILED else s.dtype]


@switchboard(_find)
def reset(s, rules, setup, seed):
    """Start a new game in `s`."""


@switchboard(_find)
def decider(s):
    """The player who must decide now, OVER or HOST."""


@switchboard(_find)
def legal(s, rules, out):
    """Write the legal actions into `out` and return their number."""


@switchboard(_find)
def apply(s, rules, action):
    """Do a legal action."""


@switchboard(_find)
def label(s, rules, action):
    """The meaning of a legal action in this position."""


@switchboard(_find)
def score(s, player):
    """The result for a player."""


@switchboard(_find)
def hide(s, rules, player, seed):
    """Forget what the player cannot know."""


@switchboard(_find)
def evaluate(s, rules, player):
    """An estimate of the result for a player; a game that offers none is judged by its result alone."""


@switchboard(_find)
def advise(s, rules, weights, player, actions, n):
    """The action a rule-based player would take; a game that offers no advice takes the first."""


@switchboard(_find)
def hide_for_advice(s, rules, player, seed):
    """Forget what the player's rule-based choice could notice; a game that does not say what hides everything."""


@switchboard(_find)
def observe(s, rules, player, out):
    """Write features into `out` and return their number."""


@inner
def _no_estimate(s, rules, player):
    return score(s, player) if decider(s) == OVER else 0.0


@inner
def _no_advice(s, rules, weights, player, actions, n):
    return actions[0]


@inner
def _hide_all(s, rules, player, seed):
    hide(s, rules, player, seed)


@inner
def _no_features(s, rules, player, out):
    return 0


_OPTIONAL: dict[str, Callable[..., Any]] = {
    "evaluate": _no_estimate,
    "advise": _no_advice,
    "hide_for_advice": _hide_all,
    "observe": _no_features,
}
