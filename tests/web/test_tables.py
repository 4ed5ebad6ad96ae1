"""Games with people, without a browser: choosing, undo, hints, saving, sharing, and who may do what."""

from __future__ import annotations

import asyncio
import json
import shutil

import pytest
from websockets.exceptions import ConnectionClosed

import cardwright
from cardwright.core import saved_games
from cardwright.play.table import YOU, Table
from cardwright.web.catalogue import Catalogue
from cardwright.web.settings import Settings
from cardwright.web.tables import MOST_IDLE, Tables
from cardwright.web.workers import Workers
from cardwright.web.workspace import Workspace

BATTLE = {"game": "spire:jaw-worm", "seed": 7}


def finish(seat, position):
    """Take the last choice until the game is over; in a battle it ends the turn, and the game is lost soon."""
    while not position["over"]:
        seat.choose(position, -1)
        position = seat.asked()
    return position


@pytest.fixture
def over(web_server):
    """A seat at a table where the game is over."""
    table = web_server.new_table(**BATTLE)
    with web_server.seat(table) as seat:
        yield table, seat, finish(seat, seat.asked())


def error(seat):
    return seat.next("error")["error"]


# --- choosing ---


def test_a_choice_leads_to_the_next_position(web_server):
    with web_server.seat(web_server.new_table(**BATTLE)) as seat:
        first = seat.asked()
        strike = next(index for index, each in enumerate(first["options"]) if each["name"] == "Strike")
        seat.choose(first, strike)
        second = seat.asked()
    assert (first["decided"], second["decided"]) == (0, 1)
    assert second["done"] == "play Strike"
    assert second["view"]["energy"] == first["view"]["energy"] - 1
    assert "Jaw Worm loses 6 HP" in " ".join(second["news"])


def test_choices_say_what_they_are_about(web_server):
    with web_server.seat(web_server.new_table("autobattler", seed=3, level="easy")) as seat:
        options = {each["words"]: each for each in seat.asked()["options"]}
    bought = next(each for each in options.values() if each["kind"] == "buy")
    assert (bought["card"], bought["zones"]) == (bought["name"], ["shop"])
    assert (options["end shopping"]["card"], options["end shopping"]["player"]) == ("", None)
    seats = ["you", "random", "random"]
    with web_server.seat(web_server.new_table("cgdl:blackjack", seed=3, seats=seats)) as seat:
        bets = seat.asked()["options"]
    assert [each["amount"] for each in bets] == list(range(1, 100))


def test_an_undo_leads_back(web_server):
    with web_server.seat(web_server.new_table(**BATTLE)) as seat:
        first = seat.asked()
        assert not first["can_undo"]
        seat.choose(first, 0)
        assert seat.asked()["can_undo"]
        seat.send(type="undo")
        assert seat.asked() == first
        seat.send(type="undo")
        assert error(seat) == "there is nothing to undo"


def test_choices_of_an_older_position_and_of_others_are_refused(web_server):
    with web_server.seat(web_server.new_table(**BATTLE)) as seat:
        first = seat.asked()
        seat.choose(first, 0)
        second = seat.asked()
        seat.choose(first, 0)
        assert error(seat) == "the game has moved on; choose again"
        seat.send(type="choose", player=1, decided=1, action=0)
        assert error(seat) == "it is not your turn"
        seat.send(type="choose", player=0, decided=second["decided"], action=12345)
        assert "12345" in error(seat)
        for odd in ({"type": "choose"}, {"type": "dance"}, {"type": "hint", "player": 3}, {}):
            seat.send(**odd)
            assert error(seat) == "this message is not understood"


def test_a_seat_opens_with_its_key_only(web_server):
    table = web_server.new_table("unicorns:2", seats=["you", "guest"])
    for keys in ([], ["wrong"], [3], [table["keys"]["0"][:-1]]):
        with web_server.socket(f"/ws/seats/{table['table']}") as socket:
            socket.send(json.dumps({"keys": keys}))
            assert json.loads(socket.recv())["error"] == "this link opens no seat at this table"
            with pytest.raises(ConnectionClosed):
                socket.recv()
    with web_server.seat(table, [1]) as seat:
        welcome = seat.next("welcome")
        assert (welcome["player"], welcome["guest"]) == (1, True)
        assert [each["agent"] for each in welcome["players"]] == ["host", "you"]
        assert seat.next("position")["player"] == 1


