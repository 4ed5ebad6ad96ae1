"""What never changes in a run, as one record of tables for kernels, and the names of everything.

Kernels see numbers: a card, relic, potion, event, encounter or monster is its position in the lists of `Names`, which
follow the order of the data, as the game's own random choices do. Battles of a run count in the same way (rules.py).
"""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardwright.core import data
from cardwright.core.record import struct

from .state import (
    COLORLESS,
    DATA,
    ENCOUNTERS_FILE,
    EVENTS_OF_AN_ACT,
    LARGEST_POOL,
    MARK,
    ONE_TIME_EVENTS,
    RELIC_EFFECTS,
    RELIC_KINDS,
    SHRINES,
)

ACTS, BOSSES_OF_AN_ACT = 3, 3
CARDS, EVENTS, STAGES, OPTIONS, NEEDS = 160, 64, 6, 160, 3
DISCOUNTS = 4
CODE, POOL_CARDS, FIGHTS, FIGHT_STEPS, FIGHT_LIST, LIST = 768, 512, 80, 128, 256, 12


class Type(IntEnum):
    """The type of a card."""

    ATTACK = 0
    SKILL = 1
    POWER = 2
    CURSE = 3


class Rarity(IntEnum):
    """The rarity of a card."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    BASIC = 3
    SPECIAL = 4
    CURSE = 5


class Tier(IntEnum):
    """The tier of a relic; the first three are also rarities of cards and potions."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    SHOP = 3
    BOSS = 4
    SPECIAL = 5


class Color(IntEnum):
    """Which cards a card is transformed into."""

    RED = 0
    COLORLESS = 1
    CURSE = 2


