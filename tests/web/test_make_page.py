"""The page Make in a real browser: a card written, mended, drawn, judged and played."""

from __future__ import annotations

import pytest
from patience import PATIENCE

from cardwright.web import formats

pytest.importorskip("selenium")

from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

REDRAWN = (StaleElementReferenceException, ElementClickInterceptedException)
IMAGE = "<img src=x onerror=alert(1)>"


class MakePage:
    """The page, as a person uses it."""

    def __init__(self, browser, address: str, file: str = ""):
        self.browser = browser
        browser.get(f"{address}/make" + (f"?file={file}" if file else ""))

    def wait(self, condition):
        """Wait for a condition; what is redrawn while it is looked at is looked at again."""
        return WebDriverWait(self.browser, PATIENCE, ignored_exceptions=REDRAWN).until(condition)

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)"
        return self.browser.execute_script(script, selector)

    def wait_for(self, selector: str, words: str) -> None:
        self.wait(lambda _: any(words in text for text in self.texts(selector)))

    def press(self, name: str) -> None:
        """Press the button with a name as soon as it is enabled."""
        path = f"//button[normalize-space()='{name}' and not(@disabled)]"
        self.wait(lambda page: [each.click() or True for each in page.find_elements(By.XPATH, path)[-1:]])

    def stop(self) -> None:
        """Stop judging, if it has not ended already."""
        stop = "//button[normalize-space()='Stop']"
        self.wait(lambda page: not [each.click() for each in page.find_elements(By.XPATH, stop)])

    def editor(self):
        host = self.browser.find_element(By.CSS_SELECTOR, ".editor")
        return host.shadow_root.find_element(By.CSS_SELECTOR, ".cm-content")

    def write(self, *lines: str) -> None:
        """Replace the text by lines; Escape closes what the editor offers."""
        keys = (
            ActionChains(self.browser).click(self.editor()).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        )
        for line in lines:
            keys = keys.send_keys(line).send_keys(Keys.ESCAPE).send_keys(Keys.ENTER)
        keys.perform()

    def offers(self) -> list[str]:
        labels = "arguments[0].shadowRoot.querySelectorAll('.cm-completionLabel')"
        script = f"return [...{labels}].map((each) => each.textContent)"
        return self.browser.execute_script(script, self.browser.find_element(By.CSS_SELECTOR, ".editor"))

    def check_console(self) -> None:
        """Check that the browser found nothing wrong, such as a style that the security policy forbids."""
        assert [each["message"] for each in self.browser.get_log("browser") if each["level"] != "INFO"] == []


def test_a_card_is_written_mended_drawn_judged_and_played(browser, web_server):
    page = MakePage(browser, web_server.address)
    page.press("New file")
    page.press("Make it")
    page.wait_for(".problems", "no mistakes")
    page.write("cards:", "Jab: {type: atack, cost: 0, effect: {to: an enemy, attack: 4 (6)}}")
    page.wait_for(".problems li.error", "Line 2")
    page.wait_for(".problems li.error", "'attack'")
    page.write("cards:", "Jab: {type: attack, cost: 0, effect: {to: an enemy, attack: 4 (6)}}")
    page.wait_for(".problems", "no mistakes")
    page.wait_for(".drawn .card", "Deal 4 damage.")
    page.press("How strong is it?")
    page.wait_for(".measures li", "Jab")
    page.wait_for(".measure", "[")
    page.stop()
    page.press("Play it now")
    page.wait(lambda page: "/seat/" in page.current_url)
    assert "Jab" in (web_server.folder / "my_cards.yaml").read_text()
    assert "Jab: 2" in (web_server.folder / "my_cards_game.yaml").read_text()
    page.check_console()


def test_a_file_keeps_the_kind_that_was_chosen(browser, web_server):
    page = MakePage(browser, web_server.address)
    page.press("New file")
    page.press("Make it")
    page.wait_for(".problems", "no mistakes")
    assert page.browser.execute_script("return document.querySelector('.head select').value") == "spire"
    page.write("crds: {}")
    page.wait_for(".problems li.error", "unknown key 'crds'")
    page.press("Save")
    page.wait(lambda _: "saved" in page.texts(".head .small"))  # the next page would break off what is being sent
    name = page.texts(".writing h1")[0]
    page = MakePage(browser, web_server.address, name)
    page.wait_for(".problems li.error", "unknown key 'crds'")
    (web_server.folder / "unknown.yaml").write_text("nothing: known\n")
    page = MakePage(browser, web_server.address, "unknown.yaml")
    page.wait_for(".problems", "Choose the kind of file")
    page.browser.find_element(By.XPATH, "//select/option[.='Unicorn deck']").click()
    page.wait_for(".problems li.error", "'nothing'")
    page.check_console()


def test_nothing_of_another_file_is_shown_while_a_file_is_checked(browser, web_server):
    for name in ("first.yaml", "second.yaml"):
        (web_server.folder / name).write_text(
            "cards: {Jab: {type: attack, cost: 0, effect: {to: an enemy, attack: 4}}}\n"
        )
    page = MakePage(browser, web_server.address, "first.yaml")
    page.wait_for(".problems", "no mistakes")
    assert all("first" in each for each in page.texts(".command code"))
    late = "const real = fetch; window.fetch = (path, ...more) => path === '/api/check' ? new Promise(() => 0) : "
    browser.execute_script(late + "real(path, ...more);")
    page.press("second.yaml")
    page.wait_for(".problems", "Checking")
    assert page.texts(".command code") == []
    assert not page.browser.find_element(By.CSS_SELECTOR, ".strength .main").is_enabled()


@pytest.mark.parametrize(
    ("kind", "before", "typed", "offered"),
    [
        ("spire", "cards:\n  Jab:\n    type: attack\n", "    co", "cost"),
        ("spire", "cards:\n  Jab:\n", "    type: at", "attack"),
        ("spire", "cards:\n  Jab:\n    effect:\n", "      {apply: 2 Vuln", "Vulnerable"),
        ("spire", "statuses:\n  Hot:\n    rules:\n", "      - aft", "after"),
        ("unicorns", "base: second-print\ncards:\n  Star:\n", "    {ty", "type"),
        ("autobattler", "cards:\n  - {name: A, attack: 1, health: 1}\n", "  - {name: B, hea", "health"),
        ("autobattler", "cards:\n  - {name: A, attack: 1, health: 1}\n", "  - {mechanics: {expl", "explode_on_death"),
        ("scenario", "game: spire\n", "sta", "start"),
        ("cgdl", "language 1\n", "manda", "mandatory"),
    ],
)
def test_the_editor_offers_what_the_schema_allows(browser, web_server, kind, before, typed, offered):
    name = f"{kind}_{offered}{formats.FORMATS[kind].suffix}"
    web_server.post("/api/file", {"name": name, "text": before})
    page = MakePage(browser, web_server.address, name)
    page.wait(lambda _: page.texts(".problems li:not(.pending)"))
    page.editor().send_keys(Keys.CONTROL, Keys.END)
    ActionChains(browser).send_keys(typed).perform()
    page.wait(lambda _: offered in page.offers())


def test_names_from_files_never_run(browser, web_server):
    text = f'cards:\n  "{IMAGE}":\n    type: skill\n    text: "{IMAGE}"\n    effect: {{block: 5}}\n'
    web_server.post("/api/file", {"name": "hostile.yaml", "text": text})
    page = MakePage(browser, web_server.address, "hostile.yaml")
    page.wait_for(".drawn .card", IMAGE)
    assert browser.find_elements(By.CSS_SELECTOR, "img[src='x']") == []
    page.check_console()
