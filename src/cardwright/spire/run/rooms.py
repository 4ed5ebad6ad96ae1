# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Rooms: entering one, and what can be done on its screen."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.spire.maps.generation import BOSS_COLUMN, ROWS, Room

from .acts import ACTS
from .cards import Odds, add_card_reward
from .events import begin_event, deck_has, roll_place
from .fights import start_fight
from .log_events import RunEvent
from .opcodes import Need
from .player import gain_gold, heal, obtain_card, obtain_potion, obtain_relic, pay
from .relic_effects import RelicEffect, charged_relic, spend_charge
from .relics import draw_relic, roll_tier
from .rewards import add_relic, clear_rewards, roll_chest
from .selecting import begin_select
from .shops import (
    price_removal,
    restock_card,
    restock_potion,
    restock_relic,
    scale_prices,
    share_left,
    stock_shop,
)
from .stack import pop, push, push_program
from .state import ELITES, NONE, SHOP_CARDS, SHOP_POTIONS, SHOP_RELICS, SOLD, Frame, Key, Place, Select
from .streams import start_floor_streams
from .tables import Tier, relic

GIRYA = relic("Girya")
FEATHER_CARDS = 5
MOST_LIFTS = 3
REST_SHARE = np.float32(0.3)
TWO_BOSSES_FROM = 20  # ascension
PLACE_OF_ROOM = np.array(
    [Place.NEOW, Place.SHOP, Place.REST, Place.ELITE, Place.EVENT, Place.MONSTER, Place.TREASURE]
)  # by `Room`


class Rest(IntEnum):
    """What can be done at a rest site."""

    REST = 0
    SMITH = 1
    RECALL = 2
    LIFT = 3
    DIG = 4
    TOKE = 5
    LEAVE = 6


SHOP_REMOVAL = SHOP_CARDS + SHOP_RELICS + SHOP_POTIONS
SHOP_LEAVE = SHOP_REMOVAL + 1
SKIP_BOSS_RELIC = 3


@inner
def can_go(s, t, x):
    """Return whether the player can go to column `x` next; the boss and what follows it are in the boss's column."""
    if s.y >= ROWS - 1:
        return x == BOSS_COLUMN
    if s.y == NONE:
        return s.links[0, x] > 0
    if s.links[s.y, s.x] >> x & 1:
        return True
    return (
        s.links[s.y + 1, x] > 0
        and s.does[RelicEffect.ANY_ROOM] > 0
        and charged_relic(s, t, RelicEffect.ANY_ROOM) != NONE
    )


@inner
def go(s, t, x):
    """Move to the next room and enter it."""
    after_shop = s.place == Place.SHOP
    s.floor += 1
    start_floor_streams(s)
    clear_rewards(s)
    if s.does[RelicEffect.ROOM_GOLD] and charged_relic(s, t, RelicEffect.ROOM_GOLD) != NONE:
        gain_gold(s, int(s.does[RelicEffect.ROOM_GOLD]))
    if s.y == ROWS:
        s.x = NONE
        s.y = NONE
        s.place = Place.BOSS if s.act == ACTS else Place.BOSS_TREASURE
    elif s.y == ROWS - 1:
        if s.place != Place.EVENT:  # the Secret Portal does not change the column
            s.x = BOSS_COLUMN
        s.y = ROWS
        s.place = Place.BOSS
    else:
        if s.y != NONE and not s.links[s.y, s.x] >> x & 1:
            spend_charge(s, t, RelicEffect.ANY_ROOM)
        s.x = x
        s.y += 1
        s.place = PLACE_OF_ROOM[s.kind[s.y, x]]
        if s.kind[s.y, x] == Room.EVENT:
            gain_gold(s, int(s.does[RelicEffect.UNKNOWN_GOLD]))
            s.place = roll_place(s, t, after_shop)
    open_room(s, t)


