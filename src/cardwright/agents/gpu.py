"""Games between compiled agents on a GPU, one game a thread, with the same results as on the processor."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from cardwright.core import jit
from cardwright.core.game import Game
from cardwright.core.gpu import cuda, launcher, processors
from cardwright.core.random import below
from cardwright.core.record import copy_record
from cardwright.core.verbs import apply, decider, label, legal, reset

from .choose import FIRST, own_seed, play_on
from .scratch import Dice, Kind, Scratch, make_scratch

THREADS = 128  # in a block
BLOCKS = 16 * 132  # as many as keep a large GPU busy

CROWD = 512  # threads of a block that go in rounds: fewer share less, more have too few registers
REGISTERS = 65_536  # of a processor of the GPU, for all its threads
ENOUGH = 96  # of a crowd to go on with what was done in the last round
PATIENCE = 4  # rounds that somebody waits to count for one more
KINDS = 32  # of what a thread can want to do; kinds of action that are counted as one do no harm
NEW_GAME = 0
KIND_SHIFT = 16  # the upper part of a label says what kind of action it is

MEMORY = 8 << 30  # bytes of the GPU that agents may think in


class GpuPlayers:
    """Compiled agents seated at a game, with their tables and the memory they think in on the GPU."""

    def __init__(self, game: Game, settings: np.ndarray, weights: np.ndarray):
        self.game = game
        tables = np.zeros(1, game.dtype), game.rules, game.setup, settings, weights
        self.seated = [cuda.to_device(each) for each in tables]
        if (settings["kind"] > Kind.RANDOM).any():
            scratch = make_scratch(game, settings)
            held = sum(each.nbytes for each in scratch)
            self.threads = THREADS
            self.blocks = int(np.clip(MEMORY // held // THREADS, 1, BLOCKS))
            self.memory = [_for_all(self.blocks * THREADS, name, each) for name, each in scratch._asdict().items()]
            self.launch = _thinking
        else:
            self.threads = CROWD
            self.blocks = processors()
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
        decisions, stops = cuda.device_array(n, np.int32), cuda.device_array(n, np.int8)  # short, to be copied
        seeds = cuda.to_device(game_seeds), cuda.to_device(agent_seeds)
        begun = cuda.to_device(np.zeros(1, np.int64))
        blocks = max(1, min(self.blocks, -(-n // self.threads)))
        self.launch[blocks, self.threads](ends, *self.seated, *seeds, begun, decisions, stops, most, *self.memory)
        if len(states):
            ends.copy_to_host(states)
        return decisions.copy_to_host(), stops.copy_to_host()


def _for_all(threads: int, name: str, array: np.ndarray) -> Any:
    """Room for as many threads; what is only read is there once."""
    return cuda.to_device(array) if name == "spread" else cuda.device_array((threads, *array.shape), array.dtype)


@functools.cache
def _thoughtless(dtype: np.dtype, max_actions: int) -> Any:
    """For agents that need no memory: the game is kept where a thread's neighbours keep theirs beside it.

    A GPU is fast where its threads do the same at the same time. So those of a block go in rounds: each says what kind
    of action it has chosen, as its label tells, or that it wants a new game; all that want what most want then do it.
    """

    def play(states, blank, rules, setup, seats, weights, game_seeds, agent_seeds, begun, decisions, stops, most):
        s = cuda.local.array(1, dtype)[0]
        actions, dice = cuda.local.array(max_actions, np.int32), cuda.local.array(1, Dice)[0]
        crowds, loudest = cuda.shared.array(KINDS, np.int32), cuda.shared.array(1, np.int32)
        copy_record(s, blank[0])  # the memory may hold anything
        index = cuda.atomic.add(begun, 0, 1)
        decision, action, kind, called, waited = -1, 0, NEW_GAME, -1, 0
        while True:
            cuda.syncthreads()
            if cuda.threadIdx.x < KINDS:
                crowds[cuda.threadIdx.x] = 0
            loudest[0] = -1
            cuda.syncthreads()
            if index < decisions.size:
                cuda.atomic.add(crowds, kind, 1)
            cuda.syncthreads()
            if index < decisions.size:
                again = called == kind and crowds[kind] >= ENOUGH
                voice = CROWD if again else min(CROWD, crowds[kind] + waited // PATIENCE)
                cuda.atomic.max(loudest, 0, voice * KINDS + kind)
            cuda.syncthreads()
            if loudest[0] < 0:
                return
            called = loudest[0] % KINDS
            waited += 1
            if index < decisions.size and called == kind:
                waited = 0
                if kind == NEW_GAME:
                    reset(s, rules[0], setup[0], game_seeds[index])
                else:
                    apply(s, rules[0], action)
                decision += 1
                who = decider(s)
                if who >= 0 and decision < most and s.fault == 0:
                    n = legal(s, rules[0], actions)
                    action = int(actions[0])
                    if n > 1 and seats[who].kind != FIRST:
                        dice.rng[0] = own_seed(agent_seeds[index], who, decision)
                        action = actions[below(dice, 0, n)]
                    kind = 1 + (label(s, rules[0], action) >> KIND_SHIFT) % (KINDS - 1)
                else:
                    decisions[index], stops[index] = decision, who
                    if states.size:
                        copy_record(states[index], s)
                    index = cuda.atomic.add(begun, 0, 1)
                    decision, kind = -1, NEW_GAME

    return launcher(play, in_step=True, registers=REGISTERS // CROWD)


@functools.partial(launcher, fractions=True)
def _thinking(
    states, blank, rules, setup, seats, weights, game_seeds, agent_seeds, begun, decisions, stops, most,
    actions, labels, copies, values, frames, nodes, path, spread, dice,
):  # fmt: skip
    """For agents that think, each thread in its own part of the memory."""
    me = cuda.grid(1)
    scratch = Scratch(
        actions[me], labels[me], copies[me], values[me], frames[me], nodes[me], path[me], spread, dice[me]
    )
    index = cuda.atomic.add(begun, 0, 1)
    while index < decisions.size:
        s = states[index]
        copy_record(s, blank[0])
        reset(s, rules[0], setup[0], game_seeds[index])
        _, decisions[index] = play_on(s, rules[0], seats, weights, agent_seeds[index], 0, most, scratch)
        stops[index] = decider(s)
        index = cuda.atomic.add(begun, 0, 1)
