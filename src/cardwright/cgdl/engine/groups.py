# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Groups of cards that lie on tables: sets, runs and poker hands, laid card by card or all at once."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .bits import bit, lowest
from .cards import lay
from .deadwood import best_sets, deadwood_of, faces_in_runs, has_high_ace, melded_by
from .group_order import stands_for
from .group_tables import Group
from .hooks import number_of, of_number, register_hooks, same_team
from .log_events import LogEvent
from .state import MAX_GROUPS, NONE, State3, State3Wide


@inner
def drop_groups(s):
    """Forget the groups whose cards have left their table."""
    kept = 0
    for k in range(s.group_count):
        if s.groups[k] & ~s.tables[s.group_table[k]] == 0:
            _move_group(s, k, kept)
            kept += 1
    _forget_from(s, kept)


@inner
def _move_group(s, k, to):
    s.groups[to] = s.groups[k]
    s.group_kind[to] = s.group_kind[k]
    s.group_owner[to] = s.group_owner[k]
    s.group_table[to] = s.group_table[k]
    s.group_first[to] = s.group_first[k]
    s.group_last[to] = s.group_last[k]


@inner
def _forget_from(s, kept):
    """Forget all groups from one on."""
    for k in range(kept, s.group_count):
        s.groups[k] = 0
        s.group_kind[k] = 0
        s.group_owner[k] = 0
        s.group_table[k] = 0
        s.group_first[k] = 0
        s.group_last[k] = 0
    s.group_count = kept


@inner
def last_group(s, table):
    """Return the last complete group on a table, NONE if there is none."""
    found = NONE
    for k in range(s.group_count):
        if s.group_table[k] == table and k != s.open_group:
            found = k
    return found


@inner
def set_beside(s, rules, table, card):
    """Return the set of a card's number that the player's side has on a table, besides one that is being laid."""
    alike = of_number(s, rules, number_of(s, rules, card))
    for k in range(s.group_count):
        own = s.group_table[k] == table and same_team(s, rules, int(s.group_owner[k]), int(s.player))
        if own and k != s.open_group and s.group_kind[k] == Group.SET and alike >> int(s.group_first[k]) & 1:
            return k
    return NONE


@inner
def begin_group(s, table, kind, card):
    """Begin a group with its first card; there is room."""
    k = int(s.group_count)
    s.groups[k] = 0
    s.group_kind[k] = kind
    s.group_owner[k] = s.player
    s.group_table[k] = table
    s.group_first[k] = card
    s.group_count += 1
    s.open_group = k


@inner
def add_card(s, rules, k, card):
    """Put a card from the current player's hand into a group."""
    s.hands[s.player] ^= bit(s, card)
    s.groups[k] |= bit(s, card)
    lay(s, rules, int(s.group_table[k]), card, int(s.player))


@inner
def lay_next(s, rules, card):
    """Put the next card into the group that is being laid."""
    k = int(s.open_group)
    log_event(LogEvent.GROUPED, EVERYBODY, s.player, card, s.group_table[k])
    s.group_last[k] = stands_for(rules, s.group_kind[k], s.group_last[k], card) if s.groups[k] else card
    add_card(s, rules, k, card)


@inner
def close_group(s, rules):
    """Note that the group that was being laid is complete; some tables keep only their last group.

    Where a side has one set of each number, it joins the one that lies there.
    """
    k = int(s.open_group)
    table = int(s.group_table[k])
    log_event(LogEvent.GROUP, EVERYBODY, s.player, s.groups[k], table)
    if rules.one_per_number and s.group_kind[k] == Group.SET:
        same = set_beside(s, rules, table, int(s.group_first[k]))
        if same != NONE:
            s.groups[same] |= s.groups[k]
            _forget_from(s, k)
    s.open_group = NONE
    if rules.one_group >> table & 1:
        kept = 0
        for other in range(s.group_count):
            if other == k or s.group_table[other] != table:
                _move_group(s, other, kept)
                kept += 1
        _forget_from(s, kept)


@inner
def lay_all(s, rules, consequent):
    """Lay the sets and runs of the hand that leave the least deadwood."""
    table = int(consequent.table)
    sets = best_sets(rules, s.hands[s.player])
    for rank in range(rules.rank_count):
        _lay_set(s, rules, table, sets & rules.rank_cards[rank])
    rest = s.hands[s.player]
    faces = faces_in_runs(rules, rest)
    for suit in range(rules.suit_count):
        _lay_runs(s, rules, table, rest, faces, suit)


@inner
def _lay_set(s, rules, table, cards):
    if cards == 0 or s.group_count == MAX_GROUPS:
        return
    begin_group(s, table, Group.SET.value, lowest(cards))
    while cards:
        lay_next(s, rules, lowest(cards))
        cards &= cards - 1
    close_group(s, rules)


@inner
def _lay_runs(s, rules, table, hand, faces, suit):
    """Lay the runs of a suit, from the lowest card up."""
    first = int(rules.face_of[lowest(rules.suit_cards[suit])])
    ranks = int(rules.rank_count)
    high = has_high_ace(rules, hand, suit)
    for place in range(ranks):
        face = first + ((place + 1) % ranks if high else place)
        if face < rules.face_count and rules.suit_of[rules.first_of[face]] == suit and faces >> face & 1:
            card = lowest(hand & rules.equal[rules.first_of[face]])
            if s.open_group == NONE and s.group_count < MAX_GROUPS:
                begin_group(s, table, Group.RUN.value, card)
            if s.open_group != NONE:
                lay_next(s, rules, card)
        elif s.open_group != NONE:
            close_group(s, rules)
    if s.open_group != NONE:
        close_group(s, rules)


@inner
def _prospects(s, rules, player):
    """Return what a player has laid, less what is left outside groups, if the rules count these."""
    if not (rules.counts_deadwood or rules.counts_melded):
        return 0.0
    return float(melded_by(s, rules, player) * int(rules.counts_melded) - deadwood_of(rules, s.hands[player]))


@inner
def _note_taken(s):
    s.taken = s.turn


register_hooks(
    State3,
    State3Wide,
    note_taken=_note_taken,
    prospects=_prospects,
)
