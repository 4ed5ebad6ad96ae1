"""A search stops at its limits, resumes exactly, and finds the same games with any number of workers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardwright import cgdl
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate.games import STAGES, Evolution, Settings, breed, evolution, evolve, page, report
from cardwright.generate.games.cascade import EFFORT
from cardwright.generate.games.checkpoint import FILE, load
from cardwright.generate.games.subject import RANDOM, SEARCH

# Few games and lenient thresholds: games pass, and reach the archive and the second judgement.
LENIENT = {f"{kind.name}.games": 8.0 for kind in STAGES}
LENIENT |= {f"{name}.least": -9.0 for name in ("choices", "length", "new", "foresight", "search", "drama", "leads")}
LENIENT |= {
    f"{name}.most": 9.0
    for name in ("ends", "sound", "decided", "fair", "fair_ahead", "fair_skilled", "decided_skilled")
}
SETTINGS = Settings(seed=5, players=(2, 3), parents=(cgdl.text(cgdl.load("uno")),), thresholds=LENIENT)


GENERATION = 6


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use small generations, breed from the second one on, and write short pages."""
    monkeypatch.setattr(evolution, "GENERATION", GENERATION)
    monkeypatch.setattr(breed, "FOUNDERS", GENERATION)
    monkeypatch.setattr(page, "PLAYS", 20)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the state that a search saves in its folder."""
    folder = tmp_path_factory.mktemp("saved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evolution, "GENERATION", GENERATION)
        evolve(Settings(seed=5), evaluations=1, folder=folder)
    return json.loads((folder / FILE).read_text())


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_resumed_search_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    whole = evolve(SETTINGS, evaluations=2 * GENERATION, folder=tmp_path / "whole")
    for evaluations in (GENERATION, 2 * GENERATION):
        parts = evolve(SETTINGS, evaluations=evaluations, folder=tmp_path / "parts", resume=True)
    assert len(whole.archive)
    assert any(each.origin != "random" for each in (*whole.archive.games(), *whole.nursery.games()))
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")
    assert parts.to_data() == whole.to_data()


def test_two_workers_find_what_one_finds() -> None:
    one, two = (evolve(SETTINGS, evaluations=GENERATION, jobs=jobs) for jobs in (1, 2))
    assert one.to_data() == two.to_data()
    texts = ([json.dumps(each.to_data()) for each in found.nursery.games()] for found in (one, two))
    assert next(texts) == next(texts)


def test_found_games_are_playable_and_have_a_page(tmp_path: Path) -> None:
    found = evolve(SETTINGS, evaluations=2 * GENERATION, folder=tmp_path)
    assert len(found.archive)
    names = {each.file_name for each in found.archive.games()}
    assert {path.stem for path in tmp_path.glob("*.cgdl")} == names == {path.stem for path in tmp_path.glob("*.md")}
    for each in found.archive.games():
        game = cgdl.game(tmp_path / f"{each.file_name}.cgdl")
        assert game.described == each.game
        assert each.judgement.passed
        text = (tmp_path / f"{each.file_name}.md").read_text()
        assert text == report(each)
        assert cgdl.english(each.game).strip() in text
        assert all(f"| {kind.name} |" in text for kind in STAGES)
        assert {agent: tally.games for agent, tally in each.tallies.items()} == {RANDOM: EFFORT * 8, SEARCH: EFFORT * 8}
    assert found.passed + sum(found.failures.values()) == found.evaluations == 2 * GENERATION


def test_given_games_come_first() -> None:
    origins = [each.origin for each in Evolution(SETTINGS).recipes()]
    assert origins[0] == "given"
    assert set(origins[1:]) == {"random"}


def test_given_and_found_games_are_not_new() -> None:
    found = evolve(replace(SETTINGS, thresholds={**LENIENT, "new.least": 0.5}), evaluations=1)
    assert found.failures["new"] >= 1
    assert "given" not in [each.origin for each in found.archive.games()]
    assert len(found.known()) == 1 + len(found.archive)


def test_other_seeds_make_other_games() -> None:
    one, other = (Evolution(Settings(seed)).recipes() for seed in (1, 2))
    assert [each.seed for each in one] != [each.seed for each in other]


def test_a_search_without_time_can_be_resumed(tmp_path: Path) -> None:
    plain = Settings(seed=5)
    assert evolve(plain, minutes=1e-6, folder=tmp_path).evaluations == 0
    assert evolve(plain, evaluations=1, folder=tmp_path, resume=True).evaluations == 1


def test_a_search_makes_no_more_games_than_it_is_asked_for() -> None:
    assert evolve(SETTINGS, evaluations=GENERATION + 1).evaluations == GENERATION + 1


def test_a_search_is_not_overwritten(tmp_path: Path, saved: dict[str, Any]) -> None:
    (tmp_path / FILE).write_text(json.dumps(saved))
    with pytest.raises(BadData, match="already holds a search"):
        evolve(Settings(seed=5), evaluations=1, folder=tmp_path)
    with pytest.raises(BadData, match="other settings: seed"):
        evolve(Settings(seed=6), evaluations=1, folder=tmp_path, resume=True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "pickle"),
        ("evaluations", -1),
        ("archive", [{}]),
        ("nursery", [{"number": 1, "origin": "", "text": "no game", "judgement": {"reads": {}}}]),
        ("settings", {"seed": 1}),
        ("extra", 1),
    ],
)
def test_a_damaged_search_is_refused(tmp_path: Path, saved: dict[str, Any], key: str, value: object) -> None:
    (tmp_path / FILE).write_text(json.dumps({**saved, key: value}))
    with pytest.raises(BadData):
        load(tmp_path)


def test_a_saved_text_without_a_game_is_refused(tmp_path: Path, saved: dict[str, Any]) -> None:
    (tmp_path / FILE).write_text(json.dumps({**saved, "nursery": [{**saved["nursery"][0], "text": "no game"}]}))
    with pytest.raises(BadData, match=r"evolution.json: nursery.0: game \d+, line 1"):
        load(tmp_path)


@pytest.mark.parametrize("limits", [{}, {"minutes": -1}, {"minutes": float("nan")}, {"evaluations": 0}])
def test_limits_are_checked(limits: dict[str, float]) -> None:
    with pytest.raises(CardwrightError):
        evolve(SETTINGS, **limits)


@pytest.mark.parametrize("wrong", [{"players": ()}, {"players": (1,)}, {"language": 4}, {"parents": ("x",)}])
def test_settings_are_checked(wrong: dict[str, tuple[object, ...]]) -> None:
    with pytest.raises(CardwrightError):
        Settings(1, **wrong)
