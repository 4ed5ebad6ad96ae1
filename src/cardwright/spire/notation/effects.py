"""Effects as data: actions that are joined with `And`, aimed with `To`, repeated with `Times` and bound to an `If`.

    >>> from cardwright.spire import Apply, Attack, Choose
    >>> bash = Attack(8).And(Apply("Vulnerable", 2)).To(Choose("enemies"))
    >>> print(bash.model_dump_json(exclude_unset=True))
    {"do":[{"attack":8},{"apply":"Vulnerable","amount":2}],"to":{"choose":"enemies"}}

That is the structured form, which programs read and write. Designers write the same effect in words:

    >>> read_effect({"to": "an enemy", "attack": 8, "apply": "2 Vulnerable"}) == bash
    True

actions.py holds the actions, phrases.py the words. The design follows Bateni and Whitehead, "MiniStS: A Testbed for
Dynamic Rule Exploration" (2024).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, get_args

from pydantic import Field, PlainValidator, SerializeAsAny, WithJsonSchema, model_validator

from cardwright.core.errors import unknown

from ..engine.opcodes import Op
from ..engine.rules import NONE
from ..engine.state import MAX_OPTIONS
from . import phrases
from .forms import Form
from .formula_words import constant, quantity
from .numbers import read_number
from .phrases import LONGEST_PHRASE
from .targets import AnyTarget, Mistakes, Part, StatusOf, located, read_target
from .vocabulary import Amount, is_own

GROUP_KEYS = ("when", "times", "to")
CHOOSE_ONE = "choose_one"
MOST_TIMES = 99  # that an effect is repeated, however deeply it is nested
_OPTIONS = f"{CHOOSE_ONE} holds a list of 2 to {MAX_OPTIONS} effects"
YOURSELF = "yourself"  # the words for a target that is whoever acts
CHOSEN_ENEMY = "an enemy"
Kind = Literal["card", "move", "rule", "potion"]


class Effect(Part):
    """Something that happens; the methods build larger effects from smaller ones."""

    def And(self, *others: AnyEffect) -> Group:  # noqa: N802
        """Return this followed by the others; a target given to all of them is shared."""
        return Group(do=(*joined(self), *(part for other in others for part in joined(other))))

    def To(self, target: AnyTarget) -> Group:  # noqa: N802
        """Return this, aimed at `target`."""
        return Group(do=joined(self), to=target)

    def Times(self, times: Amount) -> Group:  # noqa: N802
        """Return this, repeated."""
        return Group(do=joined(self), times=times)

    def If(self, condition: Amount) -> Group:  # noqa: N802
        """Return this, done only if the condition holds at that moment."""
        return Group(do=joined(self), when=condition)


def joined(effect: Effect) -> tuple[Effect, ...]:
    """The parts of a group that does nothing but join them, so that `And` does not nest."""
    plain = type(effect) is Group and effect.to is None and effect.times is None and effect.when is None
    return effect.do if plain and not effect.one_of else (effect,)  # type: ignore[attr-defined]


AnyEffect = Annotated[
    Effect,
    SerializeAsAny(),
    PlainValidator(lambda value: read_effect(value)),
    WithJsonSchema({"$comment": "Effect"}),
]


class Group(Effect):
    """Effects one after the other: aimed, repeated, conditional, or simply joined; or effects to choose one of."""

    do: Annotated[tuple[AnyEffect, ...], Field(min_length=1, max_length=20)]
    to: AnyTarget | None = None
    times: Amount | None = None
    when: Amount | None = None
    one_of: bool = False  # whether the player chooses one of the effects; such a group has no other keys

    @model_validator(mode="after")
    def _chooses(self) -> Group:
        joins = all(each is None for each in (self.to, self.times, self.when))
        if self.one_of and not (joins and 2 <= len(self.do) <= MAX_OPTIONS):
            raise ValueError(_OPTIONS)
        if _repeats(self) > MOST_TIMES:
            raise ValueError(f"an effect is repeated at most {MOST_TIMES} times")
        return self


def _repeats(effect: Effect) -> int:
    """Return how often the innermost part of an effect is done; a number that depends on the battle counts as 1."""
    if not isinstance(effect, Group):
        return 1
    times = None if effect.times is None else constant(effect.times)
    return max(1, times or 1) * max(map(_repeats, effect.do), default=1)


def with_owner_apart(group: Group, target: StatusOf) -> Group:
    """Return the same as a group that aims at somebody first, and then at a status of theirs."""
    inner = Group(do=group.do, to=target.model_copy(update={"of": None}))
    return group.model_copy(update={"do": (inner,), "to": target.of})


class Instruction(NamedTuple):
    """What an action compiles to: an operation and its operands, but for whom it is aimed at."""

    op: Op
    a: int = 0
    c: int = 0
    amount: tuple[int, int] = (NONE, 0)


class Indices(Protocol):
    """What an action asks while it is compiled: the indices of names and formulas in the battle."""

    def card(self, name: str) -> int: ...  # noqa: D102
    def status(self, name: str) -> int: ...  # noqa: D102
    def enemy(self, name: str) -> int: ...  # noqa: D102
    def move(self, name: str) -> int: ...  # noqa: D102
    def host(self, name: str) -> int: ...  # noqa: D102
    def resource(self, name: str) -> int: ...  # noqa: D102
    def broadcast(self, name: str, amount: bool) -> tuple[int, int]: ...  # noqa: D102
    def pile(self, name: str) -> int: ...  # noqa: D102
    def amount(self, value: int | str) -> tuple[int, int]: ...  # noqa: D102
    def add_offers(self, color: str | None) -> int: ...  # noqa: D102
    def add_potions(self) -> None: ...  # noqa: D102


ACTIONS: dict[str, type[Action]] = {}  # every action, by the key that names it
WORDS: dict[str, dict[str, Any]] = {}  # words that stand for a whole action, such as "exhaust"


class Action(Effect):
    """One thing that happens: a subclass holds everything about an action but the kernel that executes its `op`.

    Its first field names the action. `form` is the sentence in which it is written, `words` are single words that stand
    for it, and `says` is its text (`says_of_self` for whoever acts, `says_of_other` with another as its subject), with
    the fields filled in. An amount is in two parts: its number before the unit, and {rest} after it.
    """

    op: ClassVar[Op]
    form: ClassVar[Form]
    words: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    example: ClassVar[str]
    says: ClassVar[str]
    says_of_self: ClassVar[str | None] = None
    says_of_other: ClassVar[str | None] = None
    counts_things: ClassVar[bool] = False  # whether its amount is a number of things, such as cards

    def __init__(self, *values: Any, **fields: Any) -> None:
        key, form = self.key(), self.form
        name = next(iter(values), fields.get(key))
        if isinstance(name, str) and form.slots[key] == "name" and form.read(name) != {key: name}:
            for other in list(form.slots):  # beside its other fields, a name such as "2 Fast" is read as a name
                if other != key and other not in list(type(self).model_fields)[: len(values)]:
                    fields.setdefault(other, type(self).model_fields[other].default)
        super().__init__(*values, **fields)

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        if cls.model_fields:
            if "form" not in vars(cls):
                cls.form = Form(f"{{{cls.key()}:{'name' if cls.words else 'amount'}}}")
            ACTIONS[cls.key()] = cls
            WORDS.update({word: dict(value) for word, value in cls.words.items()})

    @classmethod
    def key(cls) -> str:
        """Return the key that names the action."""
        return next(iter(cls.model_fields))

    def instruction(self, indices: Indices, kind: Kind) -> Instruction:
        """Return what the action compiles to: here, its operation and its amount, if it has one."""
        if self.form.slots[self.key()] != "amount":
            return Instruction(self.op)
        return Instruction(self.op, amount=indices.amount(getattr(self, self.key())))

    def text(self, agent: str | None, card: str | None) -> str:
        """Return what the action does, as a sentence without its period.

        `agent` and `card` are the words for what it is aimed at. An enemy that the player chooses goes without saying.
        """
        who = "the enemy" if agent == CHOSEN_ENEMY else agent or ""
        subject = "they" if who == "them" else who
        thing = card or "a card"
        words = {
            "to": f" to {who}" if who not in ("", YOURSELF, "the enemy") else "",
            "Who": subject[:1].upper() + subject[1:],
            "s": "" if is_plural(who) else "s",
            "target": thing,
            "Target": thing[:1].upper() + thing[1:],
            "it": "them" if is_plural(thing) else "it",
        }
        return self.template(agent).format(**words, **self.says_with())

    def text_where(self, agent: str | None, card: str | None, single: Collection[str]) -> str:
        """Return the text, where nobody has some statuses more than once."""
        return self.text(agent, card)

    def template(self, agent: str | None) -> str:
        """Return the text with slots for its fields, its receiver {Who} and its card {target}."""
        if agent == YOURSELF:
            return self.says_of_self or self.says
        return self.says_of_other if agent is not None and self.says_of_other else self.says

    def says_with(self) -> dict[str, str]:
        """Return the words for its fields, and for what follows the unit of its amount."""
        words = {"rest": ""}
        for name, kind in self.form.slots.items():
            value = getattr(self, name)
            if kind in ("amount", "number"):
                words[name], words["rest"] = quantity(0 if value is None else value)
                if self.counts_things and not words[name]:
                    words[name], words["rest"] = "as many ", words["rest"].replace(" equal to ", " as ", 1)
            else:
                words[name] = phrases.pile_text(value) if kind == "pile" else str(value)
        return words


_PLURAL = re.compile(r"all |them$|(?:up to )?(?!1 )\d+ ")


def is_plural(words: str) -> bool:
    """Return whether words name several targets."""
    return _PLURAL.match(words) is not None


class OnAgent(Action):
    """An action on a character: whoever acts, unless it is aimed."""

    hostile: ClassVar[bool] = False  # whether it is done to another, so that it needs a target
    hits: ClassVar[bool] = False  # whether moves and rules may leave out its target: whoever they act on


class OnCard(Action):
    """An action on the card that is aimed at."""


class OnStatus(Action):
    """An action on the status that is aimed at."""


# Reading


def read_effect(value: Any) -> Effect:
    """Return an effect, written in words or in structured form.

    >>> read_effect("exhaust")
    Move(move='exhaust')
    >>> read_effect({"block": 5, "discard": "a card in hand"}).do[1].to
    Choose(choose='hand', count=1, optional=False, types=(), costly=False, other_than=None)
    """
    try:
        if isinstance(value, Effect):
            return value
        if isinstance(value, list | tuple):
            return Group(do=tuple(_read_list(value)))
        if isinstance(value, str) and is_own(value):
            return _read_use(value, None)
        if isinstance(value, str):
            if value not in WORDS:
                raise ValueError(str(unknown("word for an effect", value, WORDS)))
            return read_effect(WORDS[value])
        if isinstance(value, Mapping):
            return _read_mapping(value)
    except RecursionError:
        raise ValueError("effects are nested too deeply") from None
    raise ValueError("an effect is a mapping with an action such as 'attack: 6', a list of effects, or a word")


def _read_list(values: Sequence[Any], *path: str) -> list[Effect]:
    parts: list[Effect] = []
    mistakes = Mistakes()
    for index, value in enumerate(values):
        with mistakes.collected(value, *path, index):
            parts.append(read_effect(value))
    mistakes.refuse()
    return parts


def _read_use(name: str, given: Any) -> Effect:
    """An action that content defines."""
    from .own_actions import Use  # which is made of effects itself

    return Use(name, given)


def _read_mapping(value: Mapping[Any, Any]) -> Effect:
    """The actions of a mapping in their order, and what holds for all of them: `to`, `times` and `when`."""
    if "use" in value:
        _refuse_others(value, ["use", "given"])
        return _read_use(value["use"], value.get("given"))
    actions = [key for key in value if key in ACTIONS or key in WORDS or is_own(key)]
    mistakes = Mistakes()
    attributes: dict[str, Any] = {}
    with mistakes.collected(value):
        attributes = _attributes(value, actions)
    parts: list[Effect] = []
    for key, each in value.items():
        with mistakes.collected(value):
            parts += _read_key(key, each, actions, attributes)
    group = {key: value[key] for key in (*GROUP_KEYS, "one_of") if key in value}
    if mistakes.found:
        with mistakes.collected(value):
            Group(do=(read_effect({"draw": 1}),) * 2, **group)  # to hear what is wrong with them
        mistakes.refuse()
    if not parts and "do" not in value:
        raise ValueError(f"an effect needs an action: {', '.join(ACTIONS)}, {CHOOSE_ONE} or do")
    if len(parts) == 1 and not group and "do" not in value:
        return parts[0]
    return Group(do=tuple(parts), **group)


def _read_key(key: Any, value: Any, actions: list[str], attributes: Mapping[str, Any]) -> list[Effect]:
    """What one key of a mapping says: nothing, if it holds for all actions or is an attribute of the only one."""
    if key == "do":
        return _read_do(value)
    if key == CHOOSE_ONE:
        if not isinstance(value, list | tuple) or not value:
            raise ValueError(_OPTIONS)
        return [Group(do=tuple(_read_list(value, key)), one_of=True)]
    if key not in actions:
        return []
    return [ACTIONS[key].model_validate({key: value, **attributes})] if attributes else _read_action(key, value)


def _attributes(value: Mapping[Any, Any], actions: list[str]) -> dict[str, Any]:
    """What stands beside the only action of a mapping as its attributes; any other key is an error."""
    others = [key for key in value if key not in (*actions, *GROUP_KEYS, "do", "one_of", CHOOSE_ONE)]
    only = ACTIONS.get(actions[0]) if len(actions) == 1 else None
    own = list(only.model_fields) if only else []
    _refuse_others(others, own, [*ACTIONS, *WORDS, *GROUP_KEYS, "do", CHOOSE_ONE])
    return {key: value[key] for key in others}


def _refuse_others(keys: Iterable[Any], allowed: list[str], more: Iterable[str] = ()) -> None:
    mistakes = Mistakes()
    for key in keys:
        if key not in allowed:
            with mistakes.collected({}, str(key)):
                raise ValueError(str(unknown("key of an effect", key, [*more, *allowed])))
    mistakes.refuse()


def _read_do(value: Any) -> list[Effect]:
    if isinstance(value, list | tuple):
        return _read_list(value, "do")
    with located(value, "do"):
        return [read_effect(value)]


def _read_action(key: str, value: Any) -> list[Effect]:
    """What one key of a mapping says: an action, or several of the kind in a list."""
    kind = ACTIONS.get(key)
    one = kind is not None and kind.form.slots[key] == "types"  # whose value is a list itself
    parts: list[Effect] = []
    mistakes = Mistakes()
    for index, each in enumerate(value if isinstance(value, list) and not one else [value]):
        with mistakes.collected(each, key, *([index] if isinstance(value, list) and not one else [])):
            parts += _read_values(key, kind, each)
    mistakes.refuse()
    return parts


def _read_values(key: str, kind: type[Action] | None, value: Any) -> list[Effect]:
    if is_own(key):
        return [_read_use(key, value)]
    if kind is None or (key in WORDS and value not in get_args(kind.model_fields[key].annotation)):
        return [Group(do=(read_effect(WORDS[key]),), to=read_target(value))]
    if isinstance(value, Mapping) and kind.form.counted:
        parts: list[Effect] = []
        for name, count in value.items():
            with located(count, name, whole=True):
                parts.append(kind.model_validate({key: name, kind.form.counted: count}))
        return parts
    with located(value, whole=True):
        return [_read_value(kind, value)]


def _read_value(kind: type[Action], value: Any) -> Effect:
    key = kind.key()
    if not isinstance(value, str):
        return kind.model_validate({key: value})
    if len(value) > LONGEST_PHRASE:
        raise ValueError(f"an action is written in at most {LONGEST_PHRASE} characters")
    repeated = re.fullmatch(r"(.+), ([^,]+) times", value) if kind.form.slots[key] == "amount" else None
    if repeated:
        return Group(do=(_read_value(kind, read_number(repeated[1])),), times=read_number(repeated[2]))
    fields = kind.form.read(value)
    plain = fields is None or (list(fields) == [key] and kind.form.slots[key] == "amount")
    return kind.model_validate({key: value} if plain else fields)
