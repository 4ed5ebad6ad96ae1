"""Steps 2 to 4 of a link: cards are saved, it is settled where each goes, and leaving triggers what it triggers."""

from __future__ import annotations

from cardwright.core.jit import inner

from .effects import BABY, FOLLOW, RETURN, ask
from .rules import NOTHING, ROW_DISCARD, ROW_GIVE_BACK, ROW_SACRIFICE, Always, Trait
from .state import NONE, Act, Prompt, Ready, Step
from .targets import DESTROY, SACRIFICE, anywhere, can_enter, is_blinded, is_panda
from .zones import (
    DISCARD,
    HAND,
    NURSERY,
    RETURNS_WHEN_LEAVING,
    STABLE,
    UNICORNS,
    push,
    stable_of,
    trigger,
)

SAVES = int(Always.SAVES)
SAVES_ITSELF, SAVES_OTHERS = int(Trait.SAVES_ITSELF), int(Trait.SAVES_OTHERS)
BY_DISCARDING = int(Trait.SAVES_BY_DISCARDING)
FROM_DESTROY, FROM_SACRIFICE = int(Trait.SAVES_FROM_DESTROY), int(Trait.SAVES_FROM_SACRIFICE)
TO_HAND = int(Trait.TO_HAND)
PREPARE, EXECUTE = int(Step.PREPARE), int(Step.EXECUTE)
SET, IDLE = int(Ready.SET), int(Ready.IDLE)
SAVING = int(Prompt.SAVE)
YES, NO = int(Act.YES), int(Act.NO)


@inner
def _can_save(s, rules, saver, target, op, player):
    """Whether a card can save the target of an effect."""
    trait = rules.cards[saver].trait
    if not trait & (FROM_DESTROY if op == DESTROY else FROM_SACRIFICE) or is_blinded(s, rules, saver, player, False):
        return False
    if saver == target:
        wanted = trait & SAVES_ITSELF != 0
    else:
        wanted = trait & SAVES_OTHERS != 0 and rules.cards[target].kind & UNICORNS != 0
    if trait & BY_DISCARDING:
        return wanted and s.count[HAND + player] > 0
    return wanted and s.mark[saver] == 0 and not is_panda(s, rules, saver)


@inner
def save(s, rules):
    """Step 2: cards that would be destroyed or sacrificed may be saved."""
    if s.at >= s.pool_count or not anywhere(s, SAVES):
        s.at = 0
        s.step = PREPARE
        return
    entry = s.pool[s.at]
    op = rules.rows[entry.row].op
    if not entry.late and entry.ready == SET and op in (DESTROY, SACRIFICE):
        player = stable_of(s, int(entry.target))
        card = s.first[STABLE + player] if s.saver == NONE else s.next[s.saver]
        while card != NONE:
            if _can_save(s, rules, card, int(entry.target), op, player):
                s.saver = card
                s.options[0] = YES
                s.options[1] = NO
                ask(s, player, SAVING, 2)
                return
            card = s.next[card]
    s.at += 1
    s.saver = NONE


@inner
def be_saved(s, rules):
    """The target stays; what it costs takes place in the same link."""
    entry = s.pool[s.at]
    player = stable_of(s, int(entry.target))
    s.mark[entry.target] = 0
    entry.target = NONE
    entry.ready = IDLE
    if rules.cards[s.saver].trait & BY_DISCARDING:
        k = push(s, ROW_DISCARD, int(s.saver), player, NONE, False)
        s.pool[k].left = 1
    else:
        k = push(s, ROW_SACRIFICE, int(s.saver), player, NONE, False)
        s.pool[k].target = s.saver
        s.mark[s.saver] = k + 1
    s.pool[k].ready = SET


@inner
def prepare(s, rules):
    """Steps 3 and 4: where each card goes, and what its leaving triggers."""
    k = 0
    while k < s.pool_count:
        entry = s.pool[k]
        if not entry.late and entry.ready == SET and rules.rows[entry.row].op <= FOLLOW:
            _prepare_entry(s, rules, k)
        k += 1
    s.at = 0
    s.step = EXECUTE


@inner
def _prepare_entry(s, rules, k):
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    card = int(entry.target)
    line = rules.cards[card]
    player = stable_of(s, card)
    seeing = not is_blinded(s, rules, card, player, False)
    if op in (DESTROY, SACRIFICE):
        entry.goes = HAND + player if line.trait & TO_HAND and seeing else DISCARD
        if line.dies != NOTHING and seeing:
            trigger(s, rules, int(line.dies), card, player, NONE)
    elif op == RETURN:
        entry.goes = HAND + player
    if line.kind == BABY:
        entry.goes = NURSERY
    if line.trait & RETURNS_WHEN_LEAVING and s.stolen[card] != NONE and seeing:
        give_back(s, rules, card, False)


@inner
def give_back(s, rules, thief, late):
    """Let a stolen card go back to where it was; in the same link it must not be a target already."""
    card, home = int(s.stolen[thief]), int(s.home[thief])
    s.stolen[thief] = NONE
    if not late and (s.mark[card] or stable_of(s, card) == home or not can_enter(s, rules, card, home, False)):
        return
    k = push(s, ROW_GIVE_BACK, thief, int(s.active), home, late)
    s.pool[k].target = card
    if not late:
        s.pool[k].ready = SET
        s.mark[card] = k + 1
