"""The names that content gives to events, actions and resources: each means one thing."""

from __future__ import annotations

from cardwright.core.errors import BadData

from ..notation.content import Content
from ..notation.own_rules import CHANGES
from ..notation.vocabulary import EVENTS

_KINDS = {
    "events": "an event", "actions": "an action", "resources": "a resource", "statuses": "a status",
    "relics": "a relic",
}  # fmt: skip
_OF_THE_GAME = {"energy", *EVENTS}


def check_name(name: str, content: Content) -> None:
    """Raise an error if a resource or an event has the name of something else that effects refer to."""
    kinds = [words for section, words in _KINDS.items() if name in getattr(content, section)]
    if name.lower() in _OF_THE_GAME:
        raise BadData(f"{name!r} means something in the game already; choose another name")
    if len(kinds) > 1:
        raise BadData(f"{name!r} is both {kinds[0]} and {kinds[1]}; each needs a name of its own")
    resource, _, change = name.rpartition(" ")
    if change in CHANGES and resource in content.resources:
        raise BadData(f"{name!r} is an event of the resource {resource!r} already; choose another name")
