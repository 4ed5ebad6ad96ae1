# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs: the handful of functions a game is made of, found by the type of its record.

Kernels call each as `verb(s, rules, ...)`, with `s` the record of a game in progress and `rules` the record of its
compiled rules. A game provides its own verbs as plain functions made by `kernel` or `inner` and calls
`register_verbs(Record, ...)` once. Agents, the arena and everything else are written against the verbs below.

| verb                                | meaning                                                                      |
| ----------------------------------- | ---------------------------------------------------------------------------- |
| reset(s, rules, setup, seed)        | start a new game from the position `setup`, itself a record                  |
| decider(s)                          | return the player who decides now; OVER at the end; HOST (see below)         |
| legal(s, rules, out) -> n           | write the legal actions into `out` and return how many there are             |
| apply(s, rules, action)             | take an action and continue to the next decision                             |
| label(s, rules, action) -> integer  | return what an action means here; the facade turns this into words           |
| score(s, player)                    | return the result for a player, from -1 to 1; the highest above 0 wins       |
| hide(s, rules, player, seed)        | redraw at random all this player cannot know, consistent with what it knows  |
| evaluate(s, rules, player)          | estimate the result, from -1 to 1 (optional)                                 |
| margin(s, rules, player)            | return how clearly a finished game was won or lost, from -1 to 1 (optional)  |
| narrow(s, rules, actions, n, visits) -> n | keep those of the n legal actions that a search tries in a position that |
|                                     | it has visited so often, at least one (optional)                             |
| advise(s, rules, weights, player, legal, n) | choose among the n legal actions by heuristics (optional)            |
| advise_fairly(..., n, seed, copy)   | the same without seeing anything hidden; `copy` is memory for it (optional)  |
| observe(s, rules, player, out) -> n | write what a player sees into `out`, for learners; return how many (optional) |
| tokenise(s, rules, player, out) -> n | write a row of integers for each card a player sees, for learners (optional) |
| action_index(s, rules, action) -> k | return the index of an action in the fixed action space (optional)           |
| chapter(s) -> k                     | return how many games within the game, such as battles of a run, are over;   |
|                                     | a search looks no further than the end of the present one (optional)         |
| summarise(s, rules, player, out) -> n | sum a position up in a few features, for `cardwright fit` (optional)       |
| statuses(s, rules, holder) -> bits  | return which statuses a holder has, for the action log (optional)            |

`legal`, `apply`, `label` and `advise` are called only while a player decides.

Before a game's own `reset` runs, core seeds the record's random streams and sets `turn` to 1 and `fault` to 0. The
other fields hold zeroes or an earlier game from the same `setup`, and `reset` writes them all. Before a game's own
`hide` runs, core seeds the streams anew, so that no copy knows the future. A secret choice of another player is taken
back, and that player chooses again, rather than drawn.

Two legal actions share a label only if they do the same, such as playing one of two equal cards. Search treats them as
one. The upper part of a label, from bit 16 on, is the kind of action (see labels.py).

HOST means that the rules wait for a Python function. The facade calls it; kernels stop there.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from .compiling.jit import COMPILED, inner, keep_compiled, switchboard
from .random import seed_streams
from .record import copy_record

OVER = -1
HOST = -2

_NEW_GAME, _HIDDEN = np.uint64(1), np.uint64(2)  # what the streams of a record are seeded for

_implementations: dict[tuple[str, Any], Callable[..., Any]] = {}
_REQUIRED = ("reset", "decider", "legal", "apply", "label", "score", "hide")


def register_verbs(dtype: np.dtype[Any], **verbs: Callable[..., Any]) -> None:
    """Register the verbs of the games whose record is of type `dtype`."""
    missing = [name for name in _REQUIRED if name not in verbs]
    extra = [name for name in verbs if name not in (*_REQUIRED, *_OPTIONAL)]
    if missing or extra:
        raise TypeError(f"a game needs the verbs {', '.join(_REQUIRED)}; missing {missing}, unknown {extra}")
    for name, function in {**_OPTIONAL, **verbs}.items():
        _implementations[name, record_key(dtype)] = function
        if hasattr(function, "py_func"):
            keep_compiled(function, function.py_func)  # for all kernels that will call it


def provides(name: str, dtype: np.dtype[Any]) -> bool:
    """Return whether games of this record type bring their own version of an optional verb."""
    return _implementations[name, record_key(dtype)] is not _OPTIONAL.get(name)


@functools.cache
def _type_of(dtype: np.dtype[Any], aligned: bool) -> Any:
    """Return a record type as Numba knows it; types that differ in being aligned are equal for NumPy only."""
    return numba.typeof(np.zeros(1, dtype)).dtype


