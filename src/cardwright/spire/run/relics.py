# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Relic pools: shuffled once, and drawn from the front by rewards and from the end by shops."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .relic_effects import RelicEffect
from .state import NONE, Place
from .streams import Stream, below, java_shuffle
from .tables import Rarity, Tier, relic

BURNING_BLOOD, BLACK_BLOOD, ECTOPLASM = relic("Burning Blood"), relic("Black Blood"), relic("Ectoplasm")
CIRCLET, RED_CIRCLET = relic("Circlet"), relic("Red Circlet")
TIERS = 5  # that have pools
COMMON_BELOW, UNCOMMON_BELOW = 50, 83


@inner
def fill_pools(s, t):
    """Shuffle the relics of each tier."""
    for tier in range(TIERS):
        size = int(t.tier_size[tier])
        for k in range(size):
            s.pool[tier, k] = t.tier_relic[tier, k]
        java_shuffle(s, Stream.RELIC, s.pool[tier], size)
        s.pool_first[tier] = 0
        s.pool_left[tier] = size


@inner
def drop_owned(s):
    """Take the relics that the player has out of the pools."""
    for tier in range(TIERS):
        kept = 0
        for k in range(s.pool_left[tier]):
            r = s.pool[tier, k]
            if s.owned[r] == 0:
                s.pool[tier, kept] = r
                kept += 1
        s.pool_left[tier] = kept


@inner
def deck_has_bottle_card(s, t, kind):
    """Return whether the deck has a card of a type that is not basic."""
    for k in range(s.deck_size):
        c = s.deck_card[k]
        if t.card_type[c] == kind and t.card_rarity[c] != Rarity.BASIC:
            return True
    return False


@inner
def can_be_offered(s, t, r):
    """Return whether a relic may be offered here and now."""
    if s.floor > t.relic_last_floor[r] or (t.relic_not_in_shop[r] and s.place == Place.SHOP):
        return False
    if t.relic_campfire[r] and s.does[RelicEffect.LIFT] + s.does[RelicEffect.DIG] + s.does[RelicEffect.TOKE] >= 2:
        return False
    if t.relic_bottled[r] != NONE:
        return deck_has_bottle_card(s, t, t.relic_bottled[r])
    if r == BLACK_BLOOD:
        return s.owned[BURNING_BLOOD] > 0
    return r != ECTOPLASM or s.act <= 1


@inner
def draw_relic(s, t, tier, from_end):
    """Draw a relic of a tier from its pool; one that may not be offered is lost."""
    while True:
        while s.pool_left[tier] == 0:
            if tier == Tier.RARE:
                return CIRCLET
            if tier == Tier.BOSS:
                return RED_CIRCLET
            tier = Tier.RARE if tier == Tier.UNCOMMON else Tier.UNCOMMON
            from_end = False
        first = int(s.pool_first[tier])
        left = int(s.pool_left[tier])
        s.pool_left[tier] = left - 1
        if from_end and tier != Tier.BOSS:
            r = int(s.pool[tier, first + left - 1])
        else:
            r = int(s.pool[tier, first])
            s.pool_first[tier] = first + 1
        if can_be_offered(s, t, r):
            return r
        from_end = True


@inner
def draw_screenless(s, t, tier):
    """Draw a relic that opens no screen; the others are lost."""
    while True:
        r = draw_relic(s, t, tier, False)
        if not t.relic_screen[r]:
            return r


@inner
def roll_tier(s):
    """Draw the tier of a relic."""
    roll = below(s, Stream.RELIC, 100)
    if roll < COMMON_BELOW:
        return Tier.COMMON
    return Tier.UNCOMMON if roll < UNCOMMON_BELOW else Tier.RARE
