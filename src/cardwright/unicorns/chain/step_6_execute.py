"""Step 6 of a link: effects take place, one after another, and trigger the programs that follow them."""

from __future__ import annotations

from cardwright.core.jit import inner

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
        return
    if not entry.late and entry.progress == Progress.IDLE:
        _follow_up(s, rules, Result.NOT_DONE)
    s.cursor += 1


@inner
def answer_execute(s, rules, action):
    """Take the card that a player has chosen for the current effect."""
    if choose_card(s, rules, int(s.cursor), action):
        _end_effect(s, rules, Result.DONE)


@inner
def _end_effect(s, rules, result):
    _follow_up(s, rules, result)
    s.cursor += 1


@inner
def _follow_up(s, rules, result):
    """Trigger the programs that follow the current effect in the next link."""
    entry = s.pool[s.cursor]
    row = rules.rows[entry.row]
    if not entry.lead:
        return
    card, owner, player = int(entry.card), int(entry.owner), int(entry.player)
    baby_returned = row.op == Op.RETURN and entry.destination == Zone.NURSERY
    spared = baby_returned and rules.switches & Switch.RETURNED_BABY_COSTS_NOTHING
    if row.then != NOTHING and not spared:
        trigger_after(s, rules, int(row.then), card, owner, player)
    if row.if_done != NOTHING and (result == Result.DONE or rules.switches & Switch.FOLLOW_UP_ANYWAY):
        trigger_after(s, rules, int(row.if_done), card, owner, player)
