"""The action log: every decision of every game, the same for any number of workers and after any stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import polars
import pytest

import cardwright
from cardwright import arena
from cardwright.agents import make_seats, play_game, play_games, search
from cardwright.arena import actions
from cardwright.arena.decisions import retrace
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.random import seed_for

SERIES = ["2*random", "first,random"]


def play(folder, **changes):
    arguments = {"games": 40, "seed": 5, "log": folder, "actions": True, "jobs": 1} | changes
    arena.run(arguments.pop("game", "kuhn"), arguments.pop("series", SERIES), **arguments)
    return polars.read_parquet(folder / "actions.parquet")


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(actions, "BLOCK", 7)


@pytest.mark.parametrize(
    ("name", "games"), [("kuhn", 20), ("spire:jaw-worm", 2), ("autobattler", 1), ("cgdl:uno", 1), ("unicorns:2", 1)]
)
def test_the_log_is_the_history_of_the_same_games_played_one_by_one(tmp_path, name, games):
    game = cardwright.game(name)
    seats = f"{game.players}*random"
    found = play(tmp_path, game=game, series=[seats], games=games)
    expected = []
    for number in range(games):

        def note(state, legal, action, number=number):
            available = sorted({str(each) for each in legal})
            expected.append((number, state.turn, state.decider + 1, str(action), len(legal), available))

        seeds = [seed_for(5, use, number) for use in ("game", "agent")]
        play_game(game, make_seats(seats), *seeds, on_decision=note)
    columns = found.select("game", "turn", "player", "taken", "options", "available").rows()
    assert columns == expected


@pytest.mark.parametrize("names", [("pass", "bet", "fold", "call"), ("pass", "bet", "bet", "call")])
def test_how_games_are_cut_into_chunks_does_not_matter(kuhn_game, monkeypatch, names):
    """Even if two labels have the same words in some chunks, and one of them does not occur in others."""
    monkeypatch.setattr(type(kuhn_game), "action_names", names)
    seeds = np.arange(30, dtype=np.uint64)
    found = []
    for size in (1, 7, 30):
        for first in range(0, 30, size):
            some = seeds[first : first + size]
            played = play_games(kuhn_game, make_seats("2*random"), some, some, actions=True)
            frame = actions.frame_of(kuhn_game, 0, retrace(kuhn_game, some, played.decisions, played.actions, some))
            found += [(size, *row) for row in frame.rows()]
    for size in (7, 30):
        assert [row[1:] for row in found if row[0] == size] == [row[1:] for row in found if row[0] == 1]


def test_statuses_are_columns_of_games_that_have_them(tmp_path):
    found = play(tmp_path, game="spire:jaw-worm", series=["first"], games=1)
    assert [name for name in found.columns if name.startswith("statuses")] == ["statuses_player", "statuses_enemies"]
    names = json.loads((tmp_path / "actions.json").read_text())["statuses"]
    assert names == list(cardwright.game("spire:jaw-worm").status_names)


@pytest.mark.usefixtures("small_blocks")
def test_the_number_of_workers_does_not_matter(tmp_path):
    one, two = (play(tmp_path / str(jobs), jobs=jobs) for jobs in (1, 3))
    assert one.equals(two)
    numbers = one.select("series", "game", "decision")
    assert numbers.equals(numbers.sort("series", "game", "decision"))
    assert sorted(os.listdir(tmp_path / "1")) == ["actions.json", "actions.parquet", "games.json", "games.parquet"]


@pytest.mark.usefixtures("small_blocks")
def test_agents_in_python_and_replays_are_logged_too(tmp_path):
    series = ["random,arena_agents:Moody"]
    plain = play(tmp_path / "a", series=series, games=12)
    assert plain.equals(play(tmp_path / "b", series=series, games=12, replays=5))
    assert plain["game"].n_unique() == 12


@pytest.mark.usefixtures("small_blocks")
def test_searches_are_logged_if_wanted(tmp_path):
    series, wanted = ["mcts:20,random"], {"searches": True, "games": 16}
    without = play(tmp_path / "without", series=series, games=16)
    found = play(tmp_path / "with", series=series, **wanted, replays=3)
    assert found.drop("visits", "values").equals(without), "the same games"
    game = cardwright.game("kuhn")
    for row in found.rows(named=True):
        assert (row["visits"] is None) == (row["values"] is None) == (row["player"] == 2)
        if row["player"] == 1:
            state = game.new(seed_for(5, "game", row["game"]))
            for action in found.filter(polars.col("game") == row["game"])["taken"][: row["decision"]]:
                state.play(action)
            same = search(state, "mcts:20", seed_for(5, "agent", row["game"]), row["decision"])
            assert row["taken"] == str(same.chosen)
            for each in same.actions:
                place = row["available"].index(str(each.action))
                assert row["visits"][place] == each.visits
                assert row["values"][place] == pytest.approx(each.value) or not each.visits
    assert found.equals(play(tmp_path / "jobs", series=series, **wanted, jobs=3))
    assert found.equals(play(tmp_path / "without", series=series, **wanted, resume=True)), (
        "those games are played again"
    )
    log = tmp_path / "with" / "actions.parquet"
    assert actions.checked(log, actions.checksum(log)).collect().equals(found)


def test_searches_need_an_action_log(tmp_path):
    with pytest.raises(CardwrightError, match="searches are a part of the action log: set actions too"):
        arena.run("kuhn", SERIES, games=1, log=tmp_path, searches=True)


@pytest.mark.usefixtures("small_blocks")
def test_a_longer_run_goes_on_from_the_log(tmp_path):
    whole = play(tmp_path / "whole")
    play(tmp_path / "parts", games=10)
    assert play(tmp_path / "parts", resume=True).equals(whole)
    assert play(tmp_path / "parts", resume=True).equals(whole)  # nothing to do


@pytest.mark.usefixtures("small_blocks")
def test_games_that_were_logged_without_actions_are_played_again(tmp_path):
    arena.run("kuhn", SERIES, games=40, seed=5, log=tmp_path, jobs=1)
    assert play(tmp_path, resume=True).equals(play(tmp_path / "whole"))


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("damage", ["decisions without games", "games without decisions", "a broken part"])
def test_games_and_decisions_that_do_not_match_are_played_again(tmp_path, damage):
    whole = play(tmp_path / "whole")
    log = tmp_path / "log"
    play(log, games=20)
    kept = actions.ActionLog(log / "actions.parquet")
    kept.plan = arena.plan.make_plan("kuhn", SERIES, 20, 5)
    kept._split([polars.Series(range(20)).to_numpy()] * 2)  # as a run that was killed leaves it
    parts = sorted(kept.parts.iterdir())
    assert len(parts) == 6
    if damage == "games without decisions":
        parts[1].unlink()
    elif damage == "a broken part":
        parts[1].write_bytes(b"PAR1 and nothing else")
    else:
        for each in ("games.json", "games.parquet"):
            (log / each).unlink()
        arena.run("kuhn", SERIES, games=10, seed=5, log=log, jobs=1)
    assert play(log, resume=True).equals(whole)
    assert not kept.parts.exists()


PROGRAM = """
import sys, kuhn
from cardwright.core import registry
from cardwright.arena import actions, log
registry.register_family(kuhn.family)
actions.BLOCK, log.SAVE_SECONDS, log.SAVE_FACTOR = 7, 0.0, 0.0
from cardwright.cli.main import main
main()
"""


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX systems do")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_stopped_goes_on(tmp_path, how):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1", "SLOW_AGENT": "0.1"}
    seats = ["--seats", "random,arena_agents:Slow", "--games", "200", "--seed", "5"]
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        "arena",
        "kuhn",
        *seats,
        "--jobs",
        "2",
        "--log",
        str(tmp_path),
        "--actions",
    ]
    run = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True)
    while len(list(tmp_path.glob("actions.parts/0*.parquet"))) < 3:
        assert run.poll() is None, run.stderr.read()
        time.sleep(0.01)
    os.killpg(run.pid, how)
    run.communicate()
    assert 0 < polars.read_parquet(tmp_path / "games.parquet").height < 200
    if how == signal.SIGINT:
        assert polars.read_parquet(tmp_path / "actions.parquet").height > 0
    found = play(tmp_path, series=["random,arena_agents:Slow"], games=200, resume=True)
    assert found.equals(play(tmp_path / "whole", series=["random,arena_agents:Moody"], games=200))


def test_actions_need_a_log():
    with pytest.raises(CardwrightError, match="need a log"):
        arena.run("kuhn", SERIES, games=1, actions=True)


def test_a_log_that_is_one_file_has_its_actions_next_to_it(tmp_path):
    arena.run("kuhn", SERIES, games=3, seed=1, log=tmp_path / "x.parquet", actions=True, jobs=1)
    assert polars.read_parquet(tmp_path / "x.actions.parquet")["game"].n_unique() == 3


def test_a_damaged_action_log_is_refused(tmp_path):
    play(tmp_path)
    file = tmp_path / "actions.parquet"
    content = bytearray(file.read_bytes())
    content[100] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadData, match="checksum is wrong"):
        play(tmp_path, games=50, resume=True)


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.drop("taken"),
        lambda frame: frame.with_columns(polars.col("taken").cast(str)),
        lambda frame: frame.with_columns(polars.col("game").cast(polars.Float64)),
        lambda frame: frame.with_columns(more=1),
        lambda frame: frame.with_columns(leader=polars.lit("x")),
    ],
)
def test_other_columns_are_refused(tmp_path, change):
    file = tmp_path / "actions.parquet"
    change(play(tmp_path)).write_parquet(file)
    with pytest.raises(BadData, match="not have the columns"):
        actions.checked(file, actions.checksum(file))


def test_games_without_a_decision_fill_blocks_too(tmp_path, monkeypatch):
    monkeypatch.setattr(actions, "BLOCK", 4)
    rows = play(tmp_path / "a", series=["2*random"], games=4)
    plan = arena.plan.make_plan("kuhn", ["2*random"], 8, 5)
    log = actions.ActionLog(tmp_path / "b.parquet")
    log.begin(plan, [])
    log.add(0, np.arange(4), rows.filter(polars.col("game") != 2))
    assert not log._open
    log.add(0, np.arange(4, 8), rows.clear())
    log.finish()
    assert polars.read_parquet(log.file)["game"].unique().sort().to_list() == [0, 1, 3]
