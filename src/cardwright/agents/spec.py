"""Agents from text: "random", "mcts:200", "my_module:MyAgent", "path/to/file.py:MyAgent:50"."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields
from typing import Any, cast

from cardwright.core import user_code
from cardwright.core.errors import BadData, CardwrightError, unknown

from . import dispatch, strongest
from .agent import Agent, PythonAgent, as_agent
from .compiled import BUILT_IN, Compiled, Instant
from .llm import WORD as MODEL
from .llm import Llm
from .mcts import Mcts
from .network_file import Network
from .parallel_mcts import ParallelMcts, read_parallel
from .python_class import make_python
from .rules import Rules
from .value import Value
from .weights import is_file

SeatList = str | Agent | Sequence[Any]  # what `make_seats` takes

MOST_SEATS = 100
CODE = ".py"
PERSON = "you"
_NAME = re.compile(
    r"(?!(?:inf|infinity|nan)$)[A-Za-z][A-Za-z0-9_-]{0,60}", re.IGNORECASE
)  # of weights, values and networks that a game ships


def make(text: str) -> Agent:
    """Return the agent that a text names.

    >>> make("mcts:200").name
    'mcts:200'
    >>> make("mtcs:200")
    Traceback (most recent call last):
    cardwright.core.errors.UnknownName: unknown agent 'mtcs'; did you mean 'mcts'?
    """
    text = text.strip()
    word, colon, settings = text.partition(":")
    if text.endswith(":") and text != f"{MODEL}:":
        raise BadData(f"agent {text[:80]!r}: a setting must follow the last colon")
    if word == strongest.WORD:
        if colon:
            raise BadData(f"agent {text[:80]!r}: {strongest.WORD!r} has no settings")
        return strongest.Strongest()
    if word == Mcts.word:
        return _make_search(settings if colon else None, text)
    if word == MODEL:
        return Llm.from_text(text)
    if word in BUILT_IN:
        return _make_compiled(BUILT_IN[word], settings if colon else None, text)
    home, name, settings = _split(text)
    if not name.isidentifier():
        raise unknown("agent", word, [*BUILT_IN, strongest.WORD, MODEL, "my_module:MyAgent"])
    found = _find(home, name)
    called = f"{home}:{name}"
    if isinstance(found, type) and issubclass(found, Compiled):
        return _make_compiled(found, settings or None, text).named(called)
    if isinstance(found, type):
        return PythonAgent(make_python(found, called, settings, text), text, reads_back=True)
    if settings:
        raise BadData(f"agent {text[:80]!r}: a kernel without a class has no settings")
    return _make_from_kernel(found, called)


def make_seats(seats: SeatList) -> list[Agent]:
    """Return the agents that a text names, joined with commas; `2*` before an agent seats it twice.

    An agent, or a list of names and agents, will do as well.

    >>> [agent.name for agent in make_seats("mcts:200,2*random")]
    ['mcts:200', 'random', 'random']
    """
    if isinstance(seats, str):
        return list(map(make, seat_names(seats)))
    each = seats if isinstance(seats, list | tuple) else [seats]
    return [make(one) if isinstance(one, str) else as_agent(one) for one in each]


def seat_names(text: str) -> list[str]:
    """Return the name of each seat's agent in a text, without making any.

    >>> seat_names("mcts:200,2*random")
    ['mcts:200', 'random', 'random']
    """
    names: list[str] = []
    for part in text.split(","):
        times, star, spec = part.rpartition("*")
        if star and not re.fullmatch(r"\s*[0-9]{1,3}\s*", times):
            raise BadData(f"seats {text[:80]!r}: {times.strip()!r} before '*' is not a number of seats")
        count = int(times) if star else 1
        if not 1 <= count <= MOST_SEATS - len(names):
            raise BadData(f"seats {text[:80]!r}: there must be 1 to {MOST_SEATS} agents")
        names += [spec.strip()] * count
    return names


def make_saved_seats(names: Iterable[str], source: str) -> list[Agent | None]:
    """Return the agents that a saved game names, with None for a person, who is called "you".

    A file is data, so it can name neither Python code nor other files. Errors name it as `source`.

    >>> [agent and agent.name for agent in make_saved_seats(["you", "mcts:200"], "game.json")]
    [None, 'mcts:200']
    """
    seats: list[Agent | None] = []
    for name in names:
        word, _, settings = name.strip().partition(":")
        if name != PERSON and (word not in BUILT_IN or any(map(is_file, re.split("[+=]", settings)))):
            raise BadData(f"{source}: a saved game cannot bring the agent {name[:80]!r}; name who plays with --seats")
        seats.append(None if name == PERSON else make(name))
    if None not in seats:
        raise BadData(f"{source}: a saved game needs a seat for {PERSON!r}; name who plays with --seats")
    return seats


def _split(text: str) -> tuple[str, str, str]:
    """Split "home:name:settings"; only the path of a file can contain colons."""
    home, code, rest = text.rpartition(f"{CODE}:")
    if not code:
        home, _, rest = text.partition(":")
    name, _, settings = rest.partition(":")
    return f"{home}{code[:-1]}", name, settings


def _make_search(settings: str | None, text: str) -> Agent:
    """Return a tree search, which is driven from Python if it has a limit of time or several threads."""
    parallel, rest = read_parallel(settings) if settings is not None else ({}, None)
    search = cast("Mcts", _make_compiled(Mcts, rest, text))
    parallel_search = ParallelMcts(search, **parallel)
    return search if parallel_search.name == search.name else parallel_search


def _make_compiled(kind: type[Compiled], settings: str | None, text: str) -> Compiled:
    if issubclass(kind, Rules):
        return _make_rules(settings, text)
    parts = [] if settings is None else settings.split("+")
    types = {each.name: each.type for each in fields(kind) if each.init}
    given: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            name, value = next(iter(types), ""), part
        if name not in types:
            known = ", ".join([*types, *(["threads"] if kind is Mcts else [])]) or "none"
            raise BadData(f"agent {text[:80]!r}: cannot read {part[:40]!r}; its settings are: {known}")
        if name in given:
            raise BadData(f"agent {text[:80]!r}: {name} is set twice")
        given[name] = _value(name, types[name], value, text)
    for each in fields(kind):
        if each.default is MISSING and each.name not in given:
            raise BadData(f"agent {text[:80]!r} needs its {each.name}: '{kind.word}:{each.name.upper()}'")
    return kind(**given)


def _make_rules(settings: str | None, text: str) -> Rules:
    if settings is None:
        return Rules()
    weights, named, share = f"+{settings}".rpartition("+slips=")
    slips = _number("slips", share, text) if named else 0.0
    weights = (weights if named else share).removeprefix("+")
    if is_file(weights) or _NAME.fullmatch(weights.strip()):
        return Rules(source=weights.strip(), slips=slips)
    parts = weights.split("+") if weights or not named else []
    return Rules(tuple(_number("weights", part, text) for part in parts), slips=slips)


def _make_value(source: str, text: str) -> Value:
    if not (is_file(source) or _NAME.fullmatch(source)):
        raise BadData(f"agent {text[:80]!r}: value must be a file or the name of a fitted value, not {source[:40]!r}")
    return Value(source)


def _make_network(source: str, text: str) -> Network:
    if not (is_file(source) or _NAME.fullmatch(source)):
        raise BadData(f"agent {text[:80]!r}: a network is a FILE.npz or the name of one, not {source[:40]!r}")
    return Network(source)


def _value(name: str, kind: Any, value: str, text: str) -> Any:
    if kind in ("Rules", Rules):
        return _make_rules(value, text)
    if kind in ("Value | None", Value | None):
        return _make_value(value.strip(), text)
    if kind in ("Network", "Network | None", Network, Network | None):
        return _make_network(value.strip(), text)
    return (_integer if kind in ("int", int) else _number)(name, value, text)


def _integer(what: str, value: str, text: str) -> int:
    if not re.fullmatch(r"\s*-?[0-9]{1,18}\s*", value):
        raise BadData(f"agent {text[:80]!r}: {what} must be an integer, not {value.strip()[:40]!r}")
    return int(value)


def _number(what: str, value: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadData(f"agent {text[:80]!r}: {what} must be a number, not {value.strip()[:40]!r}")
    return number


def _find(home: str, name: str) -> Any:
    module = user_code.load_module(home, "agent", [*BUILT_IN, MODEL])
    found = getattr(module, name, None)
    if found is None:
        classes = [each for each, value in vars(module).items() if isinstance(value, type)]
        raise unknown(f"class in {home}", name, classes)
    return found


def _make_from_kernel(found: Any, called: str) -> Compiled:
    bases = {len(dispatch.parameters(dispatch.think)): Compiled, len(dispatch.parameters(dispatch.pick)): Instant}
    base = bases.get(len(dispatch.parameters(found))) if callable(found) else None
    if base is None:
        raise CardwrightError(f"{called} is neither a class with a method 'choose(self, state)' nor an agent's kernel")
    return _class_around(found, base)().named(called)


@functools.cache
def _class_around(kernel: Any, base: type[Compiled]) -> type[Compiled]:
    """Return a class without settings that carries the kernel; made once, because kernels are found by the class."""
    members = {
        "kernel": staticmethod(kernel),
        "__module__": kernel.__module__,
        "__qualname__": kernel.__name__,
        "__reduce__": lambda agent: (make, (agent.name,)),
    }
    return cast("type[Compiled]", type(kernel.__name__, (base,), members))
