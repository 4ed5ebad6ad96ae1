"""Layouts and moves in plain English: what players may do, choose and notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..language import tree
from .cards import selection
from .words import Words, count, listed, player

FITS = {
    tree.ONE_HIGHER: "one higher",
    tree.ONE_LOWER: "one lower",
    tree.IN_ORDER: "the next in order, from the lowest",
    tree.OTHER_COLOUR: "of the other colour",
    tree.SAME_SUIT: "of the same suit",
    tree.SAME_NUMBER: "of the same number",
    "<": "lower",
    "<=": "no higher",
    "=": "equal",
    ">=": "no lower",
    ">": "higher",
}


def layout_phrases(game: tree.Game) -> Iterator[str]:
    """Yield the groups of tables of a game, as what lies on the table."""
    for layout in game.layouts:
        whose = " for each player" if layout.own else ""
        suits = " (one for each suit)" if layout.by_suit else ""
        each = layout.each(game.players)
        name = layout.name.replace("_", " ") if each == 1 else plural_name(layout.name)
        yield f"{'a' if each == 1 else each} {name}{whose}{suits}"


def plural_name(name: str) -> str:
    """Return the name of a layout for several tables."""
    return f"{name.replace('_', ' ')}s"


def place_words(place: tree.Place, words: Words, game: tree.Game, article: str = "a") -> str:
    """Return a place where a card is moved from or to."""
    match place:
        case tree.Hand():
            return "your hand"
        case tree.Table(which):
            return words.table(which)
    layout = next(each for each in game.layouts if each.name == place.name)
    name = place.name.replace("_", " ")
    if place.this:
        return f"this {name}"
    if layout.by_suit:
        return f"{'your' if layout.own else 'the'} {name} of its suit"
    if layout.own:
        return f"your {name}" if layout.each(game.players) == 1 else f"one of your {name}s"
    return f"{'an' if article == 'a' and name[0] in 'aeiou' else article} {name}"


def zone_of_layout(place: tree.InLayout, game: tree.Game) -> str:
    """Return the tables of a layout where cards are counted together."""
    layout = next(each for each in game.layouts if each.name == place.name)
    name = place.name.replace("_", " ")
    if place.this:
        return f"this {name}"
    if layout.own and layout.each(game.players) == 1:
        return f"your {name}"
    return f"{'your' if layout.own else 'the'} {name}s"


def move_action(consequent: Any, words: Words, game: tree.Game) -> str:
    """Return what a consequent moves or turns, as what follows "you may"; empty for others."""
    match consequent:
        case tree.MoveCards():
            return _move(consequent, words, game)
        case tree.RevealTop(tree.Table(which)):
            return f"turn up the top card of {words.table(which)}"
        case tree.RevealTop(place):
            return f"turn up any hidden card at the top of {place_words(place, words, game)}"
        case tree.TurnOver(table):
            goal = "and put it under the deck" if game.effects else "to be the deck again"
            return f"turn {words.table(table.which)} over {goal}"
    return ""


def _move(move: tree.MoveCards, words: Words, game: tree.Game) -> str:
    places = listed((_source(each, words, game) for each in move.sources), "or")
    what = _moved_cards(move, places)
    if isinstance(move.to, tree.Hand):
        return f"take {what} into your hand"
    verb, to = ("put", "on") if move.sources == (tree.Hand(tree.ME),) else ("move", "to")
    return f"{verb} {what} {to} {_target(move, words, game)}"


def _source(place: tree.Place, words: Words, game: tree.Game) -> str:
    """Return a place where a card comes from: of tables by suit, any one."""
    where = place_words(place, words, game)
    return f"a {where.split(' ', 1)[1].removesuffix(' of its suit')}" if where.endswith(" of its suit") else where


def _moved_cards(move: tree.MoveCards, places: str) -> str:
    """Return what is moved, and from where."""
    one = selection(move.cards).replace("a card of your choice", "a card")
    if move.sources == (tree.Hand(tree.ME),):
        return one
    if move.above:
        return (
            f"a face-up card of {places}, with all cards on top of it,"
            if one == "a card"
            else f"{one}, with all cards on top of it, from {places}"
        )
    return f"the top card of {places}" if one == "a card" else f"{one} from the top of {places}"


def _target(move: tree.MoveCards, words: Words, game: tree.Game) -> str:
    to = place_words(move.to, words, game)
    several = to.startswith(("a ", "an "))
    if move.empty == tree.EMPTY:
        return f"an empty {_bare(to)}" if several else f"{to}, which must be empty"
    if move.to in move.sources:
        to = f"another {_bare(to)}"
    if not move.fits:
        return to
    also = ", if it is not empty" if move.empty == tree.OR_EMPTY else ""
    return f"{to}, where it must be {listed(map(_fit, move.fits))}{also}"


def _bare(place: str) -> str:
    return place.split(" ", 1)[1]


def _fit(fit: str) -> str:
    than = " than the top card" if fit in tree.RELATIONS or fit in (tree.ONE_HIGHER, tree.ONE_LOWER) else ""
    return f"{FITS[fit]}{than}"


def move_choice(move: tree.MoveCards, subject: str, card: str, words: Words, game: tree.Game) -> str:
    """Return the choice of a card to move, or of the table where the card goes."""
    if card:
        return f"to {subject}: move the {card} there"
    above = " and the cards on top of it" if move.above else ""
    by_hand = move.sources == (tree.Hand(tree.ME),)
    only = len(move.sources) == 1 and not by_hand and move.sources != (move.to,)
    whence = f" from {_source(move.sources[0], words, game)}" if only else ""
    verb, to = ("put", "on") if by_hand else ("move", "to")
    return f"{verb} {subject}{above}{whence} {to} {_there(move, words, game)}"


def _there(move: tree.MoveCards, words: Words, game: tree.Game) -> str:
    """Return where a card goes, without conditions: it can be moved there."""
    to = place_words(move.to, words, game)
    return f"an empty {_bare(to)}" if move.empty == tree.EMPTY and to.startswith(("a ", "an ")) else to


def moved(who: int, card: str, above: int, whence: str, to: str) -> str:
    """Return what somebody notices when a card is moved."""
    more = f" and {count(above, 'card')} on top of it" if above else ""
    return f"{player(who)} moves {card}{more}{f' from {whence}' if whence else ''} to {to or 'the hand'}"
