"""Agents from text, and the errors for texts that name none."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import arena
from cardwright.agents import Agent, First, Lookahead, Mcts, Random, Rules, make, make_seats, told_apart
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
        ("mcts:100:", "a setting must follow the last colon"),
        ("rules:", "a setting must follow the last colon"),
        ("llm:gpt:", "a setting must follow the last colon"),
        ("strongest:5", "'strongest' has no settings"),
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

class Careful:
    def __init__(self, depth=2, share: float = 0.5, file: str = "", open=False):
        self.given = depth, share, file, open
    def choose(self, state): ...

class Typed:
    def __init__(self, draws: int = 1, limit: float | None = None, word: str | int = 0, sure: bool = False):
        self.given = draws, limit, word, sure
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


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ("", (2, 0.5, "", False)),
        (":5", (5, 0.5, "", False)),
        (":5+0.25", (5, 0.25, "", False)),
        (":share=1e-3+depth=-7", (-7, 0.001, "", False)),
        (":5+file=7+open=True", (5, 0.5, "7", True)),
        (":much", ("much", 0.5, "", False)),
    ],
)
def test_settings_are_the_arguments_of_the_constructor(agent_file, settings, given):
    agent = make(f"{agent_file}:Careful{settings}")
    assert agent.player.given == given
    assert agent.name == f"{agent_file}:Careful{settings}"


def test_settings_fit_their_annotations(agent_file):
    assert make(f"{agent_file}:Typed:3+None+x+True").player.given == (3, None, "x", True)
    assert make(f"{agent_file}:Typed:limit=2+word=7").player.given == (1, 2, 7, False)
    assert make(f"{agent_file}:Typed:word=nan").player.given[2] == "nan"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Typed:x", "draws must be an integer, not 'x'"),
        ("Typed:True", "draws must be an integer, not 'True'"),
        ("Typed:2.5", "draws must be an integer, not '2.5'"),
        ("Typed:limit=much", "limit must be a number or None, not 'much'"),
        ("Typed:sure=1", "sure must be True or False, not '1'"),
        ("Last:x", "asked must be an integer, not 'x'"),
        ("Demanding", "missing a required argument: 'wish'; the settings of Demanding are: wish"),
        ("Last:1+2", "too many positional arguments; the settings of Last are: asked: int = 0"),
        ("Typed:speed=3", "of Typed are: draws: int = 1, limit: float | None = None, word: str | int = 0, sure: bool"),
        ("Typed:limit=nan", "limit must be a number or None, not 'nan'"),
        ("Careful:share=-inf", "share must be a number, not '-inf'"),
        ("Careful:nan", "depth must be a number, not 'nan'"),
        ("Careful:", "a setting must follow the last colon"),
        ("Careful:5:", "a setting must follow the last colon"),
        ("Careful:speed=3", "got an unexpected keyword argument 'speed'; the settings of Careful are: depth=2, share"),
        ("Careful:depth=3+4", "'4' must come before the settings with a name"),
        ("Careful:depth=3+depth=4", "depth is set twice"),
        ("Careful:3+depth=4", "multiple values for argument 'depth'"),
    ],
)
def test_wrong_settings_are_explained(agent_file, text, message):
    with pytest.raises(CardwrightError) as caught:
        make(f"{agent_file}:{text}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_class_in_place_of_an_agent_is_explained():
    with pytest.raises(CardwrightError, match=r"Last is a class; an agent is an object of it: pass Last\(\)"):
        make_seats([Last, "random"])
    with pytest.raises(CardwrightError, match=r"pass Random\(\)"):
        make_seats([Random, "random"])


class Last:
    def choose(self, state):
        return state.legal()[-1]


class Titled(Last):
    name = "title"


class Named(Agent):
    def __init__(self, name):
        self.name = name

    def choose(self, state):
        return state.legal()[0]


def test_an_agent_can_bring_a_name():
    plain, called = Last(), Last()
    called.name = "my agent"
    seats = make_seats([plain, called, Titled(), Named("own")])
    assert [agent.name for agent in seats] == [f"{__name__}:Last", "my agent", "title", "own"]


@pytest.mark.parametrize("name", ["", " ", "a,b", "two\nlines", "\x1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(CardwrightError, match="printable text without commas"):
        make_seats([Named(name)])
    titled = Titled()
    titled.name = name
    with pytest.raises(CardwrightError, match="printable text without commas"):
        make_seats([titled])


def test_different_agents_of_the_same_name_are_told_apart(agent_file):
    one, other = Titled(), Titled()
    file = f"{agent_file}:Last"
    seats = make_seats([one, other, one, Named("title"), "random", "random", file, file])
    names = [agent.name for agent in told_apart(seats)]
    assert names == ["title", "title #2", "title", "title #3", "random", "random", file, file]


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


@pytest.mark.parametrize("text", ["rules:slips=0.3", "rules:evolved+slips=0.3", "rules:1.0+0.5+slips=0.25"])
def test_rules_that_slip_are_read_back(text):
    assert make(text).name == text
    assert make(text).slips > 0


@pytest.mark.parametrize("text", ["rules:slips=2", "rules:slips=often", "mcts:20+rules=slips=0.3"])
def test_slips_that_make_no_sense_are_refused(text):
    with pytest.raises(CardwrightError):
        make(text)
