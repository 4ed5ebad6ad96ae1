"""The names that content gives to events, actions and resources: each means one thing."""

from __future__ import annotations

from cardwright.core.errors import BadData

from ..notation.content import Content
from ..notation.own_rules import CHANGES

_KINDS = {"events": "an event", "actions": "an action", "resources": "a resource", "statuses": "a status"}


def check_name(name: str, content: Content) -> None:
    """Raise an error if a resource or an event has the name of something else that effects refer to."""
    kinds = [words for section, words in _KINDS.items() if name in getattr(content, section)]
    if "a status" in kinds and "a resource" not in kinds:
        kinds.remove("a status")  # an event can be named after the status that broadcasts it
    if len(kinds) > 1:
        raise BadData(f"{name!r} is both {kinds[0]} and {kinds[1]}; each needs a name of its own")
    resource, _, change = name.rpartition(" ")
    if change in CHANGES and resource in content.resources:
        raise BadData(f"{name!r} is an event of the resource {resource!r} already; choose another name")
