"""A search ends where it should, goes on where it was stopped, and finds the same games with any number of workers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import cgdl
from cardwright.core.errors import BadData, CardwrightError
from cardwright.generate import STAGES, Evolution, Settings, breed, evolve, report
from cardwright.generate.checkpoint import FILE, load

# So small and lenient that games pass, and the archive and the second look have something to do.
LENIENT = {f"{kind.name}.games": 8.0 for kind in STAGES}
LENIENT |= {f"{name}.least": -9.0 for name in ("choices", "length", "foresight", "search", "drama", "leads")}
LENIENT |= {f"{name}.most": 9.0 for name in ("decided", "fair", "fair_skilled")}
SETTINGS = Settings(seed=5, players=(2, 3), parents=(cgdl.text(cgdl.load("uno")),), thresholds=LENIENT)


@pytest.fixture
def few_founders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breed, "FOUNDERS", 24)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.usefixtures("few_founders")
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole = evolve(SETTINGS, evaluations=72, folder=tmp_path / "whole")
    for evaluations in (24, 48, 72):
        parts = evolve(SETTINGS, evaluations=evaluations, folder=tmp_path / "parts", resume=True)
    assert len(whole.archive)
    assert any(each.origin != "random" for each in (*whole.archive.games(), *whole.nursery.games))
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")
    assert parts.to_data() == whole.to_data()


def test_two_workers_find_what_one_finds() -> None:
    one, two = (evolve(SETTINGS, evaluations=24, jobs=jobs) for jobs in (1, 2))
    assert one.to_data() == two.to_data()
    assert one.nursery.games == two.nursery.games


@pytest.mark.usefixtures("few_founders")
def test_games_that_were_found_can_be_played_and_have_a_page(tmp_path: Path) -> None:
    found = evolve(SETTINGS, evaluations=48, folder=tmp_path)
    names = {each.file_name for each in found.archive.games()}
    assert {path.stem for path in tmp_path.glob("*.cgdl")} == names == {path.stem for path in tmp_path.glob("*.md")}
    for each in found.archive.games():
        game = cgdl.game(tmp_path / f"{each.file_name}.cgdl")
        assert game.described == each.game
        assert each.judgement.passed
        page = (tmp_path / f"{each.file_name}.md").read_text()
        assert page == report(each)
        assert cgdl.english(each.game).strip() in page
        assert all(f"| {kind.name} |" in page for kind in STAGES)
    assert found.passed + sum(found.failures.values()) == found.evaluations == 48


def test_given_games_come_first() -> None:
    evolution = Evolution(SETTINGS)
    origins = [each.origin for each in evolution.recipes()]
    assert origins[0] == "given"
    assert set(origins[1:]) == {"random"}


def test_other_seeds_make_other_games() -> None:
    one, other = (Evolution(Settings(seed)).recipes() for seed in (1, 2))
    assert [each.seed for each in one] != [each.seed for each in other]


def test_time_that_is_up_leaves_a_search_to_go_on_with(tmp_path: Path) -> None:
    found = evolve(SETTINGS, minutes=1e-6, folder=tmp_path)
    assert found.evaluations == 0
    assert evolve(SETTINGS, evaluations=24, folder=tmp_path, resume=True).evaluations == 24


def test_a_search_is_not_overwritten(tmp_path: Path) -> None:
    evolve(SETTINGS, evaluations=24, folder=tmp_path)
    with pytest.raises(BadData, match="there is a search already"):
        evolve(SETTINGS, evaluations=24, folder=tmp_path)
    with pytest.raises(BadData, match="other settings: seed"):
        evolve(Settings(6, (2, 3), 1, SETTINGS.parents, LENIENT), evaluations=24, folder=tmp_path, resume=True)


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
def test_a_damaged_search_is_refused_in_a_sentence(tmp_path: Path, key: str, value: object) -> None:
    evolve(SETTINGS, evaluations=24, folder=tmp_path)
    saved = json.loads((tmp_path / FILE).read_text())
    (tmp_path / FILE).write_text(json.dumps({**saved, key: value}))
    with pytest.raises(BadData):
        load(tmp_path)


def test_a_text_that_is_no_game_is_refused(tmp_path: Path) -> None:
    evolve(SETTINGS, evaluations=24, folder=tmp_path)
    saved = json.loads((tmp_path / FILE).read_text())
    saved["nursery"][0]["text"] = "no game"
    (tmp_path / FILE).write_text(json.dumps(saved))
    with pytest.raises(cgdl.BadGame, match="line 1"):
        load(tmp_path)


@pytest.mark.parametrize("limits", [{}, {"minutes": -1}, {"minutes": float("nan")}, {"evaluations": 0}])
def test_limits_are_checked(limits: dict[str, float]) -> None:
    with pytest.raises(CardwrightError):
        evolve(SETTINGS, **limits)


@pytest.mark.parametrize("wrong", [{"players": ()}, {"players": (1,)}, {"language": 3}, {"parents": ("x",)}])
def test_settings_are_checked(wrong: dict[str, tuple[object, ...]]) -> None:
    with pytest.raises(CardwrightError):
        Settings(1, **wrong)
