"""A run in words: cards, relics and everything else of a record by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .state import NONE, Frame, Place
from .streams import Stream
from .tables import Names, names

COUNTED = ("card", "potion", "relic", "treasure", "event", "merchant", "monster", "misc", "neow")
CHEST_SIZES = ("Small", "Medium", "Large")
TIERS = ("common", "uncommon", "rare", "shop", "boss")
GAME = names()  # in which runs with own cards and relics have more


def card_name(card: int, upgrades: int, listed: Names = GAME) -> str:
    """Return the name of a card as the game shows it.

    >>> card_name(0, 1)
    'Strike+'
    """
    plus = "" if upgrades == 0 else "+" if upgrades == 1 else f"+{upgrades}"
    return listed.cards[card] + plus


def place_name(place: Place) -> str:
    """Return what a player calls a room.

    >>> place_name(Place.NEOW), place_name(Place.BOSS_TREASURE)
    ('Neow', 'boss treasure')
    """
    return "Neow" if place is Place.NEOW else place.name.lower().replace("_", " ")


def cards(numbers: Iterable[int], upgrades: Iterable[int], listed: Names = GAME) -> list[str]:
    """Return the names of several cards."""
    return [card_name(card, up, listed) for card, up in zip(numbers, upgrades, strict=True)]


def deck(s: Any) -> list[str]:
    """Return the deck in its order."""
    return cards(s.deck_card[: s.deck_size].tolist(), s.deck_up[: s.deck_size].tolist())


def relics(numbers: Iterable[int], listed: Names = GAME) -> list[str]:
    """Return the names of several relics."""
    return [listed.relics[number] for number in numbers]


def potions(numbers: Iterable[int]) -> list[str]:
    """Return the names of several potions."""
    return [GAME.potions[number] for number in numbers if number != NONE]


def encounters(numbers: Iterable[int]) -> list[str]:
    """Return the names of several encounters."""
    return [GAME.encounters[number] for number in numbers]


def events(numbers: Iterable[int]) -> list[str]:
    """Return the names of several events."""
    return [GAME.events[number] for number in numbers]


def frame(s: Any) -> Frame:
    """Return the screen that waits for a decision."""
    return Frame(int(s.frames[s.depth - 1]))


def neow_options(s: Any) -> list[dict[str, str]]:
    """Return Neow's options: bonus and drawback."""
    drawbacks = ["none", "none", GAME.drawbacks[s.drawback], GAME.drawbacks[-1]]
    return [
        {"bonus": GAME.bonuses[bonus], "drawback": drawback} for bonus, drawback in zip(s.neow, drawbacks, strict=True)
    ]


def pools(s: Any) -> dict[str, list[str]]:
    """Return the relics that can still be drawn, by tier, in the order of normal draws."""
    return {
        tier: relics(s.pool[k][s.pool_first[k] : s.pool_first[k] + s.pool_left[k]].tolist())
        for k, tier in enumerate(TIERS)
    }


def player(s: Any) -> dict[str, Any]:
    """Return the state of the player and of the streams, with the fields of a recorded run."""
    return {
        "hp": int(s.hp),
        "max_hp": int(s.max_hp),
        "gold": int(s.gold),
        "deck_size": int(s.deck_size),
        "potions": potions(s.potions.tolist()),
        "relics": relics(s.relic_list[: s.relic_count].tolist()),
        "card_offset": int(s.card_offset),
        "potion_mod": int(s.potion_mod),
        "q_chances": [int(chance * np.float32(100)) for chance in s.chances],
        "relics_left": s.pool_left.tolist(),
        "counters": {name: int(s.draws[Stream[name.upper()]]) for name in COUNTED},
    }


def rewards(s: Any, listed: Names = GAME) -> dict[str, Any]:
    """Return what lies on the reward screen."""
    shown: dict[str, Any] = {
        "gold": s.reward_gold[: s.reward_golds].tolist(),
        "relics": relics(s.reward_relic[: s.reward_relics].tolist(), listed),
        "potions": potions(s.reward_potion[: s.reward_potions].tolist()),
        "cards": [
            cards(s.reward_card[r][: s.reward_size[r]].tolist(), s.reward_up[r][: s.reward_size[r]].tolist(), listed)
            for r in range(s.reward_cards)
        ],
    }
    return {kind: value for kind, value in shown.items() if value}


def shop(s: Any, listed: Names = GAME) -> dict[str, Any]:
    """Return what the shop sells, with prices."""
    goods = {
        "cards": (cards(s.shop_card.tolist(), s.shop_up.tolist(), listed), s.shop_card_price),
        "relics": (relics(s.shop_relic.tolist(), listed), s.shop_relic_price),
        "potions": (potions(s.shop_potion.tolist()), s.shop_potion_price),
    }
    sold: dict[str, Any] = {
        kind: [list(pair) for pair in zip(shown, prices.tolist(), strict=True)]
        for kind, (shown, prices) in goods.items()
    }
    return {**sold, "remove": int(s.shop_removal)}


def chest(s: Any) -> dict[str, Any]:
    """Return what kind of chest stands in the room."""
    return {"size": CHEST_SIZES[s.chest_size], "tier": TIERS[s.chest_tier], "gold": bool(s.chest_gold)}


def act(s: Any) -> dict[str, Any]:
    """Return the lists of an act at its start."""
    bosses = encounters(s.bosses.tolist())
    burning = [int(s.burning_x), int(s.burning_y)] if s.burning_x != NONE else None
    second = {"second_boss": bosses[1]} if s.act == 3 and s.ascension >= 20 else {}
    one_time = {"one_time_events": events(s.one_time[: s.one_time_count].tolist())} if s.act == 1 else {}
    return {
        "act": int(s.act),
        "boss": bosses[0],
        **second,
        "encounters": encounters(s.encounters[: s.encounter_count].tolist()),
        "elites": encounters(s.elites.tolist()),
        "events": events(s.events[: s.event_count].tolist()),
        "shrines": events(s.shrines[: s.shrine_count].tolist()),
        **one_time,
        "monster_counter": int(s.draws[Stream.MONSTER]),
        "burning_elite": burning,
    }
