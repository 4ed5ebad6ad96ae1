"""Pages for everybody: axe-core finds no serious fault on any page, wide and narrow, by day and by night."""

from __future__ import annotations

from pathlib import Path

import kuhn
import pytest
from patience import PATIENCE

from cardwright import arena
from cardwright.core import registry

WebDriverWait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
CHECK = "const done = arguments[arguments.length - 1]; axe.run(document).then((found) => done(found.violations));"
PAGES = {  # by address: what is there once a page has its contents
    "/": ".game",
    "/play": ".start:enabled",
    "/tables": "ul.tables li",
    "/watch": ".games a",
    "/watch?file=game.json": ".decision b",
    "/make": "main button",
    "/make?file=cards.yaml": ".drawn .card",
    "/study": ".kinds a",
    "/study#new=arena": ".preview code",
    "/study#run=runs/few": "table.data",
    "/routes?file=example": ".spot.on",
    "/nowhere": ".notice",
}
GAMES = ["spire:sentries", "unicorns:2", "cgdl:texas", "cgdl:klondike", "autobattler"]
LOOKS = {(1440, 900): "light", (390, 844): "dark"}
CARDS = "cards: {Jab: {type: attack, cost: 0, effect: {to: an enemy, attack: 4}}}\n"


@pytest.fixture(scope="module")
def server(start_server):
    """A server with something on every page: a table, a game to watch, cards, and a run."""
    server = start_server(games=[f"{kuhn.__file__}:family"])
    game = registry.game("kuhn")
    game.new(3).play("bet").play("call").save(server.folder / "game.json")
    (server.folder / "cards.yaml").write_text(CARDS)
    arena.run(game, ["random,random"], games=20, seed=1, log=server.folder / "runs" / "few")
    server.new_table("kuhn")
    return server


def faults(browser, address, content):
    """Return the serious faults that axe-core finds on a page, which is loaded once for all its looks."""
    browser.set_script_timeout(PATIENCE)
    browser.get("about:blank")  # an address that differs only after its # would not be loaded
    browser.get(address)
    WebDriverWait(browser, PATIENCE).until(
        lambda driver: driver.execute_script("return !!document.querySelector(arguments[0])", content)
    )
    browser.execute_script(AXE)
    found = []
    for size, theme in LOOKS.items():
        browser.set_window_size(*size)
        browser.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
        serious = [each for each in browser.execute_async_script(CHECK) if each["impact"] in ("serious", "critical")]
        found += [
            f"{theme}: {each['id']}: {node['target']} {node['failureSummary']}"
            for each in serious
            for node in each["nodes"][:3]
        ]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_no_page_has_a_serious_fault(browser, server, page):
    assert faults(browser, server.address + page, PAGES[page]) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_table_has_a_serious_fault(browser, server, game):
    seats = ["you", *["random"] * (registry.game(game).players - 1)]
    assert faults(browser, server.address + server.new_table(game, seats=seats)["link"], ".choice, .amounts") == []
