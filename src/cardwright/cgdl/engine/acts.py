"""Consequents: what can be chosen for them, whether they are possible, and what they do."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import count, lowest
from .cards import all_know, available, crash, draw_card, hand_over, lay, lift, put_under, random_card, receive
from .conditions import counts_as_other, puttable, tokens_of
from .ending import end_turn, finish, leave, win
from .poker import RANKS, SUIT
from .rules import ME, OTHERS, Act, Empty, Relation, Where
from .state import AMOUNTS, NONE, Ended, Need, Status

OPEN = Ended.OPEN.value
PLAYING, DONE = Status.PLAYING.value, Status.DONE.value
CARD, AMOUNT, PLAYER, NUMBER = (each.value for each in list(Need)[1:])
TAKE, PUT, PUT_PLAY, ASK, BET, GAIN, GAIN_NEW, PLAYIT, SET_NEXT, SET_DONE, SET_OUT, WIN, END = (
    each.value for each in Act
)
DECK, TABLE, HAND = (each.value for each in Where)
LESS, AT_MOST, EQUAL, AT_LEAST, MORE = (each.value for each in list(Relation)[:5])
ENDS = Empty.ENDS.value
SAME_NUMBER = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # the four cards numbered 1
HIGH = 32  # where the most of an amount stands above the least
LOW_BITS = (1 << HIGH) - 1


@inner
def numbers_of(cards):
    """The numbers that occur in a set of cards."""
    return (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & SUIT


@inner
def in_sets(cards, amount):
    """The cards of which there are at least so many of their number."""
    result = 0
    numbers = numbers_of(cards)
    while numbers:
        alike = cards & SAME_NUMBER << lowest(numbers)
        if count(alike) >= amount:
            result |= alike
        numbers &= numbers - 1
    return result


@inner
def partners(s, rules, which, least):
    """The players other than the current one who are meant and hold at least so many cards."""
    result = 0
    for player in range(rules.players):
        meant = counts_as_other(s, rules, player) if which == OTHERS else player == which and player != s.player
        if meant and count(s.hands[player]) >= least:
            result |= 1 << player
    return result


@inner
def amounts(s, rules, act):
    """The amounts that can be bet, as the least and the most; 0 if there are none."""
    least = 1
    most = int(s.stash[s.player])
    if act.relation <= MORE:
        goal = tokens_of(s, rules, act.which, act.pile)
        if not rules.bets_added:
            goal -= int(s.bet[s.player])
        if act.relation <= EQUAL:
            most = min(most, goal - 1 if act.relation == LESS else goal)
        if act.relation >= EQUAL:
            least = max(least, goal + 1 if act.relation == MORE else goal)
    return most << HIGH | least if least <= most else 0


@inner
def amount_step(options):
    """How far apart the amounts are that are offered."""
    return ((options >> HIGH) - (options & LOW_BITS)) // AMOUNTS + 1


@inner
def amount_count(options):
    """How many amounts are offered."""
    step = amount_step(options)
    return ((options >> HIGH) - (options & LOW_BITS) + step - 1) // step + 1


@inner
def amount_at(options, choice):
    """The amount that a choice means; the last is always the most."""
    return min(options >> HIGH, (options & LOW_BITS) + choice * amount_step(options))


@inner
def need_of(s, act):
    """What must be chosen next for a consequent, 0 if nothing."""
    kind = act.kind
    if kind == BET:
        return AMOUNT
    if kind == ASK and s.asked == NONE:
        return NUMBER
    if act.where == HAND and act.which == OTHERS and s.partner == NONE and kind <= ASK:
        return PLAYER
    return CARD if PUT <= kind <= PUT_PLAY else 0


@inner
def choices(s, rules, act, need):
    """What can be chosen for a consequent: a set, or amounts; 0 if the consequent is impossible."""
    if need == AMOUNT:
        return amounts(s, rules, act)
    if need == PLAYER:
        return partners(s, rules, act.which, 1 if act.kind == ASK else int(act.amount) if act.kind == TAKE else 0)
    hand = s.hands[s.player]
    if need == NUMBER:
        return numbers_of(hand) if partners(s, rules, act.which, 1) else 0
    if s.todo > 0:  # some cards of this consequent have been put already
        return s.fitting & hand
    if act.where == HAND and act.which == s.player:
        return 0
    if act.kind == PUT_PLAY:
        return in_sets(hand, act.amount)
    cards = puttable(s, rules, act)
    return cards if count(cards) >= act.amount else 0


@inner
def possible(s, rules, act):
    """Whether a consequent could be carried out as things stand."""
    kind = act.kind
    if kind == TAKE:
        if act.where == DECK:
            return rules.empty_deck == ENDS or available(s, rules) >= act.amount
        if act.where == TABLE:
            return count(s.tables[act.which]) >= act.amount
        return partners(s, rules, act.which, act.amount) != 0
    if kind > BET:
        return True
    if act.where == HAND and act.which == OTHERS and kind != ASK and partners(s, rules, OTHERS, 0) == 0:
        return False
    return choices(s, rules, act, AMOUNT if kind == BET else NUMBER if kind == ASK else CARD) != 0


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
        if kind == SET_DONE:
            s.status[player] = DONE
        elif kind == SET_OUT:
            leave(s, rules, player)
    _go_on(s)


@inner
def draw_for(s, rules, player, up):
    """Let a player draw a card; without one the game is over, by its own rules or because that was impossible."""
    card = draw_card(s, rules)
    if card != NONE:
        receive(s, rules, player, card, up)
    elif rules.empty_deck == ENDS:
        finish(s, rules)
    else:
        crash(s)


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
                s.hands[player] |= 1 << lift(s, giver)
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
