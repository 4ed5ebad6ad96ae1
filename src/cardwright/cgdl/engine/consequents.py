# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What consequents do."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only

from .bits import bit, count, lowest
from .cards import (
    available,
    draw_card,
    hand_over,
    lay,
    lift,
    put_in_stack,
    put_under,
    random_card,
    receive,
    reveal,
    take_from_stack,
)
from .codes import OTHERS, Op, Zone
from .conditions import puttable, seat_of
from .ending import be_done, crash, end_turn, finish, leave, run_out, win
from .hooks import do_more, note_catch, note_taken, number_of, of_number, pick_up, put_on_table, say
from .log_events import LogEvent
from .piles import stack_of
from .state import NONE, Ended, Need


@inner
def choose(s, rules, consequent, choice):
    """Apply the player's choice for a consequent: a card, an amount, a player or a number minus 1."""
    if s.need == Need.AMOUNT:
        bet(s, choice)
        s.step += 1
    elif s.need == Need.PLAYER:
        s.partner = choice
    elif consequent.op > Op.LAST_OF_LANGUAGE_2:
        if say(s, rules, consequent, choice):
            next_step(s)
    elif s.need == Need.NUMBER:
        s.asked = choice
    else:
        put_card(s, rules, consequent, choice)


@inner
def bet(s, tokens):
    """Move tokens from the stash of the current player to the bet."""
    log_event(LogEvent.BET, EVERYBODY, s.player, tokens)
    s.stash[s.player] -= tokens
    s.bet[s.player] += tokens


@inner
def partner_of(s, rules, consequent):
    """Return the player whose hand or stack a consequent names; of several, the one chosen."""
    return int(s.partner) if consequent.which == OTHERS else seat_of(s, rules, consequent.which)


@inner
def put_card(s, rules, consequent, card):
    """Put one card in the zone of the consequent, and note which others can follow."""
    player = int(s.player)
    if s.cards_to_put == 0:
        s.cards_to_put = consequent.amount
        if consequent.op == Op.PUT_PLAY:
            s.can_follow = of_number(s, rules, number_of(s, rules, card))
        else:
            s.can_follow = puttable(s, rules, consequent)
    if consequent.zone == Zone.TABLE:
        put_on_table(s, rules, consequent, card)
    elif consequent.zone == Zone.DECK:
        put_under(s, rules, player, card)
    elif consequent.zone == Zone.STACK:
        put_in_stack(s, rules, player, partner_of(s, rules, consequent), card, consequent.face_up)
    else:
        hand_over(s, rules, player, partner_of(s, rules, consequent), card, consequent.face_up)
    s.cards_to_put -= 1
    if s.cards_to_put == 0:
        next_step(s)


@inner
def lay_from_hand(s, rules, table, card):
    """Put a card from the current player's hand on a table."""
    log_event(LogEvent.LAID, EVERYBODY, s.player, card, table)
    s.hands[s.player] ^= bit(s, card)
    lay(s, rules, table, card, int(s.player))


@inner
def next_step(s):
    """Go to the next consequent and clear the choices made for this one."""
    s.step += 1
    s.partner = NONE
    s.asked = NONE
    s.can_follow = 0


@inner
def carry_out(s, rules, consequent):
    """Carry out a consequent that needs no further choice."""
    op = consequent.op
    player = int(s.player)
    if op == Op.TAKE:
        take(s, rules, consequent)
    elif op == Op.ASK:
        ask(s, rules, partner_of(s, rules, consequent))
    elif op == Op.TURN:
        turn_up(s, rules, consequent)
    elif op == Op.BET_ALL:
        if s.stash[player] > 0:
            bet(s, int(s.stash[player]))
        else:
            crash(s)
    elif op == Op.GAIN:
        gain(s, rules, consequent)
    elif op == Op.GAIN_NEW:
        new_tokens(s, player, consequent.amount)
    elif op == Op.PLAYIT:
        play_shown(s, rules, consequent.which)
    elif op == Op.LEAD:
        log_event(LogEvent.LEADS, EVERYBODY, player)
        s.starter = player
    elif op > Op.LAST_OF_LANGUAGE_2:
        do_more(s, rules, consequent)
    elif op == Op.WIN:
        win(s, rules, player)
    elif op == Op.END:
        finish(s, rules)
    else:
        end_turn(s)
        if op == Op.DONE:
            be_done(s, player, int(s.step))
        elif op == Op.OUT:
            leave(s, rules, player)
        else:
            log_event(LogEvent.NEXT, EVERYBODY, player, s.step)
    next_step(s)


