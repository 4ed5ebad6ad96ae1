# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Shops: what they sell, and for how much."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner

from .cards import COLORLESS_RARE_CHANCE, Odds, draw_card, roll_rarity
from .player import egg_upgrades
from .relic_effects import RelicEffect
from .relics import draw_relic
from .rewards import roll_potion, rounded
from .state import SHOP_CARDS, SHOP_POTIONS, SHOP_RELICS
from .streams import Stream, below, spread, uniform
from .tables import Pool, Rarity, Tier, Type

CLASS_CARDS = 5
CARD_TYPES = np.array([Type.ATTACK, Type.ATTACK, Type.SKILL, Type.SKILL, Type.POWER])
CARD_PRICES = np.array([50, 75, 150], np.float32)  # by rarity
RELIC_PRICES = np.array([150, 250, 300, 150], np.float32)  # by tier
POTION_PRICES = np.array([50, 75, 100], np.float32)
CARD_LOW, CARD_HIGH = np.float32(0.9), np.float32(1.1)
OTHER_LOW, OTHER_HIGH = np.float32(0.95), np.float32(1.05)
COLORLESS_FACTOR, DEARER, HUNDRED = np.float32(1.2), np.float32(1.1), np.float32(100)
DEARER_FROM = 16  # ascension
COMMON_RELIC, UNCOMMON_RELIC = 48, 82
REMOVAL_PRICE, REMOVAL_STEP = 75, 25


@inner
def class_card(s, t, kind):
    """Draw a card of a type for the shop; there are no common powers."""
    rarity = roll_rarity(s, Odds.SHOP)
    if kind == Type.POWER and rarity == Rarity.COMMON:
        rarity = Rarity.UNCOMMON
    return draw_card(s, t, Stream.CARD, Pool.SHOP + 3 * kind + rarity)


@inner
def put_card(s, t, k, c):
    """Put a card on a place of the shop."""
    s.shop_card[k] = c
    s.shop_up[k] = 1 if egg_upgrades(s, t, c) else 0


@inner
def price_card(s, t, k):
    """Draw the price of a card."""
    price = CARD_PRICES[t.card_rarity[s.shop_card[k]]] * spread(s, Stream.MERCHANT, CARD_LOW, CARD_HIGH)
    if k >= CLASS_CARDS:
        price *= COLORLESS_FACTOR
    s.shop_card_price[k] = int(price)


@inner
def stock_cards(s, t):
    """Draw the cards of the shop and their prices; one class card is on sale."""
    for k in range(CLASS_CARDS):
        c = class_card(s, t, CARD_TYPES[k])
        while k > 0 and CARD_TYPES[k] == CARD_TYPES[k - 1] and c == s.shop_card[k - 1]:
            c = class_card(s, t, CARD_TYPES[k])
        put_card(s, t, k, c)
    put_card(s, t, CLASS_CARDS, draw_card(s, t, Stream.CARD, Pool.COLORLESS_UNCOMMON))
    put_card(s, t, CLASS_CARDS + 1, draw_card(s, t, Stream.CARD, Pool.COLORLESS_RARE))
    for k in range(SHOP_CARDS):
        price_card(s, t, k)
    s.shop_card_price[below(s, Stream.MERCHANT, CLASS_CARDS)] //= 2


@inner
def roll_shop_tier(s):
    """Draw the tier of a relic in a shop."""
    roll = below(s, Stream.MERCHANT, 100)
    if roll < COMMON_RELIC:
        return int(Tier.COMMON)
    return int(Tier.UNCOMMON) if roll < UNCOMMON_RELIC else int(Tier.RARE)


@inner
def put_relic(s, t, k, tier):
    """Draw a relic of a tier, and its price, for a place of the shop."""
    r = draw_relic(s, t, tier, True)
    base = RELIC_PRICES[min(int(t.relic_tier[r]), len(RELIC_PRICES) - 1)]
    s.shop_relic[k] = r
    s.shop_relic_price[k] = rounded(base * spread(s, Stream.MERCHANT, OTHER_LOW, OTHER_HIGH))


