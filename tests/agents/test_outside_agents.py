"""Compiled agents from outside the package: they are seated, compiled and played like built-in ones."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from climb_game import LEAP, STEP, Climb

from cardwright import arena
from cardwright.agents import Compiled, make, make_seats, play_game, play_games, seats_of, setting
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import COMPILED, inlined
from cardwright.core.errors import CardwrightError

ROOT = Path(__file__).parents[2]
FLAT = f"{ROOT}/examples/flat_monte_carlo.py:FlatMonteCarlo"

AGENTS = """
from cardwright.agents import Compiled, Instant, Needs, setting
from cardwright.core.compiling.jit import inlined

@inlined
def nth(s, rules, weights, player, n, settings, seed, scratch):
    scratch.numbers[0] = STEP
    return scratch.actions[0, int(scratch.numbers[0]) % n]

@inlined
def last(actions, n, settings, agent_seed, player, decision, dice):
    return actions[n - 1]

STEP = 1

class Nth(Compiled):
    step: int = setting(low=0, high=9, default=0)
    kernel = staticmethod(nth)

    def needs(self, game):
        return Needs(numbers=1)

class Last(Instant):
    kernel = staticmethod(last)
"""


def seeds(n: int, first: int = 0) -> np.ndarray:
    return np.arange(first, first + n, dtype=np.uint64)


def fingerprint(game, text: str, n: int) -> int:
    """A number for some games, equal only if all their ends are."""
    played = play_games(game, make_seats(text), seeds(n), seeds(n, 50))
    return zlib.crc32(played.states.tobytes() + played.decisions.tobytes())


@pytest.fixture
def agent_file(tmp_path: Path) -> Path:
    path = tmp_path / "my_agents.py"
    path.write_text(AGENTS)
    return path


def test_the_example_is_compiled_and_knows_its_name():
    agent = make(f"{FLAT}:50+cap=30")
    assert agent.compiled
    assert agent.name == f"{FLAT}:playouts=50+cap=30"
    assert make(agent.name) == agent
    assert pickle.loads(pickle.dumps(agent)).name == agent.name  # noqa: S301
    assert make(FLAT).name == FLAT


def test_the_example_wins_chips_from_random_play(kuhn_game):
    played = play_games(kuhn_game, make_seats(f"{FLAT}:50,random"), seeds(2000), seeds(2000))
    scores = np.zeros((2000, 2))
    array_verbs.score_all(played.states, scores)
    assert scores[:, 0].mean() > 1.96 * scores[:, 0].std() / 2000**0.5


def test_the_loop_plays_the_games_of_the_kernel(kuhn_game):
    text = f"{FLAT}:5,mcts:10"
    played = play_games(kuhn_game, make_seats(text), seeds(20), seeds(20, 1000))
    ends = [play_game(kuhn_game, make_seats(text), index, 1000 + index).record.tobytes() for index in range(20)]
    assert ends == [each.tobytes() for each in played.states]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_uncompiled_games_of_an_outside_agent_are_the_same(kuhn_game):
    text = f"{FLAT}:5,mcts:10"
    program = (
        f"import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(ROOT / 'examples')!r}]\n"
        "import kuhn, test_outside_agents\n"
        f"print(test_outside_agents.fingerprint(kuhn.family.game({{}}), {text!r}, 4))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == fingerprint(kuhn_game, text, 4)


def test_an_outside_agent_does_not_change_the_games_of_others():
    game = Climb(top=6)
    before = fingerprint(game, "mcts:10,lookahead:2,random", 10)
    state = game.new(seed=1)
    make(f"{FLAT}:3").choose(state, seed=1)
    outside = seats_of(game, make_seats(f"{FLAT},random,random")).settings.dtype
    assert outside != seats_of(game, make_seats("mcts:10,lookahead:2,random")).settings.dtype
    assert fingerprint(game, "mcts:10,lookahead:2,random", 10) == before


def test_an_outside_agent_plays_in_the_arena_beside_agents_in_python(kuhn_game, agent_file):
    class Passing:
        def choose(self, state):
            return state.legal()[0]

    result = arena.run(
        kuhn_game, [f"{agent_file}:Last,first", [make(f"{agent_file}:Nth"), Passing()]], games=20, seed=1, jobs=1
    )
    assert [series.games for series in result.series] == [20, 20]
    assert result.series[0].agents == (f"{agent_file}:Last", "first")


def test_kernels_alone_are_agents(agent_file):
    state = Climb().new(seed=1)
    assert make(f"{agent_file}:nth").compiled
    assert make(f"{agent_file}:last").choose(state, 1) == LEAP
    agent = make(f"{agent_file}:last")
    assert pickle.loads(pickle.dumps(agent)).name == agent.name == f"{agent_file}:last"  # noqa: S301


def test_an_edited_agent_is_compiled_anew(agent_file):
    state = Climb().new(seed=1)
    assert make(f"{agent_file}:Nth").choose(state, 1) == LEAP
    agent_file.write_text(AGENTS.replace("STEP = 1", "STEP = 2"))
    assert make(f"{agent_file}:Nth").choose(state, 1) == STEP


def test_an_agent_is_compiled_anew_after_an_edit_of_its_helper(agent_file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # bytecode misses an edit of equal length within a second
    agent_file.write_text(AGENTS.replace("STEP = 1", "from step_helper import STEP"))
    helper, state = agent_file.parent / "step_helper.py", Climb().new(seed=1)
    for step, action in ((1, LEAP), (2, STEP)):
        helper.write_text(f"STEP = {step}")
        assert make(f"{agent_file}:Nth").choose(state, 1) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{file}:Nth:11", "step of agent '/"),
        ("{file}:Nth:1.5", "step must be an integer"),
        ("{file}:Nth:speed=1", "its settings are: step"),
        ("{file}:Last:1", "its settings are: none"),
        ("{file}:STEP", "nor an agent's kernel"),
        ("{file}:Missing", "unknown class"),
    ],
)
def test_mistakes_in_an_outside_agent_are_explained(agent_file, text, message):
    with pytest.raises(CardwrightError, match=message):
        make(text.format(file=agent_file)).choose(Climb().new(seed=1), 1)


def test_the_parameters_of_a_kernel_are_checked():
    @inlined
    def short(s, rules):
        return 0

    with pytest.raises(CardwrightError, match=r"takes \(s, rules, weights, .*, scratch\), not \(s, rules\)"):

        class Short(Compiled):
            kernel = staticmethod(short)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_an_unmarked_kernel_is_refused():
    with pytest.raises(CardwrightError, match="must be marked @inlined"):

        class Unmarked(Compiled):
            @staticmethod
            def kernel(s, rules, weights, player, n, settings, seed, scratch):
                return scratch.actions[0, 0]


@inlined
def by_own_settings(s, rules, weights, player, n, settings, seed, scratch):
    return scratch.actions[0, settings.prior // 2 % n + settings.kind]


class Clash(Compiled):
    """Has a setting of `mcts`, with another type, and one that every seat has."""

    prior: int = setting(low=0, high=100, default=2)
    kind: int = setting(default=0)
    kernel = staticmethod(by_own_settings)


def test_a_setting_cannot_have_a_name_that_records_use():
    with pytest.raises(CardwrightError, match=r"agent .*Sized must rename its setting 'size': NumPy uses that name"):

        class Sized(Compiled):
            size: int = setting(default=1)


def test_settings_belong_to_their_class():
    game = Climb(top=6)
    assert Clash(prior=3).choose(game.new(seed=1), 1) == LEAP
    seats = seats_of(game, [Clash(prior=5, kind=1), make("mcts:10+prior=0.25"), make("mcts:20")])
    own = seats.settings[f"{Clash.word}@{Clash.sources}"]
    assert (own[0]["prior"], own[0]["kind"]) == (5, 1)
    assert seats.settings["mcts"]["prior"].tolist()[1:] == [0.25, 0.5]
    assert seats.settings["kind"][1] == seats.settings["kind"][2] != seats.settings["kind"][0]
