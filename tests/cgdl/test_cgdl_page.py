"""docs/cgdl.md, docs/cgdl_games.md and what other pages say of described games agree with the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardwright import cgdl
from cardwright.balance import paths
from cardwright.cgdl.engine.state import State, State3, State3Wide
from cardwright.cgdl.language.switches import SWITCHES
from cardwright.core.errors import CardwrightError

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "cgdl.md").read_text(encoding="utf-8")
GAMES = (DOCS / "cgdl_games.md").read_text(encoding="utf-8")
TUNING = (DOCS / "balance.md").read_text(encoding="utf-8").partition("## Numbers of described games")[2]


def test_the_page_describes_every_switch():
    for switch in SWITCHES.values():
        values = ", ".join(f"**{value}**" if value == switch.default else value for value in switch.values)
        numbers = f"{switch.lowest} to {switch.highest:,}, default **{switch.default}**"
        assert f"| `{switch.name}` | {values or numbers} | {switch.doc} |\n" in PAGE


def test_the_example_on_the_page_is_uno():
    example = re.search(r"```\n(# UNO.*?)```", PAGE, re.DOTALL)
    assert example
    assert cgdl.formatted(example[1]) == example[1]
    uno, shown = cgdl.load("uno"), cgdl.parse(example[1])
    assert (shown.stages, shown.ranking, shown.winning) == (uno.stages, uno.ranking, uno.winning)


def test_the_page_states_the_sizes_of_the_records():
    assert re.findall(r"`, with ([0-9,]+)\sbytes", GAMES) == [
        f"{kind.itemsize:,}" for kind in (State, State3, State3Wide)
    ]


def test_the_page_lists_every_game_with_its_language():
    for name in cgdl.games():
        assert re.search(rf"\| .*`{name}`.* \| {cgdl.load(name).language} \|", GAMES), name


def test_every_path_that_can_be_tuned_names_a_number():
    found = re.findall(r"`((?:stages|ranking|winning|switches)\.[^`]+)`", TUNING)
    assert len(found) >= 7
    rules = [cgdl.family.rules({"game": name}) for name in cgdl.games()]
    for path in found:
        assert any(_is_number(each, path) for each in rules), path


def _is_number(rules, path):
    try:
        return all(isinstance(paths.get(rules, each), int) for each in paths.find(rules, path).values())
    except CardwrightError:
        return False


def test_the_doctests_on_numbers_pass():
    examples = doctest.DocTestParser().get_doctest(TUNING, {}, "balance.md", None, 0)
    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
