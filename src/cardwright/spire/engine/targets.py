# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Aiming: which agent, card or status an effect acts on, chosen by the player, at random, or each in turn."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below

from .events import has_status
from .formula_vm import no_enemies, plain_cost
from .offers import offer, withdraw_offer
from .opcodes import AgentSet, Aim, CardFilter, Op, StatusSet
from .own_rules import is_open
from .piles import reshuffle
from .rules import NONE
from .state import CHOOSABLE, NOTHING, PLAYER, Manner, Pile, Prompt, Stream


@inner
def agents_in(s, which, source):
    """Return the living agents of a set, as bits."""
    mask = 0
    for i in range(s.agent_count):
        ally = (i == PLAYER) == (source == PLAYER)
        included = (
            which == AgentSet.AGENTS
            or (which == AgentSet.ENEMIES and not ally)
            or (which == AgentSet.ALLIES and ally and i != source)
        )
        if included and s.agents[i].hp > 0:
            mask |= 1 << i
    return mask


@inner
def _size(mask):
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


@inner
def _nth(mask, n):
    """Return the index of the n-th bit that is set, counting from 0."""
    i = 0
    while n > 0 or not (mask >> i) & 1:
        n -= (mask >> i) & 1
        i += 1
    return i


@inner
def aim_at_agent(s, rules, e, c):
    """Set the target of an effect; if there is none, skip the part that needs one."""
    if c.op == Op.NEXT_AGENT:
        i = 0
        while i < s.agent_count and not (e.mask >> i & 1 and s.agents[i].hp > 0):
            i += 1
        if i < s.agent_count:
            e.target = i
            e.mask = int(e.mask) & ~(1 << i)
        else:
            e.pc = c.b
        return
    mask = agents_in(s, c.a, e.source)
    if c.op == Op.CHOOSE_AGENT and c.c:
        if e.count == c.c:
            e.mask = 0
        mask &= ~int(e.mask)
    count = _size(mask)
    e.affected = _reached(count, c.c) if c.op == Op.EACH_AGENT else min(1, count)
    if count == 0 or (e.source == PLAYER and no_enemies(s)):
        e.pc = c.b
    elif c.op == Op.EACH_AGENT:
        e.mask = _some_of(s, mask, count, e.affected) if e.affected < count else mask
    elif c.op == Op.CHOOSE_AGENT and e.manner & Manner.REPLAY and s.aimed >= 0 and not c.c:
        e.target = s.aimed
        if s.agents[e.target].hp <= 0:
            e.pc = c.b
    elif _needs_no_answer(rules, e, c, count) or c.op == Op.RANDOM_AGENT or e.manner & Manner.RANDOM_TARGET:
        who = _nth(mask, below(s, Stream.EFFECT, count) if count > 1 else 0)
        if c.op == Op.CHOOSE_AGENT:
            choose_agent(s, e, c, who)
        else:
            e.target = who
    else:
        s.prompt = Prompt.AGENT
        s.prompt_mask = mask
        s.prompt_skip = c.amount.number
        s.prompt_jump = c.b


@inner
def choose_agent(s, e, c, who):
    """Aim at an agent that is chosen; one of several is not chosen again."""
    e.target = who
    s.aimed = who
    if c.c:
        e.mask = int(e.mask) | 1 << who


@inner
def _needs_no_answer(rules, e, c, count):
    """Return whether an effect can only aim at one agent, which the player cannot decline."""
    optional = c.amount.number and e.source == PLAYER
    return count == 1 and not optional and not _asks_anyway(rules, e)


@inner
def choose_nothing(s, rules, e):
    """Skip the part of an effect for which the player chooses nothing; where several are chosen in turn, that ends."""
    c = rules.code[e.pc - 1]
    several = c.c if c.op == Op.CHOOSE_AGENT else _count_of(c.c)
    if is_open(rules) and c.op == Op.OFFER:
        withdraw_offer(s, NOTHING)
    elif c.op != Op.CHOOSE_STATUS and several:
        e.count = 1  # the last time
    e.pc = s.prompt_jump


@inner
def may_choose_nothing(s):
    """Return whether the player can decline the choice that is asked for."""
    declinable = s.prompt == Prompt.AGENT or s.prompt == Prompt.CARD or s.prompt == Prompt.STATUS
    return declinable and s.prompt_skip != 0


