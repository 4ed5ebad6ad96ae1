# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The player of the recorded runs: always the first choice (docs/seeds.md lists the rules)."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner, kernel
from cardwright.spire.maps.generation import BOSS_COLUMN, COLUMNS, ROWS

from .flow import PROCEED, TAKE_CARD, TAKE_GOLD, TAKE_KEY, TAKE_POTION, TAKE_RELIC, allowed, reward_allowed
from .player import ASCENDERS_BANE
from .rooms import SHOP_LEAVE, Rest
from .selecting import eligible
from .stack import top
from .state import MAX_DECK, NONE, Frame, Key, Select
from .tables import event

DEAD_ADVENTURER, SCRAP_OOZE, KNOWING_SKULL = event("Dead Adventurer"), event("Scrap Ooze"), event("Knowing Skull")
STOPS_AT = event("The Colosseum")


@inner
def first_reward(s):
    """Return the next thing that the script takes: gold, relics, the emerald key, potions, a card of each reward."""
    for a in (TAKE_GOLD, TAKE_RELIC):
        if reward_allowed(s, a):
            return a
    if s.reward_key == Key.EMERALD:
        return TAKE_KEY
    for a in (TAKE_POTION, TAKE_CARD):
        if reward_allowed(s, a):
            return a
    return PROCEED


@inner
def other_card(s):
    """Return a card of Match and Keep that makes no pair."""
    if s.table_turned == NONE:
        return 0
    k = 1
    while s.table[k] == s.table[0]:
        k += 1
    return k


@kernel
def scripted_action(s, t):
    """Return what the script does next, or NONE where it stops."""
    frame = top(s)
    if frame == Frame.REWARD:
        return first_reward(s)
    if frame == Frame.SHOP:
        return SHOP_LEAVE
    if frame == Frame.MAP:
        x = 0
        while x < COLUMNS - 1 and not walks(s, x):
            x += 1
        return x
    if frame == Frame.SELECT:
        k = 0
        while k < MAX_DECK - 1 and not (
            eligible(s, t, k) and (s.select == Select.OBTAIN or s.deck_card[k] != ASCENDERS_BANE)
        ):
            k += 1
        return k
    if frame == Frame.REST:
        for a in (Rest.REST, Rest.SMITH, Rest.RECALL):
            if allowed(s, t, int(a)):
                return int(a)
        return int(Rest.LEAVE)
    if frame == Frame.MATCH:
        return other_card(s)
    if frame != Frame.EVENT:
        return 0
    if s.event == STOPS_AT:
        return NONE
    tries_once = s.event == DEAD_ADVENTURER or s.event == SCRAP_OOZE or s.event == KNOWING_SKULL
    if tries_once and s.visits > 0:
        return int(t.event_count[s.event, s.stage]) - 1
    k = 0
    while not allowed(s, t, k):
        k += 1
    return k


@inner
def walks(s, x):
    """Return whether a link leads to column `x`; the script never uses Wing Boots."""
    if s.y >= ROWS - 1:
        return x == BOSS_COLUMN
    return s.links[0, x] > 0 if s.y == NONE else s.links[s.y, s.x] >> x & 1 > 0
