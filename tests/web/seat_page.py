"""The page of a seat in a real browser."""

from __future__ import annotations

import random

import pytest
from patience import PATIENCE

pytest.importorskip("selenium")

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

MOST_CLICKS = 2000
MOVES = ".card.playable, .actions button, .figure.playable, .player.playable"


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
