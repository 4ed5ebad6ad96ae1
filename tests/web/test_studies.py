"""Studies: commands that the server runs, stops and resumes, and what pages learn about their runs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE
from websockets.exceptions import InvalidStatus

from cardwright.cli.commands import program
from cardwright.core.errors import CardwrightError
from cardwright.report.run import load
from cardwright.web import studies
from cardwright.web.studies import Studies
from cardwright.web.study_forms import FORMS, ArenaForm, command_line, describe
from cardwright.web.workspace import Workspace

KUHN = Path(__file__).parents[2] / "examples" / "kuhn.py"
ARENA = f"arena kuhn --game {KUHN}:family --seats random,random"
ENDLESS = 1_000_000  # games, which take hours in plain Python
CODE = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"


@pytest.fixture(scope="module")
def server(start_server):
    """A server whose studies run as plain Python, so that they begin at once; programs of others lie in its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        started = start_server(games=[f"{KUHN}:family"])
        for name in ("random", "cardwright", "numpy", "planted"):
            (started.folder / f"{name}.py").write_text(CODE)
        yield started
    assert not list(started.folder.rglob("*.ran"))


def arena(folder: str, **fields) -> dict:
    """The form of an arena with few games."""
    return {
        "kind": "arena",
        "game": "kuhn",
        "seats": ["random,random"],
        "games": 40,
        "seed": 1,
        "folder": folder,
        **fields,
    }


def start(server, form: dict, resume: bool = False) -> dict:
    answer = server.post("/api/studies", {"form": form, "resume": resume})
    assert answer.status_code == 201, answer.text
    return answer.json()


def messages(server, job: dict) -> Iterator[dict]:
    """What a page is told about a job, from now on."""
    with server.socket("/ws/jobs") as socket:
        while True:
            told = json.loads(socket.recv(timeout=PATIENCE))
            yield next(each for each in told["jobs"] if each["id"] == job["id"])


def when(server, job: dict, wanted) -> dict:
    """Wait until a job is as wanted."""
    return next(each for each in messages(server, job) if wanted(each))


def ended(job: dict) -> bool:
    return job["ended"] is not None


def at_work(job: dict) -> bool:
    assert not ended(job), job
    return sum(bar["done"] for bar in job["bars"]) > 0


def begin_and_stop(server, form: dict, resume: bool = False) -> dict:
    job = start(server, form, resume)
    when(server, job, at_work)
    assert server.post(f"/api/jobs/{job['id']}/stop", None).json()["state"] == "stopping"
    return when(server, job, ended)


