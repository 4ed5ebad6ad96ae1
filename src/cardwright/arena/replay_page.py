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
from cardwright.core.showing.text import escape_html, printable

MAX_SAFE_INTEGER = 2**53 - 1  # JavaScript's numbers are floats


def replay_page(story: Story) -> str:
    """Return the whole page.

    >>> import cardwright
    >>> page = replay_page(Story.of(cardwright.game("spire:jaw-worm").new(seed=7).play("end turn")))
    >>> page.startswith("<!doctype html>"), "Jaw Worm" in page
    (True, True)
    """
    script = _asset("replay.js")
    parts = {
        "TITLE": escape_html(f"{story.game.title}: {story.name}"),
        "STYLE": _asset("replay.css"),
        "SCRIPT": script,
        "SCRIPT_HASH": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        "DATA": _in_script(_for_script(page_data(story))),
    }
    # Split once: a placeholder inside a part must not be replaced in turn.
    pieces = _asset("replay.html").split("%%")
    return "".join(parts[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def page_data(story: Story) -> dict[str, Any]:
    """Return the data of the page: the story, with positions as indices into a list of their parts.

    Most of a position stays the same from one decision to the next, so equal parts are written once.
    """
    document = story.to_dict()
    parts: dict[str, int] = {}
    for each in document["decisions"]:
        each["state"] = _as_indices(each["state"], parts)
    document["end"] = _as_indices(document["end"], parts)
    values = [json.loads(part) for part in parts]
    names = {name for value in values for name in _words(value)}
    return {
        **document,
        "parts": values,
        "piles": list(story.game.presentation.piles),
        "faces": {name: face._asdict() for name in sorted(names) if (face := story.game.face(name)) is not None},
    }


def _as_indices(view: Mapping[str, Any], parts: dict[str, int]) -> dict[str, int]:
    return {key: parts.setdefault(json.dumps(value), len(parts)) for key, value in view.items()}


def _words(value: Any) -> Iterator[str]:
    """Yield all words in plain data, the names of cards among them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield value


def _for_script(value: Any) -> Any:
    """Return plain data with printable texts, and as texts the integers that JavaScript would round.

    >>> _for_script({"seed": 2**63, "name": "\\x1bJaw Worm", "hp": [40]})
    {'seed': '9223372036854775808', 'name': '?Jaw Worm', 'hp': [40]}
    """
    if isinstance(value, Mapping):
        return {printable(str(key)): _for_script(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_for_script(each) for each in value]
    if isinstance(value, int) and abs(value) > MAX_SAFE_INTEGER:
        return str(value)
    return printable(value) if isinstance(value, str) else value


def _in_script(value: Any) -> str:
    """Return JSON for a script element: no name in it can end the element or start a comment."""
    text = json.dumps(value)  # ASCII only, so it has no Unicode line separators
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _asset(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
