"""What pages are told about runs of every kind, read from the files that commands leave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import arena, balance, cgdl
from cardwright.core.errors import BadData
from cardwright.generate.cards import Rung, search_cards, write_archive
from cardwright.generate.cards import Settings as CardSettings
from cardwright.generate.games import STAGES, evolution, evolve, page
from cardwright.generate.games import Settings as GameSettings
from cardwright.training import Settings
from cardwright.training import evolve as evolve_weights
from cardwright.web import run_data, run_list
from cardwright.web.workspace import Workspace

KEYS = {"kind", "title", "facts", "done", "tables", "notes", "plots", "estimates", "continued"}


def found(folder: Path) -> dict:
    """What a page is told, after the way through JSON."""
    read = json.loads(json.dumps(next(run_data.read(str(folder))), allow_nan=False))
    assert {*read} == KEYS
    for table in read["tables"]:
        assert all(len(row) == len(table["columns"]) for row in table["rows"])
    for measured in read["estimates"].values():
        assert all(len(estimate) == 3 for estimate in measured.values())
    return read


def test_an_arena_has_the_tables_of_the_command(tmp_path):
    result = arena.run("spire:jaw-worm", ["first", "random"], games=20, seed=1, log=tmp_path)
    read = found(tmp_path)
    shown, differences = result.report().grids()
    assert read["tables"][0]["rows"] == [row[:-1] for row in shown.rows]  # the pace is not stored
    assert read["tables"][1]["rows"] == differences.rows
    assert (read["title"], read["done"]) == ("spire:jaw-worm", 40)
    assert read["estimates"]["win rate, %"]["random"][0] == pytest.approx(100 * result.series[1].win_rate)


def test_a_league_has_the_standings_of_the_command(tmp_path):
    league = arena.league("spire:jaw-worm", ["first", "random", "rules"], games=10, seed=1, folder=tmp_path)
    read = found(tmp_path)
    assert read["tables"][0]["rows"] == league.report().grids()[0].rows
    assert [row["label"] for row in read["plots"][0]["rows"]] == [each.agent for each in league.standings]
    assert read["continued"] == {"game": "spire:jaw-worm", "agents": ["first", "random", "rules"]}


def test_a_balance_study_shows_its_course_and_then_its_report(tmp_path):
    config = {"play": {"tournament": {"cards": "vanilla", "size": 2}}, "parameters": {"cards.*.attack": [1, 9]}}
    result = balance.tune(balance.Study(config), budget=12, optimiser="random", seed=1, folder=tmp_path)
    read = found(tmp_path)
    assert (read["done"], read["tables"]) == (len(result.search.tried), [])
    course = result.search.best_so_far().tolist()
    assert [point[1] for point in read["plots"][0]["series"][0]["points"]] == course
    result.save(tmp_path)
    read = found(tmp_path)
    assert [row[0] for row in read["tables"][1]["rows"]] == [each.label for each in result.changes]
    assert read["plots"][0]["rows"][0]["label"] == f"{result.before.names[0]}, before"


def test_an_evolution_of_weights_shows_its_generations(tmp_path):
    settings = Settings(seed=1, population=4, generations=2, games=4)
    trained = evolve_weights("spire:jaw-worm", settings, folder=tmp_path)
    read = found(tmp_path)
    assert [point[1] for point in read["plots"][0]["series"][0]["points"]] == [each.best for each in trained.history]
    assert read["continued"]["game"] == "spire:jaw-worm"


def test_a_search_for_cards_shows_those_it_kept(few_known_cards, tmp_path):
    rungs = (Rung(games=2, stride=12), Rung(games=2, stride=12, agents=2, use_games=2))
    search = search_cards(CardSettings("spire", 3, batch=8, rungs=rungs), 8, folder=tmp_path)
    write_archive(search, tmp_path)
    read = found(tmp_path)
    names = {search.maker.name(each.card) for each in search.archive.candidates()}
    assert {row[0] for row in read["tables"][0]["rows"]} == names
    assert {"archive.html", "archive.svg", "search.json"} <= {each["name"] for each in run_list.run_files(tmp_path)}


def test_an_evolution_of_games_shows_those_it_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(evolution, "GENERATION", 1)
    monkeypatch.setattr(page, "PLAYS", 20)
    lenient = {f"{stage.name}.games": 8.0 for stage in STAGES}
    lenient |= {f"{name}.least": -9.0 for name in ("choices", "length", "new", "foresight", "search", "drama", "leads")}
    lenient |= {f"{name}.most": 9.0 for name in ("ends", "sound", "decided", "fair", "fair_ahead", "fair_skilled")}
    lenient |= {"decided_skilled.most": 9.0}
    settings = GameSettings(seed=5, parents=(cgdl.text(cgdl.load("uno")),), thresholds=lenient)
    evolve(settings, evaluations=1, folder=tmp_path)
    read = found(tmp_path)
    assert [row[0] for row in read["tables"][0]["rows"]] == [each.name for each in tmp_path.glob("*.cgdl")]
    assert len(read["plots"][0]["points"]) == 1


def test_runs_of_several_kinds_are_told_apart(tmp_path):
    for name, file, text in [
        ("a", "games.json", "{}"),
        ("b/deep", "league.json", "{}"),
        ("b/deep/inside", "games.json", "{}"),  # belongs to the league
        ("c", "search.json", '{"format": "cardwright balance 1"}'),
        ("d", "search.json", '{"format": "cardwright card search 1"}'),
        ("e", "search.json", "[]"),  # something else
        (".f", "games.json", "{}"),
    ]:
        (tmp_path / name).mkdir(parents=True, exist_ok=True)
        (tmp_path / name / file).write_text(text)
    (tmp_path / "games.json").write_text("{}")  # the workspace itself is no run
    kinds = {each["name"]: each["kind"] for each in run_list.runs(Workspace(tmp_path))}
    assert kinds == {"a": "arena", "b/deep": "league", "c": "balance", "d": "cards"}


@pytest.mark.parametrize(
    "file", ["games.json", "league.json", "evolution.json", "training.json", "report.json", "search.json"]
)
@pytest.mark.parametrize("text", ["", "{}", "[", '{"format": "cardwright balance 1", "tried": [[1]]}', "\0" * 99])
def test_damaged_files_are_refused_in_one_sentence(tmp_path, file, text):
    (tmp_path / file).write_text(text)
    with pytest.raises(BadData):
        next(run_data.read(str(tmp_path)))


def test_what_is_measured_of_one_run_is_compared_with_its_own_kind(tmp_path):
    for name, agent in (("one", "first"), ("two", "random")):
        arena.run("spire:jaw-worm", [agent], games=20, seed=1, log=tmp_path / name)
    compared = next(run_data.compare({name: str(tmp_path / name) for name in ("one", "two")}, baseline=1))
    assert [each["label"] for each in compared["entries"]] == ["first", "random"]
    turns = next(each for each in compared["measures"] if each["name"] == "turns")
    (first, second), difference = turns["values"], turns["differences"][0]
    assert difference[0] == pytest.approx(first[0] - second[0])
    assert (turns["baseline"], turns["differences"][1]) == (1, None)
    arena.league("spire:jaw-worm", ["first", "random"], games=4, seed=1, folder=tmp_path / "league")
    with pytest.raises(BadData, match=r"one \(arena\) and league \(league\); compare runs of one kind"):
        next(run_data.compare({name: str(tmp_path / name) for name in ("one", "league")}, baseline=0))
    with pytest.raises(BadData, match="2 entries"):
        next(run_data.compare({name: str(tmp_path / name) for name in ("one", "two")}, baseline=2))
