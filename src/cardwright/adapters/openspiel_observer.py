"""What a player of one of OpenSpiel's games knows now (observations), and from all of the past (information states)."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pyspiel

from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game

from .openspiel_memory import known, tensor_shape

UNDEALT = "before the deal"


class Observer:
    """Shows a player what this player knows, as OpenSpiel's observers do: `tensor`, `dict` and strings."""

    def __init__(self, game: Game, perfect_recall: bool):
        self._game, self._perfect_recall = game, perfect_recall
        shape = tensor_shape(game) if perfect_recall else (len(game.features),) if game.features else None
        self.tensor = None if shape is None else np.zeros(math.prod(shape), np.float32)
        name = "information_state" if perfect_recall else "observation"
        self.dict = {} if self.tensor is None or shape is None else {name: self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees or remembers into `tensor`; nothing but zeroes before the deal."""
        if self.tensor is None:
            why = "sets no bound on its decisions, or too large a one" if self._game.features else "has no features"
            raise CardwrightError(f"{self._game.title} has no such tensor: it {why}; strings are there")
        self.tensor[:] = 0
        if state.cardwright is not None and self._perfect_recall:
            rows = state.remembered(player).rows()
            self.dict["information_state"][: len(rows)] = rows
        elif state.cardwright is not None:
            self.tensor[:] = state.cardwright.observe(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return a player's observation, with a hash of the player's knowledge or memory."""
        ours = state.cardwright
        if ours is None:
            return UNDEALT
        mark = state.remembered(player).text() if self._perfect_recall else known(ours, player).hex()
        return f"{json.dumps(ours.seen(player))} {mark}"


def make_observer(game: Game, kind: Any, params: Any) -> Observer | None:
    """Return the observer that OpenSpiel asks for, or None if it is to show anything but all that one player knows."""
    if params:
        raise CardwrightError(f"observers of Cardwright's games have no settings such as {', '.join(sorted(params))}")
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    return Observer(game, kind.perfect_recall)
