"""The agenda: what is still to be done in a game, as a small queue inside its record.

A record with an agenda has the fields of `agenda_fields(Entry, capacity)`, where `Entry` is the game's own type of
entry. New things wait at the end as a rule, at the front where the game says so; this makes recursion unnecessary and
lets a game be copied in the middle of anything. The capacity is a power of two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import inner


def agenda_fields(entry: np.dtype, capacity: int) -> list[tuple[Any, ...]]:
    """The fields a record needs to have an agenda of up to `capacity` entries."""
    if capacity & (capacity - 1):
        raise ValueError(f"the capacity of an agenda is a power of two, not {capacity}")
    return [
        ("agenda_first", np.int16),
        ("agenda_count", np.int16),
        ("agenda_used", np.int16),  # places that have ever held something
        ("agenda", entry, (capacity,)),
    ]


@inner
def agenda_full(s):
    """Whether nothing more can wait."""
    return s.agenda_count >= s.agenda.size


@inner
def push_back(s):
    """A place for something to be done last; the caller fills every field of the entry."""
    return _use(s, (s.agenda_first + s.agenda_count) & (s.agenda.size - 1))


@inner
def push_front(s):
    """A place for something to be done next."""
    s.agenda_first = (s.agenda_first - 1) & (s.agenda.size - 1)
    return _use(s, s.agenda_first)


@inner
def _use(s, place):
    s.agenda_count += 1
    s.agenda_used = max(s.agenda_used, place + 1)
    return s.agenda[place]


@inner
def front(s):
    """What is to be done now."""
    return s.agenda[s.agenda_first]


@inner
def pop_front(s):
    """Done; an empty agenda begins at its start again, so that the same few places are used and stay near at hand."""
    s.agenda_count -= 1
    s.agenda_first = (s.agenda_first + 1) & (s.agenda.size - 1) if s.agenda_count else 0
