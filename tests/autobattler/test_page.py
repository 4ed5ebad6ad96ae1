"""docs/autobattler.md agrees with the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardwright.autobattler import SWITCHES, CardSet, match, mechanics
from cardwright.autobattler.cards import MAX_PRICE, MAX_STAT
from cardwright.autobattler.draft.start import Start
from cardwright.autobattler.draft.state import MAX_KINDS, Act
from cardwright.autobattler.files import MAX_LINE_BYTES, MAX_LINES
from cardwright.autobattler.lineups import MAX_LINEUPS
from cardwright.autobattler.mechanics import MAX_PARAMETER, PERCENT
from cardwright.autobattler.state import MAX_CARDS, MAX_LINEUP, MAX_RULES
from cardwright.autobattler.tournament import MAX_MATRIX_LINEUPS
from cardwright.core import data
from cardwright.scenarios import read_document
from website import mechanics as reference

FILE = Path(__file__).parents[2] / "docs" / "autobattler.md"
PAGE = FILE.read_text(encoding="utf-8")
CARDS, *SCENARIOS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(FILE), module_relative=False)
    assert result.attempted >= 8
    assert not result.failed


def test_the_cards_of_the_page_can_fight():
    cards = data.validate(CardSet, data.parse(CARDS).value)
    assert match([cards.card("Hedgehog")], [cards.card("Ox")], mechanics=cards.mechanics).phases > 0


def test_the_scenarios_of_the_page_pass():
    assert len(SCENARIOS) == 2
    for text in SCENARIOS:
        (scenario,) = read_document(data.parse(text, "page.yaml"))
        assert scenario.run().passed, str(scenario.run())


def test_every_mechanic_and_switch_is_in_the_reference():
    page = reference.page()
    for name, mechanic in mechanics().items():
        assert re.search(
            rf"\| `{name}` \| .*{re.escape(f'*p*: {mechanic.parameter}' if mechanic.parameter else '')}", page
        )
        assert f"`{name}`" in PAGE
    assert all(f"| `{name}` |" in page for name in SWITCHES)
    assert "{p}" not in page


def test_the_defaults_of_a_draft_are_on_the_page():
    defaults = Start()
    for words in (
        "players",
        "rounds",
        "gold, growth",
        "offers, reroll",
        "places",
        "lives",
        "pool",
        "upgrades",
        "profile",
    ):
        values = ", ".join(str(getattr(defaults, word)) for word in words.split(", "))
        row = re.search(rf"\| {', '.join(f'`{word}`' for word in words.split(', '))} \|.*\| (.*) \|", PAGE)
        assert row
        assert row[1].strip("`") == values.lower()


def test_the_numbers_of_actions_are_on_the_page():
    table = PAGE.partition("| action | number |")[2].partition("\n\n")[0]
    numbers = [int(row.split()[0]) for row in re.findall(r"\| (\d+(?: to \d+)?) \|", table)]
    assert numbers == [int(action) for action in Act]


def test_limits_are_on_the_page():
    table = PAGE.partition("| what | from | to |")[2].partition("\n\n")[0]
    limits = {row.split("|")[1].strip(): int(row.split("|")[3].replace(",", "")) for row in table.splitlines()[2:]}
    assert limits == {
        "attack of a card": MAX_STAT, "health of a card": MAX_STAT, "price of a card": MAX_PRICE,
        "parameter of a mechanic": MAX_PARAMETER,
        "parameter of a mechanic that is a percentage in some profile": PERCENT,
        "characters in the name of a card or mechanic": 60,
        "cards in a set": MAX_CARDS, "cards in a set for a draft": MAX_KINDS,
        "cards in a set for a draft with upgrades": MAX_KINDS // 2, "cards in a lineup": MAX_LINEUP,
        "rules of a mechanic": 8, "rules of a card, over all its mechanics": MAX_RULES,
        "a number as `amount` (below 0 only for `strengthen`)": 100, "characters in the `text` of a mechanic": 400,
        "bytes in a card set file": data.LARGEST_FILE, "bytes in a line of a match file": MAX_LINE_BYTES,
        "lines in a match file": MAX_LINES, "lineups in a tournament": MAX_LINEUPS,
        "lineups in a tournament with a matrix": MAX_MATRIX_LINEUPS,
    }  # fmt: skip
