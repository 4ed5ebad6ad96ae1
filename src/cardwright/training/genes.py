"""Genes: the weights that evolve, each as a number from 0 to 1, and the fixed values of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cardwright.agents.weights import called
from cardwright.core.errors import CardwrightError, unknown
from cardwright.core.game import Game, Weight
from cardwright.core.verbs import provides


@dataclass(frozen=True)
class Genes:
    """Which weights of a game evolve; a genome holds a number from 0 to 1 for each of them."""

    table: tuple[Weight, ...]
    base: np.ndarray  # the weights to begin with
    evolving: np.ndarray  # the indices of those that evolve
    model: np.ndarray  # for each weight, the index of the one whose value it takes: its own if it has its own value

    def __len__(self) -> int:
        return len(self.evolving)

    def weights(self, genome: np.ndarray) -> np.ndarray:
        """Return all weights of an individual."""
        low, high = self._range()
        values = self.base.copy()
        values[self.evolving] = low + genome * (high - low)
        return np.asarray(values[self.model])

    def genome(self, weights: Sequence[float]) -> np.ndarray:
        """Return the genome of an individual with these weights."""
        low, high = self._range()
        return np.asarray(np.clip((np.asarray(weights)[self.evolving] - low) / (high - low), 0.0, 1.0))

    def _range(self) -> tuple[np.ndarray, np.ndarray]:
        low = np.array([each.low for each in self.table])[self.evolving]
        high = np.array([each.high for each in self.table])[self.evolving]
        return low, high


def make_genes(
    game: Game, wanted: Sequence[str] = (), fixed: Mapping[str, float] | None = None, base: Sequence[float] = ()
) -> Genes:
    """Return the genes that are wanted, by group or name, or all; `fixed` weights get a value and do not evolve.

    A weight that does not evolve follows its model if both begin with the same value.
    """
    table = tuple(game.weight_table())
    if not table or not provides("advise", game.dtype):
        raise CardwrightError(f"{game.title} has no heuristics whose weights could evolve")
    values = np.array(base or game.weights, np.float64)
    held = {index: value for name, value in (fixed or {}).items() for index in _find(table, name)}
    for index, value in held.items():
        if not table[index].low <= value <= table[index].high:
            allowed = f"{table[index].low:g} to {table[index].high:g}"
            raise CardwrightError(f"the weight {called(table[index])!r} is a number from {allowed}, not {value:g}")
        values[index] = value
    chosen = {index for name in wanted for index in _find(table, name)} if wanted else set(range(len(table)))
    evolving = sorted(chosen - set(held))
    if not evolving:
        raise CardwrightError("all weights are fixed; at least one must evolve")
    return Genes(table, values, np.array(evolving), _models(table, values, {*evolving, *held}))


def _models(table: Sequence[Weight], values: np.ndarray, own: set[int]) -> np.ndarray:
    """Return the index of the weight that each weight follows; those that evolve or are fixed follow none."""
    index_of = {(each.group, each.name): index for index, each in enumerate(table)}
    models = np.arange(len(table))
    for index, each in enumerate(table):
        model = index_of.get((each.like, each.name)) if each.like else None
        if model is not None and index not in own and values[index] == values[model]:
            models[index] = models[model]
    return models


def _find(table: Sequence[Weight], wanted: str) -> list[int]:
    """Return the indices of the weights of a group, or of one weight, as "manners: draw" or just "draw"."""
    matches = [lambda each: each.group, called, lambda each: each.name]
    for match in matches:
        found = [index for index, each in enumerate(table) if wanted and match(each) == wanted]
        if found:
            return found
    groups = dict.fromkeys(each.group for each in table if each.group)
    raise unknown("weight or group of weights", wanted, [*groups, *dict.fromkeys(each.name for each in table)])
