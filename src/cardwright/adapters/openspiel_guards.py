"""Errors in place of crashes: some C++ code of OpenSpiel releases Python's global lock and then calls games in Python.

Nothing in a game can prevent that, so the three functions that do it are wrapped. For all other games they work as
before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pyspiel

from cardwright.core.errors import CardwrightError

_INSTEAD = {
    (pyspiel.MCTSBot, "step"): "open_spiel.python.algorithms.mcts.MCTSBot, or its own mcts_search(state)",
    (pyspiel.ISMCTSBot, "step"): "open_spiel.python.algorithms.ismcts.ISMCTSBot",
    (pyspiel, "expected_returns_of_deterministic_policies_from_seeds"): "pyspiel.expected_returns",
}


def guard_bots(name: str) -> None:
    """Make what would crash in games of this name raise an error instead."""
    for (home, function), instead in _INSTEAD.items():
        setattr(home, function, _guarded(getattr(home, function), f"{home.__name__}.{function}", name, instead))


def _guarded(call: Callable[..., Any], what: str, name: str, instead: str) -> Callable[..., Any]:
    @functools.wraps(call)
    def checked(*arguments: Any, **options: Any) -> Any:
        for each in (*arguments, *options.values()):
            if isinstance(each, pyspiel.State) and name in str(each.get_game()):  # also inside of another game
                raise CardwrightError(f"{what} would crash in games written in Python; use {instead}")
        return call(*arguments, **options)

    return checked
