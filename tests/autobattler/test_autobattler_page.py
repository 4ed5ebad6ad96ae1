"""The page about the auto battler says what is so."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardwright.autobattler import SWITCHES, CardSet, match, mechanics
from cardwright.autobattler.cards import MAX_STAT, MAX_PRICE
from cardwright.autobattler.draft.start import Start
from cardwright.autobattler.draft.state import MAX_KINDS, Act
from cardwright.autobattler.files import MAX_LINE_BYTES, MAX_LINES
from cardwright.autobattler.mechanics import MAX_PARAMETER
from cardwright.autobattler.state import MAX_CARDS, MAX_LINEUP, MAX_RULES
from cardwright.autobattler.tournament import MAX_MATRIX_LINEUPS, MAX_LINEUPS
from cardwright.core import data
from cardwright.scenarios.scenario import read

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


def test_limits_are_on_the_page():
    table = PAGE.partition("| what | from | to |")[2].partition("\n\n")[0]
    largest = {row.split("|")[1].strip(): int(row.split("|")[3].replace(",", "")) for row in table.splitlines()[2:]}
    assert largest == {
        "attack on a card": MAX_STAT, "health on a card": MAX_NUMBER, "price of a card": MAX_PRICE,
        "parameter of a mechanic": MAX_PARAMETER, "characters of a name, of a card or a mechanic": 60,
        "cards in a set": MAX_CARDS, "cards in a set for a draft": MAX_KINDS, "cards in a lineup": MAX_LINEUP,
        "rules of a mechanic": 8, "rules of a card, all its mechanics together": MAX_RULES,
        "a number as `amount` (below 0 only to `strengthen`)": 100, "characters of a mechanic's `text`": 400,
        "bytes of a file with a set of cards": data.LARGEST_FILE, "bytes of a line in a file of matches": MAX_LINE_BYTES,
        "lines of a file of matches": MAX_LINES, "lineups in a tournament": MAX_LINEUPS,
        "lineups in a tournament of which the matrix is kept": MAX_MATRIX_LINEUPS,
    }  # fmt: skip
