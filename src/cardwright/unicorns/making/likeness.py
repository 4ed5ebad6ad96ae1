"""Cards without their names, to find those that do the same."""

from __future__ import annotations

from typing import Any

from cardwright.core.making.grower import likeness_of
from cardwright.core.making.maker import Likeness

from ..content import Card
from .grower import fields_of

# Effects of one link that move cards in and out of hands happen in their order; the order of others does not matter.
_ORDERED = {"draw", "discard", "shuffle", "swap", "take", "search", "pull", "pick"}


def likeness(card: Card) -> Likeness:
    """Return what a card does."""
    return likeness_of(_normal(fields_of(card)))


def _normal(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(each) if key == "either" else _normal(each) for key, each in value.items()}
    if isinstance(value, list):
        inside = [_normal(each) for each in value]
        fixed = any(isinstance(each, dict) and not _ORDERED.isdisjoint(each) for each in inside)
        return inside if fixed else sorted(inside, key=likeness_of)
    return _kinds(value) if isinstance(value, str) else value


def _sorted(variants: list[Any]) -> list[Any]:
    return sorted(map(_normal, variants), key=likeness_of)


def _kinds(words: str) -> str:
    """Return kinds joined with "or" in alphabetical order."""
    every = "all " if words.startswith("all ") else ""
    return every + " or ".join(sorted(words.removeprefix(every).split(" or ")))
