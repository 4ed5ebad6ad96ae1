"""What can be chosen for consequents, and whether they are possible."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import count, lowest
from .cards import available
from .codes import (
    AMOUNT,
    ASK,
    BET,
    CARD,
    DECK,
    ENDS,
    EQUAL,
    HAND,
    LESS,
    MORE,
    NUMBER,
    PLAYER,
    PUT,
    PUT_PLAY,
    TABLE,
    TAKE,
)
from .conditions import counts_as_other, puttable, tokens_of
from .poker import RANKS, SUIT
from .rules import OTHERS
from .state import AMOUNTS, NONE

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
    return max(1, ((options >> HIGH) - (options & LOW_BITS) + AMOUNTS - 2) // (AMOUNTS - 1))


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