@inner
def open_room(s, t):
    """Open the screen of the room that was entered."""
    log_event(RunEvent.ENTERED, EVERYBODY, s.place, s.floor)
    if s.place == Place.MONSTER:
        start_fight(s, t, int(s.encounters[s.next_encounter]), True)
        s.next_encounter = (int(s.next_encounter) + 1) % int(s.encounter_count)
    elif s.place == Place.ELITE:
        start_fight(s, t, int(s.elites[s.next_elite]), True)
        s.next_elite = (int(s.next_elite) + 1) % ELITES
    elif s.place == Place.BOSS:
        start_fight(s, t, int(s.bosses[0 if s.y == ROWS else 1]), s.act < ACTS)
    elif s.place == Place.EVENT:
        begin_event(s, t)
    elif s.place == Place.SHOP:
        heal(s, int(s.does[RelicEffect.SHOP_HEAL]))
        stock_shop(s, t)
        push(s, Frame.SHOP)
    elif s.place == Place.REST:
        heal(s, int(s.does[RelicEffect.SITE_HEAL]) * (int(s.deck_size) // FEATHER_CARDS))
        for k in range(s.relic_count if s.does[RelicEffect.ARMS] else 0):
            if t.relic_effects[s.relic_list[k], RelicEffect.ARMS]:
                s.charge[s.relic_list[k]] = 1
        push(s, Frame.REST)
    elif s.place == Place.TREASURE:
        roll_chest(s)
        push(s, Frame.CHEST)
    else:
        for k in range(len(s.boss_relics)):
            s.boss_relics[k] = draw_relic(s, t, Tier.BOSS, False)
        push_program(s, t.next_act_pc)
        push(s, Frame.BOSS_RELIC)


@inner
def can_rest(s, t, a):
    """Return whether something can be done at this rest site."""
    if a == Rest.REST:
        return s.does[RelicEffect.NO_REST] == 0
    if a == Rest.SMITH:
        return s.does[RelicEffect.NO_SMITH] == 0 and deck_has(s, t, Need.UPGRADABLE)
    if a == Rest.RECALL:
        return not s.keys & Key.RUBY
    if a == Rest.LIFT:
        return s.does[RelicEffect.LIFT] > 0 and s.charge[GIRYA] < MOST_LIFTS
    if a == Rest.DIG:
        return s.does[RelicEffect.DIG] > 0
    if a == Rest.TOKE:
        return s.does[RelicEffect.TOKE] > 0 and deck_has(s, t, Need.REMOVABLE)
    return a == Rest.LEAVE


@inner
def do_rest(s, t, a):
    """Do something at a rest site, once."""
    pop(s)
    if a == Rest.REST:
        heal(s, int(np.float32(s.max_hp) * REST_SHARE) + int(s.does[RelicEffect.REST_HEAL]))
        if s.does[RelicEffect.REST_CARDS]:
            add_card_reward(s, t, Odds.REST)
            push(s, Frame.REWARD)
    elif a == Rest.SMITH:
        begin_select(s, t, Select.UPGRADE, 1, NONE, NONE)
    elif a == Rest.RECALL:
        s.keys |= Key.RUBY
    elif a == Rest.LIFT:
        s.charge[GIRYA] += 1
    elif a == Rest.DIG:
        add_relic(s, draw_relic(s, t, roll_tier(s), False))
        push(s, Frame.REWARD)
    elif a == Rest.TOKE:
        begin_select(s, t, Select.REMOVE, 1, NONE, NONE)


@inner
def price(s, a):
    """Return the price of something in the shop, or SOLD."""
    if a < SHOP_CARDS:
        return int(s.shop_card_price[a])
    if a < SHOP_CARDS + SHOP_RELICS:
        return int(s.shop_relic_price[a - SHOP_CARDS])
    if a < SHOP_REMOVAL:
        return int(s.shop_potion_price[a - SHOP_CARDS - SHOP_RELICS])
    return int(s.shop_removal)


@inner
def is_dearer(s, a):
    """Return whether the shop sells the same card, relic or potion for less."""
    if a >= SHOP_REMOVAL:
        return False
    dearer = False
    for other in range(SHOP_REMOVAL):
        dearer |= 0 <= price(s, other) < price(s, a) and _good(s, other) == _good(s, a)
    return dearer


@inner
def _good(s, a):
    """Return a number that only equal goods have in common."""
    if a < SHOP_CARDS:
        return 3 * (int(s.shop_card[a]) + 1024 * int(s.shop_up[a]))
    if a < SHOP_CARDS + SHOP_RELICS:
        return 3 * int(s.shop_relic[a - SHOP_CARDS]) + 1
    return 3 * int(s.shop_potion[a - SHOP_CARDS - SHOP_RELICS]) + 2


@inner
def buy(s, t, a):
    """Buy a card, a relic, a potion, or the removal of a card; The Courier replaces what was bought."""
    pay(s, price(s, a))
    saved = charged_relic(s, t, RelicEffect.ROOM_GOLD)
    if saved != NONE:
        s.charge[saved] = 0
    restocks = s.does[RelicEffect.RESTOCK] > 0
    if a < SHOP_CARDS:
        s.shop_card_price[a] = SOLD
        obtain_card(s, t, int(s.shop_card[a]), int(s.shop_up[a]))
        if restocks:
            restock_card(s, t, a)
    elif a < SHOP_CARDS + SHOP_RELICS:
        k = a - SHOP_CARDS
        r = int(s.shop_relic[k])
        s.shop_relic_price[k] = SOLD
        obtain_relic(s, t, r)
        if t.relic_effects[r, RelicEffect.DISCOUNT]:
            scale_prices(s, share_left(t.relic_effects[r, RelicEffect.DISCOUNT]))
            if s.shop_removal != SOLD:
                price_removal(s, t)
        if restocks:
            restock_relic(s, t, k)
    elif a < SHOP_REMOVAL:
        k = a - SHOP_CARDS - SHOP_RELICS
        s.shop_potion_price[k] = SOLD
        obtain_potion(s, int(s.shop_potion[k]))
        if restocks:
            restock_potion(s, t, k)
    else:
        s.removals += 1
        s.shop_removal = SOLD
        begin_select(s, t, Select.REMOVE, 1, NONE, NONE)
