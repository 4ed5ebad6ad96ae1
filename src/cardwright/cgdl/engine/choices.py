# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The choices that consequents offer, and whether consequents are possible."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .cards import available
from .codes import NO_PILE, OTHERS, EmptyDeck, Op, Relation, Zone
from .conditions import counts_as_other, puttable, seat_of, tokens_of
from .hooks import need_more, numbers_of, of_number, sayable
from .piles import stack_of
from .state import MAX_AMOUNTS, NONE, Need

HIGH = 32  # the shift of the highest amount above the lowest
LOW_BITS = (1 << HIGH) - 1


@inner
def in_sets(s, rules, cards, amount):
    """Return the cards that share their number with at least `amount` cards, themselves included."""
    result = 0
    numbers = numbers_of(s, rules, cards)
    while numbers:
        alike = cards & of_number(s, rules, lowest(numbers))
        if count(alike) >= amount:
            result |= alike
        numbers &= numbers - 1
    return result


@inner
def partners(s, rules, consequent, least):
    """Return the players whose hand or stack the consequent names and who have at least this many cards there.

    Players do not take cards from their own hand or give any to it.
    """
    result = 0
    which = int(consequent.which)
    for player in range(rules.players):
        if which == OTHERS:
            included = counts_as_other(s, rules, player)
        else:
            included = player == seat_of(s, rules, which) and (player != s.player or consequent.zone == Zone.STACK)
        pile = s.tables[stack_of(s, player)] if consequent.zone == Zone.STACK else s.hands[player]
        if included and count(pile) >= least:
            result |= 1 << player
    return result


@inner
def amounts(s, rules, consequent):
    """Return the lowest and the highest amount that can be bet, in one integer; 0 if none can."""
    least = 1
    most = int(s.stash[s.player])
    relation = consequent.relation
    if relation <= Relation.MORE:
        goal = int(consequent.amount)
        if consequent.pile != NO_PILE:
            goal += tokens_of(s, rules, consequent.which, consequent.pile)
            if not rules.bets_added:
                goal -= int(s.bet[s.player])
        if relation <= Relation.EQUAL:
            most = min(most, goal - 1 if relation == Relation.LESS else goal)
        if relation >= Relation.EQUAL:
            least = max(least, goal + 1 if relation == Relation.MORE else goal)
    return most << HIGH | least if least <= most else 0


@inner
def amount_step(options):
    """Return the difference between two amounts offered."""
    amounts = int(options)
    return max(1, ((amounts >> HIGH) - (amounts & LOW_BITS) + MAX_AMOUNTS - 2) // (MAX_AMOUNTS - 1))


@inner
def amount_count(options):
    """Return how many amounts are offered."""
    step = amount_step(options)
    amounts = int(options)
    return ((amounts >> HIGH) - (amounts & LOW_BITS) + step - 1) // step + 1


@inner
def amount_at(options, choice):
    """Return the amount of a choice; the last choice is always the highest amount."""
    amounts = int(options)
    return min(amounts >> HIGH, (amounts & LOW_BITS) + choice * amount_step(options))


@inner
def need_of(s, consequent):
    """Return what must be chosen next for a consequent."""
    op = consequent.op
    if op == Op.BET:
        return Need.AMOUNT
    if op > Op.LAST_OF_LANGUAGE_2:
        return need_more(s, consequent)
    if op == Op.ASK and s.asked == NONE:
        return Need.NUMBER
    if consequent.zone >= Zone.HAND and consequent.which == OTHERS and s.partner == NONE and op <= Op.LAST_WITH_PLAYER:
        return Need.PLAYER
    return Need.CARD if Op.PUT <= op <= Op.PUT_PLAY else Need.NOTHING


@inner
def choices(s, rules, consequent, need):
    """Return what can be chosen for a consequent: a set, or amounts; 0 if the consequent is impossible."""
    op = consequent.op
    if op > Op.LAST_OF_LANGUAGE_2:
        return sayable(s, rules, consequent)
    if need == Need.AMOUNT:
        return amounts(s, rules, consequent)
    if need == Need.PLAYER:
        least = 1 if op == Op.ASK else int(consequent.amount) if op == Op.TAKE else 0
        return partners(s, rules, consequent, least)
    hand = s.hands[s.player]
    if need == Need.NUMBER:
        return numbers_of(s, rules, hand) if partners(s, rules, consequent, 1) else 0
    if s.cards_to_put > 0:  # some cards of this consequent have been put already
        return s.can_follow & hand
    if consequent.zone == Zone.HAND and consequent.which != OTHERS:
        whom = seat_of(s, rules, consequent.which)
        if whom == s.player or whom == NONE:
            return 0
    if op == Op.PUT_PLAY:
        return in_sets(s, rules, hand, consequent.amount)
    cards = puttable(s, rules, consequent)
    return cards if count(cards) >= consequent.amount else 0


@inner
def possible(s, rules, consequent):
    """Return whether a consequent can be carried out after those before it, which add `credit` cards."""
    op = consequent.op
    if op == Op.TAKE or op == Op.TURN:
        if consequent.zone == Zone.DECK:
            return rules.empty_deck == EmptyDeck.ENDS or available(s, rules) + consequent.credit >= consequent.amount
        if consequent.zone == Zone.TABLE:
            return count(s.tables[consequent.which]) + consequent.credit >= consequent.amount
        return partners(s, rules, consequent, consequent.amount - consequent.credit) != 0
    if op == Op.BET_ALL:
        return s.stash[s.player] > 0
    if op > Op.LAST_THAT_CAN_FAIL:
        return op != Op.CHOOSE or sayable(s, rules, consequent) != 0
    to_others = consequent.zone >= Zone.HAND and consequent.which == OTHERS and Op.PUT <= op <= Op.PUT_PLAY
    if to_others and partners(s, rules, consequent, 0) == 0:
        return False
    if consequent.credit and op == Op.PUT:
        return count(puttable(s, rules, consequent)) + consequent.credit >= consequent.amount
    need = Need.AMOUNT if op == Op.BET else Need.NUMBER if op == Op.ASK else Need.CARD
    return choices(s, rules, consequent, need) != 0
