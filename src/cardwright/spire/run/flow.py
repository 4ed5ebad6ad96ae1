# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of a run: which actions a screen allows, and what an action does.

The meaning of an action depends on the screen on top of the stack. A battle is one action: it was won.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner, kernel
from cardwright.spire.maps.generation import COLUMNS, ROWS

from .acts import ACTS, start_run
from .events import deck_has, option_allowed
from .opcodes import Need
from .player import free_slot, gain_gold, gain_max_hp, obtain_card, obtain_potion, obtain_relic
from .programs import settle
from .relic_effects import RelicEffect
from .rewards import add_fight_rewards, clear_rewards, drop_potion, open_chest
from .rooms import (
    SHOP_LEAVE,
    SHOP_REMOVAL,
    SKIP_BOSS_RELIC,
    TWO_BOSSES_FROM,
    Rest,
    buy,
    can_go,
    can_rest,
    do_rest,
    go,
    price,
)
from .selecting import choose_card, eligible
from .single_events import turn_card
from .stack import pop, push, push_program, top
from .state import (
    MAX_CARD_REWARDS,
    MAX_DECK,
    MAX_REWARDS,
    NONE,
    REWARD_CARDS,
    SHOP_CARDS,
    SHOP_RELICS,
    TABLE_CARDS,
    Frame,
    Key,
    Outcome,
    Place,
)

OPEN, LEAVE_CHEST = 0, 1
MAX_OPTIONS = 6  # of an event

# The actions of the reward screen, by what they take.
TAKE_GOLD = 0
TAKE_RELIC = TAKE_GOLD + MAX_REWARDS
TAKE_KEY = TAKE_RELIC + MAX_REWARDS
TAKE_POTION = TAKE_KEY + 1
TAKE_CARD = TAKE_POTION + MAX_REWARDS
TAKE_BOWL = TAKE_CARD + MAX_CARD_REWARDS * REWARD_CARDS
PROCEED = TAKE_BOWL + MAX_CARD_REWARDS

# How many actions the screens can have, by `Frame`.
ACTION_COUNTS = np.array(
    [
        0,
        4,
        COLUMNS,
        1,
        PROCEED + 1,
        MAX_DECK,
        LEAVE_CHEST + 1,
        SHOP_LEAVE + 1,
        len(Rest),
        MAX_OPTIONS,
        SKIP_BOSS_RELIC + 1,
        TABLE_CARDS,
    ]
)


@inner
def reward_allowed(s, a):
    """Return whether an action of the reward screen is possible."""
    if a < TAKE_RELIC:
        return a - TAKE_GOLD < s.reward_golds
    if a < TAKE_KEY:
        return a - TAKE_RELIC < s.reward_relics
    if a < TAKE_POTION:
        return s.reward_key > 0
    if a < TAKE_CARD:
        return a - TAKE_POTION < s.reward_potions and free_slot(s) != NONE
    if a < TAKE_BOWL:
        r, k = (a - TAKE_CARD) // REWARD_CARDS, (a - TAKE_CARD) % REWARD_CARDS
        return r < s.reward_cards and k < s.reward_size[r]
    if a < PROCEED:
        return a - TAKE_BOWL < s.reward_cards and s.does[RelicEffect.MAX_HP_INSTEAD] > 0
    return a == PROCEED


@inner
def shop_allowed(s, t, a):
    """Return whether an action of the shop is possible."""
    if a >= SHOP_LEAVE:
        return a == SHOP_LEAVE
    cost = price(s, a)
    if cost < 0 or cost > s.gold:
        return False
    if a == SHOP_REMOVAL:
        return deck_has(s, t, Need.REMOVABLE)
    return a < SHOP_CARDS + SHOP_RELICS or free_slot(s) != NONE


@kernel
def allowed(s, t, a):
    """Return whether an action is possible on the screen on top."""
    frame = top(s)
    if frame == Frame.NEOW:
        return a < len(s.neow)
    if frame == Frame.MAP:
        return a < COLUMNS and can_go(s, t, a)
    if frame == Frame.REWARD:
        return reward_allowed(s, a)
    if frame == Frame.SELECT:
        return eligible(s, t, a)
    if frame == Frame.CHEST:
        return a <= LEAVE_CHEST
    if frame == Frame.SHOP:
        return shop_allowed(s, t, a)
    if frame == Frame.REST:
        return can_rest(s, t, a)
    if frame == Frame.EVENT:
        return option_allowed(s, t, a)
    if frame == Frame.BOSS_RELIC:
        return a <= SKIP_BOSS_RELIC
    if frame == Frame.MATCH:
        return a < TABLE_CARDS and a != s.table_turned and not s.table_gone >> a & 1
    return a == 0


