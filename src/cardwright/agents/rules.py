"""The game's own heuristics: the verb `advise`, asked about what the player can know."""

from __future__ import annotations

import math
from typing import ClassVar

from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.jit import inlined
from cardwright.core.verbs import advise_fairly, provides

from .compiled import Compiled, built_in

MOST_WEIGHTS = 10_000


@inlined
def take_advice(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action that the game's heuristics advise."""
    return advise_fairly(s, rules, weights, player, scratch.actions[0], n, seed, scratch.states[0])


@built_in("rules")
class Rules(Compiled):
    """Follows the game's own heuristics, with the game's weights or others.

    >>> Rules((1.0, 0.5)).name
    'rules:1.0+0.5'
    """

    weights: tuple[float, ...] = ()

    quick: ClassVar[bool] = True
    kernel = staticmethod(take_advice)

    def __post_init__(self) -> None:
        if len(self.weights) > MOST_WEIGHTS or not all(math.isfinite(each) for each in self.weights):
            raise CardwrightError(f"the weights of agent 'rules' are at most {MOST_WEIGHTS:,} finite numbers")
        object.__setattr__(self, "weights", tuple(float(each) for each in self.weights))

    def settings_text(self) -> list[str]:
        """Return the weights."""
        return [repr(each).replace("e+", "e") for each in self.weights]  # settings are joined with a plus

    def weights_for(self, game: Game) -> tuple[float, ...]:
        """Return the agent's own weights or else the game's."""
        if not provides("advise", game.dtype):
            raise CardwrightError(f"{game.title} has no heuristics for the agent 'rules'")
        if self.weights and len(self.weights) != len(game.weights):
            raise CardwrightError(f"'rules' takes {len(game.weights)} weights in {game.title}, not {len(self.weights)}")
        return self.weights or game.weights
