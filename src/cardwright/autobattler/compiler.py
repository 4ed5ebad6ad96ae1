"""Compile a card set into the tables that matches read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from cardwright.core.errors import BadData

from .cards import Card
from .mechanics import CONDITION, PERCENT, TENTHS, Mechanic, Rule
from .state import CARD_BITS, MAX_RULES, TRIGGERS, Counter, Effect, Tables, Target, Trait, Trigger

ANY = 1 << 30  # a bound that every counter satisfies
# Rules that replace a blow or a heal are columns of the card's row, not entries of its rule list.
_REPLACEMENTS = {("damage", "ignore"): "armour", ("damage", "share"): "pain_kept", ("heal", "share"): "heal_kept"}
_TRAITS = {"armour": Trait.ARMOUR, "pain_kept": Trait.SPLITS, "heal_kept": Trait.DONATES}


def compile_tables(
    cards: Iterable[Card], mechanics: Mapping[str, Mechanic], switches: Mapping[str, bool]
) -> np.ndarray:
    """Return the tables of some cards as an array of one record; the switches select which rules apply."""
    tables = np.zeros(1, Tables)
    rows = tables["cards"][0]
    for index, card in enumerate(cards, start=1):
        _fill(rows[index], card, mechanics, switches)
    return tables


def _fill(row: Any, card: Card, mechanics: Mapping[str, Mechanic], switches: Mapping[str, bool]) -> None:
    row["attack"], row["health"] = card.attack, card.health
    traits = 0
    rules: list[tuple[Trigger, Rule, int]] = []
    for name, parameter in card.mechanics.items():
        p = parameter or 0
        for rule in mechanics[name].rules:
            if not rule.holds(switches):
                continue
            if (rule.when, rule.do) in _REPLACEMENTS:
                column = _REPLACEMENTS[rule.when, rule.do]
                if rule.do == "share" and traits & _TRAITS[column]:
                    raise BadData(f"card {card.name!r} shares {rule.when} twice; once is allowed")
                row[column] += _number(rule.amount, p) if rule.do == "ignore" else _percent(card, name, rule, p)
                traits |= _TRAITS[column]
            else:
                rules.append((Trigger[rule.when.replace(" ", "_").upper()], rule, p))
    if len(rules) > MAX_RULES:
        raise BadData(f"card {card.name!r} has {len(rules)} rules; at most {MAX_RULES} are allowed")
    rules = [each for trigger in Trigger for each in _ordered(rules, trigger)]
    for index, (trigger, rule, p) in enumerate(rules):
        traits |= 1 << trigger
        traits |= Trait.EXCEEDS if rule.do == "swap" and switches["heals_never_hurt"] else 0
        _fill_rule(row["rules"][index], rule, p)
    row["first"] = [sum(trigger < each for trigger, _, _ in rules) for each in range(TRIGGERS + 1)]
    row["traits"] = traits


def _ordered(rules: list[tuple[Trigger, Rule, int]], trigger: Trigger) -> list[tuple[Trigger, Rule, int]]:
    """Return the rules of a trigger: immediate effects, exchanges last, then those for the agenda in reverse.

    The agenda is a stack, so pushing them in reverse makes them resolve in the order of the card's text.
    """
    triggered = sorted((each for each in rules if each[0] == trigger), key=lambda each: each[1].do == "swap")
    deferred = [each for each in triggered if _effect(each[1]) <= Effect.KILL]
    return [each for each in triggered if each not in deferred] + deferred[::-1]


def _effect(rule: Rule) -> Effect:
    return Effect[rule.do.replace(" ", "_").upper()]


def _fill_rule(row: Any, rule: Rule, p: int) -> None:
    row["effect"] = _effect(rule)
    row["low"], row["high"] = -ANY, ANY
    row["target"] = Target[rule.to.replace(" ", "_").upper()]
    if rule.amount in ("age", "hits"):
        row["plus"] = Counter[str(rule.amount).upper()]
    else:
        row["amount"] = _number(rule.amount, p)
    if rule.condition:
        counter, comparison, bound = CONDITION.fullmatch(rule.condition).groups()  # type: ignore[union-attr]
        row["counter"] = Counter[counter.upper()]
        limit = p if bound == "p" else int(bound)
        bounds = {">=": (limit, ANY), ">": (limit + 1, ANY), "<=": (-ANY, limit), "<": (-ANY, limit - 1)}
        row["low"], row["high"] = bounds[comparison]


def _percent(card: Card, mechanic: str, rule: Rule, p: int) -> int:
    """Return what a card keeps of what it shares, in percent."""
    if rule.amount == "p %":
        return p
    tenths = _number(rule.amount, p)
    if tenths > TENTHS:
        raise BadData(
            f"card {card.name!r}: {mechanic} {tenths} is more than {TENTHS} tenths; only a profile with "
            "shares_in_percent, such as paper, reads it as a percentage"
        )
    return tenths * (PERCENT // TENTHS)


def _number(amount: str | int, p: int) -> int:
    return p if amount == "p" else int(amount)


def lineup_code(cards: Iterable[int]) -> int:
    """Return a lineup packed into one integer, from the indices of its cards in their set."""
    return sum((card + 1) << (CARD_BITS * position) for position, card in enumerate(cards))
