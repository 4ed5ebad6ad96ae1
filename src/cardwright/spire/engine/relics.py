# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Relics of the player, whose counters rules treat like stacks: which there are, and what each has counted."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .log_events import LogEvent
from .state import MAX_STACKS, MAX_STATUSES, NOTHING, PLAYER

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_BITS = 63


@inner
def is_relic(status):
    """Return whether what rules call a status is a relic."""
    return status >= MAX_STATUSES


@inner
def relic_slot(s, kind):
    """Return where the player has a relic, NOTHING for nowhere."""
    if s.relic_bits >> np.uint64(kind & _BITS) & _ONE == _ZERO:
        return NOTHING
    k = 0
    while k < s.relic_count and s.relics[k] != kind:
        k += 1
    return k if k < s.relic_count else NOTHING


@inner
def has_relic(s, who, status):
    """Return whether an agent has the relic that rules call this status."""
    return who == PLAYER and relic_slot(s, status - MAX_STATUSES) >= 0


@inner
def counter_of(s, status):
    """Return what a relic has counted, 0 without the relic."""
    k = relic_slot(s, status - MAX_STATUSES)
    return int(s.counters[k]) if k >= 0 else 0


@inner
def set_counter(s, status, number):
    """Set what a relic has counted, if the player has it."""
    k = relic_slot(s, status - MAX_STATUSES)
    if k >= 0 and s.counters[k] != number:
        s.counters[k] = max(-MAX_STACKS, min(MAX_STACKS, number))
        log_event(LogEvent.RELIC_COUNTED, EVERYBODY, status - MAX_STATUSES, s.counters[k])
