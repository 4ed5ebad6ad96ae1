"""A game for one to three players whose best weights are known: whoever bids closest to the peak wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardwright.core import OVER, Family, Game, State, game_record, kernel, register_verbs
from cardwright.core.record import NO_RULES

PEAK = 70  # the best bid out of 0 to 100
BIDS = 101

Record = game_record("peak", [("who", np.int8), ("bids", np.int16, (3,)), ("players", np.int8)], __name__)


@kernel
def reset(s, rules, setup, seed):
    s.who = 0
    s.players = setup.players
    for player in range(3):
        s.bids[player] = 0


@kernel
def decider(s):
    return np.int64(s.who) if s.who < s.players else np.int64(OVER)


@kernel
def legal(s, rules, out):
    for bid in range(BIDS):
        out[bid] = bid
    return BIDS


@kernel
def apply(s, rules, action):
    s.bids[s.who] = action
    s.who += 1


@kernel
def label(s, rules, action):
    return np.int64(action)


@kernel
def distance(s, player):
    return abs(int(s.bids[player]) - PEAK)


@kernel
def score(s, player):
    if s.who < s.players:
        return 0.0
    if s.players == 1:
        return 1.0 - 2.0 * distance(s, 0) / 100.0
    better = 0
    for other in range(s.players):
        better += distance(s, other) < distance(s, player)
    return 1.0 if better == 0 else -better / (s.players - 1.0)


@kernel
def hide(s, rules, player, seed):
    pass


@kernel
def advise(s, rules, weights, player, actions, n):
    """Bid the mean of the two weights that count."""
    return actions[min(100, max(0, int(50 * (weights[0] + weights[1]))))]


register_verbs(
    Record, reset=reset, decider=decider, legal=legal, apply=apply, label=label, score=score, hide=hide, advise=advise
)


class Peak(Game):
    family = "peak"
    title = "Peak"
    dtype = Record
    max_actions = BIDS
    hidden_information = False
    chance = False
    weights = (0.1, 0.1, 0.5)
    weight_names = ("low", "high", "idle")
    action_names = tuple(f"bid {bid}" for bid in range(BIDS))

    def __init__(self, name: str, start: Mapping[str, Any]):
        players = int(start.get("players", 1))
        setup = np.zeros(1, Record)
        setup["players"] = players
        super().__init__(name, start, setup, players=players, rules=NO_RULES)

    def view(self, state: State) -> dict[str, Any]:
        return {"bids": state.record.bids.tolist()}


family = Family(Peak, {"one": "alone", "three": ("three players", {"players": 3})})
