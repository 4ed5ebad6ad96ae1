# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The kernels that step many games at once, with the memory that they read and write.

`stepping.py` says what is to be done in each game. A kernel does it, lets the compiled agents of the other seats play
and writes what the learner observes.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS
from cardwright.agents.kernel import play_on
from cardwright.agents.scratch import Scratch
from cardwright.core.compiling.jit import inlined, inner, kernel
from cardwright.core.random import derive, purpose
from cardwright.core.record import struct
from cardwright.core.verbs import OVER, action_index, apply, decider, evaluate, legal, observe, reset, score, tokenise

EPISODE = "episode"  # what the seeds of later episodes are derived for
WORST = -1.0  # the reward for an illegal action that loses the game
LONGEST_WAIT = 1000  # games in a row that end before the learner decides anything

EVERY_SEAT = -1  # in place of the learner's seat

_EPISODE = purpose(EPISODE)
_SEATING = purpose("seating")
_OPPONENTS = purpose("opponents")


class Do(IntEnum):
    """What the kernel does in a game, besides taking an action, which is 0 or more."""

    START = -1  # a new game
    GO_ON = -2  # after Python has answered
    WAIT = -3  # nothing
    LOSE = -4  # end the game, because the learner chose an illegal action
    PUT = -5  # start from the position that Python has written


Progress = struct(
    [
        ("kind", np.int64),  # which of the given games it is
        ("table", np.int64),  # which of their rules it has
        ("seed", np.uint64),  # of its first episode; those of later ones are derived from it
        ("episodes", np.int64),  # how many have started
        ("first", np.int64),  # the first of its arrangements of seats
        ("row", np.int64),  # the arrangement of this episode
        ("seat", np.int64),  # the learner's seat; if it has all, the one that decides or has just decided
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
    scores: np.ndarray  # of all seats at the end of a game, or empty


class Seating(NamedTuple):
    """Who plays, and how. The first three have a row for each arrangement of seats."""

    learners: np.ndarray  # the learner's seat, or EVERY_SEAT
    settings: np.ndarray
    weights: np.ndarray
    rows: int  # how many arrangements an environment draws from
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
    """Step every game; return the index of the first in which the learner never acts, or -1.

    Tuples come without the names of their fields: Numba recognises the types of such arguments faster.
    """
    own, got, seated, scratch = Tables(*tables), Results(*results), Seating(*seating), Scratch(*memory)
    for index in range(todo.size):
        if todo[index] != Do.WAIT and not _step(todo[index], progress[index], index, own, got, seated, scratch):
            return index
    return -1


@inlined
def _step(task, p, index, tables, results, seating, scratch):
    """Step a game and let the others play; return whether the learner ever acts in it."""
    s, rules = tables.states[index], tables.rules[p.table]
    _forget_options(p, index, tables, results)
    if task != Do.GO_ON:
        _reward(results, index, 0.0, False, False)
        results.scores[index, :] = 0.0
    if task == Do.START:
        _start(s, rules, tables.setups[p.kind], p, seating.learners, seating.rows)
    elif task == Do.PUT:
        _begin(p, seating.learners, seating.rows)
    elif task >= 0:
        apply(s, rules, task)
        p.decisions += 1
        p.steps += 1
    who = _play_others(s, rules, tables.setups[p.kind], p, index, task == Do.LOSE, results, seating, scratch)
    mine = _is_learner(who, p, seating)
    p.waiting = not mine and who != OVER
    if mine:
        p.seat = who
        if seating.shaping != 0.0:
            results.rewards[index] += _gain(s, rules, p, who, seating.shaping)
        _write_options(s, rules, p, index, tables, results, scratch)
    if not p.waiting:
        _observe(s, rules, p.seat, index, results.features, results.tokens)
    ended = results.terminated[index] or results.truncated[index]
    return who != OVER or (ended and not seating.same_step)


@inlined
def _play_others(s, rules, setup, p, index, lost, results, seating, scratch):
    """Play until the learner, a seat outside or nobody decides; return who does.

    A game that ends before the learner has decided anything is no episode: the next one is played instead.
    """
    who = OVER
    for _ in range(LONGEST_WAIT):
        who = OVER if lost else decider(s)
        if who >= 0 and not seating.settings[p.row, who].outside:
            settings, weights, trail = seating.settings[p.row], seating.weights[p.row], seating.trail
            own, most = p.agent_seed, MOST_DECISIONS
            _, p.decisions = play_on(s, rules, settings, weights, own, p.decisions, most, trail, scratch)
            who = decider(s)
        over = who == OVER and s.fault == 0
        cut = p.decisions >= MOST_DECISIONS or (p.steps >= seating.longest and _is_learner(who, p, seating))
        if not over and s.fault == 0 and not cut:
            break
        who = OVER
        if lost or p.steps > 0:
            result = _result(s, rules, p, p.seat, seating.shaping, lost, over)
            _reward(results, index, result - p.potential, over, not over)
            for player in range(results.scores.shape[1]):
                results.scores[index, player] = score(s, player) if over else 0.0
            if not seating.same_step:
                break
            _observe(s, rules, p.seat, index, results.final_features, results.final_tokens)
        lost = False
        _start(s, rules, setup, p, seating.learners, seating.rows)
    return who


@inlined
def _is_learner(who, p, seating):
    """Return whether the learner decides in a seat."""
    learner = seating.learners[p.row]
    return who >= 0 and (who == learner or learner == EVERY_SEAT)


@inlined
def _reward(results, index, reward, terminated, truncated):
    """Store the reward and the end flags of a step."""
    results.rewards[index] = reward
    results.terminated[index] = terminated
    results.truncated[index] = truncated


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
def _start(s, rules, setup, p, learners, rows):
    """Start the next episode of a game."""
    reset(s, rules, setup, _begin(p, learners, rows))


@inner
def _begin(p, learners, rows):
    """Count the next episode, seat its players, and return its seed."""
    seed = p.seed
    if p.episodes > 0:
        seed = derive(seed, _EPISODE, np.uint64(p.episodes))
    p.episodes += 1
    p.row = p.first
    if rows > 1:
        p.row += np.int64(derive(seed, _SEATING, np.uint64(0)) % np.uint64(rows))
    p.seat = max(learners[p.row], 0)
    p.agent_seed = derive(seed, _OPPONENTS, np.uint64(0))
    p.decisions = 0
    p.steps = 0
    return seed


@inner
def _gain(s, rules, p, seat, shaping):
    """Return by how much the learner's estimate has grown since its last decision; 0 at its first."""
    before, p.potential = p.potential, shaping * evaluate(s, rules, seat)
    return p.potential - before if p.steps > 0 else 0.0


@inlined
def _write_options(s, rules, p, index, tables, results, scratch):
    """Write what is legal: the actions, their indices, and the mask of these indices."""
    options = scratch.actions[0]
    n = legal(s, rules, options)
    for k in range(n):
        action = action_index(s, rules, options[k])
        tables.actions[index, k] = options[k]
        tables.indices[index, k] = action
        results.mask[index, action] = 1
    p.options = n


@inlined
def _forget_options(p, index, tables, results):
    """Clear the elements of the mask that were set before."""
    for k in range(p.options):
        results.mask[index, tables.indices[index, k]] = 0
    p.options = 0


@inlined
def _observe(s, rules, seat, index, features, tokens):
    """Write one of the two kinds of observation."""
    if features.shape[1] > 0:
        observe(s, rules, seat, features[index])
    if tokens.shape[1] > 0:
        n = tokenise(s, rules, seat, tokens[index])
        tokens[index, n:] = 0
