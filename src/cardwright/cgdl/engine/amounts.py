# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Amounts and conditions of language 3, read from tables."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .captures import best_of
from .codes import OTHERS, US, ByWord, Condition, Kind, Relation
from .conditions import captured_points, cards_of, compares, counts_as_other, holds, seat_of, showable, sum_of
from .deadwood import deadwood_of, groups_by, melded_by
from .exact_plays import best_of_exactly
from .state import NONE, UNSAID, Status


@inner
def partners_of(s, rules, player):
    """Return a player and the partners, as a set of bits."""
    team = 0
    for other in range(rules.players):
        if rules.team[other] == rules.team[player]:
            team |= 1 << other
    return team


@inner
def others_of(s, rules):
    """Return all other players, as a set of bits."""
    return (1 << int(rules.players)) - 1 & ~(1 << int(s.player))


@inner
def _kept_for(s, rules, operand, player):
    """Return a number that is kept for a player; what has not been said is 0."""
    if operand.kind == Kind.DEADWOOD:
        return deadwood_of(rules, s.hands[player])
    if operand.kind == Kind.MELDED:
        return melded_by(s, rules, player)
    if operand.kind == Kind.GROUPS:
        return groups_by(s, rules, player, int(operand.number), operand.pile)
    if operand.kind == Kind.SCORE:
        return int(s.points_scored[player])
    if operand.kind == Kind.TRICKS:
        return int(s.tricks[player])
    if operand.kind == Kind.TOKENS:
        return int(s.bet[player]) if operand.pile else int(s.stash[player])
    number = int(s.words[player, operand.word])
    return 0 if number == UNSAID else number


@inner
def _by_word(s, rules, cards, by_word, word):
    """Return those of a set of cards that have the number or suit that a word of the player stands for, or the others.

    What has not been said stands for no card.
    """
    if by_word == ByWord.NOT:
        return cards
    number = int(s.words[s.player, word])
    chosen = 0
    if by_word == ByWord.NUMBER or by_word == ByWord.EXCEPT_NUMBER:
        if 1 <= number <= rules.rank_count:
            chosen = rules.rank_cards[number - 1]
    elif 0 <= number < rules.suit_count:
        chosen = rules.suit_cards[number]
    return cards & ~chosen if by_word >= ByWord.EXCEPT_NUMBER else cards & chosen


@inner
def operand_of(s, rules, operand, others):
    """Return what an operand counts, with `others` as the set of other players."""
    kind = operand.kind
    if kind == Kind.NUMBER:
        return int(operand.number)
    if kind <= Kind.LAST_OF_CARDS:
        cards = cards_of(s, rules, operand.side, others)
        if kind == Kind.SUM:
            return sum_of(rules, cards, int(operand.number))
        if kind == Kind.POINTS:
            return captured_points(rules, cards)
        cards &= _by_word(s, rules, operand.cards, operand.by_word, operand.word)
        return count(cards) + (int(s.deck_size) if operand.deck else 0)
    if kind == Kind.BEST:
        return best_of(rules, cards_of(s, rules, operand.side, others) & operand.cards)
    whose = int(operand.whose)
    if whose == OTHERS:
        seats = others
    elif whose == US:
        seats = partners_of(s, rules, int(s.player))
    else:
        seats = 1 << seat_of(s, rules, whose)
    total = 0
    while seats:
        total += _kept_for(s, rules, operand, lowest(seats))
        seats &= seats - 1
    return total


@inner
def _amount_with(s, rules, amount, others):
    worth = operand_of(s, rules, amount.first, others)
    if amount.has_second:
        worth = max(0, worth - operand_of(s, rules, amount.second, others))
    return int(amount.factor) * worth


@inner
def amount_of(s, rules, amount):
    """Return an amount; what is counted for the other players is added up."""
    return _amount_with(s, rules, amount, others_of(s, rules))


@inner
def _compared(s, rules, amount, others):
    """Return the amount that is compared, or the worth of the best play of so many cards of two zones."""
    one, two = amount.first, amount.second
    if one.kind != Kind.EXACTLY:
        return _amount_with(s, rules, amount, others)
    first = cards_of(s, rules, one.side, others)
    return best_of_exactly(rules, first, int(one.number), cards_of(s, rules, two.side, others), int(two.number))


@inner
def _amounts_compare(s, rules, test):
    """Compare two amounts; a comparison with other players is made for each of them."""
    one = rules.amounts[test.amount]
    two = rules.amounts[test.other_amount]
    if not (one.first.others or two.first.others):
        return compares(_compared(s, rules, one, 0), test.relation, _compared(s, rules, two, 0))
    alone = True
    for player in range(rules.players):
        if counts_as_other(s, rules, player):
            alone = False
            other = 1 << player
            found = compares(_compared(s, rules, one, other), test.relation, _compared(s, rules, two, other))
            if found == (rules.any_hand != 0):
                return found
    return alone or not rules.any_hand


