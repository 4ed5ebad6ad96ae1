"""What a move of an enemy does besides attacking, as data for views."""

from __future__ import annotations

from typing import Any

from .engine.assembler import Assembler
from .engine.rules import NONE
from .notation.actions import Attack
from .notation.effects import Action, Effect, Group
from .notation.phrases import write_target
from .notation.targets import All, Random


def effects_besides_attacks(effect: Effect | None, assembler: Assembler, around: dict[str, Any] | None = None) -> Any:
    """Return the actions of a move but its attacks, each with its fields and what holds for it: to, times, when.

    Numbers that depend on the ascension only are given as they are in this battle.
    """
    around = around or {}
    if isinstance(effect, Group):
        inside = {key: getattr(effect, key) for key in ("times", "when") if getattr(effect, key) is not None}
        if effect.to is not None:
            inside["to"] = _receiver(effect.to)
        parts = (effects_besides_attacks(part, assembler, {**around, **inside}) for part in effect.do)
        return [each for part in parts for each in part]
    if effect is None or isinstance(effect, Attack):
        return []
    assert isinstance(effect, Action)
    fields = {**effect.model_dump(mode="json", exclude_defaults=True), effect.key(): getattr(effect, effect.key())}
    if getattr(effect, "amount", None) is not None:
        fields["amount"] = getattr(effect, "amount")  # noqa: B009  not every action has one
    amounts = {name for name, kind in effect.form.slots.items() if kind in ("amount", "number")} | {"times", "when"}
    return [{key: _known(each, assembler) if key in amounts else each for key, each in {**fields, **around}.items()}]


def _receiver(target: Any) -> Any:
    """Return whom a move is aimed at; the only enemy of an enemy is the player."""
    if isinstance(target, All | Random) and "enemies" in (getattr(target, "all", ""), getattr(target, "random", "")):
        return "player"
    dumped = target.model_dump(mode="json", exclude_unset=True)
    return write_target(dumped) or dumped


def _known(amount: Any, assembler: Assembler) -> Any:
    """Return an amount as a number if it does not change in this battle, otherwise its formula."""
    formula, number = assembler.amount(amount)
    return number if formula == NONE else amount
