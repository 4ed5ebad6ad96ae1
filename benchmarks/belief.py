"""Would it help `mcts` to infer hidden cards from what the opponents did? The finding is in docs/search.md.

    python benchmarks/belief.py autobattler:draft --agent mcts:100 --worlds 128 --grafts
    python benchmarks/belief.py examples/kuhn.py:family --pairs 1000 --model cfr:20000
    python benchmarks/belief.py cgdl:go_fish --secrets

A search whose playouts begin in the worlds of a particle filter (tests/agents/particle_filter.py) plays against the
same search with uniform draws. With `--secrets`, a search with `secrets` plays against one without it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import cardwright
from cardwright.agents import Mcts, make
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.agents.mcts import LEVELS
from cardwright.arena import statistics
from cardwright.core.game import Game
from cardwright.core.random import as_seed, seed_for
from cardwright.core.verbs import provides

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "agents"))
from particle_filter import Belief, Model, bits


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
                beliefs[player] = Belief(state, player, given.worlds, self.model, seed, given.grafts)
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
    parser.add_argument("--grafts", action="store_true", help="keep worlds in which chance showed something else")
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
