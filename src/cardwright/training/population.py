"""Populations in files: many individuals as weights by name, for a later evolution to start from.

{"format": "cardwright population 1", "game": "unicorns", "made": {"by": "cardwright evolve"},
 "individuals": [{"weights": {"worth": {"Yay": 0.3, ...}}}, ...]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from cardwright.agents import read_weights
from cardwright.agents.weights import Key, Note, by_name, check_family, is_file, weights_in
from cardwright.core import data, files
from cardwright.core.game import Game

from .settings import MOST_INDIVIDUALS

FORMAT = "cardwright population 1"


class _Individual(data.Data):
    weights: Annotated[dict[Key, Any], Field(max_length=10_000)]


class _Population(data.Data):
    format: Literal["cardwright population 1"]
    game: Annotated[str, Field(max_length=200)]
    made: Annotated[dict[Key, Note], Field(max_length=100)] = Field(default_factory=dict)
    individuals: Annotated[list[_Individual], Field(min_length=1, max_length=MOST_INDIVIDUALS)]


def write_population(path: Path, game: Game, individuals: Sequence[Sequence[float]], made: Mapping[str, Any]) -> None:
    """Write individuals to a file, the best first, with notes on their making; each has a line of its own."""
    head = json.dumps({"format": FORMAT, "game": game.family, "made": dict(made)})
    lines = ",\n".join(json.dumps({"weights": by_name(game, each)}) for each in individuals)
    files.write(path, f'{head[:-1]}, "individuals": [\n{lines}\n]}}\n')


def read_individuals(source: str, game: Game) -> list[tuple[float, ...]]:
    """Return the weights of all individuals in a population file, or those of a weights file or of a name."""
    if not is_file(source) or Path(source).suffix != ".json":
        return [read_weights(source, game)]
    document = data.read(Path(source), data.LARGEST_CHECKPOINT)
    if not isinstance(document.value, Mapping) or document.value.get("format") != FORMAT:
        return [read_weights(source, game)]
    saved = data.validate(_Population, document.value, document)
    check_family(document, saved.game, game)
    return [weights_in(document.part("individuals", index), game) for index in range(len(saved.individuals))]
