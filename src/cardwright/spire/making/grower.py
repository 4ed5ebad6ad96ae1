"""Growing effects, statuses and cards: every choice is drawn from the counts of existing ones."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Sequence
from typing import Any

from cardwright.core.making.grower import varied_number

from ..engine.rules import Event
from ..notation.content import Content
from ..notation.effects import ACTIONS
from ..notation.player_actions import Add
from ..notation.vocabulary import EVENTS
from .counts import GROUP, NO_TARGET, RULE, Counts, amount_field, as_key, parts
from .formula_variation import varied_formula

FORMULA = 0.12  # the chance that an amount on a card is a formula, if its action is known with one
NEW_RULE = {"attack": 0.1, "skill": 0.15, "power": 0.6}  # the chance that a card brings a new status
SECOND_RULE = 0.15  # the chance that a new status has a second rule
NESTING = 2  # groups within groups
MOST_TIMES = 6

Effect = dict[str, Any]


class Grower:
    """Grows parts of cards after the cards of some content."""

    def __init__(self, content: Content):
        self.counts = Counts(content)
        self.statuses = sorted({name for key in self.counts.fields for name in self._names(key, "apply")})
        self.status_cards = sorted(
            card.name for card in content.own_cards() if card.type == "status" and card.name in content.cards
        )

    def _names(self, key: tuple[str, str, str], action: str) -> list[str]:
        return [json.loads(each) for each in self.counts.fields[key]] if key[:2] == (action, action) else []

    # Effects

    def effect(self, context: str, cost: int, rng: random.Random) -> Effect:
        """Return an effect for a card of some type, or for a rule."""
        count = int(self.counts.parts[context].draw(rng, "12"))
        grown = [self.part(context, cost, rng) for _ in range(count)]
        return grown[0] if count == 1 else {GROUP: grown}

    def part(self, context: str, cost: int, rng: random.Random, depth: int = 1) -> Effect:
        """Return an action, or several with one target, condition or number of repetitions."""
        target = self.counts.targets[context].draw(rng)
        length = int(self.counts.lengths[target].draw(rng)) if target in self.counts.lengths else 1
        inside = _without_repetition(self._item(context, target, cost, rng, depth) for _ in range(length))
        group: Effect = {GROUP: inside}
        if target != NO_TARGET:
            group["to"] = json.loads(target)
        for limit in ("times", "when"):
            known = self.formulas(context, limit)
            if (known or limit == "times") and self.counts.limits[context, limit].draw(rng) == "True":
                group[limit] = self.amount(context, limit, cost, rng)
        if isinstance(group.get("times"), int):
            group["times"] = min(MOST_TIMES, max(2, group["times"]))
        return inside[0] if len(group) == 1 and len(inside) == 1 else group

    def _item(self, context: str, target: str, cost: int, rng: random.Random, depth: int) -> Effect:
        key = self.counts.actions[context, target].draw(rng, self.counts.possible_actions(target))
        if key == GROUP and depth < NESTING:
            inner = self.part(context, cost, rng, depth + 1)
            return inner if GROUP in inner else {GROUP: [inner], "when": self.amount(context, "when", cost, rng)}
        while key == GROUP:
            key = self.counts.actions[context, target].draw(rng, self.counts.possible_actions(target))
        return self.action(key, context, target, cost, rng)

    def action(self, key: str, context: str, target: str, cost: int, rng: random.Random) -> Effect:
        """Return one action with all its fields."""
        amount = amount_field(key)
        grown: Effect = {}
        for field, slot in ACTIONS[key].form.slots.items():
            if field == amount:
                grown[field] = self.amount(context, key, cost, rng)
            elif slot != "flag" or rng.random() < 0.1:
                grown[field] = True if slot == "flag" else self._field(key, field, slot, target, rng)
        return {name: grown[name] for name in sorted(grown, key=lambda name: name != key)}

    def _field(self, key: str, field: str, slot: str, target: str, rng: random.Random) -> Any:
        fields = self.counts.fields
        here = fields.get((key, field, target))
        anywhere = sorted({each for known, some in fields.items() if known[:2] == (key, field) for each in some})
        if slot == "name" and here is not None:
            return json.loads(here.draw(rng, anywhere))
        if anywhere:
            return json.loads(rng.choice(anywhere))
        return {"name": rng.choice(self.status_cards if key == Add.key() else self.statuses), "pile": "hand",
                "types": ["attack"], "word": "turn"}[slot]  # fmt: skip

    def amount(self, context: str, use: str, cost: int, rng: random.Random) -> int | str:
        """Return a number or a formula for an action, for `times` or for `when`.

        Numbers are like those of cards with about the same cost.
        """
        where = RULE if context == RULE else "card"
        formulas, numbers = self.formulas(context, use), self.counts.numbers[where, use]
        share = len(formulas) / max(1, len(formulas) + len(numbers)) if context == RULE else FORMULA
        if formulas and (not numbers or rng.random() < share):
            return varied_formula(rng.choice(formulas), self.statuses, rng)
        if not numbers:
            return "stacks" if context == RULE else rng.randint(1, 3)
        weights = [1 / (1 + 2 * abs(cost - own)) for own, _ in numbers]
        return varied_number(rng.choices(numbers, weights)[0][1], rng)

    def formulas(self, context: str, use: str) -> Sequence[str]:
        """Return the formulas that are known for an action, for `times` or for `when`."""
        return self.counts.formulas[RULE if context == RULE else "card", use]

    # Statuses

    def status(self, for_enemies: bool, rng: random.Random) -> dict[str, Any]:
        """Return a new status without its name and text, meant for its owner's good or for enemies."""
        like = rng.choice([each for each in self.counts.statuses if each.debuff == for_enemies])
        count = 1 + (rng.random() < SECOND_RULE)
        grown: dict[str, Any] = {"rules": [self.rule(rng) for _ in range(count)]}
        if for_enemies:
            grown["debuff"] = True
        for field in ("decay", "stacking", "grace"):
            if field in like.model_fields_set:
                grown[field] = like.model_dump(mode="json", exclude_unset=True)[field]
        return grown

    def rule(self, rng: random.Random) -> dict[str, Any]:
        """Return a rule: the event of one existing rule, with a condition and a change or an effect of others."""
        head = rng.choice(self.counts.rules).model_dump(mode="json", exclude_unset=True)
        grown: dict[str, Any] = {key: head[key] for key in _HEAD if key in head}
        if "modify" in head:
            return {**grown, **self._change(head, rng)}
        if rng.random() < 0.35:
            grown = {"after": rng.choice(_HAPPENINGS)}
        if rng.random() < 0.2:
            grown["when"] = self.amount(RULE, "when", 0, rng)
        elif head.get("when") in self.formulas(RULE, "when") and grown.get("after") == head.get("after"):
            grown["when"] = head["when"]
        return {**grown, "do": self.effect(RULE, 0, rng)}

    def _change(self, head: dict[str, Any], rng: random.Random) -> dict[str, Any]:
        """Return how a rule that modifies does so: as it is known for this value, with other numbers."""
        change: dict[str, Any] = {key: head[key] for key in _CHANGE if key in head}
        if "times" in change and change["times"] != 1:
            change["times"] = rng.choice((0.5, 0.67, 0.75, 1.25, 1.5, 2.0))
        if isinstance(change.get("add"), str) and rng.random() < 0.5:
            change["add"] = rng.choice(("stacks", "2 * stacks", "-stacks"))
        known = [each for each in self._conditions() if not _LATER.search(each)]
        if known and rng.random() < 0.4:
            change["when"] = varied_formula(rng.choice(known), self.statuses, rng)
        return change

    def _conditions(self) -> list[str]:
        return [*self.formulas(RULE, "when"), *self.formulas("card", "when"), *self.counts.playable]

    # Cards

    def card(self, rng: random.Random) -> dict[str, Any]:
        """Return the fields of a new card, but its name and what it does with a status of its own."""
        kind = self.counts.types.draw(rng)
        text = self.counts.costs[kind].draw(rng)
        cost = int(text) if text.isdigit() else text
        card: dict[str, Any] = {"type": kind, "cost": cost}
        keyword = self.counts.keywords[kind].draw(rng)
        if keyword:
            card[keyword] = True
        if self.counts.playable and rng.random() < 0.02:
            card["playable"] = rng.choice(self.counts.playable)
        card["effect"] = self.effect(kind, cost if isinstance(cost, int) else 1, rng)
        return card

    def application(self, status: str, for_enemies: bool, kind: str, rng: random.Random) -> Effect:
        """Return an effect that applies a new status."""
        aims = [each for each in self.counts.targets[kind] if "enemies" in each] if for_enemies else [as_key("self")]
        target = json.loads(rng.choice(sorted(aims) or [as_key({"choose": "enemies"})]))
        return {"to": target, GROUP: [{"apply": status, "amount": rng.choice((1, 1, 2, 2, 3, 4, 5))}]}

    def with_status(self, effect: Effect, status: str, for_enemies: bool, kind: str, rng: random.Random) -> Effect:
        """Return an effect of a card that also applies a new status; that of a power does little else."""
        added = self.application(status, for_enemies, kind, rng)
        kept = [] if kind == "power" and rng.random() < 0.7 else list(parts(effect))[: 1 if rng.random() < 0.7 else 2]
        return {GROUP: [*kept, added]} if kept else added


def _without_repetition(items: Iterable[Effect]) -> list[Effect]:
    """Return what is done to one target, each kind of action once; several statuses may be applied."""
    kept: dict[str, Effect] = {}
    for each in items:
        kept.setdefault(str(each.get("apply") or each.get(GROUP) or next(iter(each))), each)
    return list(kept.values())


_LATER = re.compile(r"\b(killed|dealt|affected|bonus|cost|X|replayed|by_self|amount)\b")  # unknown to what modifies
_HEAD = ("modify", "before", "after", "role", "types", "spend", "order")  # what a new rule takes from an old one
_CHANGE = ("add", "times", "per_stack", "set", "cap", "when")
_HAPPENINGS = [word for word, event in EVENTS.items() if Event.CARD_PLAYED <= event <= Event.DEBUFFED]
