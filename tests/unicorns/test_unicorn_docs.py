"""The page about the game is true: its examples run, and it leaves nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cardwright import unicorns
from cardwright.arena import scenario
from cardwright.core import data
from cardwright.unicorns import content

PAGE = (Path(__file__).parents[2] / "docs" / "unicorns.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", blocks("yaml"))
def test_its_scenarios_go_right(text):
    for each in scenario.read(data.parse(text, "docs/unicorns.md")):
        assert each.run().passed


@pytest.mark.parametrize("text", blocks("python"))
def test_its_examples_run(text):
    exec(compile(text, "docs/unicorns.md", "exec"), {"print": lambda *_: None})  # noqa: S102 (our own page)


def test_it_knows_every_switch_as_the_data_does():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE))
    for name, switch in unicorns.profiles().switches.items():
        assert rows[name] == switch.about


def test_it_knows_every_word_of_a_card():
    fields = [field.alias or name for name, field in content.Card.model_fields.items()]
    verbs = [content.Effect.model_fields[verb].alias or verb for verb in content.MODIFIERS]
    words = [*fields, *verbs, *get_args(content.AlwaysWord), *get_args(content.Type)]
    missing = [word for word in words if not re.search(rf"`[^`]*\b{word}\b[^`]*`", PAGE)]
    assert missing == []
