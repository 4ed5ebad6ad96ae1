"""Would it help `mcts` to keep the part of its tree below the action that it took? The finding is in docs/search.md.

    python benchmarks/tree_reuse.py --games 400 --playouts 100

Three players fight the same battles: one plants a new tree for every decision, as `mcts` does; one begins with what it
kept and searches as much again; one counts what it kept as part of its playouts.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import cardwright
from cardwright.agents import MOST_DECISIONS, Mcts
from cardwright.agents.parallel_mcts import Tree, children_of
from cardwright.agents.tree import ROOT
from cardwright.arena import statistics
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import kernel
from cardwright.core.game import Game
from cardwright.core.random import seed_for
from cardwright.core.state import State

BATTLES = ("spire:gremlin-nob", "spire:lagavulin", "spire:sentries")
LARGEST = 60_000  # nodes


@kernel
def replant(nodes, child, old, homes):
    """Make a child the root, and forget what is not below it; `old` and `homes` are memory of the size of `nodes`."""
    for index in range(nodes[ROOT].available):
        old[index] = nodes[index]
    nodes[ROOT].visits = old[child].visits
    homes[ROOT] = child  # for each node its old index
    count, parent = 1, 0
    while parent < count:
        nodes[parent].first = 0
        last, at = 0, np.int64(old[homes[parent]].first)
        while at:
            nodes[count] = old[at]
            nodes[count].next = nodes[count].sure = 0
            if last:
                nodes[last].next = count
            else:
                nodes[parent].first = count
            homes[count], last = at, count
            count += 1
            at = np.int64(old[at].next)
        parent += 1
    nodes[ROOT].available = count


class Player:
    """A tree search that may keep its tree: "new" never, "more" to search as much again, "same" to search less."""

    def __init__(self, game: Game, playouts: int, keeps: str):
        self.playouts = playouts
        self.keeps = keeps
        self.tree = Tree(game.new(1), Mcts(LARGEST), 1)
        self.old, self.homes = np.zeros_like(self.tree.nodes), np.zeros(len(self.tree.nodes), np.int64)
        self.actions, self.labels = (np.zeros(game.max_actions, np.int64) for _ in range(2))
        self.kept: list[int] = []

    def play(self, game: Game, number: int) -> float:
        """Return the score of a battle."""
        state, decisions = game.new(seed_for(1, "game", number)), 0
        self.tree.nodes[ROOT].visits = 0
        while not state.over:
            seed = seed_for(1, "agent", MOST_DECISIONS * number + decisions)
            state.play(self.choose(state.copy(hidden_from=state.decider, seed=seed), seed))
            decisions += 1
        return state.score()

    def choose(self, state: State, seed: int) -> int:
        """Return the legal action with the most playouts."""
        n = array_verbs.options(state.records, 0, state.game.rules, self.actions, self.labels)
        by_label = dict(zip(self.labels[:n].tolist(), self.actions[:n].tolist(), strict=True))
        if len(by_label) == 1:
            return int(self.actions[0])
        root = self.tree.nodes[ROOT]
        if self.keeps == "new" or root.available > LARGEST - 2 * self.playouts:
            root.visits = 0
        self.kept.append(int(root.visits))
        self.tree.state, self.tree.seed = state, np.uint64(seed)
        self.tree.grow(max(self.playouts, root.visits + (self.playouts if self.keeps == "more" else 1)))
        nodes = self.tree.nodes
        possible = [child for child in children_of(nodes) if int(nodes[child].label) in by_label]  # not in other draws
        best = max(possible, key=lambda child: (nodes[child].visits, nodes[child].value))
        action = by_label[int(nodes[best].label)]
        if self.keeps != "new":
            replant(nodes, best, self.old, self.homes)
        return action


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--playouts", type=int, default=100)
    given = parser.parse_args()
    print(f"{given.games} battles, {given.playouts} playouts; score and gain over new trees, with 95 % intervals")
    for name in BATTLES:
        game, scores = cardwright.game(name), {}
        for keeps in ("new", "more", "same"):
            player = Player(game, given.playouts, keeps)
            begun = time.process_time()
            scores[keeps] = np.array([player.play(game, number) for number in range(given.games)])
            own, gain = (statistics.mean(each) for each in (scores[keeps], scores[keeps] - scores["new"]))
            print(
                f"{name:<18} {keeps:<5} {own.value:.3f} [{own.low:.3f}, {own.high:.3f}]  "
                f"{gain.value:+.4f} [{gain.low:+.4f}, {gain.high:+.4f}]  "
                f"kept {np.mean(player.kept):.0f} playouts, {time.process_time() - begun:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
