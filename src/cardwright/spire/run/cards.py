# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Cards that are found: rewards, transformed cards, and the lists of events."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner

from .player import egg_upgrades, obtain_card, upgradable, upgrade_card
from .relic_effects import RelicEffect
from .state import LIBRARY_CARDS, NONE
from .streams import Stream, below, java_shuffle, uniform
from .tables import Color, Pool, Rarity, card

USUAL_CARDS = 3  # in a reward
BASH = card("Bash")
LOWEST_OFFSET, START_OFFSET = -40, 5
FEWER_UPGRADES_FROM = 12  # ascension
WORSE_EVENTS_FROM = 15
UPGRADE_CHANCES = np.array([0.0, 0.25, 0.5, 0.5], np.float32)  # by act
HALVED_CHANCES = np.array([0.0, 0.125, 0.25, 0.25], np.float32)
COLORLESS_RARE_CHANCE, NEOW_UNCOMMON_CHANCE = np.float32(0.3), np.float32(0.33)


class Odds(IntEnum):
    """Where cards are found, which decides their rarities."""

    NORMAL = 0
    ELITE = 1
    BOSS = 2
    REST = 3
    SHOP = 4


RARE_BELOW = np.array([3, 10, 101, 3, 9])
UNCOMMON_BELOW = np.array([37, 40, 0, 37, 37])  # above the limit for rare cards


@inner
def card_of(t, pool, k):
    """Return the card at a position of a list."""
    return int(t.pool_card[t.pool_start[pool] + k])


@inner
def draw_card(s, t, stream, pool):
    """Draw a card from a list."""
    return card_of(t, pool, below(s, stream, int(t.pool_size[pool])))


@inner
def roll_rarity(s, odds):
    """Draw the rarity of a card."""
    roll = below(s, Stream.CARD, 100) + int(s.card_offset)
    rare = RARE_BELOW[odds]
    uncommon = rare + UNCOMMON_BELOW[odds]
    if s.does[RelicEffect.RARE_FACTOR] and odds <= Odds.ELITE:
        more = rare * (int(s.does[RelicEffect.RARE_FACTOR]) - 1)
        uncommon += more
        rare += more
    if odds == Odds.BOSS or roll < rare:
        return Rarity.RARE
    return Rarity.UNCOMMON if roll < uncommon else Rarity.COMMON


@inner
def move_offset(s, rarity):
    """Change the offset of later rolls after a card of a reward."""
    if rarity == Rarity.RARE:
        s.card_offset = START_OFFSET
    elif rarity == Rarity.COMMON:
        s.card_offset = max(int(s.card_offset) - 1, LOWEST_OFFSET)


@inner
def reward_size(s):
    """Return how many cards a reward offers."""
    return max(1, USUAL_CARDS + int(s.does[RelicEffect.MORE_CARDS]) - int(s.does[RelicEffect.FEWER_CARDS]))


@inner
def new_card(s, t, r, k, stream, pool):
    """Draw card number `k` of reward `r`, different from the cards before it."""
    while True:
        c = draw_card(s, t, stream, pool)
        double = False
        for j in range(k):
            if s.reward_card[r, j] == c:
                double = True
        if not double:
            s.reward_card[r, k] = c
            s.reward_up[r, k] = 1 if egg_upgrades(s, t, c) else 0
            return


@inner
def add_card_reward(s, t, odds):
    """Put a card reward on the reward screen."""
    r = int(s.reward_cards)
    n = reward_size(s)
    for k in range(n):
        rarity = roll_rarity(s, odds)
        move_offset(s, rarity)
        new_card(s, t, r, k, Stream.CARD, Pool.COMMON + rarity)
    chances = HALVED_CHANCES if s.ascension >= FEWER_UPGRADES_FROM else UPGRADE_CHANCES
    for k in range(n):
        c = s.reward_card[r, k]
        if t.card_rarity[c] != Rarity.RARE and uniform(s, Stream.CARD) < chances[s.act - 1] and t.card_upgrades[c]:
            s.reward_up[r, k] = 1
    s.reward_size[r] = n
    s.reward_cards += 1


