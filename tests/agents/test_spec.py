"""Agents from text, and the errors for texts that name none."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import arena
from cardwright.agents import First, Lookahead, Mcts, Random, Rules, make, make_seats
from cardwright.core.errors import CardwrightError

finite = st.floats(allow_nan=False, allow_infinity=False)
compiled_agents = st.one_of(
    st.just(First()),
    st.just(Random()),
    st.builds(Rules, st.lists(finite, max_size=5).map(tuple)),
    st.builds(Lookahead, st.integers(1, 20)),
    st.builds(Mcts, st.integers(1, 1_000_000), c=st.floats(0, 1000), cap=st.integers(0, 1_000_000)),
)


@given(compiled_agents)
def test_a_name_reads_back_as_the_same_agent(agent):
    assert make(agent.name) == agent
    assert make(agent.name).name == agent.name
    assert pickle.loads(pickle.dumps(agent)) == agent  # noqa: S301


@given(st.lists(compiled_agents, min_size=1, max_size=8))
def test_the_names_of_seats_read_back(agents):
    assert make_seats(",".join(agent.name for agent in agents)) == agents


@given(st.text(max_size=30) | st.from_regex(r"(mcts|lookahead|rules|random):[-+=.,:*a-z0-9]{0,12}", fullmatch=True))
def test_any_text_is_an_agent_or_one_clear_sentence(text):
    try:
        assert make(make(text).name).name == make(text).name
    except CardwrightError as error:
        assert "\n" not in str(error).strip()  # noqa: PT017


def test_seats_are_counted():
    assert [agent.name for agent in make_seats("2*lookahead:2, 1*random,mcts:5+c=1.5")] == [
        "lookahead:2",
        "lookahead:2",
        "random",
        "mcts:5+c=1.5",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mtcs:200", "unknown agent 'mtcs'; did you mean 'mcts'?"),
        ("loookahead", "did you mean 'lookahead'?"),
        ("nonsense", "there are: cfr, first"),
        ("mcts", "needs its playouts"),
        ("mcts:many", "playouts must be an integer, not 'many'"),
        ("mcts:2.5", "playouts must be an integer"),
        ("mcts:0", "from 1 to 1,000,000, not 0"),
        ("mcts:-3", "from 1 to 1,000,000, not -3"),
        ("mcts:200+c=high", "c must be a number, not 'high'"),
        ("mcts:200+c=-1", "c of agent 'mcts' is a number from 0 to 1,000"),
        ("mcts:200+speed=3", "its settings are: playouts, c, look, cap"),
        ("mcts:200+speed=3", "value, policy, threads"),
        ("mcts:200+300", "playouts is set twice"),
        ("mcts:500ms+2s", "playouts is set twice"),
        ("mcts:0.5s", "a time is an integer, as in 500ms or 2s, not '0.5s'"),
        ("mcts:500 ms", "a time is an integer, as in 500ms or 2s, not '500 ms'"),
        ("mcts:threads=2", "needs its playouts"),
        ("mcts:200+value=", "value must be a file or the name of a fitted value, not ''"),
        ("mcts:200+grows=1", "its settings are: playouts, c, look, cap"),
        ("mcts:0ms", "mcts thinks for 1 ms to 3,600 s, not 0 ms"),
        ("mcts:9999s", "mcts thinks for 1 ms to 3,600 s"),
        ("mcts:500min", "playouts must be an integer"),
        ("mcts:800+threads=0", "1 to 64 threads, not 0"),
        ("mcts:800+threads=many", "threads must be an integer, not 'many'"),
        ("mcts:800+threads=2+threads=2", "threads is set twice"),
        ("mcts:1+threads=2", "2 threads need at least 2 playouts"),
        ("lookahead:0", "depth of agent 'lookahead' is an integer from 1 to 20, not 0"),
        ("first:3", "its settings are: none"),
        ("rules:1+x", "weights must be a number, not 'x'"),
        ("no_such_module_here:Agent", "unknown agent or module 'no_such_module_here'"),
        ("pathlib:NoSuchClass", "unknown class in pathlib 'NoSuchClass'"),
        ("pathlib:Path", "is not a class with a method 'choose(self, state)'"),
        ("no/such/file.py:Agent", "there is no file"),
    ],
)
def test_a_wrong_text_is_explained(text, message):
    with pytest.raises(CardwrightError) as caught:
        make(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "random,,random", "0*random", "x*random", "101*random", "60*random,60*first"])
def test_wrong_seats_are_refused(text):
    with pytest.raises(CardwrightError):
        make_seats(text)


def test_settings_are_checked_in_python_too():
    with pytest.raises(CardwrightError, match="integer from 1 to 20"):
        Lookahead(2.5)  # type: ignore[arg-type]
    with pytest.raises(CardwrightError, match="finite numbers"):
        Rules((float("nan"),))


AGENT = """
from __future__ import annotations
from dataclasses import dataclass

@dataclass
class Last:
    asked: int = 0

    def choose(self, state):
        self.asked += 1
        return state.legal()[-1]

class Demanding:
    def __init__(self, wish): ...
    def choose(self, state): ...
"""


@pytest.fixture
def agent_file(tmp_path: Path) -> Path:
    path = tmp_path / "random.py"  # named like a module of Python's own, on purpose
    path.write_text(AGENT)
    return path


def test_an_agent_from_a_file(agent_file, kuhn_game):
    agent = make(f"{agent_file}:Last")
    assert agent.name == f"{agent_file}:Last"
    assert not agent.compiled
    assert str(agent.choose(kuhn_game.new(seed=1))) == "bet"
    import random

    assert random.__file__ != str(agent_file)


def test_an_agent_from_a_module(tmp_path, monkeypatch, kuhn_game):
    (tmp_path / "my_agents_of_this_test.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    assert str(make("my_agents_of_this_test:Last").choose(kuhn_game.new(seed=1))) == "bet"


def test_each_seat_gets_an_agent_of_its_own(agent_file):
    one, other = make_seats(f"2*{agent_file}:Last")
    assert one.player is not other.player


def test_a_class_that_needs_arguments_is_refused(agent_file):
    with pytest.raises(CardwrightError, match="cannot be made without arguments"):
        make(f"{agent_file}:Demanding")


def test_errors_in_an_agents_code_are_one_sentence(tmp_path, kuhn_game):
    path = tmp_path / "failing.py"
    path.write_text(
        "import sys\nclass Made:\n    def __init__(self): {}['x']\n    def choose(self, state): pass\n"
        "class Asked:\n    def choose(self, state): sys.exit(3)\n"
    )
    with pytest.raises(CardwrightError, match=r"failing.py, line 3, in __init__: KeyError: 'x' \(agent .*:Made\)"):
        make(f"{path}:Made")
    with pytest.raises(CardwrightError, match=r"failing.py, line 6, in choose: SystemExit: 3 \(agent "):
        arena.run(kuhn_game, [f"{path}:Asked,first"], games=1, seed=1, jobs=1)


def test_a_file_that_is_not_python_is_refused(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("class Broken:\n  def")
    with pytest.raises(CardwrightError, match="cannot be loaded"):
        make(f"{path}:Broken")
