"""The start of a game: with a whole deck, or in the middle with given cards and tokens."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from cardwright.core.data import Data
from cardwright.core.errors import BadData, unknown
from cardwright.core.record import copied

from ..language import tree
from ..language.checks import problems
from ..language.decks import Pack, pack_of
from ..language.files import games, load, parse
from ..language.problem import BadGame
from .compiler import whole_deck
from .group_start import Meld, place_group, table_of
from .order import places
from .state import MAX_CARDS, MAX_PLAYERS, MORE_TABLES, MOST_CARDS, NONE, State3Wide, Status, tables_in
from .wide import in_numbers, in_words

Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Cards = Annotated[list[str], Field(max_length=MOST_CARDS)]


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
    score: Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)] = 0  # this and the rest in language 3 only
    tricks: Annotated[int, Field(strict=True, ge=0, le=MOST_CARDS)] = 0
    said: dict[str, Annotated[int, Field(strict=True, ge=-1_000, le=1_000_000)] | str] = Field(default_factory=dict)


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
    trump: str | None = None
    direction: Literal["left", "right"] | None = None  # of play, in games in which it can change
    named: dict[str, str] = Field(default_factory=dict)  # suits of tables
    turn: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 1
    deck: Cards | Top | None = None
    P1: Seat | None = None
    P2: Seat | None = None
    P3: Seat | None = None
    P4: Seat | None = None
    P5: Seat | None = None
    P6: Seat | None = None
    melds: list[Meld] = Field(default_factory=list)  # groups of cards on tables
    T0: Cards | None = None
    T1: Cards | None = None
    T2: Cards | None = None
    T3: Cards | None = None
    T4: Cards | None = None
    T5: Cards | None = None
    T6: Cards | None = None
    T7: Cards | None = None
    T8: Cards | None = None
    T9: Cards | None = None
    T10: Cards | None = None
    T11: Cards | None = None
    T12: Cards | None = None
    T13: Cards | None = None
    T14: Cards | None = None
    T15: Cards | None = None

    @property
    def seats(self) -> dict[int, Seat]:
        """The players that the start describes, by number."""
        found = {number: getattr(self, f"P{number + 1}") for number in range(MAX_PLAYERS)}
        return {number: seat for number, seat in found.items() if seat is not None}

    @property
    def tables(self) -> dict[int, list[str]]:
        """The tables that the start describes, by number."""
        found = {number: getattr(self, f"T{number}") for number in range(MORE_TABLES)}
        return {number: cards for number, cards in found.items() if cards is not None}

    @property
    def in_the_middle(self) -> bool:
        """Whether the game begins with a turn."""
        return bool(
            self.seats or self.tables or self.melds or self.trump or self.stage is not None or self.player is not None
        )


def described_game(start: Start) -> tree.Game:
    """Return the game that a start names, with the changes that it makes."""
    if (start.game is None) == (start.text is None):
        raise BadData("a start needs either 'game', a name such as uno, or 'text', the whole text of a game")
    if start.game is not None and start.game not in games():  # a start that is read must not name files
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
        return whole_deck(game)
    setup = in_numbers(copied(whole_deck(game)))
    record = setup[0]
    pack = pack_of(game)
    placed = _place_cards(record, start, game, pack)
    _place_deck(record, start.deck, placed, pack)
    if start.in_the_middle:
        _seat_players(record, start, game)
        _set_turn(record, start, game)
    return in_words(setup, State3Wide) if pack.size > MAX_CARDS else setup


def _place_cards(record: Any, start: Start, game: tree.Game, pack: Pack) -> set[int]:
    """Put cards into hands and on tables, and return them."""
    placed: set[int] = set()
    for number, seat in start.seats.items():
        if number >= game.players:
            raise unknown("player", f"P{number + 1}", _players(game))
        record["hands"][number] = _bits(_new(seat.hand, placed, pack))
        _pile(record, tables_in(game.language) + number, _new(seat.stack, placed, pack))
    on_tables = {number: _new(names, placed, pack) for number, names in _named_tables(start, game)}
    for meld in start.melds:
        table = on_tables.setdefault(table_of(meld, game), [])
        listed = [card for card in table if pack.name(card) in {pack.full_name(name) for name in meld.cards}]
        cards = listed or _new(meld.cards, placed, pack)
        table[:0] = [card for card in cards[::-1] if card not in listed]
        place_group(record, meld, cards, game)
    for number, cards in on_tables.items():
        _pile(record, number, cards)
    return placed


def _named_tables(start: Start, game: tree.Game) -> Iterator[tuple[int, list[str]]]:
    for number, names in start.tables.items():
        if number >= game.tables:
            raise unknown("table", f"T{number}", [f"T{each}" for each in range(game.tables)])
        yield number, names


def _pile(record: Any, number: int, cards: list[int]) -> None:
    """Put cards on a table or in a stack; the first is on top."""
    record["tables"][number] = _bits(cards)
    for card, below in itertools.pairwise([*cards, NONE]):
        record["below"][card] = below
    if cards:
        record["top"][number], record["bottom"][number] = cards[0], cards[-1]


def _place_deck(record: Any, given: list[str] | Top | None, placed: set[int], pack: Pack) -> None:
    elsewhere = set(placed)
    names = given.top if isinstance(given, Top) else given or []
    top = _new(names, elsewhere, pack)
    rest = [card for card in range(pack.size) if card not in elsewhere]
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
        if game.language == 3:
            _seat_more(record, number, seat, game)
        elif seat.score or seat.tricks or seat.said:
            raise BadData(f"P{number + 1}: score, tricks and said belong to games of language 3")
    record["trump"] = NONE if start.trump is None else _suit(start.trump, game)
    if start.direction or start.named:
        _set_effects(record, start, game)


def _suit(name: str, game: tree.Game) -> int:
    suits = pack_of(game).suits
    if name not in suits:
        raise unknown("suit", name, suits)
    return suits.index(name)


def _set_effects(record: Any, start: Start, game: tree.Game) -> None:
    """Set the direction of play, and the suits that players have named for tables."""
    if start.direction and not game.uses(tree.TurnAround):
        raise BadData("direction: in this game play never turns around")
    if start.named and not game.uses(tree.ChooseSuit):
        raise BadData("named: in this game nobody names the suit of a table")
    if start.direction:
        record["backwards"] = start.direction == "right"
    for name, suit in start.named.items():
        tables = [f"T{number}" for number, cards in start.tables.items() if cards]
        if name not in tables:
            raise unknown("table with cards", name, tables)
        table = int(name[1:])
        record["named_card"][table], record["named_suit"][table] = record["top"][table], _suit(suit, game)


def _seat_more(record: Any, number: int, seat: Seat, game: tree.Game) -> None:
    """Set what only games of language 3 keep for players."""
    record["points_scored"][number], record["tricks"][number] = seat.score, seat.tricks
    for word, value in seat.said.items():
        if word not in game.words:
            raise unknown("word of this game", word, game.words)
        record["words"][number, game.words.index(word)] = _spoken(word, value, game)


def _spoken(word: str, value: int | str, game: tree.Game) -> int:
    """Return the number that a player has said, or that stands for a suit or a number of cards."""
    kind = game.kinds.get(word, "")
    if not kind:
        if isinstance(value, str):
            raise BadData(f"{word} must be a number, not {value[:40]!r}")
        return value
    names = pack_of(game).spoken(kind)
    if str(value) not in names:
        raise unknown(word, str(value), names)
    return names.index(str(value)) + (kind == tree.OF_CARD)


def _set_turn(record: Any, start: Start, game: tree.Game) -> None:
    """Set the record to the end of the previous player's turn: the game begins with the next turn."""
    names = _players(game)
    if start.player not in (None, *names):
        raise unknown("player", start.player, names)
    first = 0 if start.player is None else names.index(str(start.player))
    record["player"] = (first + (1 if start.direction == "right" else -1)) % game.players
    record["turn"] = start.turn - 1
    record["turn_over"] = 1
    record["stage"] = _stage(start.stage, game)
    if game.language == 3:
        record["together"] = getattr(places(game)[int(record["stage"])], "together", False)


