"""Paths into rules data: "cards.Bash.damage" names a number in nested mappings and lists.

Each word of a path is a key, or the `name` of a list entry. A star stands for every entry. A word that is not a key is
searched for further down, so a path need not spell out how an effect is nested. A word that contains a dot is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from cardwright.core.errors import BadData, UnknownName, unknown

Location = tuple[str | int, ...]  # the keys and indices that lead to a value
STAR = "*"
_WORD = re.compile(r'"([^"]+)"|([^."]+)')


def split(path: str) -> list[str]:
    """Return the words of a path.

    >>> split('cards."J.A.X.".cost')
    ['cards', 'J.A.X.', 'cost']
    """
    words = [quoted or plain for quoted, plain in _WORD.findall(path)]
    if join(words) != path and ".".join(words) != path:
        raise BadData(f"{path[:80]!r} is not a path such as cards.Bash.damage")
    return words


def join(words: list[str]) -> str:
    """Return the path made of these words."""
    return ".".join(f'"{word}"' if "." in word else word for word in words)


def find(data: Any, path: str, synonyms: Mapping[str, str] | None = None) -> dict[str, Location]:
    """Return the locations a path names, each by its path without stars.

    There is one location, or one for each entry that the stars match.

    >>> cards = {"cards": [{"name": "Bomb", "attack": 2}, {"name": "Ogre", "attack": 9}]}
    >>> find(cards, "cards.*.attack")
    {'cards.Bomb.attack': ('cards', 0, 'attack'), 'cards.Ogre.attack': ('cards', 1, 'attack')}
    >>> bash = {"cards": {"Bash": {"cost": 2, "effect": {"do": [{"attack": 8}]}}}}
    >>> find(bash, "cards.Bash.damage", {"damage": "attack"})
    {'cards.Bash.damage': ('cards', 'Bash', 'effect', 'do', 0, 'attack')}
    """
    words = split(path)
    starred = STAR in words
    found = {
        join(names): location
        for names, location in _walk(data, words, synonyms or {})
        if not starred or is_number(get(data, location))
    }
    if not found:
        raise BadData(f"{path}: no entry has such a number")
    return found


def _walk(node: Any, words: list[str], synonyms: Mapping[str, str]) -> Iterator[tuple[list[str], Location]]:
    if not words:
        yield [], ()
        return
    word, rest = words[0], words[1:]
    if word == STAR:
        for name, key in _names(node).items():
            try:
                yield from _below(node, name, (key,), rest, synonyms)
            except UnknownName:
                continue
        return
    yield from _below(node, word, _step(node, word, synonyms), rest, synonyms)


def _below(
    node: Any, name: str, step: Location, rest: list[str], synonyms: Mapping[str, str]
) -> Iterator[tuple[list[str], Location]]:
    for names, location in _walk(get(node, step), rest, synonyms):
        yield [name, *names], (*step, *location)


def _step(node: Any, word: str, synonyms: Mapping[str, str]) -> Location:
    """Return where a word leads: to a key or named entry of this node, or else to the nearest one below."""
    for name in dict.fromkeys((word, synonyms.get(word, word))):
        if name in (names := _names(node)):
            return (names[name],)
        nearest = _nearest(node, name)
        if len(nearest) > 1:
            shown = ", ".join(join([str(each) for each in location]) for location in nearest[:6])
            raise BadData(f"{word!r} is ambiguous: it could be {shown}; write more of the path")
        if nearest:
            return nearest[0]
    raise unknown("part of a path", word, _names(node))


def _nearest(node: Any, word: str) -> list[Location]:
    """Return the locations of this name at the smallest depth."""
    level: list[tuple[Location, Any]] = [((), node)]
    while level:
        found = [(*location, key) for location, each in level for name, key in _names(each).items() if name == word]
        if found:
            return found
        level = [((*location, key), get(each, (key,))) for location, each in level for key in _names(each).values()]
    return []


def _names(node: Any) -> dict[str, str | int]:
    """Return the names of a value's parts, with their keys."""
    if isinstance(node, Mapping):
        return {str(key): key for key in node}
    if isinstance(node, list | tuple):
        return {
            str(each["name"]) if isinstance(each, Mapping) and "name" in each else str(index): index
            for index, each in enumerate(node)
        }
    return {}


def is_number(value: Any) -> TypeGuard[int | float]:
    """Return whether a value is a number that can be tuned."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def get(data: Any, location: Location) -> Any:
    """Return the value at a location."""
    for key in location:
        data = data[key]
    return data


def changed(data: Any, values: Mapping[Location, Any]) -> Any:
    """Return the data with other values at some locations; only the containers on the way there are copied.

    >>> changed({"cards": {"Bash": {"cost": 2}, "Anger": {"cost": 0}}}, {("cards", "Bash", "cost"): 1})
    {'cards': {'Bash': {'cost': 1}, 'Anger': {'cost': 0}}}
    """
    by_key: dict[str | int, dict[Location, Any]] = {}
    for location, value in values.items():
        if not location:
            return value
        by_key.setdefault(location[0], {})[location[1:]] = value
    copy: Any = list(data) if isinstance(data, list | tuple) else dict(data or {})
    for key, inner in by_key.items():
        copy[key] = changed(copy.get(key) if isinstance(copy, dict) else copy[key], inner)
    return copy
