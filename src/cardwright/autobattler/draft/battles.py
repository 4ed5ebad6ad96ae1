# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The battles between two rounds of shopping, and the end of the game."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below
from cardwright.core.record import copy_record

from ..fight import fight, scored
from ..log_events import LogEvent
from ..state import CARD_BITS, CARD_MASK
from .shopping import open_shop
from .state import NOBODY, Stream


@inner
def end_shopping(s, rules):
    """Pass the shop to the next player; after the last one, fight the battles and begin a new round."""
    log_event(LogEvent.LEFT, EVERYBODY, s.who)
    for slot in range(s.shop.size):
        s.shop[slot] = 0
    s.players[s.who].gold = 0  # unspent gold is lost
    s.shopped |= 1 << s.who
    player = next_player(s)
    if player == NOBODY:
        fight_battles(s, rules)
        if s.turn >= rules.rounds or count_in(s) < 2:
            s.who = NOBODY
            log_event(LogEvent.ENDED, EVERYBODY)
            return
        s.turn += 1
        log_event(LogEvent.ROUND, EVERYBODY, s.turn)
        s.shopped = 0
        player = next_player(s)
    open_shop(s, rules, player)


@inner
def next_player(s):
    """Return the first player who is still in the game and has not shopped in this round, or NOBODY."""
    for player in range(s.count):
        if s.players[player].lives > 0 and s.shopped >> player & 1 == 0:
            return player
    return NOBODY


@inner
def count_in(s):
    """Return the number of players still in the game."""
    count = 0
    for player in range(s.count):
        count += s.players[player].lives > 0
    return count


@inner
def fight_battles(s, rules):
    """Pair the players at random and let their lineups fight; with an odd number, one player sits out."""
    for player in range(s.count):
        log_event(LogEvent.LINED_UP, EVERYBODY, player, s.players[player].lineup)
        s.players[player].shown = s.players[player].lineup
        s.players[player].rival = NOBODY
        s.players[player].result = 0
    unpaired = count_in(s)
    while unpaired > 1:
        one = draw_player(s, unpaired)
        s.players[one].rival = one  # taken
        two = draw_player(s, unpaired - 1)
        s.players[one].rival = two
        s.players[two].rival = one
        meet(s, rules, one, two)
        unpaired -= 2
    if rules.pool:
        release_cards(s)


@inner
def release_cards(s):
    """Put the cards of players without lives back into the pool."""
    for player in range(s.count):
        mine = s.players[player]
        if mine.lives == 0 and mine.lineup:
            log_event(LogEvent.RELEASED, EVERYBODY, player)
            mine.lineup = mine.shown = 0


@inner
def draw_player(s, unpaired):
    """Draw one of the players who entered this round alive and have no rival yet."""
    skip = below(s, Stream.BATTLE, unpaired)
    player = 0
    while True:
        if s.players[player].rival == NOBODY and s.players[player].out == 0:
            if skip == 0:
                return player
            skip -= 1
        player += 1


@inner
def meet(s, rules, one, two):
    """Fight a battle between two players; the loser loses a life."""
    log_event(LogEvent.MET, EVERYBODY, one, two)
    result = clash(s, rules, s.players[one].lineup, s.players[two].lineup)
    s.fault |= s.match.fault
    copy_record(s.match, rules.blank)
    count_cards(s, s.players[one].lineup, 1 + result)
    count_cards(s, s.players[two].lineup, 1 - result)
    log_event(LogEvent.BATTLE, EVERYBODY, one, two, result)
    settle(s, one, result)
    settle(s, two, -result)


@inner
def clash(s, rules, one, two):
    """Fight a match in `s.match` and return its result; the caller must blank `s.match` afterwards."""
    return scored(fight(rules.battle, int(one), int(two), s.match), rules.second_wins)


@inner
def settle(s, player, result):
    """Update a player's points and lives after a battle."""
    mine = s.players[player]
    mine.result = result
    if result > 0:
        mine.points += 1
        log_event(LogEvent.POINT, EVERYBODY, player, mine.points)
    elif result < 0:
        mine.lives -= 1
        log_event(LogEvent.LIFE_LOST, EVERYBODY, player, mine.lives)
        if mine.lives == 0:
            mine.out = s.turn


@inner
def count_cards(s, lineup, halves):
    """Count a battle for each card of a lineup; `halves` is 2 for a win, 1 for a tie."""
    while lineup:
        s.fought[lineup & CARD_MASK] += 1
        s.won[lineup & CARD_MASK] += halves
        lineup >>= CARD_BITS


@inner
def standing(s, player):
    """Return a number that orders players by how long they lasted, then by lives, then by points."""
    mine = s.players[player]
    lasted = 10_000 if mine.out == 0 else int(mine.out)
    return (lasted * 1000 + int(mine.lives)) * 10_000 + int(mine.points)


@inner
def rank_score(s, player):
    """Return a player's score by rank: 1 for the best, -1 for the worst; equals share."""
    own = standing(s, player)
    ahead = 0
    for other in range(s.count):
        ahead += int(own > standing(s, other)) - int(own < standing(s, other))
    return np.float64(ahead) / (s.count - 1)
