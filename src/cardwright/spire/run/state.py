"""A run in progress is one record: map, deck, relics, potions, random streams, and the screen that awaits a decision.

Acts, floors and rows count as in the game: floor 0 is Neow, floors 1 to 15 are rows 0 to 14 of act 1, floor 16 is the
boss. Cards, relics, potions, events and encounters are positions in the lists of `data/` (see tables.py).
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from pathlib import Path

import numpy as np

from cardwright.core.record import struct
from cardwright.spire.engine.state import MAX_DECK as BATTLE_DECK
from cardwright.spire.maps.generation import COLUMNS, PATHS, ROWS

from .streams import STREAMS

MAX_DECK = BATTLE_DECK
MAX_RELICS = 96  # owned at the same time
RELIC_KINDS = 167  # the 151 of the game, and 16 of a designer
RELIC_EFFECTS = 40
POTIONS = 5
MAX_FRAMES = 8
MEMOS = 4
MAX_REWARDS = 6  # of one kind on a reward screen
MAX_CARD_REWARDS, REWARD_CARDS = 5, 4
SHOP_CARDS, SHOP_RELICS, SHOP_POTIONS = 7, 3, 3
LIBRARY_CARDS, TABLE_CARDS = 20, 12
MAX_MONSTERS = 5
LARGEST_POOL = 49  # the 33 common relics of the game, and those of a designer
EVENTS_OF_AN_ACT, SHRINES, ONE_TIME_EVENTS = 16, 8, 16
ENCOUNTERS, ELITES, BOSSES = 16, 10, 3
COLORLESS = 35
NONE = -1
SOLD = -1  # the price of what was bought


class Place(IntEnum):
    """What a room really is."""

    NEOW = 0
    MONSTER = 1
    ELITE = 2
    EVENT = 3
    SHOP = 4
    REST = 5
    TREASURE = 6
    BOSS = 7
    BOSS_TREASURE = 8


class Frame(IntEnum):
    """What lies on the stack of a run: screens that wait for a decision, and programs that wait to go on."""

    PROGRAM = 0
    NEOW = 1  # choose one of four options
    MAP = 2  # choose the next room; at the bottom of the stack
    FIGHT = 3  # a battle begins
    REWARD = 4  # take what lies there, or proceed
    SELECT = 5  # choose cards of the deck, or one of the Library
    CHEST = 6
    SHOP = 7
    REST = 8
    EVENT = 9  # choose an option of the event
    BOSS_RELIC = 10
    MATCH = 11  # turn a card of Match and Keep


class Select(IntEnum):
    """What happens to the cards that are chosen."""

    REMOVE = 0
    UPGRADE = 1
    TRANSFORM = 2
    TRANSFORM_UPGRADE = 3
    DUPLICATE = 4
    BOTTLE = 5
    BONFIRE = 6
    OBTAIN = 7  # a card of the Library


class Outcome(IntEnum):
    """How a run ended."""

    RUNNING = 0
    VICTORY = 1
    DEATH = 2


class Key(IntEnum):
    """A bit of `keys`."""

    EMERALD = 1
    SAPPHIRE = 2
    RUBY = 4


_STREAM_FIELDS = [
    ("seed", np.uint64),
    ("words", np.uint64, (STREAMS, 2)),  # the generator of each stream
    ("draws", np.int32, (STREAMS,)),  # draws made from each stream since it was seeded
]
_MAP_FIELDS = [
    ("kind", np.int8, (ROWS, COLUMNS)),  # the map of this act, as in maps/generation.py
    ("links", np.uint8, (ROWS, COLUMNS)),
    ("paths", np.int8, (PATHS, ROWS)),  # to work in
    ("deal", np.int8, (ROWS * COLUMNS,)),  # to work in
    ("burning_x", np.int8),
    ("burning_y", np.int8),
    ("buff", np.int8),
    ("x", np.int8),  # where the player is: y = ROWS at the boss, -1 before the first room
    ("y", np.int8),
    ("act", np.int8),
    ("floor", np.int16),
    ("place", np.int8),  # a `Place`
]
_PLAYER_FIELDS = [
    ("ascension", np.int8),
    ("outcome", np.int8),
    ("keys", np.uint8),
    ("hp", np.int16),
    ("max_hp", np.int16),
    ("gold", np.int32),
    ("deck_size", np.int16),
    ("deck_card", np.uint8, (MAX_DECK,)),
    ("deck_up", np.uint8, (MAX_DECK,)),  # how often a card is upgraded
    ("deck_bottled", np.uint8, (MAX_DECK,)),
    ("relic_count", np.int16),
    ("relic_list", np.uint8, (MAX_RELICS,)),  # in the order they were found
    ("owned", np.uint8, (RELIC_KINDS,)),  # how many of each relic
    ("charge", np.int16, (RELIC_KINDS,)),  # charges left, or what a relic counts
    ("potion_slots", np.int8),
    ("potions", np.int8, (POTIONS,)),  # NONE in an empty slot
    ("removals", np.int16),  # bought in shops
    ("does", np.int16, (RELIC_EFFECTS,)),  # what the relics do outside of battles, all together: by `RelicEffect`
]
_CHANCE_FIELDS = [
    ("pool", np.uint8, (5, LARGEST_POOL)),  # relics that can still be found, by tier
    ("pool_first", np.int8, (5,)),
    ("pool_left", np.int8, (5,)),
    ("card_offset", np.int8),  # added to rolls of rarities
    ("potion_mod", np.int16),  # added to the chance of a potion, in percent
    ("chances", np.float32, (3,)),  # that a ? room is a monster, shop or treasure room
    ("encounters", np.uint8, (ENCOUNTERS,)),
    ("encounter_count", np.int8),
    ("next_encounter", np.int8),
    ("elites", np.uint8, (ELITES,)),
    ("next_elite", np.int8),
    ("bosses", np.uint8, (BOSSES,)),  # shuffled; the first is the boss of the act
    ("events", np.int8, (EVENTS_OF_AN_ACT,)),  # that can still come up in this act
    ("event_count", np.int8),
    ("shrines", np.int8, (SHRINES,)),
    ("shrine_count", np.int8),
    ("one_time", np.int8, (ONE_TIME_EVENTS,)),
    ("one_time_count", np.int8),
    ("colorless", np.uint8, (COLORLESS,)),  # a list that some events shuffle
]
_SCREEN_FIELDS = [
    ("depth", np.int8),  # frames on the stack
    ("frames", np.uint8, (MAX_FRAMES,)),  # each a `Frame`
    ("pcs", np.int16, (MAX_FRAMES,)),  # where programs go on
    ("neow", np.int8, (4,)),  # the bonus of each option
    ("drawback", np.int8),  # of the third option
    ("event", np.int8),
    ("stage", np.int8),
    ("visits", np.int8),  # how often the options of the event have been shown before
    ("memo", np.int16, (MEMOS,)),  # what the event remembers
    ("table", np.uint8, (TABLE_CARDS,)),  # Match and Keep
    ("table_seen", np.uint16),  # cards that were turned, one bit each
    ("table_gone", np.uint16),  # cards that were taken
    ("table_turned", np.int8),  # the first card of this try, or NONE
    ("table_tries", np.int8),  # tries left
    ("encounter", np.int16),  # of the fight
    ("rewarded", np.int8),
    ("monsters", np.uint8, (MAX_MONSTERS,)),
    ("monster_count", np.int8),
    ("reward_gold", np.int16, (MAX_REWARDS,)),
    ("reward_golds", np.int8),
    ("reward_relic", np.uint8, (MAX_REWARDS,)),
    ("reward_relics", np.int8),
    ("reward_potion", np.int8, (MAX_REWARDS,)),
    ("reward_potions", np.int8),
    ("reward_key", np.uint8),  # bits of `Key`
    ("reward_card", np.uint8, (MAX_CARD_REWARDS, REWARD_CARDS)),
    ("reward_up", np.uint8, (MAX_CARD_REWARDS, REWARD_CARDS)),
    ("reward_size", np.int8, (MAX_CARD_REWARDS,)),
    ("reward_cards", np.int8),
    ("chest_size", np.int8),
    ("chest_tier", np.int8),
    ("chest_gold", np.int8),
    ("shop_card", np.uint8, (SHOP_CARDS,)),
    ("shop_up", np.uint8, (SHOP_CARDS,)),
    ("shop_card_price", np.int16, (SHOP_CARDS,)),
    ("shop_relic", np.uint8, (SHOP_RELICS,)),
    ("shop_relic_price", np.int16, (SHOP_RELICS,)),
    ("shop_potion", np.int8, (SHOP_POTIONS,)),
    ("shop_potion_price", np.int16, (SHOP_POTIONS,)),
    ("shop_removal", np.int16),
    ("boss_relics", np.uint8, (3,)),
    ("select", np.int8),  # a `Select`
    ("select_type", np.int8),  # only cards of this type, or NONE
    ("select_stream", np.int8),  # that transforms cards
    ("select_left", np.int8),
    ("chosen", np.int16, (4,)),  # positions in the deck
    ("chosen_count", np.int8),
    ("library", np.uint8, (LIBRARY_CARDS,)),
    ("library_up", np.uint8, (LIBRARY_CARDS,)),
    ("work", np.uint8, (MAX_DECK,)),  # a list to work in
]


DATA = Path(__file__).parent / "data"
ENCOUNTERS_FILE = DATA.parents[1] / "data" / "encounters.yaml"


def _data_hash() -> str:
    files = b"".join(path.read_bytes() for path in (*sorted(DATA.glob("*.yaml")), ENCOUNTERS_FILE))
    return hashlib.blake2b(files, digest_size=4).hexdigest()


# Kernels contain numbers of cards and relics, which follow from the data: other data make another type of record, so
# that machine code for older data is not used.
MARK = (f"data_{_data_hash()}", np.uint8)

Run = struct([*_STREAM_FIELDS, *_MAP_FIELDS, *_PLAYER_FIELDS, *_CHANCE_FIELDS, *_SCREEN_FIELDS, MARK])