def command(server, line: str) -> None:
    """Run a command in the folder of the server, as a person does."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    program = [sys.executable, "-P", "-m", "cardwright", *line.split()]
    subprocess.run(program, cwd=server.folder, env=environment, check=True, capture_output=True)


def played(server, folder: str):
    return load(server.folder / folder).games.sort("series", "game")


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


def test_a_form_has_the_defaults_of_its_command_which_it_leaves_out():
    for form in FORMS:
        found = program()
        for word in form.command:
            found = found.commands[word]
        own = {each.name: each.default for each in found.params}
        fields = {name: field.default for name, field in form.model_fields.items() if not field.is_required()}
        assert {name: own[name] or [] for name in fields} == {name: each or [] for name, each in fields.items()}


def test_python_games_are_named_where_they_are_needed():
    games = {"kuhn": "kuhn.py:family"}
    for game, needed in [("kuhn", True), ("kuhn:standard", True), ("mine.yaml", True), ("spire:jaw-worm", False)]:
        assert ("--game" in ArenaForm(**arena("runs/x", game=game)).arguments(games=games)) == needed


def test_the_time_left_follows_from_the_pace(monkeypatch):
    job = studies.Job(ArenaForm(**arena("runs/x")), [])
    job.state = "running"
    now = 100.0
    monkeypatch.setattr(studies.time, "monotonic", lambda: now)
    for later, done, left in [(0, 0, None), (1, 50, None), (10, 100, 20.0), (15, 200, 0.0)]:
        now = 101.0 + later - 1
        job.hear(json.dumps({"progress": {"bar": 0, "what": "games", "done": done, "total": 200}}))
        assert job.to_data()["seconds_left"] == (None if left is None else pytest.approx(left * 0.9 if left else 0))


def test_each_series_has_its_own_pace(monkeypatch):
    job = studies.Job(ArenaForm(**arena("runs/x")), [])
    job.state = "running"
    for now, bar, done in [(0, 0, 50), (1, 0, 100), (1, 1, 10), (11, 1, 20)]:
        monkeypatch.setattr(studies.time, "monotonic", lambda now=now: float(now))
        job.hear(json.dumps({"progress": {"bar": bar, "what": "games", "done": done, "total": 100}}))
    assert job.seconds_left() == pytest.approx(80)  # of the slow series


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


@pytest.mark.parametrize(
    ("form", "complaint"),
    [
        (arena("runs/x", game="kuhnn"), "unknown"),
        (arena("runs/x", seats=["random"]), "seats"),
        (arena("runs/x", seats=["random,nobody"]), "unknown agent"),
        (arena("runs/x", seats=["random,you"]), "people play at tables"),
        (arena("runs/x", seats=["random,planted.py:Mine"]), "unknown agent"),
        (arena("runs/x", game="planted.py:family"), "Python code is run only if"),
        (arena("runs/x", game="../x.cgdl"), "outside of the folder"),
        (arena("../x"), "the folder '../x'"),
        (arena("/tmp/x"), "the folder '/tmp/x'"),
        (arena(".hidden"), "the folder '.hidden'"),
        (arena("runs/x.parquet"), "a folder of its own"),
        (arena("--resume"), "the folder '--resume'"),
        (arena("runs/x\n--resume"), "the folder"),
        (arena("runs/x", game="--help"), "begins with no dash"),
        (arena("runs/x", seats=["--games=1"]), "begins with no dash"),
        (arena("runs/x", seats=["random,random\n--resume"]), "printable"),
        ({"kind": "league", "game": "kuhn", "agents": ["random", "--mix"], "folder": "runs/x"}, "begins with no dash"),
        ({"kind": "league", "game": "kuhn", "agents": ["random", "nobody"], "folder": "runs/x"}, "unknown agent"),
        ({"kind": "balance", "config": "none.yaml", "folder": "runs/x"}, "file of this folder"),
        ({"kind": "balance", "config": "-x.yaml", "folder": "runs/x"}, "begins with no dash"),
        ({"kind": "cards", "game": "kuhn", "folder": "runs/x"}, "cards can be made for"),
        ({"kind": "weights", "game": "kuhn", "opponents": "os:system", "folder": "runs/x"}, "unknown agent"),
        ({"kind": "report", "folder": "runs/x"}, "not the folder of an arena run"),
    ],
)  # fmt: skip
def test_bad_forms_are_refused_in_one_sentence(server, form, complaint):
    before = len(server.get("/api/jobs").json())
    answer = server.post("/api/studies", {"form": form})
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]
    shown = server.post("/api/studies/command", {"form": form}).json()
    assert (shown["command"], shown["problem"]) == ("", answer.json()["error"])
    assert shown["field"] == answer.json()["field"]
    assert shown["field"] in form
    assert len(server.get("/api/jobs").json()) == before
    assert not (server.folder / "runs" / "x").exists()


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (arena("", game="kuhnn", seats=["nobody"]), "game"),
        (arena("../x", seats=["nobody,random"]), "seats"),
        (arena(""), "folder"),
    ],
)
def test_what_is_wrong_is_said_in_the_order_of_the_form(server, form, field):
    assert server.post("/api/studies/command", {"form": form}).json()["field"] == field


@pytest.mark.parametrize(
    "form",
    [
        arena("runs/x", games=10**9),
        arena("runs/x", games="many"),
        arena("runs/x", log="elsewhere"),
        arena("runs/x", seats=[]),
        arena("runs/x", seats=["random,random"] * 100),
        {"kind": "shell", "folder": "runs/x"},
        {},
        [],
    ],
)  # fmt: skip
def test_forms_of_another_shape_are_refused(server, form):
    assert server.post("/api/studies", {"form": form}).status_code == 422


def test_a_folder_that_is_in_use_is_refused(server):
    when(server, start(server, arena("runs/taken")), ended)
    answer = server.post("/api/studies", {"form": arena("runs/taken")})
    assert (answer.status_code, "resume the study there" in answer.json()["error"]) == (400, True)
    job = start(server, arena("runs/taken", games=ENDLESS), resume=True)
    answer = server.post("/api/studies", {"form": arena("runs/taken"), "resume": True})
    assert (answer.status_code, "a study is at work" in answer.json()["error"]) == (400, True)
    server.post(f"/api/jobs/{job['id']}/stop", None)
    when(server, job, ended)


def test_only_a_study_of_the_same_kind_is_resumed(server):
    missing = server.post("/api/studies", {"form": arena("runs/nowhere"), "resume": True})
    assert (missing.status_code, "no study to resume" in missing.json()["error"]) == (400, True)
    (server.folder / "runs" / "evolved").mkdir(parents=True)
    (server.folder / "runs" / "evolved" / "training.json").write_text("{}")
    other = server.post("/api/studies", {"form": arena("runs/evolved"), "resume": True})
    assert (other.status_code, "another kind (weights)" in other.json()["error"]) == (400, True)


def test_a_config_with_code_is_refused_and_not_run(server):
    for number, text in enumerate(
        [
            "play: {planted:Subject: {}}\n",
            "play: {tournament: {cards: table-2, size: 2}}\nobjectives: [{metric: planted.py:metric}]\n",
        ]
    ):
        (server.folder / f"code-{number}.yaml").write_text(text)
        form = {"kind": "balance", "config": f"code-{number}.yaml", "folder": "runs/code"}
        answer = server.post("/api/studies", {"form": form})
        assert answer.status_code == 400
        assert "is Python code" in answer.json()["error"]


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


@pytest.fixture
def sleepers(tmp_path, monkeypatch):
    """Studies of which one runs at a time; their commands only wait."""

    async def started(arguments, folder):
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", "import time; time.sleep(600)"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # shells let background jobs ignore it
        )

    monkeypatch.setattr(studies, "_started", started)
    return lambda: Studies(Workspace(tmp_path), at_once=1)


def test_studies_wait_for_their_turn(sleepers, monkeypatch):
    monkeypatch.setattr(studies, "MOST_WAITING", 2)

    async def check():
        queue = sleepers()
        first = queue.start(ArenaForm(**arena("runs/a")))
        await until(lambda: first.process)
        second, third = queue.start(ArenaForm(**arena("runs/b"))), queue.start(ArenaForm(**arena("runs/c")))
        assert (first.state, second.state, third.state) == ("running", "waiting", "waiting")
        with pytest.raises(CardwrightError, match="2 studies are waiting already"):
            queue.start(ArenaForm(**arena("runs/d")))
        queue.stop(second)
        assert second.state == "stopped"
        queue.stop(first)
        await until(lambda: first.state == "stopped" and third.process)
        assert (second.process, third.state) == (None, "running")
        await queue.close()
        assert third.state == "stopped"

    asyncio.run(check())


async def until(wanted):
    while not wanted():
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("form", FORMS)
def test_fields_and_defaults_are_those_of_the_command(form):
    from cardwright.cli.commands import program

    found = program()
    for word in form.command:
        found = found.commands[word]
    options = {each.name: each.default for each in found.params}
    for field in describe(form)["fields"]:
        if field["name"] != "folder":
            assert field["name"] in options
            assert field["help"]
            if not field["needed"]:
                assert (field["default"] or None) == (options[field["name"]] or None), field["name"]


def test_commands_are_written_for_a_shell():
    form = ArenaForm(**arena("runs/a b", game="my game.cgdl", seats=["2*random"]))
    shown = command_line(form.arguments())
    assert shown == "cardwright arena 'my game.cgdl' --seats '2*random' --games 40 --seed 1 --log 'runs/a b'"


def test_other_sites_cannot_watch_or_start_studies(server):
    for origin in ("http://evil.example", "null", None):
        with pytest.raises(InvalidStatus), server.socket("/ws/jobs", origin=origin):
            pass
    answer = server.post("/api/studies", {"form": arena("runs/evil")}, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, (server.folder / "runs" / "evil").exists()) == (403, False)


def test_a_config_cannot_read_files_outside(server):
    (server.folder.parent / "cards.yaml").write_text("- {name: Secret, attack: 7654321, health: 1}\n")
    (server.folder / "reads.yaml").write_text("play: {tournament: {cards: ../cards.yaml, size: 2}}\n")
    answer = server.post("/api/studies", {"form": {"kind": "balance", "config": "reads.yaml", "folder": "runs/reads"}})
    assert (answer.status_code, "7654321" in answer.text) == (400, False)
