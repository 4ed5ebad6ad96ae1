"""docs/environments.md: its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install 'cardwright[rl]'")

ROOT = Path(__file__).parents[2]
CODE = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "environments.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", CODE)
def test_its_examples_run(code, monkeypatch):
    monkeypatch.chdir(ROOT)
    code = code.replace("num_envs=1024", "num_envs=4").replace("range(100)", "range(3)")
    exec(compile(code, "environments.md", "exec"), {"print": lambda *_: None})  # noqa: S102 (our own page)
