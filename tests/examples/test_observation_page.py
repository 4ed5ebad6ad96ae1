"""docs/observations.md: its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
def test_its_examples_run(code):
    exec(compile(code, PAGE.name, "exec"), {"print": lambda *_: None})  # noqa: S102 (our own page)
