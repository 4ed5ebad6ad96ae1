"""The page Make behind its page: files, checks with lines, previews, judging in rounds, and games with new cards."""

from __future__ import annotations

import asyncio
import json
import types
from pathlib import Path

import pytest
from patience import PATIENCE

import cardwright
from cardwright.web import formats, making
from cardwright.web.making_routes import Draft, check_text
from cardwright.web.workers import Overtime
from cardwright.web.workspace import SENSIBLE, Workspace

IMAGE = "<img src=x onerror=alert(1)>"
KINDS = [kind for kind in formats.FORMATS if kind != formats.TEXT]


def file_of(kind: str) -> str:
    return f"{kind}{formats.FORMATS[kind].suffix}"


@pytest.fixture(scope="module", autouse=True)
def _files(web_server):
    """A file of each kind, made from its template."""
    for kind in KINDS:
        answer = web_server.post("/api/file", {"name": file_of(kind), "kind": kind})
        assert answer.status_code == 201, answer.text


def check(server, name: str, text: str, kind: str = "text") -> dict:
    answer = server.post("/api/check", {"name": name, "text": text, "kind": kind})
    assert answer.status_code == 200, answer.text
    return answer.json()


# Files


def test_files_are_listed_opened_and_saved(web_server):
    (web_server.folder / "runs" / "found").mkdir(parents=True)
    for name in ("study.json", "log.csv", "weights.yaml"):
        (web_server.folder / "runs" / "found" / name).write_text("{}")
    (web_server.folder / "runs" / "found" / "best.yaml").write_text("cards: {Jab: {type: attack}}\n")
    cardwright.game("spire:jaw-worm").new(seed=1, logged=True).save(web_server.folder / "saved.json")
    listed = [each["name"] for each in web_server.get("/api/files").json()]
    assert file_of("spire") in listed
    assert "runs/found/best.yaml" in listed  # what a run found can be edited, and not what it keeps
    assert not {"saved.json", "runs/found/study.json", "runs/found/weights.yaml"} & {*listed}
    opened = web_server.post("/api/file", {"name": "mine/cards.yaml", "text": "cards: {}\n"}).json()
    assert web_server.get("/api/file", params={"name": "mine/cards.yaml"}).json() == opened
    changed = {"name": opened["name"], "text": "cards: {Jab: {type: attack}}\n", "version": opened["version"]}
    saved = web_server.client.put("/api/file", json=changed)
    assert saved.status_code == 200
    assert (web_server.folder / "mine" / "cards.yaml").read_text() == changed["text"]


def test_a_file_that_changed_on_disk_is_not_overwritten(web_server):
    opened = web_server.post("/api/file", {"name": "shared.yaml", "text": "cards: {}\n"}).json()
    (web_server.folder / "shared.yaml").write_text("cards: {Jab: {type: skill}}\n")
    answer = web_server.client.put("/api/file", json={**opened, "text": "mine\n"})
    assert answer.status_code == 409
    assert "has changed on disk since you opened it" in answer.json()["error"]
    assert "skill" in (web_server.folder / "shared.yaml").read_text()


def test_a_new_file_replaces_none(web_server):
    answer = web_server.post("/api/file", {"name": file_of("spire"), "kind": "spire"})
    assert answer.status_code == 400
    assert "exists already" in answer.json()["error"]


def test_a_file_gets_another_name(web_server):
    web_server.post("/api/file", {"name": "old.yaml", "text": "cards: {}\n"})
    assert web_server.post("/api/file/rename", {"name": "old.yaml", "to": file_of("spire")}).status_code == 400
    assert web_server.post("/api/file/rename", {"name": "old.yaml", "to": "new.yaml"}).status_code == 200
    assert not (web_server.folder / "old.yaml").exists()
    assert (web_server.folder / "new.yaml").read_text() == "cards: {}\n"


