# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Cards on a table that a card from the hand captures, by its number or as a sum (language 3).

The player chooses the card from the hand and then the cards on the table, one by one. Only cards are offered with which
the sum can still be reached. `using` is the card from the hand while its captures are chosen, `picked` has those chosen
so far.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit, lowest
from .cards import reveal, slide_under
from .hooks import number_of, of_number
from .log_events import LogEvent
from .state import NONE


class Catch(IntEnum):
    """What a card captures."""

    NUMBER = 1  # one card of its number
    SUM = 2  # several cards that add up to its value
    NUMBER_FIRST = 4  # no sum if there is a card of its number


@inner
def _addable(rules, cards, goal):
    """Return those of some cards that can be part of a sum of several cards."""
    found = 0
    while cards:
        card = lowest(cards)
        if 0 < rules.sum_values[card] < goal:
            found |= bit(rules, card)
        cards &= cards - 1
    return found


@inner
def _can_reach(rules, cards, goal):
    """Return whether some of these cards add up to a number exactly."""
    sums = 1
    while cards:
        value = int(rules.sum_values[lowest(cards)])
        if value <= goal:
            sums |= sums << value & (2 << goal) - 1
        cards &= cards - 1
    return sums >> goal & 1 != 0


@inner
def _parts_of_sum(rules, cards, goal):
    """Return those of some cards that can be the next part of a sum."""
    found = 0
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        value = int(rules.sum_values[card])
        if value <= goal and _can_reach(rules, cards ^ bit(rules, card), goal - value):
            found |= bit(rules, card)
    return found


@inner
def catchable(s, rules, table, catch, card):
    """Return the cards of a table that a card can capture, one of them alone or as a part of a sum."""
    cards = s.tables[table]
    alike = of_number(s, rules, number_of(s, rules, card)) & cards if catch & Catch.NUMBER else 0
    if catch & Catch.SUM == 0 or (alike and catch & Catch.NUMBER_FIRST):
        return alike
    goal = int(rules.sum_values[card])
    if goal <= 0:
        return alike
    return alike | _parts_of_sum(rules, _addable(rules, cards, goal), goal)


@inner
def capturing(s, rules, table, catch, wanted):
    """Return the player's cards that can capture something on a table, or with wanted = False those that cannot."""
    found = 0
    hand = s.hands[s.player]
    while hand:
        card = lowest(hand)
        if (catchable(s, rules, table, catch, card) != 0) == wanted:
            found |= bit(rules, card)
        hand &= hand - 1
    return found


@inner
def capture_choices(s, rules, consequent):
    """Return the cards of the hand that can capture, or the cards that can be captured with the one chosen."""
    table, catch = int(consequent.table), int(consequent.amount)
    if s.using == NONE:
        return capturing(s, rules, table, catch, True)
    goal = int(rules.sum_values[s.using])
    if s.picked == 0:
        cards = catchable(s, rules, table, catch, int(s.using))
    else:
        left = _addable(rules, s.tables[table], goal) & ~s.picked
        cards = _parts_of_sum(rules, left, goal - _value_of(rules, s.picked))
    if _value_of(rules, cards | s.picked) == goal:  # there is only one choice: all of them
        return cards & -cards
    return cards


@inner
def _value_of(rules, cards):
    total = 0
    while cards:
        total += int(rules.sum_values[lowest(cards)])
        cards &= cards - 1
    return total


@inner
def choose_capture(s, rules, consequent, card):
    """Choose the card that captures, or one that it captures; return whether the capture is complete."""
    if s.using == NONE:
        s.using = card
        reveal(s, rules, bit(s, card))
        return False
    alike = of_number(s, rules, number_of(s, rules, int(s.using))) >> card & 1 != 0
    complete = s.picked == 0 and alike and int(consequent.amount) & Catch.NUMBER != 0
    s.picked |= bit(s, card)
    if not complete and _value_of(rules, s.picked) < rules.sum_values[s.using]:
        return False
    _capture_picked(s, rules, int(consequent.table))
    return True


@inner
def _capture_picked(s, rules, table):
    """Put the card from the hand and those it captures under the player's stack."""
    player = int(s.player)
    log_event(LogEvent.CAUGHT, EVERYBODY, player, s.using, s.picked, table)
    s.hands[player] ^= bit(s, int(s.using))
    slide_under(s, rules, player, int(s.using), True)
    while s.picked:
        card = lowest(s.picked)
        s.picked &= s.picked - 1
        pull(s, table, card)
        slide_under(s, rules, player, card, True)
    s.using = NONE
    s.last_catcher = player


@inner
def pull(s, table, card):
    """Take a card out of a table, wherever it lies there."""
    below = int(s.below[card])
    above = NONE
    if s.top[table] == card:
        s.top[table] = below
    else:
        above = int(s.top[table])
        while s.below[above] != card:
            above = int(s.below[above])
        s.below[above] = below
    if below == NONE:
        s.bottom[table] = above
    s.below[card] = NONE
    s.laid_by[card] = NONE
    s.tables[table] ^= bit(s, card)


@inner
def best_of(rules, cards):
    """Return the highest score in the ranking among some cards, 0 without any."""
    best = 0
    cards &= rules.scored
    while cards:
        best = max(best, int(rules.ranked_scores[lowest(cards)]))
        cards &= cards - 1
    return best
