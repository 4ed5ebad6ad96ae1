"""What the documentation counts and lists is true, and its lines can be read in any editor."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from cardwright import cgdl, scenarios

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def entries(file: str, section: str = "cards") -> dict:
    text = (ROOT / "src/cardwright/spire/data" / f"{file}.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)[section]


def test_every_page_is_in_the_index():
    assert set(re.findall(r"\]\((\w+\.md)", page("index.md"))) == {path.name for path in PAGES} - {"index.md"}


def test_the_table_of_slay_the_spire_counts_the_data():
    rows = dict(re.findall(r"^\| (.*?) \| (\d+) \|", page("spire.md"), re.MULTILINE))
    common, uncommon, rare = (len(entries(f"ironclad_{rarity}")) for rarity in ("common", "uncommon", "rare"))
    elites, bosses = {"Gremlin Nob", "Lagavulin", "Sentry"}, {"Slime Boss", "The Guardian", "Hexaghost"}
    enemies = set(entries("enemies", "enemies"))
    assert elites | bosses < enemies
    assert {name: int(count) for name, count in rows.items()} == {
        "Ironclad's cards": common + uncommon + rare,
        "of these, basic and common": common,
        "of these, uncommon": uncommon,
        "of these, rare": rare,
        "status cards": len(entries("status_cards")),
        "curses": len(entries("curses")),
        "colourless cards": len(entries("colorless_cards")),
        "other characters' cards": len(set(entries("other_cards")) - {"Bash*"}),
        "enemies of the first act": len(enemies - elites - bosses - {"Mugger"}),
        "elites of the first act": len(elites),
        "bosses of the first act": len(bosses),
        "enemies of later acts": 1,
        "[relics](relics.md) of the Ironclad": len(entries("relics", "relics")),
        "[potions](relics.md#a-potion) of the Ironclad": len(entries("potions", "potions")),
    }
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"{common + uncommon + rare} of Ironclad's 75 cards and {len(enemies)} kinds of enemies" in readme


def test_the_figures_count_scenarios_and_games():
    files = scenarios.find_files([ROOT / "tests/scenarios/spire"])
    assert f"runs {sum(len(scenarios.load_file(file)) for file in files)} scenarios" in page("figures.md")
    measured = [name for name in cgdl.games() if cgdl.load(name).language < 3]
    assert f"| the {WORDS[len(measured) - 3]} others of languages 1 and 2 |" in page("figures.md")


def test_the_readme_and_the_package_agree():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "Python 3.11 to 3.13" in readme
    assert package["project"]["requires-python"] == ">=3.11,<3.14"
    included = [each.strip("/") for each in package["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]]
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "test", "docs", "tests"} <= set(included)
    assert all((ROOT / name).exists() for name in included)


@pytest.mark.parametrize("path", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_modules_that_pages_name_exist(path):
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|lark))`", path.read_text(encoding="utf-8")))
    homes = (ROOT, ROOT / "src", ROOT / "src/cardwright")
    assert [name for name in sorted(named) if not any((home / name).exists() for home in homes)] == []


LINK = re.compile(r"!\[.*\]\(\S+\)|\S*\]\(\S+\)\S*")  # a picture, or one that is longer than a line


def prose(text: str) -> list[str]:
    """Return the lines that can be wrapped: no code, no tables, and no line that is a single link or picture."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)
    kept = (line for line in text.splitlines() if not line.startswith("    ") and not LINK.fullmatch(line))
    return [line for line in kept if not line.lstrip().startswith("|")]


@pytest.mark.parametrize("path", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda path: path.name)
def test_lines_are_wrapped_at_120(path):
    assert [line for line in prose(path.read_text(encoding="utf-8")) if len(line) > 120] == []
