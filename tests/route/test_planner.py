"""The planner: the paper's results, and comparison with brute force."""

from __future__ import annotations

from itertools import groupby, pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_maps import route_maps

from cardwright import route
from cardwright.core.errors import BadData, UnknownName
from cardwright.route import ENCOUNTERS, NoRoute, Planner, RouteMap
from cardwright.spire import maps

PAPER = route.example()


def test_the_lowest_risk_from_the_start_is_26():
    best = Planner(PAPER).best()
    assert " ".join(best.path) == "0 1B 2C 3E 4E 5D 6D 7D 8C 9C 10E 11D 12C 13C 14D 15 16"
    assert best.totals == (0, 2, 3, 5, 8, 10, 11, 14, 16, 17, 18, 20, 21, 23, 25, 26, 26)


def test_the_lowest_risk_from_9b_is_13():
    best = Planner(PAPER).best("9B")
    assert dict(zip(best.path, best.totals, strict=True)) == {
        "9B": 0, "10C": 3, "11B": 5, "12B": 7, "13B": 10, "14C": 12, "15": 13, "16": 13,
    }  # fmt: skip


def test_the_alternative_through_the_burning_elite_costs_three_more_and_is_worth_it():
    detour = Planner(PAPER, constraints=["through 10D", "through 11C", "through 12C"]).best()
    assert detour.path[10:13] == ("10D", "11C", "12C")
    assert detour.total == Planner(PAPER).best().total + 3
    assert detour.values in [each.values for each in Planner(PAPER).pareto()]


def test_astar_equals_dynamic_programming_on_generated_maps():
    count = 2_000
    grids = maps.generate_many(range(count))
    risk = np.array([0] + [ENCOUNTERS[letter].risk for letter in "MREUNT"])
    cost = risk[grids["kind"]]
    burning = np.arange(count), grids["burning_y"].astype(int), grids["burning_x"].astype(int)
    cost[burning] = np.where(grids["buff"] >= 0, ENCOUNTERS["EX"].risk, cost[burning])
    lowest = np.zeros((count, 7))  # the boss costs nothing
    for y in range(14, -1, -1):
        above = lowest
        linked = [(grids["links"][:, y] >> x) & 1 == 1 for x in range(7)]
        if y == 14:
            best = np.where(linked[3], 0.0, np.inf)
        else:
            best = np.min([np.where(linked[x], above[:, x : x + 1], np.inf) for x in range(7)], axis=0)
        lowest = cost[:, y] + best
    expected = lowest.min(axis=1)
    found = [Planner(RouteMap.from_act(maps.from_grid(grid, k, 1, 0))).best().total for k, grid in enumerate(grids)]
    assert found == expected.tolist()


def all_paths(route_map, start):
    return [tuple(path) for path in nx.all_simple_paths(route_map.graph, start, route_map.boss)]


def price(route_map, path, table):
    return sum(table[route_map.room(name).kind] for name in path[1:])


RISK = {each.letter: each.risk for each in ENCOUNTERS.values()}
REWARD = {each.letter: each.reward for each in ENCOUNTERS.values()}

# The meaning of constraints, written a second time as functions of whole paths.
MEANINGS = {
    "at least 2 elites": lambda path: sum(room.kind in ("E", "EX") for room in path) >= 2,
    "no elites": lambda path: not any(room.kind in ("E", "EX") for room in path),
    "at most one shop": lambda path: sum(room.kind == "M" for room in path) <= 1,
    "exactly 1 event": lambda path: sum(room.kind == "U" for room in path) == 1,
    "no more than 1 fights in a row": lambda path: all(
        len(list(group)) <= 1 for fight, group in groupby(path, lambda room: room.kind in ("N", "E", "EX")) if fight
    ),
    "a rest before the boss": lambda path: path[-2].kind == "R",
    "rest before every elite": lambda path: all(
        before.kind == "R" for before, room in pairwise(path) if room.kind in ("E", "EX")
    ),
    "shop after floor 2": lambda path: any(room.kind == "M" and room.floor > 2 for room in path),
    "an event before floor 3": lambda path: any(room.kind == "U" and room.floor < 3 for room in path),
    "no enemies between floors 2 and 3": lambda path: (
        not any(room.kind == "N" and 2 <= room.floor <= 3 for room in path)
    ),
    "no treasure on floor 1": lambda path: not any(room.kind == "T" and room.floor == 1 for room in path),
    "through 1A": lambda path: any(room.name == "1A" for room in path),
    "avoid 1A": lambda path: not any(room.name == "1A" for room in path),
}


