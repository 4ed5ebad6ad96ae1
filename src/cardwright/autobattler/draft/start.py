"""Where a draft begins: the cards, the rules of the shop, and if you like a position in the middle, as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import numpy as np
from pydantic import Field

from ...core import data
from ...core.data import Name
from ...core.errors import BadData, unknown
from ..cards import Card, CardSet, sample
from ..compiler import compile_tables, lineup_code
from ..mechanics import Data, Mechanic
from ..profiles import switches
from ..state import MAX_LINEUP
from .state import MAX_KINDS, MAX_PLAYERS, MAX_SHOP, NOBODY, Rules, State

STANDARD = "draft"  # the set of cards
Names = Annotated[list[Name], Field(max_length=MAX_LINEUP)]


Count = Annotated[int, Field(strict=True, ge=1, le=100)]
Amount = Annotated[int, Field(strict=True, ge=0, le=1000)]


class PlayerStart(Data):
    """A player in the middle of a game; what is not given is as at the beginning."""

    lineup: Names = Field(default_factory=list)
    lives: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None
    points: Amount = 0
    gold: Amount | None = None


class Start(Data):
    """The start of a draft.

    `cards` is the name of a set that comes with the game, or the cards themselves, each with its `price`. `shop` is
    what the first player finds in the first shop, and `P1` and so on are the players, where it starts in the middle.
    """

    cards: Name | list[Card] = STANDARD
    mechanics: dict[Name, Mechanic] = Field(default_factory=dict)
    players: Annotated[int, Field(strict=True, ge=2, le=MAX_PLAYERS)] = 2
    rounds: Count = 8
    gold: Amount = 7
    growth: Amount = 1
    offers: Annotated[int, Field(strict=True, ge=1, le=MAX_SHOP)] = 4
    places: Annotated[int, Field(strict=True, ge=1, le=MAX_LINEUP)] = 3
    reroll: Amount = 1
    lives: Count = 3
    profile: str | dict[str, bool] = "corrected"
    round: Count = 1
    shop: Annotated[list[Name], Field(max_length=MAX_SHOP)] | None = None
    P1: PlayerStart = PlayerStart()
    P2: PlayerStart = PlayerStart()
    P3: PlayerStart = PlayerStart()
    P4: PlayerStart = PlayerStart()
    P5: PlayerStart = PlayerStart()
    P6: PlayerStart = PlayerStart()
    P7: PlayerStart = PlayerStart()
    P8: PlayerStart = PlayerStart()

    def card_set(self) -> CardSet:
        """The cards of the game."""
        found = sample(self.cards).cards if isinstance(self.cards, str) else self.cards
        return data.validate(CardSet, {"cards": found, "mechanics": self.mechanics})

    def seats(self) -> list[PlayerStart]:
        """The players at the table."""
        for number in range(self.players + 1, MAX_PLAYERS + 1):
            if f"P{number}" in self.model_fields_set:
                raise BadData(f"P{number}: the game has {self.players} players")
        return [getattr(self, f"P{number}") for number in range(1, self.players + 1)]


def build(start: Start) -> tuple[np.ndarray, np.ndarray, CardSet]:
    """The rules and the starting position of a draft, and its cards."""
    cards = start.card_set()
    if len(cards.cards) > MAX_KINDS:
        raise BadData(f"cards: {len(cards.cards)}; a draft is played with up to {MAX_KINDS}")
    return _rules(start, cards), _setup(start, cards), cards


def _rules(start: Start, cards: CardSet) -> np.ndarray:
    rules = np.zeros(1, Rules)
    chosen = switches(start.profile)
    rules["battle"] = compile_tables(cards.cards, cards.known_mechanics, chosen)
    rules["price"][0, 1 : len(cards.cards) + 1] = [card.price for card in cards.cards]
    rules["kinds"] = len(cards.cards)
    rules["lineup"] = start.places
    rules["second_wins"] = chosen["second_player_wins"]
    for name in ("rounds", "gold", "growth", "offers", "reroll", "lives"):
        rules[name] = getattr(start, name)
    return rules


def _setup(start: Start, cards: CardSet) -> np.ndarray:
    setup = np.zeros(1, State)
    record = setup[0]
    record.turn = start.round
    record.count = start.players
    record.moves = start.places
    for player, seat in enumerate(start.seats()):
        if len(seat.lineup) > start.places:
            raise BadData(f"P{player + 1}: {len(seat.lineup)} cards; a lineup has {start.places} places")
        mine = record.players[player]
        mine.lineup = mine.shown = lineup_code(_places(seat.lineup, cards))
        mine.lives = start.lives if seat.lives is None else seat.lives
        mine.points = seat.points
        mine.out = 0 if mine.lives else max(1, start.round - 1)
        mine.rival = NOBODY
    record.who = _first(record, start)
    first = record.players[int(record.who)]
    given = start.seats()[int(record.who)].gold
    first.gold = start.gold + start.growth * (start.round - 1) if given is None else given
    if start.shop is not None:
        if len(start.shop) > start.offers:
            raise BadData(f"shop: {len(start.shop)} cards; a shop has {start.offers} offers")
        record.given = 1
        record.shop[: len(start.shop)] = [place + 1 for place in _places(start.shop, cards)]
    return setup


def _first(record: np.record, start: Start) -> int:
    """Who shops first."""
    alive = [player for player in range(start.players) if record.players[player].lives > 0]
    if len(alive) < 2 or start.round > start.rounds:
        raise BadData("a draft starts with two players or more who have lives, and before its last round is over")
    return alive[0]


def _places(names: Iterable[str], cards: CardSet) -> list[int]:
    """The places of cards in their set."""
    known = {card.name.casefold(): place for place, card in enumerate(cards.cards)}
    found = []
    for name in names:
        if name.casefold() not in known:
            raise unknown("card", name, cards.names)
        found.append(known[name.casefold()])
    return found