@inner
def new_tokens(s, player, amount):
    """Give new tokens to a player."""
    log_event(LogEvent.GIVEN, EVERYBODY, player, amount)
    s.stash[player] += amount


@inner
def draw_for(s, rules, player, face_up):
    """Let a player draw a card."""
    card = draw_card(s, rules)
    if card == NONE:
        run_out(s, rules)
    else:
        log_event(LogEvent.DRAWN, EVERYBODY if face_up else only(player), player, card)
        receive(s, rules, player, card, face_up)


@inner
def take(s, rules, consequent):
    """Take cards into the current player's hand."""
    note_taken(s)
    player = int(s.player)
    if consequent.zone == Zone.STACK:
        owner = partner_of(s, rules, consequent)
        if count(s.tables[stack_of(s, owner)]) < consequent.amount:
            crash(s)
        else:
            take_from_stack(s, rules, owner, player, consequent.amount, consequent.face_up)
        return
    source = int(consequent.which) if consequent.zone == Zone.TABLE else partner_of(s, rules, consequent)
    for _ in range(consequent.amount):
        if consequent.zone == Zone.DECK:
            draw_for(s, rules, player, consequent.face_up)
        elif consequent.zone == Zone.TABLE:
            if s.top[source] == NONE:
                crash(s)
            else:
                pick_up(s, rules, player, source)
        elif source < 0 or source == player or s.hands[source] == 0:
            crash(s)
        else:
            hand_over(s, rules, source, player, random_card(s, s.hands[source]), consequent.face_up)
        if s.ended != Ended.OPEN:
            return


@inner
def turn_up(s, rules, consequent):
    """Put the top cards of the deck or of a stack on a table."""
    seat = seat_of(s, rules, consequent.which)
    stack = stack_of(s, seat)
    for _ in range(consequent.amount):
        if consequent.zone == Zone.DECK:
            card = draw_card(s, rules)
            if card == NONE:
                run_out(s, rules)
                return
        elif s.top[stack] == NONE:
            crash(s)
            return
        else:
            card = lift(s, stack)
        owner = NONE if consequent.zone == Zone.DECK else seat
        log_event(LogEvent.TURNED, EVERYBODY, s.player, card, consequent.table, owner)
        lay(s, rules, consequent.table, card, int(s.player))


@inner
def ask(s, rules, giver):
    """Get another player's cards of the number asked for, face up; without any, draw a card if possible."""
    log_event(LogEvent.ASKED, EVERYBODY, s.player, s.asked, giver)
    before = s.hands[s.player]
    cards = s.hands[giver] & of_number(s, rules, int(s.asked))
    s.hands[giver] ^= cards
    s.hands[s.player] |= cards
    reveal(s, rules, cards)
    left = cards
    while left:
        log_event(LogEvent.HANDED, EVERYBODY, giver, lowest(left), s.player, s.player)
        left &= left - 1
    if cards == 0 and available(s, rules):
        draw_for(s, rules, int(s.player), False)
    note_catch(s, rules, before)


@inner
def gain(s, rules, consequent):
    """Move tokens to the stash of the current player."""
    me = int(s.player)
    which = int(consequent.which)
    for player in range(rules.players):
        if player != me if which == OTHERS else player == seat_of(s, rules, which):
            piles = s.bet if consequent.pile else s.stash
            tokens = int(piles[player])
            log_event(LogEvent.GAINED, EVERYBODY, me, tokens, player, consequent.pile)
            piles[player] = 0
            s.stash[me] += tokens


@inner
def play_shown(s, rules, table):
    """Put the shown card on the table, if it is still in hand; the cards of a set lie there already."""
    card = int(s.shown)
    if rules.show_sets:
        return
    if s.hands[s.player] >> card & 1:
        lay_from_hand(s, rules, table, card)
    else:
        crash(s)