@inner
def add_colorless_reward(s, t):
    """Put a reward of colorless cards on the reward screen."""
    r = int(s.reward_cards)
    n = reward_size(s)
    for k in range(n):
        rare = uniform(s, Stream.CARD) < COLORLESS_RARE_CHANCE
        if rare:
            s.card_offset = START_OFFSET
        new_card(s, t, r, k, Stream.CARD, Pool.COLORLESS_RARE if rare else Pool.COLORLESS_UNCOMMON)
    s.reward_size[r] = n
    s.reward_cards += 1


@inner
def add_neow_reward(s, t, n, stream, rare_pool):
    """Put Neow's cards on the reward screen: of `rare_pool`, or common and uncommon ones if that is NONE."""
    r = int(s.reward_cards)
    for k in range(n):
        uncommon = uniform(s, Stream.NEOW) < NEOW_UNCOMMON_CHANCE
        pool = rare_pool
        if rare_pool == NONE:
            pool = Pool.UNCOMMON if uncommon else Pool.COMMON
        new_card(s, t, r, k, stream, pool)
    s.reward_size[r] = n
    s.reward_cards += 1


@inner
def fill_library(s, t):
    """Draw the cards of the Library, shown in reverse order."""
    for k in range(LIBRARY_CARDS - 1, -1, -1):
        double = True
        while double:
            c = draw_card(s, t, Stream.CARD, Pool.COMMON + roll_rarity(s, Odds.NORMAL))
            double = False
            for j in range(k + 1, LIBRARY_CARDS):
                if s.library[j] == c:
                    double = True
        s.library[k] = c
        s.library_up[k] = 1 if egg_upgrades(s, t, c) else 0


@inner
def transformed(s, t, c, stream):
    """Draw the card that a card turns into: another one of its color."""
    color = t.card_color[c]
    pool = Pool.TRANSFORM
    if color == Color.COLORLESS:
        pool = Pool.COLORLESS
    elif color == Color.CURSE:
        pool = Pool.CURSES
    size = int(t.pool_size[pool])
    own = size
    for k in range(size):
        if card_of(t, pool, k) == c:
            own = k
    k = below(s, stream, size - 1 if own < size else size)
    return card_of(t, pool, k + 1 if k >= own else k)


@inner
def obtain_transformed(s, t, c, up):
    """Add the card that a card turned into, upgraded if possible."""
    obtain_card(s, t, c, 1 if up and t.card_upgrades[c] else 0)


@inner
def upgrade_random(s, t, n, kind):
    """Upgrade `n` random cards of the deck, of one type or any."""
    found = 0
    for k in range(s.deck_size):
        if upgradable(s, t, k) and (kind == NONE or t.card_type[s.deck_card[k]] == kind):
            s.work[found] = k
            found += 1
    java_shuffle(s, Stream.MISC, s.work, found)
    for k in range(min(n, found)):
        upgrade_card(s, int(s.work[k]))


@inner
def shuffled_colorless(s, t):
    """Shuffle the list of colorless cards and return the first uncommon one."""
    java_shuffle(s, Stream.SHUFFLE, s.colorless, len(s.colorless))
    for k in range(len(s.colorless)):
        if t.card_rarity[s.colorless[k]] == Rarity.UNCOMMON:
            return int(s.colorless[k])
    return NONE


@inner
def lay_match_table(s, t):
    """Lay out the twelve cards of Match and Keep, two of each."""
    s.table[0] = draw_card(s, t, Stream.CARD, Pool.RARE)
    s.table[1] = draw_card(s, t, Stream.CARD, Pool.UNCOMMON)
    s.table[2] = draw_card(s, t, Stream.CARD, Pool.COMMON)
    if s.ascension >= WORSE_EVENTS_FROM:
        s.table[3] = draw_card(s, t, Stream.CARD, Pool.CURSES)
    else:
        s.table[3] = shuffled_colorless(s, t)
    s.table[4] = draw_card(s, t, Stream.CARD, Pool.CURSES)
    s.table[5] = BASH
    for k in range(6):
        s.table[6 + k] = s.table[k]
    java_shuffle(s, Stream.MISC, s.table, len(s.table))
