"""Playing in a real browser: whole games by clicking, with others and after a crash."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("selenium")

from seat_page import MOST_CLICKS, SeatPage
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

DESCRIBED = "stand_or_draw.cgdl"  # in the folder of the server
SHORT = {  # games that are soon over
    "short_battle.yaml": """
game: spire
start: {deck: ironclad, player: {hp: 20}, enemies: [{name: Jaw Worm, hp: 15}]}
""",
    "nearly_won.yaml": """
game: unicorns
start: {players: 2, P1: {stable: {Basic Unicorn: 5}}, P2: {stable: {Basic Unicorn: 5}}}
""",
}


# --- whole games ---


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("short_battle.yaml", {}),
        ("nearly_won.yaml", {"seats": ["you", "rules"]}),
        ("autobattler:draft", {"seats": ["you", "rules"]}),
        ("cgdl:hearts", {"seats": ["you", "random", "random", "random"]}),
        ("cgdl:blackjack", {"seats": ["you", "random", "random"]}),
        ("kuhn", {"seats": ["you", "random"]}),
        (DESCRIBED, {}),
    ],
)
def test_a_whole_game_is_played_by_clicking(sit, server, game, options):
    if game in SHORT:
        (server.folder / game).write_text(SHORT[game])
    if game == DESCRIBED:
        players = server.get("/api/game", params={"name": game}).json()["players"]
        options = {"seats": ["you", *["random"] * (players - 1)]}
    page = sit(game, seed=5, **options)
    assert page.play() > 0
    assert page.text(".result")
    assert page.all(".log > li") or not page.all(".log")
    assert page.problems() == []


def test_a_button_says_what_its_choice_costs(sit):
    page = sit("spire:run", seed=5)
    page.wait(lambda: page.all(".choice"))
    shown = "return [...document.querySelectorAll(arguments[0])].map((each) => each.dataset.words ?? each.textContent)"
    listed, buttons = (page.browser.execute_script(shown, each) for each in (".choice", ".actions button"))
    assert any("(lose" in each for each in buttons)
    assert set(buttons) <= set(listed)


def test_a_room_of_the_map_is_entered_by_clicking_it(sit, server):
    (server.folder / "on_the_map.yaml").write_text("game: spire\nstart: {run: {room: map, floor: 3, seed: 5}}\n")
    page = sit("on_the_map.yaml", seed=2)
    decision = page.asked()
    rooms = page.all(".spot.playable")
    assert page.all(".spot.here")[0].get_attribute("aria-label").endswith("you are here")
    assert {f"go {each.get_attribute('data-spot')}" for each in rooms} == {
        each.get_attribute("data-words") for each in page.all(".choice") if each.text[1:].strip().startswith("go")
    }
    frame = page.browser.find_element(By.CSS_SELECTOR, ".drawing .frame").rect
    assert all(frame["y"] <= each.rect["y"] <= frame["y"] + frame["height"] for each in rooms)  # in sight
    rooms[0].click()
    page.wait(lambda: page.asked() != decision)
    assert page.problems() == []


@pytest.fixture(scope="module")
def plain_server(start_server):
    """A server without games of a user's own."""
    server = start_server()
    server.new_table("spire:jaw-worm")
    return server


@pytest.mark.parametrize("width", [390, 820, 1400])
def test_the_games_of_the_first_page_fill_their_rows(browser, plain_server, width):
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page = SeatPage(browser, plain_server.address + "/")
        page.wait(lambda: page.all(".game") and page.all(".tables .plain"))
        games = [each.rect for each in page.all(".game")]
        rows = Counter(each["y"] for each in games)
        room = page.all(".games")[0].rect
        assert len(set(rows.values())) == 1
        assert max(each["x"] + each["width"] for each in games) == pytest.approx(room["x"] + room["width"], abs=1)
        line = page.all(".tables li")[0]
        opens, renames = (line.find_element(By.CSS_SELECTOR, each).rect for each in ("a.button", "button.plain"))
        assert renames["y"] > opens["y"] + opens["height"] / 2 or renames["x"] > opens["x"] + opens["width"] + 9
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_form_leads_to_a_game(browser, server):
    page = SeatPage(browser, server.address + "/play")
    page.wait(lambda: page.all(".start"))
    browser.find_element(By.XPATH, "//summary[contains(., 'Files of your folder')]").click()
    page.wait(lambda: page.all(f".game-row input[value='{DESCRIBED}']"))[0].click()
    page.wait(lambda: "stand" in page.text(".setup h2 small"))
    assert page.text(".command code") == f"cardwright play {DESCRIBED}"
    for select in page.all(".seat-row select")[1:]:
        select.send_keys("random")
    page.all(".start")[0].click()
    page.wait(lambda: "/seat/" in browser.current_url)
    page.asked()
    assert page.problems() == []


