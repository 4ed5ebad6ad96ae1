"""The start of a game: with a whole deck, or in the middle with given cards and tokens."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from cardwright.core.data import Data
from cardwright.core.errors import BadData, unknown
from cardwright.core.record import copied

from ..language import tree
from ..language.card_names import card_name, find_card
from ..language.checks import problems
from ..language.files import games, load, parse
from ..language.problem import BadGame
from .compiler import whole_deck
from .state import CARDS, MAX_PLAYERS, MAX_TABLES, NONE, Status

Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Cards = Annotated[list[str], Field(max_length=CARDS)]


class Top(Data):
    """The top cards of a deck; the others are in random order."""

    top: Cards


class Seat(Data):
    """A player: cards, tokens, and how the player takes part."""

    hand: Cards = Field(default_factory=list)
    stack: Cards = Field(default_factory=list)  # from the top; everybody knows these cards
    stash: Count = 0
    bet: Count = 0
    status: Literal["playing", "done", "out"] = "playing"


class Start(Data):
    """The start of a game, in the words of `view`.

    `game` is the name of a game, or `text` is its whole text; `switches` and `players` change it. With nothing else it
    begins with the first stage. With the cards of players or tables it begins with a turn, in the middle of a stage
    whose com rules have been carried out. Cards are listed from the top. Cards that appear nowhere are in the deck,
    shuffled, unless the deck is given: then they are not in the game.
    """

    game: str | None = None
    text: str | None = None
    switches: dict[str, str | int] = Field(default_factory=dict)
    players: Annotated[int, Field(strict=True)] | None = None
    stage: str | int | None = None
    player: str | None = None
    trump: Literal["clubs", "diamonds", "hearts", "spades"] | None = None
    turn: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 1
    deck: Cards | Top | None = None
    P1: Seat | None = None
    P2: Seat | None = None
    P3: Seat | None = None
    P4: Seat | None = None
    P5: Seat | None = None
    P6: Seat | None = None
    T0: Cards | None = None
    T1: Cards | None = None
    T2: Cards | None = None
    T3: Cards | None = None
    T4: Cards | None = None
    T5: Cards | None = None
    T6: Cards | None = None
    T7: Cards | None = None

    @property
    def seats(self) -> dict[int, Seat]:
        """The players that the start describes, by number."""
        found = {number: getattr(self, f"P{number + 1}") for number in range(MAX_PLAYERS)}
        return {number: seat for number, seat in found.items() if seat is not None}

    @property
    def tables(self) -> dict[int, list[str]]:
        """The tables that the start describes, by number."""
        found = {number: getattr(self, f"T{number}") for number in range(MAX_TABLES)}
        return {number: cards for number, cards in found.items() if cards is not None}

    @property
    def in_the_middle(self) -> bool:
        """Whether the game begins with a turn."""
        return bool(self.seats or self.tables or self.trump or self.stage is not None or self.player is not None)


def described_game(start: Start) -> tree.Game:
    """Return the game that a start names, with the changes that it makes."""
    if (start.game is None) == (start.text is None):
        raise BadData("a start needs either 'game', a name such as uno, or 'text', the whole text of a game")
    if start.game is not None and start.game not in games():  # a start is data and must not name files
        raise unknown("game", start.game, games())
    game = load(start.game) if start.game is not None else parse(str(start.text), "text")
    kept = [dataclasses.replace(each, value=start.switches.get(each.name, each.value)) for each in game.switches]
    names = {each.name for each in kept}
    changed = dataclasses.replace(
        game,
        players=game.players if start.players is None else start.players,
        switches=(*kept, *(tree.Setting(name, value) for name, value in start.switches.items() if name not in names)),
    )
    found = problems(changed) if changed != game else []
    if found:
        raise BadGame("start", found)
    return changed


def position(start: Start, game: tree.Game) -> np.ndarray:
    """Return the record that a game begins with, as an array of one."""
    if not start.in_the_middle and start.deck is None:
        return whole_deck()
    setup = copied(whole_deck())
    record = setup[0]
    placed = _place_cards(record, start, game)
    _place_deck(record, start.deck, placed)
    if start.in_the_middle:
        _seat_players(record, start, game)
        _set_turn(record, start, game)
    return setup


def _place_cards(record: Any, start: Start, game: tree.Game) -> set[int]:
    """Put cards into hands and on tables, and return them."""
    placed: set[int] = set()
    for number, seat in start.seats.items():
        if number >= game.players:
            raise unknown("player", f"P{number + 1}", _players(game))
        record["hands"][number] = _bits(_new(seat.hand, placed))
        _pile(record, MAX_TABLES + number, _new(seat.stack, placed))
    for number, names in start.tables.items():
        if number >= game.tables:
            raise unknown("table", f"T{number}", [f"T{each}" for each in range(game.tables)])
        _pile(record, number, _new(names, placed))
    return placed


def _pile(record: Any, number: int, cards: list[int]) -> None:
    """Put cards on a table or in a stack; the first is on top."""
    record["tables"][number] = _bits(cards)
    for card, below in itertools.pairwise([*cards, NONE]):
        record["below"][card] = below
    if cards:
        record["top"][number], record["bottom"][number] = cards[0], cards[-1]


def _place_deck(record: Any, given: list[str] | Top | None, placed: set[int]) -> None:
    elsewhere = set(placed)
    names = given.top if isinstance(given, Top) else given or []
    top = _new(names, elsewhere)
    rest = [card for card in range(CARDS) if card not in elsewhere]
    if isinstance(given, list):
        record["removed"], rest = _bits(rest), []
    cards = [*rest, *top[::-1]]
    record["deck"][: len(cards)] = cards
    record["deck"][len(cards) :] = 0
    record["deck_size"], record["ordered_top"] = len(cards), len(top)


def _seat_players(record: Any, start: Start, game: tree.Game) -> None:
    public = int(record["removed"]) | int(np.bitwise_or.reduce(record["tables"]))
    for number in range(game.players):
        record["knows"][number] = public | int(record["hands"][number])
    for number, seat in start.seats.items():
        record["stash"][number], record["bet"][number] = seat.stash, seat.bet
        record["status"][number] = Status[seat.status.upper()]
    record["trump"] = NONE if start.trump is None else tree.SUITS.index(start.trump)


def _set_turn(record: Any, start: Start, game: tree.Game) -> None:
    """Set the record to the end of the previous player's turn: the game begins with the next turn."""
    names = _players(game)
    if start.player not in (None, *names):
        raise unknown("player", start.player, names)
    first = 0 if start.player is None else names.index(str(start.player))
    record["player"] = (first - 1) % game.players
    record["turn"] = start.turn - 1
    record["turn_over"] = 1
    record["stage"] = _stage(start.stage, game)


def _stage(wanted: str | int | None, game: tree.Game) -> int:
    stages = list(game.played_stages())
    if wanted is None:
        return next((number for number, stage in enumerate(stages) if stage.rules), 0)
    names = [stage.name for stage in stages]
    if isinstance(wanted, str):
        if wanted not in names:
            raise unknown("stage", wanted, filter(None, names))
        return names.index(wanted)
    if not 0 <= wanted < len(stages):
        raise BadData(f"stage: 0 to {len(stages) - 1} are allowed, not {wanted}")
    return wanted


def _players(game: tree.Game) -> list[str]:
    return [f"P{number + 1}" for number in range(game.players)]


def _new(names: list[str], placed: set[int]) -> list[int]:
    """Return the cards with these names, and add them to those placed; no card can be placed twice."""
    cards = [find_card(name) for name in names]
    for card in cards:
        if card in placed:
            raise BadData(f"there is only one {card_name(card)!r}")
        placed.add(card)
    return cards


def _bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
