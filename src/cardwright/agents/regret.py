# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Counterfactual regret minimisation with external sampling, for small games of two players.

M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo sampling for regret minimization in extensive games",
2009. An iteration walks through the game once for each player. It tries all actions of that player, draws the other's
from its strategy, and takes the cards as one deal brings them. Regrets decide the strategies of the next iteration,
and the average of all strategies approaches an equilibrium.

What a player knows is its information set. It is found by the player's hidden copy of the game, drawn from a fixed
seed: `hide` makes equal copies where the player knows the same. Actions are identified by their labels.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.compiling import jit
from cardwright.core.compiling.jit import inlined, inner, kernel
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import as_seed, derive, mix, purpose, unit
from cardwright.core.record import STREAMS, copy_record, struct, word
from cardwright.core.verbs import HOST, apply, decider, hide, reset, score

from .scratch import Dice, distinct

_DEALS = purpose("cfr deals")
_CHOICES = purpose("cfr choices")
_SEED = purpose("cfr information set")  # of every hidden copy
_START = np.uint64(0x9E3779B97F4A7C15)
_11 = np.uint64(11)

MOST_SETS = 1_000_000
MOST_ACTIONS = 4_000_000  # of all information sets together
MOST_POSITIONS = 100_000  # in one walk through the game
LEVELS = 100  # decisions of one player in a game
CHUNK = 1000  # iterations between two reports


class Unsuited(IntEnum):
    """Why a game cannot be solved."""

    NO = 0  # it can
    TOO_LONG = 1
    TOO_MANY = 2
    TOO_DEEP = 3
    NOT_ALONE = 4
    AMBIGUOUS = 5


Level = struct(
    [
        ("n", np.int64),  # how many actions there are
        ("next", np.int64),  # the index of the action whose value comes next
        ("home", np.int64),  # the information set
    ]
)


class Sets(NamedTuple):
    """All information sets met so far, in a hash table with open addressing."""

    slots: Any  # for each slot of the hash table, 0 or one more than the number of a set
    keys: Any  # what a set is found by
    first: Any  # where the actions of a set begin
    size: Any  # how many it has
    labels: Any  # of all actions, those of one set next to each other
    regrets: Any
    sums: Any  # the sum of the probabilities with which an action was to be taken
    used: Any  # how many sets, and how many actions


class Memory(NamedTuple):
    """What a walk through the game needs; a row for each decision of one player."""

    states: Any
    actions: Any
    labels: Any
    chances: Any
    values: Any
    levels: Any
    dice: Any


@inlined
def information_set(s, rules, player, copy, words):
    """Return a number of 53 bits that stands for what a player knows; `copy` is memory for a position of `words`."""
    copy_record(copy, s)
    hide(copy, rules, player, _SEED)
    found = mix(_START + np.uint64(player))
    for k in range(STREAMS, words):
        found = mix(found ^ word(copy, k))
    return found >> _11


@inner
def _find(key, n, labels, sets):
    """Return the number of an information set, which is new if it has not been met; or minus the reason why not."""
    mask = sets.slots.size - 1
    slot = np.int64(key) & mask
    while sets.slots[slot] and sets.keys[sets.slots[slot] - 1] != key:
        slot = (slot + 1) & mask
    home = sets.slots[slot] - 1
    if home < 0:
        home, first = sets.used[0], sets.used[1]
        if home == sets.keys.size or first + n > sets.labels.size:
            return np.int64(-Unsuited.TOO_MANY)
        sets.slots[slot] = home + 1
        sets.keys[home] = key
        sets.first[home] = first
        sets.size[home] = n
        for k in range(n):
            sets.labels[first + k] = labels[k]
        sets.used[0] += 1
        sets.used[1] += n
    elif not _has_labels(home, n, labels, sets):
        return np.int64(-Unsuited.AMBIGUOUS)
    return home


@inner
def _has_labels(home, n, labels, sets):
    """Whether an information set has these actions."""
    same = sets.size[home] == n
    for k in range(n):
        same = same and sets.labels[sets.first[home] + k] == labels[k]
    return same


