"""docs/agents.md and the reference of agents: every agent and every setting is there, with the defaults of the code."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import cardwright
from cardwright.agents import Mcts, make, strongest
from cardwright.agents.compiled import BUILT_IN
from cardwright.agents.llm import WORD
from cardwright.core import registry
from website import agents

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
REFERENCE = agents.page()
ALL = [*BUILT_IN, strongest.WORD, WORD]


def test_the_page_has_every_agent():
    listed = re.findall(r"^\| `([\w-]+)` \|", PAGE.partition("## ")[0], re.MULTILINE)
    assert sorted(listed) == sorted(ALL)


def test_the_reference_has_every_agent_and_family():
    assert re.findall(r"^## `([\w-]+)`$", REFERENCE, re.MULTILINE) == ALL
    own = [each.name for each in entry_points(group="cardwright.games") if each.module.startswith("cardwright.")]
    assert sorted(agents.FAMILIES) == sorted(own)
    assert "| `playouts` |  | 1 | 1,000,000 |" in REFERENCE
    assert "| `style` | plain |" in REFERENCE


def test_the_page_has_the_settings_of_the_search_with_their_defaults():
    table = [line.split("|")[1:3] for line in PAGE.partition("## `mcts`\n")[2].splitlines() if line.startswith("| `")]
    pairs = [(re.findall(r"\w+", names), re.findall(r"[\d.]+", values)) for names, values in table]
    shown = {name: value for names, values in pairs if values for name, value in zip(names, values, strict=True)}
    numeric = [each for each in fields(Mcts) if each.init and isinstance(each.default, int | float)]
    assert shown == {each.name: agents.number(each.default) for each in numeric}


def test_the_page_says_who_is_the_strongest():
    games = [cardwright.game(f"{name}:{next(iter(registry.family(name).starts()))}") for name in agents.FAMILIES]
    assert [game.strongest for game in games if f"`{game.strongest}`" not in PAGE] == []


@pytest.mark.parametrize("text", sorted(set(re.findall(r"`((?:lookahead|mcts|rules):[\d+.=a-z]*)`", PAGE))))
def test_the_agents_that_the_page_names_can_be_made(text):
    make(text)
