"""Watching recorded games: which are found, what a seat is told, where two part, and what is refused."""

from __future__ import annotations

import json

import pytest
from patience import PATIENCE

from cardwright import arena
from cardwright.core import registry
from cardwright.core.state import State
from cardwright.web import seat
from cardwright.web.workspace import Workspace

HOSTILE = "</script><img src=x onerror=\"document.title='broken'\">"
DEAL = {"hands": {"P1": "King", "P2": "Jack"}}


def lines(answer):
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def told(server, file, **query):
    """Return a story as a page puts it together."""
    head, *pieces = lines(server.get("/api/watch/story", params={"file": file, **query}))
    story = {**head, "decisions": [], "parts": [], "faces": {}}
    for piece in pieces:
        story["decisions"] += piece["decisions"]
        story["parts"] += piece["parts"]
        story["faces"] |= piece["faces"]
        story |= {"end": piece["end"]} if "end" in piece else {}
    return story


def save(server, name, state, seats=()):
    state.save(server.folder / name, seats)
    return name


@pytest.fixture(scope="module")
def hands(web_server):
    """Two games from one seed, which part at the second decision."""
    kuhn = registry.game("kuhn")
    one = save(web_server, "one.json", kuhn.new(3).play("bet").play("call"), ["rules", "random"])
    two = save(web_server, "two.json", kuhn.new(3).play("bet").play("fold"))
    return one, two


@pytest.fixture(scope="module")
def race(web_server):
    """A game of two agents with cards in hand, and its final state."""
    answer = web_server.post(
        "/api/watch/play", {"game": "unicorns", "players": 2, "seats": ["rules", "random"], "seed": 7}
    )
    begun, ended = lines(answer)
    assert begun == {"begun": True}
    return ended["file"]


def test_recorded_games_are_listed_and_other_files_are_not(web_server, hands):
    (web_server.folder / "other.json").write_text('{"format": "something else"}')
    found = {each["name"]: each for each in web_server.get("/api/watch/games").json()}
    assert found["one.json"]["title"] == "kuhn:standard"
    assert found["one.json"]["result"] == "P2 wins, pot 4"
    assert found["one.json"]["seats"] == ["rules", "random"]
    assert "other.json" not in found