def test_people_are_told_apart_and_only_oneself_is_you(web_server):
    seats = ["you", "you", "guest", "random"]
    table = web_server.new_table("cgdl:hearts", seats=seats)
    with web_server.seat(table) as seat:
        told = {each: [who["agent"] for who in seat.next("welcome")["players"]] for each in range(3)}
    assert told[0] == ["you", "on this screen", "guest", "random"]
    assert told[1] == ["on this screen", "you", "guest", "random"]
    assert told[2] == ["host", "host", "you", "random"]
    listed = web_server.get("/api/tables", params={"words": "hearts guest"}).json()["tables"]
    assert [each["seats"] for each in listed] == [seats]


def test_what_a_guest_has_seen_is_not_taken_back(web_server):
    table = web_server.new_table("unicorns:2", seats=["you", "guest"])
    assert table["link"].endswith(table["keys"]["0"])
    assert table["guests"]["1"].endswith(table["keys"]["1"])
    with web_server.seat(table) as seat:
        seat.choose(seat.asked())
        assert not seat.asked()["can_undo"]
        seat.send(type="undo")
        assert error(seat) == "a move that a guest has seen is not taken back"


def test_one_screen_shows_the_seat_that_decided_last():
    table = Table(cardwright.game("unicorns:2").new(seed=3, logged=True), [None, None])
    first = table.decider
    assert table.decided_last([0, 1]) == first
    assert table.decided_last([1 - first]) == 1 - first


def test_agents_that_decide_at_once_answer_together_with_the_choice(web_server):
    seats = ["you", *["random"] * 2]
    with web_server.seat(web_server.new_table("cgdl:hearts", players=3, seed=3, seats=seats)) as seat:
        position = seat.asked()
        for _ in range(3):
            seat.choose(position)
            position = seat.next("position")
            assert position["options"]


def test_undo_while_agents_play(web_server):
    with web_server.seat(web_server.new_table("unicorns:2", seed=3, seats=["you", "random"])) as seat:
        first = seat.asked()
        for _ in range(3):
            seat.choose(first)
            seat.send(type="undo")
            while (position := seat.asked())["decided"]:
                pass
            assert position == first


def test_new_tables_stay_in_memory_until_people_sit_down(tmp_path):
    """Loading a table takes longer than to begin one; many begin at the same time when a class starts."""
    game = cardwright.game("spire:jaw-worm")

    async def found():
        tables = Tables(tmp_path, Workers(), lambda game, names: [None])
        every = [await tables.create(game, [YOU], seed) for seed in range(MOST_IDLE + 2)]
        kept = [await tables.find(each.name) is each for each in every]
        for each in every:
            each.sit_down()
            each.pages -= 1
        await tables.create(game, [YOU], 0)
        return kept, [await tables.find(each.name) is each for each in every]

    kept, later = asyncio.run(found())
    assert all(kept)
    assert not all(later)


def test_games_of_the_package_are_built_once(tmp_path):
    (tmp_path / "own.yaml").write_text("game: spire\nstart: {deck: [Strike], enemies: [Jaw Worm]}\n")
    catalogue = Catalogue(Settings(tmp_path), Workspace(tmp_path))
    assert catalogue.game("spire:jaw-worm") is catalogue.game("spire:jaw-worm")
    assert catalogue.described("spire:jaw-worm") is catalogue.described("spire:jaw-worm")
    assert catalogue.game("own.yaml") is not catalogue.game("own.yaml")


# --- after a stop ---


