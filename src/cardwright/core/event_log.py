"""The event log: what the rules report as it happens, for stories, replays, terminal play and language models.

    log_event(Event.DRAWN, only(player), player, card)

A kernel reports an event of the game's own enumeration, who sees what it is about, and a few integers whose meaning is
documented beside the event. Compiled kernels contain no code for it, so a log costs nothing until somebody listens.
Then the same rules run as plain Python (see interpreted.py), and every event is collected.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from .compiling import numba_hooks
from .compiling.jit import COMPILED, inlined

EVERYBODY = -1  # as a bit mask of players


class LoggedEvent(NamedTuple):
    """Something that happened, as the rules reported it."""

    kind: int  # a member of the game's `event_type`
    seen_by: int  # the players who see what it is about, as bits; the others notice less or nothing
    operands: tuple[int, ...]

    def seen(self, player: int | None) -> bool:
        """Return whether a player sees what the event is about; None stands for somebody who sees everything.

        >>> LoggedEvent(0, 0b10, ()).seen(1), LoggedEvent(0, 0b10, ()).seen(0), LoggedEvent(0, 0b10, ()).seen(None)
        (True, False, True)
        """
        return player is None or bool(self.seen_by >> player & 1)


@inlined
def only(player: int) -> int:
    """Return the bit mask of a single player."""
    return 1 << player


class _Log(threading.local):
    events: list[LoggedEvent] | None = None


_log = _Log()


@contextlib.contextmanager
def listening() -> Iterator[list[LoggedEvent]]:
    """Collect what rules that run as plain Python report meanwhile in this thread.

    >>> with listening() as events:
    ...     collect(3, EVERYBODY, 20)
    >>> events
    [LoggedEvent(kind=3, seen_by=-1, operands=(20,))]
    """
    before, _log.events = _log.events, []
    try:
        yield _log.events
    finally:
        _log.events = before


def collect(event: IntEnum | int, seen_by: int, *operands: int) -> None:
    """Add an event to the log, if somebody listens."""
    if _log.events is not None:
        _log.events.append(LoggedEvent(event, int(seen_by), tuple(map(int, operands))))


log_event: Any = numba_hooks.no_code(collect) if COMPILED else collect