OUTSIDE = ["../out.yaml", "/etc/passwd", "a/../../out.yaml", ".hidden.yaml", "program.py", "a/.git/x.yaml"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_read_or_written(web_server, name):
    outside = web_server.folder.parent / "out.yaml"
    outside.write_text("secret: 1234567\n")
    answers = [
        web_server.get("/api/file", params={"name": name}),
        web_server.post("/api/file", {"name": name, "text": "x"}),
        web_server.client.put("/api/file", json={"name": name, "text": "x", "version": ""}),
        web_server.post("/api/file/rename", {"name": file_of("spire"), "to": name}),
        web_server.post("/api/arrange", {"name": name}),
    ]
    assert [each.status_code for each in answers] == [400] * len(answers)
    assert not any("1234567" in each.text for each in answers)
    assert outside.read_text() == "secret: 1234567\n"


@pytest.mark.parametrize("name", ["<b>x</b>.yaml", "new/a|b.yaml", "x?.cgdl", "aux.yaml", "$(x).yaml"])
def test_new_files_get_sensible_names(web_server, name):
    before = sorted(web_server.folder.rglob("*"))
    for path, body in (("", {"name": name}), ("/rename", {"name": file_of("spire"), "to": name})):
        answer = web_server.post(f"/api/file{path}", body)
        assert answer.status_code == 400
        assert answer.json()["error"].endswith(f": {SENSIBLE}")
    assert sorted(web_server.folder.rglob("*")) == before


def test_odd_names_and_texts_are_no_failure_of_the_server(web_server):
    long = "é" * 195 + ".yaml"
    assert web_server.post("/api/file", {"name": long, "text": ""}).status_code == 400
    assert web_server.post("/api/file/rename", {"name": file_of("spire"), "to": long}).status_code == 400
    assert web_server.post("/api/file", {"name": f"{file_of('spire')}/x.yaml", "text": ""}).status_code == 400
    half = b'{"name": "half.yaml", "text": "\\ud800"}'  # JSON can hold half of a character
    for path, code in (("/api/check", 200), ("/api/file", 201)):
        answer = web_server.client.post(path, content=half, headers={"Content-Type": "application/json"})
        assert answer.status_code == code
    assert (web_server.folder / "half.yaml").read_text() == "?"


def test_large_texts_are_refused(web_server):
    assert web_server.post("/api/check", {"name": "x.yaml", "text": "#" * ((1 << 20) + 1)}).status_code == 422
    (web_server.folder / "large.yaml").write_text("#" * ((1 << 20) + 1))
    answer = web_server.get("/api/file", params={"name": "large.yaml"})
    assert answer.status_code == 400
    assert "too large for the editor" in answer.json()["error"]


# Checks


@pytest.mark.parametrize("kind", KINDS)
def test_the_template_of_each_kind_is_valid(web_server, kind):
    found = check(web_server, file_of(kind), formats.template(kind))
    assert found["kind"] == kind
    assert found["problems"] == []
    assert found["commands"]["check"].startswith("cardwright ")
    assert found["preview"] is not None


BAD = [
    ("spire", "x.yaml", "cards:\n  Jab:\n    type: atack\n  Poke:\n    type: attack\n    cots: 1\n", [3, 6]),
    ("spire", "x.yaml", "cards:\n  Jab:\n    type: skill\n    effect:\n      to: self\n      apply: 2 Wek\n", [6]),
    ("unicorns", "x.yaml", "base: second-print\ncards:\n  A:\n    type: magicl\n  B:\n    type: basic\n    no: 1\n",
     [4, 7]),
    ("autobattler", "x.yaml", "cards:\n- {name: A, attack: 1, health: 0}\n- {name: B, attack: 1}\n", [2, 3]),
    ("autobattler", "x.yaml", "cards:\n  - {name: A, attack: 1, health: 1, mechanics: [rampge]}\n", [2]),
    ("autobattler", "x.yaml", "cards:\n  - name: A\n    attack: x\n    health: 1\n    mechanics: {rampge: 1}\n",
     [3, 5]),
    ("lineups", "x.yaml", "- [Ant, Bee]\n- []\n", [2]),
    ("cgdl", "x.cgdl", 'language 1\ngame "X"\nplayers 2\ntables 0\nstage { com deal 1 to T3 }\n', [6]),
    ("scenario", "x.yaml", "game: spire\nstart:\n  hand: [Strke]\n  enemies: [Jaw Worm]\nsteps: []\n", [3]),
    ("scenario", "x.yaml", "game: spire\nstart:\n  hand: [Strike]\n  enemies: [Jaw Worm]\nsteps:\n  - play Strike\n"
     "  - expect: {energy: 3}\n", [7]),
    ("spire", "x.yaml", "cards:\n  Jab: [\n", [3]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "name", "text", "lines"), BAD)
def test_every_mistake_has_its_line(web_server, kind, name, text, lines):
    found = check(web_server, name, text)
    assert found["kind"] == kind
    assert [each["line"] for each in found["problems"]] == lines
    assert not any(name in each["text"] for each in found["problems"])


def test_other_files_are_not_checked(web_server):
    for name, text in (("notes.md", "# cards:"), ("config.yaml", "parameters: {a: [1, 2]}"), ("x.json", "{}")):
        found = check(web_server, name, text)
        assert (found["kind"], found["problems"]) == ("text", [])


def test_cards_are_drawn_and_described(web_server):
    cards = check(web_server, "x.yaml", formats.template("spire"))["preview"]["cards"]
    assert cards[0]["face"] == {**cards[0]["face"], "kind": "attack", "cost": "1"}
    assert cards[0]["face"]["text"] == "Deal 7 damage. Apply 2 Kindled."
    assert cards[0]["line"] == 3
    preview = check(web_server, "x.cgdl", formats.template("cgdl"))["preview"]
    assert preview["rules"].startswith("Three to go")
    assert preview["position"]["players"] == [{"name": "P1"}, {"name": "P2"}]


def test_a_game_that_nobody_wins_gets_a_warning(web_server):
    text = 'language 1\ngame "X"\nplayers 2\ntables 0\nstage { com deal 1 to all players\n done }\n'
    found = check(web_server, "x.cgdl", text + "winning { token = 0 alive = 0 }\n")
    assert [each["grade"] for each in found["problems"]] == ["warning"]


def test_hostile_names_come_through_as_text(web_server):
    text = f'cards:\n  "{IMAGE}":\n    type: skill\n    effect: {{block: 5}}\n'
    found = check(web_server, "x.yaml", text)
    assert found["problems"] == []
    assert found["preview"]["cards"][0]["name"] == IMAGE


BOMBS = [
    "a: &a [x, x]\nb: &b [*a, *a]\ncards: *b\n",
    "cards: " + "[" * 5000,
    "cards: {" + "a: {" * 3000,
    "- " * 100_000,
    '{"cards": ' + "[" * 100_000,
]


@pytest.mark.parametrize("text", BOMBS)
def test_hostile_texts_are_refused_and_stop_nothing(web_server, text):
    assert check(web_server, "x.yaml", text)["problems"]
    assert web_server.get("/api/formats").status_code == 200


def test_a_check_that_takes_too_long_says_what_is_known():
    class Late:
        async def stream(self, *_, **__):
            yield making.unread("cgdl", "x.cgdl")
            raise Overtime("too late")

    bench = types.SimpleNamespace(workspace=Workspace(Path.cwd()), checkers=Late())
    found = asyncio.run(check_text(bench, Draft(name="x.cgdl", text="")))
    assert found.kind == "cgdl"
    assert [each.grade for each in found.problems] == ["warning"]


def test_what_an_editor_completes(web_server):
    for kind in KINDS:
        words = web_server.get(f"/api/formats/{kind}").json()
        assert words["schema"] or words["keywords"] or kind == "lineups"
    assert "mandatory" in web_server.get("/api/formats/cgdl").json()["keywords"]
    assert web_server.get("/api/formats/none").status_code == 422


# Judging


def rounds(server, stop_after: int | None = None, **wanted) -> list[dict]:
    found = []
    with server.socket("/ws/judge") as socket:
        socket.send(json.dumps(wanted))
        while True:
            message = json.loads(socket.recv(timeout=PATIENCE))
            found.append(message)
            if message["type"] != "round":
                return found
            if len(found) == stop_after:
                socket.send("stop")
                stop_after = None


def test_a_set_is_judged_until_the_figures_are_exact(web_server):
    *played, end = rounds(web_server, name=file_of("autobattler"))
    assert end["type"] == "end"
    widths = [row["high"] - row["low"] for each in played[1:] for row in each["groups"][0]["rows"][:1]]
    assert widths[-2] < widths[0]
    assert widths[-1] == 0
    assert played[-1]["done"] == played[-1]["steps"]


def test_judging_can_be_stopped(web_server):
    *played, end = rounds(web_server, stop_after=1, name=file_of("autobattler"))
    assert end["type"] == "stopped"
    assert len(played) < 20
    assert check(web_server, file_of("spire"), formats.template("spire"))["problems"] == []


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"name": "../out.yaml"}, "folder"),
        ({"name": "missing.yaml"}, "no such file"),
        ({"name": "lineups.yaml"}, "nothing in this file can be judged"),
        ({"name": "spire.yaml", "cards": ["Ember Lsh"]}, "did you mean 'Ember Lash'"),
        ({"name": "many.yaml"}, "at most 12 cards"),
        ({"cards": 3}, "the name of a file"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_sentence(web_server, wanted, complaint):
    cards = "".join(f"  Block {number}: {{type: skill, effect: {{block: {number}}}}}\n" for number in range(1, 14))
    (web_server.folder / "many.yaml").write_text(f"cards:\n{cards}")
    (refusal,) = rounds(web_server, **wanted)
    assert refusal["type"] == "error"
    assert complaint in refusal["error"]


# Games


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "lineups"])
def test_a_file_of_each_kind_can_be_played(web_server, kind):
    arranged = web_server.post("/api/arrange", {"name": file_of(kind)}).json()
    assert arranged["command"] == f"cardwright play {arranged['game']}"
    table = web_server.new_table(arranged["game"], seed=1)
    with web_server.seat(table) as seat:
        assert seat.asked()["options"]


