"""The maker of cards for lineups.

A card is judged in a battle of two players: the first has two cards of a deck, the card, a plain one, and gold for a
fifth card, either the same once more or one of three others; the second has a lineup and no gold. In these battles all
cards have the same price. With real prices, players would sell bad cards for better ones, and each card would seem to
be worth at least what it is sold for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from cardwright.core import data
from cardwright.core.errors import BadData, unknown
from cardwright.core.game import Game
from cardwright.core.making.grower import first_sound, free_name, invented_name, read_settings
from cardwright.core.making.maker import Card, CardMaker, Likeness
from cardwright.core.presentation import Face

from ..cards import Card as Model
from ..cards import CardSet, sample
from ..compiler import compile_tables
from ..draft.facade import Draft
from ..mechanics import Rule
from ..profiles import switches
from ..tournament import tournament
from .grower import Grower, Split
from .likeness import likeness
from .rule_text import rules_text
from .variation import crossed, varied

BASE = "draft"  # the set that decks and opponents are made of
LEARNED = (BASE, "table-1")  # the sets that new cards are grown after
LONGEST_TEXT = 50  # words
MOST_MECHANICS = 3
MOST_IN_TOURNAMENT = 30  # cards
SECTIONS = ("cards", "mechanics")


class AutobattlerMaker(CardMaker):
    """Grows cards and mechanics after the built-in ones."""

    unit = "% won"
    use = "played: bought by the last agent, of the times it could; the lineup has the card from the start"
    never_used = "never bought"
    agents = ("rules", "lookahead:1")  # a random player would sell the lineup that is to be judged
    counts_numbers = True  # attack and health are most of a card

    def __init__(self) -> None:
        super().__init__(read_settings("cardwright.autobattler"))
        self._known = [card for name in LEARNED for card in sample(name).cards]
        self.grower = Grower(self._known, self.settings["names"]["mechanic"])

    # Making

    def grow(self, rng: random.Random) -> Card:
        """Return a new card; some have a new mechanic."""
        return self._sound(lambda: self.grower.card(rng), rng)

    def vary(self, card: Card, rng: random.Random) -> Card:
        """Return a card that differs from this one in one respect, under a new name."""
        return self._sound(lambda: varied(_split(card), self.grower, rng), rng)

    def cross(self, first: Card, second: Card, rng: random.Random) -> Card:
        """Return a card with the body of one and mechanics of both."""
        return self._sound(lambda: crossed(_split(first), _split(second), rng), rng)

    def _sound(self, make: Callable[[], Split], rng: random.Random) -> Card:
        return first_sound(lambda: self._named(*make(), rng), self._check_sense)

    def _named(self, fields: Mapping[str, Any], new: Mapping[str, Any], rng: random.Random) -> Card:
        taken = {card.name for card in self._known}
        name = invented_name(self.settings["names"]["card"], taken, rng)
        return _card({**fields, "name": name}, new)

    def _check_sense(self, card: Card) -> None:
        """Raise `BadData` unless the card can be played and is also worth a try."""
        self.check(card)
        (fields,) = card["cards"]
        if self.complexity(card) > LONGEST_TEXT or len(fields.get("mechanics", {})) > MOST_MECHANICS:
            raise BadData("the card is too complicated")
        if "100 %" in self.text(card) or not (fields.get("attack") or fields.get("mechanics")):
            raise BadData("a share of 100 % shares nothing, and a card without attack needs a mechanic")

    # Knowing

    def check(self, card: Card) -> None:
        """Read and compile the card and its mechanics."""
        made = data.validate(CardSet, card)
        if len(made.cards) != 1:
            raise BadData("a card set with exactly one card is needed")
        compile_tables(made.cards, made.known_mechanics, switches("corrected"))

    def name(self, card: Card) -> str:
        """Return the name of the card."""
        return str(card["cards"][0]["name"])

    def renamed(self, card: Card, taken: set[str]) -> Card:
        """Return the card under names that are free."""
        (fields,), new = card["cards"], card.get("mechanics", {})
        names = {name: free_name(name, taken) for name in (fields["name"], *new)}
        if all(old == name for old, name in names.items()):
            return card
        own = {names.get(name, name): number for name, number in fields.get("mechanics", {}).items()}
        renamed = {**fields, "name": names[fields["name"]], "mechanics": own}
        return _card(renamed, {names[name]: mechanic for name, mechanic in new.items()})

    def face(self, card: Card) -> Face:
        """Return attack and health, the price, and what the mechanics do; new ones are named."""
        made = data.validate(CardSet, card)
        (own,) = made.cards
        said = [f"{name}." if name in made.mechanics else _described(made, name) for name in own.mechanics]
        return Face(f"{own.attack}/{own.health}", str(own.price), " ".join(said))

    def terms(self, card: Card) -> Mapping[str, str]:
        """Return what the new mechanics do."""
        made = data.validate(CardSet, card)
        return {name: f"{name}: {_described(made, name)}" for name in made.mechanics}

    def complexity(self, card: Card) -> int:
        """Return how many words and numbers a player has to read; attack and health count as one each."""
        return 2 + super().complexity(card)

    def cost(self, card: Card) -> int:
        """Return the price."""
        return int(card["cards"][0].get("price", 3))

    def likeness(self, card: Card) -> Likeness:
        """Return the price, the body and the rules of the card."""
        made = data.validate(CardSet, card)
        return likeness(made.cards[0], made.known_mechanics)

    def known(self) -> Sequence[Card]:
        """Return the cards of the draft and those of the paper's first table."""
        return [_card(card.to_dict(), {}) for card in self._known]

    def blank(self, card: Card) -> Card:
        """Return a card of the same price without mechanics, attack and all but one health."""
        return _card({"name": self.name(card), "attack": 0, "health": 1, "price": self.cost(card)}, {})

    # Playing

    def games(
        self, cards: Sequence[Card], added: Sequence[Sequence[str]], trials: Sequence[int]
    ) -> Sequence[Sequence[Game]]:
        """Return drafts of one round; plain cards take the places of added ones that are missing."""
        positions = {
            f"{'+'.join([self.trials[trial].deck, *more])} against {self.trials[trial].fight}": self._position(
                trial, more
            )
            for more in added
            for trial in trials
        }
        drafts = Draft.several({**self._rules(cards), **self.settings["start"]}, positions)
        return [drafts[first : first + len(trials)] for first in range(0, len(drafts), len(trials))]

    def _rules(self, new: Sequence[Card]) -> dict[str, Any]:
        own = self.content(new, {})
        fields = {card.name: card.to_dict() for card in sample(BASE).cards}
        fields |= {each["name"]: each for each in own["cards"]}
        cards = [{**each, "price": self.settings["price"]} for each in fields.values()]
        return {"cards": cards, "mechanics": own.get("mechanics", {})}

    def _position(self, trial: int, added: Sequence[str]) -> dict[str, Any]:
        deck, fight = self.trials[trial]
        own = [*added, *[self.filler] * (self.settings["added"] - len(added))]
        return {
            "shop": [*self.settings["shop"], *own],
            "P1": {"lineup": [*self.settings["decks"][deck], *own], "gold": self.settings["price"]},
            "P2": {"lineup": self.settings["fights"][fight]},
        }

    def outcomes(self, game: Game, states: np.ndarray) -> np.ndarray:
        """Return 100 for a battle won by the player with the card, 50 for a tie."""
        results: np.ndarray = states["players"]["result"][:, 0]
        return 50 + 50 * results

    def is_play(self, kind: str, name: str, card: Card) -> bool:
        """Return whether an action is to buy the card."""
        return kind == "buy" and name == self.name(card)

    def tournament(self, cards: Sequence[Card]) -> Mapping[str, float]:
        """Return the win rates of the cards in a tournament of all their lineups; empty for a set that is too large."""
        if not 2 <= len(cards) <= MOST_IN_TOURNAMENT:
            return {}
        made = data.validate(CardSet, self.content(cards, {}))
        found = tournament(made)
        return {card.name: float(rate) for card, rate in zip(made.cards, found.card_win_rates(), strict=True)}

    # Files

    def content(self, cards: Sequence[Card], figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards and their mechanics as a card set."""
        made: dict[str, Any] = {"cards": [fields for card in cards for fields in card["cards"]]}
        new = {name: mechanic for card in cards for name, mechanic in card.get("mechanics", {}).items()}
        return {**made, **({"mechanics": new} if new else {}), **({"figures": dict(figures)} if figures else {})}

    def schema(self) -> dict[str, Any]:
        """Return the schema of a card set with one card and its new mechanics."""
        whole = TypeAdapter(CardSet).json_schema()
        entries = {section: dict(whole["properties"][section]) for section in SECTIONS}
        entries["cards"]["maxItems"] = 1
        return {**whole, "properties": entries, "additionalProperties": False}

    def from_data(self, value: Mapping[str, Any]) -> Card:
        """Return a card set with one card and its new mechanics, whose texts are made from their rules."""
        for key in value:
            if key not in SECTIONS:
                raise unknown("section of a card", key, SECTIONS)
        self.check(dict(value))
        made = data.validate(CardSet, dict(value)).to_dict()
        new = {name: {**each, "text": _text(each)} for name, each in made.get("mechanics", {}).items()}
        return self.renamed(_card(made["cards"][0], new), {card.name for card in self._known})

    def read(self, path: str | Path) -> list[Card]:
        """Return the cards of a card set, each with the mechanics that it has from there."""
        made = CardSet.read(path)
        new = made.to_dict().get("mechanics", {})
        return [
            _card(card.to_dict(), {name: new[name] for name in card.mechanics if name in new}) for card in made.cards
        ]


def _described(made: CardSet, mechanic: str) -> str:
    return made.known_mechanics[mechanic].describe(made.cards[0].mechanics.get(mechanic))


def _text(mechanic: Mapping[str, Any]) -> str:
    return rules_text(Rule.model_validate(rule) for rule in mechanic["rules"])


def _card(fields: Mapping[str, Any], new: Mapping[str, Any]) -> Card:
    """Return a card set with one card and its new mechanics; without what it has by default."""
    own = {"name": fields["name"], **{key: each for key, each in fields.items() if key != "mechanics" or each}}
    return {"cards": [own], **({"mechanics": dict(new)} if new else {})}


def _split(card: Card) -> Split:
    """Return the fields of the card but its name, and its new mechanics, for changes."""
    fields = {key: each for key, each in card["cards"][0].items() if key != "name"}
    plain = data.validate(Model, {**card["cards"][0], "name": "Card"}).mechanics
    return {"price": 3, **fields, "mechanics": dict(plain)}, dict(card.get("mechanics", {}))
