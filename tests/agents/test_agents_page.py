"""docs/agents.md lists every agent and every setting, with the defaults and limits of the code."""

from __future__ import annotations

import re
from dataclasses import MISSING, Field, fields
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright.agents import make, strongest
from cardwright.agents.compiled import BUILT_IN, LARGEST_SETTING
from cardwright.agents.llm import WORD, Settings
from cardwright.core import registry

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "agents.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `([\w-]+)`\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
ALL = [*BUILT_IN, strongest.WORD, WORD]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables in a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def limit(value: float | None) -> str:
    return "" if value is None or abs(value) == LARGEST_SETTING else f"{value:g}" if value < 1e5 else str(int(value))


def declared(each: Field[Any]) -> list[str]:
    """Return the name, the default and the limits of a setting, as the page has them."""
    numeric = each.type in ("int", "float", int, float)
    default = "" if each.default is MISSING or not numeric else limit(each.default)
    return [each.name, default, limit(each.metadata.get("low")), limit(each.metadata.get("high"))]


def test_the_page_has_every_agent():
    assert sorted(SECTIONS) == sorted(ALL)
    listed = [name for name, *_ in rows(PAGE.partition("## ")[0])]
    assert sorted(listed) == sorted([*ALL, "my_agents.py:MyAgent"])


@pytest.mark.parametrize("word", sorted(set(BUILT_IN) - {"rules"}))
def test_the_page_has_every_setting_with_its_default_and_limits(word):
    assert [row[:4] for row in rows(SECTIONS[word])] == [declared(each) for each in fields(BUILT_IN[word]) if each.init]


def test_the_page_has_every_setting_of_language_models():
    given = {name: each.default for name, each in Settings.model_fields.items() if name != "model"}
    shown = {name: f"{each:g}" if isinstance(each, float) else str(each) for name, each in given.items()}
    assert dict(rows(SECTIONS[WORD])) == shown


def test_the_page_says_who_is_the_strongest():
    own = [each.name for each in entry_points(group="cardwright.games") if each.module.startswith("cardwright.")]
    games = {name: cardwright.game(f"{name}:{next(iter(registry.family(name).starts()))}") for name in own}
    assert dict(rows(SECTIONS[strongest.WORD])) == {name: game.strongest for name, game in games.items()}


@pytest.mark.parametrize("text", sorted(set(re.findall(r"`((?:lookahead|mcts|rules):[\d+.=a-z]*)`", PAGE))))
def test_the_agents_that_the_page_names_can_be_made(text):
    make(text)
