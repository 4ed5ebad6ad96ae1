"""Actions that content defines: how they are used in effects, and what they stand for.

An action of content is a macro: where it is used, amounts take the place of its parameters in the formulas of its
effect. So it costs nothing in a battle, and an amount that is used twice is worked out twice.
"""

from __future__ import annotations

import ast
import contextlib
import keyword
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import AfterValidator, Field, TypeAdapter, model_validator

from cardwright.core.data import Data
from cardwright.core.errors import unknown

from .effects import ACTIONS, AnyEffect, Effect, Group, joined, read_effect
from .formula_words import phrase
from .formulas import all_words
from .targets import Part
from .vocabulary import LARGEST_NUMBER, Amount, OwnName

MOST_PARAMETERS = 4
MOST_ACTIONS = 100  # that one action can stand for
DEEPEST = 8  # actions that use each other
_SLOT = re.compile(r"\{(\w+)\}")  # a parameter in a text
_GROUP_AMOUNTS = ("when", "times")
_OPERATORS: dict[type, Any] = {
    ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__, ast.FloorDiv: lambda a, b: a // b if b else 0,
}  # fmt: skip
_AMOUNT: TypeAdapter[int | str] = TypeAdapter(Amount)


def _check_parameter(name: str) -> str:
    if not name.isidentifier() or not name.islower() or keyword.iskeyword(name) or name in all_words():
        raise ValueError("a parameter is a word in small letters that means nothing else in formulas, such as 'heat'")
    return name