@inner
def _has_said(s, rules, test):
    """Return whether the player, or another one, has said a word."""
    seats = others_of(s, rules) if test.who == OTHERS else 1 << int(s.player)
    while seats:
        if s.words[lowest(seats), test.word] != UNSAID:
            return True
        seats &= seats - 1
    return False


@inner
def _is_highest(s, rules, table):
    """Return whether the player put the highest card on a table, where no other card is as high."""
    cards = s.tables[table]
    if cards == 0:
        return False
    best = lowest(cards)
    better = cards & rules.related[Relation.MORE, best]
    while better:
        best = lowest(better)
        better &= rules.related[Relation.MORE, best]
    alone = count(cards & rules.related[Relation.EQUAL, best]) == 1
    return alone and s.laid_by[best] == s.player


@inner
def _on_top(s, rules, test):
    """Return whether the top card of a table is one of some cards, or is in a relation to the card below it."""
    card = int(s.top[test.table])
    if card == NONE:
        return False
    if not test.by_number:
        return _by_word(s, rules, test.parts[0], test.by_word, test.word) >> card & 1 != 0
    below = int(s.below[card])
    return below != NONE and rules.related[test.relation, below] >> card & 1 != 0


@inner
def _is_chosen(s, rules, word):
    """Return whether another player has chosen this one."""
    seats = others_of(s, rules)
    while seats:
        if s.words[lowest(seats), word] == s.player:
            return True
        seats &= seats - 1
    return False


@inner
def starting_player(s, rules):
    """Return the player who starts the stages: the next one who is not out, if the one who did is out."""
    player = int(s.starter)
    for _ in range(rules.players):
        if s.status[player] != Status.OUT:
            return player
        player = player + 1 if player + 1 < rules.players else 0
    return int(s.starter)


@inner
def _is_alone(s, rules):
    """Return whether every other player is done with the stage, or out."""
    left = 0
    for player in range(rules.players):
        left += s.status[player] == Status.PLAYING
    return left - (s.status[s.player] == Status.PLAYING) == 0


@inner
def _others_are_out(s, rules):
    """Return whether every other player is out of the game."""
    left = 0
    for player in range(rules.players):
        left += s.status[player] != Status.OUT
    return left - (s.status[s.player] != Status.OUT) == 0


@inner
def _test_holds(s, rules, test):
    condition = test.condition
    if condition == Condition.SHOW:
        return showable(s, rules, test) != 0
    if condition == Condition.FOUND and test.by_word:
        cards = _by_word(s, rules, test.parts[0], test.by_word, test.word)
        return cards_of(s, rules, test.left, others_of(s, rules)) & cards != 0
    if condition <= Condition.LAST_OF_LANGUAGE_2:
        return bool(holds(s, rules, test))
    if condition == Condition.COMPARE or condition == Condition.EXACT_PLAYS:
        return bool(_amounts_compare(s, rules, test))
    if condition == Condition.SAID:
        return _has_said(s, rules, test)
    if condition == Condition.LEADER:
        return bool(starting_player(s, rules) == s.player)
    if condition == Condition.ON_TOP:
        return bool(_on_top(s, rules, test))
    if condition == Condition.TRUMP:
        return bool(s.trump == test.number)
    if condition == Condition.CAUGHT:
        return bool(s.caught == s.turn)
    if condition == Condition.ALONE:
        return _is_alone(s, rules)
    if condition == Condition.CAPTURED_LAST:
        return bool(s.last_catcher == s.player)
    if condition == Condition.TAKEN:
        return bool(s.taken == s.turn)
    if condition == Condition.LAST:
        top = int(s.top[test.table])
        return top != NONE and bool(s.laid_by[top] == s.player)
    if condition == Condition.OTHERS_OUT:
        return _others_are_out(s, rules)
    if condition == Condition.CHOSEN:
        return _is_chosen(s, rules, test.word)
    return bool(_is_highest(s, rules, int(test.table)))


@inner
def tests_in_row_hold(s, rules, first, number):
    """Return whether tests hold: all of one alternative, where each test after "or" begins a new one."""
    so_far = True
    for k in range(first, first + number):
        test = rules.tests[k]
        if test.alternative:
            if so_far:
                return True
            so_far = True
        if so_far and _test_holds(s, rules, test) == (test.negated != 0):
            so_far = False
    return so_far
