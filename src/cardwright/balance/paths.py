"""Paths into rules data: "cards.Bash.damage" names a number in a nest of mappings and lists.

A word names a key, or the entry of a list by its `name`. A star stands for every entry. A word that is no key there is
looked for below, so that a path need not spell out how an effect is nested. A word with a dot in it is in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.core.errors import BadData, UnknownName, unknown

Place = tuple[str | int, ...]
STAR = "*"
_WORD = re.compile(r'"([^"]+)"|([^."]+)')


def split(path: str) -> list[str]:
    """The words of a path.

    >>> split('cards."J.A.X.".cost')
    ['cards', 'J.A.X.', 'cost']
    """
    words = [quoted or plain for quoted, plain in _WORD.findall(path)]
    if join(words) != path and ".".join(words) != path:
        raise BadData(f"{path[:80]!r} is not a path, as in cards.Bash.damage")
    return words


def join(words: list[str]) -> str:
    """A path of these words."""
    return ".".join(f'"{word}"' if "." in word else word for word in words)


def find(data: Any, path: str, synonyms: Mapping[str, str] | None = None) -> dict[str, Place]:
    """The places a path names: one, or one for each entry that its stars match, by the path without stars.

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
        join(said): place
        for said, place in _walk(data, words, synonyms or {})
        if not starred or is_number(get(data, place))
    }
    if not found:
        raise BadData(f"{path}: there is no entry with such a number")
    return found


def _walk(node: Any, words: list[str], synonyms: Mapping[str, str]) -> Iterator[tuple[list[str], Place]]:
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
    node: Any, said: str, step: Place, rest: list[str], synonyms: Mapping[str, str]
) -> Iterator[tuple[list[str], Place]]:
    for words, place in _walk(get(node, step), rest, synonyms):
        yield [said, *words], (*step, *place)


def _step(node: Any, word: str, synonyms: Mapping[str, str]) -> Place:
    """Where a word leads: to a key or a named entry here, or else to the nearest of that name below."""
    for meant in dict.fromkeys((word, synonyms.get(word, word))):
        if meant in (names := _names(node)):
            return (names[meant],)
        nearest = _nearest(node, meant)
        if len(nearest) > 1:
            shown = ", ".join(join([str(each) for each in place]) for place in nearest[:6])
            raise BadData(f"{word!r} could be any of {shown}; spell out which")
        if nearest:
            return nearest[0]
    raise unknown("part of a path", word, _names(node))


def _nearest(node: Any, word: str) -> list[Place]:
    """The places of this name that lie least deep."""
    level: list[tuple[Place, Any]] = [((), node)]
    while level:
        found = [(*place, key) for place, each in level for name, key in _names(each).items() if name == word]
        if found:
            return found
        level = [((*place, key), get(each, (key,))) for place, each in level for key in _names(each).values()]
    return []


def _names(node: Any) -> dict[str, str | int]:
    """What the parts of a value are called, and their keys."""
    if isinstance(node, Mapping):
        return {str(key): key for key in node}
    if isinstance(node, list | tuple):
        return {
            str(each["name"]) if isinstance(each, Mapping) and "name" in each else str(index): index
            for index, each in enumerate(node)
        }
    return {}


def is_number(value: Any) -> bool:
    """Whether a value can be tuned."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def get(data: Any, place: Place) -> Any:
    """What is in a place."""
    for key in place:
        data = data[key]
    return data


def changed(data: Any, values: Mapping[Place, Any]) -> Any:
    """The data with some places changed; only what lies on the way to them is copied.

    >>> changed({"cards": {"Bash": {"cost": 2}, "Anger": {"cost": 0}}}, {("cards", "Bash", "cost"): 1})
    {'cards': {'Bash': {'cost': 1}, 'Anger': {'cost': 0}}}
    """
    by_key: dict[str | int, dict[Place, Any]] = {}
    for place, value in values.items():
        if not place:
            return value
        by_key.setdefault(place[0], {})[place[1:]] = value
    copy: Any = list(data) if isinstance(data, list | tuple) else dict(data or {})
    for key, inner in by_key.items():
        copy[key] = changed(copy.get(key) if isinstance(copy, dict) else copy[key], inner)
    return copy
