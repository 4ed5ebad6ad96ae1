"""The deck of a game in plain English."""

from __future__ import annotations

from collections.abc import Iterator

from ..language import tree
from ..language.card_names import COURT, words
from ..language.decks import pack_of
from .cards import plural, plural_cards, with_article
from .words import listed


def deck_sentences(game: tree.Game) -> Iterator[str]:
    """Yield what a deck of the game's own contains, and what kinds of cards are called."""
    if game.deck:
        suits = listed(map(words, pack_of(game).suits))
        in_suits = [_copies(each) for each in game.deck.copies if each.each]
        others = [each for each in game.deck.copies if not each.each]
        if in_suits:
            where = f"each of the suits {suits}" if len(pack_of(game).suits) > 1 else f"the only suit, {suits},"
            yield f"In {where} there are {listed(in_suits)}."
        if others:
            there = "Besides these, there" if in_suits else "There"
            is_, has = ("is", "has") if len(others) == 1 and _is_single(others[0]) else ("are", "have")
            yield f"{there} {is_} {listed(map(_copies, others))}, which {has} no suit."
    if game.deck and game.deck.bowers:
        rank = words(game.deck.bowers)
        yield (
            f"The {rank} of trumps is the highest trump, and the other {rank} of its colour, which belongs to the "
            "trump suit as well, the second highest."
        )
    if game.deck and game.deck.trumps:
        cards = listed(plural_cards(each) for each in game.deck.trumps)
        order = "of one rank, in the order of the suits above"
        yield f"These cards are always trumps, from the highest: {cards} ({order})."
    for kind in game.named:
        name = plural(tree.Kind(kind.name))
        yield f"{name[0].upper()}{name[1:]} are {listed(map(plural_cards, kind.cards))}."


def _is_single(copies: tree.Copies) -> bool:
    return copies.amount == 1 and len(copies.ranks) == 1 and copies.ranks[0].last is None


def _copies(copies: tree.Copies) -> str:
    """Return an entry of a deck.

    >>> _copies(tree.Copies(2, True, (tree.Ranks(1, 9), tree.Ranks("skip"))))
    'two cards each of 1 to 9 and skip'
    """
    ranks = listed(f"{each.first} to {each.last}" if each.last else words(str(each.first)) for each in copies.ranks)
    several = len(copies.ranks) > 1 or copies.ranks[0].last is not None
    one = "one" if several else "a"
    numbers = {1: one, 2: "two", 3: "three", 4: "four"}
    if not several:
        return f"{numbers.get(copies.amount, copies.amount)} {ranks}{'s' if copies.amount > 1 else ''}"
    cards = "card" if copies.amount == 1 else "cards"
    return f"{numbers.get(copies.amount, copies.amount)} {cards} each of {ranks}"


def order_of_ranks(game: tree.Game) -> str:
    """Return how cards rank."""
    if not game.deck:
        return "Cards rank from the ace (the highest) through king, queen and jack down to the 2."
    pack = pack_of(game)
    found = {rank for card, rank in enumerate(pack.rank_of) if card not in pack.trumps}
    ranks = [words(name) for rank, name in enumerate(pack.ranks) if rank in found]
    return f"{'Other cards' if pack.trumps else 'Cards'} rank, from the highest: {', '.join(reversed(ranks))}."


def order_by_scores(game: tree.Game, scored: list[tree.Rank]) -> str:
    """Return how cards rank where whole ranks have scores, each another; empty where that does not say it."""
    pack = pack_of(game)
    scores: dict[int, int] = {}
    for entry in scored:
        rank = rank_of(game, entry)
        if rank is None or pack.trumps or max(entry.scores) in scores.values():
            return ""
        scores[rank] = max(entry.scores)

    def height(rank: int) -> tuple[int, int]:
        score = scores.get(rank)
        return (0, natural[rank]) if score is None else (1 if score > 0 else -1, score)

    natural = {rank: pack.heights[card] for card, rank in enumerate(pack.rank_of)}
    ordered = sorted(natural, key=height, reverse=True)
    return f"Cards rank, from the highest: {', '.join(_name(game, rank) for rank in ordered)}."


def values_of_cards(game: tree.Game, scored: list[tree.Rank]) -> str:
    """Return what cards count in sums, except those whose scores are not for a whole rank."""
    pack = pack_of(game)
    own = {rank_of(game, entry): entry.scores for entry in scored}
    values = dict(zip(pack.rank_of, pack.values, strict=True))
    named = [
        f"{with_article(_name(game, rank))} {listed(map(str, own.get(rank, (value,))), 'or')}"
        for rank, value in values.items()
        if rank in own or not _name(game, rank).isdecimal()
    ]
    more = f", {'and ' if len(named) == 1 else ''}{listed(named)}" if named else ""
    return f"In sums, a card counts its number{more}."


def rank_of(game: tree.Game, entry: tree.Rank) -> int | None:
    """Return the index of the rank whose cards have this score; None if they are not the cards of one rank."""
    pack = pack_of(game)
    cards = 0 if isinstance(entry.what, tree.Play) else pack.cards(entry.what)
    ranks = {rank for card, rank in enumerate(pack.rank_of) if cards >> card & 1}
    whole = sum(1 << card for card, rank in enumerate(pack.rank_of) if rank in ranks)
    return ranks.pop() if len(ranks) == 1 and whole == cards else None


def _name(game: tree.Game, rank: int) -> str:
    name = str(pack_of(game).ranks[rank])
    return words(name) if game.deck else str(COURT.get(int(name), name)) if name.isdecimal() else name
