"""A replay as one HTML file: it needs no server, loads nothing, and no name in it can run as code.

The page draws whatever `Game.view` returns. Lists of words are cards, and lists of mappings with a `name` are figures
such as enemies. Values under a player's name are drawn with that player. `Game.face` and `Game.presentation` add more.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from cardwright.arena.story import Story
from cardwright.core.chart import with_charts_drawn
from cardwright.core.game import Game
from cardwright.core.showing.text import escape_html, printable

MAX_SAFE_INTEGER = 2**53 - 1  # JavaScript's numbers are floats


def replay_page(story: Story) -> str:
    """Return the whole page.

    >>> import cardwright
    >>> page = replay_page(Story.of(cardwright.game("spire:jaw-worm").new(seed=7).play("end turn")))
    >>> page.startswith("<!doctype html>"), "Jaw Worm" in page
    (True, True)
    """
    script = bundled("cards.js", "chart.js", "numbers.js", "meter.js", "board.js", "viewer.js", "replay.js")
    parts = {
        "TITLE": escape_html(f"{story.game.title}: {story.name}"),
        "STYLE": _asset("replay.css") + _asset("board.css") + _asset("viewer.css"),
        "SCRIPT": script,
        "SCRIPT_HASH": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "DATA": _in_script(for_script(page_data(story))),
    }
    # Split once: a placeholder inside a part must not be replaced in turn.
    pieces = _asset("replay.html").split("%%")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def page_data(story: Story) -> dict[str, Any]:
    """Return the data of the page: everything about the story at once."""
    return {key: value for part in told(story, len(story.states)) for key, value in part.items()}


def told(story: Story, size: int, player: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield a story as plain data: what it is about, then its decisions in pieces of `size`, the last with the end.

    With a player, it is told as this player saw it. Most of a position stays the same from one decision to the next, so
    positions are indices into a list of their parts, to which each piece adds those that are new, with their cards.
    """
    yield {
        "title": story.game.title,
        "name": story.name,
        **({"seed": story.states[0].seed} if player is None else {}),  # it tells all that is hidden
        "players": story.summary(),
        "drawn": story.game.presentation.drawn(),
        "length": len(story.decisions),
        "result": story.result(),
    }
    parts, last = _Parts(story.game), len(story.decisions)
    for first in range(0, last + 1, size):
        piece: dict[str, Any] = {"decisions": []}
        for number in range(first, min(first + size, last)):
            decision = story.told(number, player)
            piece["decisions"].append({**decision, "state": parts.indices(decision["state"])})
        if first + size > last:
            piece["end"] = parts.indices(story.shown(last, player))
        yield {**piece, **parts.added()}


class _Parts:
    """Parts of positions, each written once, and what is printed on the cards in them."""

    def __init__(self, game: Game):
        self._game = game
        self._numbers: dict[str, int] = {}
        self._new: list[Any] = []
        self._known: set[str] = set()

    def indices(self, view: Mapping[str, Any]) -> dict[str, int]:
        """Return the number of each part of a position."""
        return {key: self._number(with_charts_drawn(value)) for key, value in view.items()}

    def _number(self, value: Any) -> int:
        text = json.dumps(value)
        if text not in self._numbers:
            self._numbers[text] = len(self._numbers)
            self._new.append(json.loads(text))
        return self._numbers[text]

    def added(self) -> dict[str, Any]:
        """Return the parts that are new since the last time, and the faces of cards that were not in others."""
        names = {name for value in self._new for name in _words(value)} - self._known
        self._known |= names
        faces = {name: face._asdict() for name in sorted(names) if (face := self._game.face(name)) is not None}
        new, self._new = self._new, []
        return {"parts": new, "faces": faces}


def _words(value: Any) -> Iterator[str]:
    """Yield all words in plain data, the names of cards among them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield value


def for_script(value: Any) -> Any:
    """Return plain data with printable texts, and as texts the integers that JavaScript would round.

    >>> for_script({"seed": 2**63, "name": "\\x1bJaw Worm", "hp": [40]})
    {'seed': '9223372036854775808', 'name': '?Jaw Worm', 'hp': [40]}
    """
    if isinstance(value, Mapping):
        return {printable(str(key)): for_script(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [for_script(each) for each in value]
    if isinstance(value, int) and abs(value) > MAX_SAFE_INTEGER:
        return str(value)
    return printable(value) if isinstance(value, str) else value


def _in_script(value: Any) -> str:
    """Return JSON for a script element: no name in it can end the element or start a comment."""
    text = json.dumps(value)  # ASCII only, so it has no Unicode line separators
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def bundled(*names: str) -> str:
    """Return modules as one script, without their imports from each other; a page without a server loads no files."""
    lines = (line.removeprefix("export ") for name in names for line in _asset(name).splitlines(keepends=True))
    return "".join(line for line in lines if not line.startswith(("import ", '"use strict"')))


def _asset(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
