# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Antecedents: the values of cards and tokens, and whether the condition of a rule holds."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .codes import (
    CHOSEN,
    CHOSEN_BIT,
    LEFT,
    LEFT_BIT,
    ME,
    ME_BIT,
    OPPOSITE,
    OPPOSITE_BIT,
    OTHERS,
    OTHERS_BIT,
    RIGHT,
    RIGHT_BIT,
    STARTER,
    STARTER_BIT,
    CompareWith,
    Condition,
    EmptyDeck,
    Relation,
    Zone,
)
from .hooks import all_cards, layout_cards, named_seat, related_to
from .piles import stack_of
from .poker import HIGHEST_CARD, KEY, PLAYS, best_play, high_cards
from .state import MAX_PLAYERS, NONE, Status

EVERY_SEAT = (1 << MAX_PLAYERS) - 1


@inner
def compares(one, relation, other):
    """Return whether two numbers are in this relation."""
    if relation <= Relation.AT_MOST:
        return one < other or (relation == Relation.AT_MOST and one == other)
    if relation == Relation.EQUAL:
        return one == other
    return one > other or (relation == Relation.AT_LEAST and one == other)


@inner
def seat_of(s, rules, who):
    """Return the number of a player who may be named from the current player's point of view, but not as OTHERS.

    NONE if the player should have chosen one and has not.
    """
    player = int(s.player)
    if who == ME:
        return player
    if who == LEFT:
        return player + 1 if player + 1 < rules.players else 0
    if who == RIGHT:
        return player - 1 if player > 0 else int(rules.players) - 1
    if who == OPPOSITE:
        return (player + int(rules.players) // 2) % int(rules.players)
    if who <= CHOSEN:
        return named_seat(s, rules, who)
    return int(who)


@inner
def tokens_of(s, rules, who, pile):
    """Return the value of a pile of tokens in a comparison, from the current player's point of view."""
    piles = s.bet if pile else s.stash
    if who != OTHERS:
        return int(piles[seat_of(s, rules, who)])
    together = 0
    highest = 0
    for player in range(rules.players):
        if player != s.player:
            together += int(piles[player])
            highest = max(highest, int(piles[player]))
    return together if rules.sum_bets else highest


@inner
def counts_as_other(s, rules, player):
    """Return whether HA includes a player."""
    return player != s.player and (rules.count_out_hands or s.status[player] != Status.OUT)


@inner
def _seats_of(s, rules, owners, others):
    """Return the players in a set of owners of zones, with `others` as the set of other players."""
    seats = int(owners) & EVERY_SEAT
    if owners & ME_BIT:
        seats |= 1 << int(s.player)
    if owners & OTHERS_BIT:
        seats |= others
    if owners & LEFT_BIT:
        seats |= 1 << seat_of(s, rules, LEFT)
    if owners & RIGHT_BIT:
        seats |= 1 << seat_of(s, rules, RIGHT)
    if owners & OPPOSITE_BIT:
        seats |= 1 << seat_of(s, rules, OPPOSITE)
    if owners & CHOSEN_BIT and seat_of(s, rules, CHOSEN) != NONE:
        seats |= 1 << seat_of(s, rules, CHOSEN)
    if owners & STARTER_BIT:
        seats |= 1 << seat_of(s, rules, STARTER)
    return seats


@inner
def cards_of(s, rules, side, others):
    """Return the cards of one side of a comparison, with `others` as the set of other players."""
    cards = 0
    seats = _seats_of(s, rules, side.hands, others)
    while seats:
        cards |= s.hands[lowest(seats)]
        seats &= seats - 1
    seats = _seats_of(s, rules, side.stacks, others)
    while seats:
        cards |= s.tables[stack_of(s, lowest(seats))]
        seats &= seats - 1
    if side.tables:
        for table in range(rules.tables):
            if side.tables >> table & 1:
                cards |= s.tables[table]
    return cards | layout_cards(s, rules, side)


@inner
def sum_of(rules, cards, limit):
    """Return the sum of cards; cards with two scores count the higher one while the sum stays within the limit."""
    total = 0
    left = cards
    while left:
        total += int(rules.sum_values[lowest(left)])
        left &= left - 1
    if rules.extra_value:
        for _ in range(count(cards & rules.two_valued)):
            if total + rules.extra_value <= limit:
                total += int(rules.extra_value)
    return total


@inner
def worth_of(rules, cards):
    """Return the worth of cards as a play."""
    best = 0
    if rules.has_plays:
        best = best_play(rules.play_points[0], int(cards))
    scored = cards & rules.scored
    while scored:
        best = max(best, rules.card_worth[lowest(scored)])
        scored &= scored - 1
    if best >> KEY:
        return best if rules.kickers else best >> KEY << KEY
    best = max(best, high_cards(int(cards & ~rules.scored)))
    return best if rules.kickers else best >> HIGHEST_CARD


@inner
def captured_points(rules, cards):
    """Return the points for captured cards."""
    total = 0
    while cards:
        total += int(rules.captured_points[lowest(cards)])
        cards &= cards - 1
    return total


@inner
def measured(rules, rule, cards):
    """Return the sum, the points or the worth of cards, whichever the rule compares."""
    if rule.condition == Condition.POINTS:
        return captured_points(rules, cards)
    return sum_of(rules, cards, rule.limit) if rule.condition == Condition.SUMS else worth_of(rules, cards)


@inner
def _sides_compare(s, rules, rule, other):
    one = measured(rules, rule, cards_of(s, rules, rule.left, 1 << other))
    two = int(rule.number) if rule.by_number else measured(rules, rule, cards_of(s, rules, rule.right, 1 << other))
    return compares(one, rule.relation, two)


@inner
def _cards_compare(s, rules, rule):
    """Compare sums or plays; a comparison with HA is made for each other hand."""
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
    """Return whether the hand contains each part of a combination."""
    hand = s.hands[s.player]
    if rule.empty:
        return hand == 0
    for part in range(rule.part_count):
        if hand & rule.parts[part] == 0:
            return False
    if rule.plays:
        for play in range(PLAYS):
            if rule.plays >> play & 1 and best_play(rules.play_points[1 + play], int(hand)) == 0:
                return False
    return True


@inner
def holds(s, rules, rule):
    """Return whether the antecedent of a rule holds; for `show`, ask `showable` instead."""
    condition = rule.condition
    if condition == Condition.ALWAYS:
        return True
    if condition == Condition.HAVE:
        return _has(s, rules, rule)
    if condition == Condition.DRAW:
        if s.deck_size > 0 or rules.empty_deck == EmptyDeck.ENDS:
            return True
        return rules.empty_deck == EmptyDeck.RESHUFFLES and count(s.tables[0]) > 1
    if condition == Condition.FOUND:
        others = (1 << int(rules.players)) - 1 & ~(1 << int(s.player))
        return cards_of(s, rules, rule.left, others) & rule.parts[0] != 0
    if condition == Condition.TOKENS:
        other = tokens_of(s, rules, rule.other_who, rule.other_pile)
        return compares(tokens_of(s, rules, rule.who, rule.pile), rule.relation, other)
    return _cards_compare(s, rules, rule)


@inner
def related_to_table(s, rules, table, relation, if_empty):
    """Return all cards in this relation to a table; `if_empty` if the table is empty."""
    if s.top[table] == NONE:
        return if_empty
    if rules.compare_with == CompareWith.ANY:
        cards = 0
        left = s.tables[table]
        while left:
            cards |= related_to(s, rules, table, relation, lowest(left))
            left &= left - 1
        return cards
    card = s.bottom[table] if rules.compare_with == CompareWith.FIRST else s.top[table]
    return related_to(s, rules, table, relation, card)


@inner
def showable(s, rules, rule):
    """Return the current player's cards that a rule allows to be shown."""
    return s.hands[s.player] & related_to_table(s, rules, rule.table, rule.relation, 0)


@inner
def puttable(s, rules, consequent):
    """Return the current player's cards that are in the required relation to the table."""
    hand = s.hands[s.player] & consequent.cards
    if consequent.zone == Zone.TABLE:
        hand &= related_to_table(s, rules, consequent.which, consequent.relation, all_cards(s, rules))
    return hand
