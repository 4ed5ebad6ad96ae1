"""What the tables of language 3 say of the cards of a game, which can have a deck of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..language.decks import Pack
from .state import MAX_CARDS, NONE

MAX_SUITS, MAX_RANKS = 8, 32

PACK_FIELDS: list[tuple[Any, ...]] = [
    ("all_cards", np.int64),  # the set of all cards
    ("suit_cards", np.int64, (MAX_SUITS,)),
    ("rank_cards", np.int64, (MAX_RANKS,)),
    ("equal", np.int64, (MAX_CARDS,)),  # for each card the cards equal to it, itself included
    ("card_count", np.int8),
    ("suit_count", np.int8),
    ("rank_count", np.int8),
    ("bowers", np.int8),  # the rank of the two highest trumps, NONE if no rank is
    ("face_count", np.int8),  # different cards
    ("suit_of", np.int8, (MAX_CARDS,)),  # NONE for cards without a suit
    ("rank_of", np.int8, (MAX_CARDS,)),
    ("height", np.int8, (MAX_CARDS,)),
    ("face_of", np.int8, (MAX_CARDS,)),  # the number of each card among the different ones
    ("first_of", np.int8, (MAX_CARDS,)),  # the first card of each face
]


def set_pack(record: Any, pack: Pack) -> None:
    """Write the cards of a game into its tables."""
    size, places = pack.size, {card: place for place, card in enumerate(pack.faces)}
    record["all_cards"] = pack.everything
    record["card_count"], record["face_count"] = size, len(pack.faces)
    record["suit_count"], record["rank_count"] = len(pack.suits), len(pack.ranks)
    record["bowers"] = pack.ranks.index(pack.bowers) if pack.bowers else NONE
    record["suit_cards"][: len(pack.suits)] = [pack.of_suit(suit) for suit in range(len(pack.suits))]
    record["rank_cards"][: len(pack.ranks)] = [pack.of_rank(rank) for rank in range(len(pack.ranks))]
    record["equal"][:size] = [pack.equal(card) for card in range(size)]
    record["suit_of"][:size], record["rank_of"][:size] = pack.suit_of, pack.rank_of
    record["height"][:size] = pack.heights
    record["face_of"][:size] = [places[face] for face in pack.face_of]
    record["first_of"][: len(pack.faces)] = pack.faces
