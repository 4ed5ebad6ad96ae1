"""What a request can reach: no code that the server was not started with, and no file outside of its folder."""

from __future__ import annotations

import pytest
from patience import PATIENCE

from cardwright.core.errors import BadData
from cardwright.web.run_list import runs
from cardwright.web.workspace import Workspace

CODE = "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"


@pytest.fixture
def planted(web_server):
    """Python code in the folder, which nobody named when the server was started."""
    path = web_server.folder / "planted.py"
    path.write_text(CODE)
    yield path
    assert not path.with_suffix(".ran").exists()


@pytest.mark.parametrize("game", ["planted.py:family", "./planted.py:family", "planted.py", "planted:family"])
def test_a_game_in_code_is_not_run(web_server, planted, game):
    answer = web_server.post("/api/tables", {"game": game})
    assert answer.status_code == 400
    assert web_server.get("/api/game", params={"name": game}).status_code == 400


@pytest.mark.parametrize(
    "agent", ["planted.py:Mine", "planted:Mine", "os:system", "subprocess:Popen", "./planted.py:Mine:3"]
)
def test_an_agent_in_code_is_not_run(web_server, planted, agent):
    answer = web_server.post("/api/tables", {"game": "cgdl:uno", "seats": ["you", agent, "random"]})
    assert answer.status_code == 400
    assert "unknown agent" in answer.json()["error"]


OUTSIDE = [
    "../secret.yaml",
    "/etc/passwd.json",
    "a/../../secret.cgdl",
    "..\\secret.yaml/../../x.yaml",
    "link.yaml",
    "~/x.yaml",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_game_in_a_file_outside_is_refused(web_server, name):
    secret = web_server.folder.parent / "secret.yaml"
    secret.write_text("game: spire\nstart: {}\nsecret: 1234567\n")
    link = web_server.folder / "link.yaml"
    if not link.exists():
        link.symlink_to(secret)
    answer = web_server.post("/api/tables", {"game": name})
    assert answer.status_code == 400
    assert "1234567" not in answer.text


def test_a_scenario_cannot_name_files_outside(web_server):
    secret = web_server.folder.parent / "cards.yaml"
    secret.write_text("cards: {Bolt: {secret: 7654321}}\n")
    (web_server.folder / "own.yaml").write_text("game: spire\nstart: {cards: ../cards.yaml, enemies: [Jaw Worm]}\n")
    answer = web_server.post("/api/tables", {"game": "own.yaml"})
    assert answer.status_code == 400
    assert "7654321" not in answer.text


@pytest.mark.parametrize("agent", ["rules:../weights.json", "mcts:20+value=/etc/x.json", "network:../../n.npz"])
def test_an_agent_cannot_read_files_outside(web_server, agent):
    answer = web_server.post("/api/tables", {"game": "unicorns", "players": 2, "seats": ["you", agent]})
    assert answer.status_code == 400


@pytest.mark.parametrize("name", ["", ".", "..", "a/..", ".hidden.yaml", "a/.git/config.yaml", "nul\0.yaml", "/etc"])
def test_names_that_lead_out_of_a_workspace(tmp_path, name):
    with pytest.raises(BadData):
        Workspace(tmp_path).path(name)


def test_files_of_tables_are_neither_opened_nor_changed(web_server):
    home = f"tables/{web_server.new_table('spire:jaw-worm')['table']}"
    people = web_server.get("/api/file", params={"name": f"{home}/people.json"})
    changed = web_server.client.put("/api/file", json={"name": f"{home}/game.json", "text": "{}", "version": ""})
    made = web_server.post("/api/file", {"name": "tables/zz/game.json", "text": "{}"})
    form = {"kind": "arena", "folder": "tables/x", "game": "spire:jaw-worm", "seats": ["random"]}
    started = web_server.post("/api/studies", {"form": form})
    for answer in (people, changed, made, started):
        assert (answer.status_code, "games with people" in answer.json()["error"]) == (400, True), answer.text


def test_a_workspace_lists_what_it_can_open(tmp_path):
    workspace = Workspace(tmp_path)
    workspace.write("mine/cards.yaml", "cards: {}\n")
    (tmp_path / "program.py").touch()
    (tmp_path / ".secret.yaml").touch()
    (tmp_path / "link.yaml").symlink_to(tmp_path / "mine" / "cards.yaml")
    assert [each["name"] for each in workspace.list()] == ["mine/cards.yaml"]
    assert workspace.read("mine/cards.yaml") == "cards: {}\n"
    with pytest.raises(BadData, match="exists already"):
        workspace.write("mine/cards.yaml", "", new=True)
    with pytest.raises(BadData, match="ends in one of"):
        workspace.write("mine/cards.py", "")


@pytest.mark.parametrize("body", [{}, {"game": 3}, {"game": "nothing"}, {"game": "spire:jaw-worm", "seats": []}])
def test_bad_tables_are_refused_in_one_sentence(web_server, body):
    answer = web_server.post("/api/tables", body)
    assert answer.status_code in (400, 422)


ODD = ["a\nb", "a\x07b", "a\u202eb"]


@pytest.mark.parametrize("odd", ODD)
def test_names_and_titles_are_one_line_of_printable_characters(web_server, odd):
    table = web_server.new_table("kuhn")["table"]
    answers = [
        web_server.post("/api/file", {"name": f"{odd}.yaml", "text": ""}),
        web_server.get("/api/file", params={"name": f"{odd}.yaml"}),
        web_server.post(f"/api/tables/{table}/save", {"file": odd}),
        web_server.post("/api/watch/games", {"name": f"{odd}.json", "text": "{}"}),
        web_server.client.patch(f"/api/tables/{table}", json={"title": odd}),
    ]
    for answer in answers:
        assert (answer.status_code, "one line of" in answer.json()["error"]) == (400, True), answer.text


def test_files_that_nobody_could_name_are_not_listed(tmp_path):
    (tmp_path / "a\nb.yaml").touch()
    run = tmp_path / "runs" / "c\x07d"
    run.mkdir(parents=True)
    (run / "study.json").write_text("{}")
    assert Workspace(tmp_path).list() == []
    assert runs(Workspace(tmp_path)) == []


SENT = [
    ('{"game": "kuhn", "seed": NaN}', 400, "not finite: NaN"),
    ('{"game": "kuhn", "seed": -Infinity}', 400, "not finite: -Infinity"),
    ('{"game": "kuhn", "seed": 1e999}', 400, "not finite: 1e999"),
    ('{"game": "kuhn", "seed": ' + "9" * 5000 + "}", 400, "an integer of 5,000 digits"),
    ('{"game": "kuhn", "seed": true}', 422, "seed: Input should be a valid integer"),
    ('{"game": "kuhn", "seed": "1"}', 422, "seed: Input should be a valid integer"),
    ('{"game": ', 400, "is not JSON: line 1"),
    ("[" * 100_000, 400, "nested too deeply"),
    ("[]", 422, "must be a JSON object"),
]


@pytest.mark.parametrize(("body", "status", "complaint"), SENT)
def test_a_body_that_is_no_good_json_is_refused_in_one_sentence(web_server, body, status, complaint):
    answer = web_server.client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, complaint in answer.json()["error"]) == (status, True), answer.text


