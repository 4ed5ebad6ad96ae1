"""Playing in a real browser: whole games by clicking, by keyboard and by dragging, with others and after a crash."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path

import kuhn
import pytest
from patience import PATIENCE

pytest.importorskip("selenium")

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

MOST_CLICKS = 2000
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
MOVES = ".card.playable, .actions button, .figure.playable, .player.playable"
LONG_NAMES = f"""
game: spire
start:
  content: {{cards: {{{"W" * 58}: {{type: skill, cost: 1, effect: {{block: 5}}}}}}}}
  deck: {{{"W" * 58}: 10}}
  enemies: [Jaw Worm]
"""
DESCRIBED = Path(kuhn.__file__).parent / "stand_or_draw.cgdl"


@pytest.fixture(scope="module")
def server(start_server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    shutil.copy(DESCRIBED, folder)
    return start_server(folder, games=[f"{kuhn.__file__}:family"])


class SeatPage:
    """The page of a seat, and a person in front of it who clicks at random."""

    def __init__(self, browser, address="", seed=1):
        self.browser = browser
        self.chance = random.Random(seed)
        if address:
            browser.get("about:blank")  # another key in the same address would not load the page again
            browser.get_log("browser")
            browser.get(address)

    def all(self, selector):
        return [each for each in self.browser.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]

    def text(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector).text

    def wait(self, condition):
        """Wait for a condition; what is redrawn while it is looked at is looked at again."""
        ignored = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.browser, PATIENCE, 0.02, ignored).until(lambda _: condition())

    def is_over(self):
        return self.text(".turn") == "The end"

    def decision(self):
        """Return whose decision is shown, and which one it is."""
        return self.browser.find_element(By.CSS_SELECTOR, ".table").get_attribute("data-decided")

    def is_asked(self):
        return "your turn" in self.text(".turn").lower() and self.all(".choice, .amounts")

    def asks_after(self, decision):
        """Return whether the player is asked for another decision than this one."""
        return self.is_asked() and self.decision() != decision

    def asked(self):
        """Wait until the player decides, or the game is over; return which decision it is."""
        self.wait(lambda: self.is_over() or self.is_asked())
        return self.decision()

    def click(self, selector=MOVES):
        """Click one of the things on the table; without any, the amount or a choice of the list."""
        found = self.all(selector) or self.all(".amounts .main") or self.all(".choice")
        self.chance.choice(found).click()
        for each in self.all(".menu button")[:1]:
            each.click()

    def play(self):
        """Play until the end; return how many decisions that took."""
        for number in range(MOST_CLICKS):
            decision = self.asked()
            if self.is_over():
                return number
            self.click()
            self.wait(lambda was=decision: self.is_over() or self.asked() != was)
        raise AssertionError("the game does not end")

    def problems(self):
        return [each["message"] for each in self.browser.get_log("browser")]


@pytest.fixture
def sit(browser, server):
    """Begin a game and open the page of the first person's seat."""

    def begin(game, **options):
        return SeatPage(browser, server.address + server.new_table(game, **options)["link"])

    return begin


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
        (DESCRIBED.name, {}),
    ],
)
def test_a_whole_game_is_played_by_clicking(sit, server, game, options):
    if game in SHORT:
        (server.folder / game).write_text(SHORT[game])
    if game == DESCRIBED.name:
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
    page.wait(lambda: page.all(f".game-row input[value='{DESCRIBED.name}']"))[0].click()
    page.wait(lambda: "stand" in page.text(".setup h2 small"))
    assert page.text(".command code") == f"cardwright play {DESCRIBED.name}"
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


# --- other ways to move, and what is shown ---


def test_keys_choose_and_undo(browser, sit):
    page = sit("spire:jaw-worm", seed=7)
    first = page.asked()
    body = browser.find_element(By.TAG_NAME, "body")
    words = page.text(".choice b")
    body.send_keys("1")
    assert browser.switch_to.active_element.text.startswith("1")
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait(lambda: page.asked() != first)
    assert f"You: {words}" in page.text(".log")
    body.send_keys("u")
    page.wait(lambda: page.asked() == first)
    body.send_keys(Keys.ARROW_RIGHT)
    assert "playable" in browser.switch_to.active_element.get_attribute("class")


