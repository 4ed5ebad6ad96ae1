"""docs/tutorial_designer.md: the commands about a set of cards run, and what the page says about it is true."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cardwright import autobattler
from cardwright.balance import Study
from cardwright.cli.main import run

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial_designer.md").read_text(encoding="utf-8")
PAGE = PAGE.partition("## A set of five cards")[2]
(CONFIG,) = re.findall(r'```yaml title="first_set.yaml"\n(.*?)```', PAGE, re.DOTALL)
LOOK, SWEEP, TUNE, AGAIN, INFLUENCE = (shlex.split(each) for each in re.findall(r"```sh\n(.*?)\n```", PAGE, re.DOTALL))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("a set of cards")
    (path / "first_set.yaml").write_text(CONFIG, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def result_of(command: list[str], capsys: pytest.CaptureFixture[str]) -> dict:
    program, *arguments = command
    assert program == "cardwright"
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_histogram_is_drawn_and_the_culprit_found(capsys: pytest.CaptureFixture[str]) -> None:
    found = result_of(LOOK, capsys)
    assert Path("before.png").read_bytes().startswith(b"\x89PNG")
    first, second, *_ = found["suspects"]
    assert (first["name"], second["name"]) == ("Ogre", "Imp")
    assert first["rate"] > 0.5 > second["rate"]
    assert first["share"] > 0.5


def test_ogre_alone_cannot_make_the_set_good(capsys: pytest.CaptureFixture[str]) -> None:
    swept = result_of(SWEEP, capsys)
    assert Path("ogre.png").exists()
    best = min(min(row) for row in swept["values"])
    study = Study.read("first_set.yaml")
    assert 0 < best <= study.objectives[0].value(study.look())


def test_tuning_makes_the_set_more_even_without_many_ties(capsys: pytest.CaptureFixture[str]) -> None:
    result_of(TUNE, capsys)
    assert "before" in Path("report/report.html").read_text(encoding="utf-8")
    before, after = (
        autobattler.tournament(cards)
        for cards in (Study.read("first_set.yaml").subject.cards, autobattler.CardSet.read("report/tuned.yaml"))  # type: ignore[attr-defined]
    )
    assert after.std() < before.std() / 2
    assert after.ties <= 0.15
    grenade = next(card for card in after.cards.cards if card.name == "Grenade")
    assert (grenade.attack, grenade.health) == (2, 1)


def test_a_changed_config_needs_another_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    again = re.search(r"run the command again with another folder, as in\s+`(--out\s+\w+)`", PAGE)
    assert again
    if not Path("report/search.json").exists():
        result_of(TUNE, capsys)
    Path("first_set.yaml").write_text(CONFIG.replace("[4, 9] ", "6 "), encoding="utf-8")
    assert run([*TUNE[1:], "--budget", "5"]) == 2
    assert "choose another folder with --out" in capsys.readouterr().err
    result_of([*TUNE[:-2], "--budget", "5", *again[1].split()], capsys)
    assert autobattler.CardSet.read("second/tuned.yaml").get("Ogre.attack") == 6
    Path("first_set.yaml").write_text(CONFIG, encoding="utf-8")


def test_the_tuned_cards_and_the_influence(capsys: pytest.CaptureFixture[str]) -> None:
    if not Path("report/tuned.yaml").exists():
        result_of(TUNE, capsys)
    assert result_of(AGAIN, capsys)["std"] < 0.1
    shares = result_of(INFLUENCE, capsys)["shares"]
    assert {each["name"] for each in shares} == {"Ogre", "Imp", "Grenade", "Turtle", "Medic"}