def test_a_game_goes_on_after_the_server_was_killed(start_server):
    server = start_server()
    table = server.new_table(**BATTLE)
    with server.seat(table) as seat:
        seat.choose(seat.asked(), 0)
        before = seat.asked()
    server.kill()
    server.start()
    with server.seat(table) as seat:
        assert seat.next("welcome")["log"] == [["", ["Jaw Worm intends Chomp", *seat.messages[0]["log"][0][1][1:]]]]
        assert seat.asked() == before


# --- hints ---


def test_hints_stream_values_with_intervals(uncompiled):
    seats = ["you", "random"]
    with uncompiled.seat(uncompiled.new_table("kuhn", seed=3, seats=seats)) as seat:
        position = seat.asked()
        seat.send(type="hint", player=0)
        hints = [seat.next("hint") for _ in range(3)]
        seat.send(type="stop")
        seat.choose(position)
        assert seat.asked()["decided"] > position["decided"]
    assert [(each["rounds"], each["compiling"]) for each in hints] == [(1, False), (2, False), (3, False)]
    assert 0 < hints[0]["playouts"] < hints[1]["playouts"] < hints[2]["playouts"]
    words = {each["words"] for each in position["options"]}
    assert {each["words"] for each in hints[2]["choices"]} <= words
    assert all(-1 <= each["value"] <= 1 and each["margin"] >= 0 for each in hints[2]["choices"])
    assert [each["value"] for each in hints[2]["choices"]] == sorted(
        (each["value"] for each in hints[2]["choices"]), reverse=True
    )


def test_what_cost_most_is_told_when_the_game_is_over(uncompiled):
    seats = ["you", "random"]
    with uncompiled.seat(uncompiled.new_table("kuhn", seed=3, seats=seats)) as seat:
        position = seat.asked()
        seat.send(type="why", player=0)
        assert error(seat) == "the game is not over yet"
        end = finish(seat, position)
        seat.send(type="why", player=0)
        told = seat.next("why")
        while told["searched"] < told["of"]:
            told = seat.next("why")
    assert told["of"] == end["decided"]
    assert all(each["possible"] > each["worth"] for each in told["mistakes"])


def test_what_cost_most_comes_with_what_the_player_saw(uncompiled):
    with uncompiled.seat(uncompiled.new_table("kuhn", seed=5, seats=["you", "you"])) as seat:
        position = seat.asked()
        for words in ("pass", "bet", "fold"):  # the king
            before, options = position, [each["words"] for each in position["options"]]
            seat.choose(position, options.index(words))
            position = seat.asked()
        seat.send(type="why", player=0)
        while (told := seat.next("why"))["searched"] < told["of"]:
            pass
    (mistake,) = told["mistakes"]
    assert (mistake["chosen"], mistake["better"]) == ("fold", "call")
    assert mistake["view"] == before["view"]
    assert mistake["view"]["hands"] == {"P1": "King", "P2": None}  # which the player did not see


# --- the end, and files ---


def test_the_history_leaves_the_server_when_the_game_is_over(web_server, over):
    with web_server.seat(web_server.new_table(**BATTLE)) as seat:
        for form in ("file", "page"):
            seat.send(type="replay", form=form)
            assert error(seat) == "the game is not over yet"
        seat.send(type="rematch")
        assert error(seat) == "the game is not over yet"
    _, seat, end = over
    assert end["result"].startswith("You ")
    seat.send(type="replay", form="file")
    file = seat.next("replay")
    saved = saved_games.saved_from_json(file["text"], logged=True)
    assert (saved.state.over, saved.state.seed, saved.seats) == (True, 7, ("you",))
    seat.send(type="replay", form="page")
    page = seat.next("replay")
    assert page["text"].startswith("<!doctype html>")
    assert (file["file"][-5:], page["file"][-5:]) == (".json", ".html")


