"""Files that somebody made on purpose are refused at once, in one sentence that names the file."""

from __future__ import annotations

import json

import crafted_logs
import pytest
import samples

from cardwright import report
from cardwright.arena.story import load_story
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate.cards import load_search

COLLIDING = 2**61 - 1  # all its multiples have the same hash


@pytest.mark.parametrize("name", crafted_logs.CASES)
def test_a_crafted_log_is_refused_before_it_takes_long(name, tmp_path, monkeypatch):
    make, small, _, complaint = crafted_logs.CASES[name]
    if name == "many rows":
        monkeypatch.setattr("cardwright.arena.foreign.MOST_VALUES", 1000)
        small = 100
    with pytest.raises(BadData) as error:
        report.load(crafted_logs.write(tmp_path, make(small)))
    assert complaint in str(error.value)
    assert str(tmp_path / "games.parquet") in str(error.value)
    assert len(str(error.value)) < 500


def test_a_log_like_that_of_a_run_is_read(tmp_path):
    found = report.load(crafted_logs.write(tmp_path, crafted_logs.games(100)))
    assert (len(found.games), found.players, found.series) == (100, 2, {0: "a,b"})


def test_the_numbers_of_decisions_are_bounded(tmp_path):
    """JSON turns keys into text, but here they become integers again."""
    (replay, *_) = samples.replays()
    exchanges = {str(number * COLLIDING): [] for number in range(1, 100)}
    (tmp_path / "replay.json").write_text(json.dumps({**replay.value, "exchanges": exchanges}))
    with pytest.raises(BadData, match=r"replay\.json: exchanges.*less than or equal to 1000000"):
        load_story(tmp_path / "replay.json")


@pytest.mark.parametrize("table", ["Bad Name: {}", "Bad Name: {E: 1}", "risk: {}\nfoo2: {}"])
def test_a_cost_table_is_named(tmp_path, refused, table):
    (tmp_path / "costs.yaml").write_text(table)
    refused(["route", "example", "--measures", str(tmp_path / "costs.yaml")], "costs.yaml, line")


def test_a_search_of_an_unknown_game_is_named(tmp_path):
    saved = samples._card_search("autobattler")
    saved["settings"]["game"] = "nonsense"
    (tmp_path / "search.json").write_text(json.dumps(saved))
    with pytest.raises(CardwrightError, match=r"search\.json: unknown game 'nonsense'"):
        load_search(tmp_path)
