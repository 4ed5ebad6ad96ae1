"""Antecedents: what cards and tokens amount to, and whether a rule's condition holds."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import count, lowest
from .codes import (
    ALWAYS,
    ANY_CARD,
    AT_LEAST,
    AT_MOST,
    DRAW,
    ENDS,
    EQUAL,
    FIRST,
    HAVE,
    IS_OUT,
    RESHUFFLES,
    SUMS,
    TABLE,
    TOKENS,
)
from .poker import HIGHEST_CARD, KEY, PLAYS, best_play, high_cards
from .rules import ME, OTHERS
from .state import DECK_OF_CARDS, NONE


@inner
def compares(one, relation, other):
    """Whether two numbers compare so."""
    if relation <= AT_MOST:
        return one < other or (relation == AT_MOST and one == other)
    if relation == EQUAL:
        return one == other
    return one > other or (relation == AT_LEAST and one == other)


@inner
def tokens_of(s, rules, who, pile):
    """What a pile of tokens amounts to in a comparison, seen by the player whose turn it is."""
    piles = s.bet if pile else s.stash
    if who == ME:
        return int(piles[s.player])
    if who != OTHERS:
        return int(piles[who])
    together = 0
    highest = 0
    for player in range(rules.players):
        if player != s.player:
            together += int(piles[player])
            highest = max(highest, int(piles[player]))
    return together if rules.sum_bets else highest


@inner
def counts_as_other(s, rules, player):
    """Whether a player is one of HA."""
    return player != s.player and (rules.out_counts or s.status[player] != IS_OUT)


@inner
def cards_of(s, rules, side, other):
    """The cards of one side of a comparison, with this player as the other."""
    cards = 0
    if side.me:
        cards |= s.hands[s.player]
    if side.others:
        cards |= s.hands[other]
    if side.hands:
        for player in range(rules.players):
            if side.hands >> player & 1:
                cards |= s.hands[player]
    if side.tables:
        for table in range(rules.tables):
            if side.tables >> table & 1:
                cards |= s.tables[table]
    return cards


@inner
def sum_of(rules, cards, limit):
    """What cards count together; one with two scores counts more as long as the sum stays within the limit."""
    total = 0
    left = cards
    while left:
        total += int(rules.counts[lowest(left)])
        left &= left - 1
    if rules.more:
        for _ in range(count(cards & rules.double)):
            if total + rules.more <= limit:
                total += int(rules.more)
    return total


@inner
def worth_of(rules, cards):
    """What cards are worth as a play."""
    best = 0
    if rules.plays_ranked:
        best = best_play(rules.plays[0], cards)
    scored = cards & rules.scored
    while scored:
        best = max(best, rules.worth[lowest(scored)])
        scored &= scored - 1
    if best >> KEY:
        return best if rules.kickers else best >> KEY << KEY
    best = max(best, high_cards(cards & ~rules.scored))
    return best if rules.kickers else best >> HIGHEST_CARD


@inner
def measured(rules, rule, cards):
    """The sum or the worth of cards, whichever the rule compares."""
    return sum_of(rules, cards, rule.limit) if rule.when == SUMS else worth_of(rules, cards)


@inner
def _sides_compare(s, rules, rule, other):
    one = measured(rules, rule, cards_of(s, rules, rule.left, other))
    two = int(rule.number) if rule.by_number else measured(rules, rule, cards_of(s, rules, rule.right, other))
    return compares(one, rule.relation, two)


@inner
def _cards_compare(s, rules, rule):
    """Compare sums or plays: with HA, once for each other hand."""
    if not (rule.left.others or rule.right.others):
        return _sides_compare(s, rules, rule, 0)
    alone = True
    for other in range(rules.players):
        if counts_as_other(s, rules, other):
            alone = False
            if _sides_compare(s, rules, rule, other) == rules.any_hand:
                return bool(rules.any_hand)
    return alone or not rules.any_hand


@inner
def _has(s, rules, rule):
    """Whether the hand contains each part of a combination."""
    hand = s.hands[s.player]
    if rule.empty:
        return hand == 0
    for part in range(rule.parts):
        if hand & rule.part[part] == 0:
            return False
    if rule.plays:
        for play in range(PLAYS):
            if rule.plays >> play & 1 and best_play(rules.plays[1 + play], hand) == 0:
                return False
    return True


@inner
def holds(s, rules, rule):
    """Whether the antecedent of a rule holds; what can be shown is another question."""
    when = rule.when
    if when == ALWAYS:
        return True
    if when == HAVE:
        return _has(s, rules, rule)
    if when == DRAW:
        return s.left > 0 or rules.empty_deck == ENDS or (rules.empty_deck == RESHUFFLES and count(s.tables[0]) > 1)
    if when == TOKENS:
        other = tokens_of(s, rules, rule.other_who, rule.other_pile)
        return compares(tokens_of(s, rules, rule.who, rule.pile), rule.relation, other)
    return _cards_compare(s, rules, rule)


@inner
def fitting(s, rules, table, relation, beside_nothing):
    """The cards that compare so with a table; beside an empty one, the last argument."""
    if s.top[table] == NONE:
        return beside_nothing
    if rules.compared == ANY_CARD:
        cards = 0
        left = s.tables[table]
        while left:
            cards |= rules.fits[relation, lowest(left)]
            left &= left - 1
        return cards
    card = s.bottom[table] if rules.compared == FIRST else s.top[table]
    return rules.fits[relation, card]


@inner
def showable(s, rules, rule):
    """The cards of the current player that can be shown by a rule."""
    return s.hands[s.player] & fitting(s, rules, rule.table, rule.relation, 0)


@inner
def puttable(s, rules, act):
    """The cards of the current player that can be put somewhere, as far as comparing goes."""
    hand = s.hands[s.player]
    if act.where == TABLE:
        hand &= fitting(s, rules, act.which, act.relation, DECK_OF_CARDS)
    return hand
