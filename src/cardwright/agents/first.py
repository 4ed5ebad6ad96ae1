# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The first legal action: the simplest agent, and the fastest."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined

from .compiled import Instant, built_in


@inlined
def take_first(actions, n, settings, agent_seed, player, decision, dice):
    """Return the first legal action."""
    return actions[0]


@built_in("first")
class First(Instant):
    """Takes the first legal action."""

    kernel = staticmethod(take_first)
