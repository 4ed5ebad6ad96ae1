"""The words of events, of Neow and of relics that do something when they are picked up, as numbers for kernels."""

from __future__ import annotations

from enum import IntEnum


class Op(IntEnum):
    """A step of a program. The comment says what follows the word; `amount` is explained in data/events.yaml."""

    END = 0
    GOLD = 1  # amount
    GOLD_PER_ACT = 2  # amount
    PAY = 3  # amount
    HEAL = 4  # amount
    HEAL_FULL = 5
    MAX_HP = 6  # amount
    LOSE_MAX_HP = 7  # amount
    DAMAGE = 8  # amount
    CARD = 9  # amount (default 1), card
    RANDOM_CURSE = 10
    RELIC = 11  # relic
    RANDOM_RELIC = 12  # a screenless one
    DRAW_RELIC = 13  # tier
    LOSE_RELIC = 14  # relic
    REPLACE_RELIC = 15  # relic / relic
    POTION = 16  # amount
    POTION_SLOTS = 17  # amount
    FILL_SLOTS = 18  # amount at most; a potion by rarity for each slot, lost if the slots are full
    REMOVE = 19  # amount; this and the following let the player choose cards
    UPGRADE = 20  # amount
    TRANSFORM = 21  # amount
    NEOW_TRANSFORM = 22  # amount
    TRANSFORM_UPGRADE = 23  # amount
    DUPLICATE = 24
    BOTTLE = 25  # type
    BONFIRE = 26
    LIBRARY = 27
    UPGRADE_RANDOM = 28  # amount, type (default: any)
    UPGRADE_ALL = 29
    UPGRADE_BASICS = 30
    REMOVE_CURSES = 31
    BITES = 32
    PANDORA = 33
    REWARD_GOLD = 34  # amount; this and the following put something on the reward screen
    REWARD_GOLD_MISC = 35  # amount
    REWARD_RELIC = 36  # relic
    REWARD_DRAWN = 37  # tier
    REWARD_SCREENLESS = 38  # tier
    REWARD_RANDOM_RELIC = 39  # a screenless one
    REWARD_BOOK = 40
    REWARD_POTIONS = 41  # amount
    REWARD_MISC_POTION = 42
    REWARD_CARDS = 43  # amount
    REWARD_COLORLESS = 44  # amount
    SHOW_REWARDS = 45
    UNSEEN_CARDS = 46  # a card reward that is rolled and thrown away
    NEOW_CARDS = 47  # amount
    NEOW_RARE_CARDS = 48  # amount
    NEOW_COLORLESS = 49  # tier
    NEOW_RARE_CARD = 50
    FIGHT = 51  # encounter
    UNREWARDED_FIGHT = 52  # encounter
    FIGHT_MEMO = 53
    MEMO = 54  # amount
    MEMO_MISC = 55  # amount
    MEMO_COIN = 56  # number
    UNCOUNTED = 57  # the recordings do not count the last draw of the miscellaneous stream
    STAGE = 58  # number
    AGAIN = 59
    OOZE = 60  # this and the following are parts of single events
    ADVENTURER_ENTER = 61
    ADVENTURER_SEARCH = 62
    MAUSOLEUM = 63
    FALLING_ENTER = 64
    LOSE_MEMO_CARD = 65  # number
    MIND_BLOOM_BOSS = 66
    MATCH_ENTER = 67
    MATCH_PLAY = 68
    WHEEL = 69
    FACE = 70
    SKULL_COST = 71  # number
    SKULL_CARD = 72
    NLOTH_ENTER = 73
    NLOTH = 74  # number
    PORTAL = 75
    JOUST = 76  # number, amount
    MEET_ENTER = 77
    MEET_GIVE = 78  # number
    NEXT_ACT = 79


class Amount(IntEnum):
    """How an amount is worked out."""

    PLAIN = 0
    FLOOR = 1  # a share of the max HP, rounded down
    ROUND = 2
    CEIL = 3
    THIRD = 4  # of the max HP
    TENTHS = 5  # times a tenth of the HP, rounded down
    MEMO = 6
    ALL = 7  # gold


class Need(IntEnum):
    """What an event, or an option of one, can need."""

    NOTHING = 0
    GOLD = 1  # amount
    FLOOR = 2  # at least
    FLOOR_BELOW = 3
    ACT = 4  # at least
    ACT_BELOW = 5
    ROW = 6  # at least
    HP = 7  # at least
    RELICS = 8  # at least
    ASCENSION_BELOW = 9
    RELIC = 10
    NO_RELIC = 11
    CURSE = 12  # one that can be removed
    REMOVABLE = 13  # a card
    UPGRADABLE = 14  # a card
    HEAVY = 15  # an attack with a base damage of at least 10
    WOUNDED_OR_IDOL = 16
    MEMO = 17  # is 1
    NO_MEMO = 18  # is 0
    MEMO_SET = 19  # is not NONE
    NOTHING_TO_LOSE = 20


# What follows each word: a = amount, c = card, r = relic, t = tier, y = type of card, e = encounter, n = number.
FORMS: dict[Op, str] = {
    **dict.fromkeys((
        Op.GOLD, Op.GOLD_PER_ACT, Op.PAY, Op.HEAL, Op.MAX_HP, Op.LOSE_MAX_HP, Op.DAMAGE, Op.POTION, Op.POTION_SLOTS,
        Op.FILL_SLOTS, Op.REMOVE, Op.UPGRADE, Op.TRANSFORM, Op.NEOW_TRANSFORM, Op.TRANSFORM_UPGRADE, Op.REWARD_GOLD,
        Op.REWARD_GOLD_MISC, Op.REWARD_POTIONS, Op.REWARD_CARDS, Op.REWARD_COLORLESS, Op.NEOW_CARDS,
        Op.NEOW_RARE_CARDS, Op.MEMO, Op.MEMO_MISC,
    ), "a"),
    **dict.fromkeys((Op.DRAW_RELIC, Op.REWARD_DRAWN, Op.REWARD_SCREENLESS, Op.NEOW_COLORLESS), "t"),
    **dict.fromkeys((Op.RELIC, Op.LOSE_RELIC, Op.REPLACE_RELIC, Op.REWARD_RELIC), "r"),
    **dict.fromkeys((Op.FIGHT, Op.UNREWARDED_FIGHT), "e"),
    **dict.fromkeys((
        Op.MEMO_COIN, Op.STAGE, Op.LOSE_MEMO_CARD, Op.SKULL_COST, Op.NLOTH, Op.MEET_GIVE,
    ), "n"),
    Op.CARD: "ac",
    Op.BOTTLE: "y",
    Op.UPGRADE_RANDOM: "ay",
    Op.JOUST: "na",
}  # fmt: skip
NEED_FORMS: dict[Need, str] = {
    **dict.fromkeys((
        Need.GOLD, Need.FLOOR, Need.FLOOR_BELOW, Need.ACT, Need.ACT_BELOW, Need.ROW, Need.HP, Need.RELICS,
        Need.ASCENSION_BELOW,
    ), "a"),
    **dict.fromkeys((Need.RELIC, Need.NO_RELIC), "r"),
    **dict.fromkeys((Need.MEMO, Need.NO_MEMO, Need.MEMO_SET), "n"),
}  # fmt: skip
