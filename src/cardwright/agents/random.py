# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Any legal action, all equally likely: the baseline for every other agent."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined
from cardwright.core.random import below
from cardwright.core.state import State

from .compiled import Instant, built_in
from .scratch import own_seed


@inlined
def take_any(actions, n, settings, agent_seed, player, decision, dice):
    """Return a legal action at random."""
    dice.rng[0] = own_seed(agent_seed, player, decision)
    return actions[below(dice, 0, n)]


@built_in("random")
class Random(Instant):
    """Takes any legal action, all equally likely."""

    kernel = staticmethod(take_any)

    def probabilities(self, state: State) -> dict[int, float]:
        """Return the same for all legal actions."""
        options = state.legal()
        return {action.id: 1 / len(options) for action in options}
