"""Starts of games as data: a new game with a shuffled deck, or any position in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from cardwright.core.data import Data
from cardwright.core.errors import BadData, counted, unknown

from .compiler import Compiler
from .content import Card
from .deck import STANDARD, cards_of
from .names import resolve_name
from .profile import switches
from .rules import Always, Kind, Trait
from .state import EVERYBODY, LISTED_ZONES, MAX_CARDS, MAX_PLAYERS, NONE, Phase, State, Zone

DEFAULT_PLAYERS = 6
LARGE_TABLE, SMALL_GOAL, LARGE_GOAL = 6, 6, 7  # with this many players or more, fewer unicorns win

_PHASES = {"beginning": Phase.BEGINNING, "draw": Phase.DRAW, "action": Phase.ACTION, "end": Phase.END}


def _counted(value: Any) -> Any:
    """Expand cards given as the number of each, as in {Basic Unicorn: 3}, to a list."""
    if isinstance(value, Mapping) and set(value) != {"only"}:
        if any(
            isinstance(count, bool) or not isinstance(count, int) or not 0 <= count < 200 for count in value.values()
        ):
            raise ValueError("cards are a list of names or the number of each, as in {Basic Unicorn: 3}")
        return [name for name, count in value.items() for _ in range(count)]
    return [value] if isinstance(value, str) else value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


Cards = Annotated[list[str], BeforeValidator(_counted), Field(max_length=MAX_CARDS)]
Few = Annotated[int, Field(strict=True, ge=0, le=MAX_CARDS)]
Known = Annotated[
    Literal["all"] | Cards, BeforeValidator(lambda value: _lower(value) if _lower(value) == "all" else value)
]


class Only(Data):
    """A deck of these cards and no others."""

    only: Cards


class Stolen(Data):
    """A stolen card, and the player it goes back to."""

    card: str
    to: str


class PlayerStart(Data):
    """The cards of a player, and what the player knows about other cards."""

    stable: Cards = Field(default_factory=list)
    unicorns: Cards = Field(default_factory=list)  # the stable can also be given in these three parts
    upgrades: Cards = Field(default_factory=list)
    downgrades: Cards = Field(default_factory=list)
    hand: Few | Cards = Field(default_factory=list)
    knows: dict[str, Known] = Field(default_factory=dict)


class Numbers(Data):
    """The numbers of the game that are not on a card."""

    goal: Annotated[int, Field(strict=True, ge=2, le=100)] | None = None  # None: depends on the number of players
    dealt: Annotated[int, Field(strict=True, ge=0, le=20)] = 5
    draws: Annotated[int, Field(strict=True, ge=0, le=20)] = 1
    plays: Annotated[int, Field(strict=True, ge=1, le=9)] = 1
    hand_limit: Annotated[int, Field(strict=True, ge=0, le=MAX_CARDS, alias="hand limit")] = 7


class Start(Data):
    """The start of a game; docs/unicorns.md explains the keys."""

    players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = DEFAULT_PLAYERS
    rules: Annotated[str, BeforeValidator(_lower)] = "official"
    switches: dict[str, Any] = Field(default_factory=dict)
    cards: str | dict[str, Any] = STANDARD
    numbers: Numbers = Numbers()
    P1: PlayerStart | None = None
    P2: PlayerStart | None = None
    P3: PlayerStart | None = None
    P4: PlayerStart | None = None
    P5: PlayerStart | None = None
    P6: PlayerStart | None = None
    P7: PlayerStart | None = None
    P8: PlayerStart | None = None
    deck: Only | Cards | None = None
    discard: Cards | None = None
    nursery: Few | Cards | None = None
    turn: str | None = None
    phase: Annotated[Literal["beginning", "draw", "action", "end"] | None, BeforeValidator(_lower)] = None
    plays: Annotated[int, Field(strict=True, ge=0, le=9)] | None = None
    stolen: dict[str, Stolen] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _players_in_capitals(cls, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {key.upper() if str(key).upper() in _SEATS else key: each for key, each in value.items()}

    @property
    def goal(self) -> int:
        """The number of unicorns needed to win."""
        return self.numbers.goal or (SMALL_GOAL if self.players >= LARGE_TABLE else LARGE_GOAL)

    @property
    def is_position(self) -> bool:
        """Whether this is a position in the middle of a game, not a new game."""
        return any(getattr(self, key) is not None for key in (*_SEATS, "deck", "discard", "nursery", "turn", "phase"))


_SEATS = tuple(f"P{number}" for number in range(1, MAX_PLAYERS + 1))


class Box(NamedTuple):
    """The cards of a game, those without copies included, and the compiler that made its rules."""

    cards: dict[str, Card]
    switches: frozenset[str]
    compiler: Compiler


def build_box(start: Start) -> Box:
    """Return the cards of a game, with its rules."""
    on = switches(start.rules, start.switches)
    cards = cards_of(start.cards, on)
    compiler = Compiler({name: card for name, card in cards.items() if card.copies}, on)
    for name in ("dealt", "draws", "plays", "hand_limit"):
        compiler.rules[name] = getattr(start.numbers, name)
    return Box(cards, on, compiler)


def build_setup(start: Start, compiler: Compiler) -> np.ndarray:
    """Return the record that a game starts from."""
    setup = np.zeros(1, State)
    _Layout(setup[0], start, compiler).fill()
    return setup


class _Layout:
    """Puts the cards of a start into the zones of a record."""

    def __init__(self, record: Any, start: Start, compiler: Compiler):
        self.record = record
        self.start = start
        self.lines = compiler.rules[0].cards
        self.kinds = self.lines["kind"].tolist()
        self.free = {name: list(numbers) for name, numbers in compiler.numbers.items()}
        self.names = compiler.numbers

    def fill(self) -> None:
        record, start = self.record, self.start
        for field in ("next", "previous", "stolen", "home", "first", "last", "reaction"):
            record[field] = NONE
        record["zone"] = Zone.BOX
        record["players"] = start.players
        record["order"] = np.arange(MAX_PLAYERS)
        record["goal"] = start.goal
        record["winner"] = -1
        record["into"] = record["saver"] = NONE
        record["begun"] = start.is_position
        for seat in _SEATS[start.players :]:
            if getattr(start, seat) is not None:
                raise unknown("player", seat, _SEATS[: start.players])
        self._fill_seats()
        self._fill_piles()
        self._set_turn()
        for thief, stolen in start.stolen.items():
            self._set_stolen(thief, stolen)
        for player, seat_start in enumerate(self._seats()):
            if seat_start is not None:
                self._set_known(player, seat_start)

    def _seats(self) -> list[PlayerStart | None]:
        return [getattr(self.start, seat) for seat in _SEATS[: self.start.players]]

    def _take(self, name: str, where: str, kinds: int) -> int:
        """Take an unused card with this name and return its number; `where` takes only these `kinds`."""
        name = self._full_name(name)
        if not self.free[name]:
            raise BadData(f"the box has only {counted(len(self.names[name]), 'card')} {name!r}")
        if not self.kinds[self.free[name][0]] & kinds:
            raise BadData(f"{name!r} cannot be in {where}")
        return self.free[name].pop(0)

    def _full_name(self, name: str) -> str:
        found = name if name in self.names else resolve_name(name, self.names)
        if found is None:
            raise unknown("card", name, self.names)
        return found

    def _put(self, numbers: list[int], zone: int) -> None:
        """Append cards to a listed zone."""
        record = self.record
        assert zone < LISTED_ZONES
        for number in numbers:
            last = record["last"][zone]
            record["zone"][number] = zone
            record["previous"][number] = last
            if last == NONE:
                record["first"][zone] = number
            else:
                record["next"][last] = number
            record["last"][zone] = number
        record["count"][zone] += len(numbers)

    def _fill_seats(self) -> None:
        record = self.record
        for player, seat in enumerate(self._seats()):
            if seat is None:
                continue
            cards = [*seat.stable, *seat.unicorns, *seat.upgrades, *seat.downgrades]
            stable = [self._take(name, "a stable", Kind.STABLE) for name in cards]
            self._put(stable, Zone.STABLE + player)
            for number in stable:
                record["clock"] += 1
                record["since"][number] = record["clock"]
                record["always"][player] |= self.lines[number].always
            if isinstance(seat.hand, int):
                record["dealt"][player] = seat.hand
                continue
            hand = [self._take(name, "a hand", ~Kind.BABY) for name in seat.hand]
            self._put(hand, Zone.HAND + player)
            opened = record["always"][player] & Always.OPEN_HAND
            record["known"][hand] = EVERYBODY if opened else 1 << player
            record["instants"][player] = sum(int(self.lines[number].kind == Kind.INSTANT) for number in hand)

    def _fill_piles(self) -> None:
        record, start = self.record, self.start
        self._put([self._take(name, "the discard pile", ~Kind.BABY) for name in start.discard or []], Zone.DISCARD)
        self._put(self._nursery(), Zone.NURSERY)
        given = start.deck.only if isinstance(start.deck, Only) else start.deck or []
        top = [self._take(name, "the deck", ~Kind.BABY) for name in given]
        left = [number for numbers in self.free.values() for number in numbers]
        rest = [] if isinstance(start.deck, Only) else [each for each in left if self.kinds[each] != Kind.BABY]
        deck = [*rest, *top[::-1]]
        record["deck"][: len(deck)] = deck
        record["zone"][deck] = Zone.DECK
        record["deck_count"], record["fixed"] = len(deck), len(top)
        wanted = sum(record["dealt"].tolist()) if start.is_position else start.numbers.dealt * start.players
        if wanted > len(rest):
            raise BadData(f"there are {len(rest)} cards to deal at random, not {wanted}")

    def _nursery(self) -> list[int]:
        babies = [name for name, numbers in self.free.items() for each in numbers if self.kinds[each] == Kind.BABY]
        wanted = self.start.nursery
        if isinstance(wanted, list):
            return [self._take(name, "the nursery", Kind.BABY) for name in wanted]
        count = len(babies) if wanted is None else wanted
        if count > len(babies):
            raise BadData(f"there are only {len(babies)} babies left for the nursery, not {count}")
        if not self.start.is_position and count < self.start.players:
            lacks = "; a deck adds its cards to those of the game with 'base: second-print'" if count == 0 else ""
            raise BadData(f"{self.start.players} players need {self.start.players} babies; there are {count}{lacks}")
        return [self._take(name, "the nursery", Kind.BABY) for name in babies[::-1][:count][::-1]]

    def _set_turn(self) -> None:
        record, start = self.record, self.start
        active = self._player(start.turn or "P1")
        record["active"] = record["seat"] = active
        record["phase"] = Phase.BEGINNING
        record["plays"] = start.numbers.plays if start.plays is None else start.plays
        if start.is_position:
            record["phase"] = _PHASES[start.phase or "action"]
            record["turn"] = 0 if start.phase == "beginning" else 1

    def _player(self, name: str) -> int:
        seats = _SEATS[: self.start.players]
        if name.upper() not in seats:
            raise unknown("player", name, seats)
        return seats.index(name.upper())

    def _set_stolen(self, thief: str, stolen: Stolen) -> None:
        """Set a card that was stolen temporarily, and the player it goes back to."""
        record = self.record
        number = self._in_stable(thief, Trait.RETURNS_WHEN_LEAVING | Trait.RETURNS_AT_END)
        record["stolen"][number] = self._in_stable(stolen.card, 0)
        record["home"][number] = self._player(stolen.to)

    def _in_stable(self, name: str, traits: int) -> int:
        """Return the number of a card with this name in a stable, with one of these traits if there are any."""
        for number in self.names[self._full_name(name)]:
            fits = self.lines[number].trait & traits if traits else self.lines[number].kind & Kind.STABLE
            if fits and Zone.STABLE <= self.record["zone"][number] < Zone.DISCARD:
                return number
        raise BadData(f"'stolen' names a card in a stable that steals temporarily, and one it has stolen; not {name!r}")

    def _set_known(self, player: int, seat: PlayerStart) -> None:
        """Set what a player knows about other hands and the deck."""
        record = self.record
        for whose, names in seat.knows.items():
            cards = names if names == "all" else [self._full_name(name) for name in names]
            if whose == "deck":
                fixed = int(record["fixed"])
                there = record["deck"][: int(record["deck_count"])][::-1][:fixed].tolist()
                known = there if cards == "all" else there[: len(cards)]
            else:
                zone = Zone.HAND + self._player(whose)
                there = [number for number in range(MAX_CARDS) if record["zone"][number] == zone]
                known = there if cards == "all" else self._named(there, cards, whose)
            if cards != "all" and [self._name(number) for number in known] != cards and whose == "deck":
                raise BadData(f"'knows' says that {cards[0]!r} is on top of the deck, but 'deck' does not")
            for number in known:
                record["known"][number] |= 1 << player

    def _named(self, there: list[int], cards: list[str], whose: str) -> list[int]:
        """Return the numbers of cards with these names in a hand."""
        left, found = list(there), []
        for name in cards:
            match = next((number for number in left if self._name(number) == name), None)
            if match is None:
                raise BadData(f"'knows' says that {whose} holds {name!r}, but that hand does not")
            left.remove(match)
            found.append(match)
        return found

    def _name(self, number: int) -> str:
        return next(name for name, numbers in self.names.items() if number in numbers)
