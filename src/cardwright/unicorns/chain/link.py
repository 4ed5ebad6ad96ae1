# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The loop over the links of a chain: start a link, and run its seven steps."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.record import copy_record

from ..rules import NOTHING, Always, Switch
from ..stables import anywhere, crowd, is_blinded
from ..state import MOST_LINKS, NONE, POOL, Fault, Prompt, Step, Zone
from ..triggers import trigger
from ..zones import stable_of
from .step_1_choose import choose_targets
from .step_2_save import save
from .step_3_to_5_leave import prepare_to_leave
from .step_6_execute import execute
from .step_7_finish import finish_link
from .targets import is_possible


@inlined
def advance_chain(s, rules):
    """Continue the chain until a player is asked; return False when nothing is left of it."""
    while s.prompt == Prompt.NONE:
        if s.step == Step.NONE:
            if anywhere(s, Always.CROWD) and not rules.switches & Switch.TINY_STABLE_COUNTS_CARDS:
                _trigger_crowds(s, rules)
            if s.pool_count == 0 or s.fault:
                return False
            _begin_link(s, rules)
        elif s.step == Step.CHOOSE:
            choose_targets(s, rules)
        elif s.step == Step.SAVE:
            save(s, rules)
        elif s.step == Step.LEAVE:
            prepare_to_leave(s, rules)
        elif s.step == Step.EXECUTE:
            execute(s, rules)
        else:
            finish_link(s)
    return True


@inner
def _trigger_crowds(s, rules):
    """Trigger the cards that react to too many unicorns in their stable, where that is possible."""
    for player in range(s.players):
        card = s.first[Zone.STABLE + player]
        while card != NONE and s.always[player] & Always.CROWD:
            line = rules.cards[card]
            crowded = line.crowd != NOTHING and crowd(s, rules, player, False) > line.crowd_over
            if crowded and is_possible(s, rules, int(line.crowd), player, card, there=NONE):
                trigger(s, rules, int(line.crowd), card, player)
            card = s.next[card]


@inner
def _begin_link(s, rules):
    """Make a link of all waiting effects, except the enter effects of blinded cards."""
    kept = 0
    for k in range(s.pool_count):
        entry = s.pool[k]
        entry.late = False
        if not entry.entering or not _enters_blinded(s, rules, int(entry.card)):
            if kept != k:
                copy_record(s.pool[kept], entry)
            kept += 1
    s.pool_count = kept
    if s.pool_count > 1 and not rules.switches & Switch.ORDER_OF_EVENTS:
        _sort_link(s)
    s.step = Step.CHOOSE
    s.cursor = 0
    s.chain += 1
    if s.chain > MOST_LINKS:
        s.fault = Fault.RUNAWAY
        s.pool_count = 0
        s.step = Step.NONE


@inner
def _enters_blinded(s, rules, card):
    player = stable_of(s, card)
    return player >= 0 and is_blinded(s, rules, card, player, entering=True)


@inner
def _sort_link(s):
    """Sort the effects by `_rank`; those of equal rank keep their order."""
    for k in range(1, s.pool_count):
        index = k
        rank = _rank(s, k)
        while index > 0 and _rank(s, index - 1) > rank:
            copy_record(s.pool[POOL], s.pool[index - 1])
            copy_record(s.pool[index - 1], s.pool[index])
            copy_record(s.pool[index], s.pool[POOL])
            index -= 1


@inner
def _rank(s, k):
    """Rank the active player's effects first, then clockwise; for each player, by when the cards entered play."""
    distance = 0
    while s.order[(s.seat + distance) % s.players] != s.pool[k].owner:
        distance += 1
    return distance << 16 | int(s.since[s.pool[k].card])
