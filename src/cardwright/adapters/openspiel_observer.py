"""What a player of one of OpenSpiel's games knows now (observations), and from all of the past (information states)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game

from .openspiel_memory import known

UNDEALT = "before the deal"


class Observer:
    """Shows a player what this player knows, as OpenSpiel's observers do: `tensor`, `dict` and strings."""

    def __init__(self, features: int, perfect_recall: bool):
        self._perfect_recall = perfect_recall
        self.tensor = None if perfect_recall or not features else np.zeros(features, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into `tensor`; nothing but zeroes before the deal."""
        if self.tensor is None:
            raise CardwrightError("information states of Cardwright's games are strings; tensors are observations")
        self.tensor[:] = 0 if state.cardwright is None else state.cardwright.observe(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return a player's observation, with a hash of the player's knowledge or memory."""
        ours = state.cardwright
        if ours is None:
            return UNDEALT
        mark = state.remembered(player) if self._perfect_recall else known(ours, player).hex()
        return f"{json.dumps(ours.seen(player))} {mark}"


def make_observer(game: Game, kind: Any, params: Any) -> Observer | None:
    """Return the observer that OpenSpiel asks for, or None if it is to show anything but all that one player knows."""
    if params:
        raise CardwrightError(f"observers of Cardwright's games have no settings such as {', '.join(sorted(params))}")
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    return Observer(len(game.features), kind.perfect_recall)
