"""The games in examples/evolved: they are valid, can be played, and their pages are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import cgdl
from cardwright.generate.games import STAGES, Cascade, Subject, distance, shape
from cardwright.generate.games.distance import MIN_DISTANCE
from cardwright.generate.games.stages import New, Search

FILES = sorted((Path(__file__).parents[2] / "examples" / "evolved").glob("*.cgdl"))


def test_three_games_differ_from_each_other_and_from_known_games() -> None:
    assert len(FILES) >= 3
    shapes = [shape(cgdl.load(each)) for each in (*FILES, *cgdl.games())]
    for index, one in enumerate(shapes[: len(FILES)]):
        assert all(distance(one, other) >= MIN_DISTANCE for other in shapes[index + 1 :])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_game_passes_the_cheap_stages(file: Path) -> None:
    known = [shape(cgdl.load(name)) for name in cgdl.games()]
    judgement = Cascade().judge(Subject(cgdl.load(file), seed=1, known=known), before=Search.name)
    assert judgement.passed
    assert list(judgement.verdicts)[-1] == New.name


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_page_shows_the_rules_and_every_stage(file: Path) -> None:
    page = file.with_suffix(".md").read_text()
    game = cgdl.load(file)
    assert cgdl.english(game).strip() in page
    assert cgdl.text(game).strip() in page
    assert all(f"| {kind.name} | {kind.question} |" in page for kind in STAGES)
