"""Cards without their names, to find those that do the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.core.making.grower import likeness_of
from cardwright.core.making.maker import Likeness

from ..notation.cards import Card
from ..notation.statuses import Status
from .counts import GROUP, ONE_OF, as_key

# Of these, two with fixed numbers and the same target can be swapped without a difference worth a second card.
_COMMUTING = {"attack", "block", "heal", "max_hp", "lose_hp", "energy", "draw", "add"}
_IGNORED = {"name", "text", "rarity", "color", "upgrade"}
_PLAIN = {"attack", "block", "draw", "energy", "apply", "lose_hp", "heal"}  # actions that any card may have
_BESIDE = {"order", "text", "plain", "other_than"}  # what makes no other card
_UNSEEN = {"plain"}  # what the text of a card does not say


def likeness(card: Card, statuses: Sequence[Status]) -> Likeness:
    """Return what a card and the statuses it brings along do, and the numbers with which they do it."""
    names = {status.name: f"status {index}" for index, status in enumerate(statuses)}
    own = card.model_dump(mode="json")
    whole = {
        "card": {**_without_defaults(own), "effect": _effect(own["effect"])},
        "statuses": [_without_defaults(status.model_dump(mode="json")) for status in statuses],
    }
    return likeness_of(_renamed(whole, names))


def _without_defaults(value: Mapping[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in value.items() if _counts(key, each)}


def _counts(key: str, value: Any) -> bool:
    return key not in _IGNORED and (key == "cost" or value not in (None, False, {}, []))


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
    if effect.get(ONE_OF):
        yield {ONE_OF: sorted((_effect(part) for part in effect[GROUP]), key=as_key), **inside}
        return
    if GROUP in effect:
        for part in effect[GROUP]:
            yield from _flat(part, inside)
        return
    if inside.get("to") == "self" and next(iter(effect)) not in ("attack", "damage", "apply", "clear"):
        inside.pop("to")  # whoever acts gets these anyway
    yield {**{key: each for key, each in effect.items() if key not in _UNSEEN}, **inside}


def kin(effect: Any, statuses: Mapping[str, Any]) -> str:
    """Return what an effect does, whatever its numbers, repetitions, conditions and order."""
    found = {as_key(_without_amounts({key: each[key] for key in each if key not in ("times", "when")}))
             for each in _flat(_renamed(effect, dict.fromkeys(statuses, "a status")), {})}  # fmt: skip
    rules = [_without_amounts(status.get("rules", ())) for status in statuses.values()]
    return as_key([sorted(found), rules])


def ideas(card: Mapping[str, Any], statuses: Mapping[str, Any]) -> Iterator[str]:
    """Yield what makes a card memorable, whatever its numbers: each new rule, condition, formula and unusual action."""
    for status in statuses.values():
        yield from (as_key(_without_amounts(rule)) for rule in status.get("rules", ()))
    if card.get("playable"):
        yield str(card["playable"])
    for each in _flat(card["effect"], {}):
        formula = any(isinstance(value, str) and key not in ("apply", "to") for key, value in each.items())
        if each.get("apply") not in statuses and (formula or next(iter(each)) not in _PLAIN):
            yield as_key(_without_amounts(each))


def _without_amounts(value: Any) -> Any:
    """Return data without its numbers, inside formulas too, and without what a text does not say."""
    if isinstance(value, Mapping):
        return {key: _without_amounts(each) for key, each in value.items() if key not in _BESIDE}
    if isinstance(value, list | tuple):
        return [_without_amounts(each) for each in value]
    if isinstance(value, int | float):
        return "#"
    return re.sub(r"\b\d+\b", "#", value) if isinstance(value, str) else value


def rules_of(status: Status) -> str:
    """Return what a status does by itself: its rules, whether they count down or not."""
    named = _renamed(status.model_dump(mode="json")["rules"], {status.name: "this status"})
    rules = [_without_defaults(rule) for rule in named]
    return as_key([{key: each for key, each in rule.items() if key != "order"} for rule in rules])


def repeats(effect: Mapping[str, Any]) -> bool:
    """Return whether an effect does the same to one target twice, where one action with a larger number would do."""
    found = [
        as_key(
            {"key": next(iter(each)), **{key: each.get(key) for key in ("apply", "add", ONE_OF, "to", "times", "when")}}
        )
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