@given(
    route_maps(), st.lists(st.sampled_from(sorted(MEANINGS)), max_size=3, unique=True), st.integers(1, 4), st.booleans()
)
def test_the_k_best_match_brute_force(route_map, constraints, k, lowest):
    allowed = [
        path
        for path in all_paths(route_map, "0")
        if all(MEANINGS[each]([route_map.room(name) for name in path]) for each in constraints)
    ]
    planner = Planner(route_map, "risk", constraints=constraints, lowest=lowest)
    if not allowed:
        with pytest.raises(NoRoute):
            planner.best()
        return
    totals = sorted((price(route_map, path, RISK) for path in allowed), reverse=not lowest)
    found = planner.k_best(k)
    assert [each.total for each in found] == totals[:k]
    assert len({each.path for each in found}) == len(found)
    assert all(each.path in allowed and each.total == price(route_map, each.path, RISK) for each in found)
    assert planner.best().total == totals[0]


@given(route_maps(), st.dictionaries(st.sampled_from(sorted(RISK)), st.integers(-5, 5)), st.booleans())
def test_astar_is_right_for_any_weights(route_map, table, lowest):
    totals = [price(route_map, path, {**dict.fromkeys(RISK, 0), **table}) for path in all_paths(route_map, "0")]
    planner = Planner(route_map, table, lowest=lowest)
    assert planner.best().total == (min(totals) if lowest else max(totals))


@given(route_maps())
def test_the_pareto_front_matches_brute_force(route_map):
    points = {(price(route_map, path, RISK), price(route_map, path, REWARD)) for path in all_paths(route_map, "0")}
    expected = {
        (risk, reward)
        for risk, reward in points
        if not any(other != (risk, reward) and other[0] <= risk and other[1] >= reward for other in points)
    }
    front = Planner(route_map).pareto()
    assert [(each.values["risk"], each.values["reward"]) for each in front] == sorted(expected)


@given(route_maps(), st.sampled_from([[], ["at least 1 elite"], ["no events"]]))
def test_options_count_the_good_paths(route_map, constraints):
    planner = Planner(route_map, constraints=constraints)
    try:
        totals = {each.path: each.total for each in planner.k_best(1000)}
    except NoRoute:
        with pytest.raises(NoRoute):
            planner.options()
        return
    best = min(totals.values())
    steps = planner.options(slack=1)
    assert {step.name for step in steps} == set(route_map.after("0"))
    for step in steps:
        through = [total for path, total in totals.items() if path[1] == step.name]
        assert step.paths == len(through)
        assert step.good == sum(total <= best + 1 for total in through)
        assert step.best == (min(through) if through else None)
    assert [step.good for step in steps] == sorted((step.good for step in steps), reverse=True)


def test_the_highest_risk_is_36():
    assert Planner(PAPER, lowest=False).best().total == 36 == Planner(PAPER, lowest=False).k_best(1)[0].total


def test_weights_can_depend_on_the_floor_and_the_room():
    flat = Planner(PAPER, {"E": 5}).price(["9A", "10B"])
    high = Planner(PAPER, {"E": 5, "E@10-": 2}).price(["9A", "10B"])
    assert (flat.total, high.total) == (5, 2)
    assert Planner(PAPER, {"E": 5, "10B": 7}).price(["9A", "10B"]).total == 7


def test_costs_can_come_from_functions():
    seen = []

    def simulate(room):
        seen.append(room.name)
        return 0.1 * room.floor

    best = Planner(PAPER, "risk", measures={"risk": simulate}).best()
    assert best.total == pytest.approx(0.1 * sum(range(17)))
    assert set(seen) >= set(PAPER.graph)


def test_a_cost_must_be_a_number():
    with pytest.raises(BadData, match="the cost of room 0"):
        Planner(PAPER, lambda room: float("nan"))


def test_a_path_must_follow_links():
    with pytest.raises(UnknownName, match="9B leads to 10C"):
        Planner(PAPER).price(["9B", "10D"])
    with pytest.raises(UnknownName, match="unknown room"):
        Planner(PAPER).best("9Z")


@pytest.mark.parametrize(
    ("constraints", "message"),
    [
        (["at least 20 elites"], "no path from the start to the boss keeps 'at least 20 elites'$"),
        (
            ["at least 20 elites", "a shop", "at most 0 fights in a row"],
            "keeps 'at least 20 elites' or 'at most 0 fights in a row'; the most that can be kept is 'a shop'$",
        ),
        (
            ["at least 1 elite", "a shop", "no elites"],
            "keeps all 3 constraints, though each alone can be kept; the most that can be kept is "
            "'at least 1 elite' and 'a shop'$",
        ),
    ],
)
def test_the_error_says_which_constraints_cannot_be_kept(constraints, message):
    with pytest.raises(NoRoute, match=message):
        Planner(route.example(), constraints=constraints).best()
