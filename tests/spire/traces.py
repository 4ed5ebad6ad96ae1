"""Traces of battles: a checksum of each position, with actions that depend on the position alone.

    NUMBA_DISABLE_JIT=1 python tests/spire/traces.py

prints the traces of all battles as JSON. They are the same compiled and uncompiled.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import random_battles

import cardwright
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State


class Steady:
    """An agent whose choice depends on the position alone."""

    def choose(self, state: State) -> Action:
        """Choose one of the legal actions."""
        options = state.legal()
        return options[sum(map(ord, str(state))) % len(options)]


SCENARIOS = ("jaw-worm", "toolbox", "sentries")
SEEDS = range(4)
MAX_DECISIONS = 40


def trace(game: Game, seed: int) -> list[Any]:
    """Return the checksum of every position of a battle, and at the end its score or the error that stopped it."""
    found: list[Any] = []
    try:
        state = game.new(seed)
        while not state.over and len(found) < MAX_DECISIONS:
            found.append(state.check())
            options = state.legal()
            state.play(options[found[-1] % len(options)])
        return [*found, state.check(), state.score()]
    except CardwrightError as error:
        return [*found, str(error)]


def all_traces() -> dict[str, list[Any]]:
    """Return traces of standard scenarios and of battles with randomly composed rules."""
    games = {name: cardwright.game(f"spire:{name}") for name in SCENARIOS}
    found = {f"{name} {seed}": trace(game, seed) for name, game in games.items() for seed in SEEDS}
    for seed in range(8):
        try:
            game = cardwright.spire.family.game(random_battles.invented(Random(seed)))
        except CardwrightError:
            continue
        found[f"invented {seed}"] = trace(game, seed)
    return found


if __name__ == "__main__":
    print(json.dumps(all_traces()))
