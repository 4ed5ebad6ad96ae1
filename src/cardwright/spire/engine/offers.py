# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Offers: new cards, drawn at random from a pool, of which the player chooses one."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below

from .formula_vm import no_enemies
from .log_events import LogEvent
from .opcodes import CardFilter
from .piles import new_card
from .state import CHOOSABLE, NOTHING, Pile, Prompt, Stream


@inner
def offer(s, rules, e, c):
    """Let the player choose one of several different new cards, drawn at random from a pool."""
    e.affected = 0
    if not no_enemies(s):
        for _ in range(c.c):
            kind = _not_offered(s, rules, c)
            j = NOTHING if kind < 0 else new_card(s, kind)
            if j >= 0:
                s.cards[j].pile = Pile.OFFERED
                s.cards[j].mark = CHOOSABLE
                e.affected += 1
                log_event(LogEvent.MOVED, EVERYBODY, j, kind, Pile.GONE, Pile.OFFERED)
    if e.affected == 0:
        e.pc = c.b
    else:
        s.prompt = Prompt.CARD
        s.prompt_skip = 1 if c.a & CardFilter.OPTIONAL else 0
        s.prompt_jump = c.b


@inner
def _not_offered(s, rules, c):
    """Return a random kind of card of the pool that is not offered yet, NOTHING if there is none."""
    count = 0
    for kind in range(rules.card_kinds):
        count += _can_offer(s, rules, c, kind)
    if count == 0:
        return NOTHING
    left = below(s, Stream.EFFECT, count)
    kind = 0
    while left > 0 or not _can_offer(s, rules, c, kind):
        left -= _can_offer(s, rules, c, kind)
        kind += 1
    return kind


@inner
def _can_offer(s, rules, c, kind):
    card = rules.cards[kind]
    types = c.a & CardFilter.TYPES
    if not card.keywords & c.amount.number or (types != 0 and not (types >> card.type) & 1):
        return 0
    j = 0
    while j < s.card_count and not (s.cards[j].pile == Pile.OFFERED and s.cards[j].kind == kind):
        j += 1
    return 1 if j == s.card_count else 0


@inner
def withdraw_offer(s, chosen):
    """Remove the offered cards that the player has not chosen."""
    for j in range(s.card_count):
        if s.cards[j].pile == Pile.OFFERED and j != chosen:
            s.cards[j].pile = Pile.GONE
