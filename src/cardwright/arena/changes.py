"""What changed between two positions, in words: which cards moved, which numbers went up or down.

Positions are plain data, as `State.view` gives it; None stands for a card that is not known.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

MOST_NAMES = 6

_Place = tuple[str, ...]  # the way through a view to a part of it


class _Card(NamedTuple):
    """A card that left a zone or came to it; `number` tells it from others of its name, where the game does so."""

    name: str | None
    number: int | None
    zone: _Place


def changes(before: Mapping[str, Any], after: Mapping[str, Any], players: Collection[str] = ()) -> list[str]:
    """What is different: a line for each way that cards went, and one for each owner of numbers that changed.

    >>> before = {"hands": {"P1": ["King", "Queen"], "P2": [None]}, "pile": [], "chips": {"P1": 5}}
    >>> after = {"hands": {"P1": ["King"], "P2": []}, "pile": ["Queen", "Jack"], "chips": {"P1": 3}}
    >>> changes(before, after, ["P1", "P2"])
    ["Queen: P1's hand -> pile", "Jack: P2's hand -> pile", 'P1: chips 5 -> 3']
    """
    difference = _Difference(players)
    difference.compare(before, after, (), "")
    return [*difference.moves(), *difference.numbers()]


def without(view: Any, keys: Collection[str]) -> Any:
    """A position without some of its parts, as those that a game says twice.

    >>> without({"P1": {"stable": ["Yay"], "upgrades": ["Yay"]}}, ["upgrades"])
    {'P1': {'stable': ['Yay']}}
    """
    if isinstance(view, Mapping):
        return {key: without(value, keys) for key, value in view.items() if key not in keys}
    return view


class _Difference:
    """Gathers what differs: cards that left a zone or came to one, and other values by whose they are."""

    def __init__(self, players: Collection[str]):
        self.players = players
        self.lost: list[_Card] = []
        self.gained: list[_Card] = []
        self.hidden: set[_Place] = set()  # zones with cards that are not known
        self.values: dict[str, list[str]] = {}

    def compare(self, before: Any, after: Any, place: _Place, owner: str) -> None:
        """Note all that differs at `place` and below."""
        if isinstance(before, Mapping) or isinstance(after, Mapping):
            before, after = before or {}, after or {}
            for key in map(str, {**before, **after}):
                whose = key if key in self.players else owner or (place[0] if place else "")
                self.compare(before.get(key), after.get(key), (*place, key), whose)
        elif isinstance(before, list) or isinstance(after, list):
            self._compare_zones(before or [], after or [], place)
        elif before != after and (owner or isinstance(after, int)):  # words at the top say where the game stands
            what = _words(place[0] if place[-1] == owner else place[-1])
            self.values.setdefault(owner, []).append(f"{what} {_shown(before, after)} -> {_shown(after, before)}")

    def _compare_zones(self, before: list[Any], after: list[Any], zone: _Place) -> None:
        """Cards are told apart by name and number; of several that are alike the first stays the first."""
        old, new = _numbered(before), _numbered(after)
        self.lost += [_Card(name, number, zone) for name, number, nth in old if (name, number, nth) not in new]
        self.gained += [_Card(name, number, zone) for name, number, nth in new if (name, number, nth) not in old]
        if None in after:
            self.hidden.add(zone)
        for key, each in new.items():
            if isinstance(each, Mapping) and isinstance(old.get(key), Mapping):
                name, number, nth = key
                called = f"{name} {nth}" if (name, number, 2) in new else str(name)
                self.compare(old[key], each, (*zone, called), called)

    def moves(self) -> Iterator[str]:
        """A line for each way that cards went."""
        ways: dict[str, list[str | None]] = {}
        for name, source, target in self._pairs():
            way = f"{source} -> {target}" if source and target else f"out of {source}" if source else f"new in {target}"
            ways.setdefault(way, []).append(name)
        yield from (f"{_listed(names)}: {way}" for way, names in ways.items())

    def _pairs(self) -> Iterator[tuple[str | None, str, str]]:
        """Pair what left with what came: the same card first, then a card that is unknown on one side."""
        lost, gained = list(self.lost), list(self.gained)
        yield from self._matched(lost, gained, _same)
        # Who does not know a zone any more does not know either which of its cards has left.
        lost = [_Card(None, None, card.zone) if card.zone in self.hidden else card for card in lost]
        for card in list(lost):
            if card in gained:  # unknown now, but still there
                lost.remove(card)
                gained.remove(card)
        yield from self._matched(lost, gained, lambda one, other: None in (one.name, other.name))
        yield from ((card.name, self._called(card.zone), "") for card in lost)
        yield from ((card.name, "", self._called(card.zone)) for card in gained)

    def _matched(
        self, lost: list[_Card], gained: list[_Card], alike: Callable[[_Card, _Card], bool]
    ) -> Iterator[tuple[str | None, str, str]]:
        """Take pairs of cards that are alike out of both lists, the likelier ones first."""
        for card in list(lost):
            fits = [each for each in gained if alike(card, each)]
            if fits:
                other = min(fits, key=functools.partial(self._unlikeliness, card))
                lost.remove(card)
                gained.remove(other)
                yield card.name or other.name, self._called(card.zone), self._called(other.zone)

    def _unlikeliness(self, lost: _Card, gained: _Card) -> tuple[bool, bool]:
        """Cards mostly stay with their owner; what leaves a player is mostly shown, what leaves the deck mostly not."""
        owner = self._owner(lost.zone)
        return self._owner(gained.zone) != owner, (gained.name is None) == (owner is not None)

    def numbers(self) -> Iterator[str]:
        """A line for each owner of changed values."""
        for owner, each in self.values.items():
            yield f"{owner}: {', '.join(each)}" if owner else ", ".join(each)

    def _owner(self, place: _Place) -> str | None:
        return next((part for part in place if part in self.players), None)

    def _called(self, zone: _Place) -> str:
        """What people call a zone: "P1's hand" for ("hands", "P1")."""
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
    """The cards of a zone by name, number and place among those that are alike."""
    counts: Counter[tuple[str | None, int | None]] = Counter()
    result = {}
    for card in zone:
        name = card.get("name") if isinstance(card, Mapping) else card
        key = (None if name is None else str(name), getattr(name, "number", None))
        counts[key] += 1
        result[*key, counts[key]] = card
    return result


def _listed(names: list[str | None]) -> str:
    """Cards by name, those of one name counted, many only counted."""
    if len(set(names)) > MOST_NAMES:
        return f"{len(names)} cards"
    counts = Counter(names)
    unknown = counts.pop(None, 0)
    known = [f"{count} {name}" if count > 1 else str(name) for name, count in counts.items()]
    return ", ".join([*known, *([f"{unknown} cards" if unknown > 1 else "a card"] if unknown else [])])


def _shown(value: Any, other: Any) -> str:
    """A value; where there is none, 0 beside a number."""
    if value is None:
        return "0" if isinstance(other, int) else "?"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(key: str) -> str:
    return key.replace("_", " ")
