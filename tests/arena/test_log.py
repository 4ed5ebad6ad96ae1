"""The log: valid at any moment, resumed only by the same run, and with replays that can be played again."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time

import kuhn
import numpy as np
import polars
import pytest

import cardwright
from cardwright import arena
from cardwright.arena import log as log_module
from cardwright.core.errors import BadData

SERIES = ["2*random", "first,random"]
PROGRAM = (
    "import kuhn; from cardwright.core import registry; registry.register_family(kuhn.family);"
    "from cardwright.cli.main import main; main()"
)


def play(folder, **changes):
    arguments = {"games": 40, "seed": 5, "log": folder} | changes
    return arena.run("kuhn", arguments.pop("series", SERIES), **arguments)


def cut(folder, whole, games):
    """Reduce the log to some of the games."""
    chosen = np.isin(np.arange(40), games)
    series = [
        dataclasses.replace(each, columns={name: column[chosen] for name, column in each.columns.items()})
        for each in whole.series
    ]
    log_module.Log(folder).save(arena.Result(whole.plan, series))


def test_the_log_has_a_row_for_every_game(tmp_path):
    result = play(tmp_path / "new" / "folder")
    assert polars.read_parquet(tmp_path / "new" / "folder" / "games.parquet").equals(result.frame())
    names = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    assert names == ["games.json", "games.parquet"]


def test_a_log_keeps_what_the_values_of_a_game_are_called(tmp_path, monkeypatch):
    # Other tests load this game from its file, too: the class that is registered need not be `kuhn.Kuhn`.
    monkeypatch.setattr(type(cardwright.game("kuhn")), "value_names", {"turns": ("none", "one")})
    play(tmp_path)
    assert log_module.Log(tmp_path).games()[0]["value_names"] == {"turns": ["none", "one"]}
    play(tmp_path, games=41, resume=True)


def test_the_log_can_be_a_named_file(tmp_path):
    play(tmp_path / "mine.parquet")
    assert len(polars.read_parquet(tmp_path / "mine.parquet")) == 80


def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path):
    whole = play(tmp_path)
    cut(tmp_path, whole, [0, 1, 2, 17, 39])
    resumed = play(tmp_path, resume=True, seed=None)
    assert resumed.frame().equals(whole.frame())
    assert resumed.to_dict()["differences"] == whole.to_dict()["differences"]
    assert polars.read_parquet(tmp_path / "games.parquet").equals(whole.frame())


def test_resuming_plays_no_game_twice(tmp_path):
    cut(tmp_path, play(tmp_path), range(30))
    done = []
    play(tmp_path, resume=True, jobs=1, progress=lambda *each: done.append(each[2]))
    assert done[0] == 31
    done.clear()
    again = play(tmp_path, resume=True, progress=lambda *each: done.append(each[2]))
    assert done == []
    assert again.to_dict()["series"][0]["games_per_second"] is None


def test_a_resumed_run_can_have_more_games(tmp_path):
    play(tmp_path)
    longer = play(tmp_path, games=70, resume=True)
    assert longer.frame().equals(arena.run("kuhn", SERIES, games=70, seed=5).frame())


def test_resume_without_a_log_starts_a_new_run(tmp_path):
    assert play(tmp_path, resume=True).complete


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({}, "already exists"),
        ({"resume": True, "seed": 6}, "log of another run: seed 5 there, 6 here"),
        ({"resume": True, "series": ["2*random"]}, "log of another run: seats"),
        ({"resume": True, "games": 30}, "has 40 games per series; ask for at least as many"),
    ],
)
def test_only_the_same_run_is_resumed(tmp_path, changes, complaint):
    play(tmp_path)
    before = (tmp_path / "games.parquet").read_bytes()
    with pytest.raises(BadData, match=complaint):
        play(tmp_path, **changes)
    assert (tmp_path / "games.parquet").read_bytes() == before


def test_a_different_start_is_a_different_run(tmp_path):
    play(tmp_path)
    fixed = kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}})
    with pytest.raises(BadData, match="log of another run: start"):
        arena.run(fixed, SERIES, games=40, seed=5, log=tmp_path, resume=True)


@pytest.mark.parametrize("damage", [b"", b"series,game\n1,2\n", "cut", "first byte", "last byte", "any byte"])
def test_damaged_games_are_refused_and_left_alone(tmp_path, damage):
    play(tmp_path)
    file = tmp_path / "games.parquet"
    content = bytearray(file.read_bytes())
    if isinstance(damage, bytes):
        content = damage
    elif damage == "cut":
        content = content[: len(content) // 2]
    else:
        content[{"first byte": 0, "last byte": -1, "any byte": len(content) // 3}[damage]] ^= 1
    file.write_bytes(content)
    with pytest.raises(BadData, match=r"games\.parquet is damaged"):
        play(tmp_path, resume=True)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda head: "", "games.json"),
        (lambda head: "{", "games.json, line 1"),
        (lambda head: [], "games.json"),
        (lambda head: head | {"seed": "five"}, "seed"),
        (lambda head: head | {"more": 1}, "more"),
        (lambda head: {key: head[key] for key in head if key != "checksums"}, "checksums"),
        (lambda head: head | {"checksums": []}, "damaged"),
        (lambda head: head | {"format": "cardwright arena 99"}, "another run: format"),
        (lambda head: head | {"version": 99}, "another run: version"),
    ],
)
def test_a_damaged_head_is_refused(tmp_path, change, complaint):
    play(tmp_path)
    head = tmp_path / "games.json"
    changed = change(json.loads(head.read_text()))
    head.write_text(changed if isinstance(changed, str) else json.dumps(changed))
    with pytest.raises(BadData, match=complaint):
        play(tmp_path, resume=True)


def test_games_without_a_head_are_refused(tmp_path):
    play(tmp_path)
    (tmp_path / "games.json").unlink()
    with pytest.raises(BadData, match=r"games\.json, which a run writes, is missing"):
        play(tmp_path, resume=True)


def test_a_crash_between_writing_head_and_games_is_survived(tmp_path, monkeypatch):
    whole = play(tmp_path)
    before = (tmp_path / "games.parquet").read_bytes()
    play(tmp_path, games=60, resume=True)
    (tmp_path / "games.parquet").write_bytes(before)  # the head is that of the second run, the games of the first
    assert play(tmp_path, resume=True).frame().equals(whole.frame())


def test_nothing_is_played_if_the_log_cannot_be_written(tmp_path):
    (tmp_path / "taken").write_text("a file")
    done = []
    with pytest.raises(BadData, match="taken"):
        play(tmp_path / "taken", progress=lambda *each: done.append(each))
    with pytest.raises(BadData, match="taken"):
        play(tmp_path / "taken" / "below", progress=lambda *each: done.append(each))
    assert done == []


def test_games_are_saved_during_the_run(tmp_path, monkeypatch):
    monkeypatch.setattr(log_module, "SAVE_SECONDS", 0.0)
    monkeypatch.setattr(log_module, "SAVE_FACTOR", 0.0)
    sizes = []
    play(tmp_path, jobs=1, progress=lambda *_: sizes.append(len(polars.read_parquet(tmp_path / "games.parquet"))))
    assert sizes[0] == 0
    assert 0 < sizes[3] < sizes[-1] < 80


def test_finished_games_are_kept_when_an_agent_fails(tmp_path):
    with pytest.raises(Exception, match="'17' cannot be played"):
        play(tmp_path, series=["2*random", "random,arena_agents:Confused"], jobs=1)
    frame = polars.read_parquet(tmp_path / "games.parquet")
    assert frame["series"].to_list() == [0] * 40


def test_replays_hold_every_decision_and_can_be_replayed(tmp_path):
    result = play(tmp_path, replays=3)
    assert result.frame().equals(arena.run("kuhn", SERIES, games=40, seed=5).frame())
    files = sorted((tmp_path / "replays").iterdir())
    assert [file.name for file in files[3:]] == [f"2-first-random-{index:06}.json" for index in range(3)]
    for index, file in enumerate(files[:3]):
        replay = json.loads(file.read_text())
        row = result.frame().row(index, named=True)
        assert replay["saved"]["seed"] == row["seed"]
        assert replay["scores"] == [row["score_1"], row["score_2"]]
        assert len(replay["decisions"]) == row["decisions"]
        state = kuhn.family.game({}).new(replay["saved"]["seed"])
        assert replay["state"] == state.view()
        for decision in replay["decisions"]:
            assert decision["player"] == state.decider
            assert decision["options"] == [str(option) for option in state.legal()]
            state.play(decision["choice"])
            assert decision["state"] == state.view()
        assert arena.load_replay(file) == state


def test_missing_replays_are_written_when_resuming(tmp_path):
    whole = play(tmp_path, replays=1)
    resumed = play(tmp_path, replays=2, resume=True)
    assert len(list((tmp_path / "replays").iterdir())) == 4
    assert resumed.frame().equals(whole.frame())


def test_other_files_are_refused_as_replays(tmp_path):
    play(tmp_path, replays=1)
    file = tmp_path / "replays" / "1-2-random-000000.json"
    replay = json.loads(file.read_text())
    for bad in ([], {}, replay | {"format": "x"}, replay | {"saved": None}, replay | {"saved": {}}):
        file.write_text(json.dumps(bad))
        with pytest.raises(BadData):
            arena.load_replay(file)


def start(*arguments, compiled):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": str(int(not compiled))}
    environment["SLOW_AGENT"] = "0" if "--resume" in arguments else "0.1"
    command = [sys.executable, "-c", PROGRAM, "arena", "kuhn", *arguments]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX terminals do")
@pytest.mark.parametrize(
    ("seats", "games", "compiled"), [("2*mcts:3000", 600, True), ("random,arena_agents:Slow", 200, False)]
)
def test_ctrl_c_keeps_finished_games_and_resume_continues(tmp_path, seats, games, compiled):
    arguments = ["--seats", seats, "--games", str(games), "--seed", "2", "--log", str(tmp_path), "--json"]
    stopped = start(*arguments, "--jobs", "2", "--replays", "1", compiled=compiled)
    first_replay = tmp_path / "replays"
    while not (first_replay.exists() and list(first_replay.glob("*.json"))):
        assert stopped.poll() is None, stopped.stderr.read()
        time.sleep(0.01)
    os.killpg(stopped.pid, signal.SIGINT)  # a terminal sends it to every process of the command
    output, errors = stopped.communicate()
    assert stopped.returncode == 130, errors
    assert "Traceback" not in errors
    partial = json.loads(output)
    frame = polars.read_parquet(tmp_path / "games.parquet")
    assert not partial["complete"]
    assert 0 < partial["series"][0]["games"] == len(frame) < games

    resumed = start(*arguments, "--jobs", "1", "--resume", compiled=compiled)
    output, errors = resumed.communicate()
    assert resumed.returncode == 0, errors
    assert json.loads(output)["complete"]
    unbroken = arena.run("kuhn", seats.replace("Slow", "Moody"), games=games, seed=2, jobs=1)
    finished = polars.read_parquet(tmp_path / "games.parquet")
    assert finished.drop("seats").equals(unbroken.frame().drop("seats"))
    assert finished.filter(finished["game"].is_in(frame["game"].implode())).equals(frame)
