"""Agents of a class in Python: `file.py:Careful:5+depth=3` is `Careful(5, depth=3)`."""

from __future__ import annotations

import inspect
import math
from typing import Any

from cardwright.core import user_code
from cardwright.core.errors import BadData, CardwrightError

_WORDS = {"True": True, "False": False, "None": None}
_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "int": ("an integer", (int,)),
    "float": ("a number", (int, float)),
    "bool": ("True or False", (bool,)),
    "str": ("text", (str,)),
    "None": ("None", (type(None),)),
}  # annotations that are checked, in words, and what they allow


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
        known = ", ".join(_described(each) for each in signature.parameters.values()) or "none"
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


def _described(parameter: inspect.Parameter) -> str:
    """Return a parameter as its author wrote it: `depth: int = 2`. Annotations can be texts, which Python quotes."""
    kind, default = _annotation(parameter), parameter.default
    bare = parameter.replace(annotation=inspect.Parameter.empty, default=inspect.Parameter.empty)
    typed = f"{bare}: {kind}" if kind else str(bare)
    if default is inspect.Parameter.empty:
        return typed
    return f"{typed} = {default!r}" if kind else f"{typed}={default!r}"


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
            given.append(_value(parameter, part, text))
        elif name.strip() in named:
            raise BadData(f"agent {text[:80]!r}: {name.strip()} is set twice")
        else:
            named[name.strip()] = _value(signature.parameters.get(name.strip()), value, text)
    return given, named


def _value(parameter: inspect.Parameter | None, given: str, text: str) -> Any:
    """Return the value of a setting: a number, a truth value or None if it looks like one, text otherwise.

    Where the parameter has an annotation of such types, the value must fit.
    """
    given = given.strip()
    kinds = _annotated(parameter)
    if kinds == ["str"]:
        return given
    value = _read(given)
    if isinstance(value, float) and not math.isfinite(value) and "str" not in kinds:
        kinds, value = kinds or ["float"], given  # a text, which fits nothing
    if not kinds or any(_fits(value, _KINDS[kind][1]) for kind in kinds):
        return value
    if "str" in kinds:
        return given
    wanted = " or ".join(_KINDS[kind][0] for kind in kinds)
    name = parameter.name if parameter else "a setting"
    raise BadData(f"agent {text[:80]!r}: {name} must be {wanted}, not {given[:40]!r}")


def _annotated(parameter: inspect.Parameter | None) -> list[str]:
    """Return the names of the types that a parameter is annotated with; none if there are others."""
    kinds = [each.strip() for each in _annotation(parameter).split("|")] if parameter else []
    return kinds if set(kinds) <= set(_KINDS) else []


def _annotation(parameter: inspect.Parameter) -> str:
    """Return the annotation of a parameter as text, empty if it has none."""
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation.strip("'\"") if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _fits(value: Any, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)


def _read(given: str) -> Any:
    for read in (_WORDS.__getitem__, int, float):
        try:
            return read(given)
        except (KeyError, ValueError):
            pass
    return given
