"""How positions look in a real browser, on screens of any size."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium")

from seat_page import SeatPage
from selenium.webdriver import ActionChains

LONG_NAMES = f"""
game: spire
start:
  content: {{cards: {{{"W" * 58}: {{type: skill, cost: 1, effect: {{block: 5}}}}}}}}
  deck: {{{"W" * 58}: 10}}
  enemies: [Jaw Worm]
"""


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
