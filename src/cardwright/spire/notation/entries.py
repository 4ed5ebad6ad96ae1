"""The entries of content: cards, statuses and enemies, written in words or in structured form.

docs/cards.md describes both for designers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardwright.core.data import Data, Name
from cardwright.core.presentation import Face
from cardwright.core.showing import html

from . import card_actions as _actions  # noqa: F401  registers the actions
from .effects import WORDS, AnyEffect, read_effect
from .formula_words import condition, constant, phrase
from .numbers import UNLESS_UPGRADED, WHEN_UPGRADED, read_range, side
from .own_actions import NewAction, definitions, fill, filled, using_also
from .phrases import read_choice, read_decay, read_types
from .targets import located
from .text import effect_text
from .vocabulary import (
    KEYWORDS,
    LARGEST_NUMBER,
    Amount,
    CardCost,
    EntryName,
    EventName,
    HookName,
    OneOf,
    OwnName,
    PrecededName,
    Price,
    Rarity,
    RoleName,
    StackingName,
    TypeName,
    ValueName,
)

if TYPE_CHECKING:
    from .content import Content

ABOUT_STATUSES = ("status gained", "status lost", "debuff", "debuffed")
MOST_UPGRADES = 30  # of one card
TARGET_KEYS = ("to", *WORDS)  # keys whose values are targets, so that a pair may be of two phrases
_MOMENTS = {
    "turn end": "At the end of your turn, if this is in hand",
    "drawn": "When drawn",
    "exhausted": "When exhausted",
    "discarded": "When discarded",
    "other played": "When you play another card with this in hand",
}

Text = Annotated[str, Field(max_length=400)]
Types = Annotated[tuple[TypeName, ...], BeforeValidator(read_types, json_schema_input_type=str | tuple[TypeName, ...])]


def _check_order(value: tuple[Amount, Amount]) -> tuple[Amount, Amount]:
    low, high = value
    if isinstance(low, int) and isinstance(high, int) and high < low:
        raise ValueError(f"'{low} to {high}' is an empty range: the smaller number comes first")
    return value


Range = Annotated[
    tuple[Amount, Amount],
    BeforeValidator(read_range, json_schema_input_type=int | str | tuple[Amount, Amount]),
    AfterValidator(_check_order),
]


def _check_flag(value: Any) -> Any:
    if isinstance(value, str) and value not in ("true", "false", "yes", "no", "on", "off"):
        raise ValueError(f"a keyword is true, false, {WHEN_UPGRADED!r} or {UNLESS_UPGRADED!r}")
    return value


Flag = Annotated[
    bool, BeforeValidator(_check_flag, json_schema_input_type=bool | Literal["when upgraded", "unless upgraded"])
]


def _structured(upgrade: dict[str, Any] | None) -> dict[str, Any] | None:
    """The changes of an upgrade, with its effects in structured form."""
    return None if upgrade is None else {key: _structured_field(key, each) for key, each in upgrade.items()}


def _structured_field(key: str, value: Any) -> Any:
    if key == "when" and isinstance(value, Mapping):
        with located(value, key):
            return {moment: _structured_field(moment, each) for moment, each in value.items()}
    if key == "in_hand" and isinstance(value, list | tuple):
        return [_structured_rule(index, each) for index, each in enumerate(value)]
    if key == "effect" or key in _MOMENTS:
        with located(value, key):
            return None if value is None else read_effect(value).model_dump(mode="json", exclude_unset=True)
    return value


def _structured_rule(index: int, value: Any) -> Any:
    with located(value, "in_hand", index):
        return Rule.model_validate(value).model_dump(mode="json", exclude_unset=True)


def _check_in_hand(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    for rule in rules:
        if rule.spend or rule.per_stack or rule.after == "faded":
            raise ValueError("a rule in hand has no stacks: it cannot spend, have per_stack or wait until they fade")
    return rules


def _change(key: str, base: Any, better: Any) -> dict[str, Any]:
    """The change of a field by an upgrade: none if neither side can be read, which the field itself reports."""
    try:
        return {key: _structured_field(key, better)}
    except ValueError as wrong:
        try:
            _structured_field(key, base)
        except ValueError:
            return {}
        raise wrong


# Cards


class Card(Data):
    """A card: what it costs and what it does.

    A pair such as "8 (10)" holds the number of the card and the number of the upgraded card, whose name ends in a plus.
    In structured form, `upgrade` holds the fields that differ. `when` holds effects that need no playing: at the end of
    the turn in hand, when drawn, exhausted or discarded, or when another card is played while this one is in hand.

    >>> from cardwright.spire import Attack, Card, Choose
    >>> Card(name="Jab", type="attack", cost=0, effect=Attack(4).To(Choose("enemies"))).upgraded() is None
    True
    >>> jab = Card(name="Jab", type="attack", cost=0, effect={"to": "an enemy", "attack": "4 (6)"})
    >>> jab.describe(), jab.upgraded().describe()
    ('Deal 4 damage.', 'Deal 6 damage.')
    """

    name: Name
    type: TypeName
    cost: CardCost = 1
    pay: dict[OwnName, Price] = Field(default_factory=dict)
    effect: AnyEffect | None = None
    rarity: Rarity = "special"
    color: Name = "colorless"
    exhaust: Flag = False
    ethereal: Flag = False
    innate: Flag = False
    retain: Flag = False
    unplayable: Flag = False
    playable: Amount | None = None
    when: dict[HookName, AnyEffect] = Field(default_factory=dict)
    in_hand: Annotated[tuple[Rule, ...], Field(max_length=8), AfterValidator(_check_in_hand)] = ()
    text: Text | None = None
    upgrade: Annotated[dict[str, Any], AfterValidator(_structured)] | None = None
    upgrades: Annotated[int, Field(ge=1, le=MOST_UPGRADES)] = 1
    upgrades_to: EntryName | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_pairs(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        fixed = {key: value[key] for key in ("name", "upgrade") if key in value}
        base, better = (
            {key: side(each, upgraded, TARGET_KEYS, key) for key, each in value.items() if key not in fixed}
            for upgraded in (False, True)
        )
        changes: dict[str, Any] = {}
        for key, each in better.items():
            if base[key] != each:
                changes |= _change(key, base[key], each)
        return (
            {**base, **fixed, "upgrade": {**changes, **(value.get("upgrade") or {})}} if changes else {**base, **fixed}
        )

    @model_validator(mode="after")
    def _upgrade_fits(self) -> Card:
        if self.upgrade is not None:
            wrong = set(self.upgrade) - (set(type(self).model_fields) - {"name", "upgrade", "type"})
            if wrong:
                raise ValueError(f"upgrade cannot change {', '.join(sorted(wrong))}")
            if self.upgrades > 1 or self.upgrades_to is not None:
                raise ValueError("a card with 'upgrades' or 'upgrades_to' has no pairs and no 'upgrade'")
            self.upgraded()
        return self

    @property
    def upgraded_name(self) -> str | None:
        """The name of the upgraded card, None if the card has no upgrade."""
        if self.upgrades_to is not None:
            return self.upgrades_to
        return None if self.upgrade is None and self.upgrades == 1 else f"{self.name}+"

    def versions(self) -> list[Card]:
        """Return the cards that upgrading makes of this one, each better than the one before."""
        if self.upgrades > 1:
            return [self._version(level) for level in range(1, self.upgrades + 1)]
        better = self.upgraded()
        return [] if better is None else [better]

    def _version(self, level: int) -> Card:
        """Return a card with `upgrades` as it is after so many of them."""
        known = {"upgrades": level}
        given = self.model_dump(mode="json", exclude_unset=True, exclude={"upgrades"})
        for key in ("cost", "playable"):
            given |= {key: fill(given[key], known)} if key in given else {}
        if self.effect is not None:
            given["effect"] = filled(given["effect"], known)
        if self.when:
            given["when"] = {moment: filled(effect, known) for moment, effect in given["when"].items()}
        names = [self.name, f"{self.name}+", *(f"{self.name}+{each}" for each in range(2, self.upgrades + 1)), None]
        with using_also(self._definitions()):
            return Card(**{**given, "name": names[level], "upgrades_to": names[level + 1]})

    def upgraded(self) -> Card | None:
        """Return the upgraded card, None if the card has no upgrade."""
        if self.upgrades > 1:
            return self._version(1)
        if self.upgrade is None:
            return None
        changed = {**self.model_dump(exclude_unset=True), **self.upgrade, "name": self.upgraded_name}
        with using_also(self._definitions()):
            return Card(**{**changed, "upgrade": None})

    def _definitions(self) -> dict[str, NewAction]:
        """Return the actions of content that the card uses."""
        effects = (self.effect, *self.when.values(), *(rule.do for rule in self.in_hand))
        used = [definitions(effect) for effect in effects]
        return {name: action for each in used for name, action in each.items()}

    @property
    def price(self) -> str:
        """What the card costs, in words.

        >>> Card(name="Jab", type="attack", cost=1, pay={"Heat": 2}).price
        '1 and 2 Heat'
        >>> Card(name="Late", type="attack", cost="max(0, 3 - played)").price
        'varies'
        """
        energy = str(self.cost) if isinstance(self.cost, int) or self.cost == "X" else "varies"  # the text has it
        return " and ".join([energy, *(f"{phrase(price)} {name}" for name, price in self.pay.items())])

    def describe(self, content: Content | None = None) -> str:
        """Return what the card does, in sentences; `content` tells which statuses nobody has more than once.

        >>> from cardwright import spire
        >>> spire.standard().card("Bash").describe()
        'Deal 8 damage. Apply 2 Vulnerable.'
        >>> spire.standard().card("Whirlwind").describe()
        'X times: Deal 5 damage to all enemies.'
        """
        if self.text is not None:
            return self.text
        if self.upgrades > 1:
            return f"{self._version(0).describe(content)} Can be upgraded again and again."
        parts = [f"{word.capitalize()}." for word in KEYWORDS if word != "exhaust" and getattr(self, word)]
        if self.playable is not None and not constant(self.playable):
            never = constant(self.playable) == 0
            parts.append("Cannot be played." if never else f"Can only be played if {condition(self.playable)}.")
        if isinstance(self.cost, str) and self.cost != "X":
            parts.append(f"Costs {phrase(self.cost)}.")
        if self.effect is not None:
            parts.append(effect_text(self.effect, single=single_in(content)))
        for moment, effect in self.when.items():
            parts.append(f"{_MOMENTS[moment]}: {effect_text(effect, single=single_in(content))}")
        if self.in_hand:
            from .status_text import rule_text  # which is made from cards itself

            parts += [f"While in hand: {rule_text(rule, single_in(content))}" for rule in self.in_hand]
        if self.exhaust:
            parts.append("Exhaust.")
        return " ".join(parts)

    def _repr_html_(self) -> str:
        """The card as a notebook shows it."""
        kind = f"{self.color} {self.rarity} {self.type}"
        face = Face(kind, "" if self.unplayable else self.price, self.describe())
        return html.notebook(html.card(self.name, face))


# Statuses


class Rule(Data):
    """What a status does: change a value (`modify`), or act `before` or `after` an event.

    `role` says who its owner must be in the event: the one who does it (source), the one it is done to (target), or
    anyone. Rules for the same event apply in their `order`, smaller first. `status` is the status that stacks gained
    or lost, or a debuff, must be of. `named` is a part of the name that the card must have.
    With `every`, a rule of a relic acts only every so many times, which the relic's counter counts.
    """

    modify: ValueName | None = None
    before: PrecededName | None = None
    after: EventName | None = None
    status: EntryName | None = None
    role: RoleName = "source"
    when: Amount | None = None
    types: Types = ()
    named: EntryName | None = None
    order: Annotated[int, Field(ge=-1000, le=1000)] = 0
    add: Amount | None = None
    times: Annotated[float, Field(ge=0, le=100)] | None = None
    per_stack: Annotated[float, Field(ge=-100, le=100)] = 0.0
    set: Amount | None = None
    cap: Amount | None = None
    do: AnyEffect | None = None
    front: bool = False
    every: Annotated[int, Field(ge=2, le=999)] | None = None
    spend: Annotated[int, Field(ge=0, le=999)] | Literal["all"] = 0

    @model_validator(mode="after")
    def _one_of_each(self) -> Rule:
        if sum(each is not None for each in (self.modify, self.before, self.after)) != 1:
            raise ValueError("a rule has exactly one of modify, before and after")
        changes = sum(each is not None for each in (self.add, self.times, self.set, self.cap))
        if self.modify is not None and (changes != 1 or self.do is not None):
            raise ValueError("a rule that modifies has exactly one of add, times, set and cap, and no do")
        if self.every is not None and (self.modify is not None or self.spend):
            raise ValueError("a rule with 'every' acts before or after an event, and spends nothing")
        if self.modify is None and (changes or (self.do is None and not self.spend and self.every is None)):
            raise ValueError("a rule before or after an event has a do (or only spends), and no add, times, set or cap")
        if self.spend and self.modify in ("attack damage", "cost", "playable"):
            raise ValueError(f"a rule that modifies {self.modify} cannot spend: the value is also previewed")
        if self.spend and self.after in ("status gained", "status lost"):
            raise ValueError(f"a rule after {self.after} cannot spend: it would react to that itself")
        if self.status is not None and (self.modify or self.after) not in ABOUT_STATUSES:
            raise ValueError(f"only a rule about {', '.join(ABOUT_STATUSES)} names a status")
        return self


Card.model_rebuild()  # now that its rules in hand are known


class Decay(Data):
    """When a status counts down, and by how much."""

    at: Literal["round end", "turn end", "turn start"]
    by: Literal[1, "all"] = 1


class Status(Data):
    """A status effect: how it stacks, when it counts down, and its rules."""

    name: Name
    debuff: bool = False
    debuff_if_lost: bool = False
    stacking: StackingName = "add"
    decay: Annotated[Decay, BeforeValidator(read_decay, json_schema_input_type=str | Decay)] | None = None
    grace: bool = False
    lasting: bool = False
    rules: Annotated[tuple[Rule, ...], Field(max_length=8)] = ()
    text: Text | None = None

    @model_validator(mode="after")
    def _counts_nothing(self) -> Status:
        if any(rule.every is not None for rule in self.rules):
            raise ValueError("only a relic has rules with 'every', because only relics have counters")
        return self

    def describe(self, content: Content | None = None) -> str:
        """Return the status and what it does, by its rules if it has no text."""
        text = self.says(content)
        return f"{self.name}: {text}" if text else self.name

    def says(self, content: Content | None = None) -> str:
        """Return what the status does: its text, or else sentences made from its rules."""
        from .owners import on_enemies
        from .status_text import status_text  # which is made from statuses itself

        if self.text:
            return self.text
        others = self.debuff if content is None else self.name in on_enemies(content)
        return status_text(self, single_in(content), others)


def single_in(content: Content | None) -> list[str]:
    """Return the statuses of some content that nobody has more than once."""
    return [] if content is None else [name for name, each in content.statuses.items() if each.stacking == "keep"]


# Enemies


class Choice(Data):
    """A move that an enemy draws by weight: how often in a row it may come, and what comes instead."""

    weight: Annotated[float, Field(gt=0, le=1000)]
    most: Annotated[int, Field(ge=0, le=2)] = 0
    otherwise: dict[str, Annotated[float, Field(gt=0, le=1000)]] = Field(default_factory=dict)


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | Mapping) else value


Moves = Annotated[tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...])]
Weight = Annotated[Choice, BeforeValidator(read_choice, json_schema_input_type=float | str | Choice)]


class Plan(Data):
    """How an enemy chooses its moves: first the opening in order, then the loop again and again, or else by weight.

    Of an enemy's plans it follows the first whose `when` holds.
    """

    when: Amount | None = None
    opening: Moves = ()
    loop: Moves = ()
    weights: dict[str, Weight] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_an_end(self) -> Plan:
        if bool(self.loop) == bool(self.weights):
            raise ValueError("a plan has either a loop or weights")
        return self


Plans = Annotated[
    tuple[Plan, ...],
    Field(min_length=1, max_length=6),
    BeforeValidator(_listed, json_schema_input_type=Plan | tuple[Plan, ...]),
]


class EnemyMove(Data):
    """Something an enemy does on its turn; `then` names the move that always follows.

    The effect stands under `do`, or its keys directly beside `then`.
    """

    do: AnyEffect | None = None
    then: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_effect(cls, value: Any) -> Any:
        if value is None or isinstance(value, list | str):
            return {} if value is None else {"do": read_effect(value)}
        if not isinstance(value, Mapping) or set(value) <= {"do", "then"}:
            return value
        effect = {key: each for key, each in value.items() if key != "then"}
        return {"do": read_effect(effect), **{key: value[key] for key in ("then",) if key in value}}


class Enemy(Data):
    """A kind of enemy: its HP, its moves and how it chooses among them."""

    name: Name
    hp: Range
    moves: Annotated[dict[str, EnemyMove], Field(min_length=1, max_length=16)]
    plan: Plans
    roll: Range | None = None
    rank: Annotated[str, OneOf("rank", ("monster", "elite", "boss"))] = "monster"
    start: AnyEffect | None = None

    @model_validator(mode="after")
    def _is_alive(self) -> Enemy:
        if any(isinstance(each, int) and not 1 <= each <= LARGEST_NUMBER for each in self.hp):
            raise ValueError(f"the HP of an enemy are from 1 to {LARGEST_NUMBER}")
        return self
