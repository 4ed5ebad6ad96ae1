"""The page about the game is correct and complete: its examples run, and its tables leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cardwright import scenarios, unicorns
from cardwright.balance import paths
from cardwright.core import data
from cardwright.core.errors import CardwrightError
from cardwright.unicorns import content
from cardwright.unicorns.start import Numbers

PAGE = (Path(__file__).parents[2] / "docs" / "unicorns.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", blocks("yaml"))
def test_its_scenarios_pass(text):
    for each in scenarios.read_document(data.parse(text, "docs/unicorns.md")):
        assert each.run().passed


@pytest.mark.parametrize("text", blocks("python"))
def test_its_examples_run(text):
    exec(compile(text, "docs/unicorns.md", "exec"), {"print": lambda *_: None})  # noqa: S102 (our own page)


def test_it_explains_every_word_of_a_card():
    fields = [field.alias or name for name, field in content.Card.model_fields.items()]
    verbs = [content.Effect.model_fields[verb].alias or verb for verb in content.MODIFIERS]
    words = [*fields, *verbs, *get_args(content.AlwaysWord), *get_args(content.Type)]
    missing = [word for word in words if not re.search(rf"`[^`]*\b{word}\b[^`]*`", PAGE)]
    assert missing == []


def test_every_path_on_it_leads_to_a_number():
    tuning = PAGE.partition("## Tuning")[2]
    rows = re.findall(r"^\| (`.*?) \|", tuning, re.MULTILINE)
    found = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(found) >= 8
    start = unicorns.family.start("4")
    rules = {**unicorns.family.rules(start), "start": start}
    for path in found:
        assert all(isinstance(paths.get(rules, found), int) for found in paths.find(rules, path).values()), path


def test_it_lists_every_number_that_is_not_on_a_card():
    rows = re.findall(r"^\| `([a-z ]+?)` +\| .*? \| (\d+).*? \| (\d+) to (\d+) +\|$", PAGE, re.MULTILINE)
    defaults = unicorns.family.rules({"players": 6})["numbers"]
    assert {name: int(value) for name, value, _, _ in rows} == defaults
    for name, _, low, high in rows:
        for value, allowed in ((int(low), True), (int(high), True), (int(low) - 1, False), (int(high) + 1, False)):
            assert _allows(name, value) == allowed, (name, value)


def _allows(name, value):
    try:
        data.validate(Numbers, {name: value})
    except CardwrightError:
        return False
    return True
