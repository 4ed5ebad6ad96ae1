"""Python code of users: a server runs only what it was started with, and so do the processes it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.core import user_code
from cardwright.core.errors import CardwrightError


@pytest.fixture
def confined(tmp_path: Path, monkeypatch):
    """A process that may load allowed.py and nothing else of the user's."""
    (tmp_path / "allowed.py").write_text("value = 7\n")
    (tmp_path / "other.py").write_text("raise SystemExit('it ran')\n")
    monkeypatch.setattr(user_code, "_allowed", None)
    monkeypatch.setenv(user_code.ALLOWED, "[]")  # so that it is as before afterwards
    user_code.confine(str(tmp_path / "allowed.py"))
    return tmp_path


def test_a_confined_process_loads_only_the_code_it_was_started_with(confined):
    assert user_code.load_module("allowed.py", "number", folder=confined).value == 7
    for home in ("other.py", "../other.py", "random", "os.path"):
        with pytest.raises(CardwrightError, match="is Python code, which this server runs only if"):
            user_code.load_module(home, "number", folder=confined)


def test_processes_that_it_starts_are_confined_too(confined):
    code = "from cardwright.balance import Study; Study({'play': {'other:Subject': {}}})"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=confined, env=os.environ)
    assert "'other' is Python code" in found.stderr
    assert "it ran" not in found.stderr