def test_a_quick_start_begins_the_chosen_game_once(browser, server):
    before = server.get("/api/tables").json()["found"]
    page = SeatPage(browser, server.address + "/play?game=spire:cultist")
    page.wait(lambda: page.all(".start"))
    slow = (
        "const real = fetch; window.posts = 0;"
        "window.fetch = async (path, ...more) => {"
        "  if (path.startsWith('/api/game?')) await new Promise((go) => setTimeout(go, 1000));"
        "  if (path === '/api/tables') window.posts += 1;"
        "  return path === '/api/tables' && window.posts > 1 ? new Promise(() => 0) : real(path, ...more);"
        "};"
    )
    browser.execute_script(slow)
    other = next(each for each in page.all(".game-row input") if each.get_attribute("value") == "spire:jaw-worm")
    browser.execute_script("arguments[0].click()", other)
    page.all(".start")[0].click()
    page.all(".start")[0].click()
    page.wait(lambda: "/seat/" in browser.current_url)
    page.asked()
    assert "Jaw Worm" in page.text("main")
    after = server.get("/api/tables").json()
    assert after["found"] == before + 1
    assert after["tables"][0]["title"].endswith("jaw-worm")


def test_an_amount_out_of_range_is_not_bet(browser, sit):
    page = sit("cgdl:holdem", seed=1, seats=["you", "random", "random"])
    page.asked()
    (number,) = page.wait(lambda: page.all(".amounts input[type=number]"))
    number.clear()
    number.send_keys("9999")
    (bet,) = page.all(".amounts button")
    assert not bet.is_enabled()
    assert bet.text == f"{number.get_attribute('min')} to {number.get_attribute('max')}"


def test_the_first_page_does_not_wait_for_the_games(browser, server):
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/api/games"]})
    try:
        page = SeatPage(browser, server.address + "/")
        page.wait(lambda: page.all(".part"))
        assert "A workbench" in page.text(".hero h1")
        assert not page.all(".game")
        assert not [each for each in page.problems() if "Uncaught" in each]
    finally:
        browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


def test_the_first_page_leads_to_a_game_in_one_click(browser, server):
    page = SeatPage(browser, server.address)
    page.wait(lambda: page.all(".game"))
    assert "Card game" not in [each.text for each in page.all(".game b")]  # the game itself, and not its family
    next(each for each in page.all(".game") if "Spire" in each.text).click()
    page.wait(lambda: page.all(".table .card"))
    browser.get(server.address)
    page.wait(lambda: page.all(".tables li"))
    assert "Slay the Spire battle: jaw-worm" in page.text(".tables li")


def test_the_end_can_be_taken_back_and_played_again(browser, sit):
    page = sit("kuhn", seed=5, seats=["you", "random"])
    page.play()
    page.all(".tools button")[0].click()
    page.wait(lambda: not page.is_over() and page.asked())
    assert not page.all(".ending")
    page.play()
    before = browser.current_url
    page.all(".ending .main")[0].click()
    page.wait(lambda: browser.current_url != before and page.asked())
    assert not page.is_over()
    assert page.problems() == []


def test_what_cost_most_leads_to_its_position(browser, uncompiled):
    table = uncompiled.new_table("kuhn", seed=5, seats=["you", "guest"])
    page = SeatPage(browser, uncompiled.address + table["link"])
    with uncompiled.seat(table, [1]) as other:
        page.asked()
        page.click(".choice[data-words=pass]")
        position = other.asked()
        other.choose(position, [each["words"] for each in position["options"]].index("bet"))
        page.wait(lambda: page.all(".choice[data-words=fold]"))[0].click()
        page.wait(page.is_over)
    assert "hidden" not in page.text(".others")
    page.wait(lambda: page.all(".ending button"))[1].click()
    page.wait(lambda: page.all(".mistakes button") and not page.all(".why progress"))
    page.all(".mistakes button")[0].click()
    assert page.text(".past p") == "Turn 3: you chose fold; call was better."
    assert "hidden" in page.text(".others")
    page.all(".past button")[0].click()
    assert "hidden" not in page.text(".others")
    assert page.problems() == []


