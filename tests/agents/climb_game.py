"""A game for the tests of agents: a random player moves next, chance decides how far, and the rules can ask for Python.

Players climb by a sure step of 1 or a leap of 0 to 3; the first to reach the top wins. In games with help, a third
action stops the rules for a Python function, which lifts the player by 2. A fourth action is the step again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core.compiling.jit import kernel
from cardwright.core.game import Game
from cardwright.core.random import below, derive
from cardwright.core.record import game_record, struct
from cardwright.core.state import State
from cardwright.core.verbs import HOST, OVER, register_verbs

STEP, LEAP, HELP, TWIN = range(4)
CHANCE = np.uint64(1)
MOST_PLAYERS = 4

Record = game_record(
    "climb",
    [
        ("height", np.int16, (MOST_PLAYERS,)),
        ("who", np.int8),  # who moves
        ("asking", np.int8),  # whether Python is asked to help
        ("players", np.int8),
        ("top", np.int16),  # 0 for a climb without end
        ("help", np.int8),
        ("twin", np.int8),
        ("fault_at", np.int16),  # the turn in which the rules break down
        ("scale", np.int16),  # the height that is estimated as a win
    ],
    __name__,
)
Setup = struct([(name, np.int16) for name in ("players", "top", "help", "fault_at", "scale", "twin")])


@kernel
def reset(s, rules, setup, seed):
    s.rng[0] = derive(seed, CHANCE, np.uint64(0))
    s.turn = 1
    s.fault = 0
    for player in range(MOST_PLAYERS):
        s.height[player] = 0
    s.asking = 0
    s.players = setup.players
    s.top = setup.top
    s.help = setup.help
    s.fault_at = setup.fault_at
    s.scale = setup.scale
    s.twin = setup.twin
    s.who = below(s, 0, s.players)


@kernel
def decider(s):
    if s.asking:
        return np.int64(HOST)
    for player in range(s.players):
        if s.top and s.height[player] >= s.top:
            return np.int64(OVER)
    return np.int64(s.who)


@kernel
def legal(s, rules, out):
    out[0] = STEP
    out[1] = LEAP
    n = 2
    if s.help:
        out[n] = HELP
        n += 1
    if s.twin:
        out[n] = TWIN
        n += 1
    return n


@kernel
def apply(s, rules, action):
    if action == HELP:
        s.asking = 1
        return
    s.height[s.who] += below(s, 0, 4) if action == LEAP else 1
    s.who = below(s, 0, s.players)
    s.turn += 1
    if s.turn == s.fault_at:
        s.fault = 1


@kernel
def label(s, rules, action):
    return STEP if action == TWIN else action


@kernel
def score(s, player):
    return 1.0 if s.height[player] >= s.top else -1.0


@kernel
def hide(s, rules, player, seed):
    s.rng[0] = derive(seed, CHANCE, np.uint64(player))


@kernel
def evaluate(s, rules, player):
    ahead = np.float64(s.height[player])
    for other in range(s.players):
        if other != player:
            ahead -= s.height[other] / s.players
    return max(-1.0, min(1.0, ahead / s.scale))


@kernel
def advise(s, rules, weights, player, actions, n):
    best = 0
    if weights[STEP] == weights[LEAP]:  # peeps into the future, if it is left to see
        best = np.int64(s.rng[0] & np.uint64(1))
    for k in range(n):
        if weights[label(s, rules, actions[k])] > weights[label(s, rules, actions[best])]:
            best = k
    return actions[best]


register_verbs(
    Record,
    reset=reset,
    decider=decider,
    legal=legal,
    apply=apply,
    label=label,
    score=score,
    hide=hide,
    evaluate=evaluate,
    advise=advise,
)


class Climb(Game):
    family = "climb"
    title = "Climb"
    dtype = Record
    max_actions = 4
    weights = (1.0, 2.0, 0.0)

    def __init__(
        self,
        players: int = 3,
        top: int = 10,
        help: bool = False,
        fault_at: int = 0,
        scale: int = 20,
        twin: bool = False,
    ):
        setup = np.zeros(1, Setup)
        setup[0] = (players, top, help, fault_at, scale, twin)
        super().__init__("climb", {}, setup, players=players)

    def words(self, label: int) -> tuple[str, str]:
        return (("step", ""), ("leap", ""), ("help", ""))[label]

    def text(self, state: State) -> str:
        return str(state.record.height)

    def view(self, state: State) -> dict[str, Any]:
        return {"height": state.record.height.tolist()}

    def answer_host(self, state: State) -> None:
        record = state.record
        record.height[record.who] += 2
        record.asking = 0
        record.turn += 1