class Pool(IntEnum):
    """A list of cards to draw from. Rewards and colorless lists follow each other by rarity."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    COLORLESS_UNCOMMON = 3
    COLORLESS_RARE = 4
    CURSES = 5
    TRANSFORM = 6
    PANDORA = 7
    COLORLESS = 8
    SHOP = 9  # and on: attacks, skills, powers, each by rarity


class Draw(IntEnum):
    """How the next monster of an encounter is drawn."""

    FIXED = 0
    COIN = 1
    ANY = 2
    BAG = 3
    SAME = 4
    UNSEEN = 5


class Names(NamedTuple):
    """The names of everything, by number."""

    cards: tuple[str, ...]
    relics: tuple[str, ...]
    potions: tuple[str, ...]
    events: tuple[str, ...]
    encounters: tuple[str, ...]
    monsters: tuple[str, ...]  # some of them several times, if they differ in how they begin
    bonuses: tuple[str, ...]  # of Neow
    drawbacks: tuple[str, ...]
    options: tuple[str, ...]  # of all events; `event_first` says where those of an event begin


CODE_FIELDS = ("op", "kind", "low", "low_to", "high", "high_to", "since", "what", "other")
_STEP = [(f"code_{name}", np.int16, (CODE,)) for name in CODE_FIELDS]

Tables = struct(
    [
        ("card_type", np.int8, (CARDS,)),
        ("card_rarity", np.int8, (CARDS,)),
        ("card_color", np.int8, (CARDS,)),
        ("card_heavy", np.int8, (CARDS,)),  # upgrades from which on the base damage is at least 10, or NONE
        ("card_fixed", np.int8, (CARDS,)),  # cannot be removed
        ("card_upgrades", np.int8, (CARDS,)),  # how often it can be upgraded
        ("pool_start", np.int16, (Pool.SHOP + 9,)),
        ("pool_size", np.int16, (Pool.SHOP + 9,)),
        ("pool_card", np.uint8, (POOL_CARDS,)),
        ("potion_count", np.int16),
        ("potion_rarity", np.int8, (64,)),
        ("potion_pc", np.int16, (64, 2)),  # what it does outside of battles, NONE for nothing: usually, and doubled
        ("relic_tier", np.int8, (RELIC_KINDS,)),
        ("relic_last_floor", np.int16, (RELIC_KINDS,)),
        ("relic_not_in_shop", np.int8, (RELIC_KINDS,)),
        ("relic_campfire", np.int8, (RELIC_KINDS,)),
        ("relic_bottled", np.int8, (RELIC_KINDS,)),  # a `Type`, or NONE
        ("relic_screen", np.int8, (RELIC_KINDS,)),  # opens a screen, so that screenless draws skip it
        ("relic_charge", np.int16, (RELIC_KINDS,)),
        (
            "relic_effects",
            np.int16,
            (RELIC_KINDS, RELIC_EFFECTS),
        ),  # outside of battles, by `RelicEffect`
        ("discounts", np.int16, (DISCOUNTS,)),  # that there are, in percent, the smallest first
        ("relic_kept", np.int8, (RELIC_KINDS,)),  # whether its counter lasts from battle to battle
        ("relic_fights", np.int8, (RELIC_KINDS,)),  # whether battles need to know of it
        ("relic_sight", np.int8, (RELIC_KINDS,)),  # what it changes in what the player sees of a battle
        ("relic_pc", np.int16, (RELIC_KINDS,)),  # the program of picking it up
        ("tier_relic", np.uint8, (5, LARGEST_POOL)),  # the relics of a tier
        ("tier_size", np.int16, (5,)),
        ("weak", np.int16, (ACTS, LIST)),
        ("weak_sum", np.float32, (ACTS, LIST)),  # cumulated weights
        ("weak_size", np.int16, (ACTS,)),
        ("weak_count", np.int16, (ACTS,)),  # how many weak fights come first
        ("strong", np.int16, (ACTS, LIST)),
        ("strong_sum", np.float32, (ACTS, LIST)),
        ("strong_size", np.int16, (ACTS,)),
        ("elite", np.int16, (ACTS, LIST)),
        ("elite_sum", np.float32, (ACTS, LIST)),
        ("elite_size", np.int16, (ACTS,)),
        ("boss", np.int16, (ACTS, BOSSES_OF_AN_ACT)),
        ("not_after", np.int16, (FIGHTS, 2)),
        ("fight_first", np.int16, (FIGHTS + 1,)),  # steps of an encounter
        ("fight_draw", np.int8, (FIGHT_STEPS,)),  # a `Draw`
        ("fight_times", np.int8, (FIGHT_STEPS,)),
        ("fight_start", np.int16, (FIGHT_STEPS,)),
        ("fight_size", np.int8, (FIGHT_STEPS,)),
        ("fight_list", np.int16, (FIGHT_LIST,)),  # monsters; NONE is whom the last unseen step drew
        ("act_events", np.int8, (ACTS, EVENTS_OF_AN_ACT)),
        ("act_event_count", np.int8, (ACTS,)),
        ("act_shrines", np.int8, (ACTS, SHRINES)),
        ("shrine_count", np.int8),
        ("one_time", np.int8, (ONE_TIME_EVENTS,)),
        ("one_time_count", np.int8),
        ("colorless", np.uint8, (COLORLESS,)),
        ("event_enter", np.int16, (EVENTS,)),  # a program, or NONE
        ("event_when", np.int16, (EVENTS, NEEDS)),  # rows of code that hold needs
        ("event_first", np.int16, (EVENTS, STAGES)),  # the first option of a stage
        ("event_count", np.int16, (EVENTS, STAGES)),
        ("option_pc", np.int16, (OPTIONS,)),
        ("option_needs", np.int16, (OPTIONS, NEEDS)),
        ("next_act_pc", np.int16),  # the program that ends an act
        ("neow_first", np.int16, (5,)),  # the bonuses of an option are consecutive
        ("neow_pc", np.int16, (32,)),
        ("drawback_pc", np.int16, (8,)),
        ("drawback_excludes", np.int16, (8,)),  # a bonus, or NONE
        ("card_rating", np.float32, (CARDS,)),  # this and the following are for heuristics only
        ("boss_rating", np.float32, (BOSSES_OF_AN_ACT, CARDS)),  # how much more a card is worth against it, in act 1
        ("upgrade_rating", np.float32, (CARDS,)),
        ("relic_rating", np.float32, (RELIC_KINDS,)),
        ("potion_now", np.int8, (64,)),  # whether to drink it outside of battles, hurt or not
        ("bonus_rating", np.float32, (32,)),
        ("drawback_rating", np.float32, (8,)),
        ("option_rating", np.float32, (OPTIONS, 2)),  # with many HP, and with few
        *_STEP,
        MARK,
    ]
)


CARD_GROUPS = ("basic", "common", "uncommon", "rare", "colorless uncommon", "colorless rare", "special", "curse",
               "fixed curse")  # fmt: skip
EVENT_GROUPS = ("act 1", "act 2", "act 3", "shrine", "one-time")
BONUS_GROUPS = ("first", "second", "third", "fourth")


@functools.cache
def source(name: str) -> Any:
    """Return a data file of runs as it is written."""
    return data.read(DATA / f"{name}.yaml").value


def stages(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the options of each stage of an event."""
    return [event["options"], *event.get("then", [])]


