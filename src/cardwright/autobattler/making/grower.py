"""Growing cards and mechanics: every choice is drawn from the counts of existing ones."""

from __future__ import annotations

import contextlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from cardwright.core.making.grower import Choices, varied_number

from ..cards import Card
from ..mechanics import MAX_PARAMETER, Mechanic, Rule, mechanics
from ..profiles import PROFILES
from .rule_text import rules_text

NEW_MECHANIC = 0.6  # the chance that a mechanic of a new card is a new one
SECOND_RULE = 0.25  # the chance that a new mechanic has a second rule
MOST_PRICE = 7  # the gold of the first round
PARAMETER = "amount"  # what the number of a new mechanic is called
WHEN, DO, TO = (get_args(Rule.model_fields[each].annotation) for each in ("when", "do", "to"))
OF_PAPER = ("start",)  # only the profile "paper" has rules on this trigger; grown cards do without

Split = tuple[dict[str, Any], dict[str, Any]]  # the fields of a card, and its new mechanics by name


class Grower:
    """Grows cards after some cards and the built-in mechanics."""

    def __init__(self, cards: Sequence[Card], names: Sequence[Sequence[str]]):
        self.cards = cards
        self.names = names  # words for new mechanics
        self.prices = Choices(str(card.price) for card in cards)
        self.counts = Choices(str(len(card.mechanics)) for card in cards)
        self.mechanics = Choices(name for card in cards for name in card.mechanics)
        self.parameters: dict[str, list[int]] = defaultdict(list)  # by mechanic, and by what its rules do
        for card in cards:
            for name, parameter in card.mechanics.items():
                for use in (name, *(rule.do for rule in mechanics()[name].rules if rule.holds(PROFILES["corrected"]))):
                    self.parameters[use] += [parameter] if parameter else []
        corrected = PROFILES["corrected"]
        self.rules = [rule for each in mechanics().values() for rule in each.rules if rule.holds(corrected)]
        self.when = Choices(rule.when for rule in self.rules)
        self.do = _by("when", "do", self.rules)
        self.to = _by("do", "to", self.rules)
        self.limited = _by("do", "limited", self.rules)
        self.amounts = _by("do", "amount", self.rules)
        self.conditions = [rule.condition for rule in self.rules if rule.condition]

    def card(self, rng: random.Random) -> Split:
        """Return the fields of a new card, and its new mechanics."""
        price = int(self.prices.draw(rng))
        attack, health = self.stats(price, rng)
        fields: dict[str, Any] = {"attack": attack, "health": health, "mechanics": {}, "price": price}
        new: dict[str, Any] = {}
        for _ in range(int(self.counts.draw(rng, "012"))):
            self.add_mechanic(fields, new, rng)
        return fields, new

    def stats(self, price: int, rng: random.Random) -> tuple[int, int]:
        """Return attack and health like those of a card with about the same price."""
        weights = [1 / (1 + 2 * abs(price - card.price)) for card in self.cards]
        like = rng.choices(self.cards, weights)[0]
        return varied_number(like.attack, rng), max(1, varied_number(like.health, rng))

    def add_mechanic(self, fields: dict[str, Any], new: dict[str, Any], rng: random.Random) -> None:
        """Give a card one more mechanic, a built-in or a new one."""
        if rng.random() >= NEW_MECHANIC:
            name = self.mechanics.draw(rng, (each for each in mechanics() if mechanics()[each].rules))
            fields["mechanics"][name] = self.parameter(name, mechanics()[name], rng)
            return
        name = " ".join(map(rng.choice, self.names))
        new[name] = self.mechanic(rng)
        fields["mechanics"][name] = self.parameter(new[name]["rules"][0]["do"], new[name], rng)

    def parameter(self, use: str, mechanic: Mechanic | Mapping[str, Any], rng: random.Random) -> int | None:
        """Return the number on a card with a mechanic, None if it takes none."""
        needed = mechanic.parameter if isinstance(mechanic, Mechanic) else mechanic.get("parameter")
        if not needed:
            return None
        return min(MAX_PARAMETER, varied_number(rng.choice(self.parameters.get(use) or [1, 2, 3]), rng))

    def mechanic(self, rng: random.Random) -> dict[str, Any]:
        """Return a new mechanic."""
        return described([self.rule(rng) for _ in range(1 + (rng.random() < SECOND_RULE))])

    def rule(self, rng: random.Random) -> dict[str, Any]:
        """Return a rule: when something happens, under a condition or not, do something to somebody."""
        when = self.when.draw(rng, (each for each in WHEN if each not in OF_PAPER))
        do = self.do[when].draw(rng, DO)
        rule: dict[str, Any] = {"when": when, "do": do}
        if do not in ("swap", "ignore", "share"):
            rule["to"] = "self" if do == "copy attack" else self.to[do].draw(rng, TO)
        if self.limited[do].draw(rng, ("True", "False")) == "True":
            rule["if"] = self.condition(rng)
        amount = self.amounts[do].draw(rng, () if do in ("kill", "swap", "copy attack") else ("p", "age", "hits"))
        if amount != "0":
            rule["amount"] = amount if amount in ("p", "age", "hits") else varied_number(int(amount), rng)
        return rule

    def condition(self, rng: random.Random) -> str:
        """Return a condition: one that exists, often with another counter or number."""
        counter, comparison, bound = rng.choice(self.conditions).split()
        counter = rng.choice(("age", "hits", counter))
        bound = str(rng.randint(2, 5)) if rng.random() < 0.5 else bound
        return f"{counter} {comparison} {bound}"


def described(rules: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return a mechanic with its text, and with a parameter if its rules use one; unsound rules get no text."""
    uses = any(rule.get("amount") == "p" or str(rule.get("if", "")).endswith("p") for rule in rules)
    made: dict[str, Any] = {"parameter": PARAMETER} if uses else {}
    with contextlib.suppress(ValueError):
        made["text"] = rules_text(map(Rule.model_validate, rules))
    return {**made, "rules": [dict(rule) for rule in rules]}


def _by(key: str, value: str, rules: Iterable[Rule]) -> dict[str, Choices]:
    counted: dict[str, Choices] = defaultdict(Choices)
    for rule in rules:
        found = bool(rule.condition) if value == "limited" else getattr(rule, value)
        counted[getattr(rule, key)][str(found)] += 1
    return counted
