"""The public packages and modules, as docs/stability.md lists them.

    python tests/public_names.py      # write the list into the page

A name is public if its package has it in `__all__`; the website lists them all. `DOCUMENTED` names further modules that
pages explain.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/stability.md"
BEGIN, END = "<!-- public names: written by tests/public_names.py -->\n", "<!-- end of public names -->\n"
PACKAGES = (
    "cardwright", "cardwright.agents", "cardwright.arena", "cardwright.autobattler", "cardwright.balance",
    "cardwright.cgdl", "cardwright.core", "cardwright.generate.cards", "cardwright.generate.games",
    "cardwright.report", "cardwright.route", "cardwright.scenarios", "cardwright.spire", "cardwright.suite",
    "cardwright.testing", "cardwright.training", "cardwright.unicorns",
)  # fmt: skip
DOCUMENTED = {
    "cardwright.adapters": "environments.md",
    "cardwright.adapters.gymnasium_env": "environments.md",
    "cardwright.adapters.openspiel_game": "openspiel.md",
    "cardwright.adapters.openspiel_policy": "openspiel.md",
    "cardwright.adapters.pettingzoo_env": "environments.md",
    "cardwright.adapters.stable_baselines": "learning.md",
    "cardwright.adapters.vector_env": "environments.md",
    "cardwright.arena.decisions": "report.md",
    "cardwright.arena.replay_page": "replays.md",
    "cardwright.arena.statistics": "learning.md",
    "cardwright.arena.story": "replays.md",
    "cardwright.cgdl.tally": "cgdl_games.md",
    "cardwright.core.array_verbs": "learning.md",
    "cardwright.core.random": "learning.md",
    "cardwright.route.measured": "routes.md",
    "cardwright.spire.encounters": "spire.md",
    "cardwright.spire.engine.start": "environments.md",
    "cardwright.spire.maps": "routes.md",
    "cardwright.spire.run": "seeds.md",
    "cardwright.unicorns.rules": "unicorns.md",
    "cardwright.unicorns.tools": "unicorns.md",
}


def listed() -> str:
    """Return the list of packages and modules as Markdown."""
    lines = textwrap.wrap(", ".join(f"`{package}`" for package in PACKAGES), 120, break_on_hyphens=False)
    rows = [f"| `{module}` | [{page}]({page}) |" for module, page in DOCUMENTED.items()]
    table = ["| module | explained in |", "| --- | --- |", *rows]
    return "\n".join([*lines, "", "These modules are public as far as their pages explain them:", "", *table]) + "\n"


def page_with(names: str) -> str:
    """Return the page with these names in the place of those that it has."""
    text = PAGE.read_text(encoding="utf-8")
    return re.sub(f"{BEGIN}.*{END}", lambda _: f"{BEGIN}\n{names}\n{END}", text, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(page_with(listed()), encoding="utf-8")
