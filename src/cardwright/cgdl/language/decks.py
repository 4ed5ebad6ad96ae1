"""The cards of a game: the usual 52, or a deck of its own.

A card is a number from 0, suit by suit and rank by rank, and cards without a suit come last. Equal cards of several
packs are neighbours. A set of cards is the bits of one integer.

>>> USUAL.name(0), USUAL.name(51), USUAL.find("10h") == USUAL.find("10 of hearts")
('ace of clubs', 'king of spades', True)
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator

from cardwright.core.errors import unknown

from . import tree
from .card_names import COURT, NUMBERS, PLAYERS, card_words, other_words, short_words, words
from .limits import LIMITS

NO_SUIT = -1


class Pack:
    """The cards of a game with their names, suits, ranks and values."""

    def __init__(self, deck: tree.OwnDeck | None = None, kinds: tuple[tree.NamedCards, ...] = ()):
        self.own = deck is not None
        self.bowers = deck.bowers if deck else ""
        self._trumps = deck.trumps if deck else ()
        self.suits = (deck.suits if deck else ()) or tree.SUITS
        self.ranks, cards = _dealt(deck, len(self.suits)) if deck else _usual()
        self.rank_of = [rank for rank, _ in cards]
        self.suit_of = [suit for _, suit in cards]
        self.size = len(cards)
        self.everything = (1 << self.size) - 1
        first = {card: number for number, card in reversed([*enumerate(cards)])}
        self.face_of = [first[card] for card in cards]  # the first of the cards that are equal
        self.faces = sorted(first.values())
        self.kinds = {kind.name: kind for kind in kinds}  # what the game names

    # Names.

    @functools.cached_property
    def names(self) -> list[str]:
        """The name of each card; equal cards share theirs."""
        return [card_words(*self._words(card)) for card in range(self.size)]

    def name(self, card: int) -> str:
        """Return the name of a card."""
        return self.names[card]

    @functools.cached_property
    def shorts(self) -> list[str]:
        """The short form of each card.

        >>> USUAL.shorts[19], USUAL.shorts[51]
        ('7♦', 'K♠')
        """
        return [short_words(*self._words(card), self._alike(card), self.suits) for card in range(self.size)]

    @functools.cached_property
    def _found(self) -> dict[str, int]:
        """The first of the equal cards for each way to write them that means no others."""
        found: dict[str, int] = {}
        for card in self.faces:
            for other in dict.fromkeys(other_words(*self._words(card), self._alike(card), self.suits)):
                found[other.casefold()] = card if other.casefold() not in found else -1
        found |= {self.names[card].casefold(): card for card in self.faces}
        return {name: card for name, card in found.items() if card >= 0}

    def known(self, words: str) -> int | None:
        """Return the first card with this name, or None if there is none."""
        return self._found.get(words.strip().casefold())

    def find(self, words: str) -> int:
        """Return the first card with this name."""
        card = self.known(words)
        if card is None:
            raise unknown("card", words, dict.fromkeys(self.names))
        return card

    def full_name(self, words: str) -> str:
        """Return the name of the card written as `Kd`, `K♦` or `13 of diamonds`; other words are returned unchanged.

        Where the card goes can follow it.

        >>> USUAL.full_name("Kd"), USUAL.full_name("7♦"), USUAL.full_name("1 of clubs"), USUAL.full_name("done")
        ('king of diamonds', '7 of diamonds', 'ace of clubs', 'done')
        >>> USUAL.full_name("Kd, to column 2")
        'king of diamonds, to column 2'
        """
        written, comma, where = words.partition(", ")
        card = self.known(written)
        return words if card is None else f"{self.names[card]}{comma}{where}"

    def _words(self, card: int) -> tuple[str, str | None]:
        suit = self.suit_of[card]
        return self.ranks[self.rank_of[card]], None if suit == NO_SUIT else self.suits[suit]

    def _alike(self, card: int) -> tuple[str, ...]:
        """Return the ranks that the short form of a card must tell apart: `J♣` cannot mean a joker without a suit."""
        return self.ranks if self.suit_of[card] == NO_SUIT else self._ranks_with_suits

    @functools.cached_property
    def _ranks_with_suits(self) -> tuple[str, ...]:
        with_suits = {rank for rank, suit in zip(self.rank_of, self.suit_of, strict=True) if suit != NO_SUIT}
        return tuple(self.ranks[rank] for rank in sorted(with_suits))

    # Values.

    @functools.cached_property
    def heights(self) -> list[int]:
        """How high each card ranks, from 1; of the usual cards, the ace is the highest."""
        return [rank + 1 if self.own else (rank - 1) % len(self.ranks) + 1 for rank in self.rank_of]

    @functools.cached_property
    def values(self) -> list[int]:
        """What each card counts in a sum without a score: its number, 0 if it has none."""
        numbers = {name: number for number, name in COURT.items()}
        return [int(name) if name.isdecimal() else numbers.get(name, 0) for name in map(self._rank, range(self.size))]

    def _rank(self, card: int) -> str:
        return self.ranks[self.rank_of[card]]

    def equal(self, card: int) -> int:
        """Return the cards equal to one, itself included."""
        return self._of_face[self.face_of[card]]

    @functools.cached_property
    def _of_face(self) -> dict[int, int]:
        return _sets(self.face_of)

    def spoken(self, kind: str) -> tuple[str, ...]:
        """Return what players can say of this kind: numbers of cards, suits or players; empty for other words.

        >>> USUAL.spoken("suit")
        ('clubs', 'diamonds', 'hearts', 'spades')
        """
        known = {tree.OF_CARD: self.ranks, tree.OF_SUIT: self.suits, tree.OF_PLAYER: PLAYERS}
        return tuple(map(words, known.get(kind, ())))

    # Trumps.

    @functools.cached_property
    def trumps(self) -> dict[int, int]:
        """The cards that are always trumps and how high each of them is, equal cards alike.

        Of the cards of one entry, those of the higher rank come first, and then those of the suit named first.
        """
        order: list[int] = []
        for selection in self._trumps:
            cards = self.selected(selection)
            new = [card for card in self.faces if cards >> card & 1 and card not in order]
            order += sorted(new, key=lambda card: (-self.rank_of[card], self.suit_of[card]))
        heights = {card: height for height, card in enumerate(reversed(order), 1)}
        return {card: heights[face] for card, face in enumerate(self.face_of) if face in heights}

    @property
    def followed_suits(self) -> list[int]:
        """The suit of each card when suits are followed: the cards that are always trumps are one of their own."""
        return [len(self.suits) if card in self.trumps else suit for card, suit in enumerate(self.suit_of)]

    # Sets.

    def jokers(self, jokers: tree.Jokers | None) -> int:
        """Return the cards that stand for others in groups."""
        return self._union(jokers.cards) if jokers else 0

    def of_rank(self, rank: int) -> int:
        """Return the cards of a rank, by its index."""
        return self._of_rank.get(rank, 0)

    @functools.cached_property
    def _of_rank(self) -> dict[int, int]:
        return _sets(self.rank_of)

    def of_suit(self, suit: int) -> int:
        """Return the cards of a suit, by its index."""
        return self._of_suit.get(suit, 0)

    @functools.cached_property
    def _of_suit(self) -> dict[int, int]:
        return _sets(self.suit_of)

    def cards(self, what: tree.Combination) -> int:
        """Return the cards that a card, a number, a suit or a kind names; those that are not in the deck are none.

        >>> USUAL.cards(tree.Card(2, "clubs")), USUAL.cards(tree.Suit("clubs"))
        (2, 8191)
        """
        match what:
            case tree.Card(number, suit):
                return self._named(number) & self.cards(tree.Suit(suit))
            case tree.Number(number):
                return self._named(number)
            case tree.Kind(name) if name in self.kinds:
                return self._union(self.kinds[name].cards)
            case tree.Kind(name):
                return self._named(name)
            case tree.Suit(suit):
                return self.of_suit(self.suits.index(suit)) if suit in self.suits else 0
        raise ValueError(f"{what} is not a set of cards")

    def _union(self, selections: tuple[tree.Selection, ...]) -> int:
        cards = 0
        for each in selections:
            cards |= self.selected(each)
        return cards

    def _named(self, number: int | str) -> int:
        rank = number if isinstance(number, str) else NUMBERS[number - 1] if 0 < number <= len(NUMBERS) else ""
        return self.of_rank(self.ranks.index(rank)) if rank in self.ranks else 0

    def selected(self, selection: tree.Selection) -> int:
        """Return the cards of a selection, without regard to words of players.

        >>> USUAL.selected(tree.Selection(tree.Suit("clubs"), (tree.Number(1),)))
        8190
        """
        called = tree.CalledCards | None
        cards = self.everything if isinstance(selection.cards, called) else self.cards(selection.cards)
        for each in selection.without:
            cards &= self.everything if isinstance(each, tree.CalledCards) else ~self.cards(each)
        return cards


def _sets(keys: list[int]) -> dict[int, int]:
    """Return, for each key, the set of the cards that have it."""
    sets: dict[int, int] = {}
    for card, key in enumerate(keys):
        sets[key] = sets.get(key, 0) | 1 << card
    return sets


def cards_in(cards: int) -> list[int]:
    """Return the cards of a set, the lowest first.

    >>> cards_in(0b10100)
    [2, 4]
    """
    found = []
    while cards:
        found.append((cards & -cards).bit_length() - 1)
        cards &= cards - 1
    return found


def _usual() -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """Return the names of the ranks, and the rank and suit of each of the usual cards."""
    return NUMBERS, [(rank, suit) for suit in range(len(tree.SUITS)) for rank in range(len(NUMBERS))]


def _dealt(deck: tree.OwnDeck, suits: int) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """Return the names of the ranks of a deck, the lowest first, and the rank and suit of each of its cards."""
    amounts: Counter[tuple[str, bool]] = Counter()
    for copies in deck.copies:
        for rank in ranks_of(copies):
            amounts[rank, copies.each] += min(copies.amount, LIMITS["copies"].highest)
    ranks = tuple(dict.fromkeys(rank for rank, _ in amounts))
    with_suits = [
        (index, suit) for suit in range(suits) for index, rank in enumerate(ranks) for _ in range(amounts[rank, True])
    ]
    without = [(index, NO_SUIT) for index, rank in enumerate(ranks) for _ in range(amounts[rank, False])]
    return ranks, with_suits + without


def ranks_of(copies: tree.Copies) -> Iterator[str]:
    """Yield the names of the ranks that an entry of a deck lists."""
    for each in copies.ranks:
        if isinstance(each.first, int):
            last = each.first if each.last is None else min(each.last, LIMITS["rank_number"].highest)
            yield from map(str, range(each.first, last + 1))
        else:
            yield each.first


USUAL = Pack()


@functools.lru_cache(maxsize=256)
def _pack(deck: tree.OwnDeck | None, kinds: tuple[tree.NamedCards, ...]) -> Pack:
    return Pack(deck, kinds) if deck or kinds else USUAL


def pack_of(game: tree.Game) -> Pack:
    """Return the cards of a game."""
    return _pack(game.deck, game.named)
