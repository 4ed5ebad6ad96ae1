"""What a designer would not print, although the game could play it: the checks of a card that is grown."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.core.making.maker import Card

from ..notation.content import Content
from .counts import GROUP, aimed, dumped, is_own, keys
from .grower import Grower
from .likeness import repeats
from .sense import is_senseless, is_senseless_card, is_worthless
from .status_sense import counts_nothing, is_senseless_status
from .strength import Strengths

NAMES = {"apply", "clear", "add", "other_than", "text", "name", "spawn"}  # fields that hold names, not formulas
_UNKNOWN = re.compile(r"\b(upgrades|roll|last|ascension)\b")  # words of cards with many upgrades and of enemies
Side = tuple[str, bool, bool]  # a status, whether one has it oneself, and whether stacks of it are taken


class Taste:
    """Knows the cards of some content, and what is odd beside them."""

    def __init__(self, content: Content, grower: Grower):
        self.content = content
        self.needed = grower.counts.needed

    def objection(self, card: Card) -> str:
        """Return why a card is not worth a try; empty if it is."""
        (fields,) = card["cards"].values()
        effect, statuses = fields["effect"], card.get("statuses", {})
        if (re.search(r"\bX\b", str(effect)) is not None) != (fields["cost"] == "X"):
            return "X needs a card that costs X"
        if self.needed[fields["type"]] - keys(effect) or repeats(effect) or is_senseless_card(fields):
            return "its parts do not go together"
        if any(is_senseless(each, self._below_zero) or repeats(each) for each in _effects(card)):
            return "a part of it is idle"
        if any(_UNKNOWN.search(each) for each in _formulas([effect, statuses])):
            return "it asks for a number that it does not have"
        about_statuses = self._objection_to_statuses(card, effect, statuses)
        usual = about_statuses or self._strengths.is_usual(fields, len(statuses))
        return about_statuses if usual else "its numbers are not usual for its cost"

    def _objection_to_statuses(self, card: Card, effect: Any, statuses: Mapping[str, Any]) -> str:
        debuffs = self._debuffs | {name for name, status in statuses.items() if status.get("debuff")}
        if is_worthless(effect, debuffs):
            return "it does nothing for the player"
        if (
            self._asks_for_unusual_statuses(card)
            or self._helpers & _applied(list(_effects(card)))
            or self._misplaces(card)
        ):
            return "it uses a status as no card does"
        applied = ((each, effect) for effect in _effects(card) for each, _ in aimed(effect) if "apply" in each)
        if any(self._counts_nothing(each["apply"], each.get("amount", 1)) for each, _ in applied):
            return "stacks of a status make no difference"
        for name, status in statuses.items():
            if name not in str(effect) or is_senseless_status(status, _stacks(effect, name), debuffs):
                return f"{name} makes no sense"
        return ""

    def _counts_nothing(self, status: str, amount: Any) -> bool:
        known = self.content.statuses.get(status)
        return known is not None and counts_nothing(known.model_dump(exclude_unset=True), amount)

    def _misplaces(self, card: Card) -> bool:
        """Return whether a status ends up on a side on which no card of the game puts it, or nobody has to lose it.

        A new status is for its player, and a new debuff for enemies.
        """
        own = card.get("statuses", {})
        (fields,) = card["cards"].values()
        applied = list(_sides(fields["effect"]))
        for status in own.values():
            found = [each for effect in _effects_of(status) for each in _sides(effect)]
            applied += [(name, mine != bool(status.get("debuff")), taken) for name, mine, taken in found]
        clears = [each["clear"] for effect in _effects(card) for each, _ in aimed(effect) if "clear" in each]
        wrong = any(mine == bool(own[name].get("debuff")) for name, mine, _ in _sides(fields["effect"]) if name in own)
        strange = any(each[0] not in own and each not in self._sides for each in applied)
        return wrong or strange or not set(clears) <= {name for name, _, _ in applied}

    def _asks_for_unusual_statuses(self, card: Card) -> bool:
        """Return whether a formula asks for stacks of a status that no formula of the game asks for.

        Hardly any deck has such a status. Those of the card itself and those of which it applies a number may be asked
        for, but not "Gain Dark Embrace equal to your Dark Embrace".
        """
        (fields,) = card["cards"].values()
        words = set(re.findall(r"[A-Z]\w+", " ".join(_formulas([fields["effect"], card.get("statuses", {})]))))
        given = {
            each["apply"]
            for each, _ in aimed(fields["effect"])
            if isinstance(each.get("amount", 1), int) and "apply" in each
        }
        return not words <= self._asked_for | {name.replace(" ", "_") for name in given}

    @functools.cached_property
    def _cards(self) -> list[dict[str, Any]]:
        """The effects of the cards of the game."""
        return [dumped(card.effect) for card in self.content.own_cards() if card.effect is not None]

    @functools.cached_property
    def _sides(self) -> set[Side]:
        """The statuses that cards of the game apply, and to whom."""
        return {each for effect in self._cards for each in _sides(effect)}

    @functools.cached_property
    def _asked_for(self) -> set[str]:
        """The statuses, and parts of names, that formulas of cards of the game ask for."""
        return set(re.findall(r"[A-Z]\w+", " ".join(_formulas(self._cards))))

    @functools.cached_property
    def _helpers(self) -> set[str]:
        """The statuses that cards apply only beside another one, as its price or its end."""
        applied = [_applied(effect) for effect in self._cards]
        alone = {name for names in applied for name in names if len(names) == 1}
        return {name for names in applied for name in names} - alone

    @functools.cached_property
    def _strengths(self) -> Strengths:
        return Strengths(self.content)

    @functools.cached_property
    def _debuffs(self) -> set[str]:
        return {name for name, status in self.content.statuses.items() if status.debuff}

    @functools.cached_property
    def _below_zero(self) -> set[str]:
        """The statuses that one can lose without having them."""
        return {name for name, status in self.content.statuses.items() if status.debuff_if_lost}


def _effects(card: Card) -> Iterator[Any]:
    """Yield the effect of the card and those of its statuses."""
    (fields,) = card["cards"].values()
    yield fields["effect"]
    for status in card.get("statuses", {}).values():
        yield from _effects_of(status)


def _effects_of(status: Mapping[str, Any]) -> Iterator[Any]:
    return (rule["do"] for rule in status.get("rules", ()) if "do" in rule)


def _formulas(value: Any) -> Iterator[str]:
    """Yield the formulas of nested data: what stands where an amount, a number of times or a condition is."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            if isinstance(each, str) and key not in NAMES:
                yield each
            yield from _formulas(each)
    elif isinstance(value, list):
        for each in value:
            yield from _formulas(each)


def _applied(effect: Any) -> set[str]:
    """Return the names of the statuses that an effect applies."""
    return set(re.findall(r"'apply': '([^']+)'", str(effect)))


def _sides(effect: Any) -> Iterator[Side]:
    """Yield the statuses that an effect applies, whether it does so to whoever acts, and whether it takes stacks."""
    applied = ((each, target) for each, target in aimed(effect) if "apply" in each)
    return ((each["apply"], is_own(target), str(each.get("amount", 1))[0] == "-") for each, target in applied)


def _stacks(effect: Any, status: str) -> Any:
    """Return how many stacks of a status an effect applies first; None if it does not."""
    if "apply" in effect and effect["apply"] == status:
        return effect.get("amount", 1)
    return next((found for part in effect.get(GROUP, ()) if (found := _stacks(part, status)) is not None), None)
