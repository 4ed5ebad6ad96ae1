"""Checks of decks of a game's own, and of the cards that its rules name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from . import limits, tree
from .decks import Pack, pack_of, ranks_of
from .hints import WORDS_FOR_NUMBERS
from .limits import LIMITS
from .parser import keywords
from .problem import Problem


def deck_problems(game: tree.Game) -> Iterator[Problem]:
    """Yield every problem with the deck of a game and with the names of cards in its rules."""
    if game.language < 3:
        return
    if game.deck:
        found = [*_entries(game.deck), *_sizes(game.deck)]
        yield from found
        if found:  # nothing else can be said of the cards
            return
    pack = pack_of(game)
    yield from _kinds(game, pack)
    for node in game.nodes:
        yield from _missing(node, pack, [kind.name for kind in game.named])
        if game.deck and isinstance(node, tree.ComparePlays | tree.Play) and not _is_set(node):
            yield Problem(node.at, "pairs, straights and other plays need the usual deck of 52 cards")


def _is_set(node: tree.ComparePlays | tree.Play) -> bool:
    """Return whether a play consists of cards of one rank: players can put these with any deck."""
    return isinstance(node, tree.Play) and node.name in tree.SET_SIZES


# The deck.


def _entries(deck: tree.OwnDeck) -> Iterator[Problem]:
    if len(set(deck.suits)) < len(deck.suits):
        yield Problem(deck.at, "a suit is named twice")
    if len(deck.suits) > limits.MAX_SUITS:
        yield Problem(deck.at, f"{len(deck.suits)} suits; at most {limits.MAX_SUITS} are allowed")
    if deck.bowers and deck.suits:
        yield Problem(deck.at, "bowers need the suits clubs, diamonds, hearts and spades; leave out 'suits'")
    if deck.bowers and deck.bowers not in {rank for copies in deck.copies for rank in ranks_of(copies)}:
        yield Problem(deck.at, f"there is no {deck.bowers!r} in this deck")
    for copies in deck.copies:
        yield from _within(copies.amount, "copies", copies.at)
        for ranks in copies.ranks:
            for number in (ranks.first, ranks.last):
                if isinstance(number, int):
                    yield from _within(number, "rank_number", ranks.at)
            if isinstance(ranks.first, int) and ranks.last is not None and ranks.first >= ranks.last:
                yield Problem(ranks.at, "the first number must be lower than the second")
            if isinstance(ranks.first, str) and ranks.first in keywords():
                yield Problem(ranks.at, f"{ranks.first!r} is a word of the language; choose another name")


def _within(number: int, role: str, at: tree.Location) -> Iterator[Problem]:
    limit = LIMITS[role]
    if not limit.lowest <= number <= limit.highest:
        yield Problem(at, f"{limit.what}: {limit.lowest} to {limit.highest} are allowed, not {number}")


def _sizes(deck: tree.OwnDeck) -> Iterator[Problem]:
    if any(_entries(deck)):
        return
    suits = len(deck.suits) or len(tree.SUITS)
    ranks = {rank for copies in deck.copies for rank in ranks_of(copies)}
    cards = sum(copies.amount * len([*ranks_of(copies)]) * (suits if copies.each else 1) for copies in deck.copies)
    if len(ranks) > limits.MAX_RANKS:
        yield Problem(deck.at, f"{len(ranks)} ranks; at most {limits.MAX_RANKS} are allowed")
    if cards > limits.MAX_CARDS:
        yield Problem(deck.at, f"a deck of {cards} cards; at most {limits.MAX_CARDS} are allowed")


# Names of cards.


def _kinds(game: tree.Game, pack: Pack) -> Iterator[Problem]:
    known = set(pack.ranks)
    for kind in game.named:
        if kind.name in keywords():
            yield Problem(kind.at, f"{kind.name!r} is a word of the language; choose another name")
        elif kind.name in known:
            yield Problem(kind.at, f"{kind.name!r} names other cards already")
        for node in tree.walk(kind):
            if isinstance(node, tree.Kind) and node.name not in known and node.name in {k.name for k in game.named}:
                yield Problem(node.at, f"{node.name!r} must be named before {kind.name!r}, which contains it")
        known.add(kind.name)


def _missing(node: tree.Node, pack: Pack, kinds: list[str]) -> Iterator[Problem]:
    """Yield a problem if a part of a game names cards that its deck does not have."""
    match node:
        case tree.Kind(name) if name in pack.suits and name not in (*pack.ranks, *kinds):
            yield Problem(node.at, f"write 'suit {name}' for cards of a suit")
        case tree.Kind(name) if name in WORDS_FOR_NUMBERS and name not in (*pack.ranks, *kinds):
            yield Problem(node.at, f"write 'number {WORDS_FOR_NUMBERS.index(name) + 1}' for the cards of a number")
        case tree.Kind(name) if name not in (*pack.ranks, *kinds):
            yield Problem(node.at, _unknown("cards", name, [*pack.ranks, *kinds]))
        case tree.Suit(suit) if suit not in pack.suits:
            yield Problem(node.at, _unknown("suit", suit, pack.suits))
        case tree.Trick(trump=str(suit)) | tree.IsTrump(suit) if suit not in pack.suits:
            yield Problem(node.at, _unknown("suit", suit, pack.suits))
        case tree.Card(str(number), suit) if not pack.cards(node):
            if number not in pack.ranks:
                yield Problem(node.at, _unknown("cards", number, pack.ranks))
            elif suit not in pack.suits:
                yield Problem(node.at, _unknown("suit", suit, pack.suits))
            else:
                yield Problem(node.at, f"there is no {number} of {suit} in this deck")
        case tree.Card(int(), suit) if suit not in pack.suits:
            yield Problem(node.at, _unknown("suit", suit, pack.suits))


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return what is wrong with a name, and what there is instead."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else f": it has {', '.join(known)}"
    no = "no cards" if what == "cards" else f"no {what}"
    return f"this deck has {no} {name!r}{hint}"
