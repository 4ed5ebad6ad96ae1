"""Cards, written in words or in structured form: docs/cards.md describes both for designers."""

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
from .numbers import UNLESS_UPGRADED, WHEN_UPGRADED, side
from .own_actions import NewAction, definitions, fill, filled, using_also
from .status_text import rule_text
from .statuses import Rule, single_in
from .targets import located
from .text import effect_text
from .vocabulary import KEYWORDS, Amount, CardCost, EntryName, HookName, OwnName, Price, Rarity, Text, TypeName

if TYPE_CHECKING:
    from .content import Content

MOST_UPGRADES = 30  # of one card
TARGET_KEYS = ("to", *WORDS)  # keys whose values are targets, so that a pair may be of two phrases
_MOMENTS = {
    "turn end": "At the end of your turn, if this is in hand",
    "drawn": "When drawn",
    "exhausted": "When exhausted",
    "discarded": "When discarded",
    "other played": "When you play another card with this in hand",
}


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
            parts += [f"While in hand: {rule_text(rule, single_in(content))}" for rule in self.in_hand]
        if self.exhaust:
            parts.append("Exhaust.")
        return " ".join(parts)

    def _repr_html_(self) -> str:
        """The card as a notebook shows it."""
        kind = f"{self.color} {self.rarity} {self.type}"
        face = Face(kind, "" if self.unplayable else self.price, self.describe())
        return html.notebook(html.card(self.name, face))
