"""Cards as data: the models that check them. docs/unicorns.md explains the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, SerializerFunctionWrapHandler, TypeAdapter, WrapSerializer, model_validator

from cardwright.core.data import Data, Name

from .state import MAX_CARDS

KINDS = ("card", "unicorn", "baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant")
IN_STABLES = ("baby", "basic", "magical", "upgrade", "downgrade")
HOOKS = ("enter", "begin", "begin_any", "end", "dies")
BY_MANY = ("each", "others")

Type = Literal["baby", "basic", "magical", "magic", "upgrade", "downgrade", "instant"]
AlwaysWord = Literal[
    "cards cannot be neighed", "no instants", "no upgrades", "basics only here", "unicorns indestructible", "pandas",
    "no triggers", "open hand",
]  # fmt: skip
Tier = Literal["S", "A+", "A", "B", "C", "D", "E", "F"]
Where = Literal["your stable", "other stables", "all stables", "your hand", "the discard pile"]
Danger = Literal["destroyed", "sacrificed", "stolen", "returned", "moved"]
Amount = Annotated[int, Field(strict=True, ge=1, le=20)]

# The modifiers that each verb of an effect allows.
MODIFIERS: dict[str, tuple[str, ...]] = {
    "destroy": ("at_random",),
    "sacrifice": ("by", "at_random"),
    "steal": ("until", "source", "at_random"),
    "return_": ("by", "at_random"),
    "move": (),
    "give": ("at_random",),
    "bring": ("source", "at_random"),
    "take": ("at_random",),
    "search": ("named", "keep_order"),
    "discard": ("by", "kind", "at_random"),
    "draw": ("by",),
    "look": (),
    "pull": (),
    "pick": (),
    "swap": (),
    "shrink": (),
    "shuffle": (),
    "turn": (),
    "extra_draws": (),
    "plays": (),
    "follow": (),
    "reveal": ("into",),
    "use": ("by",),
    "either": (),
}
_ALL_MODIFIERS = tuple(dict.fromkeys(name for names in MODIFIERS.values() for name in names))


def _kinds(text: Any) -> Any:
    words = text.removeprefix("all ").split(" or ") if isinstance(text, str) else [text]
    for word in words:
        if word not in (*KINDS, "this"):
            raise ValueError(f"a kind of card is one of {', '.join(KINDS)}, or two joined with 'or', not {text!r}")
    return text


Which = Annotated[str, BeforeValidator(_kinds)]


def _kind(text: Any) -> Any:
    if isinstance(text, str) and (text == "this" or text.startswith("all ")):
        raise ValueError(f"cards are counted by their kind, such as 'upgrade', not by {text!r}")
    return _kinds(text)


Kinds = Annotated[str, BeforeValidator(_kind)]


class Count(Data):
    """A number that depends on the position: how many cards of a kind there are."""

    each: Kinds
    where: Where = Field("your stable", alias="in")
    most: Amount = 20


def _amount(value: Any) -> Any:
    if isinstance(value, Mapping) and "each" not in value:
        raise ValueError("a number that is counted needs 'each': {each: upgrade, in: your stable}")
    return value


Number = Annotated[Amount | Count, BeforeValidator(_amount)]


class Condition(Data):
    """What must be true for a program to happen: at least, or at most, so many cards of a kind."""

    count: Kinds
    where: Literal["your stable", "other stables", "all stables", "the discard pile"] = Field("your stable", alias="in")
    at_least: Annotated[int, Field(strict=True, ge=1, le=MAX_CARDS)] | None = Field(None, alias="at least")
    at_most: Annotated[int, Field(strict=True, ge=0, le=MAX_CARDS)] | None = Field(None, alias="at most")

    @model_validator(mode="after")
    def _has_a_limit(self) -> Condition:
        if (self.at_least is None) == (self.at_most is None):
            raise ValueError("'when' needs either 'at least' or 'at most'")
        return self


class Effect(Data):
    """One effect: a verb with its operand, and modifiers."""

    destroy: Which | None = None
    sacrifice: Which | None = None
    steal: Which | None = None
    return_: Which | None = Field(None, alias="return")
    move: Which | None = None
    give: Which | None = None
    bring: Which | None = None
    take: Which | None = None
    search: Which | None = None
    discard: Number | None = None
    draw: Number | None = None
    look: Number | None = None
    pull: Number | None = None
    pick: Literal[1] | None = None
    swap: Literal["hands"] | None = None
    shrink: Literal["unicorn"] | None = None
    shuffle: list[Literal["hand", "discard"]] | None = None
    turn: Literal["again", "skip"] | None = None
    extra_draws: Number | None = Field(None, alias="extra draws")
    plays: Number | None = None
    follow: Literal["turn"] | None = None
    reveal: Kinds | None = None
    use: Name | None = None  # a function in Python, see plugins.py
    either: Annotated[list[Effect], Field(min_length=2, max_length=4)] | None = None

    by: Literal["each", "others", "chosen", "holder"] | None = None
    kind: Which | None = None
    source: Literal["discard", "hand", "nursery", "there"] | None = Field(None, alias="from")
    until: Literal["leaving", "end of turn"] | None = None
    named: Name | None = None
    keep_order: bool = Field(False, alias="keep order")
    at_random: bool = Field(False, alias="at random")
    into: Literal["hand", "stable"] | None = None

    @property
    def verb(self) -> str:
        """The verb of the effect."""
        return next(verb for verb in MODIFIERS if getattr(self, verb) is not None)

    @model_validator(mode="after")
    def _one_verb(self) -> Effect:
        verbs = [verb for verb in MODIFIERS if getattr(self, verb) is not None]
        if len(verbs) != 1:
            raise ValueError(f"an effect has exactly one of the verbs {', '.join(map(shown, MODIFIERS))}")
        given = [name for name in _ALL_MODIFIERS if getattr(self, name)]
        for name in given:
            if name not in MODIFIERS[verbs[0]]:
                raise ValueError(f"{shown(verbs[0])!r} does not allow {shown(name)!r}")
        if self.bring is not None and self.source not in ("discard", "hand", "nursery"):
            raise ValueError("'bring' needs 'from': discard, hand or nursery")
        if self.steal is not None and self.source not in (None, "there"):
            raise ValueError("'steal' allows only 'from: there', the stable that a card was just given to")
        if self.by in ("chosen", "holder") and self.discard is None and self.draw is None and self.use is None:
            raise ValueError(f"only 'discard', 'draw' and 'use' allow 'by: {self.by}'")
        if self.sacrifice is None and str(getattr(self, verbs[0])).startswith("all "):
            raise ValueError(f"only 'sacrifice' allows 'all', not {shown(verbs[0])!r}")
        if self.by and "this" in (self.sacrifice, self.return_):
            raise ValueError(f"'{shown(verbs[0])}: this' does not allow 'by': only its owner has this card")
        if self.at_random and self.sacrifice is not None and (self.sacrifice == "this" or "all " in self.sacrifice):
            raise ValueError(f"'at random' needs cards to choose from; 'sacrifice: {self.sacrifice}' has no choice")
        if any(part.either for part in self.either or ()):
            raise ValueError("a variant of 'either' cannot have variants itself")
        if any(part.by in BY_MANY for part in self.either or ()):
            raise ValueError("a variant of 'either' cannot be carried out by several players")
        return self


def shown(field: str) -> str:
    """Return the word that stands for a field of an effect in files and actions."""
    return {"return_": "return", "source": "from"}.get(field, field.replace("_", " "))


def _listed(value: Any) -> Any:
    # A single effect is read here, so that errors name the place at which it is written.
    return value if isinstance(value, list) else [Effect.model_validate(value)]


Effects = Annotated[
    list[Effect],
    BeforeValidator(_listed, json_schema_input_type=Effect | list[Effect]),
    Field(min_length=1, max_length=6),
]


class Program(Data):
    """Effects that happen together in one link, and the programs that follow in the next."""

    do: Effects | None = None
    may: Effects | None = None
    then: AnyProgram | None = None
    if_done: AnyProgram | None = Field(None, alias="if done")
    if_possible: bool = Field(False, alias="if possible")
    when: Condition | None = None

    @property
    def effects(self) -> list[Effect]:
        """The effects that happen together."""
        return self.do or self.may or []

    @model_validator(mode="after")
    def _do_or_may(self) -> Program:
        if (self.do is None) == (self.may is None):
            raise ValueError("a program has either 'do' or 'may'")
        for effect in self.effects if self.may or self.if_possible else ():
            if effect.by in BY_MANY:
                raise ValueError(f"'by: {effect.by}' needs 'do'; it cannot be optional with 'may' or 'if possible'")
        after = [program for program in (self.then, self.if_done) if program is not None]
        if after and self.effects[0].either:
            raise ValueError("nothing can follow 'either'")
        if any(program.awaits_holder for program in after) and self.effects[0].return_ is None:
            raise ValueError("'by: holder' must follow the return of a card")
        return self

    @property
    def awaits_holder(self) -> bool:
        """Whether it acts on the player whose card was just returned."""
        return any(effect.by == "holder" for effect in self.effects)


def _as_program(value: Any) -> Any:
    if isinstance(value, list):
        return {"do": _EFFECTS.validate_python(value)}
    if not isinstance(value, Mapping):
        return value
    of_program, of_effect = ([key for key in value if key in _keys(model)] for model in (Program, Effect))
    if of_program and of_effect:
        raise ValueError(f"{of_effect[0]!r} must stand in 'do' or 'may' where there is {of_program[0]!r}")
    return value if of_program else {"do": _listed(value)}


def _keys(model: type[Data]) -> set[str]:
    """Return the keys of a model in files."""
    return {field.alias or name for name, field in model.model_fields.items()}


AnyProgram = Annotated[Program, BeforeValidator(_as_program, json_schema_input_type=Program | Effect | list[Effect])]


class Lasting(Data):
    """A continuous effect: a word, or a verb with its operand."""

    word: AlwaysWord | None = None
    shield: Kinds | None = None
    source: Annotated[list[Danger], Field(min_length=1)] | None = Field(None, alias="from")
    keep_out: Kinds | None = Field(None, alias="keep out")
    cannot_play: Kinds | None = Field(None, alias="cannot play")
    add: Annotated[int, Field(strict=True, ge=-9, le=9)] | None = None
    to: Literal["draws", "plays", "hand limit", "goal"] | None = None
    use: Name | None = None  # a function in Python, see plugins.py

    @property
    def verb(self) -> str:
        """What kind of continuous effect it is."""
        return next(verb for verb in LASTING if getattr(self, verb) is not None)

    @model_validator(mode="after")
    def _one_verb(self) -> Lasting:
        verbs = [verb for verb in LASTING if getattr(self, verb) is not None]
        if len(verbs) != 1:
            raise ValueError(f"a continuous effect has exactly one of {', '.join(map(shown, LASTING[1:]))}")
        if (self.shield is None) != (self.source is None):
            raise ValueError("'shield' needs 'from', and only it allows that: {shield: unicorn, from: [stolen]}")
        if (self.add is None) != (self.to is None) or self.add == 0:
            raise ValueError("'add' needs a number other than 0 and 'to': {add: 1, to: draws}")
        return self


LASTING = ("word", "shield", "keep_out", "cannot_play", "add", "use")


def _as_lasting(value: Any) -> Any:
    if isinstance(value, Mapping):
        return value
    if value not in get_args(AlwaysWord):
        raise ValueError(
            f"a continuous effect is a mapping, or one of {', '.join(map(repr, get_args(AlwaysWord)))},"
            f" not {str(value)[:60]!r}"
        )
    return {"word": value}


def _as_word(value: Lasting, standard: SerializerFunctionWrapHandler) -> Any:
    return value.word or standard(value)


AnyLasting = Annotated[
    Lasting, BeforeValidator(_as_lasting, json_schema_input_type=AlwaysWord | Lasting), WrapSerializer(_as_word)
]


class Saves(Data):
    """How a card saves itself or others."""

    whom: Literal["itself", "another unicorn"]
    source: Annotated[list[Literal["destroyed", "sacrificed"]], Field(min_length=1, alias="from")]
    by: Literal["discarding", "sacrificing itself"]


class Traffic(Data):
    """Effects that happen when cards of some kinds enter or leave the stable."""

    of: Which
    do: Effects


class Crowd(Data):
    """Effects that happen while there are too many unicorns in the stable."""

    over: Amount
    do: Effects


class Card(Data):
    """A card and its effects."""

    type: Type
    copies: Annotated[int, Field(strict=True, ge=0, le=MAX_CARDS)] = 1
    text: Annotated[str, Field(max_length=400)] = ""
    value: Annotated[int, Field(strict=True, ge=0, le=9)] = 1
    needs: Annotated[int, Field(strict=True, ge=0, le=200)] = 0
    needs_basic: bool = Field(False, alias="needs basic")
    immune: list[Literal["destroyed", "sacrificed", "magic", "neigh"]] = Field(default_factory=list)
    instead: Literal["hand"] | None = None
    saves: Saves | None = None
    always: Annotated[list[AnyLasting], Field(max_length=6)] = Field(default_factory=list)
    enter: AnyProgram | None = None
    begin: AnyProgram | None = None
    begin_any: AnyProgram | None = Field(None, alias="begin any")
    end: AnyProgram | None = None
    play: AnyProgram | None = None
    stops: bool = True
    dies: AnyProgram | None = None
    traffic: Traffic | None = None
    crowd: Crowd | None = None
    tier: Tier | None = None

    @model_validator(mode="after")
    def _fits_its_type(self) -> Card:
        stable = self.type in IN_STABLES
        if self.play is None and self.type == "magic":
            raise ValueError("a Magic card needs 'play'")
        if self.play is not None and self.type not in ("magic", "instant"):
            raise ValueError("only a Magic card or an Instant can have 'play'")
        if not self.stops and self.type != "instant":
            raise ValueError("only an Instant can have 'stops'")
        programs = [getattr(self, hook) for hook in HOOKS]
        if not stable and any((*programs, self.always, self.traffic, self.crowd)):
            raise ValueError(f"a card of type {self.type} is never in a stable and can have no effects there")
        loose = [effect for each in (self.traffic, self.crowd) if each for effect in each.do]
        loose += [effect for program in (*programs, self.play) if program for effect in program.effects]
        if any(part.by == "holder" for effect in loose for part in (effect, *(effect.either or ()))):
            raise ValueError("'by: holder' must follow the return of a card")
        return self


Effect.model_rebuild()
Program.model_rebuild()
_EFFECTS = TypeAdapter(list[Effect])
