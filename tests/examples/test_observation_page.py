"""docs/observations.md: its tables are those of the code, and its examples run."""

from __future__ import annotations

import re

import pytest
from observation_tables import PAGE, with_tables

from cardwright.core import registry

TEXT = PAGE.read_text(encoding="utf-8")


def test_its_tables_are_made_from_the_code():
    assert with_tables(TEXT) == TEXT, "run: python tests/examples/observation_tables.py"


@pytest.mark.parametrize("family", [name for name in registry.names() if name not in ("kuhn", "leduc")])
def test_every_family_has_tables(family):
    assert f"<!-- made from {family}:" in TEXT


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL))
def test_its_examples_run(code):
    exec(compile(code, PAGE.name, "exec"), {"print": lambda *_: None})  # noqa: S102 (our own page)
