"""The settings of a language model: `llm:MODEL+temperature=0.2+style=reason`.

The name of a model can contain colons, slashes and dots, so only `+` ends it.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import pydantic

from cardwright.core import data
from cardwright.core.errors import BadData, unknown

WORD = "llm"
_MODEL = re.compile(r"[A-Za-z0-9._~/@][A-Za-z0-9._~/@:-]{0,199}")
_SEPARATORS = ",+*"  # of agents and settings

Count = Annotated[int, pydantic.Field(ge=0, le=10**12)]
Price = Annotated[float, pydantic.Field(ge=0, le=10**6, allow_inf_nan=False)]


class Settings(data.Data):
    """What an agent's text sets; a budget, price or rate of 0 stands for none."""

    model: str
    style: Literal["plain", "reason", "plan"] = "plain"
    prompt: str = ""  # a file to use instead of the style's own
    memory: Annotated[int, pydantic.Field(ge=0, le=1000)] = 2  # turns
    temperature: Annotated[float, pydantic.Field(ge=0, le=2, allow_inf_nan=False)] | Literal["unset"] = 0.0
    reply: Annotated[int, pydantic.Field(ge=1, le=100_000)] = 2000  # tokens
    fallback: Literal["first", "random", "rules"] = "random"
    requests: Count = 0
    tokens: Count = 0
    price_in: Price = 0.0  # per million tokens
    price_out: Price = 0.0
    rate: Annotated[int, pydantic.Field(ge=0, le=1_000_000)] = 0  # requests per minute
    timeout: Annotated[float, pydantic.Field(gt=0, le=3600, allow_inf_nan=False)] = 300.0  # seconds
    retries: Annotated[int, pydantic.Field(ge=0, le=20)] = 5

    @property
    def text(self) -> str:
        """The agent's name: the model, and the settings that differ from the usual ones."""
        return self._text(set())

    @property
    def playing_text(self) -> str:
        """The part of the name that can affect the choices; a log is resumed with other budgets and prices."""
        return self._text({"requests", "tokens", "price_in", "price_out", "rate", "timeout", "retries"})

    def _text(self, without: set[str]) -> str:
        changed = self.model_dump(exclude_defaults=True, exclude={"model", *without})
        return "+".join([f"{WORD}:{self.model}", *(f"{name}={_short(value)}" for name, value in changed.items())])


def _short(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def read_settings(text: str) -> Settings:
    """Return the settings in an agent's text.

    >>> read_settings("llm:llama3.1:8b+style=plan").text
    'llm:llama3.1:8b+style=plan'
    >>> read_settings("llm:org/model+stile=plan")
    Traceback (most recent call last):
    cardwright.core.errors.BadData: agent 'llm:org/model+stile=plan': unknown setting 'stile'; did you mean 'style'?
    """
    shown = f"agent {text[:80]!r}"
    model, *parts = (part.strip() for part in text.partition(":")[2].split("+"))
    if not _MODEL.fullmatch(model):
        raise BadData(f"{shown} needs the name of a model, as in '{WORD}:llama3.1:8b'")
    given: dict[str, Any] = {"model": model}
    names = [name for name in Settings.model_fields if name != "model"]
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise BadData(f"{shown}: {part[:40]!r} sets nothing; write NAME=VALUE, as in style=reason")
        if name not in names:
            raise BadData(f"{shown}: {unknown('setting', name, names)}")
        if name in given:
            raise BadData(f"{shown}: {name} is set twice")
        given[name] = value
    if given.get("style") and given.get("prompt"):
        raise BadData(f"{shown}: style and prompt exclude each other, because a style is a prompt")
    try:
        return data.validate(Settings, given)
    except BadData as error:
        raise BadData(f"{shown}: {error}") from None


def with_prompt(seats: str, file: str) -> str:
    """Return the text of seats with a prompt file for each language model that sets none.

    >>> with_prompt("2*llm:gpt,random", "mine.yaml")
    '2*llm:gpt+prompt=mine.yaml,random'
    """
    if any(each in file for each in _SEPARATORS):
        raise BadData(f"--prompt {file[:80]!r}: the path of a prompt cannot contain any of {' '.join(_SEPARATORS)}")
    return ",".join(_with_prompt(part, file) for part in seats.split(","))


def _with_prompt(agent: str, file: str) -> str:
    is_model = agent.rpartition("*")[2].strip().startswith(f"{WORD}:")
    return f"{agent}+prompt={file}" if is_model and "+prompt=" not in agent else agent