@inner
def _asks_anyway(rules, e):
    """Return whether the player is asked even if there is only one target; nobody is asked about moves of enemies."""
    return rules.ask_always and e.source == PLAYER


@inner
def _reached(count, limit):
    """Return how many of `count` targets a loop visits; a limit of 0 is none."""
    return min(count, limit) if limit else count


@inner
def _some_of(s, mask, left, wanted):
    """Return `wanted` of the bits of a mask with `left` bits, drawn at random."""
    drawn = 0
    for i in range(s.agent_count):
        if mask >> i & 1:
            if left == wanted or below(s, Stream.EFFECT, left) < wanted:
                drawn |= 1 << i
                wanted -= 1
            left -= 1
    return drawn


@inner
def _count_of(wanted):
    """Return the number of cards in a `CardFilter`."""
    return (wanted & (CardFilter.COSTLY - 1)) // CardFilter.COUNT


@inner
def aim_at_card(s, rules, e, c):
    """Set the card an effect acts on; if there is none, skip the part that needs one."""
    if c.op == Op.NEXT_CARD:
        k = 0
        while k < s.counts[c.a] and not _has_mark(rules, s.cards[s.piles[c.a, k]].mark, e.mark):
            k += 1
        if k < s.counts[c.a]:
            e.chosen = s.piles[c.a, k]
            s.cards[e.chosen].mark -= e.mark
        else:
            e.pc = c.b
        return
    if is_open(rules) and c.op == Op.OFFER:
        offer(s, rules, e, c)
        return
    if c.op == Op.TOP_CARD and s.counts[Pile.DRAW] == 0 and s.counts[Pile.DISCARD] > 0:
        reshuffle(s, rules)
    limit = _count_of(c.c)
    chosen = 0  # the mark of cards that are chosen already
    if c.op == Op.CHOOSE_CARD and limit:
        if e.count == limit:
            e.mark = _new_mark(s, rules)
            _remove_mark(s, rules, int(e.mark))
            e.affected = 0
        chosen = int(e.mark)
    count = _matching(s, rules, c, chosen, 0)
    if not chosen:
        e.affected = _reached(count, limit) if c.op == Op.EACH_CARD else min(1, count)
    if count == 0 or no_enemies(s):
        e.pc = c.b
    elif c.op == Op.EACH_CARD:
        e.mark = _new_mark(s, rules)
        if e.affected < count:
            _mark_some(s, rules, c, e.mark, count, int(e.affected))
        else:
            _matching(s, rules, c, 0, e.mark)
    elif c.op == Op.TOP_CARD:
        e.chosen = s.piles[Pile.DRAW, s.counts[Pile.DRAW] - 1]
    elif c.op == Op.RANDOM_CARD or (count == 1 and not c.c & CardFilter.OPTIONAL and not _asks_anyway(rules, e)):
        j = _nth_matching(s, rules, c, chosen, below(s, Stream.EFFECT, count) if count > 1 else 0)
        choose_card(s, rules, e, c, j)
    else:
        s.prompt = Prompt.CARD
        s.prompt_skip = 1 if c.c & CardFilter.OPTIONAL else 0
        s.prompt_jump = c.b
        _matching(s, rules, c, chosen, CHOOSABLE)


@inner
def choose_card(s, rules, e, c, j):
    """Aim at a card that is chosen or drawn by lot; one of several that are chosen is not chosen again."""
    e.chosen = j
    if is_open(rules) and c.op == Op.OFFER:
        withdraw_offer(s, j)
        return
    if c.op == Op.CHOOSE_CARD and _count_of(c.c):
        _set_mark(s, rules, j, int(e.mark))
        e.affected += 1


@inner
def _new_mark(s, rules):
    """Return the mark of the cards that a loop has still to visit.

    Marks are numbers, which a new loop may replace. Where rules are open, a loop can begin while others wait for it to
    end. There each has a bit of its own.
    """
    if not is_open(rules):
        s.last_mark = s.last_mark % (CHOOSABLE - 1) + 1
        return int(s.last_mark)
    used = 0
    for k in range(1, s.agenda_count):
        mark = int(s.agenda[(s.agenda_first + k) & (s.agenda.size - 1)].mark)
        used |= mark if mark < CHOOSABLE else 0
    bit = 1
    while used & bit and bit < CHOOSABLE // 2:
        bit <<= 1
    for j in range(s.card_count):
        s.cards[j].mark = int(s.cards[j].mark) & ~bit
    return bit


