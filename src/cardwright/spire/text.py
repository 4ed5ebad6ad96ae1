"""What effects do, in sentences made from their data."""

from __future__ import annotations

from .aims import All, Choose, Random, Self, Target, Top
from .effects import Action, Effect, Group
from .phrases import formula_text

_SETS = {"enemies": "enemy", "agents": "character", "allies": "ally"}


def effect_text(effect: Effect, target: str = "") -> str:
    """Return what an effect does, in sentences.

    >>> from cardwright.spire import Attack, Choose
    >>> effect_text(Attack(5).Times(2).To(Choose("enemies")))
    '2 times: Deal 5 damage.'
    """
    if isinstance(effect, Group):
        return _group_text(effect, target)
    assert isinstance(effect, Action)
    return f"{effect.text(target)}."


def _group_text(group: Group, outer: str) -> str:
    target = outer if group.to is None else target_text(group.to)
    words = " ".join(effect_text(part, target) for part in group.do)
    if group.times is not None:
        words = f"{formula_text(group.times)} times: {words}"
    if group.when is not None:
        words = f"If {formula_text(group.when)}: {words}"
    return words


def target_text(target: Target) -> str:
    """Return a target in words; an enemy that the player chooses needs none."""
    match target:
        case Self(own="agent"):
            return "yourself"
        case Self():
            return "this card"
        case Top():
            return "the top card of the draw pile"
        case Choose(choose=which, count=count):
            if which in _SETS:
                return "" if which == "enemies" else f"a chosen {_SETS[which]}"
            return _cards("a card" if count == 1 else f"{count} cards", target.types, which)
        case Random(random=which):
            return f"a random {_SETS[which]}" if which in _SETS else _cards("a random card", target.types, which)
        case All(all=which):
            return f"all {which}" if which in _SETS else _cards("all cards", target.types, which)
    raise TypeError(target)


def _cards(which: str, types: tuple[str, ...], pile: str) -> str:
    kind = f" of type {' or '.join(types)}" if types else ""
    return f"{which}{kind} {'in hand' if pile == 'hand' else f'of the {pile} pile'}"
