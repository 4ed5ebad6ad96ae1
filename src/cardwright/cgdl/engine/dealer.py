"""What the dealer does at the start of a stage."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import lowest
from .cards import draw_card, lay, lift, reveal, slide_under
from .consequents import draw_for
from .ending import run_out
from .poker import RANKS, SUIT
from .rules import DealerOp, Relation
from .state import NONE, RING, Ended


@inner
def command(s, rules, com):
    """Carry out one com rule."""
    if com.op == DealerOp.DEAL_TO_TABLE:
        _deal_to_table(s, rules, com)
    elif com.op == DealerOp.REMOVE:
        _remove(s, rules, com.cards)
    elif com.op == DealerOp.TRICK:
        _trick(s, rules, com)
    elif com.op == DealerOp.TRUMP:
        if s.trump == NONE and s.top[com.table] != NONE:
            s.trump = int(s.top[com.table]) // RANKS
    elif com.op == DealerOp.DEAL_TO_STACKS:
        _deal_to_stacks(s, rules, com)
    else:
        for player in range(rules.players):
            if com.players >> player & 1:
                if com.op == DealerOp.GIVE:
                    s.stash[player] += com.amount
                else:
                    for _ in range(com.amount):
                        if s.ended == Ended.OPEN:
                            draw_for(s, rules, player, False)
    if rules.count_everything:
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
def _deal_to_stacks(s, rules, com):
    for player in range(rules.players):
        for _ in range(com.amount):
            card = draw_card(s, rules)
            if card == NONE:
                run_out(s, rules)
                return
            slide_under(s, rules, player, card, False)


@inner
def _remove(s, rules, cards):
    """Take cards out of the deck and the game."""
    kept = 0
    ordered_bottom = 0
    ordered_top = 0
    for k in range(s.deck_size):
        card = int(s.deck[(int(s.deck_start) + k) & (RING - 1)])
        if cards >> card & 1:
            s.removed |= 1 << card
        else:
            s.deck[(int(s.deck_start) + kept) & (RING - 1)] = card
            kept += 1
            ordered_bottom += k < s.ordered_bottom
            ordered_top += k >= s.deck_size - s.ordered_top
    s.deck_size = kept
    s.ordered_bottom = ordered_bottom
    s.ordered_top = ordered_top
    reveal(s, rules, s.removed)


@inner
def _trick(s, rules, com):
    """Give the trick to the player of the best card, who gains tokens and starts the stages from now on."""
    table = int(com.table)
    if s.top[table] == NONE:
        return
    best = int(s.bottom[table])
    suit = SUIT << RANKS * (best // RANKS)
    trump = int(com.trump) if com.trump != NONE else int(s.trump)
    trumps = SUIT << RANKS * trump if trump != NONE else 0
    if s.tables[table] & trumps:
        suit = trumps
        best = lowest(s.tables[table] & trumps)
    better = s.tables[table] & suit & rules.related[Relation.MORE, best]
    while better:
        best = lowest(better)
        better &= rules.related[Relation.MORE, best]
    winner = int(s.laid_by[best])
    if winner != NONE:
        s.stash[winner] += com.amount
        s.starter = winner
    if com.to != NONE:
        _move_table(s, rules, table, com.to)
    elif winner != NONE:
        while s.top[table] != NONE:
            slide_under(s, rules, winner, lift(s, table), True)


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
