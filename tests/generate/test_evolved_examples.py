"""The games in examples/evolved: they read, play, and their pages show them as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import cgdl
from cardwright.generate import STAGES, Subject

FILES = sorted((Path(__file__).parents[2] / "examples" / "evolved").glob("*.cgdl"))


def test_there_are_some() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_plays_to_its_end(file: Path) -> None:
    plays = Subject(cgdl.load(file), seed=1).random_plays(100)
    assert not plays["crashed"].any()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_its_page_shows_its_rules_and_every_stage(file: Path) -> None:
    page = file.with_suffix(".md").read_text()
    game = cgdl.load(file)
    assert cgdl.english(game).strip() in page
    assert cgdl.text(game).strip() in page
    assert all(f"| {kind.name} |" in page for kind in STAGES)
