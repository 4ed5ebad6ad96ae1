"""docs/routes.md: its examples run."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "routes.md"), module_relative=False)
    assert result.attempted
    assert not result.failed
