# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The choices for groups of cards: what can be laid, what fits a group that lies there, and when a group is complete.

Of a set and a poker hand, the cards are chosen in the order of the deck, of a run from the lowest: so there is one way
to choose each group. Only cards that can still become a group are offered.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit, count, lowest
from .codes import ME, OTHERS, Op
from .consequents import next_step
from .group_order import first_for, from_on, goes_before, next_in_run, stands_for
from .group_tables import LONGEST, Group, Runs
from .groups import add_card, begin_group, close_group, last_group, lay_next
from .hooks import number_of, numbers_of, of_number, register_hooks, same_team
from .jokers import choices_with_jokers, jokers_fit
from .log_events import LogEvent
from .poker_hands import completing, strength_of
from .state import MAX_GROUPS, NONE, Need, State3, State3Wide

# What can be laid.


@inner
def _highest_climb(rules, cards):
    highest = -1
    while cards:
        highest = max(highest, int(rules.climb[lowest(cards)]))
        cards &= cards - 1
    return highest


@inner
def _set_choices(s, rules, pool, missing, wanted, floor):
    """Return the cards of a pool of one number that can be next if so many are missing for a set."""
    found = 0
    left = pool
    while left:
        card = lowest(left)
        left &= left - 1
        following = pool & from_on(rules, card)
        highest = following if missing > 1 else bit(rules, card)
        fits = wanted == 0 or following & wanted != 0
        if count(following) >= missing and fits and _highest_climb(rules, highest) > floor:
            found |= bit(rules, card)
    return found


@inner
def _sets_begun(s, rules, hand, least, wanted, floor):
    """Return the cards that can be the first of a set."""
    found = 0
    numbers = numbers_of(s, rules, hand)
    while numbers:
        found |= _set_choices(s, rules, hand & of_number(s, rules, lowest(numbers)), least, wanted, floor)
        numbers &= numbers - 1
    return found


@inner
def _runs_begun(s, rules, hand, least, exact, wanted, floor):
    """Return the cards that can be the lowest of a run."""
    found = 0
    left = hand
    while left:
        first = lowest(left)
        left &= left - 1
        card = first
        cards = bit(rules, card)
        length = 1
        following = hand & next_in_run(rules, card, True)
        while following and not (exact and length == least):
            card = lowest(following)
            cards |= bit(rules, card)
            length += 1
            following = hand & next_in_run(rules, card, False)
        if length >= least and (wanted == 0 or cards & wanted) and rules.climb[card] > floor:
            found |= bit(rules, first)
    return found


@inner
def _lay_choices(s, rules, kind, least, exact, wanted, target):
    """Return the cards that can be chosen next for a group, which must be higher than `target` unless that is 0."""
    hand = s.hands[s.player]
    if s.open_group == NONE and s.group_count == MAX_GROUPS:
        return 0
    if rules.jokers and kind != Group.POKER_HAND:
        return choices_with_jokers(s, rules, kind, least, exact, wanted)
    floor = _highest_climb(rules, target)
    if s.open_group == NONE:
        if kind == Group.SET:
            return _sets_begun(s, rules, hand, least, wanted, floor)
        if kind == Group.RUN:
            return _runs_begun(s, rules, hand, least, exact, wanted, floor)
        return completing(rules, 0, hand, strength_of(rules, target) if target else 0, wanted)
    group = s.groups[s.open_group]
    last = int(s.group_last[s.open_group])
    size = count(group)
    if group & wanted:
        wanted = 0
    if size == LONGEST or (exact and size == least):
        return 0
    if kind == Group.SET:
        pool = hand & of_number(s, rules, number_of(s, rules, last)) & from_on(rules, last)
        return _set_choices(s, rules, pool, max(1, least - size), wanted, floor if size < least else -1)
    if kind == Group.RUN:
        return hand & next_in_run(rules, last, size == 1)
    return completing(rules, group, hand, strength_of(rules, target) if target else 0, wanted)


@inner
def _chosen_next(s, rules, consequent):
    """Return the cards that can be chosen next for a group that is laid, or beats the last one."""
    if consequent.op == Op.LAY:
        return _lay_choices(
            s, rules, int(consequent.which), int(consequent.amount), consequent.pile == 0, consequent.cards, 0
        )
    k = last_group(s, int(consequent.table))
    if k == NONE:
        return 0
    return _lay_choices(s, rules, int(s.group_kind[k]), count(s.groups[k]), True, 0, s.groups[k])


