"""Parts of a game that mean something else once its deck and its words are known."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import Any

from . import tree
from .decks import Pack


def fitted(part: Any, pack: Pack, words: tuple[str, ...]) -> Any:
    """Return a part of a game as its deck and its words demand.

    In a deck of the game's own, numbers of cards are names of ranks. `suit WORD` means a suit of the deck, or else the
    suit that a word of the player stands for.
    """
    if isinstance(part, tuple):
        parts_fitted = tuple(fitted(each, pack, words) for each in part)
        return parts_fitted if any(map(operator.is_not, parts_fitted, part)) else part
    if not isinstance(part, tree.Node):
        return part
    match part:
        case tree.Number(number) if pack.own:
            return tree.Kind(str(number), at=part.at)
        case tree.Card(number, suit) if pack.own:
            return tree.Card(str(number), suit, at=part.at)
        case tree.Suit(suit) if suit not in pack.suits and suit in words:
            return tree.CalledCards(tree.OF_SUIT, suit, at=part.at)
        case tree.Choose(kind=tree.OF_SUIT):
            return replace(part, highest=len(pack.suits) - 1)
        case tree.Choose(kind=tree.OF_CARD):
            return replace(part, highest=len(pack.ranks))
    names: tuple[str, ...] = type(part).__match_args__
    parts = {name: getattr(part, name) for name in names}
    changed = {name: new for name, old in parts.items() if (new := fitted(old, pack, words)) is not old}
    return replace(part, **changed) if changed else part
