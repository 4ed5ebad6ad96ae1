"""Rules about textbook searches: what they find and what they expand."""

from __future__ import annotations

import io
import json

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import route
from cardwright.cli.main import run
from cardwright.core.errors import BadData
from cardwright.route import ALGORITHMS, Planner
from cardwright.route.search import search
from cardwright.spire import maps

PAPER = route.example()


def test_the_heuristic_of_the_paper_is_the_number_of_floors_left():
    _, expanded = Planner(PAPER).search()
    for each in expanded:
        assert each.h == PAPER.floors - PAPER.room(each.room).floor
        assert each.f == each.g + each.h
    assert [each.f for each in expanded[:-1]] == sorted(each.f for each in expanded[:-1])


@given(seed=st.integers(0, 10_000), act=st.integers(1, 3))
def test_astar_and_uniform_cost_agree_with_networkx(seed, act):
    act_map = route.RouteMap.from_act(maps.generate(seed, act))
    planner = Planner(act_map)
    cost = nx.dijkstra_path_length(
        act_map.graph, act_map.start, act_map.boss, weight=lambda here, there, link: planner.prices[there]
    )
    found = {each: planner.search(algorithm=each) for each in ALGORITHMS}
    assert found["astar"][0].total == found["ucs"][0].total == cost
    assert min(found[each][0].total for each in ("bfs", "greedy")) >= cost
    assert len(found["astar"][1]) <= len(found["ucs"][1]) + 1
    assert len(found["greedy"][1]) == act_map.floors + 1


def test_uniform_cost_refuses_negative_costs():
    with pytest.raises(BadData, match="at least 0; use astar"):
        search(PAPER, PAPER.start, {room.name: -1.0 for room in PAPER.rooms()}, "ucs")


def test_a_textbook_search_refuses_constraints():
    with pytest.raises(BadData, match="regards no constraints"):
        Planner(PAPER, constraints=["at least 2 elites"]).search()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--algorithm", "dfs"], "unknown algorithm 'dfs'; there are: astar, ucs, bfs, greedy"),
        (["--from", "99"], "unknown room '99'; there are: 0, 1A, 1B, 2A, 2B, 2C, 3A"),
        (["--explain", "--k", "3"], "leave out --path and --k"),
        (["--interactive", "--json"], "--interactive asks for rooms"),
        (["--explain", "--require", "a shop"], "regards no constraints"),
        (["--weight", "rewrad:T=5"], "did you mean 'reward'?"),
        (["--weight", "99Z=1"], "unknown room '99Z'"),
        (["--weight", "E@9-6=1"], "write the lower floor first"),
        (["--path", ""], "unknown room ''"),
        (["--png", "map.gif"], "must end in .png"),
        (["--require", "at least 50 elites"], "keeps 'at least 50 elites'"),
    ],
)
def test_options_that_mean_nothing_are_refused(arguments, complaint, refused):
    refused(["route", "example", *arguments], complaint)


def test_explain_lists_the_rooms_in_the_order_of_expansion(capsys):
    assert run(["route", "example", "--from", "9B", "--explain", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["expanded"][0] == {"room": "9B", "came_from": None, "g": 0, "h": 7, "f": 7}
    assert len(shown["expanded"]) == shown["algorithms"]["astar"]["expanded"]
    assert shown["total"] == 13


def test_an_algorithm_that_cannot_search_is_listed_with_the_reason(capsys):
    reason = "uniform-cost search needs costs of at least 0; use astar"
    assert run(["route", "example", "--algorithm", "bfs", "--highest", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["algorithms"]
    assert list(found) == list(ALGORITHMS)
    assert found["ucs"] == {"refused": reason}
    assert run(["route", "example", "--algorithm", "bfs", "--highest"]) == 0
    assert f"ucs: {reason}" in capsys.readouterr().out


def test_interactive_routes_ask_until_exit(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("nowhere.txt\nexample\n@\n9b\n99Z\nexit\n"))
    assert run(["route", "--interactive"]) == 0
    shown = capsys.readouterr().out
    assert "nowhere.txt" in shown
    assert "Total risk: 26" in shown
    assert "Total risk: 13" in shown
    assert "unknown room '99Z'" in shown
    assert "to stop) 9b\n9B 0  10C 3" in shown  # nobody has seen the answer, because it was not typed


def test_interactive_routes_end_with_their_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("@\n"))
    assert run(["route", "example", "--interactive"]) == 0
    shown = capsys.readouterr().out
    assert "Total risk: 26" in shown
    assert shown.endswith("to stop) \n")


@pytest.mark.parametrize("name", ["damage", "boss_damage", "hp_lost", "risk"])
def test_damage_is_minimised(name):
    assert Planner(PAPER, name, measures={name: {"N": 1}}).lowest
    assert not Planner(PAPER, "gold", measures={"gold": {"N": 1}}).lowest


def test_drawings_weights_and_files_share_their_letters():
    act_map = maps.generate("HELLO")
    drawn = route.RouteMap.from_act(act_map)
    assert str(drawn.draw()).split("\n", 2)[2].count("N") == sum(room.kind == "N" for room in drawn.rooms())
    assert str(act_map).count("N") == sum(node.type == "M" for node in act_map.nodes)
    free = Planner(drawn, measures={"risk": {"M": 0}})
    assert {free.prices[room.name] for room in drawn.rooms() if room.kind == "M"} == {0}