def test_a_card_is_dropped_on_an_enemy(browser, sit):
    page = sit("spire:louses", seed=7)
    first = page.asked()
    card = next(each for each in page.all(".card.playable") if "Strike" in each.text)
    enemy = page.all(".figures .figure")[1]
    ActionChains(browser).drag_and_drop(card, enemy).perform()
    page.wait(lambda: page.asked() not in (first, "0:1"))
    assert "Green Louse" in page.text(".log > li:last-child")


def test_statuses_and_moves_are_explained(browser, sit):
    page = sit("spire:jaw-worm", seed=7)
    page.asked()
    assert page.all(".chip.named")[0].text == "Intends Chomp for 11"
    ActionChains(browser).move_to_element(page.all(".chip.named")[0]).perform()
    page.wait(lambda: "Deal 11 damage" in page.text("#details"))
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ESCAPE)
    page.wait(lambda: not page.all("#details"))
    while "named" not in browser.switch_to.active_element.get_attribute("class"):
        browser.switch_to.active_element.send_keys(Keys.TAB)
    page.wait(lambda: "Deal 11 damage" in page.text("#details"))


def test_amounts_have_a_slider(browser, sit):
    page = sit("cgdl:blackjack", seed=3, seats=["you", "random", "random"])
    first = page.asked()
    number = page.all(".amounts input[type=number]")[0]
    number.clear()
    number.send_keys("42")
    assert page.text(".amounts .main") == "bet 42"
    number.send_keys(Keys.ENTER)
    page.wait(lambda: page.asked() != first)
    assert "bet 42" in page.text(".mine .chips")


def test_amounts_stay_in_their_panel(browser, sit):
    page = sit("cgdl:holdem", seed=3, seats=["you", "random", "random"])
    page.asked()
    act, panel = page.all(".amounts .main")[0], page.all(".decide")[0].rect
    browser.execute_script("arguments[0].textContent = 'bet 1 (2 in all) '.repeat(9)", act)
    assert act.rect["x"] + act.rect["width"] <= panel["x"] + panel["width"]
    assert page.all(".amounts input[type=range]")[0].rect["width"] > 0.5 * panel["width"]


def test_equal_values_have_equal_bars(browser, sit):
    page = sit("spire:jaw-worm", seed=7)
    page.asked()
    drawn = browser.execute_async_script("""
        const done = arguments[0];
        import("/static/seat_choices.js").then(({ Choices }) => {
          const place = () => document.createElement("div");
          const choices = new Choices({ tray: place(), actions: place() });
          document.querySelector(".decide").append(choices.element);
          const option = (words) => ({ words, about: words, name: "", card: "", player: null, amount: null, count: 1 });
          choices.show({ options: ["pass", "bet", "fold"].map(option), player: 0 }, [], {});
          choices.isHinting = true;
          const valued = ([words, value]) => ({ words, value, margin: 0.01 });
          const values = [["pass", -0.12], ["bet", -0.12], ["fold", -0.57]];
          choices.showHint({ playouts: 100, choices: values.map(valued) });
          const rows = [...choices.list.querySelectorAll(".choice")];
          done(rows.map((row) => {
            const width = (selector) => row.querySelector(selector).getBoundingClientRect().width;
            return [width(".meter"), width(".filled"), row.querySelectorAll(".best").length > 0];
          }));
        });
    """)
    widths, filled, best = zip(*drawn, strict=True)
    assert len(set(widths)) == 1
    assert filled[0] == filled[1] > filled[2]
    assert best == (True, True, False)


