# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The value of a position by weights that were fitted to played games (`cardwright fit`), and the files that hold them.

    format: cardwright value 1
    game: spire
    made: {games: 2000}
    weights: {bias: 0.2, estimate: 1.5, HP: 0.03, ...}

The features of a position are the game's own estimate, the verb `evaluate`, and what the verb `summarise` writes. The
value is 2 p - 1, where p is the logistic function of their weighted sum: the expected score, from -1 to 1.

A game can ship values: files in the folder `data/values` next to its class, known by their names without ".yaml".
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from cardwright.core import data, files
from cardwright.core.compiling.jit import inlined
from cardwright.core.errors import BadData
from cardwright.core.game import Game
from cardwright.core.verbs import OVER, decider, evaluate, score, summarise

from .weights import Key, Note, check_family, is_file, read_document, shipped_file

FORMAT = "cardwright value 1"
LARGEST_WEIGHT = 1e6
DIGITS = 6  # of weights in a file
OWN_ESTIMATE = 1  # features before those of `summarise`

Number = Annotated[float, Field(ge=-LARGEST_WEIGHT, le=LARGEST_WEIGHT, allow_inf_nan=False)]


class ValueFile(data.Data):
    """A file with a fitted value: the weights of features of positions, by name."""

    format: Literal["cardwright value 1"]
    game: Key
    made: Annotated[dict[Key, Note], Field(max_length=100)] = Field(default_factory=dict)
    weights: Annotated[dict[Key, Number], Field(max_length=10_000)]


def feature_names(game: Game) -> list[str]:
    """Return the names of the features that a value is computed from."""
    return ["estimate", *(game.summary_names or game.features)]


@inlined
def describe(s, rules, player, features):
    """Write the features of a position for a player and return how many there are."""
    features[0] = evaluate(s, rules, player)
    return OWN_ESTIMATE + summarise(s, rules, player, features[OWN_ESTIMATE:])


@inlined
def value_of(s, rules, player, weights, features):
    """Return the value of a position to a player; `weights` begin with the bias, and `features` is memory for them."""
    if decider(s) == OVER:
        return np.float64(score(s, player))
    total = weights[0]
    for k in range(describe(s, rules, player, features)):
        total += weights[1 + k] * features[k]
    return 2.0 / (1.0 + math.exp(-min(50.0, max(-50.0, total)))) - 1.0


@dataclass(frozen=True)
class SavedValue:
    """The weights in a file, as yet for no particular game."""

    content: ValueFile
    document: data.Document
    checksum: str  # of the text

    def for_game(self, game: Game) -> np.ndarray:
        """Return the weights, the bias first, for a game with the same features."""
        document, weights = self.document, self.content.weights
        check_family(document, self.content.game, game)
        wanted = ["bias", *feature_names(game)]
        for name in wanted:
            if name not in weights:
                raise BadData(f"{document.at(('weights',))}: the weight {name!r} is missing")
        for name in weights:
            if name not in wanted:
                raise BadData(f"{document.at(('weights', name))}: {game.title} has no feature {name[:60]!r}")
        return np.array([weights[name] for name in wanted])


def read_value(path: str | Path) -> SavedValue:
    """Return the weights in a file."""
    document, checksum = read_document(path)
    return SavedValue(data.validate(ValueFile, document.value, document), document, checksum)


_read_shipped = functools.cache(read_value)  # an agent may ask for it at every decision


@dataclass(frozen=True)
class Value:
    """A fitted value by its source: a file, which is read at once and only once, or a name under which games ship one.

    >>> Value("fitted").source
    'fitted'
    """

    source: str
    _file: SavedValue | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_file", read_value(self.source) if is_file(self.source) else None)

    def saved(self, game: Game) -> SavedValue:
        """Return its weights, as they are saved."""
        return self._file or _read_shipped(shipped_file("values", self.source, game))


def write_value(path: str | Path, game: Game, weights: Sequence[float], made: Mapping[str, Note]) -> None:
    """Write weights, the bias first, with `made` saying how they came about."""
    names = ["bias", *feature_names(game)]
    written = {name: float(f"{each:.{DIGITS}g}") for name, each in zip(names, weights, strict=True)}
    content = {"format": FORMAT, "game": game.family, "made": dict(made), "weights": written}
    files.write(path, data.to_yaml(content))
