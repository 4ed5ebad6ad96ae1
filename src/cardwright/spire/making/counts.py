"""What existing cards and statuses are made of, counted: the distribution that new ones are drawn from."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cardwright.core.making.grower import Choices

from ..notation.actions import Broadcast, Intend, Leave, Roll, SetHP, Spawn, Steal
from ..notation.card_actions import Remove, Stack
from ..notation.cards import Card
from ..notation.content import Content
from ..notation.effects import ACTIONS, OnAgent, OnCard
from ..notation.player_actions import FillSlots, Gain, Host
from ..notation.statuses import Rule, Status
from ..notation.vocabulary import KEYWORDS

RULE = "rule"  # the context of effects in rules of statuses; that of a card is its type
NO_TARGET = "null"
GROUP = "do"  # an effect within an effect, among the actions of a group
ONE_OF = "one_of"  # whether the player chooses one of the effects in a group
TYPES = ("attack", "skill", "power")  # of cards that people play
# Python functions, what only enemies or potions do, what is aimed at statuses, as no known card is, and what needs
# other entries
_LEFT_OUT = (Broadcast, FillSlots, Gain, Host, Intend, Leave, Remove, Roll, SetHP, Spawn, Stack, Steal)
LEFT_OUT = {"use", *(kind.key() for kind in _LEFT_OUT)}


class Counts:
    """How often each construct occurs, and the numbers and formulas that occur in each place."""

    def __init__(self, content: Content):
        self.types = Choices()
        self.costs: dict[str, Choices] = defaultdict(Choices)
        self.keywords: dict[str, Choices] = defaultdict(Choices)  # by type; "" for a card without any
        self.playable: list[str] = []
        self.needed: dict[str, set[str]] = {}  # by type: the actions that every card of the type has
        self.parts: dict[str, Choices] = defaultdict(Choices)  # by context: how many parts an effect has
        self.targets: dict[str, Choices] = defaultdict(Choices)  # by context
        self.lengths: dict[str, Choices] = defaultdict(Choices)  # by target: how many actions are aimed at it
        self.actions: dict[tuple[str, str], Choices] = defaultdict(Choices)  # by context and target
        self.fields: dict[tuple[str, str, str], Choices] = defaultdict(Choices)  # by action, field and target
        self.numbers: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)  # (cost, number) by action
        self.formulas: dict[tuple[str, str], list[str]] = defaultdict(list)  # by context and action, "times" or "when"
        self.limits: dict[tuple[str, str], Choices] = defaultdict(Choices)  # by context, "times" or "when": has it any?
        self.rules: list[Rule] = []
        self.statuses: list[Status] = []
        for card in content.own_cards():
            if card.type in TYPES and card.effect is not None:
                self._learn_card(card)
        for card in content.cards.values():
            if card.type in TYPES and card.effect is not None:
                self._learn_numbers(dumped(card.effect), card.type, _cost(card))
        for status in content.statuses.values():
            self._learn_status(status)

    def _learn_card(self, card: Card) -> None:
        self.types[card.type] += 1
        self.costs[card.type][str(card.cost)] += 1
        words = [word for word in KEYWORDS if getattr(card, word)]
        self.keywords[card.type].update(words or [""])
        if card.playable is not None:
            self.playable.append(str(card.playable))
        effect = dumped(card.effect)
        self.needed[card.type] = self.needed.get(card.type, keys(effect)) & keys(effect)
        self._learn_effect(effect, card.type)

    def _learn_status(self, status: Status) -> None:
        self.statuses.append(status)
        for rule in status.rules:
            do = None if rule.do is None else dumped(rule.do)
            if do is not None and not LEFT_OUT.intersection(keys(do)):
                self._learn_effect(do, RULE)
                self._learn_numbers(do, RULE, 0)
            if do is None or not LEFT_OUT.intersection(keys(do)):
                self.rules.append(rule)
            if rule.when is not None and not _OF_ENEMIES.search(str(rule.when)):
                self.formulas[RULE, "when"].append(str(rule.when))

    def _learn_effect(self, effect: Mapping[str, Any], context: str) -> None:
        found = parts(effect)
        self.parts[context][str(len(found))] += 1
        for part in found:
            self._learn_part(part, context)

    def _learn_part(self, part: Mapping[str, Any], context: str) -> None:
        target = as_key(part.get("to"))
        inside = part["do"] if GROUP in part else [part]
        self.targets[context][target] += 1
        self.lengths[target][str(len(inside))] += 1
        for limit in ("times", "when"):
            self.limits[context, limit][str(limit in part)] += 1
        for each in inside:
            key = GROUP if GROUP in each else next(iter(each))
            if key in LEFT_OUT:
                continue
            self.actions[context, target][key] += 1
            if key == GROUP:
                self._learn_part(each, context)
                continue
            for field, value in each.items():
                self.fields[key, field, target][json.dumps(value)] += 1

    def _learn_numbers(self, effect: Mapping[str, Any], context: str, cost: int) -> None:
        for part in _all_parts(effect):
            for limit in ("times", "when"):
                if limit in part:
                    self._learn_amount(part[limit], context, limit, cost)
            if GROUP not in part:
                key = next(iter(part))
                self._learn_amount(part.get(amount_field(key) or ""), context, key, cost)

    def _learn_amount(self, value: Any, context: str, use: str, cost: int) -> None:
        if isinstance(value, int):
            self.numbers[context if context == RULE else "card", use].append((cost, value))
        elif isinstance(value, str):
            self.formulas[context if context == RULE else "card", use].append(value)

    def possible_actions(self, target: str) -> list[str]:
        """Return the actions that can be aimed at a target."""
        kind = OnCard if aims_at_cards(json.loads(target)) else OnAgent
        aimed = [key for key, each in ACTIONS.items() if issubclass(each, kind) and key not in LEFT_OUT]
        return [key for key in ACTIONS if key not in LEFT_OUT] if target == NO_TARGET else aimed


_OF_ENEMIES = re.compile(r"\b(position|roll|last)\b")  # words that say nothing to a player


def dumped(effect: Any) -> dict[str, Any]:
    """Return an effect in structured form, as plain data."""
    data: dict[str, Any] = effect.model_dump(mode="json", exclude_unset=True)
    return data


def parts(effect: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the parts of an effect that only joins them, else the effect itself as its only part."""
    plain = GROUP in effect and not {ONE_OF, "to", "times", "when"}.intersection(effect)
    return effect["do"] if plain else [effect]


