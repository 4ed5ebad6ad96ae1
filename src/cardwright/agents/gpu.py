"""Games between compiled agents on a GPU, one game a thread, with the same results as on the processor."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from cardwright.core import jit
from cardwright.core.game import Game
from cardwright.core.gpu import cuda, launcher
from cardwright.core.record import copy_record
from cardwright.core.verbs import decider, reset

from .choose import play_on
from .scratch import Dice, Hand, Kind, Scratch, make_scratch

THREADS = 128  # in a block
BLOCKS = 16 * 132  # as many as keep a large GPU busy
MEMORY = 8 << 30  # bytes of the GPU that agents may think in


class GpuPlayers:
    """Compiled agents seated at a game, with their tables and the memory they think in on the GPU."""

    def __init__(self, game: Game, settings: np.ndarray, weights: np.ndarray):
        self.game = game
        self.seated = [cuda.to_device(each) for each in (game.rules, game.setup, settings, weights)]
        if (settings["kind"] > Kind.RANDOM).any():
            scratch = make_scratch(game, settings)
            held = sum(each.nbytes for each in scratch)
            self.blocks = int(np.clip(MEMORY // held // THREADS, 1, BLOCKS))
            self.memory = [_for_all(self.blocks * THREADS, name, each) for name, each in scratch._asdict().items()]
            self.launch = _thinking
        else:
            self.blocks = BLOCKS
            self.memory = []
            self.launch = _thoughtless(game.dtype, game.max_actions)

    def play(
        self, states: np.ndarray, game_seeds: np.ndarray, agent_seeds: np.ndarray, most: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a new game for each pair of seeds; gives the decisions each took and who would decide at its end.

        The final records are written to `states`, unless that is empty.
        """
        jit.compiling(f"the agents for {self.game.title} on the GPU")
        n = len(game_seeds)
        ends = cuda.device_array(len(states), self.game.dtype)
        decisions, stops = cuda.device_array(n, np.int64), cuda.device_array(n, np.int64)
        seeds = cuda.to_device(game_seeds), cuda.to_device(agent_seeds)
        blocks = max(1, min(self.blocks, -(-n // THREADS)))
        self.launch[blocks, THREADS](ends, *self.seated, *seeds, decisions, stops, most, *self.memory)
        if len(states):
            ends.copy_to_host(states)
        return decisions.copy_to_host(), stops.copy_to_host()


def _for_all(threads: int, name: str, array: np.ndarray) -> Any:
    """Room for as many threads; what is only read is there once."""
    return cuda.to_device(array) if name == "spread" else cuda.device_array((threads, *array.shape), array.dtype)


@functools.cache
def _thoughtless(dtype: np.dtype, max_actions: int) -> Any:
    """For agents that need no memory: the game is kept where a thread's neighbours keep theirs beside it."""

    def play(states, rules, setup, seats, weights, game_seeds, agent_seeds, decisions, stops, most):
        s = cuda.local.array(1, dtype)[0]
        hand = Hand(cuda.local.array((1, max_actions), np.int64), cuda.local.array(1, Dice))
        for index in range(cuda.grid(1), decisions.size, cuda.gridsize(1)):
            reset(s, rules[0], setup[0], game_seeds[index])
            _, decisions[index] = play_on(s, rules[0], seats, weights, agent_seeds[index], 0, most, hand)
            stops[index] = decider(s)
            if states.size:
                copy_record(states[index], s)

    return launcher(play)


@functools.partial(launcher, fractions=True)
def _thinking(
    states, rules, setup, seats, weights, game_seeds, agent_seeds, decisions, stops, most,
    actions, labels, copies, values, frames, nodes, path, spread, dice,
):  # fmt: skip
    """For agents that think, each thread in its own part of the memory."""
    me = cuda.grid(1)
    scratch = Scratch(
        actions[me], labels[me], copies[me], values[me], frames[me], nodes[me], path[me], spread, dice[me]
    )
    for index in range(me, decisions.size, cuda.gridsize(1)):
        s = states[index]
        reset(s, rules[0], setup[0], game_seeds[index])
        _, decisions[index] = play_on(s, rules[0], seats, weights, agent_seeds[index], 0, most, scratch)
        stops[index] = decider(s)