def test_a_rematch_gives_every_seat_a_link_of_its_own(web_server):
    table = web_server.new_table("cgdl:war", seed=3, seats=["you", "guest"])
    with web_server.seat(table, [0]) as one, web_server.seat(table, [1]) as two:
        positions = {0: one.next("position"), 1: two.next("position")}
        seats = {0: one, 1: two}
        while not positions[0]["over"]:
            player = next(each for each, position in positions.items() if position["options"])
            seats[player].choose(positions[player])
            positions = {each: seats[each].next("position") for each in seats}
        two.send(type="rematch")
        invited = [seat.next("position") for seat in (one, two)]
    assert {each["asked_by"] for each in invited} == {"P2"}
    links = [each["next"] for each in invited]
    (table_one, key_one), (table_two, key_two) = (each.split("#") for each in links)
    assert table_one == table_two != f"/seat/{table['table']}"
    assert key_one != key_two


def test_a_copy_is_saved_into_the_folder_and_nowhere_else(web_server):
    table = web_server.new_table(**BATTLE)
    address = f"/api/tables/{table['table']}/save"
    saved = web_server.post(address, {"file": "my games/worm"})
    assert (saved.status_code, saved.json()["file"]) == (201, "my games/worm.json")
    assert saved.json()["command"] == "cardwright play --load 'my games/worm.json'"
    assert not saved_games.load_state(web_server.folder / "my games" / "worm.json", logged=True).over
    again = web_server.post(address, {"file": "my games/worm.json"})
    assert (again.status_code, again.json()["error"]) == (
        400,
        "'my games/worm.json' exists already; choose another name",
    )
    for outside in ("../worm.json", "/tmp/worm.json", ".hidden.json"):
        assert web_server.post(address, {"file": outside}).status_code == 400
    missing = web_server.post("/api/tables/000000000000/save", {"file": "worm.json"})
    assert (missing.status_code, missing.json()["error"]) == (400, "there is no such table")


def test_a_game_with_guests_is_not_copied_before_it_is_over(web_server):
    table = web_server.new_table("unicorns:2", seats=["you", "guest"])
    answer = web_server.post(f"/api/tables/{table['table']}/save", {"file": "peek.json"})
    assert (answer.status_code, "saved when it is over" in answer.json()["error"]) == (400, True)


def test_tables_are_listed_with_their_results_and_links(web_server, over):
    table, *_ = over
    listed = {each["name"]: each for each in web_server.get("/api/tables").json()["tables"]}
    assert listed[table["table"]]["link"] == table["link"]
    assert listed[table["table"]]["result"]
    assert "keys" not in listed[table["table"]]


def test_many_tables_are_found_by_words_and_state(start_server):
    server = start_server()
    made = [server.new_table(game, seed=3) for game in ("spire:jaw-worm", "unicorns:2")]
    home = server.folder / "tables"
    people = json.loads((home / made[0]["table"] / "people.json").read_text())
    for k in range(103):
        copy = home / f"{k:012}"
        shutil.copytree(home / made[0]["table"], copy)
        (copy / "people.json").write_text(json.dumps({**people, "result": "You win." if k < 3 else ""}))
    listed = server.get("/api/tables").json()
    assert (len(listed["tables"]), listed["found"], listed["in_progress"], listed["finished"]) == (100, 105, 102, 3)
    assert len(server.get("/api/tables", params={"start": 100}).json()["tables"]) == 5
    assert server.get("/api/tables", params={"words": "UNICORNS you"}).json()["found"] == 1
    assert server.get("/api/tables", params={"finished": True}).json()["found"] == 3


@pytest.mark.parametrize(
    ("game", "title"),
    [
        ("cgdl:hearts", "Hearts"),
        ("spire:run", "Slay the Spire run"),
        (BATTLE["game"], "Slay the Spire battle: jaw-worm"),
    ],
)
def test_a_title_says_nothing_twice(web_server, game, title):
    table = web_server.new_table(game)["table"]
    listed = web_server.get("/api/tables").json()["tables"]
    assert [each["title"] for each in listed if each["name"] == table] == [title]


