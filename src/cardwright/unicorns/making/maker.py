"""The maker of unicorn cards.

All players of a game draw from the same deck, so a card that is only shuffled into it favours nobody. It is judged by
what it is worth to hold: the first player begins with two copies of it, and with two Basic Unicorns in games without.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData, unknown
from cardwright.core.game import Game
from cardwright.core.making.grower import first_sound, free_name, invented_name, read_settings
from cardwright.core.making.maker import Card, CardMaker, Likeness
from cardwright.core.presentation import Face

from ..card_text import card_text
from ..compiler import Compiler
from ..content import Card as Model
from ..deck import STANDARD, Deck, cards_of, raw_cards, read_deck
from ..facade import TYPES as TYPE_NAMES
from ..facade import Unicorns
from ..rules import MAX_ROWS, MAX_SPECIAL, FixedRow
from ..state import MAX_CARDS
from .grower import TYPES, Grower, fields_of
from .likeness import likeness
from .variation import crossed, varied

LONGEST_TEXT = 60  # words
NO_SWITCHES: frozenset[str] = frozenset()


class UnicornsMaker(CardMaker):
    """Grows cards after those of the base deck."""

    unit = "% won"
    judged = "Basic Unicorns and babies have no effect of their own, so only cards of other types are judged"
    # A random player plays its best cards into the stables of others, and `rules` plays whatever can be played first.
    agents = ("lookahead:1",)
    effort = 3  # a game is won or not, which says little

    def __init__(self) -> None:
        super().__init__(read_settings("cardwright.unicorns"))
        self.base = cards_of(STANDARD, NO_SWITCHES)
        self._raw = raw_cards(STANDARD, NO_SWITCHES)
        self.grower = Grower(self.base)

    # Making

    def grow(self, rng: random.Random) -> Card:
        """Return a new card."""
        return self._sound(lambda: self.grower.card(rng), rng)

    def vary(self, card: Card, rng: random.Random) -> Card:
        """Return a card that differs from this one in one respect, under a new name."""
        return self._sound(lambda: varied(fields_of(self._model(card)), self.grower, rng), rng)

    def cross(self, first: Card, second: Card, rng: random.Random) -> Card:
        """Return a card of the type of the first with something of the second."""
        one, other = (fields_of(self._model(each)) for each in (first, second))
        return self._sound(lambda: crossed(one, other, self.grower, rng), rng)

    def _sound(self, make: Callable[[], dict[str, Any]], rng: random.Random) -> Card:
        return first_sound(lambda: self._named(make(), rng), self._check_sense)

    def _named(self, fields: dict[str, Any], rng: random.Random) -> Card:
        """Return the card with an invented name and the text that says what it does."""
        name = invented_name(self.settings["names"][fields["type"]], self.base, rng)
        return {"cards": {name: {**fields, "text": card_text(data.validate(Model, fields))}}}

    def _check_sense(self, card: Card) -> None:
        """Raise `BadData` unless the card can be played and is also worth a try."""
        self.check(card)
        if not 0 < self.complexity(card) <= LONGEST_TEXT:
            raise BadData("the card does nothing, or too much")
        (fields,) = card["cards"].values()
        if "'turn':" in str(fields.get("end")) or "'turn': 'again'" in str(fields.get("begin")):
            raise BadData("a turn that ends cannot be ended, and nobody has an extra turn in every turn")

    # Knowing

    def check(self, card: Card) -> None:
        """Read and compile the card."""
        cards = card.get("cards")
        if not isinstance(cards, Mapping) or len(cards) != 1:
            raise BadData("a deck with exactly one card is needed")
        Compiler(cards_of(card, NO_SWITCHES), NO_SWITCHES)

    def name(self, card: Card) -> str:
        """Return the name of the card."""
        return str(next(iter(card["cards"])))

    def renamed(self, card: Card, taken: set[str]) -> Card:
        """Return the card under a name that is free."""
        (name,), (fields,) = card["cards"], card["cards"].values()
        free = free_name(name, taken)
        return card if free == name else {"cards": {free: fields}}

    def face(self, card: Card) -> Face:
        """Return the type and the text of the card."""
        model = self._model(card)
        return Face(TYPE_NAMES[model.type], "", model.text or card_text(model))

    def terms(self, card: Card) -> Mapping[str, str]:
        """Return nothing: a card brings nothing along."""
        return {}

    def cost(self, card: Card) -> int:
        """Return 0: cards cost nothing."""
        return 0

    def likeness(self, card: Card) -> Likeness:
        """Return what the card does."""
        return likeness(self._model(card))

    def known(self) -> Sequence[Card]:
        """Return the cards of the base deck but the babies, which are never in a hand."""
        return [{"cards": {name: fields}} for name, fields in self._raw.items() if fields["type"] != "baby"]

    def blank(self, card: Card) -> Card:
        """Return a card of the same type that does nothing; a Magical Unicorn becomes a basic one."""
        (name,), (fields,) = card["cards"], card["cards"].values()
        kind = fields["type"]
        if kind == "magic":
            return {"cards": {name: {"type": kind, "play": {"look": 1}}}}  # a Magic card has to do something
        if kind == "instant":
            return {"cards": {name: {"type": kind, "stops": False}}}
        return {"cards": {name: {"type": "basic" if kind == "magical" else kind}}}

    def _model(self, card: Card) -> Model:
        (fields,) = card["cards"].values()
        return data.validate(Model, fields)

    # Playing

    def games(
        self, cards: Sequence[Card], added: Sequence[Sequence[str]], trials: Sequence[int]
    ) -> Sequence[Sequence[Game]]:
        """Return games in which the first player holds added cards; Basic Unicorns take the places of missing ones.

        The box has more copies of all these, so that the other cards, and those drawn from the deck, stay the same. All
        these cards have the tier of the plain one, so that `rules` plays each of them as soon as any other.
        """
        own = {name: fields for card in cards for name, fields in card["cards"].items()}
        return [self._games(own, self._added(more), trials) for more in added]

    def _added(self, names: Sequence[str]) -> list[str]:
        missing = self.settings["added"] - len(names)
        return [name for name in (*names, *[self.filler] * missing) for _ in range(self.settings["copies"])]

    def _games(self, own: Mapping[str, Any], added: Sequence[str], trials: Sequence[int]) -> Sequence[Game]:
        counts = Counter(added)
        held = {name: fields for name, fields in own.items() if name in counts}
        box = {name: dict(fields) for name, fields in {**self._raw, **held}.items()}
        for name, count in counts.items():
            copies = self.base[name].copies if name in self.base else 0
            box[name] |= {"copies": copies + count, "tier": self.settings["tier"]}
        return Unicorns.several({"cards": {"cards": box}}, self._positions(added, trials))

    def _positions(self, added: Sequence[str], trials: Sequence[int]) -> dict[str, dict[str, Any]]:
        named = {}
        for trial in trials:
            deck, fight = self.trials[trial]
            players = self.settings["fights"][fight]
            stable, dealt = self.settings["stable"], self.settings["dealt"]
            others = {f"P{number}": {"stable": stable, "hand": dealt} for number in range(2, players + 1)}
            own = {"stable": stable, "hand": [*self.settings["decks"][deck], *added]}
            named[f"{deck} with {', '.join(dict.fromkeys(added))}, {fight}"] = {
                "players": players, "phase": "beginning", "P1": own, **others
            }  # fmt: skip
        return named

    def outcomes(self, game: Game, states: np.ndarray) -> np.ndarray:
        """Return 100 for a game that the first player has won, else 0."""
        won: np.ndarray = states["winner"] == 0
        return 100 * won

    # Files

    def content(self, cards: Sequence[Card], figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return a deck that adds one copy of each card to the base deck, until the box is full."""
        made: dict[str, Any] = {}
        used = _room(self.base)
        for card in cards:
            (name,), (fields,) = card["cards"], card["cards"].values()
            with_it = used + _room({name: self._model(card)})
            fits = bool((with_it <= _LIMITS).all())
            made[name] = {**fields, "copies": int(fits)}
            used = with_it if fits else used
        return {"base": STANDARD, "cards": made, **({"figures": dict(figures)} if figures else {})}

    def schema(self) -> dict[str, Any]:
        """Return the schema of a deck with one card."""
        whole = Deck.model_json_schema()
        cards = {**whole["properties"]["cards"], "minProperties": 1, "maxProperties": 1}
        return {**whole, "properties": {"cards": cards}, "required": ["cards"], "additionalProperties": False}

    def from_data(self, value: Mapping[str, Any]) -> Card:
        """Return a deck with one card, of a type that is played, with a text that says what it does."""
        for key in value:
            if key != "cards":
                raise unknown("section of a card", key, ("cards",))
        self.check(dict(value))
        model = self._model(dict(value))
        if model.type not in TYPES:
            raise BadData(f"the type of a card is one of {', '.join(TYPES)}")
        card = {"cards": {self.name(dict(value)): {**fields_of(model), "text": card_text(model)}}}
        return self.renamed(card, set(self.base))

    def read(self, path: str | Path) -> list[Card]:
        """Return the cards of a deck, without babies and those of its base."""
        deck = read_deck(path)
        try:
            raw_cards(deck, NO_SWITCHES)
        except BadData as error:  # its base
            raise BadData(f"{path}: {error}") from None
        cards = deck["cards"]
        bare = {name: {key: each for key, each in fields.items() if key != "copies"} for name, fields in cards.items()}
        return [{"cards": {name: fields}} for name, fields in bare.items() if fields["type"] in TYPES]

    def left_out(self, path: str | Path) -> list[str]:
        """Return the names of a deck's Basic Unicorns and babies."""
        return [name for name, fields in read_deck(path)["cards"].items() if fields["type"] not in TYPES]


_LIMITS = np.array([MAX_CARDS, MAX_ROWS - len(FixedRow), MAX_SPECIAL, MAX_SPECIAL])


def _room(cards: Mapping[str, Model]) -> np.ndarray:
    """Return how much of a box's capacity some cards use: places, effects, thieves and wanderers."""
    rules = Compiler(cards, NO_SWITCHES).record
    counts = (rules.card_count, rules.row_count - len(FixedRow), rules.thief_count, rules.wanderer_count)
    return np.array([int(each) for each in counts])
