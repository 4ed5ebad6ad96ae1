"""Tree search with a clock or several threads: names, the same choice for the same seed, and trees that add up."""

from __future__ import annotations

import importlib
import itertools
import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from climb_game import Climb
from test_mcts import children, dealt

import cardwright
from cardwright import arena
from cardwright.agents import Mcts, ParallelMcts, make, parallel_mcts, play_game
from cardwright.agents.parallel_mcts import Tree, best_of, children_of
from cardwright.agents.tree import is_settled
from cardwright.agents.value import feature_names, write_value
from cardwright.arena.plan import make_plan
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.play.opponents import Opponents


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mcts:500ms", "mcts:500ms"),
        ("mcts:2s+threads=4+c=1", "mcts:2000ms+threads=4+c=1.0"),
        ("mcts:800+c=1+threads=2", "mcts:800+threads=2+c=1.0"),
        ("mcts:threads=2+c=1+500ms", "mcts:500ms+threads=2+c=1.0"),
        ("mcts:800+threads=1", "mcts:800"),
    ],
)
def test_a_name_reads_back(text, name):
    assert make(text).name == name
    assert make(name) == make(text)


def test_the_same_seed_makes_the_same_choice():
    state = Climb(top=8).new(seed=4)
    for threads in (1, 2, 3):
        agent = ParallelMcts(Mcts(60), threads=threads)
        for seed in range(5):
            shown = state.copy(hidden_from=state.decider, seed=seed)
            assert len({agent.choose(shown) for _ in range(4)}) == 1


def test_a_tree_grown_in_steps_is_the_tree_grown_at_once():
    state = Climb(top=8).new(seed=4)
    at_once, in_steps = (Tree(state, Mcts(90), seed=5) for _ in range(2))
    at_once.grow()
    for playouts in (1, 2, 40, 90):
        in_steps.grow(playouts)
    assert (at_once.nodes == in_steps.nodes).all()
    assert at_once.nodes[0].visits == 90


def test_trees_add_up_at_their_roots():
    state = Climb(top=8).new(seed=4)
    trees = [Tree(state, Mcts(50), seed_for(1, "tree", k)) for k in range(3)]
    for tree in trees:
        tree.grow()
    best_of(trees)
    assert sum(int(trees[0].nodes[child].visits) for child in children(trees[0].nodes, 0)) == 150


def test_time_ends_a_search_and_so_does_a_full_tree(kuhn_game, monkeypatch):
    monkeypatch.setattr("cardwright.agents.parallel_mcts.LARGEST_TREE", 100)
    state = dealt(kuhn_game, [2, 1, 0], ["bet"])
    assert str(state.legal()[make("mcts:3600s").choose(state)]) in ("call", "fold")


@pytest.mark.parametrize("alone", [True, False])
def test_a_tree_of_its_own_stops_when_no_other_action_can_catch_up(monkeypatch, alone):
    ticks = itertools.count()
    monkeypatch.setattr(parallel_mcts, "time", SimpleNamespace(perf_counter=lambda: next(ticks) / 100))
    tree = Tree(Climb(players=1, top=8).new(seed=4), Mcts(100_000), seed=5)
    tree.grow_until(end=0.5, alone=alone)
    assert (next(ticks) < 40) == alone
    most, second = sorted((int(tree.nodes[child].visits) for child in children_of(tree.nodes)), reverse=True)[:2]
    assert is_settled(tree.nodes, most - second - 1)
    assert not is_settled(tree.nodes, most - second)


def test_a_file_is_read_when_the_agent_is_made_and_never_again(kuhn_game, tmp_path):
    write_value(tmp_path / "value.yaml", kuhn_game, [0] * (1 + len(feature_names(kuhn_game))), {})
    agent = make(f"mcts:40+threads=2+value={tmp_path / 'value.yaml'}")
    (tmp_path / "value.yaml").unlink()
    assert agent.choose(kuhn_game.new(seed=1)) in (0, 1)


