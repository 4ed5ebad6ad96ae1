"""The start of a draft as data: the cards, the rules of the shop, and optionally a position in mid-game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from cardwright.core import data
from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, unknown

from ..cards import MAX_PRICE, MAX_STAT, Card, CardSet, sample
from ..compiler import compile_tables, lineup_code
from ..mechanics import Mechanic
from ..profiles import switches
from ..state import MAX_LINEUP
from .state import MAX_COPIES, MAX_KINDS, MAX_PLAYERS, MAX_SHOP, MERGED_COPIES, NOBODY, Rules, State

STANDARD = "draft"  # the default card set
Names = Annotated[list[Name], Field(max_length=MAX_LINEUP)]
Count = Annotated[int, Field(strict=True, ge=1, le=100)]
Amount = Annotated[int, Field(strict=True, ge=0, le=1000)]


class PlayerStart(Data):
    """A player in mid-game; fields that are left out are as at the beginning of a game."""

    lineup: Names = Field(default_factory=list)
    lives: Annotated[int, Field(strict=True, ge=0, le=100)] | None = None
    points: Amount = 0
    gold: Amount | None = None


class Start(Data):
    """The start of a draft.

    `cards` is the name of a built-in set or the cards themselves, each with its `price`. `places` is the length of a
    lineup. `pool` is the number of copies of each card that all players share, 0 for endless ones. With `upgrades`,
    three equal cards of a lineup merge into an upgraded one. `shop` fixes the first player's offers; `P1`, `P2` and so
    on describe the players of a start in mid-game.
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
    pool: Annotated[int, Field(strict=True, ge=0, le=MAX_COPIES)] = 0
    upgrades: Annotated[bool, Field(strict=True)] = False
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
        """Return the cards of the game."""
        cards = sample(self.cards).cards if isinstance(self.cards, str) else self.cards
        return data.validate(CardSet, {"cards": cards, "mechanics": self.mechanics})

    def played_cards(self) -> CardSet:
        """Return the cards that can be in a lineup: those of the game, then the upgraded ones in the same order."""
        cards = self.card_set()
        if not self.upgrades:
            return cards
        upgraded = [_upgraded(card) for card in cards.cards]
        return data.validate(CardSet, {"cards": [*cards.cards, *upgraded], "mechanics": self.mechanics})

    def offered(self, cards: CardSet) -> int:
        """Return how many of the cards that can be in a lineup a shop can offer; they come first."""
        return len(cards.cards) // 2 if self.upgrades else len(cards.cards)

    def seats(self) -> list[PlayerStart]:
        """Return the start of each player."""
        for number in range(self.players + 1, MAX_PLAYERS + 1):
            if f"P{number}" in self.model_fields_set:
                raise BadData(f"P{number}: the game has {self.players} players")
        return [getattr(self, f"P{number}") for number in range(1, self.players + 1)]


def _upgraded(card: Card) -> dict[str, Any]:
    """Return what three copies of a card merge into: a card of twice its attack and health, worth three of it."""
    return {
        **card.to_dict(), "name": f"{card.name}+", "attack": min(MAX_STAT, 2 * card.attack),
        "health": min(MAX_STAT, 2 * card.health), "price": min(MAX_PRICE, MERGED_COPIES * card.price),
    }  # fmt: skip


def build_rules(start: Start) -> tuple[np.ndarray, CardSet]:
    """Return the rules of a draft and its cards."""
    cards = start.played_cards()
    if len(cards.cards) > MAX_KINDS:
        most = f"{MAX_KINDS // 2} with upgrades" if start.upgrades else str(MAX_KINDS)
        raise BadData(f"cards: {start.offered(cards)}; a draft has at most {most}")
    rules = np.zeros(1, Rules)
    chosen = switches(start.profile)
    rules["battle"] = compile_tables(cards.cards, cards.known_mechanics, chosen)
    rules["price"][0, 1 : len(cards.cards) + 1] = [card.price for card in cards.cards]
    rules["kinds"] = len(cards.cards)
    rules["offered"] = start.offered(cards)
    rules["lineup"] = start.places
    rules["second_wins"] = chosen["second_player_wins"]
    for name in ("rounds", "gold", "growth", "offers", "reroll", "lives", "pool"):
        rules[name] = getattr(start, name)
    return rules, cards


def build_setup(start: Start, cards: CardSet) -> np.ndarray:
    """Return the starting position of a draft with these cards."""
    setup = np.zeros(1, State)
    record = setup[0]
    record.turn = start.round
    record.count = start.players
    record.moves = start.places
    for player, seat in enumerate(start.seats()):
        if len(seat.lineup) > start.places:
            raise BadData(f"P{player + 1}: {len(seat.lineup)} cards; a lineup has {start.places} places")
        mine = record.players[player]
        mine.lineup = mine.shown = lineup_code(_indices(seat.lineup, cards))
        mine.lives = start.lives if seat.lives is None else seat.lives
        mine.points = seat.points
        mine.out = 0 if mine.lives else max(1, start.round - 1)
        mine.rival = NOBODY
    record.who = _first_player(record, start)
    first = record.players[int(record.who)]
    gold = start.seats()[int(record.who)].gold
    first.gold = start.gold + start.growth * (start.round - 1) if gold is None else gold
    if start.shop is not None:
        if len(start.shop) > start.offers:
            raise BadData(f"shop: {len(start.shop)} cards; a shop has {start.offers} offers")
        record.shop_given = 1
        offered = CardSet(cards.cards[: start.offered(cards)], cards.mechanics) if start.upgrades else cards
        record.shop[: len(start.shop)] = [card + 1 for card in _indices(start.shop, offered)]
    if start.upgrades:
        _check_merged(start)
    if start.pool:
        _check_pool(start, cards)
    return setup


def _check_merged(start: Start) -> None:
    """Raise BadData for three equal cards in a lineup, which would have merged."""
    for number, seat in enumerate(start.seats(), start=1):
        for name, count in Counter(each.casefold() for each in seat.lineup).items():
            if count >= MERGED_COPIES and not name.endswith("+"):
                raise BadData(
                    f"P{number}: {count} times {name}; with upgrades, {MERGED_COPIES} of them are one {name}+"
                )


def _check_pool(start: Start, cards: CardSet) -> None:
    """Raise BadData if the lineups and the shop have more copies of a card than the pool."""
    kinds = start.offered(cards)
    taken = [card for seat in start.seats() for card in _indices(seat.lineup, cards)]
    taken += _indices(start.shop or [], cards)
    for card in range(kinds):
        copies = taken.count(card) + MERGED_COPIES * taken.count(card + kinds)
        if copies > start.pool:
            raise BadData(f"{copies} copies of {cards.names[card]}; the pool has {start.pool}")


def _first_player(record: np.record, start: Start) -> int:
    """Return the player who shops first."""
    alive = [player for player in range(start.players) if record.players[player].lives > 0]
    if len(alive) < 2:
        raise BadData(f"{len(alive)} players have lives; a draft starts with at least 2")
    if start.round > start.rounds:
        raise BadData(f"round: {start.round}; the draft has {start.rounds} rounds")
    return alive[0]


def _indices(names: Iterable[str], cards: CardSet) -> list[int]:
    """Return the indices of cards in their set."""
    known = {card.name.casefold(): index for index, card in enumerate(cards.cards)}
    found = []
    for name in names:
        if name.casefold() not in known:
            raise unknown("card", name, cards.names)
        found.append(known[name.casefold()])
    return found