def test_a_story_is_told_in_pieces(web_server, race):
    story = told(web_server, race)
    state = arena.story.load_story(web_server.folder / race)
    assert story["length"] == len(story["decisions"]) == len(state.decisions)
    for number in (0, len(state.decisions) // 2):
        indices = story["decisions"][number]["state"]
        assert {key: story["parts"][part] for key, part in indices.items()} == state.shown(number)
    assert len(lines(web_server.get("/api/watch/story", params={"file": race}))) > 1


def test_a_game_that_agents_play_is_the_first_of_the_arena(web_server, race, tmp_path):
    game = registry.game("unicorns", 2)
    arena.run(game, ["rules,random"], games=1, seed=7, log=tmp_path, replays=1)
    [replay] = (tmp_path / "replays").iterdir()
    assert race.endswith(replay.name)
    assert (web_server.folder / race).read_bytes() == replay.read_bytes()


def test_a_seat_is_told_what_it_saw_and_nothing_else(web_server, race):
    story = arena.story.load_story(web_server.folder / race)
    shown = told(web_server, race, seat=1)
    assert "seed" not in shown
    for number, decision in enumerate(shown["decisions"]):
        state = story.states[number]
        seen = {key: shown["parts"][part] for key, part in decision["state"].items()}
        assert seen == seat.shown(state.game, state.seen(1))
        assert decision["events"] == story.states[number + 1].narrate(1)
        if decision["player"] != 1:
            assert not decision["choice"]
            assert not decision["words"]
            assert not decision["about"]
            assert not decision["options"]


def test_what_is_sent_to_a_seat_is_the_same_whatever_others_hold(web_server):
    """The player with the jack is told the same, whether the other one has the queen or the king."""
    texts = []
    for card in ("Queen", "King"):
        state = registry.family("kuhn").game({"hands": {"P1": "Jack", "P2": card}}).new(1).play("bet")
        name = save(web_server, f"with-{card}.json", state)
        texts.append(web_server.get("/api/watch/story", params={"file": name, "seat": 0}).text)
    assert texts[0] == texts[1]
    assert "King" not in texts[0]


def test_where_two_games_part(web_server, hands):
    one, two = hands
    found = web_server.get("/api/watch/difference", params={"one": one, "two": two}).json()
    assert found == {"at": 1, "same_start": True, "why": ""}
    same = web_server.get("/api/watch/difference", params={"one": one, "two": one}).json()
    assert same["at"] is None
    assert same["why"] == "the two games are the same"


def test_a_game_that_stops_earlier_parts_where_it_stops(web_server, hands):
    shorter = save(web_server, "shorter.json", registry.game("kuhn").new(3).play("bet"))
    found = web_server.get("/api/watch/difference", params={"one": hands[0], "two": shorter}).json()
    assert found["at"] == 1


def test_games_from_different_seeds_cannot_be_compared(web_server, hands):
    other = save(web_server, "other-seed.json", registry.game("kuhn").new(4).play("bet"))
    found = web_server.get("/api/watch/difference", params={"one": hands[0], "two": other}).json()
    assert found == {"at": None, "same_start": False, "why": "the two have different seeds"}


def test_other_agents_play_from_the_same_start(web_server, hands):
    _, ended = lines(web_server.post("/api/watch/play", {"like": hands[0], "seats": ["first", "first"]}))
    found = web_server.get("/api/watch/difference", params={"one": hands[0], "two": ended["file"]}).json()
    assert found["same_start"]


def test_a_search_values_the_choices_of_a_decision(web_server, hands):
    query = {"file": hands[0], "decision": 1}
    first = web_server.get("/api/watch/values", params=query).json()
    assert "call" in {each["words"] for each in first["choices"]} <= {"call", "fold"}
    more = web_server.get("/api/watch/values", params={**query, "rounds": 3}).json()
    assert more["playouts"] > first["playouts"]
    assert all(-1 <= each["value"] <= 1 for each in more["choices"])


def test_an_upload_is_checked_and_kept(web_server):
    text = registry.game("kuhn").new(5).play("pass").to_json()
    for name in ("watched/mine.json", "watched/mine-1.json"):
        answer = web_server.post("/api/watch/games", {"name": "mine.json", "text": text})
        assert answer.status_code == 201
        assert answer.json() == {"file": name}
        assert (web_server.folder / name).read_text() == text


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("x.json", "{}", "not a saved game"),
        ("x.json", "not: [json", "x.json"),
        ("x.json", '{"format": "cardwright game 1"}', "x.json"),
        ("../x.json", "", "x.json"),
        (
            "x.json",
            '{"format": "cardwright replay 1", "saved": {"format": "cardwright game 1", "game": "nothing"}}',
            "",
        ),
    ],
)
def test_a_bad_upload_is_refused_in_a_sentence_and_not_kept(web_server, name, text, complaint):
    before = Workspace(web_server.folder).list()
    answer = web_server.post("/api/watch/games", {"name": name, "text": text})
    assert answer.status_code == 400
    assert complaint in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert Workspace(web_server.folder).list() == before


def test_names_of_uploads_stay_in_the_folder(web_server):
    text = registry.game("kuhn").new(5).to_json()
    for name in ("../x.json", "a/b.json", ".hidden.json", "x\0.json"):
        assert web_server.post("/api/watch/games", {"name": name, "text": text}).status_code == 400


def test_a_file_that_is_too_large_is_refused(web_server):
    answer = web_server.post("/api/watch/games", {"name": "x.json", "text": "x" * 5_000_000})
    assert answer.status_code == 413


