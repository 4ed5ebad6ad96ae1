"""What the dealer does before a stage."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import lowest
from .cards import all_know, draw_card, lay
from .codes import DEAL_TO_TABLE, GIVE, MORE, OPEN, REMOVE, TRICK
from .consequents import draw_for
from .ending import run_out
from .poker import RANKS, SUIT
from .state import NONE, RING


@inner
def command(s, rules, com):
    """Carry out one com rule."""
    kind = com.kind
    if kind == DEAL_TO_TABLE:
        _deal_to_table(s, rules, com)
    elif kind == REMOVE:
        _remove(s, rules, com.cards)
    elif kind == TRICK:
        _trick(s, rules, com)
    else:
        for player in range(rules.players):
            if com.players >> player & 1:
                if kind == GIVE:
                    s.stash[player] += com.amount
                else:
                    for _ in range(com.amount):
                        if s.ended == OPEN:
                            draw_for(s, rules, player, False)
    if rules.count_all:
        s.turn += 1


@inner
def _deal_to_table(s, rules, com):
    for _ in range(com.amount):
        card = draw_card(s, rules)
        if card == NONE:
            run_out(s, rules)
            return
        lay(s, rules, com.table, card, NONE)


@inner
def _remove(s, rules, cards):
    """Let cards leave the deck and the game."""
    kept = 0
    under = 0
    stacked = 0
    for k in range(s.left):
        card = int(s.deck[(int(s.first) + k) & (RING - 1)])
        if cards >> card & 1:
            s.gone |= 1 << card
        else:
            s.deck[(int(s.first) + kept) & (RING - 1)] = card
            kept += 1
            under += k < s.under
            stacked += k >= s.left - s.stacked
    s.left = kept
    s.under = under
    s.stacked = stacked
    all_know(s, rules, s.gone)


@inner
def _trick(s, rules, com):
    """Who put the best card gains a token and begins from now on; the cards go to another table."""
    table = int(com.table)
    if s.top[table] == NONE:
        return
    best = int(s.bottom[table])
    suit = SUIT << RANKS * (best // RANKS)
    trumps = SUIT << RANKS * int(com.trump) if com.trump != NONE else 0
    if s.tables[table] & trumps:
        suit = trumps
        best = lowest(s.tables[table] & trumps)
    better = s.tables[table] & suit & rules.fits[MORE, best]
    while better:
        best = lowest(better)
        better &= rules.fits[MORE, best]
    winner = int(s.by[best])
    if winner != NONE:
        s.stash[winner] += 1
        s.starter = winner
    _move_table(s, rules, table, com.to)


@inner
def _move_table(s, rules, table, to):
    """Put all cards of a table on another, in the same order."""
    if s.top[to] == NONE:
        s.bottom[to] = s.bottom[table]
    s.below[s.bottom[table]] = s.top[to]
    s.top[to] = s.top[table]
    s.tables[to] |= s.tables[table]
    s.tables[table] = 0
    s.top[table] = NONE
    s.bottom[table] = NONE
