"""What a player reads of a position: verb by verb, as plain data that can be compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.state import State

from .differences import data_difference


class Readings:
    """All that a player reads of a position; the actions only if that player decides."""

    def __init__(self, state: State, player: int):
        game = state.game
        summary = np.zeros(len(game.summary_names or game.features))
        array_verbs.summarise(state.records, 0, game.rules, player, summary)
        self.read: dict[str, Any] = {
            "seen": normal(state.seen(player), game.presentation.unordered),
            "observe": dict(zip(game.features, state.observe(player).tolist(), strict=True)),
            "tokenise": state.tokens(player).tolist(),
            "summarise": dict(zip(game.summary_names or game.features, summary.tolist(), strict=True)),
        }
        actions, labels, indices = (np.zeros(game.max_actions, np.int64) for _ in range(3))
        n = 0
        if state.decider == player:
            array_verbs.indexed(state.records, 0, game.rules, actions, indices)
            n = array_verbs.options(state.records, 0, game.rules, actions, labels)
            self.read["legal"] = [str(action) for action in state.legal()]
            self.read["action_index"] = indices[:n].tolist()
        self.actions, self.labels = actions[:n], labels[:n]

    def difference(self, other: Readings, here: str, there: str) -> tuple[str, str] | None:
        """Return the verb that tells two positions apart, and in what, or None; `here` and `there` name the positions.

        Actions are compared in words. Their numbers can tell equal cards apart, which is no secret.
        """
        for name, value in self.read.items():
            found = data_difference(value, other.read[name])
            if found:
                verb = "label" if name == "legal" and np.array_equal(self.actions, other.actions) else name
                where = f"{verb}{found.where}" if found.where.startswith("[") else found.where or verb
                return verb, f"{where} is {found.one} in {here} and {found.other} in {there}"
        return None

    def difference_in_numbers(self, other: Readings, here: str, there: str) -> tuple[str, str] | None:
        """Return the same for a position and a hidden copy of it, in which actions keep their numbers."""
        if len(self.actions) != len(other.actions):
            return "legal", f"there are {len(self.actions)} actions in {here} and {len(other.actions)} in {there}"
        for verb, mine, others in (("legal", self.actions, other.actions), ("label", self.labels, other.labels)):
            apart = np.flatnonzero(mine != others)
            if len(apart):
                k = apart[0]
                return verb, f"action {k} is number {mine[k]} in {here} and {others[k]} in {there}"
        return None


def normal(value: Any, unordered: tuple[str, ...], sort: bool = False) -> Any:
    """Return a view in which zones without an order are sorted."""
    if isinstance(value, dict):
        return {name: normal(each, unordered, sort or name in unordered) for name, each in value.items()}
    if isinstance(value, list | tuple):
        items = [normal(each, unordered) for each in value]
        return sorted(items, key=repr) if sort else items
    return value
