"""The entries of content that the player carries: relics with their rules, and potions with their effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, model_validator

from cardwright.core.data import Data, Name

from .cards import TARGET_KEYS
from .effects import AnyEffect, Group, read_effect
from .numbers import side
from .outside import Outside, outside_text
from .statuses import Rule, single_in
from .text import effect_text
from .vocabulary import Amount, OneOf, Text, formula_word

if TYPE_CHECKING:
    from .content import Content

TIERS = ("starter", "common", "uncommon", "rare", "boss", "shop", "special")
POTION_RARITIES = ("common", "uncommon", "rare")
COUNTERS = ("kept", "battle", "turn")

Counted = Annotated[int, Field(strict=True, ge=0, le=999)]


class Relic(Data):
    """A relic: rules that hold while the player has it, a counter, and what it does outside of battles.

    `counter` says how long the counter lasts: it is kept from battle to battle, or lasts for a battle or a turn. It
    begins with `start`. Rules know it as `stacks`, effects change it with `apply` and `clear`, and a rule that spends
    acts only as long as the counter has enough.
    """

    name: Name
    tier: Annotated[str, OneOf("tier of relics", TIERS)] = "special"
    color: Name = "any"
    counter: Annotated[str, OneOf("counter", COUNTERS)] | None = None
    start: Counted = 0
    rules: Annotated[tuple[Rule, ...], Field(max_length=8)] = ()
    outside: Outside = Field(default_factory=dict)
    sees: Literal["draw pile"] | None = None
    hides: Literal["intents"] | None = None
    text: Text | None = None

    @model_validator(mode="after")
    def _counter_is_needed(self) -> Relic:
        counts = any(rule.every is not None or rule.spend for rule in self.rules)
        if counts and self.counter is None:
            raise ValueError("a rule with 'every' or 'spend' needs a counter: kept, battle or turn")
        if self.start and self.counter is None:
            raise ValueError("a start needs a counter: kept, battle or turn")
        return self

    def compiled_rules(self) -> list[Rule]:
        """Return its rules as a status would have them: counting is an effect like any other."""
        rules = [_plain(self.name, rule) for rule in self.rules]
        if self.counter == "turn":
            rules.append(Rule(after="turn start", order=1000, do=read_effect({"to": "self", "clear": self.name})))
        return rules

    def describe(self, content: Content | None = None) -> str:
        """Return the relic and what it does."""
        text = self.says(content)
        return f"{self.name}: {text}" if text else self.name

    def says(self, content: Content | None = None) -> str:
        """Return what the relic does: its text, or else sentences made from its rules.

        >>> from cardwright.spire import standard
        >>> standard().relic("Nunchaku").says()
        'Every 10th time you play an attack: gain 1 energy.'
        """
        from .relic_text import relic_text  # which is made from relics itself

        if self.text is not None:
            return self.text
        return " ".join(filter(None, (relic_text(self, single_in(content)), outside_text(self.outside))))


def _plain(name: str, rule: Rule) -> Rule:
    """Return a rule without what only relics know."""
    fields = {key: getattr(rule, key) for key in rule.model_fields_set if key != "every"}
    if rule.spend and rule.spend != "all":
        enough = f"stacks >= {rule.spend}"
        fields["when"] = enough if rule.when is None else f"{enough} and ({rule.when})"
    if rule.every is not None:
        counted = f"{formula_word(name)} >= {rule.every}"
        does = [read_effect({"to": "self", "clear": name}), *([] if rule.do is None else [rule.do])]
        fields["do"] = Group(do=(read_effect({"to": "self", "apply": name}), Group(do=tuple(does), when=counted)))
    return Rule.model_construct(**fields)


class Potion(Data):
    """A potion: what using it does. In a pair such as "20 (40)", the second number is with doubled potency.

    `usable` is a condition. One that `keeps` HP is used by itself when the player would die.
    """

    name: Name
    rarity: Annotated[str, OneOf("rarity of potions", POTION_RARITIES)] = "common"
    color: Name = "any"
    effect: AnyEffect | None = None
    keeps: Amount | None = None
    usable: Amount | None = None
    outside: bool = False
    text: Text | None = None
    strong: dict[str, Any] | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_pairs(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        fixed = {key: value[key] for key in ("name", "strong", "text") if key in value}
        base, better = (
            {key: side(each, strong, TARGET_KEYS, key) for key, each in value.items() if key not in fixed}
            for strong in (False, True)
        )
        changes = {key: each for key, each in better.items() if base[key] != each}
        strong = {**_structured(changes), **(value.get("strong") or {})}
        return {**base, **fixed, **({"strong": strong} if strong else {})}

    @model_validator(mode="after")
    def _does_something(self) -> Potion:
        if (self.effect is None) == (self.keeps is None):
            raise ValueError("a potion has either an effect or 'keeps'")
        if self.strong is not None:
            wrong = set(self.strong) - {"effect", "keeps"}
            if wrong:
                raise ValueError(f"potency cannot change {', '.join(sorted(wrong))}")
            self.stronger()
        return self

    def stronger(self) -> Potion:
        """Return the potion as it is with doubled potency."""
        if self.strong is None:
            return self
        changed = {**self.model_dump(exclude_unset=True, exclude={"strong"}), **self.strong}
        return Potion(**changed)

    def describe(self, content: Content | None = None) -> str:
        """Return the potion and what it does."""
        return f"{self.name}: {self.says(content)}"

    def says(self, content: Content | None = None) -> str:
        """Return what the potion does, in sentences.

        >>> from cardwright.spire import standard
        >>> standard().potion("Fire Potion").says()
        'Deal 20 damage.'
        """
        from .formula_words import condition, phrase

        if self.text is not None:
            return self.text
        parts = [] if self.usable is None else [f"Can only be used if {condition(self.usable)}."]
        if self.keeps is not None:
            parts.append(f"When you would die, your HP become {phrase(self.keeps)} and this is used up.")
        if self.effect is not None:
            parts.append(effect_text(self.effect, single=single_in(content)))
        return " ".join(parts)


def _structured(changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes with their effect in structured form."""
    if "effect" not in changes:
        return changes
    effect = read_effect(changes["effect"]).model_dump(mode="json", exclude_unset=True)
    return {**changes, "effect": effect}
