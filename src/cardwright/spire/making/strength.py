"""How much a card does by its printed numbers, in shares of what known cards of its cost do.

Quick agents misjudge what a large number is worth, so a card must also look like one of its cost.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..notation.content import Content
from .counts import GROUP, TYPES, aimed, aims_at_cards, amount_field, dumped, is_own

WITHOUT_NUMBER = 0.4  # the share of an action without a number, and of a new status
LEAST, MOST = 0.4, 1.5  # the sums of shares of nearly all known cards
Known = list[tuple[int, frozenset[str], int]]  # of a number: the costs, the other prices and the amounts of cards
PRICES = {"lose_hp", "add"}  # actions that a player takes with a better one
EACH = "each"


class Printed(NamedTuple):
    """A number of a card: the action, the status or card it is about, and the number with its repetitions.

    What happens for each card, or X times, is about "each": its number is that of one time. What happens to all
    enemies is about "all".
    """

    action: str
    about: str
    amount: int


class Strengths:
    """The numbers of known cards by cost."""

    def __init__(self, content: Content):
        self._known: dict[tuple[str, str], Known] = defaultdict(list)
        self._debuffs = {name for name, status in content.statuses.items() if status.debuff}
        cards = [
            each.model_dump(mode="json", exclude_unset=True) | {"effect": dumped(each.effect)}
            for each in content.own_cards()
            if each.type in TYPES and each.effect is not None and isinstance(each.cost, int)
        ]
        for card in cards:
            for action, about, amount in printed(card["effect"]):
                self._known[action, about].append((card["cost"], self._prices(card), amount))

    def is_usual(self, card: Mapping[str, Any], statuses: int) -> bool:
        """Return whether a card that brings so many new statuses does about as much as known cards of its cost."""
        most = max((self._of(each, card) for each in printed(card["effect"])), default=0.0)
        return most <= 1 and LEAST <= self.share(card) + statuses * WITHOUT_NUMBER <= MOST

    def share(self, card: Mapping[str, Any]) -> float:
        """Return the sum of what its numbers are as shares of the largest that known cards of its cost have."""
        price = self._prices(card)
        return sum(self._of(each, card) for each in printed(card["effect"]) if not price & {each.action, each.about})

    def _of(self, each: Printed, card: Mapping[str, Any]) -> float:
        if each.amount < 0:
            return 0.0
        known, cost, price = self._known.get((each.action, each.about), []), card.get("cost", 1), self._prices(card)
        cost = cost if isinstance(cost, int) else 1
        if each.amount == 0:
            return _without_number(each, cost, known)
        some = [amount for own, paid, amount in known if own <= cost and paid <= price]
        largest: float = max(some, default=0)
        if largest <= 0:  # only dearer cards have it: a share of what they have
            largest = min((amount * (cost + 1) / (own + 1) for own, _, amount in known if amount > 0), default=0)
        return each.amount / largest if largest else WITHOUT_NUMBER

    def _prices(self, card: Mapping[str, Any]) -> frozenset[str]:
        """Return what a card costs besides energy, with the debuffs that its player gets."""
        own = (each["apply"] for each, target in aimed(card["effect"]) if "apply" in each and is_own(target))
        return prices(card).union(self._debuffs.intersection(own))


def _without_number(each: Printed, cost: int, known: Known) -> float:
    """Return the share of an action without a number, or with a formula in its place.

    What is done to every card is more at a lower cost than that of known cards. A formula can be far beyond the single
    stack that known cards give of a status such as Intangible.
    """
    if each.action == "apply" and known and all(amount == 1 for _, _, amount in known):
        return math.inf
    if each.about == EACH and known:
        return WITHOUT_NUMBER * max(1.0, min((own + 1) / (cost + 1) for own, _, _ in known))
    return WITHOUT_NUMBER


def printed(
    effect: Mapping[str, Any], times: int = 1, each: bool = False, everybody: bool = False
) -> Iterator[Printed]:
    """Yield the numbers of an effect; that of an action without one is 0, of a formula the number it begins with."""
    repeated, target = effect.get("times", 1), effect.get("to")
    each = each or not isinstance(repeated, int)
    each = each or (isinstance(target, Mapping) and "all" in target and aims_at_cards(target))
    everybody = (everybody and target is None) or target == {"all": "enemies"}
    times *= repeated if isinstance(repeated, int) else 1
    if GROUP in effect:
        for part in effect[GROUP]:
            yield from printed(part, times, each, everybody)
        return
    action = next(iter(effect))
    field = amount_field(action)
    amount = effect.get(field, 1) if field else 0
    about = str(effect[action]) if action in ("apply", "add") else EACH if each else "all" if everybody else ""
    yield Printed(action, about, times * (amount if isinstance(amount, int) else _constant(amount)))


def _constant(formula: str) -> int:
    """Return the number with which a formula begins, as 6 in "6 + 2 * named.Strike"; 0 if it does not."""
    found = re.match(r"(\d+) [+-]", formula)
    return int(found[1]) if found else 0


def prices(card: Mapping[str, Any]) -> frozenset[str]:
    """Return what a card costs besides energy: that it is exhausted, hurts its player or has a condition."""
    fields = {each for each in ("exhaust", "playable") if card.get(each)} | ({"power"} & {card["type"]})
    return frozenset(fields | ({each.action for each in printed(card["effect"])} & PRICES))
