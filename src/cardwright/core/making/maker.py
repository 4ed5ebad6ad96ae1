"""What a family offers so that its cards can be made by a search and judged by play.

A card is plain data: a part of the game's own content with one card in it, and what that card brings along, such as
a new status. `Family.card_maker` returns the `CardMaker`; docs/generate_cards.md says how cards are judged with it.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from cardwright.core.errors import unknown
from cardwright.core.game import Game
from cardwright.core.presentation import Face, PrintedCard

Card = dict[str, Any]


class Trial(NamedTuple):
    """A deck and what it has to prove itself against, by name; a card is judged by several."""

    deck: str
    fight: str


class Likeness(NamedTuple):
    """A card without its names: two cards are near-duplicates if their shapes are equal and their numbers close."""

    shape: str
    numbers: tuple[float, ...]


class CardMaker(ABC):
    """How the cards of a game are grown, checked, shown and measured; all randomness comes from the `rng` given.

    The methods that make cards return only cards for which `check` finds nothing wrong.
    """

    unit: ClassVar[str]  # of `outcomes`
    use: ClassVar[str] = "played: by the last agent, of the times it could"  # what the share of plays means
    never_used: ClassVar[str] = "never played"  # the flag of a card that could be played, but never was
    judged: ClassVar[str] = "cards that can be played are judged"  # which cards of a file
    agents: tuple[str, ...] = ("random", "lookahead:1")  # they judge the cards of a search; one has all seats
    judges: ClassVar[tuple[str, ...]] = ()  # stronger and slower ones, for cards that people wrote; empty: the same
    counts_numbers: ClassVar[bool] = False  # whether a card is a card of its own if only its numbers are
    effort: ClassVar[int] = 1  # how many times as many games as usual judge a card, where a single game says little

    def __init__(self, settings: Mapping[str, Any]):
        """Take the decks and fights of the trials, the partners and the filler from the settings of a game.

        Synergy is measured with each of the partners, which are names of known cards. The filler is a plain known card
        that takes the place of the card or the partner in decks of equal size.
        """
        self.settings = settings
        self.trials = [Trial(deck, fight) for deck in settings["decks"] for fight in settings["fights"]]
        self.partners: Sequence[str] = settings["partners"]
        self.filler: str = settings["filler"]

    def narrow(self, agents: Sequence[str], decks: Sequence[str]) -> None:
        """Let these agents judge, in trials with these decks; an empty list leaves the usual ones."""
        every = list(self.settings["decks"])
        for deck in decks:
            if deck not in every:
                raise unknown("deck", deck, every)
        self.agents = tuple(dict.fromkeys(agents)) or self.agents
        self.trials = [trial for trial in self.trials if not decks or trial.deck in decks]

    @abstractmethod
    def grow(self, rng: random.Random) -> Card:
        """Return a new card."""

    @abstractmethod
    def vary(self, card: Card, rng: random.Random) -> Card:
        """Return a card that differs from this one in one respect."""

    @abstractmethod
    def cross(self, first: Card, second: Card, rng: random.Random) -> Card:
        """Return a card made of parts of two."""

    @abstractmethod
    def check(self, card: Card) -> None:
        """Raise `BadData` with one sentence if the game cannot play the card."""

    @abstractmethod
    def name(self, card: Card) -> str:
        """Return the name of the card."""

    @abstractmethod
    def renamed(self, card: Card, taken: set[str]) -> Card:
        """Return the card itself if none of its names is taken, else the same card under free names."""

    @abstractmethod
    def face(self, card: Card) -> Face:
        """Return what is printed on the card: its kind, its cost and its text."""

    @abstractmethod
    def terms(self, card: Card) -> Mapping[str, str]:
        """Return what the card brings along, such as new statuses, each with its text."""

    def printed(self, card: Card) -> PrintedCard:
        """Return the card as it is printed, with what it brings along; a notebook draws it."""
        return PrintedCard(self.name(card), self.face(card), tuple(self.terms(card).values()))

    @abstractmethod
    def cost(self, card: Card) -> int:
        """Return the number by which cards are grouped when their strengths are compared; 0 in games without costs."""

    @abstractmethod
    def likeness(self, card: Card) -> Likeness:
        """Return the card without its names, with orders that make no difference normalised."""

    def kin(self, card: Card) -> str:
        """Return what a card does, whatever a copy could change; a search drops kin of known cards. Empty: no kin."""
        return ""

    def ideas(self, card: Card) -> frozenset[str]:
        """Return what makes a card memorable; two cards of an archive share none of it."""
        return frozenset()

    def lesser(self, card: Card) -> Sequence[Card]:
        """Return the card without each of its parts; if games end alike without one, that part is idle."""
        return []

    def brings(self, card: Card) -> Mapping[str, str]:
        """Return what the card brings along, such as new statuses: by name, what it does, in a normal form."""
        return {}

    @abstractmethod
    def known(self) -> Sequence[Card]:
        """Return the cards that the game has: new ones must differ from them and are compared with them."""

    @abstractmethod
    def blank(self, card: Card) -> Card:
        """Return the card without all it does; if games with it end alike, the card does not matter."""

    @abstractmethod
    def games(
        self, cards: Sequence[Card], added: Sequence[Sequence[str]], trials: Sequence[int]
    ) -> Sequence[Sequence[Game]]:
        """Return a game for each entry of `added` and each of these trials, by number.

        An entry holds names of known cards or of `cards`, which are added to the deck. Games are compared with those of
        another entry on the same seeds. All games of one call can share what is compiled for them.
        """

    @abstractmethod
    def outcomes(self, game: Game, states: np.ndarray) -> np.ndarray:
        """Return how well each of some finished games went, in `unit`; more is better."""

    def stress(self, card: Card) -> Game | None:
        """Return a game full of this card, whose first turn has to end; None where no turn can go on for ever."""
        return None

    def is_play(self, kind: str, name: str, card: Card) -> bool:
        """Return whether an action, in the words of `Game.words`, is to play the card."""
        return kind == "play" and name == self.name(card)

    def tournament(self, cards: Sequence[Card]) -> Mapping[str, float]:
        """Return how often each card wins where these cards meet each other, from 0 to 1; empty if they never do."""
        return {}

    def text(self, card: Card) -> str:
        """Return the text of the card and of what it brings along."""
        return " ".join([self.face(card).text, *self.terms(card).values()]).strip()

    def complexity(self, card: Card) -> int:
        """Return how many words a player has to read."""
        return len(self.text(card).split())

    @abstractmethod
    def content(self, cards: Sequence[Card], figures: Mapping[str, Any]) -> dict[str, Any]:
        """Return the cards as a file that the game reads, with figures by name beside them, which it ignores."""

    def in_words(self, cards: Sequence[Card]) -> dict[str, Any]:
        """Return the cards as a file that people read and write."""
        return self.content(cards, {})

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of what `from_data` reads, for people and programs that write cards."""

    @abstractmethod
    def from_data(self, value: Mapping[str, Any]) -> Card:
        """Return a card from plain data, under free names; a bad card raises `BadData`."""

    @abstractmethod
    def read(self, path: str | Path) -> list[Card]:
        """Return the cards of a file that the game reads, each with what it needs from that file."""

    def left_out(self, path: str | Path) -> list[str]:
        """Return the names of a file's cards that `read` leaves out, because they are of a kind that is not judged."""
        return []