def test_a_card_that_lies_open_is_not_drawn_twice(browser, server):
    SeatPage(browser, server.address + "/play")
    drawn = browser.execute_async_script("""
        const done = arguments[0];
        import("/viewer/board.js").then(({ Board }) => {
          const board = new Board({ players: [{ name: "P1" }], piles: [], redraw: () => {} });
          const face = { kind: "", cost: "", text: "", pip: "" };
          board.addFaces({ Neigh: face, Yay: face });
          const labelsIn = (part) => [...part.querySelectorAll(".label")].map((each) => each.textContent);
          const labels = (view) => board.draw(view).flatMap(labelsIn);
          done([labels({ stack: ["Neigh"], asks: "Neigh" }), labels({ stack: ["Neigh"], asks: "Yay" })]);
        });
    """)
    assert drawn == [["stack"], ["stack", "asks"]]


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


# --- looks ---


def test_the_theme_is_kept(browser, server):
    page = SeatPage(browser, server.address + "/play")
    background = "return getComputedStyle(document.body).backgroundColor"
    page.wait(lambda: page.all("#theme"))
    browser.execute_script("localStorage.removeItem('theme')")
    before = browser.execute_script(background)
    page.all("#theme")[0].click()
    after = browser.execute_script(background)
    assert after != before
    browser.refresh()
    assert browser.execute_script(background) == after
    browser.execute_script("localStorage.removeItem('theme')")


@pytest.mark.parametrize("address", ["/", "/play", "/watch", "/make", "/study", "/routes", "seat"])
def test_pages_are_light(browser, server, address):
    if address == "seat":
        address = server.new_table("spire:jaw-worm")["link"]
    page = SeatPage(browser, server.address + address)
    page.wait(lambda: page.all("main h1"))
    pages = "performance.getEntries().filter((each) => !each.name.includes('codemirror'))"  # without the editor
    assert sum(browser.execute_script(f"return {pages}.map((each) => each.encodedBodySize || 0)")) < 400_000


BREAKING_OUT = """
const isBroken = (each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1;
return [...document.querySelectorAll(".card .name, .panel")].filter(isBroken).map((each) => each.textContent);
"""


def test_a_position_of_any_form_is_drawn(browser, server):
    SeatPage(browser, server.address + "/play")
    drawn = browser.execute_async_script(
        """
        const done = arguments[arguments.length - 1];
        const modules = ["board", "cards", "numbers"].map((name) => import(`/viewer/${name}.js`));
        Promise.all(modules).then(([{ Board }, { element }, { fixed }]) => {
          const board = new Board({ players: [{ name: "P1" }], piles: [], redraw() {} });
          board.addFaces({ Ant: { kind: "ant", cost: "", text: "", pip: "" } });
          const view = { map: "A B\\n|/", slots: ["Ant", "empty"], table: Array(12).fill("Ant") };
          const place = element("div", "", ...board.draw(view));
          document.body.append(place);
          const count = (selector) => place.querySelectorAll(selector).length;
          const own = element("div", "", ...board.draw({ relics: ["Ant"], hand: ["Ant"] }, { own: 0 }));
          const first = own.querySelector(".zone").dataset.zone; // the hand, before what lies there all the time
          const font = getComputedStyle(place.querySelector(".drawing pre")).fontFamily;
          done([first, font, count(".card"), count(".slip"), count(".cards.many"), fixed(-0.001), fixed(-0.5)]);
        });
        """
    )
    assert drawn[0] == "hand"
    assert "monospace" in drawn[1]
    assert drawn[2:] == [13, 1, 1, "0.00", "-0.50"]


def test_a_card_face_down_is_as_large_as_the_others(browser, server):
    SeatPage(browser, server.address + "/play")
    sizes = browser.execute_async_script("""
        const done = arguments[0];
        import("/viewer/board.js").then(({ Board }) => {
          const board = new Board({ players: [{ name: "P1" }], redraw() {} });
          board.addFaces({ "9 of clubs": { kind: "clubs", cost: "9", text: "", pip: "♣" } });
          const place = document.createElement("div");
          place.append(...board.draw({ prize: ["9 of clubs"], bid: [null] }));
          document.body.append(place);
          const sized = (each) => [each.offsetWidth, each.offsetHeight];
          done([...place.querySelectorAll(".card")].map(sized));
        }).catch((error) => done(String(error)));
    """)
    assert len(sizes) == 2
    assert sizes[0] == sizes[1]


