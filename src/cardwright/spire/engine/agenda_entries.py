# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Entries of the agenda: effects that begin, cards that wait to be played, and what formulas refer to without one."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.record import copy_record

from .agenda import agenda_full, push_back, push_front
from .state import NOTHING, PLAYER, Fault, Manner


@inner
def begin(s, pc, source=PLAYER, target=PLAYER, card=NOTHING, number=0, value=0, manner=Manner.NONE, first=False):
    """Put an effect on the agenda, at its end or in front of everything else."""
    if agenda_full(s):
        s.fault = Fault.AGENDA_FULL
        return
    entry = push_front(s) if first else _push_behind_effects(s)
    _fill(entry, pc, source, target, card, number=number, value=value, manner=manner)


@inner
def begin_with(s, pc, e, first):
    """Put an effect on the agenda whose formulas refer to what those of `e` refer to."""
    if agenda_full(s):
        s.fault = Fault.AGENDA_FULL
        return
    entry = push_front(s) if first else _push_behind_effects(s)
    _fill(entry, pc, e.source, e.target, e.card, number=e.number, value=e.amount, manner=e.manner)
    entry.chosen = e.chosen
    entry.mark = e.mark


@inner
def play_after_everything(s, card, number, target, manner):
    """Let a card be played when nothing else is left on the agenda; a replay comes before other cards that wait."""
    if agenda_full(s):
        s.fault = Fault.AGENDA_FULL
        return
    entry = _push_behind_effects(s) if manner & Manner.REPLAY else push_back(s)
    _fill(entry, 0, PLAYER, target, card, number=number, manner=manner)
    s.plays_waiting += 1


@inner
def _push_behind_effects(s):
    """Add an entry behind the effects that wait, ahead of the cards that wait to be played."""
    push_back(s)
    last = s.agenda_first + s.agenda_count - 1
    mask = s.agenda.size - 1
    for k in range(last, last - s.plays_waiting, -1):
        copy_record(s.agenda[k & mask], s.agenda[(k - 1) & mask])
    return s.agenda[(last - s.plays_waiting) & mask]


@inner
def refer(s, pc=0, source=PLAYER, target=PLAYER, card=NOTHING, number=0, value=0, manner=Manner.NONE):
    """Set what formulas refer to while no entry of the agenda is running."""
    s.scratch_used = 1
    _fill(s.context, pc, source, target, card, number=number, value=value, manner=manner)


@inner
def clear_scratch(s):
    """Clear the context and the stack, to make equal positions equal byte for byte."""
    if s.scratch_used:
        s.scratch_used = 0
        _fill(s.context, 0, PLAYER, PLAYER, 0)
        s.stack[:] = 0


@inner
def _fill(e, pc, source, target, card, number=0, value=0, manner=Manner.NONE):
    """Make `e` an entry that is about to begin."""
    e.pc = pc
    e.source = source
    e.target = target
    e.card = card
    e.chosen = card
    e.number = number
    e.amount = value
    e.manner = manner
    e.count = 0
    e.dealt = 0
    e.affected = 0
    e.mask = 0
    e.mark = 0
    e.killed = 0
