"""The examples in docs/scenarios.md are scenarios that pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.core import data
from cardwright.scenarios import read_document

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_the_page_has_examples():
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_passes(text):
    for scenario in read_document(data.parse(text, str(PAGE.with_name("example.yaml")))):
        assert scenario.run().passed, str(scenario.run())
