"""The start of a run as data: its seed and ascension, or any room in the middle of it."""

from __future__ import annotations

import functools
import re
from collections.abc import Container
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import BeforeValidator, Field, field_validator, model_validator

from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, unknown
from cardwright.core.interpreted import plain
from cardwright.core.random import as_seed
from cardwright.spire import encounters
from cardwright.spire.engine.start import EMPTY, Cards, CardStart, RelicStart
from cardwright.spire.engine.state import MAX_DECK
from cardwright.spire.maps import parse_seed
from cardwright.spire.maps.generation import ROWS
from cardwright.spire.notation.content import Content, spelled_out

from .acts import start_player
from .record import ONE_ROOM, Begin, Record
from .relics import CIRCLET, RED_CIRCLET
from .state import MAX_RELICS, NONE, POTIONS, Key, Place
from .tables import Names, events_of, names, tables

ROOMS = {"shop": Place.SHOP, "rest": Place.REST, "treasure": Place.TREASURE, "map": Place.EVENT}
FIRST_SPECIAL_FLOOR = 6  # the floor on which a room stands that the start does not place
EVENT_FIGHTS = ("Lagavulin Event", "The Mushroom Lair")  # of act 1


class Meeting(Data):
    """An event, or a fight with an encounter, to begin with."""

    event: Name | None = None
    fight: Name | None = None


class RunStart(Data):
    """The start of a run; what is left out is as at its beginning, and without a room, the run begins with Neow.

    `room` is "shop", "rest", "treasure", "map" for the choice of the next room, `{event: NAME}` or `{fight: NAME}`.
    Without a `seed`, the seed of the game decides about the map and everything else. With `ends: room`, the run is won
    when the player leaves the room that it begins in.
    """

    seed: Annotated[int | str, BeforeValidator(parse_seed)] | None = None
    ascension: Annotated[int, Field(strict=True, ge=0, le=20)] = 0
    acts: Literal[1] = 1
    ends: Literal["act", "room"] = "act"
    room: Literal["shop", "rest", "treasure", "map"] | Meeting | None = None
    floor: Annotated[int, Field(strict=True, ge=1, le=ROWS + 1)] | None = None
    hp: Annotated[int, Field(strict=True, ge=1, le=999)] | None = None
    max_hp: Annotated[int, Field(strict=True, ge=1, le=999)] | None = None
    gold: Annotated[int, Field(strict=True, ge=0, le=9999)] | None = None
    deck: Name | Cards | None = None
    relics: Annotated[list[Annotated[RelicStart, BeforeValidator(lambda given: _named(given))]], Field(
        max_length=MAX_RELICS)] | None = None  # fmt: skip
    potions: list[Name | None] | None = None
    keys: list[Literal["emerald", "sapphire", "ruby"]] = Field(default_factory=list)

    @field_validator("deck", mode="before")
    @classmethod
    def _deck_by_name(cls, value: Any) -> Any:
        return value if isinstance(value, str) else spelled_out(value)

    @field_validator("potions")
    @classmethod
    def _few_potions(cls, value: list[str | None] | None) -> list[str | None] | None:
        if value is not None and len(value) > POTIONS:
            raise ValueError(f"a player has at most {POTIONS} potions, not {len(value)}")
        return value

    @field_validator("room")
    @classmethod
    def _one_meeting(cls, value: Any) -> Any:
        if isinstance(value, Meeting) and (value.event is None) == (value.fight is None):
            raise ValueError("name an event or a fight, not both, as in {event: Big Fish}")
        return value

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.hp is not None and self.max_hp is not None and self.hp > self.max_hp:
            raise ValueError(f"hp {self.hp} is more than max_hp {self.max_hp}")
        if self.ends == "room" and self.room is None:
            raise ValueError("a run that ends with a room begins in one; add a room, such as room: shop")
        return self


@functools.cache
def playable_fights() -> tuple[str, ...]:
    """Return the names of the encounters of act 1, those of its events included."""
    act = encounters.acts()[1]
    return (*act.weak, *act.strong, *act.elites, *act.bosses, *EVENT_FIGHTS)


def _named(given: Any) -> Any:
    return {"name": given} if isinstance(given, str) else given


def own_things(start: RunStart, content: Content) -> tuple[list[str], list[str]]:
    """Return the names of the cards, without upgrades, and of the relics that the player begins with."""
    return [split_upgrades(card.name)[0] for card in _deck(start, content)], [each.name for each in start.relics or ()]


def _deck(start: RunStart, content: Content) -> list[CardStart]:
    named = content.deck(start.deck) if isinstance(start.deck, str) else start.deck or []
    return [CardStart(name=each) if isinstance(each, str) else each for each in named]


def setup(start: RunStart, content: Content, listed: Names, rules: np.ndarray) -> np.ndarray:
    """Return the position that a run begins with, as the verb `reset` takes it."""
    records = np.zeros(1, Record).view(np.recarray)
    record = records[0]
    record.last_act = start.acts if start.ends == "act" else ONE_ROOM
    record.seeded = start.seed is not None
    run = record.run
    run.seed = as_seed(int(start.seed or 0))
    run.ascension = start.ascension
    plain(start_player)(run)
    _give(run, start, content, listed, rules["run"][0])
    run.event = run.encounter = NONE
    if start.room is not None:
        _place(record, start)
    elif start.model_fields_set - {"seed", "ascension", "acts"}:
        record.begin = Begin.MAP
        _stand(run, start.floor or 0)
    return records