@functools.cache
def events_of(act: int) -> tuple[str, ...]:
    """Return the names of the events that an act can have.

    >>> "Big Fish" in events_of(1), "Big Fish" in events_of(2), "The Joust" in events_of(1)
    (True, False, False)
    """
    events = source("events")
    others = {"act": lambda least: act < least, "act_below": lambda most: act >= most}

    def elsewhere(event: dict[str, Any]) -> bool:
        when = event.get("when", [])
        needs = [need.split() for need in (when if isinstance(when, list) else [when])]
        return any(need[0] in others and others[need[0]](int(need[1])) for need in needs)

    one_time = [name for name, event in events["one-time"].items() if not elsewhere(event)]
    return (*events[f"act {act}"], *events["shrine"], *one_time)


@functools.cache
def foes() -> tuple[Any, ...]:
    """Return all monsters, as encounters name them."""
    found: list[Any] = []
    for parts in data.read(ENCOUNTERS_FILE).value["monsters"].values():
        for part in parts:
            drawn = isinstance(part, dict) and "name" not in part
            for foe in next(iter(part.values())) if drawn else [part]:
                if foe != "drawn" and foe not in found:
                    found.append(foe)
    return tuple(found)


@functools.cache
def names() -> Names:
    """Return the names of cards, relics and everything else."""
    cards, events, neow = source("cards"), source("events"), source("neow")
    return Names(
        cards=tuple(name for group in CARD_GROUPS for name in cards[group]),
        relics=tuple(name for tier in Tier for name in source("relics")["tiers"][tier.name.lower()]),
        potions=tuple(source("potions")),
        events=tuple(name for group in EVENT_GROUPS for name in events[group]),
        encounters=tuple(data.read(ENCOUNTERS_FILE).value["monsters"]),
        monsters=tuple(foe if isinstance(foe, str) else foe["name"] for foe in foes()),
        bonuses=tuple(name for group in BONUS_GROUPS for name in neow[group]),
        drawbacks=tuple(neow["drawbacks"]),
        options=tuple(
            label
            for group in EVENT_GROUPS
            for event in events[group].values()
            for options in stages(event)
            for label in options
        ),
    )


@functools.cache
def tables() -> Any:
    """Return the tables, one record that all runs with the content of the game share."""
    from cardwright.spire.notation.content import standard  # which the names do not need

    from .building import build

    return build(standard(), names())


def relic(name: str) -> int:
    """Return the number of a relic."""
    return names().relics.index(name)


def card(name: str) -> int:
    """Return the number of a card."""
    return names().cards.index(name)


def event(name: str) -> int:
    """Return the number of an event."""
    return names().events.index(name)
