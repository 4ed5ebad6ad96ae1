"""Measured risks: what is played, kept and resumed, and the plans that follow."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest
from measured_stub import StubVisits

from cardwright import route
from cardwright.cli.main import run
from cardwright.core.errors import BadData, CardwrightError
from cardwright.route import measured
from cardwright.route.measured import Content, Level, Past
from cardwright.route.measured import risks as risks_module
from cardwright.route.measured.risks import axes_of, levels
from cardwright.route.measured.visits import weights
from cardwright.spire import maps
from cardwright.spire import run as spire_run
from cardwright.spire.maps.generation import Room as MapRoom

JAW_WORM, NOB, BOSS = (
    Content(MapRoom.MONSTER, "Jaw Worm"),
    Content(MapRoom.ELITE, "Gremlin Nob"),
    Content(None, "Hexaghost"),
)


@pytest.fixture
def stub(monkeypatch):
    monkeypatch.setattr(risks_module, "Visits", StubVisits)
    monkeypatch.setattr(StubVisits, "played", [])
    monkeypatch.setattr(StubVisits, "stop_after", None)
    return StubVisits


@pytest.fixture(scope="module")
def position():
    return measured.Position({"hp": 62, "max_hp": 80}, "rules")


def measure(position, tmp_path, plays=3, **options):
    return measured.measure(position, [JAW_WORM, NOB, BOSS], plays=plays, cache=tmp_path, **options)


def test_nothing_is_played_twice(stub, position, tmp_path):
    first = measure(position, tmp_path)
    cells = len(stub.played)
    assert cells == sum(len(levels(axes_of(each, True))) for each in (JAW_WORM, NOB, BOSS))
    again = measure(position, tmp_path)
    assert len(stub.played) == cells
    assert all(np.array_equal(first.after[each], again.after[each]) for each in first.after)


def test_a_measurement_that_was_stopped_goes_on_and_ends_as_if_it_had_not(stub, position, tmp_path):
    stub.stop_after = 5
    with pytest.raises(KeyboardInterrupt):
        measure(position, tmp_path / "stopped")
    stub.stop_after = None
    resumed = measure(position, tmp_path / "stopped")
    played = len(stub.played)
    whole = measure(position, tmp_path / "whole")
    assert len(stub.played) == 2 * played
    assert all(np.array_equal(whole.after[each], resumed.after[each]) for each in whole.after)


def test_more_plays_add_to_those_that_are_kept(stub, position, tmp_path):
    few = measure(position, tmp_path, plays=2)
    more = measure(position, tmp_path, plays=5)
    assert {plays for _, _, plays in stub.played} == {2 * len(few.grid), 3 * len(few.grid)}
    assert np.array_equal(more.after[NOB][:, :, :2], few.after[NOB])
    assert measure(position, tmp_path, plays=2).after[NOB].shape == few.after[NOB].shape


@pytest.mark.parametrize(
    "change",
    [
        {"deck": {"Strike": 5, "Bash": 1}},
        {"relics": ["Vajra"]},
        {"max_hp": 70},
        {"gold": 5},
        {"potions": ["Fire Potion"]},
    ],
)
def test_what_a_player_has_is_part_of_the_key(position, change):
    assert measured.Position({"hp": 62, "max_hp": 80, **change}, "rules").key() != position.key()


def test_hp_and_the_order_of_cards_are_not_part_of_the_key():
    cards = [["Strike", "Bash"], ["Bash", "Strike"]]
    one, two = (measured.Position({"hp": 9 + k, "max_hp": 80, "deck": each}, "rules") for k, each in enumerate(cards))
    assert one.key() == two.key()


def test_other_seeds_play_anew(stub, position, tmp_path):
    measure(position, tmp_path)
    played = len(stub.played)
    measure(position, tmp_path, seed=2)
    assert len(stub.played) == 2 * played


def test_a_damaged_file_counts_as_none(stub, position, tmp_path):
    measure(position, tmp_path)
    played = len(stub.played)
    for path in tmp_path.rglob("*.npz"):
        path.write_bytes(path.read_bytes()[:50])
    measure(position, tmp_path)
    assert len(stub.played) == 2 * played


def test_levels_between_those_that_were_played_are_mixed(stub, position, tmp_path):
    risks = measure(position, tmp_path)
    corners = risks.corners(NOB, (2, 1, 0, 1))
    assert corners == [(0.25, Level(0, 0)), (0.25, Level(0, 2)), (0.25, Level(4, 0)), (0.25, Level(4, 2))]
    assert risks.corners(NOB, (99, 0, 99, 0)) == [(1.0, Level(8, 0, 3))]
    matrix = risks.mixed(((0.5, NOB), (0.5, JAW_WORM)), (2, 1, 0, 1))
    assert matrix.sum(axis=1) == pytest.approx(np.ones(81))


def test_a_known_seed_says_exactly_what_comes(position):
    forecast = measured.known(position, "HELLO")
    act = spire_run.overview("HELLO")["acts"][0]
    assert [next(iter(each)) for each in forecast.encounters[:8]] == act["encounters"][:8]
    assert [next(iter(each)) for each in forecast.elites[:4]] == act["elites"][:4]
    assert list(forecast.bosses) == [act["boss"]]
    floors = spire_run.overview("HELLO")["floors"]
    unknown = [each["room"].lower() for each in floors if each["symbol"] == "?"]
    assert [next(iter(each)).name.lower() for each in forecast.unknowns[: len(unknown)]] == unknown


def test_a_map_alone_says_what_can_come(position):
    forecast = measured.possible(position)
    assert forecast.encounters[0] == weights("weak")
    assert forecast.after(Past(fights=3)).encounters[0] == weights("strong")
    assert [round(each[MapRoom.MONSTER], 3) for each in forecast.unknowns[:3]] == [0.1, 0.19, 0.253]
    juzu = measured.Position({"relics": ["Juzu Bracelet"]}, "rules")
    assert measured.possible(juzu).unknowns[0][MapRoom.MONSTER] == 0
    with pytest.raises(BadData, match="unknown boss 'Nemo'; act 1 has"):
        measured.possible(position, "Nemo")


def test_rooms_that_were_visited_are_behind(position):
    spire = route.RouteMap.from_act(maps.generate("HELLO", compiled=False))
    forecast = measured.known(position, "HELLO")
    path = [spire.room(name) for name in ("1A", "2A", "3A")]
    kinds = [room.kind for room in path]
    past = measured.visited(path, forecast)
    assert (past.fights + past.unknowns) >= kinds.count("N")
    assert forecast.after(past).encounters[0] == forecast.encounters[past.fights]


def test_a_plan_beats_or_equals_every_path_and_has_intervals(stub, position, tmp_path):
    spire = route.RouteMap.from_act(maps.generate(3, compiled=False))
    forecast = measured.known(position, 3)
    risks = measured.measure(position, forecast.contents(spire), plays=3, cache=tmp_path)
    outlook = measured.Outlook(position, forecast, risks)
    best = measured.plan(spire, outlook, resamples=5)
    other = measured.plan(spire, outlook, path=route.Planner(spire).best().path, resamples=5)
    assert other.beats.value <= best.adaptive + 1e-6
    assert best.beats.low <= best.beats.value <= best.beats.high
    assert best.beats.value <= best.reaches.value
    assert best.path[0] == spire.start
    assert best.path[-1] == spire.boss
    assert {risk.name for risk in best.rooms} == {room.name for room in spire.rooms()} - {spire.start}
    assert [step.rest_below is not None for step in best.steps] == [step.kind == "R" for step in best.steps]
    assert best.to_data() == json.loads(json.dumps(best.to_data()))
    assert "<svg" in best._repr_html_()


def test_a_chance_of_nothing_or_all_still_has_an_interval(stub, tmp_path):
    hurt = measured.Position({"hp": 20, "max_hp": 80}, "rules")
    small = route.from_text(SMALL)
    forecast = measured.possible(hurt, "Hexaghost")
    risks = measured.measure(hurt, forecast.contents(small), plays=3, grows=False, cache=tmp_path)
    hopeless = measured.plan(small, measured.Outlook(hurt, forecast, risks, grows=False), path=["0", "1B", "2", "3"])
    assert hopeless.beats.value == 0
    assert hopeless.beats.high > 0.5


def test_bad_positions_and_plans_are_refused(stub, position, tmp_path):
    with pytest.raises(BadData, match="a position has no seed"):
        measured.Position({"seed": 1}, "rules")
    with pytest.raises(CardwrightError, match="unknown agent"):
        measured.Position({}, "nobody")
    with pytest.raises(BadData, match="plays must be from 1 to 1,000, not 0"):
        measure(position, tmp_path, plays=0)


PLAYED = """
import numpy as np
from cardwright.route.measured import Content, Level, Position, Visits
from cardwright.route.measured.visits import hp_left
from cardwright.spire.maps.generation import Room
visits = Visits(Position({"deck": {"Strike": 5, "Defend": 4, "Bash": 1}}, "rules"), seed=1)
start = visits.begin(np.arange(2))
rows = {}
for content in (Content(Room.MONSTER, "Jaw Worm"), Content(Room.ELITE, "Lagavulin", 2), Content(None, "Slime Boss"),
                Content(Room.TREASURE), Content(Room.REST)):
    left = visits.enter(start, content, np.array([50, 3]), "test", np.arange(2))
    run = left["run"]
    rows[content.text] = [hp_left(left).tolist(), run["relic_count"].tolist(), run["monster_count"].tolist()]
