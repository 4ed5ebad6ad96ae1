"""Aims: whom or which cards an effect is aimed at, as a phrase or in structured form."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    SerializeAsAny,
    ValidationError,
    WithJsonSchema,
    model_serializer,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from . import phrases
from .phrases import LONGEST_PHRASE
from .vocabulary import AGENT_SETS, EntryName, SetName, StatusSetName, TypeName


class Mistakes:
    """Collects the errors of several parts, so that one in the first does not hide those in the others."""

    def __init__(self) -> None:
        self.found: list[InitErrorDetails] = []

    @contextlib.contextmanager
    def collected(self, value: Any, *path: str | int) -> Iterator[None]:
        """Keep an error raised inside for later; it names the data at `path`."""
        try:
            with located(value, *path):
                yield
        except ValidationError as errors:
            self.found += _moved(errors)

    def refuse(self) -> None:
        """Raise an error with all that were collected, if any were."""
        if self.found:
            raise ValidationError.from_exception_data("content", self.found)


def _moved(errors: ValidationError, *path: str | int) -> list[InitErrorDetails]:
    """Return the details of an error about a part of what is at `path`."""
    return [
        InitErrorDetails(
            type=PydanticCustomError(each["type"], each["msg"].removeprefix("Value error, ")),
            loc=(*path, *each["loc"]),
            input=each["input"],
        )
        for each in errors.errors(include_url=False)
    ]


@contextlib.contextmanager
def located(value: Any, *path: str | int, whole: bool = False) -> Iterator[None]:
    """Let an error raised inside name the data at `path`; with `whole`, nothing below it."""
    try:
        yield
    except ValidationError as errors:
        moved = _moved(errors, *path)
        if whole:
            moved = [InitErrorDetails(type=each["type"], loc=path, input=value) for each in moved]
        raise ValidationError.from_exception_data("content", moved) from None
    except ValueError as error:
        message = PydanticCustomError("value_error", str(error))
        detail = InitErrorDetails(type=message, loc=path, input=value)
        raise ValidationError.from_exception_data("content", [detail]) from None


class Part(BaseModel):
    """A part of an effect; its fields can be given in order, as in `Attack(6)`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(self, *values: Any, **fields: Any) -> None:
        names = list(type(self).model_fields)
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} takes at most {len(names)} values")
        given = {**dict(zip(names, values, strict=False)), **fields}
        first = type(self).model_fields[names[0]]
        if not first.is_required():
            given.setdefault(names[0], first.default)  # the first field names the part, so it is always written
        super().__init__(**given)


class Target(Part):
    """What an effect is aimed at: a character or cards."""


class Self(Target):
    """Whoever acts, or, for an action on cards, the card itself."""

    own: Literal["agent", "card"] = "agent"

    @model_serializer
    def _words(self) -> str:
        return "self" if self.own == "agent" else "this card"


class Choose(Target):
    """The player chooses from a set of characters or a pile of cards."""

    choose: SetName
    count: Annotated[int, Field(ge=1, le=10)] = 1
    optional: bool = False
    types: tuple[TypeName, ...] = ()
    costly: bool = False
    other_than: EntryName | None = None


class All(Target):
    """All of a set of characters or a pile of cards, one after the other."""

    all: SetName
    types: tuple[TypeName, ...] = ()
    costly: bool = False
    other_than: EntryName | None = None


class Random(Target):
    """One or several at random, all different, from a set of characters or a pile of cards."""

    random: SetName
    count: Annotated[int, Field(ge=1, le=10)] = 1
    types: tuple[TypeName, ...] = ()
    costly: bool = False
    other_than: EntryName | None = None


class Top(Target):
    """The top card of the draw pile."""

    top: Literal["draw"] = "draw"


class Offer(Target):
    """One of several different new cards, drawn at random from the character's or the colourless cards."""

    offer: Annotated[int, Field(ge=1, le=10)] = 3
    types: tuple[TypeName, ...] = ()
    colorless: bool = False
    optional: bool = False


class StatusOf(Target):
    """One of the statuses that somebody has; without `of`, somebody is who the effect around it is aimed at."""

    status: StatusSetName = "any"
    of: Annotated[
        Target | None,
        SerializeAsAny(),
        PlainValidator(lambda value: None if value is None else _read_owner(value)),
        WithJsonSchema({"$comment": "Target"}),
    ] = None
    at_random: bool = False
    optional: bool = False


_TARGETS: dict[str, type[Target]] = {
    next(iter(kind.model_fields)): kind for kind in (Self, Choose, All, Random, Top, Offer, StatusOf)
}


def read_target(value: Any) -> Target:
    """Return a target, written as a phrase or in structured form.

    >>> read_target("a random card in hand")
    Random(random='hand', count=1, types=(), costly=False, other_than=None)
    >>> read_target({"choose": "enemies"})
    Choose(choose='enemies', count=1, optional=False, types=(), costly=False, other_than=None)
    """
    if isinstance(value, Target):
        return value
    if isinstance(value, str) and len(value) <= LONGEST_PHRASE:
        with located(value, whole=True):
            return read_target(phrases.read_target(value))
    key = next((key for key in value if key in _TARGETS), None) if isinstance(value, Mapping) else None
    if key is None:
        raise ValueError(phrases.TARGET_HELP)
    return _TARGETS[key].model_validate(value)


def _read_owner(value: Any) -> Target:
    """Return whose statuses a target is about."""
    owner = read_target(value)
    if not aims_at_agents(owner):
        raise ValueError("a status is one of somebody's: write 'a status of self', or of an enemy")
    return owner


def aims_at_agents(target: Target) -> bool:
    """Return whether a target is one of characters."""
    match target:
        case Self(own=own):
            return own == "agent"
        case Choose(choose=which) | Random(random=which) | All(all=which):
            return which in AGENT_SETS
    return False


AnyTarget = Annotated[Target, SerializeAsAny(), PlainValidator(read_target), WithJsonSchema({"$comment": "Target"})]