@inner
def _match_regrets(home, sets, chances):
    """Write the probabilities of the actions: in proportion to their positive regrets."""
    first, n, total = sets.first[home], sets.size[home], 0.0
    for k in range(n):
        chances[k] = max(0.0, sets.regrets[first + k])
        total += chances[k]
    for k in range(n):
        chances[k] = chances[k] / total if total > 0 else 1.0 / n


@inner
def _draw_and_count(home, n, chances, sets, roll):
    """Return an index below n with these probabilities, and add them to those of the average strategy."""
    for k in range(n):
        sets.sums[sets.first[home] + k] += chances[k]
    for k in range(n - 1):
        roll -= chances[k]
        if roll < 0:
            return k
    return n - 1


@inner
def _learn(home, n, values, chances, sets):
    """Add what each action would have brought more than the strategy did, which is returned."""
    mean = 0.0
    for k in range(n):
        mean += chances[k] * values[k]
    for k in range(n):
        sets.regrets[sets.first[home] + k] += values[k] - mean
    return mean


@inner
def _try_next(rules, depth, memory):
    """Take the next action of a level in a copy, one level below."""
    level = memory.levels[depth]
    copy_record(memory.states[depth + 1], memory.states[depth])
    apply(memory.states[depth + 1], rules, memory.actions[depth, level.next])


@inlined
def _walk(rules, player, sets, memory):
    """Walk through the game from the first position, and return `Unsuited.NO` or why the game is not suited."""
    depth, positions, value, ended = np.int64(0), 0, 0.0, False
    stopped = np.int64(Unsuited.NO)
    while depth >= 0 and stopped == Unsuited.NO:
        s = memory.states[depth]
        who = decider(s)
        if ended:
            depth, value, ended = _return_to(depth, value, rules, sets, memory)
        elif who == HOST:
            stopped = np.int64(Unsuited.NOT_ALONE)
        elif who < 0 or s.fault != 0:
            value = score(s, player)
            ended = True
            depth -= 1
        elif positions == MOST_POSITIONS:
            stopped = np.int64(Unsuited.TOO_LONG)
        else:
            positions += 1
            depth, stopped = _decide(depth, who, player, rules, sets, memory)
    return stopped


@inner
def _return_to(depth, value, rules, sets, memory):
    """Note what an action of this level is worth, then try the next one, or learn from all of them.

    Return the level to go on with, the value there, and whether the game below that level has ended.
    """
    level = memory.levels[depth]
    memory.values[depth, level.next] = value
    level.next += 1
    if level.next < level.n:
        _try_next(rules, depth, memory)
        return depth + 1, value, False
    return depth - 1, _learn(level.home, level.n, memory.values[depth], memory.chances[depth], sets), True


@inlined
def _decide(depth, who, player, rules, sets, memory):
    """Begin to try all actions of the walking player, or draw one of the other's.

    Return the level to go on with, and `Unsuited.NO` or why the game is not suited.
    """
    s, chances, spare = memory.states[depth], memory.chances[depth], memory.states.size - 1
    n = distinct(s, rules, memory.actions[depth], memory.labels)
    choice, home, stopped = 0, np.int64(0), np.int64(Unsuited.NO)
    if n > 1:
        words = memory.states.itemsize // 8
        home = _find(information_set(s, rules, who, memory.states[spare], words), n, memory.labels, sets)
    if home < 0:
        stopped = -home
    elif n > 1 and who == player and depth + 2 == spare:
        stopped = np.int64(Unsuited.TOO_DEEP)
    elif n > 1 and who == player:
        _match_regrets(home, sets, chances)
        level = memory.levels[depth]
        level.n, level.next, level.home = n, 0, home
        _try_next(rules, depth, memory)
        depth += 1
    else:
        if n > 1:
            _match_regrets(home, sets, chances)
            choice = _draw_and_count(home, n, chances, sets, unit(memory.dice[0], 0))
        apply(s, rules, memory.actions[depth, choice])
    return depth, stopped