def record_key(record: Any) -> Any:
    """Return what verbs are found by, from a record type as NumPy or Numba knows it."""
    return _type_of(record, record.isalignedstruct) if COMPILED and isinstance(record, np.dtype) else record


def _find(name: str, s: Any) -> Callable[..., Any]:
    return _implementations[name.removeprefix("own_"), record_key(s)]


@switchboard(_find)
def own_reset(s, rules, setup, seed):
    """Start a new game: the part of `reset` that a game provides."""


@inner
def reset(s, rules, setup, seed):
    """Start a new game in `s`."""
    seed_streams(s, seed, _NEW_GAME)
    s.turn = 1
    s.fault = 0
    own_reset(s, rules, setup, seed)


@switchboard(_find)
def decider(s):
    """Return the player who decides now, OVER or HOST."""


@switchboard(_find)
def legal(s, rules, out):
    """Write the legal actions into `out` and return their number."""


@switchboard(_find)
def apply(s, rules, action):
    """Take a legal action."""


@switchboard(_find)
def label(s, rules, action):
    """Return the meaning of a legal action in this position."""


@switchboard(_find)
def score(s, player):
    """Return the result for a player."""


@switchboard(_find)
def own_hide(s, rules, player, seed):
    """Redraw what the player cannot know: the part of `hide` that a game provides."""


@inner
def hide(s, rules, player, seed):
    """Redraw what the player cannot know, the random streams included."""
    seed_streams(s, seed, _HIDDEN)
    own_hide(s, rules, player, seed)


@switchboard(_find)
def evaluate(s, rules, player):
    """Estimate the result for a player; without a verb of the game's own, 0 until the game has ended."""


@switchboard(_find)
def margin(s, rules, player):
    """Return how clearly a player won or lost a finished game; without a verb of the game's own, the score."""


@switchboard(_find)
def narrow(s, rules, actions, n, visits):
    """Keep of n legal actions those that a search tries after so many visits, and return how many; by default, all."""


@switchboard(_find)
def chapter(s):
    """Return how many games within the game are over; without a verb of the game's own, 0."""


@switchboard(_find)
def advise(s, rules, weights, player, actions, n):
    """Return the action that the game's heuristics choose; without them, the first one."""


@switchboard(_find)
def advise_fairly(s, rules, weights, player, actions, n, seed, copy):
    """Return what `advise` chooses without seeing anything hidden; by default, in a copy that hides it."""


@switchboard(_find)
def observe(s, rules, player, out):
    """Write the features of a position, each from -1 to 1, and return their number: one for each of `Game.features`."""


@switchboard(_find)
def tokenise(s, rules, player, out):
    """Write a row for each card or other thing a player sees, and return the number of rows.

    The columns are the `Game.token_fields`, and there are at most `Game.max_tokens` rows.
    """


@switchboard(_find)
def action_index(s, rules, action):
    """Return the index of a legal action in `Game.action_space`; without a verb of the game's own, the action itself.

    Two legal actions share an index only if they do the same.
    """


@switchboard(_find)
def summarise(s, rules, player, out):
    """Write a few features and return their number; without a verb of the game's own, those of `observe`."""


@switchboard(_find)
def statuses(s, rules, holder):
    """Return the statuses that one of the game's `status_holders` has, as 64 bits: bit k is status k."""


@inner
def _no_estimate(s, rules, player):
    return score(s, player) if decider(s) == OVER else 0.0


@inner
def _no_margin(s, rules, player):
    return score(s, player)


@inner
def _all_actions(s, rules, actions, n, visits):
    return n


@inner
def _no_chapters(s):
    return 0


@inner
def _no_advice(s, rules, weights, player, actions, n):
    return actions[0]


@inner
def _advise_in_copy(s, rules, weights, player, actions, n, seed, copy):
    copy_record(copy, s)
    hide(copy, rules, player, seed)
    return advise(copy, rules, weights, player, actions, n)


@inner
def _no_features(s, rules, player, out):
    return 0


@inner
def _no_tokens(s, rules, player, out):
    return 0


@inner
def _own_number(s, rules, action):
    return action


@inner
def _observation(s, rules, player, out):
    return observe(s, rules, player, out)


@inner
def _no_statuses(s, rules, holder):
    return np.uint64(0)


_OPTIONAL: dict[str, Callable[..., Any]] = {
    "evaluate": _no_estimate,
    "margin": _no_margin,
    "narrow": _all_actions,
    "chapter": _no_chapters,
    "advise": _no_advice,
    "advise_fairly": _advise_in_copy,
    "observe": _no_features,
    "tokenise": _no_tokens,
    "action_index": _own_number,
    "summarise": _observation,
    "statuses": _no_statuses,
}
