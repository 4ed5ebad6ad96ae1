"""docs/balance.md agrees with the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from cardwright.balance import METRICS, OPTIMISERS
from cardwright.cli.balance import app

FILE = Path(__file__).parents[2] / "docs" / "balance.md"
PAGE = FILE.read_text(encoding="utf-8")


def test_the_examples_of_the_page_run() -> None:
    result = doctest.testfile(str(FILE), module_relative=False)
    assert result.attempted >= 4
    assert not result.failed


def test_every_metric_optimiser_and_command_is_on_the_page() -> None:
    optimisers = re.findall(r"^\| `([a-z]\w+)` \|", PAGE, re.MULTILINE)
    assert optimisers == list(OPTIMISERS)
    for name in METRICS:
        assert f"`{name}`" in PAGE or name == "mean_rate"
    for command in app.registered_commands:
        name = command.name or command.callback.__name__  # type: ignore[union-attr]
        assert name == "tune" or f"cardwright balance {name}" in PAGE
