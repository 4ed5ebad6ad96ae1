# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Stables: cards that enter and leave them, and the continuous effects in them."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event

from .lasting import lasts
from .log_events import LogEvent
from .rules import NOTHING, Always, Kind, Lasts, Op, Switch, Trait
from .state import EVERYBODY, NONE, Zone
from .triggers import trigger
from .zones import append, show_hand, stable_of, to_discard, to_hand, unlink


@inner
def anywhere(s, effects):
    """Whether any stable has one of these continuous effects, bits of `Always`."""
    found = 0
    for player in range(s.players):
        found |= s.always[player]
    return found & effects != 0


@inner
def is_panda(s, rules, card):
    """Whether a card in a stable is a panda now."""
    player = stable_of(s, card)
    return player >= 0 and s.always[player] & Always.PANDAS != 0 and rules.cards[card].kind & Kind.UNICORN != 0


@inner
def is_blinded(s, rules, card, player, entering):
    """Whether triggered effects of a card in a player's stable do not work; pandas are not unicorns."""
    if not s.always[player] & Always.NO_TRIGGERS or not rules.cards[card].kind & Kind.UNICORN:
        return False
    return s.always[player] & Always.PANDAS == 0 or (entering and rules.switches & Switch.BLINDED_PANDAS != 0)


@inner
def has_basic(s, rules, player, pandas):
    """Whether a stable has a Basic Unicorn; `pandas` says whether one that is a panda counts."""
    if not pandas and s.always[player] & Always.PANDAS:
        return False
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        if rules.cards[card].kind == Kind.BASIC:
            return True
        card = s.next[card]
    return False


@inner
def can_enter(s, rules, card, player, played):
    """Whether a card can enter a stable; `played` says whether it is played from a hand."""
    line = rules.cards[card]
    if lasts(s, rules, player, Lasts.KEEP_OUT, 0, card):
        return False
    if line.kind == Kind.BASIC and (played or not rules.switches & Switch.QUEEN_BEE_ONLY_STOPS_PLAYS):
        return s.always[player] & Always.BASICS_ONLY_HERE != 0 or not anywhere(s, Always.BASICS_ONLY_HERE)
    if line.trait & Trait.NEEDS_BASIC and not rules.switches & Switch.OWN_BASIC_NEEDED:
        return has_basic(s, rules, player, True)
    return True


@inner
def enter(s, rules, card, player):
    """Put a card that is nowhere into a stable; what this triggers waits for the next link."""
    line = rules.cards[card]
    append(s, card, Zone.STABLE + player)
    s.known[card] = EVERYBODY
    s.clock += 1
    s.since[card] = s.clock
    if line.always:
        s.always[player] |= line.always
        if line.always & Always.LASTING:
            log_event(LogEvent.LASTS, ALL, line.name, player)
        if line.always & Always.OPEN_HAND:
            show_hand(s, rules, player, EVERYBODY)
    if s.always[player] & Always.TRAFFIC:
        _trigger_traffic(s, rules, card, player)
    if rules.switches & Switch.TINY_STABLE_COUNTS_CARDS:
        _trigger_crowds(s, rules, card)
    if line.enter != NOTHING:
        before = int(s.pool_count)
        trigger(s, rules, int(line.enter), card, player)
        for k in range(before, s.pool_count):
            s.pool[k].entering = True


@inner
def leave(s, rules, card):
    """Take a card out of its stable."""
    player = int(s.zone[card]) - Zone.STABLE
    if s.always[player] & Always.TRAFFIC:
        _trigger_traffic(s, rules, card, player)
    unlink(s, card)
    if rules.cards[card].always:
        _refresh_always(s, rules, player)
        if rules.cards[card].always & Always.LASTING:
            log_event(LogEvent.ENDS, ALL, rules.cards[card].name, player)
    if rules.cards[card].trait & Trait.RETURNS_WHEN_LEAVING:
        s.stolen[card] = NONE


@inner
def leave_table(s, rules, card, zone, player):
    """Take a card out of its stable for good: to the discard pile, the nursery or the hand of `player`."""
    leave(s, rules, card)
    for k in range(rules.thief_count):
        if s.stolen[rules.thieves[k]] == card:  # a card that has left the table is not given back
            s.stolen[rules.thieves[k]] = NONE
    if zone == Zone.NURSERY:
        append(s, card, Zone.NURSERY)
        s.known[card] = EVERYBODY
    elif zone == Zone.DISCARD:
        to_discard(s, card)
    else:
        to_hand(s, rules, card, player, EVERYBODY)


@inner
def _refresh_always(s, rules, player):
    """Recompute the continuous effects in a stable."""
    found = 0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        found |= rules.cards[card].always
        card = s.next[card]
    s.always[player] = found


@inner
def _trigger_traffic(s, rules, card, player):
    """Trigger the cards of a stable that react when another card enters or leaves; targets do not react."""
    other = s.first[Zone.STABLE + player]
    while other != NONE:
        line = rules.cards[other]
        reacts = line.traffic != NOTHING and other != card and s.mark[other] == 0
        reacts = reacts and line.traffic_kinds & rules.cards[card].kind != 0
        if reacts and not _repeat_discard(s, rules, int(line.traffic), other):
            trigger(s, rules, int(line.traffic), other, player)
        other = s.next[other]


@inner
def _repeat_discard(s, rules, row, card):
    """Repeat a card's discard that already waits for the next link; return whether there is one."""
    for k in range(s.pool_count):
        if s.pool[k].late and s.pool[k].card == card and s.pool[k].row == row and rules.rows[row].op == Op.DISCARD:
            s.pool[k].remaining += 1
            return True
    return False


@inner
def crowd(s, rules, player, pandas):
    """Return the number of unicorn cards in a stable; `pandas` says whether pandas count."""
    if s.always[player] & Always.PANDAS and not pandas:
        return 0
    found = 0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        found += rules.cards[card].kind & Kind.UNICORN != 0
        card = s.next[card]
    return found


@inner
def _trigger_crowds(s, rules, entered):
    """Trigger the cards that react to too many unicorns, in all stables, after a card has entered one of them."""
    for player in range(s.players):
        card = s.first[Zone.STABLE + player]
        while card != NONE and s.always[player] & Always.CROWD:
            line = rules.cards[card]
            reacts = line.crowd != NOTHING and card != entered and s.mark[card] == 0
            if reacts and crowd(s, rules, player, True) > line.crowd_over:
                trigger(s, rules, int(line.crowd), card, player)
            card = s.next[card]
