"""Where a game begins: with a shuffled deck, or in any position in the middle of one, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from cardwright.core.errors import BadData, unknown

from .compiler import Compiler
from .content import STANDARD, Data, cards_of, switches
from .names import resolve_name
from .rules import IN_STABLE, UNICORN, Always, Kind, Trait
from .state import (
    EVERYBODY,
    LISTED,
    MAX_CARDS,
    MAX_PLAYERS,
    NONE,
    Phase,
    Place,
    State,
)

DEFAULT_PLAYERS = 6
LARGE_TABLE, SMALL_GOAL, LARGE_GOAL = 6, 6, 7  # with so many players, fewer unicorns win

_PHASES = {"beginning": Phase.BEGINNING, "draw": Phase.DRAW, "action": Phase.ACTION, "end": Phase.END}


def _counted(value: Any) -> Any:
    """Cards may be given as how many of each: {Basic Unicorn: 3}."""
    if isinstance(value, Mapping) and set(value) != {"only"}:
        if any(
            isinstance(count, bool) or not isinstance(count, int) or not 0 <= count < 200 for count in value.values()
        ):
            raise ValueError("cards are a list of names or how many of each, as in {Basic Unicorn: 3}")
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
    """A deck of just these cards."""

    only: Cards


class Stolen(Data):
    """A card that goes back to a player."""

    card: str
    to: str


class PlayerStart(Data):
    """What a player has, and knows of others."""

    stable: Cards = Field(default_factory=list)
    unicorns: Cards = Field(default_factory=list)  # or the stable in three parts
    upgrades: Cards = Field(default_factory=list)
    downgrades: Cards = Field(default_factory=list)
    hand: Few | Cards = Field(default_factory=list)
    knows: dict[str, Known] = Field(default_factory=dict)


class Numbers(Data):
    """The numbers of the game that stand on no card."""

    goal: Annotated[int, Field(strict=True, ge=2, le=100)] | None = None  # by the number of players if not said
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
        """How many unicorns win."""
        return self.numbers.goal or (SMALL_GOAL if self.players >= LARGE_TABLE else LARGE_GOAL)

    @property
    def in_the_middle(self) -> bool:
        """Whether this is a position in the middle of a game."""
        return any(getattr(self, key) is not None for key in (*_SEATS, "deck", "discard", "nursery", "turn", "phase"))


_SEATS = tuple(f"P{number}" for number in range(1, MAX_PLAYERS + 1))


def build(start: Start) -> tuple[np.ndarray, np.ndarray, Compiler]:
    """The rules and the starting position of a game."""
    on = switches(start.rules, start.switches)
    cards = {name: card for name, card in cards_of(start.cards, on).items() if card.copies}
    compiler = Compiler(cards, on)
    for name in ("dealt", "draws", "plays", "hand_limit"):
        compiler.rules[name] = getattr(start.numbers, name)
    setup = np.zeros(1, State)
    _Layout(setup[0], start, compiler).fill()
    return compiler.rules, setup, compiler


class _Layout:
    """Puts the cards into their places in a record."""

    def __init__(self, record: Any, start: Start, compiler: Compiler):
        self.record = record
        self.start = start
        self.lines = compiler.rules[0].cards
        self.free = {name: list(numbers) for name, numbers in compiler.numbers.items()}
        self.names = compiler.numbers

    def fill(self) -> None:
        record, start = self.record, self.start
        for field in ("next", "before", "stolen", "home", "first", "last"):
            record[field] = NONE
        record["wish"] = NONE
        record["place"] = Place.BOX
        record["players"] = start.players
        record["order"] = np.arange(MAX_PLAYERS)
        record["goal"] = start.goal
        record["winner"] = -1
        record["into"] = record["saver"] = NONE
        record["begun"] = start.in_the_middle
        for seat in _SEATS[start.players :]:
            if getattr(start, seat) is not None:
                raise unknown("player", seat, _SEATS[: start.players])
        self._place_players()
        self._place_piles()
        self._set_turn()
        for thief, stolen in start.stolen.items():
            self._bind(thief, stolen)
        for player, who in enumerate(self._seats()):
            if who is not None:
                self._teach(player, who)

    def _seats(self) -> list[PlayerStart | None]:
        return [getattr(self.start, seat) for seat in _SEATS[: self.start.players]]

    def _take(self, name: str, where: str, kinds: int) -> int:
        """The number of a free card of a name that may lie there."""
        name = self._in_full(name)
        if not self.free[name]:
            raise BadData(f"there are only {len(self.names[name])} cards {name!r} in the box")
        if not self.lines[self.free[name][0]].kind & kinds:
            raise BadData(f"{name!r} cannot be in {where}")
        return self.free[name].pop(0)

    def _in_full(self, name: str) -> str:
        """The name of the card that is meant."""
        found = resolve_name(name, self.names)
        if found is None:
            raise unknown("card", name, self.names)
        return found

    def _put(self, numbers: list[int], place: int) -> None:
        """Put cards into a place that is kept as a list."""
        record = self.record
        assert place < LISTED
        for number in numbers:
            last = record["last"][place]
            record["place"][number] = place
            record["before"][number] = last
            if last == NONE:
                record["first"][place] = number
            else:
                record["next"][last] = number
            record["last"][place] = number
        record["count"][place] += len(numbers)

    def _place_players(self) -> None:
        record = self.record
        for player, seat in enumerate(self._seats()):
            if seat is None:
                continue
            cards = [*seat.stable, *seat.unicorns, *seat.upgrades, *seat.downgrades]
            stable = [self._take(name, "a stable", int(IN_STABLE)) for name in cards]
            self._put(stable, Place.STABLE + player)
            for number in stable:
                record["clock"] += 1
                record["since"][number] = record["clock"]
                record["always"][player] |= self.lines[number].always
            if isinstance(seat.hand, int):
                record["dealt"][player] = seat.hand
                continue
            hand = [self._take(name, "a hand", ~int(Kind.BABY)) for name in seat.hand]
            self._put(hand, Place.HAND + player)
            opened = record["always"][player] & Always.OPEN_HAND
            record["known"][hand] = EVERYBODY if opened else 1 << player
            record["instants"][player] = sum(int(self.lines[number].kind == Kind.INSTANT) for number in hand)

    def _place_piles(self) -> None:
        record, start = self.record, self.start
        self._put(
            [self._take(name, "the discard pile", ~int(Kind.BABY)) for name in start.discard or []], Place.DISCARD
        )
        self._put(self._nursery(), Place.NURSERY)
        given = start.deck.only if isinstance(start.deck, Only) else start.deck or []
        top = [self._take(name, "the deck", ~int(Kind.BABY)) for name in given]
        left = [number for numbers in self.free.values() for number in numbers]
        rest = [] if isinstance(start.deck, Only) else [each for each in left if self.lines[each].kind != Kind.BABY]
        deck = [*rest, *top[::-1]]
        record["deck"][: len(deck)] = deck
        record["place"][deck] = Place.DECK
        record["deck_count"], record["fixed"] = len(deck), len(top)
        wanted = sum(record["dealt"].tolist()) if start.in_the_middle else start.numbers.dealt * start.players
        if wanted > len(rest):
            raise BadData(f"there are {len(rest)} cards to deal by chance; {wanted} are asked for")

    def _nursery(self) -> list[int]:
        babies = [name for name, numbers in self.free.items() for each in numbers if self.lines[each].kind == Kind.BABY]
        wanted = self.start.nursery
        if isinstance(wanted, list):
            return [self._take(name, "the nursery", int(Kind.BABY)) for name in wanted]
        count = len(babies) if wanted is None else wanted
        if count > len(babies):
            raise BadData(f"there are only {len(babies)} babies left for the nursery, not {count}")
        if not self.start.in_the_middle and count < self.start.players:
            raise BadData(f"{self.start.players} players need as many babies; there are {count}")
        return [self._take(name, "the nursery", int(Kind.BABY)) for name in babies[::-1][:count][::-1]]

    def _set_turn(self) -> None:
        record, start = self.record, self.start
        active = self._player(start.turn or "P1")
        record["active"] = record["seat"] = active
        record["phase"] = Phase.BEGINNING
        record["plays"] = start.numbers.plays if start.plays is None else start.plays
        if start.in_the_middle:
            record["phase"] = _PHASES[start.phase or "action"]
            record["turn"] = 0 if start.phase == "beginning" else 1

    def _player(self, name: str) -> int:
        seats = _SEATS[: self.start.players]
        if name.upper() not in seats:
            raise unknown("player", name, seats)
        return seats.index(name.upper())

    def _bind(self, thief: str, stolen: Stolen) -> None:
        """A card that was stolen for a time, and where it goes back to."""
        record = self.record
        returning = Trait.RETURNS_WHEN_LEAVING | Trait.RETURNS_AT_END
        number = self._in_stable(thief, Trait(returning))
        record["stolen"][number] = self._in_stable(stolen.card, None)
        record["home"][number] = self._player(stolen.to)

    def _in_stable(self, name: str, trait: Trait | None) -> int:
        for number in self.names[self._in_full(name)]:
            fits = self.lines[number].trait & trait if trait else self.lines[number].kind & int(UNICORN | IN_STABLE)
            if fits and Place.STABLE <= self.record["place"][number] < Place.DISCARD:
                return number
        raise BadData(f"'stolen' is about cards in stables, and one that steals for a time; {name!r} is none")

    def _teach(self, player: int, seat: PlayerStart) -> None:
        """Let a player know cards of others."""
        record = self.record
        for whose, names in seat.knows.items():
            cards = names if names == "all" else [self._in_full(name) for name in names]
            if whose == "deck":
                fixed = int(record["fixed"])
                there = record["deck"][: int(record["deck_count"])][::-1][:fixed].tolist()
                known = there if cards == "all" else there[: len(cards)]
            else:
                place = Place.HAND + self._player(whose)
                there = [number for number in range(MAX_CARDS) if record["place"][number] == place]
                known = there if cards == "all" else self._named(there, cards, whose)
            if cards != "all" and [self._name(number) for number in known] != cards and whose == "deck":
                raise BadData(f"'knows' says that {cards[0]!r} is on top of the deck; it is not given there")
            for number in known:
                record["known"][number] |= 1 << player

    def _named(self, there: list[int], cards: list[str], whose: str) -> list[int]:
        left, found = list(there), []
        for name in cards:
            match = next((number for number in left if self._name(number) == name), None)
            if match is None:
                raise BadData(f"'knows' says that {whose} holds {name!r}; it is not given in that hand")
            left.remove(match)
            found.append(match)
        return found

    def _name(self, number: int) -> str:
        return next(name for name, numbers in self.names.items() if number in numbers)