@kernel
def _train(rules, setup, seed, begin, end, sets, memory):
    """Do the iterations from `begin` up to `end`; return `Unsuited.NO` or why the game is not suited."""
    for iteration in range(begin, end):
        for player in range(2):
            index = np.uint64(2 * iteration + player)
            memory.dice[0].rng[0] = derive(seed, _CHOICES, index)
            reset(memory.states[0], rules[0], setup[0], derive(seed, _DEALS, index))
            stopped = _walk(rules[0], player, sets, memory)
            if stopped != Unsuited.NO:
                return stopped
    return np.int64(Unsuited.NO)


class Strategy(NamedTuple):
    """The probabilities of actions in each information set."""

    keys: np.ndarray
    first: np.ndarray  # where the actions of a set begin
    size: np.ndarray  # how many it has
    labels: np.ndarray
    chances: np.ndarray


class Solver:
    """Regret minimisation in progress: the longer it trains, the closer the average strategy is to an equilibrium."""

    def __init__(self, game: Game, seed: int = 1):
        if game.players != 2:
            raise CardwrightError(f"cfr is for games of two players; {game.name} has {game.players}")
        self.game = game
        self.iterations = 0
        self._seed = as_seed(seed)
        self._sets = Sets(  # the operating system provides only the memory that is written to
            slots=np.zeros(1 << (2 * MOST_SETS - 1).bit_length(), np.int64),
            keys=np.zeros(MOST_SETS, np.uint64),
            first=np.zeros(MOST_SETS, np.int64),
            size=np.zeros(MOST_SETS, np.int64),
            labels=np.zeros(MOST_ACTIONS, np.int64),
            regrets=np.zeros(MOST_ACTIONS),
            sums=np.zeros(MOST_ACTIONS),
            used=np.zeros(2, np.int64),
        )
        shape = LEVELS, game.max_actions
        self._memory = Memory(
            states=np.zeros(LEVELS + 2, game.dtype),
            actions=np.zeros(shape, np.int64),
            labels=np.zeros(game.max_actions, np.int64),
            chances=np.zeros(shape),
            values=np.zeros(shape),
            levels=np.zeros(LEVELS, Level),
            dice=np.zeros(1, Dice),
        )

    @property
    def size(self) -> int:
        """The number of information sets met so far."""
        return int(self._sets.used[0])

    def train(self, iterations: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Do more iterations; `progress(done, iterations)` is called now and then."""
        jit.compiling(f"regret minimisation for {self.game.title}")
        for begin in range(0, iterations, CHUNK):
            end = min(begin + CHUNK, iterations)
            span = self.iterations, self.iterations + end - begin
            stopped = _train(self.game.rules, self.game.setup, self._seed, *span, self._sets, self._memory)
            if stopped != Unsuited.NO:
                raise CardwrightError(f"cfr cannot solve {self.game.name}: {_REASONS[Unsuited(stopped)]}")
            self.iterations = span[1]
            if progress:
                progress(end, iterations)

    def strategy(self) -> Strategy:
        """Return the average strategy; where a player's turn never came by chance, all actions are equally likely."""
        sets, actions = self._sets.used.tolist()
        first, size = self._sets.first[:sets], self._sets.size[:sets]
        sums = self._sets.sums[:actions]
        totals = np.repeat(np.add.reduceat(sums, first) if sets else sums, size)
        chances = np.where(totals > 0, sums / np.where(totals > 0, totals, 1), 1 / np.repeat(size, size))
        return Strategy(self._sets.keys[:sets], first, size, self._sets.labels[:actions], chances)


_REASONS = {
    Unsuited.TOO_LONG: f"one player's actions lead to more than {MOST_POSITIONS:,} positions",
    Unsuited.TOO_MANY: f"it has more than {MOST_SETS:,} information sets or {MOST_ACTIONS:,} actions in them",
    Unsuited.TOO_DEEP: f"a player decides more than {LEVELS - 2} times",
    Unsuited.NOT_ALONE: "its rules wait for a Python function",
    Unsuited.AMBIGUOUS: "its actions differ where a player knows the same; `cardwright check` says more",
}
