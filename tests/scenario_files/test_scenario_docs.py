"""The examples in docs/scenarios.md are scenarios, and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.core import data
from cardwright.scenarios.scenario import read

TEXT = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("text", EXAMPLES)
def test_example(text):
    for scenario in read(data.parse(text, "example.yaml")):
        assert scenario.run().passed, str(scenario.run())
