"""The forms of studies: what is refused, and the commands that they stand for."""

from __future__ import annotations

import pytest
from study_jobs import (
    ENDLESS,
    arena,
    ended,
    start,
    study_server,
    when,
)
from websockets.exceptions import InvalidStatus

from cardwright.cli.commands import program
from cardwright.web.study_forms import FORMS, ArenaForm, command_line, describe


@pytest.fixture(scope="module")
def server(start_server):
    """A server for the studies of this file."""
    yield from study_server(start_server)


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
