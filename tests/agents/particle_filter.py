"""A particle filter: the worlds in which a player could be, given what everybody did; for benchmarks/belief.py.

When somebody acts, each world tries all its legal actions. Those after which the player sees what it really sees are
weighed by how likely the model takes them, and the world continues with one of them. A world without any is dropped;
copies of other worlds replace it, or uniform draws once few are left. With `grafts`, a world in which chance alone
showed something else gets what the player really sees; that needs a game whose records can be mixed word by word.

The filter never looks at the action that an opponent took, only at what the player sees: `hide` makes equal copies
where a player knows the same. So it cannot know a secret move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cardwright.agents import make
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.agents.scratch import Dice
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.game import Game
from cardwright.core.random import as_seed, derive, purpose, seed_streams, unit
from cardwright.core.record import STREAMS, copied, copy_record, word
from cardwright.core.state import State
from cardwright.core.verbs import advise_fairly, apply, decider, hide, label, legal

_SAME = purpose("belief: what a player sees")
_DRAW = purpose("belief: a uniform draw")
_ADVICE = purpose("belief: advice")
PROBES = 16  # uniform draws that tell which words of a record are hidden
ENOUGH = 4  # an effective sample of a quarter of the worlds suffices to do without uniform draws


@kernel
def draw(worlds, first, present, rules, player, seed):
    """Make worlds, from `first` on, uniform draws of the present position."""
    for k in range(first, worlds.size):
        copy_record(worlds[k], present[0])
        hide(worlds[k], rules[0], player, derive(seed, _DRAW, np.uint64(k)))


@kernel
def reseed(worlds, seed):
    """Give each world a future of its own."""
    for k in range(worlds.size):
        seed_streams(worlds[k], derive(seed, _DRAW, np.uint64(k)), _DRAW)


@kernel
def ask(worlds, rules, weights, advised, doubt, seed, memory, actions, chances, counts):
    """Write the legal actions of each world and how likely each is: the advice with 1 - doubt, or all alike."""
    for k in range(worlds.size):
        s = worlds[k]
        who = decider(s)
        n = legal(s, rules[0], actions[k]) if who >= 0 and s.fault == 0 else 0
        counts[k] = n
        for j in range(n):
            chances[k, j] = 1.0 / n
        if advised and n > 1:
            action = advise_fairly(
                s, rules[0], weights, who, actions[k], n, derive(seed, _ADVICE, np.uint64(k)), memory[0]
            )
            expect(s, rules[0], action, doubt, actions[k], chances[k], n)


@kernel
def offer(worlds, rules, player, action, actions, chances, counts):
    """Write the player's own action where it is legal; where others decide first, there is none."""
    for k in range(worlds.size):
        s = worlds[k]
        counts[k] = 0
        for j in range(legal(s, rules[0], actions[k]) if decider(s) == player and s.fault == 0 else 0):
            if actions[k, j] == action:
                counts[k] = 1
        actions[k, 0], chances[k, 0] = action, 1.0


@inner
def expect(s, rules, action, doubt, actions, chances, n):
    """Write that an action, or one that does the same, is taken unless in doubt."""
    same = 0
    for j in range(n):
        same += label(s, rules, actions[j]) == label(s, rules, action)
    for j in range(n):
        taken = label(s, rules, actions[j]) == label(s, rules, action)
        chances[j] = (1.0 if same == n else 1.0 - doubt) / same if taken else doubt / (n - same)


@kernel
def follow(worlds, target, rules, player, actions, chances, counts, dice, memory, likelihoods):
    """Continue each world by an action after which the player sees `target`; write how likely such actions are.

    A world without such an action is continued by any, and its likelihood is 0.
    """
    trial, any_next, words = memory[0], memory[2], worlds.itemsize // 8
    for k in range(worlds.size):
        matching, total = 0.0, 0.0
        copy_record(memory[3], worlds[k])
        for j in range(counts[k]):
            chance = chances[k, j]
            if chance > 0.0:
                copy_record(trial, memory[3])
                apply(trial, rules[0], actions[k, j])
                total += chance
                if looks_like(trial, target[0], rules[0], player, memory[1], words):
                    matching += chance
                    if unit(dice[0], 0) * matching < chance:
                        copy_record(worlds[k], trial)
                elif unit(dice[0], 0) * total < chance:
                    copy_record(any_next, trial)
        if matching == 0.0 and total > 0.0:
            copy_record(worlds[k], any_next)
        likelihoods[k] = matching


@inner
def looks_like(s, target, rules, player, copy, words):
    """Return whether a player who sees `target` could be in a position."""
    same = s.fault == 0
    if same:
        copy_record(copy, s)
        hide(copy, rules, player, _SAME)
        for k in range(STREAMS, words):
            same = same and word(copy, k) == word(target, k)
    return same


