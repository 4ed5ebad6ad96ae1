# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The reward screen, after fights and from chests, and potions."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner

from .cards import Odds, add_card_reward, draw_card
from .player import obtain_card
from .relic_effects import RelicEffect, spend_charge
from .relics import draw_relic, roll_tier
from .state import Key, Place
from .streams import Stream, below, between, spread, uniform
from .tables import Pool, Rarity, Tier

POTION_CHANCE, POTION_STEP, MOST_REWARDS = 40, 10, 4
COMMON_POTION, UNCOMMON_POTION = 65, 90
LESS_BOSS_GOLD_FROM = 13  # ascension
CHEST_BELOW = np.array([50, 83, 100])  # small, medium, large
CHEST_GOLD_BELOW = np.array([50, 35, 50])
CHEST_GOLD = np.array([25, 50, 75], np.float32)
CHEST_COMMON_BELOW, CHEST_UNCOMMON_BELOW = np.array([75, 35, 0]), np.array([100, 85, 75])
LEAST_SHARE, MOST_SHARE, HALF = np.float32(0.9), np.float32(1.1), np.float32(0.5)
MATRYOSHKA_COMMON = np.float32(0.75)


@inner
def rounded(x):
    """Round half up."""
    return int(np.floor(x + HALF))


@inner
def clear_rewards(s):
    """Take everything off the reward screen."""
    s.reward_golds = 0
    s.reward_relics = 0
    s.reward_potions = 0
    s.reward_key = 0
    s.reward_cards = 0


@inner
def add_gold(s, amount):
    """Put gold on the reward screen; relics can add a share, except in treasure rooms."""
    if s.place != Place.TREASURE:
        amount += (amount * int(s.does[RelicEffect.GOLD_PERCENT]) + 50) // 100
    s.reward_gold[s.reward_golds] = amount
    s.reward_golds += 1


@inner
def add_relic(s, r):
    """Put a relic on the reward screen."""
    s.reward_relic[s.reward_relics] = r
    s.reward_relics += 1


@inner
def add_potion(s, potion):
    """Put a potion on the reward screen."""
    s.reward_potion[s.reward_potions] = potion
    s.reward_potions += 1


@inner
def any_potion(s, t, stream):
    """Draw a potion, each equally likely."""
    return below(s, stream, int(t.potion_count))


@inner
def roll_potion(s, t):
    """Draw a potion, by rarity first."""
    roll = below(s, Stream.POTION, 100)
    rarity = Rarity.COMMON if roll < COMMON_POTION else Rarity.UNCOMMON if roll < UNCOMMON_POTION else Rarity.RARE
    while True:
        potion = any_potion(s, t, Stream.POTION)
        if t.potion_rarity[potion] == rarity:
            return potion


@inner
def drop_potion(s, t, fled, keep):
    """Decide whether a fight leaves a potion, and put it on the reward screen if it is kept."""
    usual = 0 if fled else POTION_CHANCE + int(s.potion_mod)
    chance = max(int(s.does[RelicEffect.POTION_CHANCE]), usual)
    if s.reward_golds + s.reward_relics + (s.reward_key > 0) >= MOST_REWARDS:
        chance = 0
    if below(s, Stream.POTION, 100) < chance:
        s.potion_mod -= POTION_STEP
        potion = roll_potion(s, t)
        if keep:
            add_potion(s, potion)
    else:
        s.potion_mod += POTION_STEP


@inner
def add_elite_relics(s, t):
    """Put the relics of an elite on the reward screen."""
    add_relic(s, draw_relic(s, t, roll_tier(s), False))
    for _ in range(s.does[RelicEffect.MORE_ELITE_RELICS]):
        tier = roll_tier(s)
        r = draw_relic(s, t, tier, False)
        while t.relic_campfire[r]:
            r = draw_relic(s, t, tier, False)
        add_relic(s, r)


@inner
def add_fight_rewards(s, t, fled):
    """Put on the reward screen what a fight leaves; an event has put its gold and relics there before.

    Monsters that have all fled leave neither gold nor potions.
    """
    odds = Odds.NORMAL
    if s.place == Place.MONSTER:
        if not fled:
            add_gold(s, between(s, Stream.TREASURE, 10, 20))
    elif s.place == Place.ELITE:
        odds = Odds.ELITE
        add_gold(s, between(s, Stream.TREASURE, 25, 35))
        add_elite_relics(s, t)
        if s.x == s.burning_x and s.y == s.burning_y:
            s.reward_key = Key.EMERALD
    elif s.place == Place.BOSS:
        odds = Odds.BOSS
        gold = 100 + between(s, Stream.MISC, -5, 5)
        if s.ascension >= LESS_BOSS_GOLD_FROM:
            gold = (3 * gold + 2) // 4
        add_gold(s, gold)
    drop_potion(s, t, fled, True)
    add_card_reward(s, t, odds)
    for _ in range(s.does[RelicEffect.MORE_CARD_REWARDS] if s.place == Place.MONSTER else 0):
        add_card_reward(s, t, odds)


@inner
def roll_chest(s):
    """Draw what kind of chest stands in a treasure room, and what it holds."""
    roll = below(s, Stream.TREASURE, 100)
    size = 0
    while roll >= CHEST_BELOW[size]:
        size += 1
    s.chest_size = size
    roll_inside_chest(s)


@inner
def roll_inside_chest(s):
    """Draw what a chest of this size holds."""
    size = int(s.chest_size)
    roll = below(s, Stream.TREASURE, 100)
    s.chest_gold = 1 if roll < CHEST_GOLD_BELOW[size] else 0
    s.chest_tier = Tier.RARE
    if roll < CHEST_COMMON_BELOW[size]:
        s.chest_tier = Tier.COMMON
    elif roll < CHEST_UNCOMMON_BELOW[size]:
        s.chest_tier = Tier.UNCOMMON


@inner
def open_chest(s, t):
    """Put on the reward screen what a chest holds."""
    if s.does[RelicEffect.CHEST_RELICS] and spend_charge(s, t, RelicEffect.CHEST_RELICS):
        common = uniform(s, Stream.RELIC) < MATRYOSHKA_COMMON
        add_relic(s, draw_relic(s, t, Tier.COMMON if common else Tier.UNCOMMON, False))
    for _ in range(s.does[RelicEffect.CHEST_CURSES]):
        obtain_card(s, t, draw_card(s, t, Stream.CARD, Pool.CURSES), 0)
    if s.chest_gold:
        amount = CHEST_GOLD[s.chest_size]
        add_gold(s, rounded(spread(s, Stream.TREASURE, amount * LEAST_SHARE, amount * MOST_SHARE)))
    r = draw_relic(s, t, int(s.chest_tier), False)
    if s.does[RelicEffect.NO_CHEST_RELIC] and spend_charge(s, t, RelicEffect.NO_CHEST_RELIC):
        return
    add_relic(s, r)
    if not s.keys & Key.SAPPHIRE:
        s.reward_key = Key.SAPPHIRE
