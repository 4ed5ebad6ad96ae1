"""What is idle in a group of actions that is grown: what comes after a card is gone, and vain repetition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .counts import GROUP, keys

Effect = Mapping[str, Any]

_ENDS = ("play", "exhaust", "discard")  # after these, a card is gone, or on its way
_ONCE = {"shuffle", "clear"}  # doing these again changes nothing
_ONCE_FOR_ALL = {"cost", "upgrade", "move", "play"}  # nor do these, if done to every card there is


def is_idle(group: Effect) -> bool:
    """Return whether a group does something in vain to what it aims at."""
    squared = "stacks" in str(group.get("times")) and "stacks" in str(group[GROUP])  # once for each stack is enough
    return squared or _is_left_in_the_air(group) or _goes_on_too_long(group) or _repeats_in_vain(group)


def _is_left_in_the_air(group: Effect) -> bool:
    """Return whether one of several new cards is chosen and does not come to the player."""
    target = group.get("to")
    if not isinstance(target, Mapping) or "offer" not in target:
        return False
    return not any(_ending(part) is None and ("move" in part or "duplicate" in part) for part in group[GROUP])


def _goes_on_too_long(group: Effect) -> bool:
    """Return whether something is done to a card that is gone, or cannot be played while it lasts."""
    gone = ""
    for part in group[GROUP]:
        key = next(iter(part))
        this_turn = key == "cost" and part.get("lasts", "turn") == "turn" and not part.get("played")
        if gone and key in ("cost", "upgrade", "bonus", "move", "play") and (gone != "discard" or this_turn):
            return True
        gone = gone or _ending(part) or ""
    return False


def _ending(part: Effect) -> str | None:
    """Return how an action ends what can be done to a card; None if it does not."""
    word = "play" if "play" in part else part.get("move")
    return word if word in _ENDS else None


def _repeats_in_vain(group: Effect) -> bool:
    """Return whether a group is repeated that does the same to the same things each time."""
    target = group.get("to")
    everything = target in ("self", "this card") or (isinstance(target, Mapping) and "all" in target)
    return "times" in group and keys(group) <= (_ONCE | _ONCE_FOR_ALL if everything else _ONCE)