@inner
def shift(items, k, count):
    """Remove item `k` of a list and return how many are left."""
    for j in range(k, count - 1):
        items[j] = items[j + 1]
    return count - 1


@inner
def drop_card_reward(s, r):
    """Take a card reward off the reward screen."""
    s.reward_cards -= 1
    for j in range(r, int(s.reward_cards)):
        s.reward_size[j] = s.reward_size[j + 1]
        for k in range(REWARD_CARDS):
            s.reward_card[j, k] = s.reward_card[j + 1, k]
            s.reward_up[j, k] = s.reward_up[j + 1, k]


@inner
def take_reward(s, t, a):
    """Take something from the reward screen, or close it."""
    if a < TAKE_RELIC:
        gain_gold(s, int(s.reward_gold[a]))
        s.reward_golds = shift(s.reward_gold, a, int(s.reward_golds))
    elif a < TAKE_KEY:
        k = a - TAKE_RELIC
        r = int(s.reward_relic[k])
        if k == s.reward_relics - 1 and s.reward_key == Key.SAPPHIRE:
            s.reward_key = 0
        s.reward_relics = shift(s.reward_relic, k, int(s.reward_relics))
        obtain_relic(s, t, r)
    elif a < TAKE_POTION:
        if s.reward_key == Key.SAPPHIRE:
            s.reward_relics -= 1
        s.keys |= s.reward_key
        s.reward_key = 0
    elif a < TAKE_CARD:
        k = a - TAKE_POTION
        obtain_potion(s, int(s.reward_potion[k]))
        s.reward_potions = shift(s.reward_potion, k, int(s.reward_potions))
    elif a < TAKE_BOWL:
        r, k = (a - TAKE_CARD) // REWARD_CARDS, (a - TAKE_CARD) % REWARD_CARDS
        obtain_card(s, t, int(s.reward_card[r, k]), int(s.reward_up[r, k]))
        drop_card_reward(s, r)
    elif a < PROCEED:
        gain_max_hp(s, int(s.does[RelicEffect.MAX_HP_INSTEAD]))
        drop_card_reward(s, a - TAKE_BOWL)
    else:
        clear_rewards(s)
        pop(s)


@inner
def win_fight(s, t, fled):
    """End a fight that was won; `fled` is whether all monsters have left."""
    pop(s)
    if s.place == Place.BOSS and s.act == ACTS:
        if s.ascension < TWO_BOSSES_FROM or s.y != ROWS:
            s.outcome = Outcome.VICTORY
    elif s.rewarded:
        add_fight_rewards(s, t, fled)
        push(s, Frame.REWARD)
    else:
        drop_potion(s, t, False, False)


@inner
def choose_bonus(s, t, a):
    """Take one of Neow's options: the drawback first, then the bonus."""
    pop(s)
    push_program(s, t.neow_pc[s.neow[a]])
    if a == 2:
        push_program(s, t.drawback_pc[s.drawback])
    elif a == 3:
        push_program(s, t.drawback_pc[4])


@kernel
def act(s, t, a):
    """Do an action on the screen on top, and what follows from it, up to the next decision."""
    frame = top(s)
    if frame == Frame.NEOW:
        choose_bonus(s, t, a)
    elif frame == Frame.MAP:
        go(s, t, a)
    elif frame == Frame.FIGHT:
        win_fight(s, t, False)
    elif frame == Frame.REWARD:
        take_reward(s, t, a)
    elif frame == Frame.SELECT:
        choose_card(s, t, a)
    elif frame == Frame.CHEST:
        pop(s)
        if a == OPEN:
            open_chest(s, t)
            push(s, Frame.REWARD)
    elif frame == Frame.SHOP:
        if a == SHOP_LEAVE:
            pop(s)
        else:
            buy(s, t, a)
    elif frame == Frame.REST:
        do_rest(s, t, a)
    elif frame == Frame.EVENT:
        pop(s)
        push_program(s, t.option_pc[t.event_first[s.event, s.stage] + a])
    elif frame == Frame.BOSS_RELIC:
        pop(s)
        if a < SKIP_BOSS_RELIC:
            obtain_relic(s, t, int(s.boss_relics[a]))
    elif frame == Frame.MATCH:
        turn_card(s, t, a)
    settle(s, t)


@kernel
def start(s, t, seed, ascension):
    """Begin a run, up to Neow's options."""
    start_run(s, t, seed, ascension)
