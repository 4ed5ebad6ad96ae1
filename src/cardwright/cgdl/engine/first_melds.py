# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the first melds of a side must count, which depends on its score, and whether it still can in this turn.

A side without groups begins one only if they can count enough at the end of the turn, and until they do, it plays only
rules that lay cards. The most that can be laid is exact for sets of which a side has one of each number, with fewer
jokers than other cards: all cards of a number are laid if there are enough of them, and a joker completes a set that
lacks one card. As many jokers as have room in sets are laid, the highest first.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, count, lowest
from .codes import Op
from .deadwood import value_of
from .group_order import from_on
from .hooks import number_of, of_number, same_team
from .state import NONE


@inner
def _laid_by_side(s, rules):
    """Return the cards in groups of the current player and the partners."""
    cards = 0
    for k in range(s.group_count):
        if same_team(s, rules, int(s.group_owner[k]), int(s.player)):
            cards |= s.groups[k]
    return cards


@inner
def _minimum(s, rules):
    """Return what the first melds of the current player's side must count with its score."""
    score = 0
    for player in range(rules.players):
        if same_team(s, rules, player, int(s.player)):
            score += int(s.points_scored[player])
    for k in range(rules.minimums):
        if score < rules.minimum_below[k]:
            return int(rules.minimum[k])
    return 0


@inner
def goal_of_melds(s, rules):
    """Return what the melds of the current player's side must count at the end of this turn, 0 if they need not."""
    if rules.minimums == 0 or s.meld_goal > 0:
        return int(s.meld_goal)
    return 0 if _laid_by_side(s, rules) != 0 else _minimum(s, rules)


@inner
def is_short(s, rules):
    """Return whether the side has begun to lay its first melds, which do not count enough yet."""
    return s.meld_goal > 0 and value_of(rules, _laid_by_side(s, rules)) < s.meld_goal


# The most that can be laid.


@inner
def _room_for_jokers(rules, others):
    return min(int(rules.most_jokers), others - 1)


@inner
def _best_jokers(rules, jokers, room):
    """Return what the highest jokers count, as many as there is room for."""
    if count(jokers) <= room:
        return value_of(rules, jokers)
    total = 0
    for _ in range(room):
        best = lowest(jokers)
        left = jokers
        while left:
            if rules.sum_values[lowest(left)] > rules.sum_values[best]:
                best = lowest(left)
            left &= left - 1
        total += int(rules.sum_values[best])
        jokers ^= bit(rules, best)
    return total


@inner
def _best_number(rules, hand, numbers):
    """Return which of some numbers counts most with the cards of the hand, NONE if there are no numbers."""
    best = NONE
    most = -1
    while numbers:
        number = lowest(numbers)
        numbers &= numbers - 1
        worth = value_of(rules, hand & rules.rank_cards[number])
        if worth > most:
            best = number
            most = worth
    return best


@inner
def most_melded(rules, laid, hand, needed):
    """Return the most that a side's melds can count after this turn.

    `laid` are its cards on the table, and `needed` the jokers that the set which is being laid still needs.
    """
    naturals = hand & ~rules.jokers
    jokers = hand & rules.jokers
    total = value_of(rules, laid)
    room = -count(laid & rules.jokers)
    incomplete = 0  # the numbers of which a joker completes a set, one bit each
    for number in range(rules.rank_count):
        cards = naturals & rules.rank_cards[number]
        there = laid & rules.rank_cards[number] & ~rules.jokers
        others = count(cards | there)
        if there or (cards & rules.meldable and others >= rules.least_of_set):
            total += value_of(rules, cards)
            room += _room_for_jokers(rules, others)
        elif cards & rules.meldable and others == rules.least_of_set - 1 and _room_for_jokers(rules, others) > 0:
            incomplete |= 1 << number
    for _ in range(count(jokers) - needed):
        number = _best_number(rules, naturals, incomplete)
        if number == NONE:
            break
        incomplete ^= 1 << number
        cards = naturals & rules.rank_cards[number]
        total += value_of(rules, cards)
        room += _room_for_jokers(rules, count(cards))
    return total + _best_jokers(rules, jokers, room)


# What can be laid now.


@inner
def _needed_after(s, rules, consequent, group, hand, card):
    """Return how many jokers a set still needs after a card, with all other cards that can follow it."""
    following = 0
    if not rules.jokers >> card & 1:
        following = hand & of_number(s, rules, number_of(s, rules, card)) & from_on(rules, card) & ~rules.jokers
    return max(0, int(consequent.amount) - count(group) - count(following))


@inner
def enough_melded(s, rules, consequent, cards):
    """Return those of the cards that can be laid with which the first melds can still count enough in this turn."""
    goal = goal_of_melds(s, rules)
    if goal == 0 or cards == 0:
        return cards
    laid = _laid_by_side(s, rules)
    group = s.groups[s.open_group] if s.open_group != NONE else 0
    if s.open_group == NONE and consequent.op == Op.LAY and consequent.relation:
        group |= bit(s, int(s.top[consequent.relation - 1]))
    found = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        one = bit(s, card)
        hand = s.hands[s.player] & ~one
        needed = _needed_after(s, rules, consequent, group | one, hand, card) if consequent.op == Op.LAY else 0
        if most_melded(rules, laid | group | one, hand, needed) >= goal:
            found |= one
    return found