def _all_parts(effect: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    yield effect
    for part in effect.get(GROUP, ()):
        yield from _all_parts(part)


def keys(effect: Mapping[str, Any]) -> set[str]:
    """Return the actions of an effect."""
    return {next(iter(part)) for part in _all_parts(effect) if GROUP not in part}


def is_own(target: Any) -> bool:
    """Return whether an action without another target than this one is for whoever acts."""
    return target in (None, "self")


def aimed(effect: Mapping[str, Any], target: Any = None) -> Iterator[tuple[Mapping[str, Any], Any]]:
    """Yield the actions of an effect, each with what it is aimed at."""
    target = effect.get("to", target)
    for part in effect.get(GROUP, ()):
        yield from aimed(part, target)
    if GROUP not in effect:
        yield effect, target


def as_key(value: Any) -> str:
    """Return plain data as a key to count by."""
    return json.dumps(value, sort_keys=True)


def amount_field(action: str) -> str | None:
    """Return the field of an action that holds its amount, None if it has none."""
    slots = ACTIONS[action].form.slots if action in ACTIONS else {}
    return next((name for name, kind in slots.items() if kind in ("amount", "number")), None)


def aims_at_cards(target: Any) -> bool:
    """Return whether a target in structured form is one of cards."""
    if isinstance(target, str):
        return target == "this card"
    if not isinstance(target, Mapping):
        return False
    return next(iter(target.values())) in ("hand", "draw", "discard", "exhaust")


def _cost(card: Card) -> int:
    return card.cost if isinstance(card.cost, int) else 1
