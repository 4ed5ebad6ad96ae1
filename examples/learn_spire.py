"""Train a network on the fights of the first act, in minutes: python examples/learn_spire.py

It plays the starter deck against nine groups of enemies. `--help` lists the options, and docs/learning.md shows what
comes out. PyTorch and Stable-Baselines3 are needed: pip install 'cardwright[learn]'
"""

from __future__ import annotations

from learning import Course, learn, options

from cardwright import spire
from cardwright.spire.engine.start import Start

FIGHTS = (
    "jaw-worm",
    "cultist",
    "louses",
    "small-slimes",
    "acid-slime",
    "spike-slime",
    "gremlin-nob",
    "lagavulin",
    "sentries",
)
LADDER = ("random", "rules", "lookahead:2", "mcts:100")


def fights() -> list[spire.Battle]:
    """Return the battles, compiled together, so that they have the same features and actions."""
    starts = {name: Start.read(spire.family.start(name)) for name in FIGHTS}
    return spire.Battle.several(starts, spire.standard(), {})


if __name__ == "__main__":
    usual = {"file": "spire.npz", "length": 128, "batch": 8192, "rate": 2e-3, "epochs": 6}
    learn(Course(fights(), LADDER), options("Train a network on the fights of the first act.", **usual))
