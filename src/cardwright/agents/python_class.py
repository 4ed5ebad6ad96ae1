"""Agents of a class in Python: `file.py:Careful:5+depth=3` is `Careful(5, depth=3)`."""

from __future__ import annotations

import inspect
from typing import Any

from cardwright.core import user_code
from cardwright.core.errors import BadData, CardwrightError

_WORDS = {"True": True, "False": False, "None": None}


def make_python(kind: type, called: str, settings: str, text: str) -> Any:
    """Return an object of a class with a method `choose`; its settings are the arguments of the constructor.

    `called` is the class in words, and `text` the whole text of the agent.
    """
    if not callable(getattr(kind, "choose", None)):
        raise CardwrightError(f"{called} is not a class with a method 'choose(self, state)'")
    signature = _signature(kind)
    given, named = _arguments(signature, settings, text)
    try:
        signature.bind(*given, **named)
    except TypeError as error:
        known = ", ".join(str(each) for each in signature.parameters.values()) or "none"
        raise BadData(f"agent {text[:80]!r}: {error}; the settings of {kind.__name__} are: {known}") from None
    try:
        return kind(*given, **named)
    except CardwrightError:
        raise
    except (Exception, SystemExit) as error:  # user code can fail in any way
        raise CardwrightError(f"{user_code.location(error)}: {user_code.failure(error)} (agent {called})") from error


def _signature(kind: type) -> inspect.Signature:
    """Return the parameters of a constructor; those that a class takes from `object` are none."""
    try:
        return inspect.signature(kind)
    except ValueError:  # a class of a compiled module may not tell
        return inspect.Signature([inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL)])


def _arguments(signature: inspect.Signature, settings: str, text: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments that a text names, in order or by name: `5+depth=3`."""
    parameters = list(signature.parameters.values())
    given: list[Any] = []
    named: dict[str, Any] = {}
    for part in settings.split("+") if settings else []:
        name, equals, value = part.partition("=")
        if not equals:
            if named:
                raise BadData(f"agent {text[:80]!r}: {part[:40]!r} must come before the settings with a name")
            parameter = parameters[len(given)] if len(given) < len(parameters) else None
            given.append(_value(parameter, part))
        elif name.strip() in named:
            raise BadData(f"agent {text[:80]!r}: {name.strip()} is set twice")
        else:
            named[name.strip()] = _value(signature.parameters.get(name.strip()), value)
    return given, named


def _value(parameter: inspect.Parameter | None, text: str) -> Any:
    """Return a number, a truth value or None if a text is one and the parameter is not annotated as `str`."""
    text = text.strip()
    if parameter is not None and parameter.annotation in (str, "str"):
        return text
    for read in (_WORDS.__getitem__, int, float):
        try:
            return read(text)
        except (KeyError, ValueError):
            pass
    return text
