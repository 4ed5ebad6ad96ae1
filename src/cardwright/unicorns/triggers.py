# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Effects that wait for their link: the pool of the record."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .lasting import is_met
from .rules import By
from .state import NONE, POOL, Fault, Progress


@inner
def push(s, row, card, owner, player, late):
    """Add an effect to the pool and return its index; when the pool is full, that is a fault."""
    if s.pool_count == POOL:
        s.fault = Fault.POOL_FULL
        return POOL - 1
    k = int(s.pool_count)
    s.pool_count += 1
    entry = s.pool[k]
    entry.row = row
    entry.card = card
    entry.owner = owner
    entry.controller = owner
    entry.player = player
    entry.target = NONE
    entry.destination = NONE
    entry.remaining = 0
    entry.progress = Progress.WAITING
    entry.late = late
    entry.lead = False
    entry.entering = False
    return k


@inner
def trigger(s, rules, row, card, owner):
    """Add a program of a card to the next link."""
    trigger_after(s, rules, row, card, owner, player=NONE)


@inner
def trigger_after(s, rules, row, card, owner, player):
    """Add a program that follows an earlier effect, which acted on `player`, to the next link, if its condition is met.

    Each row becomes one effect, or one effect per player if several players carry it out.
    """
    if not is_met(s, rules, rules.rows[row], owner, card):
        return
    for r in range(row, row + rules.rows[row].group):
        by = rules.rows[r].by
        if by in (By.EACH, By.OTHERS):
            for turn in range(s.players):
                each = int(s.order[(s.seat + turn) % s.players])
                if each != owner or by == By.EACH:
                    k = push(s, r, card, each, player, late=True)
                    s.pool[k].controller = owner
                    s.pool[k].lead = r == row
        elif by != By.HOLDER or player != NONE:  # if nothing was returned, there is no holder
            k = push(s, r, card, player if by == By.HOLDER else owner, player, late=True)
            s.pool[k].controller = owner
            s.pool[k].lead = r == row
