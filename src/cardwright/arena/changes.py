"""What changed between two positions, in words: cards that moved, and numbers that went up or down.

Positions are plain data, as `State.view` returns it; None stands for an unknown card.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

MAX_NAMES = 6  # more different cards in one move are only counted

_Path = tuple[str, ...]  # the keys that lead through a view to a part of it


class _Card(NamedTuple):
    """A card that left or entered a zone; `number` identifies the physical card, in games that number their cards."""

    name: str | None
    number: int | None
    zone: _Path


def changes(before: Mapping[str, Any], after: Mapping[str, Any], players: Collection[str] = ()) -> list[str]:
    """Return a line for each pair of zones between which cards moved, and one for each owner of changed numbers.

    >>> before = {"hands": {"P1": ["King", "Queen"], "P2": [None]}, "pile": [], "chips": {"P1": 5}}
    >>> after = {"hands": {"P1": ["King"], "P2": []}, "pile": ["Queen", "Jack"], "chips": {"P1": 3}}
    >>> changes(before, after, ["P1", "P2"])
    ["Queen: P1's hand -> pile", "Jack: P2's hand -> pile", 'P1: chips 5 -> 3']
    """
    difference = _Difference(players)
    difference.compare(before, after, (), "")
    return [*difference.moves(), *difference.numbers()]


def without(view: Any, keys: Collection[str]) -> Any:
    """Return a position without some keys, such as redundant ones.

    >>> without({"P1": {"stable": ["Yay"], "upgrades": ["Yay"]}}, ["upgrades"])
    {'P1': {'stable': ['Yay']}}
    """
    if isinstance(view, Mapping):
        return {key: without(value, keys) for key, value in view.items() if key not in keys}
    return view


class _Difference:
    """Collects differences: cards that left or entered a zone, and changed values by owner."""

    def __init__(self, players: Collection[str]):
        self.players = players
        self.lost: list[_Card] = []
        self.gained: list[_Card] = []
        self.hidden: set[_Path] = set()  # zones with unknown cards
        self.values: dict[str, list[str]] = {}

    def compare(self, before: Any, after: Any, path: _Path, owner: str) -> None:
        """Collect all differences at `path` and below."""
        if isinstance(before, Mapping) or isinstance(after, Mapping):
            before, after = before or {}, after or {}
            for key in map(str, {**before, **after}):
                whose = key if key in self.players else owner or (path[0] if path else "")
                self.compare(before.get(key), after.get(key), (*path, key), whose)
        elif isinstance(before, list) or isinstance(after, list):
            self._compare_zones(before or [], after or [], path)
        elif before != after and (owner or isinstance(after, int)):  # skip words at the top, such as the phase
            what = _words(path[0] if path[-1] == owner else path[-1])
            self.values.setdefault(owner, []).append(f"{what} {_shown(before, after)} -> {_shown(after, before)}")

    def _compare_zones(self, before: list[Any], after: list[Any], zone: _Path) -> None:
        """Identify cards by name and number; among equal cards the first stays the first."""
        old, new = _numbered(before), _numbered(after)
        self.lost += [_Card(name, number, zone) for name, number, nth in old if (name, number, nth) not in new]
        self.gained += [_Card(name, number, zone) for name, number, nth in new if (name, number, nth) not in old]
        if None in after:
            self.hidden.add(zone)
        for key, each in new.items():
            if isinstance(each, Mapping) and isinstance(old.get(key), Mapping):
                name, number, nth = key
                label = f"{name} {nth}" if (name, number, 2) in new else str(name)
                self.compare(old[key], each, (*zone, label), label)

    def moves(self) -> Iterator[str]:
        """Yield a line for each pair of zones between which cards moved."""
        moves: dict[str, list[str | None]] = {}
        for name, source, target in self._pairs():
            move = (
                f"{source} -> {target}" if source and target else f"out of {source}" if source else f"new in {target}"
            )
            moves.setdefault(move, []).append(name)
        yield from (f"{_listed(names)}: {move}" for move, names in moves.items())

    def _pairs(self) -> Iterator[tuple[str | None, str, str]]:
        """Pair cards that left with cards that entered: equal cards first, then cards unknown on one side."""
        lost, gained = list(self.lost), list(self.gained)
        yield from self._matched(lost, gained, _same)
        # A viewer who no longer knows a zone does not know which of its cards left either.
        lost = [_Card(None, None, card.zone) if card.zone in self.hidden else card for card in lost]
        for card in list(lost):
            if card in gained:  # no longer known, but still there
                lost.remove(card)
                gained.remove(card)
        yield from self._matched(lost, gained, lambda one, other: None in (one.name, other.name))
        yield from ((card.name, self._zone_name(card.zone), "") for card in lost)
        yield from ((card.name, "", self._zone_name(card.zone)) for card in gained)

    def _matched(
        self, lost: list[_Card], gained: list[_Card], alike: Callable[[_Card, _Card], bool]
    ) -> Iterator[tuple[str | None, str, str]]:
        """Remove pairs of cards that are alike from both lists and yield them, preferring likely pairs."""
        for card in list(lost):
            fits = [each for each in gained if alike(card, each)]
            if fits:
                other = min(fits, key=functools.partial(self._unlikeliness, card))
                lost.remove(card)
                gained.remove(other)
                yield card.name or other.name, self._zone_name(card.zone), self._zone_name(other.zone)

    def _unlikeliness(self, lost: _Card, gained: _Card) -> tuple[bool, bool]:
        """Rank pairs: cards usually stay with their owner; cards from a player are usually shown, drawn ones not."""
        owner = self._owner(lost.zone)
        return self._owner(gained.zone) != owner, (gained.name is None) == (owner is not None)

    def numbers(self) -> Iterator[str]:
        """Yield a line for each owner of changed values."""
        for owner, each in self.values.items():
            yield f"{owner}: {', '.join(each)}" if owner else ", ".join(each)

    def _owner(self, path: _Path) -> str | None:
        return next((part for part in path if part in self.players), None)

    def _zone_name(self, zone: _Path) -> str:
        """Return a zone in words: "P1's hand" for ("hands", "P1")."""
        owner = self._owner(zone)
        others = [part for part in zone if part != owner]
        if owner is None or not others:
            return _words(zone[-1])
        return f"{owner}'s {_words(others[-1].removesuffix('s') if zone[-1] == owner else others[-1])}"


def _same(one: _Card, other: _Card) -> bool:
    return (
        one.name is not None
        and one.name == other.name
        and (one.number == other.number or None in (one.number, other.number))
    )


def _numbered(zone: list[Any]) -> dict[tuple[str | None, int | None, int], Any]:
    """Return the cards of a zone by name, number and position among equal cards."""
    counts: Counter[tuple[str | None, int | None]] = Counter()
    result = {}
    for card in zone:
        name = card.get("name") if isinstance(card, Mapping) else card
        key = (None if name is None else str(name), getattr(name, "number", None))
        counts[key] += 1
        result[*key, counts[key]] = card
    return result


def _listed(names: list[str | None]) -> str:
    """Return the names of cards, equal names counted; if there are many names, only the number of cards."""
    if len(set(names)) > MAX_NAMES:
        return f"{len(names)} cards"
    counts = Counter(names)
    unknown = counts.pop(None, 0)
    known = [f"{count} {name}" if count > 1 else str(name) for name, count in counts.items()]
    return ", ".join([*known, *([f"{unknown} cards" if unknown > 1 else "a card"] if unknown else [])])


def _shown(value: Any, other: Any) -> str:
    """Return a value in words; an absent one is 0 if the other value is a number."""
    if value is None:
        return "0" if isinstance(other, int) else "?"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(key: str) -> str:
    return key.replace("_", " ")
