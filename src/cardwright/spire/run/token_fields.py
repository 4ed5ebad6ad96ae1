"""How the rows of a run are laid out for networks that read sets: columns, and what their numbers mean."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from cardwright.core.game import TokenField
from cardwright.spire.engine.tokens import A_POTION
from cardwright.spire.engine.tokens import Column as BattleColumn
from cardwright.spire.maps.generation import BUFFS, COLUMNS, ROWS

from .action_space import PLAIN_NAMES
from .action_words import neow_words
from .features import KEYS, NEOW_OPTIONS, ROOM_KINDS, boss_names, in_words
from .flow import ACTION_COUNTS
from .single_events import GUARDS
from .state import MAX_CARD_REWARDS, MAX_DECK, MAX_RELICS, NONE, POTIONS, TABLE_CARDS, Frame, Key, Place
from .tables import names

MOST_GOLD = 1999


class Column(IntEnum):
    """The columns after those of battles."""

    GOLD = len(BattleColumn)  # what the player has, what something costs or brings
    ROW = len(BattleColumn) + 1  # on the map, from 1
    COLUMN = len(BattleColumn) + 2  # on the map or on the table of Match and Keep, from 1
    PATHS = len(BattleColumn) + 3  # from a room: 1 to the left, 2 straight on and 4 to the right


class What(IntEnum):
    """What a row is about; lower numbers are those of battles."""

    RUN = A_POTION + 1
    NUMBER = A_POTION + 2
    ROOM = A_POTION + 3
    KEY = A_POTION + 4
    BONUS = A_POTION + 5
    DRAWBACK = A_POTION + 6
    EVENT = A_POTION + 7
    CHOICE = A_POTION + 8


class Number(IntEnum):
    """The numbers of a run that have a row each."""

    ACT = 0
    FLOOR = 1
    ASCENSION = 2
    POTION_SLOTS = 3
    REMOVALS_BOUGHT = 4
    CHANCE_OF_A_POTION = 5  # this and the other chances in percent
    RARITY_OFFSET = 6
    MONSTER_CHANCE = 7
    SHOP_CHANCE = 8
    TREASURE_CHANCE = 9


class Name(IntEnum):
    """Groups of names after those of battles, in their order."""

    SCREENS = 0
    NUMBERS = 1
    ROOMS = 2
    BURNING = 3
    BOSSES = 4
    KEYS = 5
    BONUSES = 6
    DRAWBACKS = 7
    EVENTS = 8
    GUARDS = 9
    CHOICES = 10
    LEFT = 11  # what is left to do: cards to choose, tries, and how often an event was shown


class Spot(IntEnum):
    """Places after those of battles."""

    DECK = 0
    BOTTLE = 1
    CARRIED = 2
    MAP = 3
    OFFERED = 4  # and the further card rewards
    SHOP = OFFERED + MAX_CARD_REWARDS
    TABLE = SHOP + 1
    CHOSEN = SHOP + 2
    WANTED = SHOP + 3  # by the event
    OPTION = SHOP + 4  # and on: which of Neow's
    ROOM = OPTION + NEOW_OPTIONS  # and on: what kind of room the player is in


def _names_of_groups() -> dict[Name, Sequence[str]]:
    listed = names()
    return {
        Name.SCREENS: [f"screen: {in_words(frame)}" for frame in Frame],
        Name.NUMBERS: [in_words(each) for each in Number],
        Name.ROOMS: [f"{kind} room" for kind in ROOM_KINDS],
        Name.BURNING: [f"burning elite with {buff}" for buff in BUFFS],
        Name.BOSSES: [f"boss: {boss}" for boss in boss_names()],
        Name.KEYS: [f"{key.name.lower()} key" for key in Key],
        Name.BONUSES: [neow_words(bonus, NONE) for bonus in range(len(listed.bonuses))],
        Name.DRAWBACKS: [drawback.replace("_", " ") for drawback in listed.drawbacks],
        Name.EVENTS: [f"event: {event}" for event in listed.events],
        Name.GUARDS: [f"guard: {listed.encounters[guard]}" for guard in GUARDS],
        Name.CHOICES: PLAIN_NAMES,
        Name.LEFT: ["cards to choose", "tries left", "times shown before"],
    }


_NAMES = _names_of_groups()
FIRST = np.concatenate([[0], np.cumsum([len(_NAMES[each]) for each in Name])[:-1]])
_PLACES = [
    *("deck", "bottle", "carried", "map", "offered"),
    *(f"card reward {r + 2}" for r in range(MAX_CARD_REWARDS - 1)),
    *("shop", "table", "chosen", "wanted"),
    *(f"option {k + 1}" for k in range(NEOW_OPTIONS)),
    *(f"in a {in_words(place)} room" for place in Place),
]
NUMBERS = len(Number)
MOST_ROWS = 4 + NUMBERS + ROWS * COLUMNS + 1 + MAX_DECK + MAX_RELICS + POTIONS + KEYS + int(ACTION_COUNTS.max())


def token_fields(battle: Sequence[TokenField]) -> list[TokenField]:
    """Return the columns that `tokenise` writes, from those of battles."""
    more = {
        BattleColumn.WHAT: [each.name.lower() for each in What],
        BattleColumn.NAME: [name for group in Name for name in _NAMES[group]],
        BattleColumn.PLACE: _PLACES,
    }
    sizes = {Column.GOLD: MOST_GOLD, Column.ROW: ROWS + 1, Column.COLUMN: TABLE_CARDS, Column.PATHS: 7}
    shared = [
        field._replace(size=field.size + len(more.get(k, ())), values=[*field.values, *more.get(k, ())])
        for k, field in zip(BattleColumn, battle, strict=True)
    ]
    return [*shared, *(TokenField(each.name.lower(), sizes[each] + 1) for each in Column)]
