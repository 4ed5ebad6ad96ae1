# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Laying sets and runs with jokers, which stand for any other card.

Of a set, the other cards are chosen first, then the jokers. Of a run, the first card is no joker. A card is offered if
the group can be completed after it: with as many cards as the rule demands, one of the cards that it must contain, and
not too many jokers.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, count, lowest
from .group_order import from_on, next_in_run, stands_for
from .group_tables import LONGEST, Group
from .hooks import number_of, numbers_of, of_number
from .state import NONE


@inner
def jokers_fit(rules, group, more):
    """Return whether a group can have so many more jokers."""
    jokers = count(group & rules.jokers) + more
    return _balanced(rules, count(group & ~rules.jokers), jokers)


@inner
def _balanced(rules, others, jokers):
    """Return whether a group of so many other cards can have so many jokers."""
    return others > 0 and jokers <= rules.most_jokers and (not rules.fewer_jokers or jokers < others)


@inner
def choices_with_jokers(s, rules, hand, kind, least, exact, wanted):
    """Return the cards of a hand that can be chosen next for a set or a run."""
    if s.open_group == NONE:
        if kind == Group.SET:
            return _sets_begun(s, rules, hand, least, exact, wanted)
        return _runs_begun(rules, hand, least, exact, wanted)
    group = s.groups[s.open_group]
    size = count(group)
    if size == LONGEST or (exact and size == least):
        return 0
    if group & wanted:
        wanted = 0
    last = int(s.group_last[s.open_group])
    if kind == Group.SET:
        alike = of_number(s, rules, number_of(s, rules, int(s.group_first[s.open_group])))
        return set_choices(rules, group, last, hand, alike & ~rules.jokers, least, exact, wanted)
    return _run_choices(rules, group, last, hand, least, exact, wanted)


# Sets.


@inner
def _sets_begun(s, rules, hand, least, exact, wanted):
    """Return the cards that can be the first of a set."""
    found = 0
    numbers = numbers_of(s, rules, hand & ~rules.jokers)
    while numbers:
        alike = of_number(s, rules, lowest(numbers)) & ~rules.jokers
        found |= set_choices(rules, 0, NONE, hand, alike, least, exact, wanted) & ~rules.jokers
        numbers &= numbers - 1
    return found


@inner
def set_choices(rules, group, last, hand, alike, least, exact, wanted):
    """Return the cards of a number, and the jokers, that can be next in a set."""
    others, jokers = hand & alike, hand & rules.jokers
    if group & rules.jokers:
        others = 0
        jokers &= from_on(rules, last)
    elif last != NONE:
        others &= from_on(rules, last)
    found = 0
    left = others
    while left:
        card = lowest(left)
        left &= left - 1
        after = others & from_on(rules, card) & ~bit(rules, card)
        if _set_can_be(
            rules, group | bit(rules, card), after, jokers, least, exact, 0 if wanted >> card & 1 else wanted
        ):
            found |= bit(rules, card)
    left = jokers
    while left:
        card = lowest(left)
        left &= left - 1
        after = jokers & from_on(rules, card) & ~bit(rules, card)
        if _set_can_be(rules, group | bit(rules, card), 0, after, least, exact, 0 if wanted >> card & 1 else wanted):
            found |= bit(rules, card)
    return found


@inner
def _set_can_be(rules, group, others, jokers, least, exact, wanted):
    """Return whether a set can be completed with some other cards and some jokers."""
    has, joking = count(group & ~rules.jokers), count(group & rules.jokers)
    for more in range(count(others) + 1):
        for stand_ins in range(count(jokers) + 1):
            size = has + more + joking + stand_ins
            enough = size == least if exact else least <= size <= LONGEST
            named = wanted == 0 or (more > 0 and others & wanted != 0) or (stand_ins > 0 and jokers & wanted != 0)
            if enough and named and _balanced(rules, has + more, joking + stand_ins):
                return True
    return False


# Runs.


@inner
def _runs_begun(rules, hand, least, exact, wanted):
    """Return the cards that can be the lowest of a run."""
    found = 0
    left = hand & ~rules.jokers
    while left:
        card = lowest(left)
        left &= left - 1
        if _run_can_be(rules, bit(rules, card), card, hand & ~bit(rules, card), least, exact, wanted):
            found |= bit(rules, card)
    return found


@inner
def _run_choices(rules, group, last, hand, least, exact, wanted):
    """Return the cards that can follow the last one of a run, and the jokers that can."""
    following = next_in_run(rules, last, count(group) == 1)
    found = 0
    left = hand & (following & ~rules.jokers | (rules.jokers if following else 0))
    while left:
        card = lowest(left)
        left &= left - 1
        end = stands_for(rules, Group.RUN, last, card)
        if _run_can_be(rules, group | bit(rules, card), end, hand & ~bit(rules, card), least, exact, wanted):
            found |= bit(rules, card)
    return found


@inner
def _run_can_be(rules, group, last, hand, least, exact, wanted):
    """Return whether a run that ends with a card can be completed from the hand, with a wanted joker at once or not."""
    if _run_goes_on(rules, group, last, hand, least, exact, wanted):
        return True
    joker = hand & rules.jokers & wanted
    following = next_in_run(rules, last, count(group) == 1)
    if group & wanted or joker == 0 or following == 0 or (exact and count(group) == least):
        return False
    joker &= -joker
    return _run_goes_on(rules, group | joker, lowest(following), hand & ~joker, least, exact, wanted)


@inner
def _run_goes_on(rules, group, last, hand, least, exact, wanted):
    """Return whether a run can be completed with jokers only where another card is missing."""
    while True:
        size = count(group)
        enough = size == least if exact else size >= least
        if enough and (wanted == 0 or group & wanted != 0) and jokers_fit(rules, group, 0):
            return True
        following = next_in_run(rules, last, size == 1)
        if size == LONGEST or (exact and size == least) or following == 0:
            return False
        card = hand & following & ~rules.jokers
        if card:
            card &= -card
            last = lowest(card)
        else:
            card = hand & rules.jokers
            card &= -card
            last = lowest(following)
        if card == 0:
            return False
        group |= card
        hand &= ~card
