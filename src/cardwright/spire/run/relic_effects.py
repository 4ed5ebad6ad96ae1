# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What relics do outside of battles, apart from what picking them up does: the effects that their entries name.

`s.does` holds the effects of all relics of the player together. A relic with charges has its effect only as long as its
counter is above 0; `charged_relic` finds it.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner

from .state import NONE


class RelicEffect(IntEnum):
    """An effect, at a moment: what `EFFECT_WORDS` reads from the content."""

    ROOM_GOLD = 0
    UNKNOWN_GOLD = 1
    NO_MONSTERS = 2
    TREASURE_EVERY = 3
    ANY_ROOM = 4
    SHOP_HEAL = 5
    DISCOUNT = 6
    RESTOCK = 7
    REMOVAL_PRICE = 8
    SITE_HEAL = 9  # for every five cards
    ARMS = 10
    NO_REST = 11
    NO_SMITH = 12
    LIFT = 13
    DIG = 14
    TOKE = 15
    REST_HEAL = 16
    REST_CARDS = 17
    CHEST_RELICS = 18
    CHEST_CURSES = 19
    NO_CHEST_RELIC = 20
    POTION_CHANCE = 21
    GOLD_PERCENT = 22
    MORE_CARD_REWARDS = 23
    MORE_ELITE_RELICS = 24
    MORE_CARDS = 25
    FEWER_CARDS = 26
    MAX_HP_INSTEAD = 27
    RARE_FACTOR = 28
    CARD_GOLD = 29
    UPGRADE_ATTACKS = 30
    UPGRADE_SKILLS = 31
    UPGRADE_POWERS = 32
    NEGATE_CURSE = 33
    CURSE_MAX_HP = 34
    GOLD_HEAL = 35
    NO_GOLD = 36
    NO_POTIONS = 37
    LESS_HP_LOST = 38
    POTION_HEAL = 39


# The effects of relics outside of battles, by the moment and the word of the content, and the value if that is a word.
EFFECT_WORDS = {
    ("room", "gold", None): RelicEffect.ROOM_GOLD,
    ("unknown room", "gold", None): RelicEffect.UNKNOWN_GOLD,
    ("unknown room", "no_monsters", None): RelicEffect.NO_MONSTERS,
    ("unknown room", "treasure_every", None): RelicEffect.TREASURE_EVERY,
    ("path", "any_room", None): RelicEffect.ANY_ROOM,
    ("shop", "heal", None): RelicEffect.SHOP_HEAL,
    ("shop", "discount_percent", None): RelicEffect.DISCOUNT,
    ("shop", "restock", None): RelicEffect.RESTOCK,
    ("shop", "removal_price", None): RelicEffect.REMOVAL_PRICE,
    ("rest site", "heal_per_5_cards", None): RelicEffect.SITE_HEAL,
    ("rest site", "arms", None): RelicEffect.ARMS,
    ("rest site", "forbids", "rest"): RelicEffect.NO_REST,
    ("rest site", "forbids", "smith"): RelicEffect.NO_SMITH,
    ("rest site", "option", "lift"): RelicEffect.LIFT,
    ("rest site", "option", "dig"): RelicEffect.DIG,
    ("rest site", "option", "toke"): RelicEffect.TOKE,
    ("rest", "heal", None): RelicEffect.REST_HEAL,
    ("rest", "rewards_of_cards", None): RelicEffect.REST_CARDS,
    ("chest", "relics", None): RelicEffect.CHEST_RELICS,
    ("chest", "random_curses", None): RelicEffect.CHEST_CURSES,
    ("chest", "no_relic", None): RelicEffect.NO_CHEST_RELIC,
    ("rewards", "potion_chance", None): RelicEffect.POTION_CHANCE,
    ("rewards", "gold_percent", None): RelicEffect.GOLD_PERCENT,
    ("monster rewards", "rewards_of_cards", None): RelicEffect.MORE_CARD_REWARDS,
    ("elite rewards", "relics", None): RelicEffect.MORE_ELITE_RELICS,
    ("card reward", "cards", None): RelicEffect.MORE_CARDS,
    ("card reward", "fewer_cards", None): RelicEffect.FEWER_CARDS,
    ("card reward", "max_hp_instead", None): RelicEffect.MAX_HP_INSTEAD,
    ("card reward", "rare_factor", None): RelicEffect.RARE_FACTOR,
    ("card added", "gold", None): RelicEffect.CARD_GOLD,
    ("card added", "upgrade", "attack"): RelicEffect.UPGRADE_ATTACKS,
    ("card added", "upgrade", "skill"): RelicEffect.UPGRADE_SKILLS,
    ("card added", "upgrade", "power"): RelicEffect.UPGRADE_POWERS,
    ("curse added", "negate", None): RelicEffect.NEGATE_CURSE,
    ("curse added", "max_hp", None): RelicEffect.CURSE_MAX_HP,
    ("gold gained", "heal", None): RelicEffect.GOLD_HEAL,
    ("always", "no_gold", None): RelicEffect.NO_GOLD,
    ("always", "no_potions", None): RelicEffect.NO_POTIONS,
    ("hp lost", "hp_loss", None): RelicEffect.LESS_HP_LOST,
    ("potion used", "heal", None): RelicEffect.POTION_HEAL,
}
LIMITS = ("charges", "until_spending")  # how long an effect lasts: `charged_relic` knows
UNUSED = ("all_colors",)  # there are no cards of other characters


@inner
def charged_relic(s, t, effect):
    """Return a relic that has an effect and has charges left, or NONE."""
    for k in range(s.relic_count):
        r = int(s.relic_list[k])
        if t.relic_effects[r, effect] and s.charge[r] > 0:
            return r
    return NONE


@inner
def spend_charge(s, t, effect):
    """Use a charge of a relic that has an effect, and return whether there was one."""
    r = charged_relic(s, t, effect)
    if r != NONE:
        s.charge[r] -= 1
    return r != NONE


@inner
def add_effects(s, t, r, sign):
    """Add the effects of a relic that comes to those of all relics, or take off those of one that goes."""
    for effect in range(len(s.does)):
        s.does[effect] += sign * t.relic_effects[r, effect]