def _place(record: Any, start: RunStart) -> None:
    """Put the player into the room of a start."""
    run = record.run
    _stand(run, FIRST_SPECIAL_FLOOR if start.floor is None else start.floor)
    record.begin = Begin.MAP if start.room == "map" else Begin.ROOM
    if isinstance(start.room, str):
        run.place = ROOMS[start.room]
    elif start.room is not None and start.room.event is not None:
        run.place, run.event = Place.EVENT, _met("event", start.room.event, names().events, events_of(1))
    elif start.room is not None:
        run.encounter = _met("fight", str(start.room.fight), names().encounters, playable_fights())
        boss = run.encounter in tables().boss[0]
        run.place = Place.BOSS if boss else Place.ELITE if run.encounter in tables().elite[0][:3] else Place.MONSTER


def _met(what: str, name: str, listed: tuple[str, ...], playable: tuple[str, ...]) -> int:
    """Return the number of an event or a fight of act 1."""
    if name in listed and name not in playable:
        raise BadData(f"room: the {what} {name} is of a later act; act 1 has: {', '.join(playable)}")
    _number(what, name, playable)
    return listed.index(name)


def _stand(run: Any, floor: int) -> None:
    """Let the player stand on a floor, in a column that `reset` finds once there is a map."""
    run.floor, run.y, run.x, run.place = floor, floor - 1, NONE, Place.EVENT


def _give(run: Any, start: RunStart, content: Content, listed: Names, t: Any) -> None:
    """Give the player what a start says."""
    if start.max_hp is not None:
        run.max_hp = run.hp = start.max_hp
    if start.hp is not None:
        run.hp, run.max_hp = start.hp, max(start.hp, int(run.max_hp))
    if start.gold is not None:
        run.gold = start.gold
    if start.deck is not None:
        _give_deck(run, _deck(start, content), content, listed, t)
    if start.relics is not None:
        _give_relics(run, start.relics, content, listed, t)
    for slot, name in enumerate(start.potions or ()):
        if slot >= run.potion_slots:
            run.potion_slots = slot + 1
        if name not in (None, EMPTY):
            run.potions[slot] = _own_number("potion", str(name), names().potions, content.potions)
    for key in start.keys:
        if run.keys & Key[key.upper()]:
            raise BadData(f"keys: {key} is there twice")
        run.keys |= Key[key.upper()]


def _give_deck(run: Any, cards: list[CardStart], content: Content, listed: Names, t: Any) -> None:
    if not 1 <= len(cards) <= MAX_DECK:
        raise BadData(f"deck: {len(cards)} cards; a run takes 1 to {MAX_DECK}")
    run.deck_size = len(cards)
    for k, card in enumerate(cards):
        plain_name, upgrades = split_upgrades(card.name)
        run.deck_card[k] = number = _own_number("card", plain_name, listed.cards, content.cards)
        most = int(t["card_upgrades"][number])
        if upgrades > most:
            times = "once" if most == 1 else f"{most} times"
            raise BadData(f"deck: {plain_name} " + (f"can be upgraded {times}" if most else "has no upgrade"))
        run.deck_up[k], run.deck_bottled[k] = upgrades, card.bottled


def split_upgrades(name: str) -> tuple[str, int]:
    """Return the name of a card as it is without upgrades, and how often it is upgraded.

    >>> split_upgrades("Searing Blow+3"), split_upgrades("Bash+"), split_upgrades("Strike"), split_upgrades("Strike++")
    (('Searing Blow', 3), ('Bash', 1), ('Strike', 0), ('Strike', 2))
    """
    found = re.fullmatch(r"(.*?[^+])(\++)([0-9]*)", name)
    return (found[1], len(found[2]) - 1 + int(found[3] or 1)) if found else (name, 0)


def _give_relics(run: Any, relics: list[RelicStart], content: Content, listed: Names, t: Any) -> None:
    run.relic_count = len(relics)
    run.owned[:] = 0
    run.does[:] = 0
    for k, given in enumerate(relics):
        number = _own_number("relic", given.name, listed.relics, content.relics)
        if run.owned[number] and number not in (CIRCLET, RED_CIRCLET):
            raise BadData(f"relics: {given.name} is there twice; only Circlets can repeat")
        run.relic_list[k] = number
        run.owned[number] += 1
        run.does += t["relic_effects"][number]
        run.charge[number] = t["relic_charge"][number] if given.counter is None else given.counter


def _own_number(what: str, name: str, listed: tuple[str, ...], entries: Container[str]) -> int:
    """Return the number of something that the player has."""
    if name in entries and name not in listed:
        raise BadData(f"a run can meet the {what} {name} only in battles, not begin with it")
    return _number(what, name, listed)


def _number(what: str, name: str, listed: tuple[str, ...]) -> int:
    if name not in listed:
        raise unknown(what, name, listed)
    return listed.index(name)
