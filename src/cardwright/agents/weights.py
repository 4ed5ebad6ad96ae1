"""Weights in files: the numbers that the agent `rules` plays by, beside their names, to be read, shared and changed.

    format: cardwright weights 1
    game: spire
    made: {by: hand}
    weights: {damage: 1.0, block: 1.2, other: 4.0, spare: 0.1}

A game can ship weights: files in the folder `data/weights` next to its class, known by their names without ".yaml".
"""

from __future__ import annotations

import functools
import hashlib
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from cardwright.core import data, files
from cardwright.core.errors import BadData, unknown
from cardwright.core.game import Game, Weight

FORMAT = "cardwright weights 1"
LARGEST_FILE = 1024 * 1024
SUFFIXES = (".yaml", ".yml", ".json", ".npz")
DIGITS = 6  # after the decimal point of weights in a file

Note = Annotated[str, Field(max_length=2000)] | bool | int | float | None
Key = Annotated[str, Field(max_length=200)]
# For editors. Which names are groups, and what a weight can be, depends on the game.
_NUMBERS = {"type": ["number", "object"], "additionalProperties": {"type": "number"}}


class WeightsFile(data.Data):
    """A file with weights, which are numbers by name or, in groups of the game, by group and name."""

    format: Literal["cardwright weights 1"]
    game: Annotated[str, Field(max_length=200)]
    made: Annotated[dict[Key, Note], Field(max_length=100)] = Field(default_factory=dict)
    weights: Annotated[dict[Key, Annotated[Any, WithJsonSchema(_NUMBERS)]], Field(max_length=10_000)]


@dataclass(frozen=True)
class SavedWeights:
    """The weights in a file, as yet for no particular game."""

    content: WeightsFile
    document: data.Document
    checksum: str  # of the text

    def for_game(self, game: Game) -> tuple[float, ...]:
        """Return the weights in the order in which the game's heuristics read them."""
        check_family(self.document, self.content.game, game)
        table = game.readable_weights()
        needed = [(each.group, each.name) for each in game.weight_table()]
        given = self._given(table)
        named = {name for _, name in given}
        values: dict[tuple[str, str], float] = {}
        for each in sorted(table, key=lambda weight: bool(weight.typical)):  # what stands in for others comes first
            found = given.get((each.group, each.name), values.get((each.like, each.name)) if each.like else None)
            if each.typical and each.name not in named:
                known = [values[each.group, name] for name in each.typical if (each.group, name) in values]
                found = sum(known) / len(known) if known else None
            if found is None and (each.group, each.name) in needed:
                where = ("weights", each.group) if each.group in self.content.weights else ("weights",)
                raise BadData(f"{self.document.at(where)}: the weight {called(each)!r} is missing")
            if found is not None:
                values[each.group, each.name] = found
        return tuple(values[key] for key in needed)

    def _given(self, table: Sequence[Weight]) -> dict[tuple[str, str], float]:
        """Return the numbers of the file by group and name, if the game has such weights and allows the numbers."""
        known = {(each.group, each.name): each for each in table}
        groups = {each.group for each in table}
        given: dict[tuple[str, str], float] = {}
        for key, value in self.content.weights.items():
            inside = value if isinstance(value, dict) and key in groups else {key: value}
            for name, number in inside.items():
                location = ("weights", key) if inside is not value else ("weights", key, name)
                group = "" if inside is not value else key
                with self.document.error_context(*location):
                    if (group, name) not in known:
                        raise unknown("weight", name, [each for home, each in known if home == group] or groups)
                    given[group, name] = _checked(known[group, name], number)
        return given


def is_file(source: str) -> bool:
    """Whether a text names a file with weights or a network, by its suffix."""
    return source.lower().endswith(SUFFIXES)


def read_file(path: str | Path) -> SavedWeights:
    """Return the weights in a file."""
    document, checksum = read_document(path)
    return SavedWeights(data.validate(WeightsFile, document.value, document), document, checksum)


def read_document(path: str | Path) -> tuple[data.Document, str]:
    """Return the content of a file with weights and a checksum of its text."""
    text = data.read_text(path, LARGEST_FILE)
    return data.parse(text, str(path), LARGEST_FILE), hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def check_family(document: data.Document, family: str, game: Game) -> None:
    """Raise an error if the weights of a file are for another family of games."""
    if family != game.family:
        raise BadData(f"{document.at(('game',))}: these weights are for {family[:60]!r}, not {game.family!r}")


def find_weights(source: str, game: Game) -> SavedWeights:
    """Return the weights in a file, or those that the game ships under a name."""
    return read_file(source) if is_file(source) else _read_shipped(shipped_file("weights", source, game))


def read_weights(source: str, game: Game) -> tuple[float, ...]:
    """Return weights for a game: from a file, or by the name under which the game ships them."""
    return find_weights(source, game).for_game(game)


def weights_in(document: data.Document, game: Game) -> tuple[float, ...]:
    """Return the weights in a part of another file, a mapping with `weights`."""
    content = WeightsFile(format="cardwright weights 1", game=game.family, weights=document.value["weights"])
    return SavedWeights(content, document, "").for_game(game)


def shipped_files(kind: str, game: Game, suffix: str = ".yaml") -> dict[str, Path]:
    """Return the files that come with a game, "weights", "values" or "policies", by name."""
    module = sys.modules[type(game).__module__]
    folder = Path(getattr(module, "__file__", None) or "").parent / "data" / kind
    return {each.stem: each for each in sorted(folder.glob(f"*{suffix}"))}


def shipped_file(kind: str, name: str, game: Game, suffix: str = ".yaml") -> Path:
    """Return a file that comes with a game."""
    found = shipped_files(kind, game, suffix)
    if name not in found:
        raise unknown(f"{kind} of {game.title}", name, [*found, f"FILE{suffix}"])
    return found[name]


_read_shipped = functools.cache(read_file)  # an agent may ask for them at every decision


def write_weights(path: str | Path, game: Game, weights: Sequence[float], made: Mapping[str, Note]) -> None:
    """Write weights to a file, with notes on their making in `made`; weights equal to their model are left out."""
    files.write(path, text_of(game, weights, made))


def text_of(game: Game, weights: Sequence[float], made: Mapping[str, Note]) -> str:
    """Return the text of a file with these weights."""
    content = {"format": FORMAT, "game": game.family, "made": dict(made), "weights": by_name(game, weights)}
    return data.to_yaml(content)


def by_name(game: Game, weights: Sequence[float]) -> dict[str, Any]:
    """Return weights as a file has them: by group and name, without those that equal their model."""
    table = game.weight_table()
    values = {(each.group, each.name): value for each, value in zip(table, rounded(weights), strict=True)}
    written: dict[str, Any] = {}
    for each in table:
        value = values[each.group, each.name]
        if not each.like or value != values[each.like, each.name]:
            home = written.setdefault(each.group, {}) if each.group else written
            home[each.name] = _checked(each, value)
    return written


def rounded(weights: Sequence[float]) -> tuple[float, ...]:
    """Return weights as a file keeps them."""
    return tuple(round(float(each), DIGITS) for each in weights)


def _checked(weight: Weight, number: Any) -> float:
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if not is_number or not math.isfinite(number) or not weight.low <= number <= weight.high:
        allowed = f"a number from {weight.low:g} to {weight.high:g}"
        raise BadData(f"the weight {called(weight)!r} is {allowed}, not {str(number)[:40]!r}")
    return float(number)


def called(weight: Weight) -> str:
    """Return the name of a weight with its group."""
    return f"{weight.group}: {weight.name}" if weight.group else weight.name
