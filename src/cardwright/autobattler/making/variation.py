"""Small changes to a card, and cards made of parts of two. A card is given as its fields and its new mechanics."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from cardwright.core.making.grower import varied_number

from ..mechanics import MAX_PARAMETER
from .grower import MOST_PRICE, Grower, Split, described

Change = Callable[[dict[str, Any], dict[str, Any], Grower, random.Random], None]


def varied(card: Split, grower: Grower, rng: random.Random) -> Split:
    """Return a card with one change."""
    fields, new = copy.deepcopy(card)
    changes: list[Change] = [_change_attack, _change_health, _change_price, _add]
    if fields["mechanics"]:
        changes += [_change_parameter, _drop, _replace]
    if new:
        changes += [_change_rule, _change_rule]
    while (fields, new) == card:
        rng.choice(changes)(fields, new, grower, rng)
    return fields, new


def crossed(first: Split, second: Split, rng: random.Random) -> Split:
    """Return a card with the body of one card and mechanics of both."""
    fields = copy.deepcopy(first[0])
    kept = [(each, name) for each in (second, first) for name in each[0]["mechanics"] if rng.random() < 0.6]
    fields["mechanics"] = {name: each[0]["mechanics"][name] for each, name in kept}
    if rng.random() < 0.5:
        fields["health"] = second[0]["health"]
    return fields, {name: each[1][name] for each, name in kept if name in each[1]}


def _change_attack(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    fields["attack"] = max(0, varied_number(fields["attack"], rng, 0.5) + rng.choice((-1, 0, 1)))


def _change_health(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    fields["health"] = max(1, varied_number(fields["health"], rng, 0.5) + rng.choice((-1, 0, 1)))


def _change_price(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    fields["price"] = min(MOST_PRICE, max(1, fields["price"] + rng.choice((-1, 1))))


def _change_parameter(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    name = rng.choice(sorted(fields["mechanics"]))
    number = fields["mechanics"][name]
    if number is not None:
        fields["mechanics"][name] = min(MAX_PARAMETER, max(1, varied_number(number, rng) + rng.choice((-1, 1))))


def _add(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    grower.add_mechanic(fields, new, rng)


def _drop(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    name = rng.choice(sorted(fields["mechanics"]))
    del fields["mechanics"][name]
    new.pop(name, None)


def _replace(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    _drop(fields, new, grower, rng)
    _add(fields, new, grower, rng)


def _change_rule(fields: dict[str, Any], new: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    """Let a rule of a new mechanic happen at another moment, under another condition, aim elsewhere, or be another."""
    name = rng.choice(sorted(new))
    rules = [dict(rule) for rule in new[name]["rules"]]
    where, other = rng.randrange(len(rules)), grower.rule(rng)
    part = rng.choice(("when", "to", "if", "all"))
    if part == "all":
        rules[where] = other
    elif part in other:
        rules[where][part] = other[part]
    elif part == "if":
        rules[where].pop("if", None)
    new[name] = described(rules)
    number = fields["mechanics"][name] or rng.randint(1, 4)
    fields["mechanics"][name] = number if "parameter" in new[name] else None