def _stage(wanted: str | int | None, game: tree.Game) -> int:
    stages = places(game)
    if wanted is None:
        return next((number for number, stage in enumerate(stages) if isinstance(stage, tree.Stage) and stage.rules), 0)
    names = [stage.name if isinstance(stage, tree.Stage) else "" for stage in stages]
    if isinstance(wanted, str):
        if wanted not in names:
            raise unknown("stage", wanted, filter(None, names))
        return names.index(wanted)
    if not 0 <= wanted < len(stages) or not isinstance(stages[wanted], tree.Stage):
        raise BadData(f"stage: 0 to {len(stages) - 1} are allowed, not {wanted}")
    return wanted


def _players(game: tree.Game) -> list[str]:
    return [f"P{number + 1}" for number in range(game.players)]


def _new(names: list[str], placed: set[int], pack: Pack) -> list[int]:
    """Return the cards with these names, and add them to those placed; no card can be placed twice."""
    cards = []
    for name in names:
        face = pack.find(name)
        alike = [card for card in range(pack.size) if pack.face_of[card] == face]
        left = [card for card in alike if card not in placed]
        if not left:
            many = f"are only {len(alike)}" if len(alike) > 1 else "is only one"
            raise BadData(f"there {many} {pack.name(face)!r}")
        placed.add(left[0])
        cards.append(left[0])
    return cards


def _bits(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
