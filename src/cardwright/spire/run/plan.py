# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Paths through the rest of the map, by dynamic programming: what each room is worth with the HP left on the way.

Rooms cost a share of the HP and bring something. Half of the time a room costs half of its usual share, half of the
time one and a half times as much. Whoever has no HP left dies, and in front of the boss HP are what counts. The memory
of the plan is in the record; whoever asks for advice clears it again.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.spire.engine.heuristics import Weight as BattleWeight
from cardwright.spire.maps.generation import COLUMNS, ROWS, Room

LEVELS = 6  # shares of the HP for which a room is judged, from none to all
EASY_ROWS = 3  # in which fights are easier
REST_HEALS = 0.3
NO_WAY = -1000.0


class Weight(IntEnum):
    """What the weights of advice outside of battles are for; those of battles come before them."""

    SHOP_GAIN = len(BattleWeight)  # what a shop brings per 100 gold
    SMITH_GAIN = 5  # what an upgraded card brings, in shares of the HP in front of the boss
    ELITE_GAIN = 6
    EVENT_GAIN = 7
    MONSTER_GAIN = 8
    TREASURE_GAIN = 9
    ELITE_LOSS = 10  # the share of the HP that an elite costs
    EVENT_LOSS = 11
    MONSTER_LOSS = 12
    EASY_LOSS = 13  # what a fight in one of the first rows costs
    DEATH = 14  # what dying costs
    BOSS = 15  # how much more the first HP in front of the boss are worth than the last
    PICKY = 16  # the rating from which on a card is taken
    CROWD = 17  # how much higher it is for each card in the deck above the usual number
    DEAR = 18  # what a thing in a shop must add to be bought
    REMOVAL = 19  # what the removal of a card adds
    POTION = 20
    COPY = 21  # how much less a card is worth for each copy of it in the deck
    UPGRADED = 22  # how much more a card is worth if it is upgraded


@inner
def plan_ahead(s, weights):
    """Write what the rooms above the player are worth; in the end, `s.plan` has the next row and the one above it."""
    for y in range(ROWS - 1, int(s.run.y), -1):
        for x in range(COLUMNS):
            if s.run.links[y, x]:
                for level in range(LEVELS):
                    s.plan[y & 1, x, level] = _room_worth(s, weights, y, x, level / (LEVELS - 1))


@inner
def planned(s, y, x, share):
    """Return what a room is worth that was planned, to one who enters it with this share of the HP."""
    level = min(LEVELS - 2, int(share * (LEVELS - 1)))
    rest = share * (LEVELS - 1) - level
    return (1.0 - rest) * s.plan[y & 1, x, level] + rest * s.plan[y & 1, x, level + 1]


@inner
def onward(s, weights, y, x, share):
    """Return what the way from a room on is worth, to one who leaves it with this share of the HP."""
    if share <= 0.0:
        return -weights[Weight.DEATH]
    best = NO_WAY
    for column in range(COLUMNS if 0 <= y < ROWS - 1 else 0):
        if s.run.links[y, x] >> column & 1:
            best = max(best, planned(s, y + 1, column, share))
    if best > NO_WAY:
        return best
    return share + weights[Weight.BOSS] * share * (1.0 - share)  # in front of the boss, or in a room by itself


@inner
def _room_worth(s, weights, y, x, share):
    kind = s.run.kind[y, x]
    gain, loss = 0.0, 0.0
    if kind == Room.REST:
        healed = onward(s, weights, y, x, min(1.0, share + REST_HEALS))
        return max(healed, onward(s, weights, y, x, share) + weights[Weight.SMITH_GAIN])
    if kind == Room.SHOP:
        gain = weights[Weight.SHOP_GAIN] * s.run.gold / 100
    elif kind == Room.ELITE:
        gain, loss = weights[Weight.ELITE_GAIN], weights[Weight.ELITE_LOSS]
    elif kind == Room.EVENT:
        gain, loss = weights[Weight.EVENT_GAIN], weights[Weight.EVENT_LOSS]
    elif kind == Room.TREASURE:
        gain = weights[Weight.TREASURE_GAIN]
    else:
        gain = weights[Weight.MONSTER_GAIN]
        loss = weights[Weight.EASY_LOSS] if y < EASY_ROWS else weights[Weight.MONSTER_LOSS]
    if loss == 0.0:
        return gain + onward(s, weights, y, x, share)
    lucky = onward(s, weights, y, x, share - 0.5 * loss)
    return gain + 0.5 * (lucky + onward(s, weights, y, x, share - 1.5 * loss))
