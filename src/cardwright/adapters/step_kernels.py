"""The kernels that step many games at once, with the memory that they read and write.

`stepping.py` says what is to be done in each game. A kernel does it, lets the compiled agents of the other seats play
and writes what the learner observes.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS
from cardwright.agents.choose import play_on
from cardwright.agents.scratch import Scratch
from cardwright.core.jit import inlined, inner, kernel
from cardwright.core.random import derive, purpose
from cardwright.core.record import struct
from cardwright.core.verbs import OVER, action_index, apply, decider, evaluate, legal, observe, reset, score, tokenise

EPISODE = "episode"  # what the seeds of later episodes are derived for
WORST = -1.0  # the reward for an illegal action that loses the game
LONGEST_WAIT = 1000  # games in a row that end before the learner decides anything

_EPISODE = purpose(EPISODE)
_OPPONENTS = purpose("opponents")


class Do(IntEnum):
    """What the kernel does in a game, besides taking an action, which is 0 or more."""

    START = -1  # a new game
    GO_ON = -2  # after Python has answered
    WAIT = -3  # nothing
    LOSE = -4  # end the game, because the learner chose an illegal action


Progress = struct(
    [
        ("kind", np.int64),  # which of the given games it is
        ("table", np.int64),  # which of their rules it has
        ("seed", np.uint64),  # of its first episode; those of later ones are derived from it
        ("episodes", np.int64),  # how many have started
        ("agent_seed", np.uint64),  # of the other seats, in this episode
        ("decisions", np.int64),  # of all seats, in this episode
        ("steps", np.int64),  # the learner's decisions in this episode
        ("potential", np.float64),  # the last estimate, if rewards are shaped
        ("options", np.int64),  # how many legal actions the learner has; none once the game is over
        ("waiting", np.bool_),  # whether Python must answer before the game goes on
    ]
)


class Tables(NamedTuple):
    """The games as the kernel reads and changes them."""

    states: np.ndarray
    rules: np.ndarray  # of all kinds of games, equal ones once
    setups: np.ndarray  # of all kinds
    actions: np.ndarray  # a row for each game: the legal actions
    indices: np.ndarray  # and their indices in the action space


class Results(NamedTuple):
    """What the learner gets: an entry or a row for each game. Either features or tokens are empty."""

    features: np.ndarray
    tokens: np.ndarray
    mask: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    final_features: np.ndarray  # of games that ended in this step, if the next starts in the same step
    final_tokens: np.ndarray


class Seating(NamedTuple):
    """Who plays, and how."""

    seat: int  # the learner's
    settings: np.ndarray
    weights: np.ndarray
    trail: np.ndarray  # empty: nobody wants to know what the others did
    shaping: float
    longest: int  # the learner's decisions before an episode is cut off
    same_step: bool


@kernel
def pick(rolls, progress, indices, chosen):
    """Write the index of a legal action for each game that is not over, by a number from 0 up to 1."""
    for index in range(chosen.size):
        if progress[index].options > 0:
            chosen[index] = indices[index, np.int64(rolls[index] * progress[index].options)]


@kernel
def look_up(chosen, progress, actions, indices, todo, otherwise, ended):
    """Write what to do in each game; return the first in which the action is illegal and nothing else can be done."""
    for index in range(todo.size):
        options = progress[index].options
        todo[index] = otherwise if options > 0 else ended
        for k in range(options):
            if indices[index, k] == chosen[index]:
                todo[index] = actions[index, k]
                break
        if todo[index] == Do.WAIT:
            return index
    return -1


@kernel
def step_games(todo, progress, tables, results, seating, memory):
    """Do what is to be done in each game; return the first one in which the learner never decides, or -1.

    A game that ends before the learner has decided anything is no episode: the next one is played instead. All of it is
    one function, because Numba counts references to the arrays that a function gets; split, it is a fifth slower.
    """
    states, rules, setups, actions, indices = tables
    features, tokens, mask, rewards, terminated, truncated, final_features, final_tokens = results
    seat, settings, weights, trail, shaping, longest, same_step = seating
    scratch = Scratch(*memory)
    options = scratch.actions[0]
    for index in range(todo.size):
        if todo[index] == Do.WAIT:
            continue
        s, p = states[index], progress[index]
        r, setup = rules[p.table], setups[p.kind]
        _forget_options(p, index, indices, mask)
        if todo[index] != Do.GO_ON:
            rewards[index], terminated[index], truncated[index] = 0.0, False, False
        if todo[index] == Do.START:
            _start(s, r, setup, p)
        elif todo[index] >= 0:
            apply(s, r, todo[index])
            p.decisions += 1
            p.steps += 1
        lost, who = todo[index] == Do.LOSE, OVER
        for _ in range(LONGEST_WAIT):
            who = OVER if lost else decider(s)
            if who >= 0 and not settings[who].outside:
                own, most = p.agent_seed, MOST_DECISIONS
                _, p.decisions = play_on(s, r, settings, weights, own, p.decisions, most, trail, scratch)
                who = decider(s)
            over = who == OVER and s.fault == 0
            if not over and s.fault == 0 and p.decisions < MOST_DECISIONS and (who != seat or p.steps < longest):
                break
            who = OVER
            if lost or p.steps > 0:
                rewards[index] = _result(s, r, p, seat, shaping, lost, over) - p.potential
                terminated[index], truncated[index] = over, not over
                if not same_step:
                    break
                _observe(s, r, seat, index, final_features, final_tokens)
            lost = False
            _start(s, r, setup, p)
        p.waiting = who != seat and who != OVER
        if who == seat:
            if shaping != 0.0:
                rewards[index] += _gain(s, r, p, seat, shaping)
            _write_options(s, r, p, index, options, actions, indices, mask)
        elif who == OVER and (same_step or not (terminated[index] or truncated[index])):
            return index
        if not p.waiting:
            _observe(s, r, seat, index, features, tokens)
    return -1


@inner
def _result(s, rules, p, seat, shaping, lost, over):
    """Return the score at the end of an episode; if it is cut off, the estimate that shaped rewards go on from."""
    if lost:
        return WORST
    if over:
        return np.float64(score(s, seat))
    if shaping != 0.0 and s.fault == 0:
        return shaping * evaluate(s, rules, seat)
    return p.potential


@inner
def _start(s, rules, setup, p):
    """Start the next episode of a game."""
    seed = p.seed
    if p.episodes > 0:
        seed = derive(seed, _EPISODE, np.uint64(p.episodes))
    reset(s, rules, setup, seed)
    p.episodes += 1
    p.agent_seed = derive(seed, _OPPONENTS, np.uint64(0))
    p.decisions = 0
    p.steps = 0


@inner
def _gain(s, rules, p, seat, shaping):
    """Return by how much the learner's estimate has grown since its last decision; 0 at its first."""
    before, p.potential = p.potential, shaping * evaluate(s, rules, seat)
    return p.potential - before if p.steps > 0 else 0.0


@inlined
def _write_options(s, rules, p, index, options, actions, indices, mask):
    """Write what is legal: the actions, their indices, and the mask of these indices."""
    n = legal(s, rules, options)
    for k in range(n):
        action = action_index(s, rules, options[k])
        actions[index, k] = options[k]
        indices[index, k] = action
        mask[index, action] = 1
    p.options = n


@inlined
def _forget_options(p, index, indices, mask):
    """Clear the elements of the mask that were set before."""
    for k in range(p.options):
        mask[index, indices[index, k]] = 0
    p.options = 0


@inlined
def _observe(s, rules, seat, index, features, tokens):
    """Write one of the two kinds of observation."""
    if features.shape[1] > 0:
        observe(s, rules, seat, features[index])
    if tokens.shape[1] > 0:
        n = tokenise(s, rules, seat, tokens[index])
        tokens[index, n:] = 0
