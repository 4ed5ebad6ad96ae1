"""How the observation of a run is laid out: what each of its numbers means, and where each part begins.

Everything is numbered as in the tables of runs, for all acts. What belongs to cards has a number for each kind of card
in battles, upgraded ones included.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from cardwright.spire import encounters
from cardwright.spire.maps.generation import BUFFS, COLUMNS, ROWS, Room

from .action_words import ROOM_WORDS, neow_words
from .single_events import GUARDS
from .state import MAX_CARD_REWARDS, MAX_REWARDS, NONE, RELIC_KINDS, TABLE_CARDS, Frame, Key, Place, Select
from .tables import names
from .words import CHEST_SIZES


class General(IntEnum):
    """The numbers of a run."""

    ACT = 0
    FLOOR = 1
    ASCENSION = 2
    HP = 3
    SHARE_OF_HP = 4
    MAXIMUM_HP = 5
    GOLD = 6
    CARDS_IN_THE_DECK = 7
    POTION_SLOTS = 8
    REMOVALS_BOUGHT = 9
    CHANCE_OF_A_POTION = 10
    RARITY_OFFSET = 11  # which makes rare cards more frequent until one is offered
    MONSTER_CHANCE = 12  # this and the following: that an unknown room is one
    SHOP_CHANCE = 13
    TREASURE_CHANCE = 14
    PRICE_OF_A_REMOVAL = 15
    CARDS_TO_CHOOSE = 16
    TRIES_LEFT = 17  # in Match and Keep
    STAGE_OF_THE_EVENT = 18
    VISITS_OF_THE_EVENT = 19  # how often its options have been shown before
    GOLD_AT_STAKE = 20  # in the event


class OfRoom(IntEnum):
    """What is seen of a room on the map, after its kind."""

    LEFT = 0  # it leads to the next row, one column to the left
    STRAIGHT = 1
    RIGHT = 2
    BURNING = 3
    HERE = 4


class OfTable(IntEnum):
    """What is seen of a card of Match and Keep."""

    SEEN = 0
    GONE = 1
    TURNED = 2
    TWIN = 3  # its twin has been seen as well
    TWIN_OF_THE_TURNED = 4


class Part(IntEnum):
    """Parts of an observation whose size no content changes, in their order."""

    GENERAL = 0
    KEYS = 1
    SCREEN = 2
    PLACE = 3
    BOSS = 4
    BUFF = 5
    MAP = 6
    NEOW = 7
    DRAWBACK = 8
    CHEST = 9
    REWARD_GOLD = 10
    REWARD_KEY = 11
    EVENT = 12
    GUARD = 13
    SELECT = 14
    TABLE = 15
    OWNED = 16
    CHARGES = 17
    HELD = 18
    SHOWN_RELICS = 19
    RELIC_PRICES = 20
    SHOWN_POTIONS = 21
    POTION_PRICES = 22


class OfCard(IntEnum):
    """Parts with a number for each kind of card, in their order; further card rewards follow."""

    DECK = 0
    BOTTLED = 1
    SHOWN = 2
    PRICES = 3
    SECOND_REWARD = 4


ROOM_KINDS = tuple(ROOM_WORDS[room] for room in Room if room in ROOM_WORDS)
CARD_PARTS = OfCard.SECOND_REWARD + MAX_CARD_REWARDS - 1
PER_ROOM = len(ROOM_KINDS) + len(OfRoom)
PER_TABLE_CARD = len(OfTable)
NEOW_OPTIONS = 4
KEYS = len(Key)
BONUSES = len(names().bonuses)


def in_words(member: IntEnum) -> str:
    """Return the name of a member with spaces."""
    return member.name.lower().replace("_", " ")


def _named(part: str, words: Sequence[str]) -> list[str]:
    return [f"{part}: {each}" for each in words]


def boss_names() -> list[str]:
    """Return the names of the bosses of all acts."""
    return [boss for act in encounters.read().acts.values() for boss in act.bosses]


def all_relics(own: Sequence[str]) -> list[str]:
    """Return the relics of the game and a designer's own, with a place for each that there could be."""
    listed = [*names().relics, *own]
    return [*listed, *(f"own relic {k + 1}" for k in range(len(own), RELIC_KINDS - len(names().relics)))]


def _names_of_parts(own: Sequence[str]) -> dict[Part, list[str]]:
    """Return what the numbers of each part mean, with the names of a designer's own relics."""
    listed, relics = names(), all_relics(own)
    keys = [key.name.lower() for key in Key]
    of_rooms = [*ROOM_KINDS, "path to the left", "path straight on", "path to the right", "burning elite", "player"]
    of_table = ["seen", "gone", "turned", "twin seen", "twin of the turned card"]
    return {
        Part.GENERAL: _named("run", [in_words(each).replace("hp", "HP") for each in General]),
        Part.KEYS: _named("key", keys),
        Part.SCREEN: _named("screen", [in_words(frame) for frame in Frame if frame]),
        Part.PLACE: _named("place", [in_words(place) for place in Place]),
        Part.BOSS: _named("boss", boss_names()),
        Part.BUFF: _named("burning elites have", BUFFS),
        Part.MAP: [
            f"row {y + 1} column {x + 1}: {what}" for y in range(ROWS) for x in range(COLUMNS) for what in of_rooms
        ],
        Part.NEOW: [
            f"Neow's option {k + 1}: {neow_words(bonus, NONE)}" for k in range(NEOW_OPTIONS) for bonus in range(BONUSES)
        ],
        Part.DRAWBACK: _named("Neow's drawback", [each.replace("_", " ") for each in listed.drawbacks]),
        Part.CHEST: _named("chest", [size.lower() for size in CHEST_SIZES]),
        Part.REWARD_GOLD: [f"gold offered {k + 1}" for k in range(MAX_REWARDS)],
        Part.REWARD_KEY: _named("key offered", keys),
        Part.EVENT: _named("event", listed.events),
        Part.GUARD: _named("guard", [listed.encounters[guard] for guard in GUARDS]),
        Part.SELECT: _named("choose a card to", [in_words(each) for each in Select]),
        Part.TABLE: [f"table card {k + 1}: {what}" for k in range(TABLE_CARDS) for what in of_table],
        Part.OWNED: _named("owns", relics),
        Part.CHARGES: _named("charges", relics),
        Part.HELD: _named("holds", listed.potions),
        Part.SHOWN_RELICS: _named("shown", relics),
        Part.RELIC_PRICES: _named("price", relics),
        Part.SHOWN_POTIONS: _named("shown", listed.potions),
        Part.POTION_PRICES: _named("price", listed.potions),
    }


_SIZES = np.array([len(listed) for listed in _names_of_parts(()).values()])
FIRST = np.concatenate([[0], np.cumsum(_SIZES)[:-1]])  # of each part
CARDS = int(_SIZES.sum())  # where the parts of cards begin


def feature_names(cards: Sequence[str], own: Sequence[str], battle: Sequence[str]) -> list[str]:
    """Return what each number means that `observe` writes.

    This takes the names of all kinds of cards, of a designer's own relics, and of the features of battles.
    """
    parts = ["deck", "bottled", "shown", "price", *(f"card reward {r + 2}" for r in range(MAX_CARD_REWARDS - 1))]
    return [
        *(name for listed in _names_of_parts(own).values() for name in listed),
        *(name for part in parts for name in _named(part, cards)),
        *battle,
    ]
