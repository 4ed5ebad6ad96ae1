"""The lineups of a tournament: all that a card set can form, or a list of chosen ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator

from cardwright.core import data
from cardwright.core.data import Name
from cardwright.core.errors import BadData

from .cards import CardSet
from .state import CARD_BITS, MAX_LINEUP

MAX_LINEUPS = 1 << 24
NO_CARD = -1  # in the row of a lineup that is shorter than others


def _split(value: Any) -> Any:
    names = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"a lineup is a list of names of cards, or one text with commas, not {str(value)[:60]!r}")
    if not 1 <= len(names) <= MAX_LINEUP:
        raise ValueError(f"a lineup has 1 to {MAX_LINEUP} cards, not {len(names)}")
    return names


def _listed(value: Any) -> Any:
    if not isinstance(value, list) or not value:
        raise ValueError("lineups are a list with at least one lineup, as in [[Ogre, Bomb], [Ogre, Ogre]]")
    if len(value) > MAX_LINEUPS:
        raise ValueError(f"at most {MAX_LINEUPS:,} lineups are allowed, not {len(value):,}")
    return value


Lineup = Annotated[list[Name], BeforeValidator(_split, json_schema_input_type=str | list[Name])]  # in a file
Lineups = Annotated[list[Lineup], BeforeValidator(_listed)]


def all_lineups(kinds: int, size: int) -> np.ndarray:
    """Return every ordered choice of `size` cards, with repetition, as rows of card indices.

    >>> all_lineups(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if not 1 <= size <= MAX_LINEUP:
        raise BadData(f"size: {size}; a lineup has 1 to {MAX_LINEUP} cards")
    if kinds**size > MAX_LINEUPS:
        raise BadData(f"{kinds} cards make {kinds**size:,} lineups of {size}; at most {MAX_LINEUPS:,} are allowed")
    return np.indices((kinds,) * size, np.uint8).reshape(size, -1).T.copy()


def read_lineups(path: str | Path) -> list[list[str]]:
    """Read a YAML or JSON file with a list of lineups, each a list of card names or one text with commas."""
    document = data.read(path)
    return data.validate(Lineups, document.value, document)


def chosen_lineups(lineups: Sequence[Sequence[str] | str], cards: CardSet) -> tuple[CardSet, np.ndarray]:
    """Return the cards that are in some lineup, and the lineups as rows of their indices.

    >>> from cardwright.autobattler import Card
    >>> cards = CardSet([Card("Ant", 1, 1), Card("Bee", 1, 1), Card("Cat", 3, 3)])
    >>> used, rows = chosen_lineups([["Cat"], ["Ant", "Cat"]], cards)
    >>> used.names, rows.tolist()
    (['Ant', 'Cat'], [[1, -1], [0, 1]])
    """
    if isinstance(lineups, str):
        raise BadData("lineups must be a list of lineups, each a list of card names")
    document = data.Document([list(each) if isinstance(each, tuple) else each for each in lineups], "lineups")
    named = data.validate(Lineups, document.value, document)
    appearing = {name for lineup in named for name in lineup}
    for name in sorted(appearing):
        cards.card(name)
    used = CardSet(tuple(card for card in cards.cards if card.name in appearing), cards.mechanics)
    index = {name: k for k, name in enumerate(used.names)}
    rows = np.full((len(named), max(map(len, named))), NO_CARD, np.int16)
    for row, lineup in zip(rows, named, strict=True):
        row[: len(lineup)] = [index[name] for name in lineup]
    return used, rows


def lineup_codes(lineups: np.ndarray) -> np.ndarray:
    """Return each lineup packed into one integer, as the kernels expect it."""
    shifts = CARD_BITS * np.arange(lineups.shape[1], dtype=np.int64)
    codes: np.ndarray = ((lineups.astype(np.int64) + 1) << shifts).sum(axis=1)
    return codes
