"""Which agents a kernel contains: those that a run needs, and the quick ones. Games do not depend on it."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from climb_game import Climb

from cardwright import arena, cgdl
from cardwright.agents import Compiled, compiled, make, make_seats, play_games, seats_of, share_kernel
from cardwright.agents.kernel import compiled_fields
from cardwright.core.compiling.jit import COMPILED, inlined

THINKING = ("lookahead:2", "mcts:10")


@pytest.fixture(autouse=True)
def _new_process(monkeypatch):
    """Forget which kernels other tests have used."""
    monkeypatch.setattr(compiled, "_kernels", {})


def kernels() -> list[set[str]]:
    return [{kind.word for kind in kinds} for each in compiled._kernels.values() for kinds in each]


def ends(game: Climb, text: str) -> int:
    seeds = np.arange(20, dtype=np.uint64)
    played = play_games(game, make_seats(text), seeds, seeds)
    return zlib.crc32(played.states.tobytes() + played.decisions.tobytes())


@pytest.fixture
def unknown_kernels(monkeypatch):
    """Let no kernel be compiled already."""
    monkeypatch.setattr(compiled, "_is_compiled", lambda game, kinds: False)


@pytest.mark.usefixtures("unknown_kernels")
def test_a_kernel_contains_the_agents_at_the_table_and_the_quick_ones():
    quick = {"first", "random", "rules"}
    seats_of(Climb(), make_seats("3*random"))
    assert kernels() == [quick]
    seats_of(Climb(), make_seats("mcts:10,2*random"))
    assert kernels() == [quick, {*quick, "mcts"}]


@pytest.mark.usefixtures("unknown_kernels")
def test_only_a_search_that_asks_a_network_brings_its_code():
    uno, quick = cgdl.game("uno", players=2), {"first", "random", "rules"}
    seats_of(uno, make_seats("mcts:10,random"))
    assert kernels() == [{*quick, "mcts"}]
    seats_of(uno, make_seats("mcts:10+policy=uno,random"))
    assert kernels() == [{*quick, "mcts"}, {*quick, "mcts", "policy"}]


@pytest.mark.usefixtures("unknown_kernels")
def test_a_search_that_is_driven_from_python_shares_the_kernel():
    """Otherwise each worker process would compile one of its own."""
    share_kernel(Climb(), make_seats("mcts:5ms,lookahead:1,random"))
    assert kernels() == [{"first", "random", "rules", "lookahead", "mcts"}]


@pytest.mark.usefixtures("unknown_kernels")
def test_a_run_of_several_series_needs_one_kernel():
    arena.run(Climb(top=6), [f"3*{each}" for each in ("random", *THINKING)], games=4, seed=1)
    assert kernels() == [{"first", "random", "rules", "lookahead", "mcts"}]


@pytest.mark.parametrize("agent", ["random", *THINKING])
def test_games_are_the_same_whatever_else_a_kernel_contains(agent, monkeypatch):
    game = Climb(top=6)
    alone = ends(game, f"{agent},2*random")
    monkeypatch.setattr(compiled, "_kernels", {})
    share_kernel(game, [make(each) for each in THINKING])
    assert ends(game, f"{agent},2*random") == alone


def test_an_agent_that_nobody_seats_is_not_compiled(monkeypatch):
    @inlined
    def impossible(s, rules, weights, player, n, settings, seed, scratch):
        return scratch.no_such_field

    class Impossible(Compiled):
        kernel = staticmethod(impossible)

    monkeypatch.setitem(compiled.BUILT_IN, "impossible", Impossible)
    assert ends(Climb(top=7), "3*random")
    with pytest.raises(Exception, match="no_such_field"):
        ends(Climb(top=7), "3*impossible")


def test_a_kernel_that_contains_more_is_used_if_it_is_there(monkeypatch):
    """Of those in the cache that contain all agents of a table and are for the same game, the smallest."""
    quick = {"first", "random", "rules"}
    cached = [{*compiled.BUILT_IN}, {*quick, "lookahead", "mcts"}, {*quick, "mcts"}, {*quick, "lookahead", "my.py:A@1"}]
    monkeypatch.setattr(compiled, "compiled_fields", lambda: {frozenset({*compiled._HEAD, *each}) for each in cached})
    asked = []

    def is_compiled(game, kinds):
        asked.append({each.word for each in kinds})
        return len(kinds) > 4

    monkeypatch.setattr(compiled, "_is_compiled", is_compiled)
    seats_of(Climb(), make_seats("mcts:10,2*random"))
    assert asked == [cached[2], cached[1]]
    assert kernels() == [cached[1]]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_the_sets_of_compiled_kernels_are_known():
    ends(Climb(top=6), "3*random")
    [used] = kernels()
    assert frozenset({*compiled._HEAD, *used}) in compiled_fields()
