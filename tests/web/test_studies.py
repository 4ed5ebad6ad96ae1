"""Studies: commands that the server runs, stops and resumes, and what pages learn about their runs."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from patience import PATIENCE
from study_jobs import (
    ENDLESS,
    KUHN,
    arena,
    at_work,
    begin_and_stop,
    command,
    ended,
    played,
    start,
    study_server,
    when,
)


@pytest.fixture(scope="module")
def server(start_server):
    """A server for the studies of this file."""
    yield from study_server(start_server)


ARENA = f"arena kuhn --game {KUHN}:family --seats random,random"


def test_a_study_runs_and_tells_how_far_it_is(server):
    job = start(server, arena("runs/first"))
    assert job["command"] == (
        f"cardwright arena kuhn --seats random,random --games 40 --seed 1 --game {KUHN}:family --log runs/first"
    )
    done = when(server, job, ended)
    assert (done["state"], done["bars"]) == ("finished", [{"what": "random,random", "done": 40, "total": 40}])
    assert "win rate" in server.get(f"/api/jobs/{job['id']}").json()["output"]
    found = server.get("/api/run/found", params={"name": "runs/first"}).json()
    assert (found["kind"], found["done"], found["tables"][0]["rows"][0][0]) == ("arena", 40, "random,random")
    assert "games/s" not in found["tables"][0]["columns"]  # which the files of a run do not tell
    about = server.get("/api/run", params={"name": "runs/first"}).json()
    assert about["saved"]
    assert about["command"] == job["command"]


def test_a_run_at_work_shows_what_it_finds_once_it_is_saved(server):
    job = start(server, arena("runs/young", games=ENDLESS))
    when(server, job, at_work)
    (server.folder / "runs/young/games.json").write_text("{}")  # as long as its games are not there
    found = server.get("/api/run/found", params={"name": "runs/young"}).json()
    server.post(f"/api/jobs/{job['id']}/stop", None)
    when(server, job, ended)
    assert found == {"problem": "what this run finds is shown here once it is saved"}


def test_its_run_is_that_of_the_command(server):
    when(server, start(server, arena("runs/by-page")), ended)
    command(server, f"{ARENA} --games 40 --seed 1 --log runs/by-hand")
    assert played(server, "runs/by-page").equals(played(server, "runs/by-hand"))


def test_a_stopped_study_is_resumed_by_page_and_by_hand_as_if_it_had_not_been_stopped(server):
    stopped = begin_and_stop(server, arena("runs/long", games=ENDLESS))
    assert stopped["state"] == "stopped"
    first = len(played(server, "runs/long"))
    assert 0 < first < ENDLESS

    again = begin_and_stop(server, arena("runs/long", games=ENDLESS), resume=True)
    assert again["command"].endswith("--log runs/long --resume")
    second = len(played(server, "runs/long"))
    assert second > first

    form = arena("runs/long", games=second + 30)
    assert when(server, start(server, form, resume=True), ended)["state"] == "finished"
    command(server, f"{ARENA} --games {second + 50} --log runs/long --resume")
    command(server, f"{ARENA} --games {second + 50} --seed 1 --log runs/whole")
    assert played(server, "runs/long").equals(played(server, "runs/whole"))


def test_a_league_is_stopped_and_resumed(server):
    form = {"kind": "league", "game": "kuhn", "agents": ["random", "first"], "games": 100_000, "seed": 1}
    form["folder"] = "runs/league"
    done = []
    for resume in (False, True):
        assert begin_and_stop(server, form, resume)["state"] == "stopped"
        done.append(server.get("/api/run/found", params={"name": "runs/league"}).json()["done"])
    assert 0 < done[0] < done[1]


def test_a_run_of_the_command_line_is_shown_and_can_be_continued(server):
    command(server, "arena spire:jaw-worm --seats random --games 5 --seed 2 --log elsewhere/jaw")
    assert ("elsewhere/jaw", "arena") in {(each["name"], each["kind"]) for each in server.get("/api/runs").json()}
    about = server.get("/api/run", params={"name": "elsewhere/jaw"}).json()
    assert not about["saved"]
    found = server.get("/api/run/found", params={"name": "elsewhere/jaw"}).json()
    form = {**found["continued"], **about["form"], "games": 8}
    assert form == {
        "kind": "arena",
        "game": "spire:jaw-worm",
        "seats": ["random"],
        "games": 8,
        "folder": "elsewhere/jaw",
    }
    assert when(server, start(server, form, resume=True), ended)["state"] == "finished"
    assert len(played(server, "elsewhere/jaw")) == 8


def test_a_command_that_fails_says_why_and_leaves_nothing(server):
    when(server, start(server, arena("runs/short", games=50)), ended)
    job = when(server, start(server, arena("runs/short", games=10), resume=True), ended)
    assert (job["state"], job["error"]) == (
        "failed",
        "runs/short/games.parquet has 50 games per series; ask for at least as many",
    )
    assert len(played(server, "runs/short")) == 50
    (server.folder / "runs" / "file").write_text("")
    assert server.post("/api/studies", {"form": arena("runs/file")}).status_code == 400


def test_a_report_is_served_as_a_page_without_rights(server):
    when(server, start(server, arena("runs/reported", actions=True)), ended)
    done = when(server, start(server, {"kind": "report", "folder": "runs/reported"}), ended)
    assert done["state"] == "finished"
    names = [each["name"] for each in server.get("/api/run", params={"name": "runs/reported"}).json()["files"]]
    assert {"report.html", "plots/results.svg", "plots/results.png"} <= {*names}
    shown = server.get("/api/run/file", params={"name": "runs/reported", "file": "report.html"})
    policy = shown.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'sha256-")
    assert "allow-same-origin" not in policy
    assert "Content-Disposition" not in shown.headers
    kept = server.get("/api/run/file", params={"name": "runs/reported", "file": "report.html", "keep": True})
    assert kept.headers["Content-Disposition"] == "attachment; filename*=utf-8''report.html"
    lines = server.get("/api/run/games.csv", params={"name": "runs/reported"}).text.splitlines()
    assert (len(lines), lines[0].startswith("series,seats,game")) == (41, True)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("runs/first", "../../planted.py"),
        ("runs/first", "../by-page/games.json"),
        ("runs/first", "/etc/passwd"),
        ("runs/first", "secret.json"),
        ("runs", "first/games.json"),
        ("..", "games.json"),
    ],
)
def test_only_files_of_a_run_are_served(server, name, file):
    if not (server.folder / "runs" / "first").exists():
        when(server, start(server, arena("runs/first")), ended)
    link = server.folder / "runs" / "first" / "secret.json"
    if not link.is_symlink():
        (server.folder.parent / "secret.json").write_text("1234567")
        link.symlink_to(server.folder.parent / "secret.json")
    answer = server.get("/api/run/file", params={"name": name, "file": file})
    assert answer.status_code == 400
    assert "1234567" not in answer.text


def _stop_early(folder):
    """Let a study look as if it had been stopped long before its end."""
    saved = json.loads((folder / "study.json").read_text())
    saved["form"]["games"], saved["state"] = 100_000, "stopped"
    (folder / "study.json").write_text(json.dumps(saved))


def test_runs_are_compared_with_intervals(server):
    for seed in (1, 2):
        when(server, start(server, arena(f"runs/compared-{seed}", seed=seed)), ended)
    names = ["runs/compared-1", "runs/compared-2"]
    found = server.get("/api/run/compare", params={"name": names}).json()
    assert [each["run"] for each in found["entries"]][:: len(found["entries"]) - 1] == names
    measure = next(each for each in found["measures"] if each["name"] == "turns")
    (first, second), difference = (each for each in measure["values"] if each), measure["differences"][-1]
    assert difference[0] == pytest.approx(second[0] - first[0])
    assert difference[1] < difference[0] < difference[2]
    assert server.get("/api/run/compare", params={"name": names[:1]}).status_code == 422
    assert found["games"] == ["kuhn:standard"]
    assert [each["state"]["is"] for each in found["runs"]] == ["finished", "finished"]
    _stop_early(server.folder / names[1])
    found = server.get("/api/run/compare", params={"name": names}).json()
    assert [each["state"]["is"] for each in found["runs"]] == ["finished", "stopped"]
    assert found["runs"][1]["done"] < found["runs"][1]["state"]["goal"]
    taken = server.post("/api/studies/command", {"form": arena(names[0])}).json()
    assert (taken["command"], taken["field"]) == ("", "folder")
    assert server.get("/api/run/compare", params={"name": [*names[:1]] * 2}).status_code == 400


def test_jobs_end_with_a_server_that_is_killed_and_can_be_resumed(start_server):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        server = start_server(games=[f"{KUHN}:family"])
        when(server, start(server, arena("runs/orphan", games=ENDLESS)), at_work)
        server.kill()
        deadline = time.monotonic() + PATIENCE
        while commands_in(server.folder):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        server.start()
    before = len(played(server, "runs/orphan"))
    assert before > 0
    about = server.get("/api/run", params={"name": "runs/orphan"}).json()
    assert about["saved"]
    form = {**about["form"], "games": before + 10}
    study = when(server, start(server, form, resume=True), ended)
    assert study["state"] == "finished", study


def commands_in(folder: Path) -> list[int]:
    """Return the processes that work in a folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if (each / "cwd").readlink() == folder and b"arena" in (each / "cmdline").read_bytes().split(b"\0"):
                found.append(int(each.name))
        except OSError:
            continue
    return found
