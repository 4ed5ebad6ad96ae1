"""Pictures of the workbench in a browser, for the README, docs/web.md and docs/routes.md; drawn by Chromium.

python benchmarks/web_pictures.py docs/images
"""

from __future__ import annotations

import argparse
import io
import shutil
from collections.abc import Callable
from pathlib import Path

import httpx
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from web_client import started_server

WIDTH = 1440
SECONDS = 600  # the first search and the first judge are compiled
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
CARDS = """\
cards:
  Riposte:
    type: attack
    cost: 1
    effect:
      - {to: an enemy, attack: 7 (10)}
      - {to: self, block: 4 (6)}
  Second Wind:
    type: skill
    cost: 0
    effect: {to: self, draw: 2 (3)}
  War Cry:
    type: power
    cost: 2
    effect: {to: self, apply: 2 (3) Strength}
"""
ARENA = {
    "kind": "arena",
    "game": "spire:sentries",
    "seats": ["random", "rules", "lookahead:2"],
    "games": 400,
    "seed": 1,
    "folder": "runs/three-sentries",
}


class Page:
    """A page of a server in a browser."""

    def __init__(self, browser: webdriver.Chrome, address: str):
        self.browser = browser
        self.address = address
        self.server = httpx.Client(base_url=address, timeout=60, trust_env=False)

    def open(self, path: str, theme: str, height: int) -> None:
        """Open a page with light or dark colours."""
        size = {"width": WIDTH, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.browser.get(f"{self.address}/api/games")  # any answer of the server, to keep the theme for it
        self.browser.execute_script("localStorage.setItem('theme', arguments[0])", theme)
        self.browser.get(self.address + path)

    def all(self, selector: str) -> list[str]:
        """Return the texts of all elements of a kind."""
        return [each.text for each in self.browser.find_elements(By.CSS_SELECTOR, selector)]

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        WebDriverWait(self.browser, SECONDS, ignored_exceptions=[Exception]).until(lambda _: condition())

    def click(self, selector: str, words: str = "") -> None:
        """Click the first element of a kind that has these words."""
        found = self.browser.find_elements(By.CSS_SELECTOR, selector)
        element = next(each for each in found if words in (each.text or each.get_attribute("aria-label") or ""))
        self.browser.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", element)


def battle(page: Page) -> None:
    """A battle with what a search thinks of each choice."""
    table = page.server.post("/api/tables", json={"game": "spire:sentries", "seed": 12}).json()
    page.open(table["link"], "dark", 900)
    page.wait(lambda: page.all(".choice"))
    page.click(".tools button", "Hint")
    page.wait(lambda: int(page.all(".decide [role=status]")[0].split(" playouts")[0].replace(",", "")) > 5000)


def make(page: Page) -> None:
    """Cards in the editor, drawn and judged."""
    page.server.post("/api/file", json={"name": "my_cards.yaml", "text": CARDS})
    page.open("/make?file=my_cards.yaml", "light", 1000)
    page.wait(lambda: len(page.all(".made")) == 3)
    page.click(".strength button", "How strong")
    page.wait(lambda: len(page.all(".measures li")) >= 3)
    page.wait(lambda: "How strong is it?" in page.all(".strength button"))  # and no longer "Stop"


def study(page: Page) -> None:
    """What an arena found."""
    page.server.post("/api/studies", json={"form": ARENA})
    page.open(f"/study#run={ARENA['folder']}", "dark", 1000)
    page.wait(lambda: "finished" in page.all(".pill") and page.all(".plot") and page.all("table.data"))


def routes(page: Page) -> None:
    """A map with a required and a forbidden room, a constraint in words, and the best paths."""
    page.open("/routes", "light", 1250)
    page.wait(lambda: page.all(".path"))
    page.click("button", "at least 2 elites")
    for name in ("7C", "3B", "3B"):
        page.click(".spot", name)
    page.wait(lambda: len(page.all(".wishes li")) == 3 and page.all(".path"))


PICTURES = {"web_battle.png": battle, "web_make.png": make, "web_study.png": study, "routes.png": routes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=PICTURES, action="append")
    arguments = parser.parse_args()
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in FLAGS:
        options.add_argument(flag)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    with started_server() as server, webdriver.Chrome(options, service) as browser:
        page = Page(browser, server.address)
        for name in arguments.only or PICTURES:
            PICTURES[name](page)
            browser.execute_script("document.documentElement.style.scrollbarGutter = 'auto'")  # no scroll bar is drawn
            picture = Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")
            picture.quantize(256, dither=Image.Dither.NONE).save(arguments.folder / name, optimize=True)
            print(f"{name}: {(arguments.folder / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