@pytest.mark.parametrize(
    ("game", "piles"), [("cgdl:uno", set()), ("cgdl:go_fish", {"stash"}), ("cgdl:holdem", {"stash", "bet"})]
)
def test_a_game_without_bets_shows_none(web_server, game, piles):
    with web_server.seat(web_server.new_table(game, level="easy", seed=1)) as seat:
        view = seat.next("position")["view"]
    assert {*view["P1"]} & {"stash", "bet"} == piles
    assert "removed" not in view


def test_a_run_shows_its_map(web_server):
    with web_server.seat(web_server.new_table("spire:run", seed=3)) as seat:
        map_ = seat.asked()["view"]["map"]
    assert len(map_["spots"]) > 20
    assert {"links", "here"} <= map_.keys()


def test_tables_are_renamed_and_deleted(web_server):
    table = web_server.new_table(**BATTLE)
    address = f"/api/tables/{table['table']}"
    with web_server.seat(table) as seat:
        seat.choose(seat.asked(), 0)
        assert web_server.client.patch(address, json={"title": " My worm "}).status_code == 204
        listed = web_server.get("/api/tables", params={"words": "my worm"}).json()["tables"]
        assert [(each["name"], each["title"]) for each in listed] == [(table["table"], "My worm")]
        assert web_server.client.delete(address).status_code == 204
        assert error(seat) == "this table was deleted"
    assert not (web_server.folder / "tables" / table["table"]).exists()
    for refused in (web_server.client.delete(address), web_server.client.patch(address, json={"title": "x"})):
        assert (refused.status_code, refused.json()["error"]) == (400, "there is no such table")


def test_a_saved_game_is_opened_as_a_new_table(web_server):
    table = web_server.new_table("unicorns:2", seed=3, seats=["random", "you"])
    with web_server.seat(table) as seat:
        seat.choose(seat.asked())
        before = seat.asked()
    web_server.post(f"/api/tables/{table['table']}/save", {"file": "race.json"})
    opened = web_server.post("/api/tables", {"load": "race.json"}).json()
    with web_server.seat(opened) as seat:
        assert seat.asked() == before
    other = web_server.post("/api/tables", {"load": "race.json", "seats": ["guest", "random"]}).json()
    assert [*other["guests"]] == ["0"]
    for name, sentence in [
        ("none.json", "there is no file 'none.json' in this folder"),
        (f"tables/{table['table']}/game.json", "this file belongs to a table; save a copy of the game and open that"),
    ]:
        refused = web_server.post("/api/tables", {"load": name})
        assert (refused.status_code, refused.json()["error"]) == (400, sentence)
    assert web_server.post("/api/tables", {}).status_code == 400


def test_files_with_games_are_listed(start_server, tmp_path):
    (tmp_path / "mine.cgdl").write_text("GAME")
    (tmp_path / "one.yaml").write_text("game: spire\nstart: {enemies: [Cultist]}\n")
    (tmp_path / "several.yaml").write_text("- {name: A, game: spire, start: {}}\n- {name: B, game: spire, start: {}}\n")
    (tmp_path / "broken.yaml").write_text("game: [\n")
    cardwright.game("spire:jaw-worm").new(seed=1, logged=True).save(tmp_path / "saved.json")
    (tmp_path / "balance.yaml").write_text("play: {tournament: {}}\n")
    (tmp_path / "arena.json").write_text('{"format": "cardwright arena 1", "game": "spire", "start": {}}')
    found = start_server(tmp_path).get("/api/game-files").json()
    assert found == [
        {"name": "mine.cgdl", "scenarios": []},
        {"name": "one.yaml", "scenarios": []},
        {"name": "several.yaml", "scenarios": ["A", "B"]},
    ]


def test_a_game_without_rules_in_words_says_what_its_file_says(web_server):
    about = web_server.get("/api/game", params={"name": "kuhn"}).json()
    assert "The higher card wins the pot." in about["rules"]
    assert about["python"].endswith("kuhn.py:family")


def test_a_form_learns_how_many_can_play(web_server):
    assert web_server.get("/api/game", params={"name": "cgdl:uno"}).json()["resizable"]
    assert not web_server.get("/api/game", params={"name": "spire:jaw-worm"}).json()["resizable"]
