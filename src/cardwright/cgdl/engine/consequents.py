"""Consequents: what they do."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import lowest
from .cards import all_know, available, draw_card, hand_over, lay, lift, put_under, random_card, receive
from .choices import SAME_NUMBER
from .codes import (
    AMOUNT,
    ASK,
    DECK,
    END,
    GAIN,
    GAIN_NEW,
    GO_DONE,
    GO_OUT,
    IS_DONE,
    NUMBER,
    OPEN,
    PLAYER,
    PLAYIT,
    PUT_PLAY,
    TABLE,
    TAKE,
    WIN,
)
from .conditions import puttable
from .ending import crash, end_turn, finish, leave, run_out, win
from .event_log import DRAWN, HANDED, LIFTED, UNSEEN, tell
from .poker import RANKS
from .rules import ME, OTHERS
from .state import NONE


@inner
def choose(s, rules, act, choice):
    """Do what was chosen for a consequent: `choice` is a card, an amount, a player or a number less 1."""
    if s.need == AMOUNT:
        s.stash[s.player] -= choice
        s.bet[s.player] += choice
        s.step += 1
    elif s.need == PLAYER:
        s.partner = choice
    elif s.need == NUMBER:
        s.asked = choice
    else:
        put_card(s, rules, act, choice)


@inner
def put_card(s, rules, act, card):
    """Put one card where the consequent says, and note which others may follow."""
    player = int(s.player)
    if s.todo == 0:
        s.todo = act.amount
        s.fitting = SAME_NUMBER << card % RANKS if act.kind == PUT_PLAY else puttable(s, rules, act)
    if act.where == TABLE:
        s.hands[player] ^= 1 << card
        lay(s, rules, act.which, card, player)
    elif act.where == DECK:
        put_under(s, rules, player, card)
    else:
        hand_over(s, rules, player, s.partner if act.which == OTHERS else act.which, card, act.up)
    s.todo -= 1
    if s.todo == 0:
        _go_on(s)


@inner
def _go_on(s):
    """The consequent is done; forget what was chosen for it."""
    s.step += 1
    s.partner = NONE
    s.asked = NONE
    s.fitting = 0


@inner
def do(s, rules, act):
    """Carry out a consequent for which nothing is left to choose."""
    kind = act.kind
    player = int(s.player)
    if kind == TAKE:
        take(s, rules, act)
    elif kind == ASK:
        ask(s, rules, s.partner if act.which == OTHERS else act.which)
    elif kind == GAIN:
        gain(s, rules, act)
    elif kind == GAIN_NEW:
        s.stash[player] += act.amount
    elif kind == PLAYIT:
        play_shown(s, rules, act.which)
    elif kind == WIN:
        win(s, player)
    elif kind == END:
        finish(s, rules)
    else:
        end_turn(s)
        if kind == GO_DONE:
            s.status[player] = IS_DONE
        elif kind == GO_OUT:
            leave(s, rules, player)
    _go_on(s)


@inner
def draw_for(s, rules, player, up):
    """Let a player draw a card."""
    card = draw_card(s, rules)
    if card == NONE:
        run_out(s, rules)
    else:
        receive(s, rules, player, card, up)
        tell(s, DRAWN, player, card if up else UNSEEN, 0)


@inner
def take(s, rules, act):
    """Take cards into the hand."""
    player = int(s.player)
    giver = int(s.partner) if act.which == OTHERS else int(act.which)
    for _ in range(act.amount):
        if act.where == DECK:
            draw_for(s, rules, player, act.up)
        elif act.where == TABLE:
            if s.top[giver] == NONE:
                crash(s)
            else:
                card = lift(s, giver)
                s.hands[player] |= 1 << card
                tell(s, LIFTED, player, card, giver)
        elif giver == player or s.hands[giver] == 0:
            crash(s)
        else:
            hand_over(s, rules, giver, player, random_card(s, s.hands[giver]), act.up)
        if s.ended != OPEN:
            return


@inner
def ask(s, rules, giver):
    """Get another player's cards of a number, for all to see; if there are none, draw a card if there is one."""
    cards = s.hands[giver] & SAME_NUMBER << int(s.asked)
    s.hands[giver] ^= cards
    s.hands[s.player] |= cards
    all_know(s, rules, cards)
    left = cards
    while left:
        tell(s, HANDED, giver, lowest(left), int(s.player))
        left &= left - 1
    if cards == 0 and available(s, rules):
        draw_for(s, rules, int(s.player), False)


@inner
def gain(s, rules, act):
    """Move tokens to the stash of the current player."""
    me = int(s.player)
    for player in range(rules.players):
        meant = player == me if act.which == ME else player != me if act.which == OTHERS else player == act.which
        if meant:
            piles = s.bet if act.pile else s.stash
            tokens = int(piles[player])
            piles[player] = 0
            s.stash[me] += tokens


@inner
def play_shown(s, rules, table):
    """Put the shown card on the table, if it is still in hand."""
    card = int(s.shown)
    if s.hands[s.player] >> card & 1:
        s.hands[s.player] ^= 1 << card
        lay(s, rules, table, card, int(s.player))
    else:
        crash(s)
