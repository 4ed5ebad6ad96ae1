"""What happens between two decisions, noted for people to read: only what everybody at the table sees."""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.jit import inner

from .state import EVENTS

NOBODY = 7  # the dealer, where a player could stand
UNSEEN = 63  # a card that not all see


class Event(IntEnum):
    """Kinds of things that happen to cards."""

    LAID = 0  # on a table
    DRAWN = 1
    LIFTED = 2  # from a table
    HANDED = 3  # from hand to hand
    PUT_UNDER = 4  # the deck
    SHOWN = 5
    RESHUFFLED = 6
    STAGE_BEGUN = 7


LAID, DRAWN, LIFTED, HANDED, PUT_UNDER, SHOWN, RESHUFFLED, STAGE_BEGUN = (each.value for each in Event)


@inner
def tell(s, event, player, card, place):
    """Note an event: who, which card, and the table or the other player it has to do with; or which stage."""
    if s.told < EVENTS:
        s.events[s.told] = ((event * 8 + int(player)) * 64 + int(card)) * 8 + int(place)
        s.told += 1


def told(code: int) -> tuple[Event, int, int, int]:
    """The event, player, card and place of a note."""
    rest, place = divmod(code, 8)
    rest, card = divmod(rest, 64)
    event, player = divmod(rest, 8)
    return Event(event), player, card, place