@pytest.mark.parametrize("game", ["gone.yaml", "gone.cgdl", "broken.yaml"])
def test_no_sentence_tells_where_the_folder_is(web_server, game):
    (web_server.folder / "broken.yaml").write_text("game: spire\nstart: {content: gone.yaml, enemies: [Jaw Worm]}\n")
    form = {"kind": "arena", "folder": "runs/x", "game": game, "seats": ["random"]}
    refused = web_server.post("/api/tables", {"game": game}).json()["error"]
    shown = web_server.post("/api/studies/command", {"form": form}).json()["problem"]
    for sentence in (refused, shown):
        assert "gone." in sentence
        assert str(web_server.folder) not in sentence


@pytest.mark.parametrize(
    "message", ["", "[]", "{", "7", '{"keys": 3}', '{"keys": [3]}', '{"keys": ["wrong"]}', '{"keys": ["ü"]}']
)
def test_bad_first_messages_are_refused(web_server, message):
    table = web_server.new_table("kuhn")
    with web_server.socket(f"/ws/seats/{table['table']}") as socket:
        socket.send(message)
        assert '"error"' in socket.recv(timeout=PATIENCE)


@pytest.mark.parametrize("path", ["/ws/seats/", "/ws/judge"])
@pytest.mark.parametrize("message", [b"{}", "[" * 50_000, '{"keys": ' + "[" * 5000 + "]" * 5000 + "}"])
def test_messages_of_any_shape_are_answered(web_server, path, message):
    path += web_server.new_table("kuhn")["table"] if path.endswith("/") else ""
    with web_server.socket(path) as socket:
        socket.send(message)
        assert '"error"' in socket.recv(timeout=PATIENCE)


def test_bad_messages_do_not_end_a_game(web_server):
    table = web_server.new_table("spire:jaw-worm")
    with web_server.seat(table) as seat:
        position = seat.asked()
        choice = {"type": "choose", "player": 0, "decided": 0, "action": 0}
        for wrong in ({"type": ""}, {"action": 10**30}, {"action": "0"}, {"player": 7}, {"decided": 3}):
            seat.send(**{**choice, **wrong})
            assert seat.next("error")["error"]
        seat.choose(position)
        assert seat.asked()["decided"] == 1