def test_what_a_player_may_not_see_is_called_hidden(sit):
    page = sit("kuhn", seats=["you", "random"])
    page.asked()
    assert "hand hidden" in page.text(".others")


def test_zones_have_the_names_that_players_know(sit):
    page = sit("cgdl:crazy_eights", seats=["you", "random", "random", "random"])
    page.asked()
    labels = [each.text.lower() for each in page.all(".middle .label")]
    assert "pile" in labels
    assert "t0" not in labels


PLACES = """
const corners = (each) => ["left", "top", "bottom"].map((edge) => Math.round(each.getBoundingClientRect()[edge]));
const places = [...document.querySelectorAll(".place")];
return places.map((place) => [place.dataset.zone, corners(place), [...place.querySelectorAll(".card")].map(corners)]);
"""


def test_piles_of_a_patience_lie_side_by_side(browser, sit):
    page = sit("cgdl:klondike", seed=5)
    first = page.asked()
    places = {zone: (place, cards) for zone, place, cards in browser.execute_script(PLACES)}
    columns, foundations = ([f"T{table}" for table in numbers] for numbers in (range(7), range(7, 11)))
    for row in (columns, foundations):
        assert len({places[zone][0][1] for zone in row}) == 1  # tops
        assert sorted(row, key=lambda zone: places[zone][0][0]) == row
    above, below = places["T6"][1][-2:]
    assert above[1] < below[1] < above[2]  # the cards of a column overlap
    ace = next(each for each in page.all(".card.playable") if "ace of hearts" in each.get_attribute("textContent"))
    ActionChains(browser).drag_and_drop(ace, page.all("[data-zone=T9] .slot")[0]).perform()
    page.wait(lambda: page.asked() != first)
    assert "ace of hearts" in page.all("[data-zone=T9]")[0].get_attribute("textContent")


def test_a_small_screen_shows_the_hand_above_the_choices(browser, sit):
    metrics = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page = sit("spire:jaw-worm", seed=5)
        page.asked()
        edges = "const edges = (place) => document.querySelector(place).getBoundingClientRect();"
        hand, choices = browser.execute_script(
            f"{edges} return [edges('[data-zone=hand]').bottom, edges('.decide').top]"
        )
        assert choices > 0.65 * 800
        assert hand <= choices
        assert not page.all(".keys")
        shown = [each.rect for each in page.all(".tools button, .choice")]
        assert len(shown) == 8  # four buttons and four choices
        assert max(each["y"] + each["height"] for each in shown) - browser.execute_script("return scrollY") <= 800
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_small_screen_shows_all_words_of_a_choice(browser, sit):
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page = sit("unicorns:2", seed=5, level="easy")
        page.asked()
        (play,) = page.all(".choice .rest")
        assert play.text.endswith("goes to the discard pile.")
        assert not browser.execute_script("return arguments[0].scrollHeight > arguments[0].clientHeight", play)
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_nothing_is_wider_than_the_screen(browser, server):
    (server.folder / "long.yaml").write_text(LONG_NAMES)
    tables = [("spire:sentries", {}), ("unicorns:4", {"level": "easy"}), ("autobattler:table", {"level": "easy"})]
    tables += [("spire:run", {}), ("long.yaml", {}), ("cgdl:freecell", {})]
    links = [server.new_table(game, **options)["link"] for game, options in tables]
    try:
        for address in ["/", "/play", "/watch", *links]:
            page = SeatPage(browser, server.address + address)
            page.wait(lambda page=page: page.all(".card, .game, .start, .choose .command"))
            for width in (820, 390):
                metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
                assert browser.execute_script("return document.documentElement.scrollWidth") <= width, address
                assert browser.execute_script(BREAKING_OUT) == [], address
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
