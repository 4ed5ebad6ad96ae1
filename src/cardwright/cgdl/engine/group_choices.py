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
from .first_melds import enough_melded, goal_of_melds
from .group_order import first_for, from_on, goes_before, next_in_run, stands_for
from .group_tables import LONGEST, Group, Runs
from .groups import add_card, begin_group, close_group, last_group, lay_next, set_beside
from .hooks import number_of, numbers_of, of_number, pick_up, register_hooks, same_team
from .jokers import choices_with_jokers, jokers_fit, set_choices
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
def _lay_choices(s, rules, hand, kind, least, exact, wanted, target):
    """Return the cards that can be chosen next for a group, which must be higher than `target` unless that is 0."""
    if rules.jokers and kind != Group.POKER_HAND:
        return choices_with_jokers(s, rules, hand, kind, least, exact, wanted)
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
    if s.open_group == NONE and s.group_count == MAX_GROUPS:
        return 0
    hand = s.hands[s.player]
    if consequent.op == Op.LAY:
        least, exact, wanted = int(consequent.amount), consequent.pile == 0, consequent.cards
        if consequent.zone:
            hand &= ~rules.jokers
        if consequent.relation:
            return _beside_top(s, rules, consequent, hand, least, exact, wanted)
        if rules.one_per_number and s.open_group == NONE and consequent.which == Group.SET:
            hand &= ~_numbers_laid(s, rules, int(consequent.table))
        return _lay_choices(s, rules, hand, int(consequent.which), least, exact, wanted, 0)
    k = last_group(s, int(consequent.table))
    if k == NONE:
        return 0
    return _lay_choices(s, rules, hand, int(s.group_kind[k]), count(s.groups[k]), True, 0, s.groups[k])


@inner
def _numbers_laid(s, rules, table):
    """Return the cards of every number of which the player's side has a set on a table."""
    cards = 0
    for k in range(s.group_count):
        first = int(s.group_first[k])
        if set_beside(s, rules, table, first) != NONE:
            cards |= of_number(s, rules, number_of(s, rules, first)) & ~rules.jokers
    return cards


@inner
def _beside_top(s, rules, consequent, hand, least, exact, wanted):
    """Return the cards that can be chosen next for a set with the top card of a table.

    Where it joins another set, it has no jokers: the other may have all that it can have.
    """
    first = int(s.top[consequent.relation - 1]) if s.open_group == NONE else int(s.group_first[s.open_group])
    if first == NONE or rules.jokers >> first & 1:
        return 0
    group, last = bit(s, first), NONE
    if s.open_group != NONE:
        group = s.groups[s.open_group]
        if count(group) > 1:
            last = int(s.group_last[s.open_group])
    if count(group) == LONGEST or (exact and count(group) == least):
        return 0
    if rules.one_per_number and set_beside(s, rules, int(consequent.table), first) != NONE:
        hand &= ~rules.jokers
    alike = of_number(s, rules, number_of(s, rules, first)) & ~rules.jokers
    return set_choices(rules, group, last, hand, alike, least, exact, 0 if group & wanted != 0 else wanted)


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
    card = int(s.top[consequent.relation - 1]) if consequent.relation else int(s.fitting)
    cards = 0
    groups = 0
    for k in range(s.group_count):
        if _counts(s, rules, k, consequent):
            fitting = _fitting(s, rules, k)
            cards |= fitting
            if card != NONE and fitting >> card & 1:
                groups |= 1 << k
    return groups if consequent.relation or card != NONE else cards & s.hands[s.player]


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
    if consequent.op != Op.LAY_OFF:
        return enough_melded(s, rules, consequent, _chosen_next(s, rules, consequent))
    found = _off_choices(s, rules, consequent)
    if consequent.relation or s.fitting != NONE:
        return found
    return enough_melded(s, rules, consequent, found)


@inner
def _take_top(s, rules, table):
    """Take the top card of a table into the hand, from where it is laid at once, and return it."""
    card = int(s.top[table])
    pick_up(s, rules, int(s.player), table)
    return card


@inner
def _begin(s, rules, consequent, choice):
    """Begin a group with the card that was chosen, or with the top card of a table."""
    s.meld_goal = goal_of_melds(s, rules)
    table = int(consequent.table)
    if consequent.op == Op.LAY and consequent.relation:
        first = _take_top(s, rules, int(consequent.relation) - 1)
        begin_group(s, table, Group.SET.value, first)
        lay_next(s, rules, first)
        return
    k = last_group(s, table)
    kind = int(s.group_kind[k]) if consequent.op == Op.BEAT and k != NONE else int(consequent.which)
    begin_group(s, table, kind, choice)


@inner
def lay_chosen(s, rules, consequent, choice):
    """Lay a chosen card, or add it to a chosen group; return whether nothing is left to choose."""
    if consequent.op == Op.LAY_OFF:
        if consequent.relation:
            s.fitting = _take_top(s, rules, int(consequent.relation) - 1)
        elif s.fitting == NONE:
            s.fitting = choice
            return False
        _lay_off(s, rules, choice)
        return True
    if s.open_group == NONE:
        _begin(s, rules, consequent, choice)
    lay_next(s, rules, choice)
    if group_choices(s, rules, consequent):
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