@kernel
def match(worlds, target, rules, player, memory, fits):
    """Write which worlds look to the player like `target`."""
    for k in range(worlds.size):
        fits[k] = looks_like(worlds[k], target[0], rules[0], player, memory[1], worlds.itemsize // 8)


def seen_by(present: np.ndarray, rules: np.ndarray, player: int) -> np.ndarray:
    """Return the copy of a position that stands for what a player knows."""
    shown = copied(present)
    array_verbs.hide(shown, 0, rules, player, _SAME)
    return shown


def bits(worlds: np.ndarray) -> np.ndarray:
    """Return the words of each world, a row each."""
    return worlds.view(np.uint64).reshape(len(worlds), worlds.itemsize // 8)


class Model:
    """How likely opponents take each action: by the game's advice, an agent in their place, or all alike."""

    def __init__(self, game: Game, text: str, doubt: float):
        self.game, self.doubt = game, doubt
        self.advised = text == "advice"
        self.agent = None if text in ("advice", "uniform") else make(text)
        if self.agent is not None:
            self.players = Players(game, seats_of(game, [self.agent] * game.players))
        self.known: dict[bytes, dict[int, float]] = {}

    def write(self, worlds: np.ndarray, seed: np.uint64, options: Options, memory: np.ndarray) -> None:
        """Write the legal actions in each world and their probabilities."""
        game = self.game
        weights = np.array(game.weights, np.float64)
        rows = options.actions, options.chances, options.counts
        ask(worlds, game.rules, weights, self.advised, self.doubt, seed, memory, *rows)
        if self.agent is not None:
            for k in np.flatnonzero(options.counts > 1).tolist():
                chances = self._probabilities(worlds[k : k + 1], seed)
                for j in range(options.counts[k]):
                    options.chances[k, j] = chances.get(int(options.actions[k, j]), 0.0)

    def _probabilities(self, world: np.ndarray, seed: np.uint64) -> dict[int, float]:
        """Return the model's probability of each action, found once for each thing that an opponent can see."""
        game = self.game
        shown = seen_by(world, game.rules, array_verbs.decider(world, 0))
        key = shown.tobytes()
        if key not in self.known:
            state = State(game, 1, shown)
            found = self.agent.probabilities(state)
            if found is None:
                numbers = [each.id for each in state.legal()]
                chosen = self.players.choose(state, seed, 0)
                rest = self.doubt / (len(numbers) - 1)
                found = {each: 1 - self.doubt if each == chosen else rest for each in numbers}
            self.known[key] = dict(found)
        return self.known[key]


@dataclass
class Options:
    """The legal actions of each world and their probabilities."""

    actions: np.ndarray
    chances: np.ndarray
    counts: np.ndarray


class Belief:
    """The worlds in which one player could be, and their weights."""

    def __init__(self, state: State, player: int, size: int, model: Model, seed: int, grafts: bool = False):
        game = state.game
        self.grafts = grafts
        self.player, self.model, self.rules = player, model, game.rules
        self.rng = np.random.default_rng(seed)
        self.worlds, self.memory = np.zeros(size, game.dtype), np.zeros(4, game.dtype)
        self.options = Options(
            np.zeros((size, game.max_actions), np.int64), np.zeros((size, game.max_actions)), np.zeros(size, np.int64)
        )
        self.dice = np.zeros(1, Dice)
        self.dice[0].rng[0] = as_seed(seed)
        self.weights = np.ones(size)
        self.survived: list[float] = []
        draw(self.worlds, 0, state.records, self.rules, player, self._seed())

    def _seed(self) -> np.uint64:
        return np.uint64(self.rng.integers(2**63))

    def notice(self, state: State, own_action: int | None) -> None:
        """Continue the worlds after a decision, which was the player's own or that of an opponent."""
        options, size = self.options, len(self.worlds)
        target = seen_by(state.records, self.rules, self.player)
        rows = options.actions, options.chances, options.counts
        if own_action is None:
            self.model.write(self.worlds, self._seed(), options, self.memory)
        else:
            offer(self.worlds, self.rules, self.player, own_action, *rows)
        likelihoods = np.zeros(size)
        follow(self.worlds, target, self.rules, self.player, *rows, self.dice, self.memory, likelihoods)
        dropped = likelihoods == 0
        if self.grafts and dropped.any():
            likelihoods[dropped] = self._graft(state.records, target, dropped)
        self.weights *= likelihoods
        self.survived.append(float((self.weights > 0).mean()))
        self._refill(state)

    def _graft(self, present: np.ndarray, target: np.ndarray, dropped: np.ndarray) -> np.ndarray:
        """Give worlds what the player really sees where chance showed something else; return which fit then."""
        probes = np.zeros(PROBES, present.dtype)
        draw(probes, 0, present, self.rules, self.player, self._seed())
        hidden = (bits(probes) != bits(probes)[0]).any(axis=0)
        hidden[:STREAMS] = False
        grafted = np.zeros(int(dropped.sum()), present.dtype)
        draw(grafted, 0, present, self.rules, self.player, self._seed())
        bits(grafted)[:, hidden] = bits(self.worlds)[dropped][:, hidden]
        fits = np.zeros(len(grafted))
        match(grafted, target, self.rules, self.player, self.memory, fits)
        bits(self.worlds)[dropped] = bits(grafted)
        return fits

    def _refill(self, state: State) -> None:
        """Resample the worlds if their weights differ much, and fill up with uniform draws if few are left."""
        size, total = len(self.worlds), self.weights.sum()
        effective = total**2 / (self.weights**2).sum() if total else 0.0
        if effective < size / 2:
            keep = min(size, int(np.ceil(ENOUGH * effective)))
            worlds = np.zeros_like(self.worlds)
            bits(worlds)[:keep] = bits(self.sample(keep))
            draw(worlds, keep, state.records, self.rules, self.player, self._seed())
            self.worlds, self.weights = worlds, np.ones(size)

    def sample(self, n: int) -> np.ndarray:
        """Return n worlds in proportion to their weights, in random order."""
        sums = np.cumsum(self.weights)
        at = (np.arange(n) + self.rng.random()) / max(n, 1) * sums[-1]
        chosen = np.searchsorted(sums, at, side="right").clip(max=len(sums) - 1)
        worlds = np.zeros(n, self.worlds.dtype)
        bits(worlds)[:] = bits(self.worlds)[self.rng.permutation(chosen)]
        reseed(worlds, self._seed())
        return worlds
