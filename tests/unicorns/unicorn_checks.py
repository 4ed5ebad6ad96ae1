"""What must hold in every position of a game, as kernels that return what is broken."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core import verbs
from cardwright.core.jit import kernel
from cardwright.core.random import derive
from cardwright.core.record import copy_record
from cardwright.unicorns.rules import Always, Kind, Trait
from cardwright.unicorns.state import EVERYBODY, LISTED_ZONES, MAX_ACTIONS, NONE, Progress, Zone

MOST_DECISIONS = 200_000  # games with random cards can take tens of thousands
ALL_ACTIONS_EVERY = 16  # decisions from one at which every action is tried to the next
HIDE_EVERY = 4
_ONE = np.uint64(1)
_32 = np.uint64(32)


class Broken(IntEnum):
    """What a game can do wrong."""

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
    NO_CHOICE = 11
    ACTION_UNKNOWN = 12
    ACTION_TWICE = 13
    READING_CHANGED_IT = 14
    SCORE = 15
    COPY_DIFFERS = 16
    FAULT = 17
    NO_END = 18
    REPLAY_DIFFERS = 19
    HIDING_CHANGED_WHAT_IS_SEEN = 20
    HIDING_CHANGED_ACTIONS = 21
    HIDING_LEAKS = 22
    STOLEN = 23


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
        if not entry.late and entry.target != NONE and s.step:
            if seen[entry.target]:
                return Broken.TARGETED_TWICE.value
            seen[entry.target] = 1
            if s.mark[entry.target] != k + 1 and entry.progress == Progress.SET:
                return Broken.TARGETED_TWICE.value
    return Broken.NOTHING.value


@kernel
def broken_actions(s, n, actions, seen):
    """There is a real choice, and no action is listed twice or unknown."""
    if n < 2 or not 0 <= s.who < s.players:
        return Broken.NO_CHOICE.value
    seen[:] = 0
    for k in range(n):
        if not 0 <= actions[k] < MAX_ACTIONS:
            return Broken.ACTION_UNKNOWN.value
        if seen[actions[k]]:
            return Broken.ACTION_TWICE.value
        seen[actions[k]] = 1
    return Broken.NOTHING.value


@kernel
def same(raw, one, other):
    """Whether two records are identical, byte for byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110 (kernels have no generators)
        if raw[one, k] != raw[other, k]:
            return False
    return True


@kernel
def broken_reading(states, raw, rules, n, actions):
    """Reading a position does not change it; state 1 is its copy."""
    s = states[0]
    for k in range(n):
        verbs.label(s, rules[0], actions[k])
    for player in range(s.players):
        value = verbs.evaluate(s, rules[0], player)
        if not -1 <= value <= 1:
            return Broken.SCORE.value
    return Broken.NOTHING.value if same(raw, 0, 1) else Broken.READING_CHANGED_IT.value


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
def broken_hiding(states, raw, rules, player, seed, n, actions, others, seen):
    """State 2 becomes a hidden copy of state 0; state 3 one of a position the player cannot tell from it."""
    s, hidden, other = states[0], states[2], states[3]
    copy_record(hidden, s)
    copy_record(other, s)
    verbs.hide(hidden, rules[0], player, seed)
    verbs.hide(other, rules[0], player, derive(seed, _ONE, _ONE))
    verbs.hide(other, rules[0], player, seed)
    if not same(raw, 2, 3):
        return Broken.HIDING_LEAKS.value
    broken = broken_copy(s, hidden, rules[0], player)
    if broken:
        return broken
    if hidden.who != s.who or verbs.legal(hidden, rules[0], others) < 1:
        return Broken.HIDING_CHANGED_ACTIONS.value
    if s.who == player:
        if verbs.legal(hidden, rules[0], others) != n:
            return Broken.HIDING_CHANGED_ACTIONS.value
        for k in range(n):
            if others[k] != actions[k]:
                return Broken.HIDING_CHANGED_ACTIONS.value
    if hidden.fault:
        return Broken.FAULT.value
    return broken_position(hidden, rules[0], seen)


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
    return broken


@kernel
def broken_by_action(states, rules, n, actions):
    """No action leads to a fault; state 1 is used to try each."""
    for k in range(n):
        copy_record(states[1], states[0])
        verbs.apply(states[1], rules[0], actions[k])
        if states[1].fault:
            return Broken.FAULT.value
    return Broken.NOTHING.value


@kernel
def broken_end(s):
    """At most one player has won, and the scores agree."""
    winners = 0
    for player in range(s.players):
        score = verbs.score(s, player)
        if not -1 <= score <= 1 or score == 0:
            return Broken.SCORE.value
        winners += score > 0
    return Broken.NOTHING.value if winners == (s.winner >= 0) else Broken.SCORE.value


@kernel
def game(states, raw, rules, setup, seed, buffers, seen, history, tally):
    """Play one random game, check it after every decision, and replay it; return what broke."""
    s = states[0]
    verbs.reset(s, rules[0], setup[0], seed)
    actions = buffers[0]
    tally[:] = 0
    while True:
        broken = Broken.FAULT.value if s.fault else broken_position(s, rules[0], seen)
        if broken or verbs.decider(s) < 0:
            break
        if tally[0] >= MOST_DECISIONS:
            return Broken.NO_END.value
        random = derive(seed, np.uint64(tally[0]), _ONE)
        n = verbs.legal(s, rules[0], actions)
        broken = broken_actions(s, n, actions, seen)
        if not broken and tally[0] % HIDE_EVERY == 0:
            copy_record(states[1], s)
            broken = broken_reading(states, raw, rules, n, actions)
            if not broken:
                player = np.int64(s.who)
                if tally[0] % (2 * HIDE_EVERY):
                    player = np.int64((random >> np.uint64(8)) % np.uint64(s.players))
                broken = broken_hiding(states, raw, rules, player, random, n, actions, buffers[1], seen)
                tally[1] += 1
        if not broken and tally[0] % ALL_ACTIONS_EVERY == 0:
            broken = broken_by_action(states, rules, n, actions)
        if broken:
            break
        action = actions[np.int64((random >> _32) % np.uint64(n))]
        verbs.apply(s, rules[0], action)
        history[tally[0]] = action
        tally[0] += 1
    if broken:
        return broken
    verbs.reset(states[1], rules[0], setup[0], seed)
    for k in range(tally[0]):
        verbs.apply(states[1], rules[0], history[k])
    return broken_end(s) if same(raw, 0, 1) else Broken.REPLAY_DIFFERS.value
