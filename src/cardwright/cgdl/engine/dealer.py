# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the dealer does at the start of a stage."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only

from .bits import bit, count
from .cards import count_turn, draw_card, lay, lift, receive, reveal, slide_under
from .codes import Counting, DealerOp
from .consequents import new_tokens
from .ending import run_out
from .hooks import best_in_trick, command_more, count_trick, suit_of
from .log_events import LogEvent
from .state import NONE, Ended


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
            s.trump = suit_of(s, rules, int(s.top[com.table]))
            if s.trump != NONE:
                log_event(LogEvent.TRUMP, EVERYBODY, s.trump)
    elif com.op == DealerOp.DEAL_TO_STACKS:
        _deal_to_stacks(s, rules, com)
    elif com.op > DealerOp.LAST_OF_LANGUAGE_2:
        command_more(s, rules, com)
    else:
        for player in range(rules.players):
            if com.players >> player & 1:
                if com.op == DealerOp.GIVE:
                    new_tokens(s, player, com.amount)
                elif s.ended == Ended.OPEN:
                    deal_to_player(s, rules, player, com.amount)
    if rules.counting >= Counting.EVERYTHING:
        _count_command(s, rules, com)


@inner
def _count_command(s, rules, com):
    """Count a com rule as one turn, or as its actions."""
    for _ in range(_actions(rules, com) if rules.counting == Counting.ACTIONS else 1):
        count_turn(s, NONE)


@inner
def _actions(rules, com):
    """Return how many cards a com rule deals, or to how many players it gives tokens; 1 for the others."""
    everybody = (1 << int(rules.players)) - 1
    if com.op == DealerOp.DEAL_TO_TABLE:
        return int(com.amount)
    if com.op == DealerOp.DEAL_TO_STACKS:
        return int(com.amount) * int(rules.players)
    if com.op == DealerOp.DEAL_TO_PLAYERS:
        return int(com.amount) * count(int(com.players) & everybody)
    return count(int(com.players) & everybody) if com.op == DealerOp.GIVE else 1


@inner
def deal_to_player(s, rules, player, amount):
    """Deal cards from the deck to a player."""
    before = s.hands[player]
    for _ in range(amount):
        card = draw_card(s, rules)
        if card == NONE:
            break
        receive(s, rules, player, card, False)
    log_event(LogEvent.DEALT, only(player), player, s.hands[player] & ~before)
    if count(s.hands[player] & ~before) < amount:
        run_out(s, rules)


@inner
def _deal_to_table(s, rules, com):
    for _ in range(com.amount):
        card = draw_card(s, rules)
        if card == NONE:
            run_out(s, rules)
            return
        log_event(LogEvent.LAID, EVERYBODY, NONE, card, com.table)
        lay(s, rules, com.table, card, NONE)


@inner
def _deal_to_stacks(s, rules, com):
    for player in range(rules.players):
        for _ in range(com.amount):
            card = draw_card(s, rules)
            if card == NONE:
                run_out(s, rules)
                return
            log_event(LogEvent.STACKED, 0, NONE, card, player)
            slide_under(s, rules, player, card, False)


@inner
def _remove(s, rules, cards):
    """Take cards out of the deck and the game."""
    removed = take_out(s, cards)
    s.removed |= removed
    log_event(LogEvent.REMOVED, EVERYBODY, removed)
    reveal(s, rules, s.removed)


@inner
def take_out(s, cards):
    """Take cards out of the deck, and return those that were there."""
    found = 0
    kept = 0
    ordered_bottom = 0
    ordered_top = 0
    for k in range(s.deck_size):
        card = int(s.deck[(int(s.deck_start) + k) & (len(s.deck) - 1)])
        if cards >> card & 1:
            found |= bit(s, card)
        else:
            s.deck[(int(s.deck_start) + kept) & (len(s.deck) - 1)] = card
            kept += 1
            ordered_bottom += k < s.ordered_bottom
            ordered_top += k >= s.deck_size - s.ordered_top
    s.deck_size = kept
    s.ordered_bottom = ordered_bottom
    s.ordered_top = ordered_top
    return found


@inner
def _trick(s, rules, com):
    """Give the trick to the player of the best card, who gains tokens and starts the stages from now on."""
    table = int(com.table)
    if s.top[table] == NONE:
        return
    cards = _laid_by_players(s, table)
    trump = int(com.trump) if com.trump != NONE else int(s.trump)
    best = best_in_trick(s, rules, cards, table, trump)
    winner = int(s.laid_by[best]) if best != NONE else NONE
    log_event(LogEvent.TRICK, EVERYBODY, winner, table, com.to)
    if winner != NONE:
        if com.amount:
            new_tokens(s, winner, com.amount)
        s.starter = winner
        count_trick(s, winner)
    if com.to != NONE:
        move_table(s, table, com.to)
    elif winner != NONE:
        while s.top[table] != NONE:
            slide_under(s, rules, winner, lift(s, table), True)


@inner
def _laid_by_players(s, table):
    """Return the cards on a table that players put there: those of the dealer win no trick."""
    cards = 0
    card = int(s.top[table])
    while card != NONE:
        if s.laid_by[card] != NONE:
            cards |= bit(s, card)
        card = int(s.below[card])
    return cards


@inner
def move_table(s, table, to):
    """Put all cards of a table on another, in the same order."""
    if s.top[to] == NONE:
        s.bottom[to] = s.bottom[table]
    s.below[s.bottom[table]] = s.top[to]
    s.top[to] = s.top[table]
    s.tables[to] |= s.tables[table]
    s.tables[table] = 0
    s.top[table] = NONE
    s.bottom[table] = NONE
