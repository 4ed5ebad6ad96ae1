"""The page about the auto battler says what is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardwright.arena.scenario import read
from cardwright.autobattler import SWITCHES, CardSet, match, mechanics
from cardwright.autobattler.draft.start import Start
from cardwright.autobattler.draft.state import Act
from cardwright.core import data

FILE = Path(__file__).parents[2] / "docs" / "autobattler.md"
PAGE = FILE.read_text(encoding="utf-8")
CARDS, SCENARIO = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(FILE), module_relative=False)
    assert result.attempted >= 8
    assert not result.failed


def test_the_cards_of_the_page_can_fight():
    cards = data.validate(CardSet, data.parse(CARDS).value)
    assert match([cards.card("Hedgehog")], [cards.card("Ox")], mechanics=cards.mechanics).phases > 0


def test_the_scenario_of_the_page_is_true():
    (scenario,) = read(data.parse(SCENARIO, "page.yaml"))
    assert scenario.run().passed, str(scenario.run())


def test_every_mechanic_and_switch_is_on_the_page():
    for name, mechanic in mechanics().items():
        assert re.search(rf"\| `{name}` \| {re.escape(mechanic.parameter or '')} ?\|", PAGE)
    assert all(f"| `{name}` |" in PAGE for name in SWITCHES)


def test_the_usual_rules_of_a_draft_are_on_the_page():
    usual = Start()
    for words in ("players", "rounds", "gold, growth", "offers, reroll", "places", "lives", "profile"):
        values = ", ".join(str(getattr(usual, word)) for word in words.split(", "))
        row = re.search(rf"\| {', '.join(f'`{word}`' for word in words.split(', '))} \|.*\| (.*) \|", PAGE)
        assert row
        assert row[1].strip("`") == values


def test_the_numbers_of_actions_are_on_the_page():
    table = PAGE.partition("| action | number |")[2].partition("\n\n")[0]
    numbers = [int(row.split()[0]) for row in re.findall(r"\| (\d+(?: to \d+)?) \|", table)]
    assert numbers == [int(action) for action in Act]
