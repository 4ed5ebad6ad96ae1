"""Cards without their names, to find those that do the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.core.making.grower import likeness_of
from cardwright.core.making.maker import Likeness

from ..cards import Card
from ..mechanics import CONDITION, Mechanic, Rule
from ..profiles import PROFILES


def likeness(card: Card, mechanics: Mapping[str, Mechanic]) -> Likeness:
    """Return what a card does; a new mechanic with the rules of a built-in one is the same."""
    found = [
        _rule(rule, parameter)
        for name, parameter in card.mechanics.items()
        for rule in mechanics[name].rules
        if rule.holds(PROFILES["corrected"])
    ]
    return likeness_of(
        {
            "price": str(card.price),  # a card of another price is another card
            "body": [card.attack, card.health],
            "rules": sorted(found, key=likeness_of),
        }
    )


def _rule(rule: Rule, parameter: int | None) -> dict[str, Any]:
    """Return a rule with the numbers of its card."""
    number = parameter if rule.amount == "p" else rule.amount
    made: dict[str, Any] = {"when": rule.when, "do": rule.do, "to": rule.to, "amount": number}
    if rule.condition:
        counter, comparison, bound = CONDITION.fullmatch(rule.condition).groups()  # type: ignore[union-attr]
        limit = parameter if bound == "p" else int(bound)
        assert limit is not None
        strict = {">": 1, "<": -1}.get(comparison, 0)
        made["if"] = [counter, comparison[0], limit + strict]  # "more than 2" is "at least 3"
    return made
