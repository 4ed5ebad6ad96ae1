# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Effects as Python functions, which cards name with `use`. They are compiled into the rules of the game.

A game whose cards use such functions has a type of rules of its own. Kernels find the functions by this type, as they
find the verbs of a game by the type of its record. Games without them are compiled as if there were none.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cardwright.core.compiling import numba_hooks
from cardwright.core.compiling.jit import COMPILED, inlined, inner, module_hash, switchboard
from cardwright.core.errors import CardwrightError, unknown
from cardwright.core.record import marked_struct
from cardwright.core.verbs import record_key

from .rules import FIELDS, OpenRules, Rules

Function = TypeVar("Function", bound=Callable[..., Any])

ONE_TIME = ("s", "rules", "you", "card", "other")
CONTINUOUS = ("s", "rules", "question", "detail", "you", "card", "about")


class Plugin(NamedTuple):
    """A function that cards can use."""

    name: str
    says: str  # what it does, as the text of a card says it
    function: Callable[..., Any]
    harms: bool = False  # whether it is bad for the player it acts on


_effects: dict[str, Plugin] = {}
_continuous: dict[str, Plugin] = {}
_joined: dict[tuple[str, Any], Callable[..., Any]] = {}


def effect(says: str, harms: bool = False) -> Callable[[Function], Function]:
    """Make a function a one-time effect that cards use by its name; `says` is its text on a card, as a demand.

    `harms` says that it is bad for the player it acts on, so that agents choose others for it with `by: chosen`.

    The function gets the record, the rules, the player who carries the effect out, the number of the card, and the
    player that was chosen with `by: chosen` or NONE. It returns whether it did anything. `cardwright.unicorns.tools`
    has what it can do.

    >>> from cardwright.unicorns import tools
    >>> @effect("draw a card for each other player")
    ... def greet_everybody(s, rules, you, card, other):
    ...     return tools.draw(s, rules, you, s.players - 1)
    """
    return _registering(says, _effects, ONE_TIME, harms)


def continuous(says: str) -> Callable[[Function], Function]:
    """Make a function a continuous effect that cards use by its name; `says` is its text on a card, as a sentence.

    The function gets the record, the rules, a `Lasts` as the question with its detail (an `Op` for SHIELD, an `Added`
    for ADD), the owner of the stable, the number of the card that has the effect, and the number of the card in
    question, or NONE. It returns what it adds for ADD, and otherwise 1 if it forbids what is asked, or 0.

    >>> from cardwright.unicorns.rules import Lasts
    >>> @continuous("You cannot play cards on odd turns.")
    ... def odd_turns(s, rules, question, detail, you, card, about):
    ...     return int(question == Lasts.CANNOT_PLAY and s.turn % 2)
    """
    return _registering(says, _continuous, CONTINUOUS)


def _registering(
    says: str, home: dict[str, Plugin], wanted: tuple[str, ...], harms: bool = False
) -> Callable[[Function], Function]:
    def register(function: Function) -> Function:
        given = tuple(inspect.signature(function).parameters)
        if given != wanted:
            raise CardwrightError(f"{function.__name__} must have the parameters {', '.join(wanted)}")
        name = re.sub(r"_+", " ", function.__name__).strip()
        home[name] = Plugin(name, says, inner(function), harms)
        return function

    return register


def find_effect(name: str) -> Plugin:
    """Return a one-time effect by its name; underscores are spaces."""
    return _found("one-time effect in Python", name, _effects)


def find_continuous(name: str) -> Plugin:
    """Return a continuous effect by its name."""
    return _found("continuous effect in Python", name, _continuous)


def _found(what: str, name: str, home: dict[str, Plugin]) -> Plugin:
    wanted = name.replace("_", " ")
    if wanted not in home:
        raise unknown(what, name, home)
    return home[wanted]


@functools.cache
def rules_type(effects: tuple[Plugin, ...], lasting: tuple[Plugin, ...], is_open: bool) -> np.dtype[Any]:
    """Return the type of rules whose cards use these functions, or have what lasting.py is about."""
    if not effects and not lasting:
        return OpenRules if is_open else Rules
    digest = hashlib.blake2b(digest_size=8)
    for plugin in (*effects, *lasting):
        home = plugin.function.__module__ or ""  # without one, as in a notebook, its hash is new each time
        digest.update(f"{plugin.name} {module_hash(home)} ".encode())
    dtype = marked_struct(f"plugins_{len(effects)}_{digest.hexdigest()}", FIELDS)
    _joined["call_effect", record_key(dtype)] = _one(_join_effects([each.function for each in effects]))
    _joined["ask_continuous", record_key(dtype)] = _one(_join_continuous([each.function for each in lasting]))
    return dtype


def _find(name: str, rules: Any) -> Callable[..., Any]:
    return _joined[name, record_key(rules)]


@switchboard(_find, by=1)
def call_effect(s, rules, index, you, card, other):
    """Carry out the one-time effect with this index; return whether it did anything."""


@switchboard(_find, by=1)
def ask_continuous(s, rules, index, question, detail, you, card, about):
    """Return the answer of the continuous effect with this index."""


def _one(function: Any) -> Any:
    """Return inlined kernels as one function of its own."""
    return numba_hooks.inner_dispatcher(function.py_func) if COMPILED else function


def _join_effects(functions: Sequence[Any]) -> Any:
    if not functions:
        return _no_effect
    *others, last = functions
    number, rest = len(others), _join_effects(others)

    @inlined
    def call(s, rules, index, you, card, other):
        if index == number:
            return bool(last(s, rules, you, card, other))
        return rest(s, rules, index, you, card, other)

    return call


def _join_continuous(functions: Sequence[Any]) -> Any:
    if not functions:
        return _no_answer
    *others, last = functions
    number, rest = len(others), _join_continuous(others)

    @inlined
    def ask(s, rules, index, question, detail, you, card, about):
        if index == number:
            return int(last(s, rules, question, detail, you, card, about))
        return rest(s, rules, index, question, detail, you, card, about)

    return ask


@inlined
def _no_effect(s, rules, index, you, card, other):
    return False


@inlined
def _no_answer(s, rules, index, question, detail, you, card, about):
    return 0


for _type in (Rules, OpenRules):
    _joined["call_effect", record_key(_type)] = _one(_no_effect)
    _joined["ask_continuous", record_key(_type)] = _one(_no_answer)
