"""Maps as text: reading, errors with their lines, and round trips."""

from __future__ import annotations

import contextlib
import json

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_maps import route_maps

from cardwright import route
from cardwright.core.errors import BadData
from cardwright.spire import maps

GOOD = """Floors
3
Encounters
0-ST
1A-N 1B-E
2A-R\t2B-U
3-B
Links
0,1A,1B
1A,2A\t\t1B,2A,2B
2A,3 2B,3
"""


def test_tabs_spaces_and_line_ends_are_all_read():
    expected = route.from_text(GOOD)
    assert route.from_text(GOOD.replace("\t", " ").replace("\n", "\r\n")) == expected
    assert route.from_text("\ufeff" + GOOD.replace("Floors", "Floor") + "\n\n") == expected
    assert expected.after("1B") == ["2A", "2B"]


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ("1B-E", "1B-Z", 5, "unknown encounter 'Z'"),
        ("1B,2A,2B", "1B,2A,2C", 10, "'2C', which is not among the encounters"),
        ("1B,2A,2B", "9B,2A,2B", 10, "'9B', which is not among the encounters"),
        ("0,1A,1B", "0,1A,1B,2A", 9, "skips a floor"),
        ("2B,3", "2B,3 2B,1A", 11, "goes down a floor"),
        ("2B,3", "2B,3 2B,2A", 11, "stays on a floor"),
        (" 2B,3", "", 6, "no way from 2B to the boss"),
        ("2B-U", "2A-U", 6, "room 2A is already on line 6"),
        ("2B-U", "2B", 6, "'2B' is not a room"),
        ("2B-U", "4B-U", 6, "there are 3 floors"),
        ("Floors\n", "", 11, "the section 'Floors' is missing"),
        ("Encounters\n", "", 11, "the section 'Encounters' is missing"),
        ("Links\n", "", 11, "the section 'Links' is missing"),
        ("Links\n", "Links\nLinks\n", 9, "a second section"),
        ("Floors\n3\n", "Floors\nthree\n", 2, "number of floors"),
        ("Floors\n3\n", "Floors\n4\n", 7, "the boss is on floor 3, but there are 4 floors"),
        ("Floors\n3\n", "Floors\n", 1, "number of floors"),
        ("0-ST", "0-N", 3, "one start"),
        ("2A-R", "2A-B", 7, "one boss"),
        ("0,1A,1B", "0,1A,1B,1A", 9, "appears twice"),
        ("2A,3", "2A", 11, "has no target"),
        ("Floors\n", "hello\nFloors\n", 1, "begins with the section"),
    ],
)
def test_errors_name_the_line(before, after, line, message):
    assert before in GOOD
    with pytest.raises(BadData) as caught:
        route.from_text(GOOD.replace(before, after, 1), "my.txt")
    assert f"my.txt, line {line}: " in str(caught.value)
    assert message in str(caught.value)


@given(route_maps())
def test_a_written_map_reads_back(route_map):
    assert route.from_text(route.to_text(route_map)) == route_map


@given(st.integers(-(2**63), 2**63 - 1))
@settings(max_examples=20, deadline=None)
def test_generated_maps_read_back(seed):
    route_map = route.RouteMap.from_act(maps.generate(seed))
    assert route.from_text(route.to_text(route_map)) == route_map


@given(st.text(max_size=200))
def test_any_text_is_refused_in_one_sentence(text):
    with pytest.raises(BadData):
        route.from_text(text)


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text("0123456789AB-,STNEX \n\t\x00é", max_size=8))
def test_a_damaged_map_is_read_or_refused(start, length, instead):
    with contextlib.suppress(BadData):
        damaged = route.from_text(GOOD[:start] + instead + GOOD[start + length :])
        assert route.from_text(route.to_text(damaged)) == damaged


def test_files_are_text_or_json(tmp_path):
    act_map = maps.generate(5)
    (tmp_path / "map.json").write_text(json.dumps(act_map.to_data()))
    route.write(route.RouteMap.from_act(act_map), tmp_path / "map.txt")
    assert route.read(tmp_path / "map.json") == route.read(tmp_path / "map.txt")


def test_a_custom_graph_is_checked():
    graph = nx.DiGraph([("0", "1")])
    with pytest.raises(BadData, match="room 0 needs a floor"):
        route.RouteMap(graph)
    nx.set_node_attributes(
        graph, {"0": {"floor": 0, "kind": "ST", "column": 0}, "1": {"floor": 2, "kind": "B", "column": 0}}
    )
    with pytest.raises(BadData, match="a link leads to the next floor"):
        route.RouteMap(graph)
