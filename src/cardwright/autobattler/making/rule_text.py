"""What a mechanic does, in sentences made from its rules; `{p}` stands for the number on the card."""

from __future__ import annotations

from collections.abc import Iterable

from ..mechanics import CONDITION, TARGET_WORDS, Rule

_MOMENTS = {
    "start": "Before the first combat",
    "before combat": "Before combat",
    "hurt": "Whenever it is hurt",
    "healed": "Whenever it is healed",
    "touched": "After each blow or heal",
    "death": "On death",
}
_REPLACEMENTS = {
    ("damage", "ignore"): "Armour {}: a blow costs it one point of armour instead of health.",
    ("damage", "share"): "Takes {}0 % of every blow, and splits the rest among the others on its bench.",
    ("heal", "share"): "Keeps {}0 % of every heal, and shares the rest among the others on its bench.",
}
_COMPARED = {">=": "at least", ">": "more than", "<=": "at most", "<": "fewer than"}
_COUNTED = {"age": "the number of its combats", "hits": "the number of times it was hurt or healed"}


def rules_text(rules: Iterable[Rule]) -> str:
    """Return what some rules do.

    >>> rules_text([Rule(when="death", do="damage", to="enemies", amount="p")])
    'On death: {p} damage to all enemies.'
    >>> rules_text([Rule(when="hurt", condition="age >= 3", do="strengthen", to="allies", amount="hits")])
    'Whenever it is hurt, if it has entered at least 3 combats: each other card of its bench gains attack equal to the number of times it was hurt or healed.'
    """  # noqa: E501
    return " ".join(map(_rule_text, rules))


def _rule_text(rule: Rule) -> str:
    number = _number(rule.amount)
    if (rule.when, rule.do) in _REPLACEMENTS:
        return _REPLACEMENTS[rule.when, rule.do].format(number)
    condition = f", if {_condition(rule.condition)}" if rule.condition else ""
    return f"{_MOMENTS[rule.when]}{condition}: {_effect(rule, number)}."


def _condition(condition: str) -> str:
    counter, comparison, bound = CONDITION.fullmatch(condition).groups()  # type: ignore[union-attr]
    how_many = f"{_COMPARED[comparison]} {_number(bound)}"
    several = "" if bound == "1" else "s"
    if counter == "age":
        return f"it has entered {how_many} combat{several}"
    return f"it was hurt or healed {how_many} time{several}"


def _effect(rule: Rule, number: str) -> str:
    target = TARGET_WORDS[rule.to]
    counted = _COUNTED.get(str(rule.amount))
    if rule.do == "damage":
        return f"damage to {target} equal to {counted}" if counted else f"{number} damage to {target}"
    if rule.do == "heal":
        return f"heals {target} by {counted or number}"
    if rule.do == "kill":
        return "dies" if rule.to == "self" else f"kills {target}"
    if rule.do == "swap":
        return "exchanges its attack and health if its attack is greater"
    if rule.do == "copy attack":
        return "takes over the attack of an enemy, in each combat the next one"
    whose = "" if rule.to == "self" else f"{target} "
    if counted:
        return f"{whose}gains attack equal to {counted}"
    return f"{whose}attack {number if number.startswith('-') else f'+{number}'}"


def _number(amount: str | int) -> str:
    return "{p}" if amount == "p" else str(amount)
