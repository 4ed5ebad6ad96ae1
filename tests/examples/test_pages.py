"""Pages of the documentation: every file that they link to exists, and what they say about searches is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks/notes").glob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


def run_search(name: str) -> dict[str, Any]:
    """Run the code of a page that searches, and return its variables."""
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    (code,) = (each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import search\n" in each)
    found: dict[str, Any] = {}
    exec(compile(code, name, "exec"), found)  # noqa: S102 (our own page)
    return found


def test_what_a_search_prints(capsys):
    run_search("search.md")
    printed = capsys.readouterr().out
    assert printed.startswith("<mcts:200")
    shown = "".join(f"    {line}\n" for line in printed.splitlines())
    assert shown in (ROOT / "docs" / "search.md").read_text(encoding="utf-8")


def test_targets_of_training_come_from_searches():
    found = run_search("learning.md")
    assert len(found["examples"]) == 5
    for seen, mask, policy, value in found["examples"]:
        assert len(seen) == len(found["game"].features)
        assert policy.sum() == pytest.approx(1)
        assert policy[mask == 0].max() == 0
        assert -1 <= value <= 1
