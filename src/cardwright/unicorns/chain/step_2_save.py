# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Step 2 of a link: cards can save others or themselves from being destroyed or sacrificed."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event

from ..log_events import LogEvent
from ..prompts import ask_yes_no
from ..rules import Always, FixedRow, Kind, Op, Trait
from ..stables import anywhere, is_blinded, is_panda
from ..state import NONE, Act, Progress, Prompt, Step, Zone
from ..triggers import push
from ..zones import stable_of


@inner
def save(s, rules):
    """Ask about the next card that can save the target of the current effect, or go on to the next effect."""
    if s.cursor >= s.pool_count or not anywhere(s, Always.SAVES):
        s.cursor = 0
        s.step = Step.LEAVE
        return
    entry = s.pool[s.cursor]
    op = rules.rows[entry.row].op
    if not entry.late and entry.progress == Progress.SET and op in (Op.DESTROY, Op.SACRIFICE):
        player = stable_of(s, int(entry.target))
        card = s.first[Zone.STABLE + player] if s.saver == NONE else s.next[s.saver]
        while card != NONE:
            if can_save(s, rules, card, target=int(entry.target), op=op, player=player):
                s.saver = card
                ask_yes_no(s, player, Prompt.SAVE)
                return
            card = s.next[card]
    s.cursor += 1
    s.saver = NONE


@inner
def answer_save(s, rules, action):
    """Take the answer to the question of step 2: if yes, the target stays, and the price joins this link."""
    if action == Act.NO:
        return
    entry = s.pool[s.cursor]
    player = stable_of(s, int(entry.target))
    log_event(LogEvent.SAVE, ALL, player, rules.cards[s.saver].name, rules.cards[entry.target].name)
    s.mark[entry.target] = 0
    entry.target = NONE
    entry.progress = Progress.IDLE
    if rules.cards[s.saver].trait & Trait.SAVES_BY_DISCARDING:
        k = push(s, FixedRow.DISCARD, int(s.saver), player, player=NONE, late=False)
        s.pool[k].remaining = 1
    else:
        k = push(s, FixedRow.SACRIFICE, int(s.saver), player, player=NONE, late=False)
        s.pool[k].target = s.saver
        s.mark[s.saver] = k + 1
    s.pool[k].progress = Progress.SET


@inner
def can_save(s, rules, saver, target, op, player):
    """Whether a card in a player's stable can save the target of an effect."""
    trait = rules.cards[saver].trait
    from_this = Trait.SAVES_FROM_DESTROY if op == Op.DESTROY else Trait.SAVES_FROM_SACRIFICE
    if not trait & from_this or is_blinded(s, rules, saver, player, entering=False):
        return False
    if saver == target:
        fits = trait & Trait.SAVES_ITSELF != 0
    else:
        fits = trait & Trait.SAVES_OTHERS != 0 and rules.cards[target].kind & Kind.UNICORN != 0
    if trait & Trait.SAVES_BY_DISCARDING:
        return fits and s.count[Zone.HAND + player] > 0
    return fits and s.mark[saver] == 0 and not is_panda(s, rules, saver)
