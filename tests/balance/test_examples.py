"""Small runs of the examples."""

from __future__ import annotations

from pathlib import Path

from cardwright.balance import Study, tune
from cardwright.core import data

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_auto_battler_example():
    result = tune(Study.read(EXAMPLES / "balance_autobattler.yaml"), budget=250, seed=1)
    assert result.winner.losses[0] < result.start.losses[0] / 2
    settings = result.settings
    assert (settings["cards.Grenade.attack"], settings["cards.Grenade.health"]) == (2, 1)  # fixed
    assert settings["cards.Turtle.health"] == settings["cards.Turtle.attack"] + 2  # tied
    assert 4 <= settings["cards.Ogre.attack"] <= 9


def test_the_spire_example(tmp_path):
    config = data.read(EXAMPLES / "balance_spire.yaml").value
    arena = config["play"]["arena"]
    arena |= {"games": 4, "seats": "lookahead:1", "scenarios": arena["scenarios"][1:4]}
    study = Study({**config, "repeats": 2, "finalists": 2})
    result = tune(study, budget=12, seed=1)
    assert result.before.names == ["Cleave", "Thunderclap", "Whirlwind"]
    assert result.before.unit == "gain in hp left"
    assert len(result.search.tried) == 12
    assert result.front
    files = result.save(tmp_path)
    assert all(path.exists() for path in files)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert (
        "Slay the Spire battle (cultist, louses, small-slimes): lookahead:1, 4 games, gains over &#x27;first deck"
        in page
    )
    assert "The rate of each of those compared is its gain in hp left." in page
    assert "Worst rate: The rate of the weakest." in page
