"""Effects as data: atomic actions, joined with `And`, aimed with `To`, repeated with `Times`, bound to an `If`.

    >>> bash = Attack(8).And(Apply("Vulnerable", 2)).To(Choose("enemies"))
    >>> print(bash.model_dump_json(exclude_unset=True))
    {"do":[{"attack":8},{"apply":"Vulnerable","amount":2}],"to":{"choose":"enemies"}}

The first key of an action says what it does, so the same in YAML reads
`{to: {choose: enemies}, do: [{attack: 8}, {apply: Vulnerable, amount: 2}]}`.
An amount is a whole number or a formula in words (see formulas.py). The design follows Bateni and Whitehead,
"MiniStS: A Testbed for Dynamic Rule Exploration" (2024).
"""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, WithJsonSchema, model_serializer

from cardwright.core.data import Name

LARGEST_NUMBER = 9999
LONGEST_FORMULA = 200


def _amount(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("an amount is a whole number or a formula in words")
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise ValueError(f"a number must lie between -{LARGEST_NUMBER} and {LARGEST_NUMBER}")
    if isinstance(value, str) and not 0 < len(value) <= LONGEST_FORMULA:
        raise ValueError(f"a formula has 1 to {LONGEST_FORMULA} characters")
    return value


Amount = Annotated[
    int | str,
    BeforeValidator(_amount),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": LONGEST_FORMULA}]}),
]
TypeName = Literal["attack", "skill", "power", "status", "curse"]
CardSet = Literal["hand", "draw", "discard", "exhaust"]
AgentSetName = Literal["enemies", "agents", "allies"]
Place = Literal["hand", "draw", "top of draw", "discard", "exhaust"]


class Part(BaseModel):
    """A part of an effect; its fields may be given in order, as in `Attack(6)`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def __init__(self, *values: Any, **fields: Any) -> None:
        names = list(type(self).model_fields)
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} takes at most {len(names)} values")
        given = {**dict(zip(names, values, strict=False)), **fields}
        first = type(self).model_fields[names[0]]
        if not first.is_required():
            given.setdefault(names[0], first.default)  # it says what this is, so it is always written
        super().__init__(**given)


class Target(Part):
    """What an effect is aimed at: an agent or cards."""


class Self(Target):
    """Whoever acts, or, for an action on cards, the card itself."""

    own: Literal["agent", "card"] = "agent"

    @model_serializer
    def _words(self) -> str:
        return "self" if self.own == "agent" else "this card"


class Choose(Target):
    """The player chooses from a set of agents or a pile of cards."""

    choose: AgentSetName | CardSet
    count: Annotated[int, Field(ge=1, le=10)] = 1
    optional: bool = False
    types: tuple[TypeName, ...] = ()
    other_than: Name | None = None


class All(Target):
    """All of a set of agents or a pile of cards, one after the other."""

    all: AgentSetName | CardSet
    types: tuple[TypeName, ...] = ()
    other_than: Name | None = None


class Random(Target):
    """One at random from a set of agents or a pile of cards."""

    random: AgentSetName | CardSet
    types: tuple[TypeName, ...] = ()
    other_than: Name | None = None


class Top(Target):
    """The top card of the draw pile."""

    top: Literal["draw"] = "draw"


def _target_tag(value: Any) -> str | None:
    return _first_key(value, {"own", "choose", "all", "random", "top"})


def _read_target(value: Any) -> Any:
    return {"own": "agent"} if value == "self" else {"own": "card"} if value == "this card" else value


AnyTarget = Annotated[
    Annotated[Self, Tag("own")]
    | Annotated[Choose, Tag("choose")]
    | Annotated[All, Tag("all")]
    | Annotated[Random, Tag("random")]
    | Annotated[Top, Tag("top")],
    Discriminator(
        _target_tag,
        custom_error_type="target",
        custom_error_message="a target is 'self', 'this card', {choose: ...}, {all: ...}, {random: ...} or {top: draw}",
    ),
    BeforeValidator(_read_target),
]


class Effect(Part):
    """Something that happens; the methods build larger effects from smaller ones."""

    def And(self, *others: AnyEffect) -> Group:  # noqa: N802
        """This and then the others; a target given to all of them is shared."""
        return Group(do=(*_parts(self), *(part for other in others for part in _parts(other))))

    def To(self, target: AnyTarget) -> Group:  # noqa: N802
        """This, aimed at `target`."""
        return Group(do=_parts(self), to=target)

    def Times(self, times: Amount) -> Group:  # noqa: N802
        """This, several times."""
        return Group(do=_parts(self), times=times)

    def If(self, condition: Amount) -> Group:  # noqa: N802
        """This, if the condition holds when it comes to it."""
        return Group(do=_parts(self), when=condition)


class Attack(Effect):
    """One hit on the target: Strength, Weak, Vulnerable and the like count."""

    attack: Amount


class Damage(Effect):
    """Damage that is no attack: nothing but block lessens it."""

    damage: Amount


class LoseHP(Effect):
    """The target loses HP; block does not help."""

    lose_hp: Amount


class Heal(Effect):
    """The target regains HP, up to its maximum."""

    heal: Amount


class GainMaxHP(Effect):
    """The target's maximum HP, and its HP, go up."""

    max_hp: Amount


class Block(Effect):
    """Block for the target; in a card or a move Dexterity and Frail count unless it is plain."""

    block: Amount
    plain: bool = False


class Apply(Effect):
    """Stacks of a status for the target."""

    apply: Name
    amount: Amount = 1


class Clear(Effect):
    """The target loses a status."""

    clear: Name


class Intend(Effect):
    """The target enemy changes its mind: this will be its next move."""

    intend: Name


class Spawn(Effect):
    """A new enemy joins, with HP of its kind or as given."""

    spawn: Name
    hp: Amount | None = None


class Leave(Effect):
    """The target leaves the battle; nothing reacts as to a death."""

    leave: Literal["battle"] = "battle"


class GainEnergy(Effect):
    """Energy for this turn."""

    energy: Amount


class Draw(Effect):
    """Draw cards."""

    draw: Amount


class Add(Effect):
    """New cards of one kind."""

    add: Name
    place: Place = "discard"
    count: Amount = 1


class AddRandom(Effect):
    """A new card, drawn at random from the character's cards of some types."""

    add_random: tuple[TypeName, ...]
    place: Place = "hand"
    free: bool = False


class Move(Effect):
    """The chosen card goes to a place."""

    move: Place


class Upgrade(Effect):
    """The chosen card is upgraded for this battle."""

    upgrade: Literal["card"] = "card"


class Duplicate(Effect):
    """A copy of the chosen card appears."""

    duplicate: Place
    count: Amount = 1


class Cost(Effect):
    """The chosen card costs this much, for the turn or the battle."""

    cost: Amount
    lasts: Literal["turn", "battle"] = "turn"


class Bonus(Effect):
    """The card's own counter grows."""

    bonus: Amount


class Play(Effect):
    """The chosen card is played for free, at a random target."""

    play: Literal["card", "card and exhaust it", "card again"] = "card"


class Host(Effect):
    """A Python function is asked; what it answers is the `amount` of the actions that follow."""

    host: Name


class Group(Effect):
    """Effects one after the other: aimed, repeated, conditional, or simply joined."""

    do: Annotated[tuple[AnyEffect, ...], Field(min_length=1, max_length=20)]
    to: AnyTarget | None = None
    times: Amount | None = None
    when: Amount | None = None


ACTIONS: dict[str, type[Effect]] = {
    next(iter(kind.model_fields)): kind
    for kind in (
        *(Attack, Damage, LoseHP, Heal, GainMaxHP, Block, Apply, Clear, Intend, Spawn, Leave),
        *(GainEnergy, Draw, Add, AddRandom, Move, Upgrade, Duplicate, Cost, Bonus, Play, Host, Group),
    )
}
_BARE = {
    "discard": {"move": "discard"},
    "exhaust": {"move": "exhaust"},
    "upgrade": {"upgrade": "card"},
    "play": {"play": "card"},
    "leave": {"leave": "battle"},
}


def _first_key(value: Any, keys: Container[str]) -> str | None:
    if isinstance(value, BaseModel):
        return next(iter(type(value).model_fields))
    return next((key for key in value if key in keys), None) if isinstance(value, dict) else None


def _effect_tag(value: Any) -> str | None:
    return _first_key(value, ACTIONS)


def _read_effect(value: Any) -> Any:
    if isinstance(value, list):
        return {"do": value}
    return _BARE.get(value, value) if isinstance(value, str) else value


AnyEffect = Annotated[
    Annotated[Attack, Tag("attack")]
    | Annotated[Damage, Tag("damage")]
    | Annotated[LoseHP, Tag("lose_hp")]
    | Annotated[Heal, Tag("heal")]
    | Annotated[GainMaxHP, Tag("max_hp")]
    | Annotated[Block, Tag("block")]
    | Annotated[Apply, Tag("apply")]
    | Annotated[Clear, Tag("clear")]
    | Annotated[Intend, Tag("intend")]
    | Annotated[Spawn, Tag("spawn")]
    | Annotated[Leave, Tag("leave")]
    | Annotated[GainEnergy, Tag("energy")]
    | Annotated[Draw, Tag("draw")]
    | Annotated[Add, Tag("add")]
    | Annotated[AddRandom, Tag("add_random")]
    | Annotated[Move, Tag("move")]
    | Annotated[Upgrade, Tag("upgrade")]
    | Annotated[Duplicate, Tag("duplicate")]
    | Annotated[Cost, Tag("cost")]
    | Annotated[Bonus, Tag("bonus")]
    | Annotated[Play, Tag("play")]
    | Annotated[Host, Tag("host")]
    | Annotated[Group, Tag("do")],
    Discriminator(
        _effect_tag,
        custom_error_type="effect",
        custom_error_message=f"an effect has one of the keys {', '.join(ACTIONS)}, or is one of {', '.join(_BARE)}",
    ),
    BeforeValidator(_read_effect),
]
Group.model_rebuild()


def _parts(effect: Any) -> tuple[Any, ...]:
    """The parts of a group that does nothing but join them, so that `And` does not nest."""
    plain = isinstance(effect, Group) and effect.to is None and effect.times is None and effect.when is None
    return effect.do if plain else (effect,)