# --- several people ---


def test_two_people_on_one_screen_pass_it_on(browser, sit):
    page = sit("cgdl:crazy_eights", seed=3, players=2, seats=["you", "you"])
    shown = []
    for _ in range(4):
        page.wait(lambda: page.all(".curtain button"))
        assert page.all(".table .card") == []
        page.all(".curtain button")[0].click()
        decision = page.asked()
        shown.append(decision.split(":")[0])
        page.click()
        page.wait(lambda was=decision: page.all(".curtain button") or page.is_over() or page.asks_after(was))
        if page.is_over() or not page.all(".curtain button"):
            break
    assert len(set(shown)) == 2


def test_two_people_play_in_two_windows(browser, server):
    table = server.new_table("kuhn", seed=3, seats=["you", "guest"])
    links = {0: table["link"], 1: table["guests"]["1"]}
    windows = {}
    for player, link in links.items():
        browser.switch_to.new_window("tab")
        windows[player] = browser.current_window_handle
        SeatPage(browser, server.address + link)
    page, moves = SeatPage(browser), {0: 0, 1: 0}
    for turn in range(MOST_CLICKS):
        browser.switch_to.window(windows[turn % 2])
        page.wait(lambda: page.text(".turn"))
        if page.is_over():
            break
        if page.text(".turn") == "Your turn":
            decision = page.asked()
            page.click()
            page.wait(lambda was=decision: page.decision() != was)
            moves[turn % 2] += 1
    for window in windows.values():
        browser.switch_to.window(window)
        page.wait(page.is_over)
    assert min(moves.values()) > 0
    assert not page.all(".tools button:nth-child(4)")  # a guest saves nothing into the folder of the host
    for window in windows.values():
        browser.switch_to.window(window)
        browser.close()
    browser.switch_to.window(browser.window_handles[0])


# --- trouble ---


def test_the_game_goes_on_after_the_server_was_killed(browser, start_server):
    server = start_server()
    page = SeatPage(browser, server.address + server.new_table("spire:jaw-worm", seed=7)["link"])
    first = page.asked()
    page.click()
    second = page.wait(lambda: (now := page.asked()) != first and now)
    server.kill()
    page.wait(lambda: "Reconnecting" in page.text(".connection"))
    still = "return ['.table', '.choices'].every((each) => document.querySelector(each).closest('[inert]'))"
    assert browser.execute_script(still)
    browser.find_element(By.TAG_NAME, "body").send_keys("1", Keys.ENTER)
    assert not [each.text for each in page.all(".tools button") if each.is_enabled() and each.text != "Rules"]
    server.start()
    page.wait(lambda: not page.text(".connection"))
    page.wait(lambda: not browser.execute_script(still))  # the position comes after the greeting
    assert page.asked() == second
    page.click()
    page.wait(lambda: page.asked() != second)
    browser.get(f"{server.address}/study")
    page.wait(lambda: page.all(".kinds"))
    server.kill()
    page.wait(lambda: "Reconnecting" in page.text(".connection"))


def test_a_wrong_link_says_so(browser, server):
    table = server.new_table("spire:jaw-worm")
    page = SeatPage(browser, f"{server.address}/seat/{table['table']}#wrong")
    page.wait(lambda: page.text(".notice h1") == "This link opens no seat at this table")
    assert [each.text for each in page.all("main a, main button")] == ["Your tables"]


def test_a_table_that_is_deleted_cannot_be_played_any_more(sit, server):
    page = sit("spire:jaw-worm", seed=7)
    page.asked()
    table = page.browser.current_url.partition("/seat/")[2].partition("#")[0]
    server.client.delete(f"/api/tables/{table}")
    page.wait(lambda: page.text(".notice h1") == "This table was deleted")
    assert not page.all(".choice, .card")
    page.browser.refresh()
    page.wait(lambda: page.text(".notice h1") == "There is no such table")