def test_it_plays_whole_games(kuhn_game):
    assert play_game(kuhn_game, [make("mcts:2ms+threads=2"), make("mcts:20+threads=2")], seed=1, agent_seed=1).over


def test_the_weights_are_part_of_its_identity():
    game = cardwright.game("unicorns")
    plain, evolved = (make(f"mcts:500ms{more}").identity(game) for more in ("", "+rules=evolved"))
    assert plain == "mcts:500ms"
    assert evolved.startswith("mcts:500ms+rules=evolved rules:evolved@")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("mcts:5ms+value=fitted", "unknown values of Kuhn poker 'fitted'"),
        ("mcts:5+threads=2+rules=evolved", "no heuristics"),
        ("mcts:5+rules=evolved", "no heuristics"),
        ("rules", "no heuristics"),
        ("mcts-thesis:5", "use policy=0"),
    ],
)
def test_an_agent_that_cannot_play_a_game_is_refused_before_the_first_decision(kuhn_game, text, complaint, tmp_path):
    with pytest.raises(CardwrightError, match=complaint):
        Opponents(kuhn_game, [None, make(text)])
    with pytest.raises(CardwrightError, match=complaint):
        arena.run(kuhn_game, [f"random,{text}"], games=2, seed=1, log=tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_a_game_cannot_name_a_strongest_agent_that_cannot_play_it(kuhn_game, monkeypatch):
    monkeypatch.setattr(type(kuhn_game), "strongest", "rules")
    with pytest.raises(CardwrightError, match="no heuristics"):
        make("strongest").check_game(kuhn_game)


@pytest.mark.parametrize("named", ["mcts:40+threads=2", "mcts:3+c=9.0"])
def test_a_game_names_its_strongest_agent(kuhn_game, monkeypatch, named):
    monkeypatch.setattr(type(kuhn_game), "strongest", named)
    agent = make("strongest")
    state = dealt(kuhn_game, [1, 2, 0], [])
    for seed in range(5):
        shown = state.copy(hidden_from=state.decider, seed=seed)
        assert len({agent.choose(shown) for _ in range(5)}) == 1, "the same seed makes the same choice"
    assert agent.name == "strongest"
    assert agent.at(kuhn_game).name == named
    assert named in agent.identity(kuhn_game), "a log of another strongest agent is not resumed"
    assert pickle.loads(pickle.dumps(agent)).name == "strongest"  # noqa: S301


def test_the_agent_behind_the_name_is_seated(kuhn_game, monkeypatch):
    """A compiled one plays in threads, as if it were named itself."""
    monkeypatch.setattr(type(kuhn_game), "strongest", "mcts:3+c=9.0")
    plan = make_plan(kuhn_game, ["strongest,random"], 20, 1)
    for seating in (plan.seatings[0], pickle.loads(pickle.dumps(plan.seatings[0]))):  # noqa: S301
        assert seating.compiled
        assert seating.names == ("strongest", "random")
    assert "mcts:3+c=9.0" in plan.seatings[0].identity(kuhn_game)
    result = arena.run(kuhn_game, ["strongest,random", "mcts:3+c=9.0,random"], games=20, seed=1, jobs=1)
    one, other = (series.columns for series in result.series)
    assert result.series[0].agents == ("strongest", "random")
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_workers_of_an_agent_driven_from_python_find_its_kernel_compiled(kuhn_game, monkeypatch):
    compiled, run = [], importlib.import_module("cardwright.arena.run")
    monkeypatch.setattr(run, "compile_agents", lambda game, agents: compiled.append([each.name for each in agents]))
    plan = make_plan(kuhn_game, ["mcts:5ms,random", "2*random"], 1, 1)
    run.compile_plan(plan, gpu=False, replays=False, actions=False)
    assert compiled == [["mcts:5ms", "random"]]
