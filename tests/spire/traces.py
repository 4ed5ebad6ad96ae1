"""Battles played in a way that depends on the position alone, told by a number for each position.

    NUMBA_DISABLE_JIT=1 python tests/spire/traces.py

prints the traces of all battles as JSON: compiled or not, they are the same.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import random_battles

import cardwright
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action


class Steady:
    """An agent that decides by the position alone."""

    def choose(self, state: State) -> Action:
        """One of the legal actions."""
        options = state.legal()
        return options[sum(map(ord, str(state))) % len(options)]


SCENARIOS = ("jaw-worm", "toolbox", "sentries")
SEEDS = range(20)
LONGEST = 40


def trace(game: Game, seed: int) -> list[Any]:
    """The check of every position of a battle; at the end, what stopped it, if something did."""
    found: list[Any] = []
    try:
        state = game.new(seed)
        while not state.over and len(found) < LONGEST:
            found.append(state.check())
            options = state.legal()
            state.play(options[found[-1] % len(options)])
        return [*found, state.check(), state.score()]
    except CardwrightError as error:
        return [*found, str(error)]


def all_traces() -> dict[str, list[Any]]:
    """Traces of battles that come with the package, and of some with rules made of random parts."""
    games = {name: cardwright.game(f"spire:{name}") for name in SCENARIOS}
    found = {f"{name} {seed}": trace(game, seed) for name, game in games.items() for seed in SEEDS}
    for seed in range(12):
        try:
            game = cardwright.spire.family.game(random_battles.invented(Random(seed)))
        except CardwrightError:
            continue
        found[f"invented {seed}"] = trace(game, seed)
    return found


if __name__ == "__main__":
    print(json.dumps(all_traces()))