@inner
def put_potion(s, t, k):
    """Draw a potion, and its price, for a place of the shop."""
    potion = roll_potion(s, t)
    base = POTION_PRICES[t.potion_rarity[potion]]
    s.shop_potion[k] = potion
    s.shop_potion_price[k] = rounded(base * spread(s, Stream.MERCHANT, OTHER_LOW, OTHER_HIGH))


@inner
def stock_others(s, t):
    """Draw the relics and potions of the shop and their prices."""
    for k in range(SHOP_RELICS - 1):
        put_relic(s, t, k, roll_shop_tier(s))
    put_relic(s, t, SHOP_RELICS - 1, Tier.SHOP)
    for k in range(SHOP_POTIONS):
        put_potion(s, t, k)


@inner
def share_left(percent):
    """Return the share of a price that a discount leaves."""
    return np.float32(100 - percent) / HUNDRED


@inner
def has_discount(s, t, percent):
    """Return whether a relic of the player gives a discount."""
    for k in range(s.relic_count if s.does[RelicEffect.DISCOUNT] else 0):
        if t.relic_effects[s.relic_list[k], RelicEffect.DISCOUNT] == percent:
            return True
    return False


@inner
def discounted(s, t, price):
    """Return a price with the discounts of relics, the smallest first."""
    for k in range(len(t.discounts)):
        if t.discounts[k] and has_discount(s, t, t.discounts[k]):
            price = rounded(np.float32(price) * share_left(t.discounts[k]))
    return price


@inner
def restock_card(s, t, k):
    """Replace a card that was bought, as The Courier does: by one of the same type, or another colorless card."""
    if k < CLASS_CARDS:
        put_card(s, t, k, class_card(s, t, CARD_TYPES[k]))
    else:
        rare = uniform(s, Stream.MERCHANT) < COLORLESS_RARE_CHANCE
        put_card(s, t, k, draw_card(s, t, Stream.CARD, Pool.COLORLESS_RARE if rare else Pool.COLORLESS_UNCOMMON))
    price_card(s, t, k)
    s.shop_card_price[k] = discounted(s, t, int(s.shop_card_price[k]))


@inner
def restock_relic(s, t, k):
    """Replace a relic that was bought."""
    put_relic(s, t, k, roll_shop_tier(s))
    s.shop_relic_price[k] = discounted(s, t, int(s.shop_relic_price[k]))


@inner
def restock_potion(s, t, k):
    """Replace a potion that was bought."""
    put_potion(s, t, k)
    s.shop_potion_price[k] = discounted(s, t, int(s.shop_potion_price[k]))


@inner
def scale_prices(s, factor):
    """Multiply the prices of all goods that are left."""
    for k in range(SHOP_CARDS):
        if s.shop_card_price[k] >= 0:
            s.shop_card_price[k] = rounded(np.float32(s.shop_card_price[k]) * factor)
    for k in range(SHOP_RELICS):
        if s.shop_relic_price[k] >= 0:
            s.shop_relic_price[k] = rounded(np.float32(s.shop_relic_price[k]) * factor)
    for k in range(SHOP_POTIONS):
        if s.shop_potion_price[k] >= 0:
            s.shop_potion_price[k] = rounded(np.float32(s.shop_potion_price[k]) * factor)


@inner
def price_removal(s, t):
    """Set the price of removing a card: one that a relic names, or else with the largest discount."""
    if s.does[RelicEffect.REMOVAL_PRICE]:
        s.shop_removal = s.does[RelicEffect.REMOVAL_PRICE]
        return
    most = 0
    for k in range(s.relic_count if s.does[RelicEffect.DISCOUNT] else 0):
        most = max(most, int(t.relic_effects[s.relic_list[k], RelicEffect.DISCOUNT]))
    s.shop_removal = rounded(np.float32(REMOVAL_PRICE + REMOVAL_STEP * int(s.removals)) * share_left(most))


@inner
def stock_shop(s, t):
    """Draw everything that a shop sells."""
    stock_cards(s, t)
    stock_others(s, t)
    if s.ascension >= DEARER_FROM:
        scale_prices(s, DEARER)
    for k in range(len(t.discounts)):
        if t.discounts[k] and has_discount(s, t, t.discounts[k]):
            scale_prices(s, share_left(t.discounts[k]))
    price_removal(s, t)
