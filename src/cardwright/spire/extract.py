"""A card together with everything it needs, taken out of a larger collection."""

from __future__ import annotations

import json
import re

from .engine.compiler import Compiler
from .notation.content import Content, standard

_COMPILED = ("cards", "statuses", "enemies")  # which a compiler counts as it meets them
_MENTIONED = ("actions", "events", "resources")


def extract(content: Content, name: str) -> Content:
    """Return a card of some content with all that it needs and that the standard content lacks.

    >>> extract(standard(), "Bash").own_cards() == [standard().card("Bash")]
    True
    """
    whole = standard().with_more(content)
    compiler = Compiler(whole.model_copy(update={"loop": None}))
    compiler.card(name)
    compiler.finish()
    met = dict(zip(_COMPILED, (compiler.cards, compiler.statuses, compiler.enemies), strict=True))
    parts = {
        section: {
            each: getattr(whole, section)[each]
            for each in met[section].names
            if each == name or _new(whole, section, each)
        }
        for section in _COMPILED
    }
    found = Content.model_construct(None, **parts)
    while more := _mentioned(found, whole):
        found = found.with_more(more)
    return found


def _new(content: Content, section: str, name: str) -> bool:
    return bool(getattr(content, section)[name] != getattr(standard(), section).get(name))


def _mentioned(found: Content, whole: Content) -> Content | None:
    """Return the actions, events and resources that some content mentions and lacks, None if there are none."""
    text = json.dumps(found.to_dict(), ensure_ascii=False).replace("_", " ")
    more = {
        section: {
            name: each
            for name, each in getattr(whole, section).items()
            if name not in getattr(found, section) and re.search(rf"\b{re.escape(name)}\b", text)
        }
        for section in _MENTIONED
    }
    return Content.model_construct(None, **more) if any(more.values()) else None
