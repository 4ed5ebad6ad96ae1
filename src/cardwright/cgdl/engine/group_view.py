# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What learners see of the groups of cards on tables.

Of a table that keeps only its last group, they see the cards of this group; of groups that cards can be added to, the
owner, the kind, the size and the lowest card of each.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count
from .group_tables import LONGEST, Group
from .groups import last_group
from .hooks import number_count, number_of, suit_count, suit_of, write_cards
from .state import NONE


@inner
def observe_groups(s, rules, player, out, n):
    """Write what a player sees of groups, and return how many features there are now."""
    for table in range(rules.tables):
        if rules.one_group >> table & 1:
            k = last_group(s, table)
            n = write_cards(s, rules, out, n, s.groups[k] if k != NONE else 0)
    for k in range(rules.melds_seen):
        n = _write_group(s, rules, player, out, n, k)
    return n


@inner
def _write_group(s, rules, player, out, n, k):
    """Write one group; zeroes if there are not so many."""
    there = k < s.group_count
    run = there and s.group_kind[k] == Group.RUN
    first = int(s.group_first[k])
    owner = int(s.group_owner[k]) - player
    if owner < 0:
        owner += int(rules.players)
    for seat in range(rules.players):
        out[n + seat] = there and seat == owner
    n += int(rules.players)
    out[n] = run
    out[n + 1] = min(1.0, count(s.groups[k]) / LONGEST)
    n += 2
    for suit in range(suit_count(s, rules)):
        out[n + suit] = run and suit_of(s, rules, first) == suit
    n += suit_count(s, rules)
    for number in range(number_count(s, rules)):
        out[n + number] = there and number_of(s, rules, first) == number
    return n + number_count(s, rules)
