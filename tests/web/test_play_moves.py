"""Other ways to move than by clicking, and what is shown of the choices."""

from __future__ import annotations

import pytest

pytest.importorskip("selenium")

from seat_page import SeatPage
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


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