@pytest.mark.parametrize("file", ["missing.json", "../secret.json", "/etc/passwd", ".hidden", "other.json"])
@pytest.mark.parametrize("what", ["story", "page", "file", "values?decision=0"])
def test_files_that_cannot_be_watched_are_refused(web_server, file, what):
    (web_server.folder / "other.json").write_text('{"format": "something else"}')
    path, _, query = what.partition("?")
    answer = web_server.get(
        f"/api/watch/{path}?{query}", params={"file": file, **dict([query.split("=")] if query else [])}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_game_that_people_still_play_is_not_told(web_server):
    table = web_server.new_table("kuhn")["table"]
    file = f"tables/{table}/game.json"
    for what in ("story", "page", "file"):
        answer = web_server.get(f"/api/watch/{what}", params={"file": file})
        assert answer.status_code == 400
        assert "people still play" in answer.json()["error"]
    assert file not in {each["name"] for each in web_server.get("/api/watch/games").json()}


@pytest.mark.parametrize(
    "body",
    [
        {"seats": ["random", "random"]},
        {"game": "kuhn", "like": "one.json", "seats": ["random", "random"]},
        {"game": "kuhn", "seats": ["random"]},
        {"game": "kuhn", "seats": ["random", "you"]},
        {"game": "kuhn", "seats": ["random", "os:system"]},
        {"game": "planted.py:family", "seats": ["random"]},
    ],
)
def test_bad_games_of_agents_are_refused(web_server, body, hands):
    answer = web_server.post("/api/watch/play", body)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_there_is_no_seat_beyond_the_last(web_server, hands):
    answer = web_server.get("/api/watch/story", params={"file": hands[0], "seat": 2})
    assert answer.status_code == 400
    assert answer.json()["error"] == "there is no seat 2; this game has 2 players"


def test_replays_are_downloaded_as_a_page_and_as_a_file(web_server, hands):
    page = web_server.get("/api/watch/page", params={"file": hands[0]})
    assert page.text.startswith("<!doctype html>")
    assert page.headers["content-disposition"] == "attachment; filename*=UTF-8''one.html"
    file = web_server.get("/api/watch/file", params={"file": hands[0]})
    assert file.content == (web_server.folder / hands[0]).read_bytes()


# --- in a browser ---


@pytest.fixture
def wait(browser):
    from selenium.webdriver.support.ui import WebDriverWait

    def until(condition):
        return WebDriverWait(browser, PATIENCE).until(lambda _: condition())

    return until


def texts(browser, selector):
    """Return the texts that are shown; asked for at once, because the page changes meanwhile."""
    script = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility())"
    return browser.execute_script(f"{script}.map((each) => each.innerText)", selector)


def press(browser, *keys):
    from selenium.webdriver import ActionChains

    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def test_stepping_playing_and_two_games_side_by_side(browser, wait, web_server, hands):
    from selenium.webdriver.common.keys import Keys

    one, two = hands
    browser.get(f"{web_server.address}/watch?file={one}")
    wait(lambda: texts(browser, ".position") == ["1 of 2"])
    press(browser, Keys.ARROW_RIGHT)
    assert texts(browser, ".position") == ["2 of 2"]
    assert texts(browser, ".decision b") == ["call"]
    press(browser, Keys.HOME, Keys.SPACE)
    wait(lambda: texts(browser, ".position") == ["End of 2"])
    browser.find_element("css selector", ".check input[type=checkbox]").send_keys(Keys.HOME)  # it has the focus
    wait(lambda: texts(browser, ".position") == ["1 of 2"])
    browser.get(f"{web_server.address}/watch?file={one}&with={two}")
    wait(lambda: texts(browser, ".jump") == ["Go there"] and len(texts(browser, ".decision b")) == 2)
    assert "The games part at decision 2." in texts(browser, ".status")[0]
    browser.find_element("css selector", ".jump").click()
    assert texts(browser, ".decision b") == ["call", "fold"]
    assert not [each for each in browser.get_log("browser") if each["level"] == "SEVERE"]


def test_a_seat_sees_no_card_of_the_other(browser, wait, web_server):
    state: State = registry.family("kuhn").game(DEAL).new(1).play("bet").play("call")
    browser.get(f"{web_server.address}/watch?file={save(web_server, 'deal.json', state)}&seat=1")
    wait(lambda: texts(browser, ".position") == ["1 of 2"])
    assert texts(browser, ".decision b") == ["decides"]
    assert "Jack" in browser.page_source
    assert "King" not in texts(browser, ".table")[0]


def test_a_file_that_cannot_be_watched_is_explained_on_the_page(browser, wait, web_server):
    browser.get(f"{web_server.address}/watch?file=missing.json")
    sentence = "This game cannot be watched: there is no file 'missing.json' in this folder."
    wait(lambda: texts(browser, ".decision") == [sentence])


def test_hostile_names_are_shown_as_text(browser, wait, web_server):
    name = save(web_server, "hostile <img src=x>.json", registry.game("kuhn").new(1).play("bet"), [HOSTILE, "random"])
    browser.get(f"{web_server.address}/watch")
    wait(lambda: any(HOSTILE in each for each in texts(browser, ".games a")))
    browser.get(f"{web_server.address}/watch?file={name}")
    wait(lambda: any(HOSTILE in each for each in texts(browser, ".decision")))
    assert browser.title != "broken"
    assert browser.find_elements("css selector", "main img") == []
