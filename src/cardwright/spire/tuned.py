"""Changed numbers of cards, with the upgrades that go with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .notation.content import Content

APART = ("name", "upgrade")  # fields that belong to one version of a card


def with_upgrades(cards: Mapping[str, Mapping[str, Any]], content: Content) -> dict[str, dict[str, Any]]:
    """Return changed cards, each with its upgrade: the changed one, or else one that gains what the card gains.

    >>> from cardwright.spire import family, standard
    >>> clash = family.rules({})["cards"]["Clash"]  # attack: 14 (18)
    >>> clash["effect"]["do"][0]["attack"] = 16
    >>> with_upgrades({"Clash": clash}, standard())["Clash"]["upgrade"]["effect"]["do"]
    [{'attack': 20}]
    """
    changed = {name: dict(card) for name, card in cards.items()}
    for name, card in cards.items():
        model = content.cards.get(name)
        if model is None or model.upgrade is None or model.upgraded_name is None:
            continue
        old, better = (
            content.cards[each].model_dump(mode="json", exclude_unset=True) for each in (name, model.upgraded_name)
        )
        upgraded = changed.pop(model.upgraded_name, None) or _moved(better, old, card)
        changed[name]["upgrade"] = {
            key: value for key, value in upgraded.items() if key not in APART and value != card.get(key)
        }
    return changed


def _moved(value: Any, old: Any, new: Any) -> Any:
    """Return data in which each number moves as far as it does from `old` to `new`; no number passes zero."""
    if isinstance(value, dict) and isinstance(old, Mapping) and isinstance(new, Mapping):
        return {key: _moved(each, old.get(key), new.get(key)) for key, each in value.items()}
    if isinstance(value, list) and isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_moved(each, *sides) for each, *sides in zip(value, old, new, strict=False)] + value[len(old) :]
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (value, old, new)):
        return value
    moved = value + new - old
    return max(moved, 0) if value >= 0 else min(moved, 0)
