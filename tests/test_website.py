"""The website builds without a broken link, and its references leave nothing out."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import yaml

from cardwright import spire
from cardwright.cli.commands import app
from website import building, commands, encodings, gallery, highlighting, python_api, signatures, weights

ROOT = Path(__file__).parents[1]


def leaves(entries):
    """Yield the pages of a navigation."""
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            yield from leaves(entry.values() if isinstance(entry, dict) else entry)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    pytest.importorskip("zensical")
    folder = tmp_path_factory.mktemp("website")
    building.build(folder)
    return folder / "site"


def test_it_builds_without_a_broken_link_and_needs_no_network(site):
    front = (site / "index.html").read_text(encoding="utf-8")
    assert "Researcher" in front
    fetched = re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:[^"]*)"', front)
    assert fetched == []
    for name in ("reference/gallery.html", "tutorial_student.html"):
        assert 'class="nf">deal</span>' in (site / name).read_text(encoding="utf-8")


def test_a_broken_link_ends_the_build(tmp_path):
    pytest.importorskip("zensical")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Home\n\n[nowhere](index.md#nowhere)\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: Test\n")
    with pytest.raises(building.BrokenSite, match="anchor does not exist"):
        building.run_zensical(tmp_path)


def test_every_page_has_one_place_in_the_navigation():
    listed = list(leaves(building.config()["nav"]))
    assert len(listed) == len(set(listed))
    assert {name for name in listed if "/" not in name} == {path.name for path in (ROOT / "docs").glob("*.md")}


def test_every_command_and_every_family_is_in_a_reference():
    page = commands.page()
    names = [each.name for each in [*app.registered_commands, *app.registered_groups]]
    assert [name for name in names if f"## `cardwright {name}" not in page] == []
    assert r"| `--seats` | Agents of one series, as in mcts:200 or 2\*rules,4\*random. | needed |" in page
    own = [each.name for each in entry_points(group="cardwright.games") if each.module.startswith("cardwright.")]
    assert {name.partition(":")[0] for name in encodings.SHOWN} == set(own)


def test_the_weights_of_rules_stand_beside_what_they_mean():
    page = weights.page()
    assert "| `damage` | 1 | 0 | 10 |" in page
    assert "| `neigh limit` | 1 | 0 | 10 | the worst card worth a Neigh |" in page
    assert "| `draw` | -1 | -1 | 10 | the weight of drawing instead of playing |" in page


def test_the_gallery_shows_the_rules_that_were_generated():
    page = gallery.page()
    for name, status in spire.load(ROOT / "examples/generated_cards.yaml").statuses.items():
        assert f"\n- {name}: {status.text}\n" in page


def test_every_scope_of_the_grammar_has_a_colour():
    source = yaml.safe_load(highlighting.GRAMMAR.read_text(encoding="utf-8"))
    assert all(highlighting.class_of(each["name"]) for each in source["patterns"])


def test_signatures_show_types_without_what_checks_them():
    """Addresses in memory would also make each build of the site another one."""
    pages = "\n".join(python_api.pages().values())
    assert re.findall(r"Annotated\[| at 0x|typing\.|ForwardRef|<factory>|Pydantic", pages) == []
    assert "    cost: int | str = 1,\n" in pages
    assert "    rarity: str = 'special',\n" in pages


def test_signatures_keep_names_kinds_and_defaults():
    class Board:
        def move(self, piece: str, /, *squares: int, by: float | None = None, sign=str.upper, **more) -> list[int]: ...

    expected = "move(piece: str, /, *squares: int, by: float | None = None, sign = upper, **more) -> list[int]"
    assert signatures.line("move", Board.move) == expected


def test_signatures_need_no_names_that_only_type_checkers_know():
    def play(game: Unknown = "here", *, moves: list[Unknown] = []) -> None: ...  # noqa: B006, F821

    assert signatures.line("play", play) == "play(game: Unknown = 'here', *, moves: list[Unknown] = [])"
