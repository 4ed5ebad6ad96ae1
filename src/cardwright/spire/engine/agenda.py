# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The agenda: a small queue of pending effects inside a game's record.

A record with an agenda has the fields of `agenda_fields(Entry, capacity)`, where `Entry` is the game's own type of
entry. New entries wait at the end, or at the front where the rules say so. This makes recursion unnecessary and lets a
game be copied in the middle of an effect. The capacity is a power of two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core.compiling.jit import inner


def agenda_fields(entry: np.dtype, capacity: int) -> list[tuple[Any, ...]]:
    """Return the fields of a record with an agenda of up to `capacity` entries."""
    if capacity & (capacity - 1):
        raise ValueError(f"the capacity of an agenda must be a power of two, not {capacity}")
    return [
        ("agenda_first", np.int16),
        ("agenda_count", np.int16),
        ("agenda_used", np.int16),  # slots that have ever held an entry
        ("agenda", entry, (capacity,)),
    ]


@inner
def agenda_full(s):
    """Return whether the agenda has no free slot."""
    return s.agenda_count >= s.agenda.size


@inner
def push_back(s):
    """Add an entry at the end; the caller fills in every field."""
    return _use(s, (s.agenda_first + s.agenda_count) & (s.agenda.size - 1))


@inner
def push_front(s):
    """Add an entry at the front; the caller fills in every field."""
    s.agenda_first = (s.agenda_first - 1) & (s.agenda.size - 1)
    return _use(s, s.agenda_first)


@inner
def _use(s, slot):
    s.agenda_count += 1
    s.agenda_used = max(s.agenda_used, slot + 1)
    return s.agenda[slot]


@inner
def front(s):
    """Return the front entry."""
    return s.agenda[s.agenda_first]


@inner
def pop_front(s):
    """Remove the front entry; an emptied agenda restarts at slot 0, to reuse cache."""
    s.agenda_count -= 1
    s.agenda_first = (s.agenda_first + 1) & (s.agenda.size - 1) if s.agenda_count else 0
