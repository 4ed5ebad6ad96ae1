# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Step 6 of a link: effects take place, one after another, and trigger the programs that follow them."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from ..rules import NOTHING, Op, Switch
from ..state import Progress, Result, Step, Zone
from ..triggers import trigger_after
from .effects import choose_card, perform


@inner
def execute(s, rules):
    """Carry out the current effect; stop if a player must choose a card first."""
    if s.cursor >= s.pool_count:
        s.step = Step.FINISH
        return
    entry = s.pool[s.cursor]
    if not entry.late and entry.progress == Progress.SET:
        result = perform(s, rules, int(s.cursor))
        if result == Result.ASKED:
            return
        _end_effect(s, rules, result)
    elif not entry.late and entry.progress == Progress.IDLE:
        _end_effect(s, rules, Result.NOT_DONE)
    else:
        s.cursor += 1


@inner
def answer_execute(s, rules, action):
    """Take the card that a player has chosen for the current effect."""
    if choose_card(s, rules, int(s.cursor), action):
        _end_effect(s, rules, Result.DONE)


@inner
def _end_effect(s, rules, result):
    """Go on to the next effect; the last effect of the first row of a program triggers what follows the program."""
    entry = s.pool[s.cursor]
    if result == Result.DONE:
        entry.progress = Progress.DONE
    row = rules.rows[entry.row]
    if entry.lead and (row.then != NOTHING or row.if_done != NOTHING):
        waits, done = False, False
        for k in range(s.pool_count):
            other = s.pool[k]
            if other.lead and not other.late and other.row == entry.row and other.card == entry.card:
                waits = waits or (k > s.cursor and other.progress in (Progress.SET, Progress.IDLE))
                done = done or other.progress == Progress.DONE
        if not waits:
            _follow_up(s, rules, done)
    s.cursor += 1


@inner
def _follow_up(s, rules, done):
    """Trigger the programs that follow the current effect in the next link; `done`: whether it was carried out."""
    entry = s.pool[s.cursor]
    row = rules.rows[entry.row]
    card, owner, player = int(entry.card), int(entry.controller), int(entry.player)
    baby_returned = row.op == Op.RETURN and entry.destination == Zone.NURSERY
    spared = baby_returned and rules.switches & Switch.RETURNED_BABY_COSTS_NOTHING
    if row.then != NOTHING and not spared:
        trigger_after(s, rules, int(row.then), card, owner, player)
    if row.if_done != NOTHING and (done or rules.switches & Switch.FOLLOW_UP_ANYWAY):
        trigger_after(s, rules, int(row.if_done), card, owner, player)
