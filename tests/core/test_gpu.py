"""A GPU plays the same games as the CPU; tested on numba-cuda's simulator, which needs no GPU."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from cardwright.core.compiling.device import gpu_available, use_gpu
from cardwright.core.errors import BadData, CardwrightError

TOURNAMENT = """
import numpy as np
from cardwright import autobattler
from cardwright.autobattler import gpu, tournament
gpu.THREADS, gpu.TILE = 4, 2
cards = [
    autobattler.Card("Plain", 2, 3),
    autobattler.Card("Bomb", 1, 2, {"explode_on_death": 2}),
    autobattler.Card("Split", 3, 4, {"pain_splitter": 5}),
]
for options in ({}, {"group": 4, "folds": 2, "seed": 5}, {"profile": "reference"}):
    here, there = (autobattler.tournament(cards, 2, device=device, threads=1, **options) for device in ("cpu", "gpu"))
    assert np.array_equal(here.payoff, there.payoff) and here.matches == there.matches
    assert (here.ties, here.phases) == (there.ties, there.phases)
"""

GAMES = """
import sys
sys.path.insert(0, sys.argv[1])
import kuhn, numpy as np
from cardwright.agents import gpu, make, play_games
gpu.THREADS = 4
game, seeds = kuhn.family.game({}), np.arange(10, dtype=np.uint64)
flat = sys.argv[1] + "/flat_monte_carlo.py:FlatMonteCarlo:3"
looking = ("lookahead:2", "random"), ("lookahead:2+positions=5", "lookahead:3")
for names in (("random", "first"), *looking, ("mcts:5", "mcts:9"), ("cfr:20", flat)):
    agents = [make(name) for name in names]
    here, there = (play_games(game, agents, seeds, seeds + 7, gpu=gpu) for gpu in (False, True))
    noted, too = (play_games(game, agents, seeds, seeds + 7, gpu=gpu, actions=True) for gpu in (False, True))
    assert len(noted.actions) == here.decisions.sum() and (noted.actions == too.actions).all()
    fields = ["turn", "card", "bet", "to_act"]
    assert (here.states[fields] == there.states[fields]).all()
    assert (here.decisions == there.decisions).all() and there.finished.all()
"""


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
@pytest.mark.parametrize("program", [TOURNAMENT, GAMES], ids=["tournament", "games"])
def test_a_simulated_gpu_plays_the_same_games(program: str, request: pytest.FixtureRequest) -> None:
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    examples = str(request.config.rootpath / "examples")
    done = subprocess.run([sys.executable, "-c", program, examples], env=simulated, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_an_unknown_device_is_refused() -> None:
    assert not use_gpu("cpu")
    with pytest.raises(BadData, match="there are: auto, cpu, gpu"):
        use_gpu("tpu")  # type: ignore[arg-type]


def test_without_a_gpu_one_sentence_says_what_is_missing() -> None:
    if gpu_available():
        pytest.skip("there is a GPU here")
    assert not use_gpu("auto")
    with pytest.raises(CardwrightError, match="cardwright\\[gpu\\]"):
        use_gpu("gpu")


@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_the_simulator_does_not_run_compiled_kernels() -> None:
    program = "from cardwright.core.compiling.gpu import launcher; launcher(lambda x: None)"
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", program], env=simulated, capture_output=True, text=True)
    assert "set NUMBA_DISABLE_JIT=1 as well" in done.stderr.splitlines()[-1]