@inner
def _may_stop(s, rules, rule):
    """Return whether the group that is being laid is large enough, and has the card that it must have."""
    if s.step == NONE or s.open_group == NONE:
        return False
    consequent = rule.consequents[s.step]
    if consequent.op != Op.LAY or not consequent.pile:
        return False
    group = s.groups[s.open_group]
    wanted = consequent.cards == 0 or group & consequent.cards != 0
    return count(group) >= consequent.amount and wanted and (rules.jokers == 0 or jokers_fit(rules, group, 0))


# Cards that are added to groups.


@inner
def _fitting(s, rules, k):
    """Return the cards that can be added to a group, jokers included."""
    fitting = _natural_fitting(s, rules, k) & ~rules.jokers
    return fitting | rules.jokers if fitting and rules.jokers and jokers_fit(rules, s.groups[k], 1) else fitting


@inner
def _natural_fitting(s, rules, k):
    """Return the cards of the number of a set, or those that go on at an end of a run."""
    if s.group_kind[k] == Group.SET:
        return of_number(s, rules, number_of(s, rules, int(s.group_first[k])))
    if s.group_kind[k] != Group.RUN:
        return 0
    first = int(s.group_first[k])
    if rules.runs == Runs.BOTH and rules.aces >> first & 1:
        return next_in_run(rules, int(s.group_last[k]), False)
    return next_in_run(rules, int(s.group_last[k]), False) | rules.run_before[first]


@inner
def _counts(s, rules, k, consequent):
    """Return whether cards can be laid off on a group."""
    if s.group_table[k] != consequent.table:
        return False
    owner = int(s.group_owner[k])
    own = owner == s.player or same_team(s, rules, owner, int(s.player))
    return own if consequent.which == ME else not own if consequent.which == OTHERS else True


@inner
def _off_choices(s, rules, consequent):
    """Return the cards that fit a group, or, when the card is chosen, the groups that it fits."""
    cards = 0
    groups = 0
    for k in range(s.group_count):
        if _counts(s, rules, k, consequent):
            fitting = _fitting(s, rules, k)
            cards |= fitting
            if s.fitting != NONE and fitting >> int(s.fitting) & 1:
                groups |= 1 << k
    return cards & s.hands[s.player] if s.fitting == NONE else groups


@inner
def _lay_off(s, rules, k):
    """Add the card that was chosen to a group."""
    card = int(s.fitting)
    log_event(LogEvent.LAID_OFF, EVERYBODY, s.player, card, s.groups[k])
    if s.group_kind[k] == Group.RUN and goes_before(rules, s.group_first[k], s.group_last[k], card):
        s.group_first[k] = first_for(rules, s.group_first[k], card)
    else:
        s.group_last[k] = stands_for(rules, s.group_kind[k], s.group_last[k], card)
    add_card(s, rules, k, card)
    s.fitting = NONE


# Choices.


@inner
def group_choices(s, rules, consequent):
    """Return the cards, or the groups, that the player can choose now."""
    return _off_choices(s, rules, consequent) if consequent.op == Op.LAY_OFF else _chosen_next(s, rules, consequent)


@inner
def lay_chosen(s, rules, consequent, choice):
    """Lay a chosen card, or add it to a chosen group; return whether nothing is left to choose."""
    if consequent.op == Op.LAY_OFF:
        if s.fitting == NONE:
            s.fitting = choice
            return False
        _lay_off(s, rules, choice)
        return True
    table = int(consequent.table)
    if s.open_group == NONE:
        k = last_group(s, table)
        kind = int(s.group_kind[k]) if consequent.op == Op.BEAT and k != NONE else int(consequent.which)
        begin_group(s, table, kind, choice)
    lay_next(s, rules, choice)
    if _chosen_next(s, rules, consequent):
        return False
    close_group(s, rules)
    return True


@inner
def _choose_enough(s, rules):
    """Show no more cards, or choose no more for the group that is being laid."""
    if s.step == NONE:
        s.step = 0
    else:
        close_group(s, rules)
        next_step(s)


@inner
def _need_more(s, consequent):
    """Return what must be chosen next; after a card to lay off comes the group, after one to move the table."""
    if s.partner != NONE:
        return Need.NOTHING.value
    if (consequent.op == Op.LAY_OFF and s.fitting != NONE) or (consequent.op == Op.MOVE_CARDS and s.using != NONE):
        return Need.NUMBER.value
    return int(consequent.need)


register_hooks(
    State3,
    State3Wide,
    need_more=_need_more,
    may_stop=_may_stop,
    choose_enough=_choose_enough,
)
