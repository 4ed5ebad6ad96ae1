"""One kernel that plays for all compiled agents, whatever the game.

It is the only one that reaches the rules of a game: a kernel is compiled together with all that it calls, so a second
one would double the time that people wait before the first game.
"""

from __future__ import annotations

import numpy as np

from cardwright.core import jit
from cardwright.core.game import Game
from cardwright.core.jit import inlined, inner, kernel
from cardwright.core.random import below, derive, purpose
from cardwright.core.record import copy_record
from cardwright.core.verbs import advise, apply, decider, hide_for_advice, legal, reset

from .lookahead import look_ahead
from .mcts import search_tree
from .scratch import Kind, make_scratch

FIRST = int(Kind.FIRST)
RANDOM = int(Kind.RANDOM)
RULES = int(Kind.RULES)
LOOKAHEAD = int(Kind.LOOKAHEAD)

_SEAT = purpose("agent's seat")
_DECISION = purpose("agent's decision")


class Players:
    """Compiled agents seated at a game, with the memory they think in; for one thread at a time."""

    def __init__(self, game: Game, settings: np.ndarray, weights: np.ndarray):
        self.game = game
        self._seated = (game.rules, game.setup, settings, weights)
        self.scratch = make_scratch(game, settings)

    def play(
        self,
        states: np.ndarray,
        game_seeds: np.ndarray,
        agent_seeds: np.ndarray,
        most: int,
        taken: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a new game in each of `states`; gives the decisions each took and who would decide at its end.

        With `taken`, the decisions that games in progress have taken before, these are played on instead.
        """
        jit.compiling(f"the agents for {self.game.title}")
        decisions = np.full(len(states), -1, np.int64) if taken is None else taken.astype(np.int64)
        stops = np.zeros(len(states), np.int64)
        _play(states, *self._seated, game_seeds, agent_seeds, decisions, stops, most, self.scratch)
        return decisions, stops

    def choose(self, records: np.ndarray, agent_seed: np.uint64, decision: int) -> int:
        """What the decider does in the position of the one record there is; the position is left as it is."""
        jit.compiling(f"the agents for {self.game.title}")
        seeds, decisions, stops = np.full(1, agent_seed), np.full(1, decision), np.zeros(1, np.int64)
        return int(_play(records.copy(), *self._seated, seeds, seeds, decisions, stops, decision + 1, self.scratch))


@kernel
def _play(states, rules, setup, seats, weights, game_seeds, agent_seeds, decisions, stops, most, scratch):
    """Play games on; gives the last action."""
    action = np.int64(-1)
    for index in range(states.size):
        s = states[index]
        if decisions[index] < 0:
            reset(s, rules[0], setup[0], game_seeds[index])
            decisions[index] = 0
        action, decisions[index] = play_on(
            s, rules[0], seats, weights, agent_seeds[index], decisions[index], most, scratch
        )
        stops[index] = decider(s)
    return action


@inlined
def play_on(s, rules, seats, weights, agent_seed, decision, most, scratch):
    """Play a game on until it ends, asks for Python or has taken `most` decisions.

    `decision` says how many it has taken before; gives the last action and how many it has taken then.
    """
    action = np.int64(-1)
    actions, dice = scratch.actions[0], scratch.dice[0]
    who = decider(s)
    while who >= 0 and decision < most and s.fault == 0:
        n = legal(s, rules, actions)
        action = actions[0]
        if n > 1 and seats[who].kind != FIRST:
            seed = own_seed(agent_seed, who, decision)
            if seats[who].kind == RANDOM:
                dice.rng[0] = seed
                action = actions[below(dice, 0, n)]
            else:
                action = think(scratch, s, rules, who, n, seats, weights, seed)
        apply(s, rules, action)
        who = decider(s)
        decision += 1
    return action, decision


@kernel
def own_seed(agent_seed, player, decision):
    """A number of the player's own for one decision of a game, which tells nothing about the game's generator."""
    return derive(derive(agent_seed, _SEAT, np.uint64(player)), _DECISION, np.uint64(decision))


@inner
def think(scratch, s, rules, player, n, seats, weights, seed):
    """What an agent does that looks at a hidden copy of the position."""
    settings = seats[player]
    if settings.kind == RULES:
        copy = scratch.states[0]
        copy_record(copy, s)
        hide_for_advice(copy, rules, player, seed)
        action = advise(copy, rules, weights[player], player, scratch.actions[0], n)
    elif settings.kind == LOOKAHEAD:
        action = look_ahead(s, rules, player, seats.size, settings, seed, scratch)
    else:
        action = search_tree(s, rules, weights[player], player, seats.size, settings, seed, scratch)
    return action
