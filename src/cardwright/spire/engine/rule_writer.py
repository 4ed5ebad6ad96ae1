"""The rules of statuses, relics and cards in hand as tables: which of them act at an event, and in which order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from cardwright.core.errors import BadData

from ..notation.actions import Apply, Clear
from ..notation.content import Content
from ..notation.effects import Group
from ..notation.own_rules import CHANGES
from ..notation.statuses import Rule
from ..notation.vocabulary import ROLES, type_bits
from . import rules as table
from .assembler import Assembler
from .references import What, in_formulas
from .rules import NONE, Change, Stage
from .state import MAX_STATUSES


class RuleWriter(Assembler):
    """Collects the rules that a battle needs and writes them into tables."""

    def __init__(self, content: Content, ascension: int = 0):
        super().__init__(content, ascension)
        self.rules: list[tuple[int, Rule, int]] = []  # of statuses and relics
        self.rules_in_hand: list[tuple[int, Rule, int]] = []  # of kinds of cards

    def compile_rule(self, rule: Rule, known: set[What]) -> int:
        """Check a rule that knows of some things, and return where the code of its effect begins."""
        self._check_inputs(rule)
        if rule.status is not None:
            self.status(rule.status)
        formulas = (rule.when, rule.add, rule.set, rule.cap)
        self.refuse(in_formulas(formulas), known)
        if self.mistakes is not None:  # else the tables find them, which are written later
            self._stage(rule)
            self._rule_condition(rule)
            for formula in formulas[1:]:
                self.condition(formula)
        return self.program(rule.do, "rule", known)

    def _rule_condition(self, rule: Rule) -> int:
        """Return the formula of a rule's condition; it may draw by lot where nobody previews what it decides."""
        return NONE if rule.when is None else self.formula(str(rule.when), chance=rule.modify == "exhausts")

    def _check_inputs(self, rule: Rule) -> None:
        """Raise an error if a rule asks more of an event of the content than the event tells."""
        name = rule.modify or rule.before or rule.after
        event = self.content.events.get(str(name))
        if event is None:
            return
        asks = {
            "target": rule.role == "target",
            "card": bool(rule.types),
            "amount": rule.modify is not None or any(re.search(r"\bamount\b", each) for each in formulas_of(rule)),
        }
        for each, asked in asks.items():
            if asked and each not in event.inputs:
                raise BadData(f"the event {event.name!r} has no input {each!r}")

    def write_rules(self, out: Any) -> None:
        """Write the subscriptions, sorted by stage, event and order, and the first of each event.

        Those whose owner takes part in the event come before those of onlookers, then statuses in the content's order,
        then cards.
        """
        indices = {name: index for index, name in enumerate([*self.content.statuses, *self.content.relics])}
        rows = []
        for status, rule, program in self.rules:
            order = (rule.order, rule.role == "anyone", indices[self.name_of(status)])
            rows.append((*self._stage(rule), order, (status, NONE), rule, program))
        for kind, rule, program in self.rules_in_hand:
            order = (rule.order, rule.role == "anyone", len(indices) + kind)
            rows.append((*self._stage(rule), order, (NONE, kind), rule, program))
        if len(rows) > table.MAX_SUBSCRIPTIONS:
            raise BadData(f"a battle holds at most {table.MAX_SUBSCRIPTIONS} rules of statuses and cards")
        rows.sort(key=lambda row: row[:3])
        for index, (stage, event, _, (status, kind), rule, program) in enumerate(rows):
            self._write_subscription(out["subscriptions"][index], status, kind, rule, program)
            events = out["events"][stage, event]
            if not events["length"]:
                events["first"] = index
            events["length"] += 1
            if kind != NONE:
                events["anyone"] = ~np.uint64(0)
            elif status >= MAX_STATUSES:
                events["relics"] |= np.uint64(1 << (status - MAX_STATUSES) % 64)
            else:
                events["anyone" if rule.role == "anyone" else "mask"] |= np.uint64(1 << status)

    def _write_subscription(self, out: Any, status: int, kind: int, rule: Rule, program: int) -> None:
        change, value = Change.ADD, 0
        for each in Change:
            given = getattr(rule, each.name.lower())
            if given is not None:
                change, value = each, given
        out["amount"] = (NONE, 0) if change is Change.TIMES else self.amount(value, chance=False)
        out["factor"], out["per_stack"], out["change"] = rule.times or 0.0, rule.per_stack, change
        out["status"], out["carrier"] = status, kind
        out["pc"], out["when"] = program, self._rule_condition(rule)
        out["named"] = NONE if rule.named is None else self.groups(rule.named)
        out["subject"] = NONE if rule.status is None else self.status(rule.status)
        out["spend"] = -1 if rule.spend == "all" else rule.spend
        out["types"], out["role"], out["front"] = type_bits(rule.types), ROLES[rule.role], rule.front
        # A rule that modifies a value always applies; only what a status does by itself waits.
        waits = kind == NONE and status < MAX_STATUSES and self.content.status(self.name_of(status)).grace
        out["grace"] = rule.modify is None and waits
        out["quiet"] = kind == NONE and _is_counting(rule, self.name_of(status))

    def _stage(self, rule: Rule) -> tuple[Stage, int]:
        """Return when a rule acts, and at what; the changes of a resource have fewer stages than other events."""
        gained, spent = ([f"{name} {change}" for name in self.content.resources] for change in CHANGES)
        if rule.modify is not None:
            if rule.modify in spent:
                raise BadData(f"a rule can act after {rule.modify!r}, but not modify it")
            return Stage.MODIFY, self.event(rule.modify)
        if rule.before is not None:
            if rule.before in gained + spent:
                raise BadData(f"a rule can act after {rule.before!r}, but not before it")
            return Stage.BEFORE, self.event(rule.before)
        return Stage.AFTER, self.event(str(rule.after))


def formulas_of(rule: Rule) -> list[str]:
    """Return the amounts of a rule that are formulas."""
    found: list[str] = []
    waiting: list[Any] = [rule.model_dump(mode="json", exclude_unset=True)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str):
            found.append(value)
    return found


def _is_counting(rule: Rule, relic: str) -> bool:
    """Return whether the effect of a relic's rule begins with its counter, as that of one with `every` does."""
    first = next(parts_of(rule.do), None)
    return (isinstance(first, Apply) and first.apply == relic) or (isinstance(first, Clear) and first.clear == relic)


def parts_of(effect: Any) -> Iterator[Any]:
    """Yield the actions of an effect."""
    if isinstance(effect, Group):
        for part in effect.do:
            yield from parts_of(part)
    elif effect is not None:
        yield effect
