"""Cards without their names, to find those that do the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.core.making.grower import likeness_of
from cardwright.core.making.maker import Likeness

from ..notation.entries import Card, Status
from .counts import GROUP, as_key

# Of these, two with fixed numbers and the same target can be swapped without a difference worth a second card.
_COMMUTING = {"attack", "block", "heal", "max_hp", "lose_hp", "energy", "draw", "add"}
_IGNORED = {"name", "text", "rarity", "color", "upgrade"}


def likeness(card: Card, statuses: Sequence[Status]) -> Likeness:
    """Return what a card and the statuses it brings along do, and the numbers with which they do it."""
    names = {status.name: f"status {index}" for index, status in enumerate(statuses)}
    own = {**card.model_dump(mode="json"), "cost": str(card.cost)}  # a card of another cost is another card
    whole = {
        "card": {**_without_defaults(own), "effect": _effect(own["effect"])},
        "statuses": [_without_defaults(status.model_dump(mode="json")) for status in statuses],
    }
    return likeness_of(_renamed(whole, names))


def _without_defaults(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if _counts(key, each)}


def _counts(key: str, value: Any) -> bool:
    return key not in _IGNORED and value not in (None, False, {}, [])


def _effect(effect: Any) -> Any:
    """Return an effect as the list of its actions, each with all that surrounds it, in a normal order."""
    if effect is None:
        return None
    flat = list(_flat(effect, {}))
    ordered: list[Any] = []
    run: list[Any] = []
    for each in flat:
        if _commutes(each):
            run.append(each)
        else:
            ordered += [*sorted(run, key=as_key), each]
            run = []
    return [*ordered, *sorted(run, key=as_key)]


def _flat(effect: Mapping[str, Any], around: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    inside = {**around, **{key: effect[key] for key in ("to", "times", "when") if effect.get(key) is not None}}
    if GROUP in effect:
        for part in effect[GROUP]:
            yield from _flat(part, inside)
        return
    if inside.get("to") == "self" and next(iter(effect)) not in ("attack", "damage", "apply", "clear"):
        inside.pop("to")  # whoever acts gets these anyway
    yield {**effect, **inside}


def rules_of(status: Status) -> str:
    """Return what a status does by itself: its rules, whether they count down or not."""
    rules = [_without_defaults(rule) for rule in status.model_dump(mode="json")["rules"]]
    return as_key([{key: each for key, each in rule.items() if key != "order"} for rule in rules])


def repeats(effect: Mapping[str, Any]) -> bool:
    """Return whether an effect does the same to one target twice, where one action with a larger number would do."""
    found = [
        as_key({"key": next(iter(each)), **{key: each.get(key) for key in ("apply", "add", "to", "times", "when")}})
        for each in _flat(effect, {})
    ]
    return len(set(found)) < len(found)


def _commutes(action: Mapping[str, Any]) -> bool:
    formulas = [each for each in action.values() if isinstance(each, str) and each != "self"]
    return next(iter(action)) in _COMMUTING and not formulas


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return data with the names of new statuses replaced, inside formulas too."""
    if isinstance(value, Mapping):
        return {key: _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, names) for each in value]
    if isinstance(value, str):
        for name, new in names.items():
            value = value.replace(name, new).replace(name.replace(" ", "_"), new)
    return value
