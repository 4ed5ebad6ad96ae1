"""What must hold in every position of a game, as kernels that return what is broken."""

from __future__ import annotations

from enum import IntEnum

from cardwright.core import verbs
from cardwright.core.compiling.jit import kernel
from cardwright.testing import register_invariant
from cardwright.unicorns.rules import Always, FixedRow, Kind, Switch, Trait
from cardwright.unicorns.state import EVERYBODY, LISTED_ZONES, NONE, Progress, Zone
from cardwright.unicorns.state import State as Record


class Broken(IntEnum):
    """What can be wrong with a position."""

    NOTHING = 0
    LIST = 1  # the list of a zone is inconsistent
    CARD_TWICE = 2
    CARD_LOST = 3
    WRONG_ZONE = 4
    BABY_ASTRAY = 5
    WRONG_KIND = 6
    TARGETED_TWICE = 7
    ALWAYS_EFFECTS = 8
    INSTANTS = 9
    KNOWLEDGE = 10
    SCORE = 11
    HIDING_CHANGED_WHAT_IS_SEEN = 12
    STOLEN = 13


@kernel
def broken_zones(s, rules, seen):
    """Each card is in exactly one zone, and zones and cards agree."""
    seen[:] = 0
    for zone in range(LISTED_ZONES):
        count = 0
        previous = NONE
        card = s.first[zone]
        while card != NONE:
            if card >= rules.card_count or s.zone[card] != zone or s.previous[card] != previous:
                return Broken.LIST.value
            if seen[card]:
                return Broken.CARD_TWICE.value
            seen[card] = 1
            count += 1
            previous = card
            card = s.next[card]
        if s.last[zone] != previous or s.count[zone] != count:
            return Broken.LIST.value
    for k in range(s.deck_count):
        seen[s.deck[k]] += 1
        if s.zone[s.deck[k]] != Zone.DECK:
            return Broken.WRONG_ZONE.value
    for k in range(s.stack_count):
        seen[s.stack[k]] += 1
        if s.zone[s.stack[k]] != Zone.STACK:
            return Broken.WRONG_ZONE.value
    for card in range(rules.card_count):
        if seen[card] != 1:
            return Broken.CARD_LOST.value if seen[card] == 0 else Broken.CARD_TWICE.value
    return Broken.NOTHING.value


@kernel
def broken_kinds(s, rules):
    """Babies are only in the nursery and in stables, and no card is where its type cannot be."""
    for card in range(rules.card_count):
        kind, zone = rules.cards[card].kind, s.zone[card]
        in_stable = Zone.STABLE <= zone < Zone.DISCARD
        if kind == Kind.BABY and not in_stable and zone != Zone.NURSERY:
            return Broken.BABY_ASTRAY.value
        if (in_stable and not kind & Kind.STABLE) or (zone == Zone.NURSERY and kind != Kind.BABY):
            return Broken.WRONG_KIND.value
        stolen = s.stolen[card]
        if stolen != NONE and not Zone.STABLE <= s.zone[stolen] < Zone.DISCARD:
            return Broken.STOLEN.value
        if stolen != NONE and rules.cards[card].trait & Trait.RETURNS_WHEN_LEAVING and not in_stable:
            return Broken.STOLEN.value
    return Broken.NOTHING.value


@kernel
def broken_players(s, rules):
    """What the record keeps for each player agrees with the cards, and players know their own hands."""
    for player in range(s.players):
        always = instants = 0
        card = s.first[Zone.STABLE + player]
        while card != NONE:
            always |= rules.cards[card].always
            card = s.next[card]
        if s.always[player] != always:
            return Broken.ALWAYS_EFFECTS.value
        card = s.first[Zone.HAND + player]
        while card != NONE:
            instants += rules.cards[card].kind == Kind.INSTANT
            if not s.known[card] >> player & 1 or (always & Always.OPEN_HAND and s.known[card] != EVERYBODY):
                return Broken.KNOWLEDGE.value
            card = s.next[card]
        if s.instants[player] != instants:
            return Broken.INSTANTS.value
    return Broken.NOTHING.value


@kernel
def broken_link(s, rules, seen):
    """No card is the target of two effects of a link, and all targets are marked."""
    seen[:] = 0
    for k in range(s.pool_count):
        entry = s.pool[k]
        waits = entry.row == FixedRow.GIVE_BACK and (
            (entry.progress != Progress.SET and entry.progress != Progress.DONE)
            or rules.switches & Switch.STOLEN_TWICE_GOES_HOME_AT_ONCE != 0
        )
        if not entry.late and entry.target != NONE and s.step and not waits:
            if seen[entry.target]:
                return Broken.TARGETED_TWICE.value
            seen[entry.target] = 1
            if s.mark[entry.target] != k + 1 and entry.progress == Progress.SET:
                return Broken.TARGETED_TWICE.value
    return Broken.NOTHING.value


@kernel
def broken_copy(s, hidden, rules, player):
    """A hidden copy keeps everything the player knows, and the number of cards in each zone."""
    for zone in range(LISTED_ZONES):
        if s.count[zone] != hidden.count[zone]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    if s.deck_count != hidden.deck_count or s.stack_count != hidden.stack_count:
        return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for card in range(rules.card_count):
        zone = s.zone[card]
        public = Zone.STABLE <= zone < Zone.DECK or zone == Zone.STACK or zone == Zone.HAND + player
        if (public or s.known[card] >> player & 1) and hidden.zone[card] != zone:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for k in range(s.deck_count):
        if s.known[s.deck[k]] >> player & 1 and hidden.deck[k] != s.deck[k]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    return Broken.NOTHING.value


@kernel
def broken_result(s):
    """At most one player has won, and the scores agree."""
    if verbs.decider(s) >= 0 or s.fault:
        return Broken.NOTHING.value
    winners = 0
    for player in range(s.players):
        score = verbs.score(s, player)
        if score == 0:
            return Broken.SCORE.value
        winners += score > 0
    return Broken.NOTHING.value if winners == (s.winner >= 0) else Broken.SCORE.value


@kernel
def broken_position(s, rules, seen):
    """What must hold in every position."""
    broken = broken_zones(s, rules, seen)
    if not broken:
        broken = broken_kinds(s, rules)
    if not broken:
        broken = broken_players(s, rules)
    if not broken:
        broken = broken_link(s, rules, seen)
    if not broken:
        broken = broken_result(s)
    return broken


register_invariant(Record, broken_position, Broken, keeps=broken_copy)
