"""Maps and random numbers compared with recordings of the original game, and the rules that every map keeps."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.core.errors import BadData
from cardwright.spire import maps
from cardwright.spire.maps import ActMap, GameRandom, JavaRandom, Node, generate, parse_seed, seed_text

DATA = Path(__file__).parent / "data"
SEEDS = st.integers(-(2**63), 2**63 - 1)
RECORDED = [line.split() for line in (DATA / "maps.txt").read_text().splitlines() if not line.startswith("#")]
NUMBERS = json.loads((DATA / "random.json").read_text())["seeds"]


def recorded_map(line):
    _, seed, act, ascension, burning, rows = line
    nodes = tuple(
        Node(int(room[0]), y, room[1], tuple(map(int, room[2:])))
        for y, row in enumerate(rows.split("|"))
        for room in row.split(",")
    )
    if burning == "-":
        return ActMap(int(seed), int(act), int(ascension), nodes)
    x, y, buff = map(int, burning.split(","))
    return ActMap(int(seed), int(act), int(ascension), nodes, (x, y), buff)


@pytest.mark.parametrize("line", RECORDED, ids=lambda line: "-".join(line[1:4]))
def test_a_map_equals_the_recorded_one(line):
    expected = recorded_map(line)
    for seed in (line[0], line[1], int(line[1])):
        assert generate(seed, expected.act, expected.ascension, burning=bool(expected.burning_elite)) == expected


@pytest.mark.parametrize("act", [1, 2, 3, 4])
def test_a_map_is_the_same_without_compiling(act):
    for seed in (7, "HELLO"):
        assert generate(seed, act, 20, compiled=False) == generate(seed, act, 20)


def test_a_cell_without_a_fitting_room_does_not_restrict_its_siblings():
    found = {(node.x, node.y): node.type for node in generate(-6351707048922867589).nodes}
    assert found[5, 13] == "$"


@pytest.mark.parametrize("seed", NUMBERS)
def test_random_numbers_equal_the_recorded_ones(seed):
    number = int(seed)

    def shuffled(generator):
        items = list(range(20))
        generator.shuffle(items)
        return items

    draws = {
        "long": GameRandom(number).next_long,
        "int": GameRandom(number).next_int,
        "float": GameRandom(number).next_float,
        "double": GameRandom(number).next_double,
        "chance": GameRandom(number).chance,
        "chance 0.3": partial(GameRandom(number).chance, 0.3),
        "between 5 and 12": partial(GameRandom(number).between, 5, 12),
        "java int": JavaRandom(number).next_int,
        "java below 10": partial(JavaRandom(number).below, 10),
        "java below 16": partial(JavaRandom(number).below, 16),
    }
    found = {name: [draw() for _ in range(5)] for name, draw in draws.items()}
    found["shuffle 20"] = shuffled(GameRandom(number))
    found["java shuffle 20 by first long"] = shuffled(JavaRandom(GameRandom(number).next_long()))
    assert found == NUMBERS[seed]


@given(SEEDS)
def test_seed_text_reads_back(seed):
    text = seed_text(seed)
    if not text.isdigit():  # digits alone are read as a number
        assert parse_seed(text) == parse_seed(text.lower()) == seed
    assert parse_seed(str(seed)) == parse_seed(seed) == seed


@pytest.mark.parametrize(
    "seed", ["", "-", "--5", "+5", "1.5", "ABC!", "-ABC", "٣", "ZZZZZZZZZZZZZZ", "9" * 5000, 2**64]
)
def test_a_bad_seed_is_refused_in_one_sentence(seed):
    with pytest.raises(BadData, match="seed"):
        parse_seed(seed)


@given(st.text(max_size=60))
def test_any_text_is_a_seed_or_an_error(text):
    with contextlib.suppress(BadData):
        assert -(2**63) <= parse_seed(text) < 2**63


@settings(max_examples=50, deadline=None)
@given(SEEDS, st.sampled_from([1, 2, 3]), st.sampled_from([0, 1, 20]))
def test_every_map_keeps_the_rules(seed, act, ascension):
    act_map = generate(seed, act, ascension)
    rooms = {(node.x, node.y): node for node in act_map.nodes}
    assert {node.y for node in act_map.nodes} == set(range(15))
    for node in act_map.nodes:
        check_room(node, rooms)
    for y in range(14):
        check_no_crossing([node for node in act_map.nodes if node.y == y])
    elites = [(node.x, node.y) for node in act_map.nodes if node.type == "E"]
    assert act_map.burning_elite in elites or not elites


def check_room(node, rooms):
    fixed = {0: "M", 8: "T", 14: "R"}
    assert node.type == fixed.get(node.y, node.type)
    assert (node.type == "T") == (node.y == 8)
    assert node.type not in "RE" or node.y > 4
    assert node.type != "R" or node.y != 13
    parents = [each for each in rooms.values() if each.y == node.y - 1 and node.x in each.to]
    assert parents or node.y == 0
    if node.y < 14:
        assert node.to
        assert all(abs(x - node.x) <= 1 and (x, node.y + 1) in rooms for x in node.to)
    else:
        assert node.to == (3,)
    assert all(parent.type != node.type for parent in parents if node.type in "R$E")
    if node.y not in fixed and node.type != "M":  # monsters also fill cells that no room of the deal fitted
        siblings = {x for parent in parents for x in parent.to} - {node.x}
        assert all(rooms[x, node.y].type != node.type for x in siblings)


def check_no_crossing(row):
    for left in row:
        for right in row:
            if left.x < right.x:
                assert max(left.to) <= min(right.to)


def test_ascension_1_adds_elites_and_higher_levels_add_no_more():
    count = {
        ascension: (maps.generate_many(range(60), 1, ascension)["kind"] == maps.Room.ELITE).sum()
        for ascension in (0, 1, 20)
    }
    assert count[0] < count[1] == count[20]


def test_a_batch_equals_maps_generated_one_by_one():
    seeds = [-5, 0, 7, 2**63 - 1]
    grids = maps.generate_many(seeds, 2, 20)
    assert [maps.from_grid(grid, seed, 2, 20) for grid, seed in zip(grids, seeds, strict=True)] == [
        generate(seed, 2, 20) for seed in seeds
    ]


def test_uncompiled_kernels_generate_the_same_maps():
    program = "from cardwright.spire import maps; print(maps.generate_many(range(-5, 5), 3, 20).tobytes().hex())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == maps.generate_many(range(-5, 5), 3, 20).tobytes().hex()


def test_the_final_act_is_always_the_same():
    assert [node.type for node in generate("ABC", 4).nodes] == ["R", "$", "E"]


@pytest.mark.parametrize(("act", "ascension"), [(0, 0), (5, 0), (1, -1), (1, 21), (4, 21)])
def test_an_unknown_act_or_ascension_is_refused(act, ascension):
    with pytest.raises(BadData, match=r"there are|must be"):
        generate(1, act, ascension)


@given(SEEDS, st.booleans())
@settings(max_examples=20, deadline=None)
def test_map_data_reads_back(seed, burning):
    act_map = generate(seed, burning=burning)
    assert ActMap.from_data(json.loads(json.dumps(act_map.to_data()))) == act_map


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda each: st.lists(each) | st.dictionaries(st.text(), each),
)


@given(st.sampled_from(["seed", "act", "ascension", "burning_elite", "burning_buff", "nodes"]), JSON)
@settings(max_examples=30, deadline=None)
def test_arbitrary_data_is_read_or_refused(field, value):
    with contextlib.suppress(BadData):
        ActMap.from_data({**generate(1).to_data(), field: value})


def test_links_to_missing_rooms_are_refused():
    value = generate(1).to_data()
    value["nodes"][0]["to"] = [6]
    with pytest.raises(BadData, match="where there is no node"):
        ActMap.from_data(value)


def test_the_drawing_shows_every_room():
    act_map = generate(1)
    lines = str(act_map).splitlines()
    assert len(lines) == 31
    letters = "".join(lines)
    assert letters.count("T") == sum(node.type == "T" for node in act_map.nodes)
    assert letters.count("EX") == letters.count("B") == 1
    assert np.sum([node.type == "E" for node in act_map.nodes]) == letters.count("E")
