"""Agents from text: "random", "mcts:200", "my_module:MyAgent"."""

from __future__ import annotations

import math
import re
from dataclasses import MISSING, fields
from typing import Any

from cardwright.core import user_code
from cardwright.core.errors import BadData, CardwrightError, unknown

from .agent import Agent, PythonAgent
from .compiled import COMPILED, Compiled, Rules

MOST_SEATS = 100


def make(text: str) -> Agent:
    """The agent that a text names.

    >>> make("mcts:200").name
    'mcts:200'
    >>> make("mtcs:200")
    Traceback (most recent call last):
    cardwright.core.errors.UnknownName: unknown agent 'mtcs'; did you mean 'mcts'?
    """
    text = text.strip()
    word, colon, rest = text.partition(":")
    if word in COMPILED:
        return _make_compiled(COMPILED[word], rest if colon else None, text)
    home, colon, name = text.rpartition(":")
    if not colon or not name.isidentifier():
        raise unknown("agent", word, [*COMPILED, "my_module:MyAgent"])
    return PythonAgent(_make_python(home, name), text)


def make_seats(text: str) -> list[Agent]:
    """The agents that a text names, joined with commas; `2*` before an agent seats it twice.

    >>> [agent.name for agent in make_seats("mcts:200,2*random")]
    ['mcts:200', 'random', 'random']
    """
    agents: list[Agent] = []
    for part in text.split(","):
        times, star, spec = part.rpartition("*")
        if star and not re.fullmatch(r"\s*[0-9]{1,3}\s*", times):
            raise BadData(f"seats {text[:80]!r}: {times.strip()!r} before '*' is not a number of seats")
        count = int(times) if star else 1
        if not 1 <= count <= MOST_SEATS - len(agents):
            raise BadData(f"seats {text[:80]!r}: there must be 1 to {MOST_SEATS} agents")
        agents += [make(spec) for _ in range(count)]
    return agents


def _make_compiled(kind: type[Compiled], parameters: str | None, text: str) -> Agent:
    parts = [] if parameters is None else parameters.split("+")
    if kind is Rules:
        return Rules(tuple(_number("weights", part, text) for part in parts))
    types = {each.name: each.type for each in fields(kind)}
    given: dict[str, Any] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            name, value = next(iter(types), ""), part
        if name not in types:
            raise BadData(
                f"agent {text[:80]!r}: cannot read {part[:40]!r}; its settings are: {', '.join(types) or 'none'}"
            )
        if name in given:
            raise BadData(f"agent {text[:80]!r}: {name} is set twice")
        given[name] = _whole(name, value, text) if types[name] == "int" else _number(name, value, text)
    for each in fields(kind):
        if each.default is MISSING and each.name not in given:
            raise BadData(f"agent {text[:80]!r} needs its {each.name}: '{kind.word}:{each.name.upper()}'")
    return kind(**given)


def _whole(what: str, value: str, text: str) -> int:
    if not re.fullmatch(r"\s*-?[0-9]{1,18}\s*", value):
        raise BadData(f"agent {text[:80]!r}: {what} must be a whole number, not {value.strip()[:40]!r}")
    return int(value)


def _number(what: str, value: str, text: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadData(f"agent {text[:80]!r}: {what} must be a number, not {value.strip()[:40]!r}")
    return number


def _make_python(home: str, name: str) -> Any:
    module = user_code.load_module(home, "agent", COMPILED)
    found = getattr(module, name, None)
    if found is None:
        classes = [each for each, value in vars(module).items() if isinstance(value, type)]
        raise unknown(f"class in {home}", name, classes)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise CardwrightError(f"{home}:{name} is not a class with a method 'choose(self, state)'")
    try:
        return found()
    except TypeError as error:
        raise CardwrightError(f"{home}:{name} cannot be made without arguments: {error}") from None