class NewAction(Data):
    """An action that content defines: the amounts it takes, what it does with them, and its text.

    The text has the parameters in braces, as in "Heat up by {heat}."; without a text, it follows from the effect.
    """

    name: OwnName
    takes: Annotated[
        tuple[Annotated[str, AfterValidator(_check_parameter)], ...], Field(max_length=MOST_PARAMETERS)
    ] = ()
    do: AnyEffect
    text: Annotated[str, Field(max_length=400)] | None = None

    @model_validator(mode="after")
    def _parameters_fit(self) -> NewAction:
        twice = next((name for name in self.takes if self.takes.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"the parameter {twice!r} stands twice in 'takes'")
        for name in _SLOT.findall(self.text or ""):
            if name not in self.takes:
                raise ValueError(f"in the text: {unknown('parameter', name, self.takes)}")
        if re.search(r"[{}]", _SLOT.sub("", self.text or "")):
            raise ValueError("in the text: braces hold the name of a parameter and nothing else, as in {heat}")
        unused = [name for name in self.takes if not re.search(rf"\b{name}\b", str(_dump(self.do)))]
        if unused:
            raise ValueError(f"the action takes {unused[0]!r}, but no amount of its effect uses it")
        return self

    def says(self, arguments: Mapping[str, Any]) -> str | None:
        """Return its own text for these amounts, None if it has none."""
        return None if self.text is None else _SLOT.sub(lambda slot: phrase(arguments[slot[1]]), self.text)

    def arguments(self, given: Any) -> dict[str, Any]:
        """Return the amount of each parameter."""
        if given is None and not self.takes:
            return {}
        if len(self.takes) == 1 and not isinstance(given, Mapping):
            given = {self.takes[0]: given}
        if not isinstance(given, Mapping) or set(given) != set(self.takes) or None in given.values():
            raise ValueError(f"the action {self.name!r} takes {_listed(self.takes)}")
        return {name: _AMOUNT.validate_python(each) for name, each in given.items()}


def _listed(names: tuple[str, ...]) -> str:
    if len(names) < 2:
        return f"an amount, {names[0]!r}" if names else "no amount"
    return f"a mapping with {', '.join(map(repr, names))}"


class Use(Group):
    """An action of content, used in an effect: `Use("Ignite", 3)`, written `Ignite: 3`.

    It is a group of what the action does, if its definition is known where the effect is read.
    """

    do: tuple[AnyEffect, ...] = Field(default=(), exclude=True)
    says: str | None = Field(default=None, exclude=True)
    definition: NewAction | None = Field(default=None, exclude=True)
    use: OwnName
    given: Amount | dict[str, Amount] | None = None

    def __init__(self, use: str, given: Any = None, **fields: Any) -> None:
        super(Part, self).__init__(**{"use": use, **({} if given is None else {"given": given}), **fields})

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        name = value.get("use") if isinstance(value, Mapping) else None
        if not isinstance(name, str) or name not in _known.get():
            return value
        action = _definition(name)
        arguments = action.arguments(value.get("given"))
        with _set(_open, (*_open.get(), name)):
            effect = read_effect(filled(_dump(action.do), arguments))
        if _size(effect) > MOST_ACTIONS:
            raise ValueError(f"the action {name!r} does more than {MOST_ACTIONS} things")
        return {**value, "do": joined(effect), "says": action.says(arguments), "definition": action}


def definitions(effect: Effect | None) -> dict[str, NewAction]:
    """Return the actions of content that an effect uses, where their definitions are known."""
    found: dict[str, NewAction] = {}
    if isinstance(effect, Use) and effect.definition is not None:
        found[effect.use] = effect.definition
    for part in effect.do if isinstance(effect, Group) else ():
        found |= definitions(part)
    return found


def _size(effect: Effect) -> int:
    return sum(map(_size, effect.do)) if isinstance(effect, Group) else 1


# What is known while content is read

_known: ContextVar[Mapping[str, Any]] = ContextVar("_known", default=MappingProxyType({}))  # plain data or definitions
_read: ContextVar[dict[str, NewAction] | None] = ContextVar("_read", default=None)  # definitions that were read
_open: ContextVar[tuple[str, ...]] = ContextVar("_open", default=())  # actions that are being read


@contextlib.contextmanager
def using(actions: Any) -> Iterator[None]:
    """Let effects that are read inside use these actions: definitions, or plain data by name."""
    with _set(_known, actions if isinstance(actions, Mapping) else {}), _set(_read, {}):
        yield


@contextlib.contextmanager
def using_also(actions: Mapping[str, NewAction]) -> Iterator[None]:
    """Let effects that are read inside use these actions, besides those that are known already."""
    with using({**actions, **_known.get()}):
        yield


@contextlib.contextmanager
def _set(variable: ContextVar[Any], value: Any) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def _definition(name: str) -> NewAction:
    if name in _open.get():
        raise ValueError(f"the action {name!r} uses itself")
    if len(_open.get()) >= DEEPEST:
        raise ValueError(f"actions are nested more than {DEEPEST} deep")
    known = _read.get()
    assert known is not None
    if name not in known:
        found = _known.get()[name]
        with _set(_open, (*_open.get(), name)):
            made = found if isinstance(found, NewAction) else NewAction.model_validate({"name": name, **(found or {})})
        known[name] = made
    return known[name]


def expanded(use: Use, actions: Mapping[str, NewAction]) -> tuple[Effect, ...]:
    """Return what a used action does, by these definitions."""
    if use.use not in actions:
        raise unknown("action", use.use, actions)
    with using(actions):
        return Use(use.use, use.given).do


# Parameters


def _dump(effect: Effect) -> Any:
    return effect.model_dump(mode="json", exclude_unset=True)


def filled(effect: Any, arguments: Mapping[str, Any]) -> Any:
    """Return an effect in structured form with amounts in place of parameters."""
    made: dict[str, Any] = {}
    kind = ACTIONS.get(next(iter(effect)))
    slots = kind.form.slots if kind else {}
    for key, value in effect.items():
        if key == "do":
            made[key] = [filled(part, arguments) for part in value]
        elif key == "given" and isinstance(value, Mapping):
            made[key] = {name: fill(each, arguments) for name, each in value.items()}
        elif key == "given" or key in _GROUP_AMOUNTS or slots.get(key) in ("amount", "number"):
            made[key] = fill(value, arguments)
        else:
            made[key] = value
    return made


def fill(amount: Any, arguments: Mapping[str, Any]) -> Any:
    """Return an amount with others in place of parameters.

    >>> fill("2 * heat + block", {"heat": 3}), fill("2 * heat + 1", {"heat": 3})
    ('6 + block', 7)
    """
    if not isinstance(amount, str):
        return amount
    try:
        tree = ast.parse(amount.strip(), mode="eval").body
        trees = {name: ast.parse(str(each), mode="eval").body for name, each in arguments.items()}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return amount  # compiling it reports the mistake
    return _number(ast.unparse(_Filling(trees).visit(tree)))


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


class _Filling(ast.NodeTransformer):
    """Replaces parameters, and works out what then consists of numbers."""

    def __init__(self, arguments: Mapping[str, ast.expr]):
        self.arguments = arguments

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.arguments.get(node.id, node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=int(a)), op=op, right=ast.Constant(value=int(b))) if (
                type(op) in _OPERATORS
            ):
                result = _OPERATORS[type(op)](a, b)
                return ast.Constant(result) if abs(result) <= LARGEST_NUMBER else node
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return ast.Constant(-number)
        return node
