# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the rules of a run report to its event log, besides what its battles report.

Nothing of it is hidden from the player, who sees all that a screen shows.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.spire.maps.generation import COLUMNS, ROWS

from .stack import top
from .state import LIBRARY_CARDS, NONE, SHOP_CARDS, SHOP_POTIONS, SHOP_RELICS, TABLE_CARDS, Frame, Select


class RunEvent(IntEnum):
    """What can happen; the numbers below are those of battles."""

    ENTERED = 64  # place, floor
    MET = 65  # event
    HP_CHANGED = 66  # HP before, HP, max HP before, max HP
    GOLD_CHANGED = 67  # change, gold
    CARD_GAINED = 68  # card, upgrades
    CARD_LOST = 69  # card, upgrades
    CARD_UPGRADED = 70  # card, upgrades after it
    RELIC_GAINED = 71  # relic
    RELIC_LOST = 72  # relic
    POTION_GAINED = 73  # potion
    OFFERED = 74  # an `Offer`, its place, what it is, how often upgraded or at which price
    ROOM_SEEN = 75  # row, column, kind, links
    BOSS_SEEN = 76  # encounter


class Offer(IntEnum):
    """What a screen offers."""

    GOLD = 0
    RELIC = 1
    KEY = 2
    POTION = 3
    CARD = 4
    NEOW = 5
    DRAWBACK = 6
    CHEST = 7
    MEMO = 8
    TABLE = 9
    REMOVAL = 10


@inner
def tell_map(s):
    """Report the map of an act."""
    log_event(RunEvent.BOSS_SEEN, EVERYBODY, s.bosses[0])
    for y in range(ROWS):
        for x in range(COLUMNS):
            log_event(RunEvent.ROOM_SEEN, EVERYBODY, y, x, s.kind[y, x], s.links[y, x])
    log_event(RunEvent.ROOM_SEEN, EVERYBODY, s.burning_y, s.burning_x, NONE, s.buff)


@inner
def tell_screen(s):
    """Report what the screen on top offers."""
    frame = top(s)
    if frame == Frame.NEOW:
        for k in range(len(s.neow)):
            log_event(RunEvent.OFFERED, EVERYBODY, Offer.NEOW, k, s.neow[k], 0)
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.DRAWBACK, 0, s.drawback, 0)
    elif frame == Frame.REWARD:
        _tell_rewards(s)
    elif frame == Frame.SHOP:
        _tell_goods(s)
    elif frame == Frame.CHEST:
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.CHEST, 0, s.chest_size, 0)
    elif frame == Frame.BOSS_RELIC:
        for k in range(len(s.boss_relics)):
            log_event(RunEvent.OFFERED, EVERYBODY, Offer.RELIC, k, s.boss_relics[k], 0)
    elif frame == Frame.SELECT and s.select == Select.OBTAIN:
        for k in range(LIBRARY_CARDS):
            log_event(RunEvent.OFFERED, EVERYBODY, Offer.CARD, k, s.library[k], s.library_up[k])
    elif frame == Frame.MATCH:
        for k in range(TABLE_CARDS):
            if s.table_seen >> k & 1:
                log_event(RunEvent.OFFERED, EVERYBODY, Offer.TABLE, k, s.table[k], s.table_gone >> k & 1)


@inner
def _tell_rewards(s):
    for k in range(s.reward_golds):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.GOLD, k, s.reward_gold[k], 0)
    for k in range(s.reward_relics):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.RELIC, k, s.reward_relic[k], 0)
    log_event(RunEvent.OFFERED, EVERYBODY, Offer.KEY, 0, s.reward_key, 0)
    for k in range(s.reward_potions):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.POTION, k, s.reward_potion[k], 0)
    for r in range(s.reward_cards):
        for k in range(s.reward_size[r]):
            log_event(RunEvent.OFFERED, EVERYBODY, Offer.CARD, k, s.reward_card[r, k], s.reward_up[r, k])


@inner
def _tell_goods(s):
    for k in range(SHOP_CARDS):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.CARD, s.shop_up[k], s.shop_card[k], s.shop_card_price[k])
    for k in range(SHOP_RELICS):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.RELIC, k, s.shop_relic[k], s.shop_relic_price[k])
    for k in range(SHOP_POTIONS):
        log_event(RunEvent.OFFERED, EVERYBODY, Offer.POTION, k, s.shop_potion[k], s.shop_potion_price[k])
    log_event(RunEvent.OFFERED, EVERYBODY, Offer.REMOVAL, 0, s.shop_removal, 0)
