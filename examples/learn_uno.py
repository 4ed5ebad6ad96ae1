"""Train a network to play UNO against itself, in minutes: python examples/learn_uno.py

The opponents are the network as it was half a minute ago. Its strength is measured against two `lookahead:2`.
`--help` lists the options, and docs/learning.md shows what comes out. PyTorch and Stable-Baselines3 are needed: pip
install 'cardwright[learn]'
"""

from __future__ import annotations

from learning import Course, learn, options

import cardwright

LADDER = ("random", "lookahead:2", "mcts:100")  # UNO has no heuristics for `rules`


if __name__ == "__main__":
    course = Course([cardwright.game("cgdl:uno")], LADDER, rivals="lookahead:2")
    learn(course, options("Train a network to play UNO against itself.", file="uno.npz"))
