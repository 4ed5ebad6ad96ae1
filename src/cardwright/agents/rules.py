# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The game's own heuristics: the verb `advise`, asked about what the player can know."""

from __future__ import annotations

import math
from typing import ClassVar

from cardwright.core.compiling.jit import inlined
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import below, unit
from cardwright.core.verbs import advise_fairly, provides

from .compiled import Compiled, built_in, setting
from .weights import SavedWeights, find_weights, is_file, read_file

MOST_WEIGHTS = 10_000


@inlined
def take_advice(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action that the game's heuristics advise; a slip is any legal action instead."""
    if settings.slips > 0:
        scratch.dice[0].rng[0] = seed
        if unit(scratch.dice[0], 0) < settings.slips:
            return scratch.actions[0, below(scratch.dice[0], 0, n)]
    return advise_fairly(s, rules, weights, player, scratch.actions[0], n, seed, scratch.states[0])


@built_in("rules")
class Rules(Compiled):
    """Follows the game's own heuristics, with the game's weights or others: numbers, or from a source.

    A source is a file, or the name of weights that come with the game. `slips` is the share of decisions in which it
    takes any legal action instead.

    >>> Rules((1.0, 0.5)).name, Rules(source="evolved", slips=0.3).name
    ('rules:1.0+0.5', 'rules:evolved+slips=0.3')
    """

    weights: tuple[float, ...] = ()
    source: str = ""
    slips: float = setting(low=0, high=1, default=0.0)

    @property
    def description(self) -> str:
        """What it is in words."""
        return "a rule-based player that makes mistakes" if self.slips else "a rule-based player"

    quick: ClassVar[bool] = True
    kernel = staticmethod(take_advice)

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.weights) > MOST_WEIGHTS or not all(math.isfinite(each) for each in self.weights):
            raise CardwrightError(f"the weights of agent 'rules' are at most {MOST_WEIGHTS:,} finite numbers")
        object.__setattr__(self, "weights", tuple(float(each) for each in self.weights))
        object.__setattr__(self, "_file", read_file(self.source) if is_file(self.source) else None)

    def settings_text(self) -> list[str]:
        """Return the weights, or where they come from, and the slips."""
        weights = [repr(each).replace("e+", "e") for each in self.weights]  # settings are joined with a plus
        return [*([self.source] if self.source else weights), *super().settings_text()]

    def weights_for(self, game: Game) -> tuple[float, ...]:
        """Return the agent's own weights or else the game's."""
        if not provides("advise", game.dtype):
            others = "use one that needs none: random, lookahead:2 or mcts:200, for example"
            raise CardwrightError(f"{game.title} has no heuristics for the agent 'rules'; {others}")
        if self.source:
            return self._saved(game).for_game(game)
        if self.weights and len(self.weights) != len(game.weights):
            raise CardwrightError(f"'rules' takes {len(game.weights)} weights in {game.title}, not {len(self.weights)}")
        return self.weights or game.weights

    def identity(self, game: Game) -> str:
        """Return the name and, for weights from a source, a checksum of their text."""
        return f"{self.name}@{self._saved(game).checksum}" if self.source else self.name

    def _saved(self, game: Game) -> SavedWeights:
        """Return the weights from the source; a file was read when the agent was made."""
        found: SavedWeights | None = self._file  # type: ignore[attr-defined]
        return found or find_weights(self.source, game)