@inner
def _remove_mark(s, rules, mark):
    """Remove a mark that an earlier choice has left on cards."""
    for j in range(s.card_count):
        if _has_mark(rules, s.cards[j].mark, mark):
            s.cards[j].mark -= mark


@inner
def _set_mark(s, rules, j, mark):
    s.cards[j].mark = (int(s.cards[j].mark) if is_open(rules) else 0) | mark


@inner
def _has_mark(rules, mark, wanted):
    return mark & wanted != 0 if is_open(rules) else mark == wanted


@inner
def _mark_some(s, rules, c, mark, left, wanted):
    """Mark `wanted` of the `left` cards that an instruction can choose, drawn at random."""
    for k in range(s.counts[c.a]):
        j = s.piles[c.a, k]
        if _matches(s, rules, c, 0, j):
            if left == wanted or below(s, Stream.EFFECT, left) < wanted:
                _set_mark(s, rules, j, mark)
                wanted -= 1
            left -= 1


@inner
def _matching(s, rules, c, chosen, mark):
    """Return how many cards of the pile an instruction can choose; a mark other than 0 is set on each.

    Cards with the mark `chosen` cannot be chosen, if that is not 0.
    """
    count = 0
    for k in range(s.counts[c.a]):
        j = s.piles[c.a, k]
        if _matches(s, rules, c, chosen, j):
            count += 1
            if mark:
                _set_mark(s, rules, j, mark)
    return count


@inner
def _nth_matching(s, rules, c, chosen, n):
    k = 0
    while True:
        j = s.piles[c.a, k]
        if _matches(s, rules, c, chosen, j):
            if n == 0:
                return j
            n -= 1
        k += 1


@inner
def _matches(s, rules, c, chosen, j):
    if chosen and _has_mark(rules, s.cards[j].mark, chosen):
        return False
    kind = rules.cards[s.cards[j].kind]
    types = c.c & CardFilter.TYPES
    if types != 0 and not (types >> kind.type) & 1:
        return False
    if c.c & CardFilter.UPGRADABLE and kind.upgrade == NONE:
        return False
    if is_open(rules) and c.c & CardFilter.COSTLY and plain_cost(s, rules, j) <= 0:
        return False
    excluded = c.amount.number
    return excluded == NONE or not (kind.group >> excluded) & 1


@inner
def aim_at_status(s, rules, e, c):
    """Set the status an effect acts on; if there is none, skip the part that needs one."""
    who = owner_of(e, c)
    count = 0
    if who >= 0 and s.agents[who].hp > 0 and not no_enemies(s):
        for status in range(rules.status_kinds):
            count += can_choose(s, rules, who, c.a, status)
    e.affected = min(1, count)
    if count == 0:
        e.pc = c.b
    elif c.op == Op.RANDOM_STATUS or (count == 1 and not c.amount.number and not _asks_anyway(rules, e)):
        left = below(s, Stream.EFFECT, count) if count > 1 else 0
        status = 0
        while left > 0 or not can_choose(s, rules, who, c.a, status):
            left -= can_choose(s, rules, who, c.a, status)
            status += 1
        choose_status(s, e, who, status)
    else:
        s.prompt = Prompt.STATUS
        s.prompt_mask = 1 << who
        s.prompt_skip = c.amount.number
        s.prompt_jump = c.b


@inner
def owner_of(e, c):
    """Return whose statuses an instruction aims at."""
    return int(e.source) if c.c == Aim.SOURCE else int(e.target)


@inner
def choose_status(s, e, who, status):
    """Let an effect act on a status; its stacks become the amount of the effect."""
    e.mark = CHOOSABLE + status
    e.amount = s.agents[who].stacks[status]


@inner
def can_choose(s, rules, who, which, status):
    """Return 1 if an agent has a status that belongs to a set, else 0."""
    if not has_status(s, who, status):
        return 0
    kind = rules.statuses[status]
    bad = kind.debuff_if_lost if s.agents[who].stacks[status] < 0 else kind.debuff
    return 1 if which == StatusSet.ANY or (which == StatusSet.DEBUFF) == (bad != 0) else 0


@inner
def choose_option(s, e, c):
    """Let the player choose one of several effects; chance chooses for enemies."""
    if e.source != PLAYER:
        e.pc += below(s, Stream.EFFECT, c.a)
    elif no_enemies(s):
        e.pc = c.b
    else:
        s.prompt = Prompt.OPTION
