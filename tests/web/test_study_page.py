"""Studies in a real browser: start one, stop it, resume it, and see its table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from patience import PATIENCE

by = pytest.importorskip("selenium.webdriver.common.by").By
WebDriverWait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait

KUHN = Path(__file__).parents[2] / "examples" / "kuhn.py"
FILL_IN = """
const [selector, value] = arguments;
const box = document.querySelector(selector);
box.value = value;
for (const kind of ["input", "change"]) box.dispatchEvent(new Event(kind, { bubbles: true }));
"""
HOVER = """
document.querySelector(".plot g.mark").dispatchEvent(new PointerEvent("pointerenter"));
return document.querySelector(".hint:not([hidden])").textContent;
"""


@pytest.fixture(scope="module")
def server(start_server):
    """A server that runs studies as plain Python, so that they begin at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        yield start_server(games=[f"{KUHN}:family"])


@pytest.fixture
def page(browser, server):
    """The page of studies."""
    return Page(browser, server)


class Page:
    """What a person does on the page."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        browser.get("about:blank")  # an address that differs only after its # would not be loaded
        browser.get(f"{server.address}/study")

    def wait(self, condition):
        return WebDriverWait(self.browser, PATIENCE, ignored_exceptions=[Exception]).until(lambda _: condition())

    def shown(self, selector: str, *texts: str) -> None:
        """Wait for an element with some texts, which may be replaced while the page changes."""

        def is_there() -> bool:
            found = [each.text for each in self.browser.find_elements(by.CSS_SELECTOR, selector)]
            return any(all(text in each for text in texts) for each in found)

        self.wait(is_there)

    def press(self, text: str) -> None:
        """Press a button or follow a link, which may be replaced while the page changes."""
        words = f"//button[normalize-space()='{text}'] | //a[.//text()[normalize-space()='{text}']]"
        self.wait(lambda: self.browser.find_element(by.XPATH, words).click() or True)

    def fill_in(self, label: str, value: object) -> None:
        self.shown(f"[aria-describedby='help-{label}']")
        self.browser.execute_script(FILL_IN, f"[aria-describedby='help-{label}']", str(value))


def test_a_study_is_started_stopped_and_resumed(page):
    page.press("Arena")
    page.fill_in("game", "kuhn")
    page.fill_in("games", 1_000_000)
    page.fill_in("seed", 1)
    page.fill_in("folder", "runs/kuhn")
    page.shown(".preview code", "--games 1000000 --seed 1")
    page.shown(".preview code", "arena kuhn --seats random,random --seats ")
    page.press("Start")
    page.shown(".gauge", "of 1,000,000")
    page.press("Stop")
    page.shown(".pill", "stopped")
    page.shown("table.data", "win rate %", "random,random")
    page.browser.refresh()
    page.shown(".pill", "stopped")
    page.shown(".facts", "done")
    page.press("Resume")
    page.shown(".gauge", "of 1,000,000")
    assert "done" not in page.browser.find_element(by.CSS_SELECTOR, ".facts").text  # its gauge says it
    page.server.kill()
    page.server.start()
    page.shown(".pill", "stopped")
    page.shown("table.data", "win rate %", "random,random")
    assert "not written anything" not in page.browser.execute_script("return document.body.textContent")
    page.press("Change and continue")
    games = page.server.get("/api/run/found", params={"name": "runs/kuhn"}).json()["tables"]
    assert games
    page.shown(".field input[readonly]")
    assert not [each for each in page.browser.get_log("browser") if "Content Security Policy" in each["message"]]


def test_values_are_shown_on_hover_and_names_are_only_text(page):
    hostile = "<img src=x onerror=document.title=1>"
    folder = page.server.folder / "runs" / hostile.replace("/", "")
    folder.mkdir(parents=True)
    (folder / "study.json").write_text("{}")
    form = {"kind": "arena", "game": "kuhn", "seats": ["random,random"], "games": 20, "seed": 1, "folder": "runs/few"}
    page.server.post("/api/studies", {"form": form})
    page.browser.get(f"{page.server.address}/study#run=runs/few")
    page.browser.refresh()
    page.shown(".pill", "finished")
    page.wait(lambda: "random (P1)" in page.browser.execute_script(HOVER))  # again if the plot is drawn anew
    page.browser.get(f"{page.server.address}/study")
    page.shown("table.data", hostile)
    assert page.browser.title == "Study · Cardwright"


def test_figures_are_saved_as_numbers(page):
    found = page.browser.execute_async_script(
        """
        const done = arguments[arguments.length - 1];
        import("/static/plot.js").then(({ asNumbers, csv, figure }) => {
          const columns = ["seats", "win rate %", "score", "games"];
          const first = ["=rules", "55.0 [42.5,66.9]", "-0.06±0.20", "1,234"];
          const rows = [first, ["\\u2068random\\u2069", "5.0 [-2.5,6]", "", "7"]];
          done([csv(...asNumbers(columns, rows)), figure(-0.001), figure(45)]);
        });
        """
    )
    assert found[1:] == ["0.00", "45"]
    assert found[0].splitlines() == [
        "seats,win rate %,win rate %: low,win rate %: high,score,score: ±,games",
        "'=rules,55,42.5,66.9,-0.06,0.2,1234",
        "random,5,-2.5,6,,,7",
    ]


def test_a_page_in_a_run_cannot_run_scripts(page):
    folder = page.server.folder / "runs" / "others"
    folder.mkdir(parents=True)
    (folder / "study.json").write_text("{}")
    (folder / "report.html").write_text(
        "<title>report</title><h1>A report</h1><img src=x onerror=\"document.title='ran'\">"
        "<script>document.title = 'ran'</script>"
    )
    page.browser.get(f"{page.server.address}/api/run/file?name=runs/others&file=report.html")
    page.shown("h1", "A report")
    assert page.browser.title == "report"


HELD_BACK = """
const real = fetch;
const answer = (path, more) => new Promise((done) => (window.release = () => done(real(path, ...more))));
window.fetch = (path, ...more) => (path.startsWith("/api/run/compare") ? answer(path, more) : real(path, ...more));
location.hash = "compare=one&compare=two";
"""
RELEASED = """
const done = arguments[0];
release();
setTimeout(() => fetch("/api/runs").then(() => setTimeout(done)));
"""


def test_an_answer_for_a_page_that_was_left_is_not_shown(page):
    page.shown(".kinds")
    page.browser.execute_script(HELD_BACK)
    page.wait(lambda: page.browser.execute_script("return 'release' in window"))
    page.browser.back()
    page.shown(".kinds")
    page.browser.execute_async_script(RELEASED)
    assert not page.browser.find_elements(by.CSS_SELECTOR, "main .error")
    page.shown(".kinds")


def test_plots_and_tables_round_alike(page):
    chance = random.Random(1)
    values = [98.25, 98.35, 0.125, 0.375, -2.5, 8.345, 1.005, -0.01, 0.0, 12345.5]
    values += [chance.uniform(-200, 200) for _ in range(200)] + [chance.randrange(-9999, 9999) / 64 for _ in range(200)]
    written = page.browser.execute_async_script(
        """
        const [values, done] = arguments;
        const rounded = ({ fixed }) => done(values.map((value) => [0, 1, 2].map((digits) => fixed(value, digits))));
        import("/viewer/numbers.js").then(rounded);
        """,
        values,
    )
    assert written == [[f"{round(value, digits) + 0.0:.{digits}f}" for digits in range(3)] for value in values]
