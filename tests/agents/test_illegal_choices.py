"""A user's kernel that returns an action which is not legal: the game stops, and one sentence says where."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from climb_game import Climb

from cardwright.agents import Chances, make, play_game, play_games
from cardwright.core.errors import IllegalAction

EXAMPLES = Path(__file__).parents[2] / "examples"

AGENTS = """
from cardwright.agents import Compiled, Instant, setting
from cardwright.core import inlined, legal

@inlined
def later(s, rules, weights, player, n, settings, seed, scratch):
    best = scratch.actions[0][n - 1]
    scratch.actions[0][:] = 77  # the kernel may use this memory
    return best if s.turn < settings.turns else settings.action

class Later(Compiled):
    turns: int = setting(low=1, high=9, default=1)
    action: int = 9999
    kernel = staticmethod(later)

@inlined
def wrong(actions, n, settings, agent_seed, player, decision, dice):
    return -5

class Wrong(Instant):
    kernel = staticmethod(wrong)
"""
HELP = "run the same with NUMBA_DISABLE_JIT=1 and print(s) in the agent's kernel"


@pytest.fixture
def agents(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(AGENTS)
    return str(path)


def refusal(agent: str, action: int, decision: int) -> str:
    return re.escape(
        f"agent {agent} chose action {action} in decision {decision} of climb; the 2 legal actions are 0 (step), "
        f"1 (leap); to see the position, {HELP}"
    )


def test_many_games_stop_at_an_illegal_action(agents):
    seeds = np.arange(5, dtype=np.uint64)
    seats = [make(f"{agents}:{name}") for name in ("Later:9+action=0", "Later:3", "Wrong")]
    with pytest.raises(IllegalAction, match=rf"agent {agents}:(Later:turns=3|Wrong) chose action (9999|-5) in"):
        play_games(Climb(top=100), seats, seeds, seeds)
    assert play_games(Climb(top=100), seats[:1] * 3, seeds, seeds).finished.all()


def test_a_single_choice_is_checked(agents):
    state, agent = Climb().new(seed=1), make(f"{agents}:Later:1+action=2")
    with pytest.raises(IllegalAction, match=refusal(agent.name, 2, 1)):
        agent.choose(state, seed=1)
    with pytest.raises(IllegalAction, match=refusal(f"{agents}:Wrong", -5, 1)):
        play_game(Climb(), [make(f"{agents}:Wrong")] * 3, seed=1, agent_seed=1)
    with pytest.raises(IllegalAction, match=refusal(f"{agents}:Wrong", -5, 1)):
        make(f"{agents}:Wrong").choose(Climb().new(seed=1, logged=True), seed=1)


def test_an_agent_that_is_measured_is_checked(agents):
    game = Climb()
    with pytest.raises(IllegalAction, match=refusal(f"{agents}:Later", 9999, 1)):
        Chances(f"{agents}:Later", game, samples=3).of(game.new(seed=1))


ON_OTHER_WAYS = """
import sys
sys.path.insert(0, sys.argv[1])
import kuhn, numpy as np
from cardwright.agents import make, play_games
from cardwright.adapters.stepping import Stepper
from cardwright.core.errors import IllegalAction

game, seeds = kuhn.family.game({}), np.arange(4, dtype=np.uint64)
for agent in (f"{sys.argv[2]}:Later", f"{sys.argv[2]}:Wrong"):
    stepper = Stepper([game], 3, opponents=agent)
    stepper.reset([1, 2, 3])
    ways = {
        "vectors": lambda: stepper.step(stepper.random_actions(np.random.default_rng(1))),
        "gpu": lambda: play_games(game, [make(agent)] * 2, seeds, seeds, gpu=True),
    }
    for way in sys.argv[3:]:
        try:
            ways[way]()
        except IllegalAction as error:
            assert str(error).startswith(f"agent {agent} chose action"), error
        else:
            raise AssertionError(f"{way}: {agent} played")
"""


def test_vectors_and_a_gpu_check_it_too(agents):
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    ways = ["vectors", *(["gpu"] if importlib.util.find_spec("numba_cuda") else [])]
    program = [sys.executable, "-c", ON_OTHER_WAYS, str(EXAMPLES), agents, *ways]
    done = subprocess.run(program, env=simulated, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
