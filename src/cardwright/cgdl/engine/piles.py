# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The piles of a record: its tables, then the stack of each player."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .state import MAX_PLAYERS


@inner
def stack_of(s, player):
    """Return the pile that is a player's stack; games of language 3 have more tables before the stacks."""
    return len(s.top) - MAX_PLAYERS + player