def test_new_cards_are_in_the_deck_of_their_game(web_server):
    web_server.post("/api/arrange", {"name": file_of("spire")})
    written = (web_server.folder / "spire_game.yaml").read_text()
    assert "Ember Lash: 2" in written
    own = "game: spire\nstart: {content: spire.yaml, deck: {Ember Lash: 5}, enemies: [Cultist]}\n"
    (web_server.folder / "spire_game.yaml").write_text(own)
    web_server.post("/api/arrange", {"name": file_of("spire")})
    assert (web_server.folder / "spire_game.yaml").read_text() == own
    (web_server.folder / "spire_game.yaml").write_text(written)


def test_a_file_with_mistakes_is_not_played(web_server):
    web_server.post("/api/file", {"name": "bad.yaml", "text": "cards:\n  Jab:\n    type: atack\n"})
    answer = web_server.post("/api/arrange", {"name": "bad.yaml"})
    assert answer.status_code == 400
    assert "bad.yaml, line 3" in answer.json()["error"]
    assert not (web_server.folder / "bad_game.yaml").exists()


@pytest.mark.parametrize(
    ("text", "chosen", "kind", "words"),
    [
        ("card:\n  Jab: {type: attack, cost: 1}\n", "text", "spire", "unknown key 'card'; did you mean 'cards'?"),
        ("card:\n  Star: {type: basic}\n", "text", "unicorns", "'card'"),
        ("crads:\n- {name: Ant, attack: 1, health: 1}\n", "text", "autobattler", "'crads'"),
        ("Jab:\n  type: attack\n  cost: 1\n", "text", "spire", "unknown key 'Jab'"),
        ("nothing: known\n", "unicorns", "unicorns", "'nothing'"),
        ("cards:\n  Star: {tpye: basic}\n", "unicorns", "unicorns", "tpye"),
    ],
)
def test_a_misspelt_key_does_not_turn_checks_off(web_server, text, chosen, kind, words):
    found = check(web_server, "misspelt.yaml", text, chosen)
    assert found["kind"] == kind
    assert any(words in each["text"] for each in found["problems"]), found["problems"]


def test_a_file_of_no_known_kind_is_left_to_its_writer(web_server):
    assert check(web_server, "notes.yaml", "shopping: [milk]\n")["kind"] == formats.TEXT
