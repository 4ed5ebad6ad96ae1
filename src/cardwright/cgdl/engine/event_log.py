"""The log of events between two decisions: only what everybody at the table sees, for people to read."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from cardwright.core.jit import inner

from .state import MAX_EVENTS

NOBODY = 7  # the dealer, instead of a player
UNSEEN = 63  # a card that not everybody sees


class Event(IntEnum):
    """What can happen to cards, with the meaning of the operand `target`."""

    LAID = 0  # `target`: the table
    DRAWN = 1  # no target
    LIFTED = 2  # `target`: the table it was taken from
    HANDED = 3  # `target`: the player who gets the card
    PUT_UNDER = 4  # no target; the card goes under the deck
    SHOWN = 5  # no target
    RESHUFFLED = 6  # no target
    STAGE_BEGUN = 7  # `card` and `target`: the index of the stage, divided by 8, and the remainder


class Entry(NamedTuple):
    """A logged event."""

    event: Event
    player: int  # or NOBODY
    card: int  # or UNSEEN
    target: int


@inner
def log_event(s, event, player, card, target):
    """Log an event; when the log is full, it is dropped."""
    if s.event_count < MAX_EVENTS:
        s.events[s.event_count] = ((event * 8 + int(player)) * 64 + int(card)) * 8 + int(target)
        s.event_count += 1


def decode(code: int) -> Entry:
    """Return the entry that `log_event` encoded."""
    rest, target = divmod(code, 8)
    rest, card = divmod(rest, 64)
    event, player = divmod(rest, 8)
    return Entry(Event(event), player, card, target)