grown = visits.grown(Level(cards=1, upgrades=1), 1)["run"]
rows["grown"] = [int(grown["deck_size"][0]), int(grown["deck_up"].sum()), int(grown["gold"][0])]
import json
print(json.dumps(rows))
"""


def test_rooms_are_played_one_by_one():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = json.loads(subprocess.check_output([sys.executable, "-c", PLAYED], env=environment, text=True))
    assert 0 < found["Jaw Worm"][0][0] <= 56
    assert found["Jaw Worm"][2] == [1, 1]
    assert found["Slime Boss"][0][1] == 0
    assert found["treasure"][1] == [2, 2]
    assert found["rest"][0] == [74, 27] or found["rest"][0][1] == 27
    assert found["grown"][0] in (10, 11)
    assert found["grown"][1] >= 1
    assert found["grown"][2] > 99


SMALL = "Floors\n3\nEncounters\n0-ST\n1A-N 1B-E\n2-R\n3-B\nLinks\n0,1A,1B\n1A,2 1B,2\n2,3\n"


def test_the_command_plans_by_play(stub, tmp_path, capsys):
    (tmp_path / "deck.yaml").write_text("deck: {Strike: 4, Defend: 4, Bash+: 1}\n")
    (tmp_path / "map.txt").write_text(SMALL)
    words = [
        "route",
        str(tmp_path / "map.txt"),
        "--agent",
        "rules",
        "--deck",
        str(tmp_path / "deck.yaml"),
        "--hp",
        "62",
    ]
    words += ["--max-hp", "80", "--relic", "Vajra", "--boss", "Hexaghost", "--plays", "2", "--cache", str(tmp_path)]
    assert run([*words, "--json", "--svg", str(tmp_path / "map.svg")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["path"] == ["0", "1A", "2", "3"]  # an enemy costs less than an elite
    assert found["hp"] == 62
    assert found["beats_boss"][1] <= found["beats_boss"][0] <= found["beats_boss"][2]
    assert (tmp_path / "map.svg").exists()
    cells = len(stub.played)
    assert run([*words, "--path", "0,1B,2,3"]) == 0
    text = capsys.readouterr().out
    assert "your path by measured risk" in text
    assert "Gremlin Nob 33 %" in text
    assert "Beats the boss: " in text
    assert run([*words, "--visited", "1A,2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["path"] == ["2", "3"]
    assert len(stub.played) == cells


def test_the_command_advises_to_rest_and_shows_no_chance_below_0(stub, tmp_path, capsys):
    (tmp_path / "map.txt").write_text(SMALL)
    words = ["route", str(tmp_path / "map.txt"), "--agent", "rules", "--hp", "62", "--max-hp", "80"]
    words += ["--boss", "Hexaghost", "--plays", "7", "--fixed-deck", "--cache", str(tmp_path)]
    assert run(words) == 0
    text = capsys.readouterr().out
    rows = [re.findall(r"[-\w.%]+", line) for line in text.splitlines()]
    assert ["0.0", "%", "100.0", "%", "rest"] in [row[-5:] for row in rows if row[:2] == ["2", "R"]]


def test_the_command_knows_what_a_seed_holds(stub, tmp_path, capsys):
    words = ["route", "--seed", "HELLO", "--agent", "rules", "--plays", "1", "--cache", str(tmp_path), "--fixed-deck"]
    assert run([*words, "--json"]) == 0
    rooms = {risk["name"]: risk for risk in json.loads(capsys.readouterr().out)["rooms"]}
    assert rooms["1A"]["holds"] == {"2 Louse": 1.0}
    assert rooms["16"]["holds"] == {"Hexaghost": 1.0}


def test_the_command_says_how_to_go_on_after_ctrl_c(stub, tmp_path, capsys):
    stub.stop_after = 3
    words = ["route", "example", "--agent", "rules", "--plays", "1", "--cache", str(tmp_path)]
    assert run(words) == 130
    assert "the same command goes on where it stopped" in capsys.readouterr().err
    assert list(tmp_path.rglob("*.npz"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--hp", "50"], "--hp: rooms are measured by an agent; name one, as in --agent rules"),
        (["--agent", "rules", "--require", "a shop", "--k", "2"], "--require, --k: these are for fixed weights"),
        (["--agent", "nobody"], "unknown agent 'nobody'"),
        (["--agent", "rules", "--goal", "win"], "--goal must be beat or reach, not 'win'"),
        (["--agent", "rules", "--plays", "0"], "plays must be from 1 to 1,000, not 0"),
        (["--agent", "rules", "--relic", "Vajrra"], "unknown relic 'Vajrra'"),
        (["--agent", "rules", "--hp", "0"], "hp"),
        (["--agent", "rules", "--deck", "missing.yaml"], "missing.yaml"),
        (["--agent", "rules", "--visited", "1A,3A"], "no link leads from 1A to 3A"),
        (["--agent", "rules", "--visited", "3A"], "no link leads from 0 to 3A; 0 leads to 1A, 1B"),
        (["--agent", "rules", "--path", "1A,2A"], "a path to judge leads from 0 to the boss, 16"),
        (["--agent", "rules", "--act", "2"], "only rooms of act 1 can be played, not those of act 2"),
        (["--agent", "rules", "--boss", "Nemo"], "the boss of this seed is"),
    ],
)
def test_bad_options_are_refused(stub, tmp_path, refused, words, message):
    refused(["route", "--seed", "HELLO", "--cache", str(tmp_path), "--plays", "1", *words], message)
