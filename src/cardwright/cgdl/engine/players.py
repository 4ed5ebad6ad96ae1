# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Pots, chosen players, and players who come back into the game, in games of language 3."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only

from .amounts import starting_player
from .bits import bit, count, lowest
from .cards import available, draw_card, hand_over, lay, place, reveal
from .codes import CHOSEN, DealerOp, Op, Relation
from .conditions import seat_of, sum_of, worth_of
from .consequents import draw_for
from .ending import leave, run_out
from .hooks import register_hooks
from .log_events import LogEvent
from .state import MAX_WORDS, NONE, UNSAID, Ended, State3, State3Wide, Status


@inner
def _named_seat(s, rules, who):
    """Return the player who starts, or the one whom the current player has chosen, NONE if there is none."""
    if who != CHOSEN:
        return starting_player(s, rules)
    said = int(s.words[s.player, rules.player_word])
    return NONE if said == UNSAID else said


# What players do.


@inner
def do_to_players(s, rules, consequent):
    """Carry out a consequent about a pot or about another player; without such a player nothing happens."""
    op = consequent.op
    player = int(s.player)
    whom = seat_of(s, rules, consequent.which)
    if op == Op.SHARE_POT:
        s.sharing |= 1 << player
    elif op == Op.REOPEN:
        _reopen(s, rules, player)
    elif op == Op.FORGET_OWN:
        log_event(LogEvent.TOOK_BACK, EVERYBODY, player)
        forget_words(s, rules, player)
    elif whom == NONE:
        return
    elif op == Op.LOOK_AT:
        log_event(LogEvent.LOOKED, EVERYBODY, player, whom)
        log_event(LogEvent.SEEN, only(player), player, whom, s.hands[whom])
        s.knows[player] |= s.hands[whom]
    elif op == Op.PUT_ALL:
        _put_all(s, rules, whom, int(consequent.table))
    elif op == Op.PUT_HIGHEST:
        _put_highest(s, rules, player, whom, consequent)
    elif op == Op.CHOSEN_TAKES:
        for _ in range(consequent.amount):
            if s.ended == Ended.OPEN and available(s, rules) > 0:
                draw_for(s, rules, whom, False)
    elif s.status[whom] != Status.OUT:
        leave(s, rules, whom)


@inner
def _reopen(s, rules, player):
    """Let the others who are done with the stage act again."""
    again = 0
    for other in range(rules.players):
        if other != player and s.status[other] == Status.DONE:
            s.status[other] = Status.PLAYING
            again |= 1 << other
    if again:
        log_event(LogEvent.REOPENED, EVERYBODY, player, again)


@inner
def forget_words(s, rules, player):
    """Forget all words of a player; counters are kept."""
    for word in range(MAX_WORDS):
        if not rules.counters >> word & 1:
            s.words[player, word] = UNSAID


@inner
def _put_all(s, rules, player, table):
    """Put the hand of a player on a table, for everybody to see; the cards have no effects."""
    while s.hands[player]:
        card = lowest(s.hands[player])
        s.hands[player] ^= bit(s, card)
        log_event(LogEvent.LAID, EVERYBODY, player, card, table)
        place(s, table, card, player)
        reveal(s, rules, bit(s, card))


@inner
def _put_highest(s, rules, giver, taker, consequent):
    """Give a player the highest cards of a hand; of equally high ones, the first in the order of the deck."""
    for _ in range(consequent.amount):
        if s.hands[giver] == 0 or giver == taker:
            return
        best = lowest(s.hands[giver])
        left = s.hands[giver] & rules.related[Relation.MORE, best]
        while left:
            best = lowest(left)
            left &= rules.related[Relation.MORE, best]
        hand_over(s, rules, giver, taker, best, consequent.face_up)


@inner
def divide_pot(s, rules):
    """Divide all bets among the players who share the pot; what is left over goes round from the one who starts."""
    if s.sharing == 0:
        return
    pot = 0
    for player in range(rules.players):
        pot += int(s.bet[player])
        s.bet[player] = 0
    sharers = count(int(s.sharing))
    odd = pot % sharers
    player = int(s.starter)
    for _ in range(rules.players):
        if s.sharing >> player & 1:
            share = pot // sharers + (1 if odd > 0 else 0)
            odd -= 1
            s.stash[player] += share
            log_event(LogEvent.SHARED, EVERYBODY, player, share, sharers)
        player = player + 1 if player + 1 < rules.players else 0
    s.sharing = 0


# What the dealer does.


@inner
def command_players(s, rules, com):
    """Carry out a com rule about players, or one that deals until a sum is reached."""
    if com.op == DealerOp.DEAL_UNTIL:
        _deal_until(s, rules, com)
    elif com.op == DealerOp.ALL_RETURN:
        _let_all_return(s, rules)
    else:
        s.starter = _by_shown_cards(s, rules, com.amount > 0)
        log_event(LogEvent.LEADS, EVERYBODY, s.starter)


@inner
def _deal_until(s, rules, com):
    while s.ended == Ended.OPEN and sum_of(rules, s.tables[com.table], int(com.cards)) < com.amount:
        card = draw_card(s, rules)
        if card == NONE:
            run_out(s, rules)
        else:
            log_event(LogEvent.LAID, EVERYBODY, NONE, card, com.table)
            lay(s, rules, com.table, card, NONE)


@inner
def _let_all_return(s, rules):
    back = 0
    for player in range(rules.players):
        if s.status[player] == Status.OUT:
            s.status[player] = Status.PLAYING
            back |= 1 << player
    if back:
        log_event(LogEvent.RETURNED, EVERYBODY, back)


@inner
def _by_shown_cards(s, rules, best):
    """Return who has the best or the lowest hand, of the cards that everybody knows; the starter is asked first."""
    found = NONE
    worth = 0
    player = int(s.starter)
    for _ in range(rules.players):
        if s.status[player] != Status.OUT:
            cards = s.hands[player]
            for other in range(rules.players):
                cards &= s.knows[other]
            own = worth_of(rules, cards)
            if found == NONE or (own > worth if best else own < worth):
                found = player
                worth = own
        player = player + 1 if player + 1 < rules.players else 0
    return int(s.starter) if found == NONE else found


register_hooks(State3, State3Wide, named_seat=_named_seat)
