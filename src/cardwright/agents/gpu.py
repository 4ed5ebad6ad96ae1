# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Games between compiled agents on a GPU, one game for each thread, with the same results as on the CPU."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from cardwright.core.array_verbs import ILLEGAL
from cardwright.core.compiling import jit
from cardwright.core.compiling.gpu import cuda, launcher, multiprocessors
from cardwright.core.compiling.jit import inlined
from cardwright.core.game import Game
from cardwright.core.labels import KIND_SHIFT
from cardwright.core.record import copy_record
from cardwright.core.verbs import apply, decider, label, legal, reset

from .dispatch import pick
from .kernel import Players, Seats, play_on, stop_of
from .scratch import Dice, Scratch, make_scratch

THREADS = 128  # in a block
BLOCKS = 16 * 132  # enough to keep a large GPU busy

CROWD = 512  # threads in a block that votes: fewer share less, more have too few registers
REGISTERS = 65_536  # of one multiprocessor, for all its threads
ENOUGH = 96  # votes for what was done last to do it again
PATIENCE = 4  # rounds that a thread waits to gain one more vote
KINDS = 32  # of votes; two kinds of action counted as one do no harm
NEW_GAME = 0

MEMORY = 8 << 30  # bytes of the GPU that agents can think in


class GpuPlayers:
    """Compiled agents at a game, with their tables and the memory they think in on the GPU."""

    def __init__(self, game: Game, seats: Seats):
        self.game, self.seats = game, seats
        tables = np.zeros(1, game.dtype), game.rules, game.setup, seats.settings, seats.weights
        self.tables = [cuda.to_device(each) for each in tables]
        self.memory: list[Scratch] = []
        if seats.settings["thinks"].any():
            scratch = make_scratch(game, seats.needs)
            held = sum(each.nbytes for each in scratch)
            self.threads = THREADS
            self.blocks = int(np.clip(MEMORY // held // THREADS, 1, BLOCKS))
            self.memory = [_for_all(self.blocks * THREADS, scratch)]
            self.launch = _thinking
        else:
            self.threads = CROWD
            self.blocks = multiprocessors()
            self.launch = _voting(game.dtype, game.max_actions)

    def play(
        self,
        states: np.ndarray,
        game_seeds: np.ndarray,
        agent_seeds: np.ndarray,
        most: int,
        trails: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a new game for each pair of seeds; return how many decisions each took, and who decides next at its end.

        The final records are written to `states`, unless that is empty, and the actions of each game into its row of
        `trails`, as many as fit.
        """
        jit.compiling(f"the agents for {self.game.title} on the GPU")
        n = len(game_seeds)
        ends = cuda.device_array(len(states), self.game.dtype)
        decisions, stops = cuda.device_array(n, np.int32), cuda.device_array(n, np.int8)  # narrow: copied back faster
        seeds = cuda.to_device(game_seeds), cuda.to_device(agent_seeds)
        begun = cuda.to_device(np.zeros(1, np.int64))
        taken = cuda.device_array((1, 0) if trails is None else trails.shape, np.int32)
        blocks = max(1, min(self.blocks, -(-n // self.threads)))
        outputs = decisions, stops, most, taken
        self.launch[blocks, self.threads](ends, *self.tables, *seeds, begun, *outputs, *self.memory)
        if len(states):
            ends.copy_to_host(states)
        if trails is not None:
            taken.copy_to_host(trails)
        stopped = stops.copy_to_host()
        wrong = np.flatnonzero(stopped == ILLEGAL)[:1]
        if wrong.size:
            on_cpu, one = Players(self.game, self.seats), np.zeros(1, self.game.dtype)
            on_cpu.play(one, game_seeds[wrong], agent_seeds[wrong], most)  # the same game, which raises the error
        return decisions.copy_to_host(), stopped


def _for_all(threads: int, scratch: Scratch) -> Scratch:
    """Allocate memory for all threads, with one row each; `spread` is only read, so it is there once."""
    rows = (cuda.device_array((threads, *each.shape), each.dtype) for each in scratch)
    return Scratch(*rows)._replace(spread=cuda.to_device(scratch.spread))


@inlined
def _row(memory, me):
    """Return the memory of one thread."""
    return Scratch(
        memory.actions[me],
        memory.labels[me],
        memory.states[me],
        memory.values[me],
        memory.frames[me],
        memory.nodes[me],
        memory.children[me],
        memory.path[me],
        memory.spread,
        memory.dice[me],
        memory.numbers[me],
    )


@functools.partial(launcher, fractions=True)
def _thinking(
    states, blank, rules, setup, seats, weights, game_seeds, agent_seeds, begun, decisions, stops, most, trails, memory
):
    """Play with agents that think, each thread in its own row of the memory."""
    scratch = _row(memory, cuda.grid(1))
    index = cuda.atomic.add(begun, 0, 1)
    while index < decisions.size:
        s = states[index]
        copy_record(s, blank[0])
        reset(s, rules[0], setup[0], game_seeds[index])
        trail = trails[min(index, trails.shape[0] - 1)]
        action, decisions[index] = play_on(s, rules[0], seats, weights, agent_seeds[index], 0, most, trail, scratch)
        stops[index] = stop_of(s, action)
        index = cuda.atomic.add(begun, 0, 1)


@functools.cache
def _voting(dtype: np.dtype[Any], max_actions: int) -> Any:
    """Return a GPU kernel for instant agents, whose threads vote on what to do next.

    The technique is a block-wide vote against divergence. A GPU is fast when neighbouring threads execute the same
    instructions, and slow when they diverge. Therefore the threads of a block proceed in rounds. Each thread votes
    for the kind of action it has chosen, taken from the action's label, or for a new game. Then the threads that
    voted with the largest group act, and the others wait. A thread gains votes while it waits, and a group that is
    still large enough goes on without a change. The game of each thread lies in local memory, which the hardware
    interleaves between threads.
    """

    def play(
        states, blank, rules, setup, seats, weights, game_seeds, agent_seeds, begun, decisions, stops, most, trails
    ):
        s = cuda.local.array(1, dtype)[0]
        actions, dice = cuda.local.array(max_actions, np.int32), cuda.local.array(1, Dice)[0]
        votes, winner = cuda.shared.array(KINDS, np.int32), cuda.shared.array(1, np.int32)
        copy_record(s, blank[0])  # local memory is not cleared
        index = cuda.atomic.add(begun, 0, 1)
        decision, action, kind, elected, waited = -1, 0, NEW_GAME, -1, 0
        while True:
            elected = _elect(votes, winner, index < decisions.size, kind, elected, waited)
            if elected < 0:
                return
            waited += 1
            if index < decisions.size and elected == kind:
                waited = 0
                if kind == NEW_GAME:
                    reset(s, rules[0], setup[0], game_seeds[index])
                else:
                    if decision < trails.shape[1]:
                        trails[index, decision] = action
                    apply(s, rules[0], action)
                decision += 1
                action = _choose(s, rules[0], seats, agent_seeds[index], decision, most, actions, dice)
                if action >= 0:
                    kind = 1 + (label(s, rules[0], action) >> KIND_SHIFT) % (KINDS - 1)
                else:
                    decisions[index], stops[index] = decision, stop_of(s, action)
                    if states.size:
                        copy_record(states[index], s)
                    index = cuda.atomic.add(begun, 0, 1)
                    decision, kind = -1, NEW_GAME

    return launcher(play, in_step=True, registers=REGISTERS // CROWD)


@inlined
def _elect(votes, winner, playing, kind, elected, waited):
    """Count the votes of a block and return the kind that wins, or -1 when none of its threads plays any longer."""
    cuda.syncthreads()
    if cuda.threadIdx.x < KINDS:
        votes[cuda.threadIdx.x] = 0
    winner[0] = -1
    cuda.syncthreads()
    if playing:
        cuda.atomic.add(votes, kind, 1)
    cuda.syncthreads()
    if playing:
        again = elected == kind and votes[kind] >= ENOUGH
        weight = CROWD if again else min(CROWD, votes[kind] + waited // PATIENCE)
        cuda.atomic.max(winner, 0, weight * KINDS + kind)
    cuda.syncthreads()
    return winner[0] % KINDS if winner[0] >= 0 else -1


@inlined
def _choose(s, rules, seats, agent_seed, decision, most, actions, dice):
    """Return the action of an instant agent; a number below 0 where the game stops, as in `play_on`."""
    action = np.int64(-1)
    who = decider(s)
    if who >= 0 and decision < most and s.fault == 0:
        n = legal(s, rules, actions)
        action = np.int64(actions[0])
        if n > 1:
            action = pick(actions, n, seats[who], agent_seed, who, decision, dice)
    return action
