"""A position as HTML, for any game: its numbers as chips, its cards by zone, and what stands on the table.

It follows the rules by which the replay page draws a view: lists of words are cards, and mappings with a name are
figures such as enemies. What has a name and `words`, such as an enemy's intent, is said in these words. A text of
several lines is a drawing, such as a map. Values under a player's name are drawn with that player.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .. import data
from ..presentation import Face, Presentation
from . import html
from .text import escape_html


class Board(NamedTuple):
    """How the positions of a game are drawn."""

    players: Sequence[str]
    face: Callable[[str], Face | None]
    presentation: Presentation

    def draw(self, view: Mapping[str, Any], decider: str = "") -> str:
        """Return a position as one player sees it; the panel of the player who decides is marked."""
        shown = {key: value for key, value in view.items() if self._is_shown(key, value)}
        panels = [
            self._panel(name, shown.pop(name), name == decider) for name in self.players if _is_map(shown.get(name))
        ]
        chips = [html.chip(f"{_words(key)} {value}") for key, value in shown.items() if _is_plain(value)]
        parts = [self._part(key, value) for key, value in shown.items() if not _is_plain(value)]
        return "".join([f'<div class="cw-zone">{"".join(chips)}</div>', html.row(panels), *parts])

    def _is_shown(self, key: str, value: Any) -> bool:
        return key not in self.presentation.redundant and value is not None and value is not False

    def _panel(self, name: str, value: Mapping[str, Any], deciding: bool = False) -> str:
        """Return a player, an enemy or anything else with a name: bars, chips and zones."""
        points: list[str] = []
        zones: list[str] = []
        for key, each in value.items():
            if key == "name" or key.startswith("max_") or not self._is_shown(key, each):
                continue
            if _is_number(each) and _is_number(most := value.get(f"max_{key}")):
                points.insert(0, html.bar(_words(key), each, most))
            elif _is_plain(each):
                points.append(html.chip(f"{_words(key)} {each}"))
            elif _is_map(each) and "name" in each:
                points.append(html.chip(each.get("words") or f"{_words(key)} {_in_words(each)}"))
            elif _is_map(each):
                points += [html.chip(f"{inner} {data.in_words(number)}") for inner, number in each.items()]
            elif each:
                zones.append(self._part(key, each))
        kind = "cw-panel cw-now" if deciding else "cw-panel"
        line = f'<div class="cw-zone"><b>{escape_html(name)}</b> {"".join(points)}</div>'
        return f'<div class="{kind}">{line}{"".join(zones)}</div>'

    def _part(self, key: str, value: Any) -> str:
        if isinstance(value, str):
            return f'<pre class="cw-drawing">{escape_html(value)}</pre>'
        if _is_map(value):
            return self._panel(_words(key), value) if value else ""
        if all(each is None or isinstance(each, str) or self._is_card(each) for each in value):
            return self._zone(key, value)
        panels = (self._panel(str(each.get("name", key)), each) if _is_map(each) else html.chip(each) for each in value)
        return html.row(panels)

    def _is_card(self, value: Any) -> bool:
        return _is_map(value) and isinstance(value.get("name"), str) and self.face(value["name"]) is not None

    def _zone(self, key: str, cards: Sequence[Any]) -> str:
        """Return the cards of a zone: whole in the hand of somebody who plays alone, else by name."""
        label = f'<span class="cw-dim">{escape_html(f"{_words(key)} ({len(cards)})")}</span>'
        if key in self.presentation.piles:
            counts = Counter(map(_name, cards))
            return f'<div class="cw-zone">{label}{"".join(self._small(name, n) for name, n in counts.items())}</div>'
        if len(self.players) == 1:
            drawn = [self._whole(each) for each in cards]
        else:
            groups = itertools.groupby(map(_name, cards))
            drawn = [self._small(name, len(list(group))) for name, group in groups]
        return f'<div class="cw-zone">{label}{"".join(drawn)}</div>'

    def _whole(self, item: Any) -> str:
        name = _name(item)
        face = None if name is None else self.face(name)
        if name is None or face is None:
            return self._small(name, 1)
        return html.card(name, face, figures=_extra(item))

    def _small(self, name: str | None, count: int) -> str:
        times = f" \N{MULTIPLICATION SIGN}{count}" if count > 1 else ""
        if name is None:
            return html.chip(f"?{times}", title="cards that this player does not know", back=True)
        face = self.face(name)
        return html.chip(f"{name}{times}", title=face.text if face else "")


def _name(item: Any) -> str | None:
    """Return the name of a card, with its numbers if it has any; None for a card that is not known."""
    return item if item is None or isinstance(item, str) else str(item["name"])


def _extra(item: Any) -> list[tuple[str, str]]:
    return [(_words(key), data.in_words(each)) for key, each in item.items() if key != "name"] if _is_map(item) else []


def _in_words(value: Mapping[str, Any]) -> str:
    """Return something with a name, and its numbers."""
    numbers = [f"{_words(key)} {each}" for key, each in value.items() if key != "name" and _is_plain(each)]
    return f"{value['name']} ({', '.join(numbers)})" if numbers else str(value["name"])


def _is_map(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, int | float) or (isinstance(value, str) and "\n" not in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def _words(key: str) -> str:
    return key.replace("_", " ")
