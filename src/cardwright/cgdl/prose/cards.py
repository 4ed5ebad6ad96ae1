"""Cards in plain English: single ones, kinds of cards and selections, which all sentences share."""

from __future__ import annotations

from ..language import tree
from ..language.card_names import COURT, card_words, is_noun, words
from .words import listed

PLAYS = {
    "one pair": "a pair", "two pairs": "two pairs", "three of a kind": "three of a kind", "poker": "four of a kind",
}  # fmt: skip
VOWELS = ("a", "e", "i", "o", "8", "11", "18", "heir", "hour", "honour")  # how words begin that need "an"


def every(cards: tree.Cards | tree.CalledCards) -> str:
    """Return a phrase for all of these cards.

    >>> every(tree.Card(12, "clubs")), every(tree.Number(1)), every(tree.Suit("hearts")), every(tree.Suit("red"))
    ('the queen of clubs', 'every ace', 'every heart', 'every red card')
    """
    match cards:
        case tree.Card(number, suit):
            return f"the {card_words(_rank(number), suit)}"
        case tree.Number(number):
            return f"every {_rank(number)}"
        case tree.Kind(name):
            return f"every {words(name)}"
        case tree.CalledCards(kind, word):
            return f"every card of the {kind} that the {word} names"
    return f"every {words(cards.suit).removesuffix('s')}{'' if is_noun(cards.suit) else ' card'}"


def _rank(number: int | str) -> str:
    return str(COURT.get(number, number) if isinstance(number, int) else number)


def selection(chosen: tree.Selection) -> str:
    """Return a phrase for one card of a selection.

    >>> selection(tree.Selection(None, (tree.Suit("hearts"),))), selection(tree.Selection(tree.Suit("clubs")))
    ('a card of your choice except hearts', 'a club')
    """
    what = "a card of your choice" if chosen.cards is None else held(chosen.cards)
    return f"{what} except {listed(map(plural, chosen.without))}" if chosen.without else what


def plural(cards: tree.Cards | tree.CalledCards) -> str:
    """Return a phrase for cards of a kind, without an article.

    >>> plural(tree.Number(13)), plural(tree.Suit("hearts")), plural(tree.Suit("red")), plural(tree.Kind("joker"))
    ('kings', 'hearts', 'red cards', 'jokers')
    """
    match cards:
        case tree.Number(number):
            return f"{_rank(number)}s"
        case tree.Suit(suit):
            return words(suit) if is_noun(suit) else f"{words(suit)} cards"
        case tree.Kind(name):
            return words(name) if name.endswith("s") else f"{words(name)}s"
        case tree.CalledCards(word=word):
            return f"cards of the {word}"
    return every(cards)


def held(part: tree.Combination | tree.CalledCards) -> str:
    """Return a phrase for cards or a play in a hand.

    >>> held(tree.Number(8)), held(tree.Play("one pair")), held(tree.Kind("joker"))
    ('an 8', 'a pair', 'a joker')
    """
    if isinstance(part, tree.Play):
        return PLAYS.get(part.name, f"a {part.name}")
    what = every(part)
    return with_article(what.removeprefix("every ")) if what.startswith("every ") else what


def with_article(word: str) -> str:
    """Return a word, in which underscores stand for spaces, after the article that it needs.

    >>> with_article("8"), with_article("heir"), with_article("high_bid")
    ('an 8', 'an heir', 'a high bid')
    """
    return f"{'an' if word.startswith(VOWELS) else 'a'} {words(word)}"


def plural_cards(chosen: tree.Selection) -> str:
    """Return a phrase for all cards of a selection.

    >>> plural_cards(tree.Selection(tree.Suit("hearts"))), plural_cards(tree.Selection(None, (tree.Number(1),)))
    ('hearts', 'cards except aces')
    """
    what = "cards" if chosen.cards is None else plural(chosen.cards)
    return f"{what} except {listed(map(plural, chosen.without))}" if chosen.without else what


def held_cards(chosen: tree.Selection) -> str:
    """Return a phrase for one card of a selection, without an article.

    >>> held_cards(tree.Selection(tree.Suit("hearts"))), held_cards(tree.Selection(None))
    ('heart', 'card')
    """
    what = "card" if chosen.cards is None else held(chosen.cards).partition(" ")[2]
    return f"{what} except {listed(map(plural, chosen.without))}" if chosen.without else what
