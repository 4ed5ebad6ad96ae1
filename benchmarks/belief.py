"""Would it help `mcts` to infer hidden cards from what the opponents did? The finding is in docs/search.md.

    python benchmarks/belief.py examples/kuhn.py:family:standard --pairs 200 --model cfr:20000

A particle filter keeps some worlds for each player: positions that look to the player like the real one. When somebody
acts, each world tries all its legal actions. Those after which the player sees what it really sees are weighed by how
likely the model takes them, and the world goes on with one of them. A world without any is dropped, unless chance
alone makes the difference. Dropped worlds are replaced by copies of others, and by uniform draws once few are left.
The playouts of a search begin in these worlds in place of uniform draws.

The filter never looks at the action that an opponent took, only at what the player sees: `hide` makes equal copies
where a player knows the same. So it cannot know a secret move.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import numpy as np

import cardwright
from cardwright.agents import Mcts, make
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.agents.mcts import LEVELS
from cardwright.agents.scratch import Dice
from cardwright.arena import statistics
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.game import Game
from cardwright.core.random import as_seed, derive, purpose, seed_for, seed_streams, unit
from cardwright.core.record import STREAMS, copied, copy_record, word
from cardwright.core.state import State
from cardwright.core.verbs import advise_fairly, apply, decider, hide, label, legal, provides

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
    return worlds.view(np.uint64).reshape(len(worlds), -1)


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

    def __init__(self, state: State, player: int, size: int, model: Model, seed: int):
        game = state.game
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
        if own_action is None:
            self.model.write(self.worlds, self._seed(), options, self.memory)
        else:
            options.actions[:, 0], options.chances[:, 0], options.counts[:] = own_action, 1, 1
        likelihoods = np.zeros(size)
        rows = options.actions, options.chances, options.counts
        follow(self.worlds, target, self.rules, self.player, *rows, self.dice, self.memory, likelihoods)
        dropped = likelihoods == 0
        if dropped.any():
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


class Duel:
    """A search with something, a belief or `secrets`, against the same search without it."""

    def __init__(self, game: Game, given: argparse.Namespace):
        self.game, self.given = game, given
        agent = make(given.agent)
        assert isinstance(agent, Mcts)
        self.seats = seats_of(game, [agent] * game.players)
        levels = LEVELS + given.worlds
        needs = self.seats.needs._replace(levels=levels, playouts=3 * agent.playouts)
        self.seats = self.seats._replace(needs=needs)
        self.settings = self.seats.settings[Mcts.word]
        self.players = Players(game, self.seats)
        self.model = Model(
            game, given.model or ("advice" if provides("advise", game.dtype) else "uniform"), given.doubt
        )
        self.seconds = {True: 0.0, False: 0.0}
        self.decisions = {True: 0, False: 0}
        self.survived: list[float] = []

    def play(self, number: int, chosen: list[bool]) -> np.ndarray:
        """Play one game in which the seats in `chosen` have it; return the scores."""
        game, given = self.game, self.given
        beliefs = {}
        state = game.new(seed_for(given.seed, "game", number))
        agent_seed = as_seed(seed_for(given.seed, "agent", number))
        if given.secrets:
            self.settings["secrets"] = chosen
        else:
            self.settings["worlds"] = np.where(chosen, given.worlds, 0)
            for player in np.flatnonzero(chosen).tolist():
                seed = seed_for(given.seed, f"belief {player}", number)
                beliefs[player] = Belief(state, player, given.worlds, self.model, seed)
        decision = 0
        while not state.over and not state.record.fault:
            who = state.decider
            begun = time.process_time()
            action = state.legal()[0].id
            if len(state.legal()) > 1:
                if who in beliefs:
                    bits(self.players.scratch.states)[LEVELS:] = bits(beliefs[who].sample(given.worlds))
                action = self.players.choose(state, agent_seed, decision)
            self._count(chosen[who], begun)
            state.play(action)
            begun = time.process_time()
            for player, belief in beliefs.items():
                if not state.over:
                    belief.notice(state, action if player == who else None)
            self._count(True, begun, 0)
            decision += 1
        for belief in beliefs.values():
            self.survived += belief.survived
        return np.array([state.score(player) for player in range(game.players)])

    def _count(self, whether: bool, begun: float, decisions: int = 1) -> None:
        self.seconds[whether] += time.process_time() - begun
        self.decisions[whether] += decisions

    def pair(self, number: int) -> tuple[float, float, float]:
        """Play a deal twice with the seats swapped; return how often each kind of seat wins, and the gain in score."""
        won, gain = np.zeros(2), 0.0
        for odd in (0, 1):
            chosen = [seat % 2 == odd for seat in range(self.game.players)]
            scores = self.play(number, chosen)
            wins = (scores == scores.max()) & (scores > 0)
            for side in (True, False):
                own = np.array(chosen) == side
                won[int(side)] += wins[own].mean() / 2
                gain += (1 if side else -1) * scores[own].mean() / 2
        return won[1], won[0], gain


def main() -> None:
    """Print what it gains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--pairs", type=int, default=100, help="deals, each played twice with seats swapped")
    parser.add_argument("--seconds", type=float, default=240, help="begin no other deal after this time")
    parser.add_argument("--agent", default="mcts:200")
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--model", help="'advice', 'uniform' or an agent; advice by default, where a game has it")
    parser.add_argument("--doubt", type=float, default=0.2, help="how often opponents do not follow the model")
    parser.add_argument("--secrets", action="store_true", help="measure `secrets` in place of a belief")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        duel, rows = Duel(cardwright.game(name), given), []
        duel.pair(given.pairs)  # which compiles everything
        duel.seconds, begun = {True: 0.0, False: 0.0}, time.perf_counter()
        while len(rows) < given.pairs and (len(rows) < 2 or time.perf_counter() - begun < given.seconds):
            rows.append(duel.pair(len(rows)))
        won, lost, gain = (statistics.mean(np.array(each)) for each in zip(*rows, strict=True))
        each = {side: duel.seconds[side] / max(1, duel.decisions[side]) for side in duel.seconds}
        print(
            f"{name} | {given.agent} | {2 * len(rows)} | {100 * won.value:.1f} % | {100 * lost.value:.1f} % | "
            f"{gain.value:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}] | {each[True] / each[False]:.1f} | "
            f"{100 * np.mean(duel.survived or [0]):.0f} % kept",
            flush=True,
        )


if __name__ == "__main__":
    main()
