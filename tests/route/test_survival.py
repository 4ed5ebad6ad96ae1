"""Dynamic programming over HP against brute force, with chances that are given."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_maps import route_maps

from cardwright import route
from cardwright.route.measured import Option, Survival
from cardwright.route.measured.risks import transitions
from cardwright.route.measured.survival import BEAT, REACH

MAX_HP = 4


class GivenRooms:
    """Rooms with chances drawn from a seed; the past is the number of rooms that were left in an unusual way."""

    max_hp = MAX_HP

    def __init__(self, seed: int):
        self.seed = seed

    @functools.cache  # noqa: B019
    def options(self, room, past):
        dice = np.random.default_rng([self.seed, *room.name.encode(), past])
        kinds = {"R": ["rest", "smith"]}.get(room.kind, [""])
        return [Option(name, self._branches(dice, past)) for name in kinds]

    def _branches(self, dice, past):
        split = dice.random()
        return [(split, _matrix(dice), past), (1 - split, _matrix(dice), past + 1)]


def _matrix(dice):
    matrix = dice.dirichlet([0.5] * (MAX_HP + 1), MAX_HP + 1)
    matrix[0] = np.eye(MAX_HP + 1)[0]
    return matrix


def brute_force(route_map, rooms, name, past, hp, next_rooms):
    """Return the chances of beating and of reaching the boss with the best choices, by trying all of them."""
    if hp == 0:
        return 0.0, 0.0
    found = []
    for there in next_rooms(name):
        for option in rooms.options(route_map.room(there), past):
            beat = reach = 0.0
            for chance, matrix, then in option.branches:
                for left, share in enumerate(matrix[hp]):
                    if there == route_map.boss:
                        one = float(left > 0), 1.0
                    else:
                        one = brute_force(route_map, rooms, there, then, left, next_rooms)
                    beat, reach = beat + chance * share * one[0], reach + chance * share * one[1]
            found.append((beat, reach))
    return max(found, key=lambda each: each[0] + 1e-6 * each[1])


@settings(max_examples=10, deadline=None)
@given(route_maps(floors=2, width=3), st.integers(0, 2**32), st.integers(1, MAX_HP))
def test_the_best_chance_is_that_of_brute_force(route_map, seed, hp):
    rooms = GivenRooms(seed)
    expected = brute_force(route_map, rooms, route_map.start, 0, hp, route_map.after)
    found = Survival(route_map, rooms).leave(route_map.start, 0)[hp]
    assert found == pytest.approx(expected)


@settings(max_examples=10, deadline=None)
@given(route_maps(floors=3, width=3), st.integers(0, 2**32), st.integers(1, MAX_HP))
def test_a_given_path_is_judged_as_by_brute_force_and_never_better_than_the_best(route_map, seed, hp):
    rooms = GivenRooms(seed)
    path = [route_map.start]
    while path[-1] != route_map.boss:
        path.append(route_map.after(path[-1])[seed % len(route_map.after(path[-1]))])
    after = dict(itertools.pairwise(path))
    survival = Survival(route_map, rooms, path)
    found = survival.leave(route_map.start, 0)[hp]
    assert found == pytest.approx(brute_force(route_map, rooms, path[0], 0, hp, lambda name: [after[name]]))
    assert found[BEAT] <= Survival(route_map, rooms).leave(route_map.start, 0)[hp, BEAT] + 1e-6
    players = {0: np.eye(MAX_HP + 1)[hp]}
    for name in path[1:]:
        if name == route_map.boss:
            assert sum(players.values())[1:].sum() == pytest.approx(found[REACH])
        players = survival.through(name, players)
        assert sum(players.values()).sum() == pytest.approx(1)
    assert sum(players.values())[1:].sum() == pytest.approx(found[BEAT])


def test_rests_are_for_the_hurt_and_upgrades_for_the_healthy():
    """A rest heals 2 HP. The boss costs 3, or 2 after an upgrade."""
    route_map = route.from_text("Floors\n2\nEncounters\n0-ST\n1-R\n2-B\nLinks\n0,1\n1,2\n")

    def costs(amount):
        matrix = np.zeros((MAX_HP + 1, MAX_HP + 1))
        for hp in range(MAX_HP + 1):
            matrix[hp, min(MAX_HP, max(0, hp - amount)) if hp else 0] = 1
        return matrix

    class Rooms:
        max_hp = MAX_HP

        def options(self, room, past):
            if room.kind == "B":
                return [Option("", [(0.5, costs(3 - past), past), (0.5, costs(2), past)])]
            return [Option("rest", [(1.0, costs(-2), past)]), Option("smith", [(1.0, costs(0), past + 1)])]

    survival = Survival(route_map, Rooms())
    assert [survival.do("1", 0, hp) for hp in (1, 2)] == ["rest", "rest"]
    assert survival.leave("0", 0)[[1, 2], BEAT].tolist() == [0.5, 1.0]
    assert survival.do("1", 0, 3) == "rest"
    assert survival.leave("0", 0)[0].tolist() == [0, 0]


def test_the_other_goal_decides_between_equals():
    """Nobody beats the boss here, so the room that does not kill on the way is better."""
    route_map = route.from_text("Floors\n2\nEncounters\n0-ST\n1A-N 1B-M\n2-B\nLinks\n0,1A,1B\n1A,2 1B,2\n")
    dead = np.zeros((MAX_HP + 1, MAX_HP + 1))
    dead[:, 0] = 1

    class Rooms:
        max_hp = MAX_HP

        def options(self, room, past):
            return [Option("", [(1.0, np.eye(MAX_HP + 1) if room.kind == "M" else dead, past)])]

    assert Survival(route_map, Rooms()).next_room("0", 0, 3) == "1B"


def test_plays_from_a_grid_become_chances_for_all_hp():
    after = np.array([[0, 2], [6, 8]])  # from 4 HP: dead, -2; from 10 HP: -4, -2
    matrix = transitions(after, (4, 10), 10, np.array([0.5, 0.5]))
    assert matrix.sum(axis=1).tolist() == pytest.approx([1] * 11)
    assert matrix[4, [0, 2]].tolist() == [0.5, 0.5]
    assert matrix[10, [6, 8]].tolist() == [0.5, 0.5]
    assert matrix[7, [0, 3, 5]].tolist() == pytest.approx([0.25, 0.25, 0.5])  # half of each
    assert matrix[1, 0] == 1  # less than the grid: the change of the lowest point
    assert matrix[0, 0] == 1
