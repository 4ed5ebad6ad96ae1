"""A replay as one HTML file that opens without a server: nothing is fetched, and what it shows can do nothing.

The page draws whatever `Game.view` gives. Lists of words are cards, lists of mappings with a `name` are figures,
what stands under a player's name is drawn with that player; `Game.face` and `Game.presentation` add more.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from cardwright.arena.story import Story


def replay_page(story: Story) -> str:
    """The whole page.

    >>> import cardwright
    >>> page = replay_page(Story.of(cardwright.game("spire:jaw-worm").new(seed=7).play("end turn")))
    >>> page.startswith("<!doctype html>"), "Jaw Worm" in page
    (True, True)
    """
    script = _asset("replay.js")
    parts = {
        "TITLE": html.escape(f"{story.game.title}: {story.name}"),
        "STYLE": _asset("replay.css"),
        "SCRIPT": script,
        "SCRIPT_HASH": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "DATA": _in_script(page_data(story)),
    }
    # Split once, so that no part can bring in the mark of another.
    pieces = _asset("replay.html").split("%%")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def page_data(story: Story) -> dict[str, Any]:
    """What the page is given: the story, with each position written as the parts it is made of.

    Most of a position stays the same from one decision to the next, so equal parts are written once.
    """
    told = story.to_dict()
    parts: dict[str, int] = {}
    for each in told["decisions"]:
        each["state"] = _in_parts(each["state"], parts)
    told["end"] = _in_parts(told["end"], parts)
    values = [json.loads(part) for part in parts]
    names = {name for value in values for name in _words(value)}
    return {
        **told,
        "parts": values,
        "piles": list(story.game.presentation.piles),
        "faces": {name: face._asdict() for name in sorted(names) if (face := story.game.face(name)) is not None},
    }


def _in_parts(view: Mapping[str, Any], parts: dict[str, int]) -> dict[str, int]:
    return {key: parts.setdefault(json.dumps(value), len(parts)) for key, value in view.items()}


def _words(value: Any) -> Iterator[str]:
    """All words in plain data: the cards are among them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield value


def _in_script(value: Any) -> str:
    """JSON that may stand inside a script element: no name in it can end the element or start a comment."""
    text = json.dumps(value)  # ASCII only, so that no other line ends are left to care for
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _asset(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
