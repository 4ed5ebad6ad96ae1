"""Small runs of the LUDUS experiments."""

from __future__ import annotations

import json

import pytest

from cardwright import autobattler
from cardwright.arena.statistics import rate
from cardwright.cli.main import run
from cardwright.papers import ludus

pytest.importorskip("pygad")
TINY = ludus.Effort(draws=2, errors=0, searches=1, evaluations=10, longer=0, genomes=4)


@pytest.fixture(scope="module")
def report() -> ludus.Report:
    return ludus.Report(1, TINY, found=[ludus.evolve("4.4", "corrected", "pygad", 10, 1, jobs=1)])


def test_a_search_improves_on_its_start(report) -> None:
    (found,) = report.found
    assert found.evaluations == 10
    assert found.best <= found.start
    assert found.again.value == pytest.approx(found.best, abs=0.02)
    assert len(found.cards) == 5


def test_every_search_has_the_papers_free_numbers() -> None:
    counts = {}
    for section, plan in ludus.STUDIES.items():
        study = ludus._study(plan.cards(), plan.free, "corrected")
        counts[section] = len(study.space.variables)
        assert all(variable.grid == tuple(range(1, 11)) for variable in study.space.variables)
    assert counts == {"4.2": 8, "4.3": 10, "4.4": 12, "4.5": 14}


def test_the_other_reading_of_the_survivalist_is_a_rule_and_not_another_card() -> None:
    found = ludus.spread("4.4 after", "table-2", 0.0584, ludus.ALWAYS, 1, 1)
    seed = ludus.seed_for(1, "table-2", 0)
    rules = autobattler.tournament(
        autobattler.sample("table-2"), profile={"survivalist_always": True}, group=ludus.GROUP, seed=seed
    )
    assert found.std.value == rules.std()


def test_the_first_set_is_fixed_in_section_4_5() -> None:
    plan = ludus.STUDIES["4.5"]
    labels = [variable.label for variable in ludus._study(plan.cards(), plan.free, "corrected").space.variables]
    assert not any("Survivalist" in label or "Morph" in label for label in labels)
    assert plan.cards().get("Survivalist.attack") == 9


def test_spreads_agree_with_the_paper() -> None:
    reference, corrected = (ludus.spread("4.4 after", "table-2", 0.0584, each, 3, 1) for each in ludus.PROFILES)
    assert reference.once.value == pytest.approx(0.0584, abs=0.01)
    assert corrected.std.value > 1.5 * reference.std.value
    assert corrected.ties < reference.ties


def test_the_four_vanilla_cards_are_all_ties() -> None:
    found = ludus.spread("4.2 after", "vanilla", 0.0, "corrected", 2, 1)
    assert found.std.value == 0
    assert found.ties == 1


def test_some_random_settings_beat_the_papers_optimum() -> None:
    assert 0 < ludus.chance("4.4", "corrected", 60, 1).better.value < 0.6


def test_the_share_of_better_settings_does_not_depend_on_the_seed() -> None:
    """Measurements with several seeds agree within their intervals."""
    found = [ludus.chance("4.4", "reference", 80, seed, jobs=1).better for seed in range(5)]
    mean = sum(each.value for each in found) / len(found)
    assert sum(each.low <= mean <= each.high for each in found) >= 4


def test_no_setting_is_more_even_than_itself() -> None:
    """In the reference, the draw changes the figures of a set; within the same draw they are equal."""
    numbers = autobattler.sample("table-2").parameters()
    fixed = {f"cards.{path}": [value, value] for path, value in numbers.items() if not path.endswith(".price")}
    search = ludus.STUDIES["4.4"]._replace(free=fixed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ludus, "STUDIES", {"4.4": search})
        assert ludus.chance("4.4", "reference", 8, 1, jobs=1).better.value == 0


def test_the_share_of_better_settings_has_an_interval() -> None:
    chances = [ludus.Chance("4.4", each, 60, rate(9, 60)) for each in ludus.PROFILES]
    spreads = [ludus.spread("4.4 after", "table-2", 0.0584, each, 1, 1) for each in ludus.PROFILES]
    text = " ".join(ludus.Report(1, TINY, spreads=spreads, chances=chances).explanation())
    assert "15% are more even than the paper's optimum by the authors' scoring (95 % interval: 8% to 26%)" in text
    assert "once all wins count (95 % interval: 8% to 26%)" in text


def test_the_command_reports_everything(monkeypatch, tmp_path, capsys) -> None:
    monkeypatch.setattr(ludus, "QUICK", TINY._replace(searches=0, errors=1))
    assert run(["papers", "ludus", "--quick", "--seed", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seed"] == 2
    assert {row["profile"] for row in data["errors"]} == {"reference", "corrected"}
    assert len(data["spreads"]) == 12
    assert len(data["explanation"]) >= 4
    monkeypatch.setattr(ludus, "QUICK", TINY._replace(genomes=0, draws=1))
    monkeypatch.setattr(ludus, "STUDIES", {"4.4": ludus.STUDIES["4.4"]})
    assert run(["papers", "ludus", "--quick"]) == 0
    shown = capsys.readouterr().out
    assert "0.0584" in shown
    assert "pygad" in shown


def test_the_figures_are_drawn(tmp_path, capsys, monkeypatch) -> None:
    from cardwright.papers import ludus_figures

    monkeypatch.setattr(ludus_figures, "SMALL_GROUP", 8)
    monkeypatch.setattr(ludus, "QUICK", TINY._replace(genomes=0, draws=1, searches=0))
    assert run(["papers", "ludus", "--quick", "--plots", str(tmp_path / "plots"), "--json"]) == 0
    names = sorted(file.name for file in (tmp_path / "plots").iterdir())
    assert names == [
        f"{name}.{kind}" for name in ("figure-1", "figure-4", "figures-2-and-3") for kind in ("png", "svg")
    ]


def test_bad_options_are_refused_before_the_experiments(tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setattr(ludus, "reproduce", lambda *_: pytest.fail("experiments were run"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("")
    for option, value, words in (
        ("--plots", str(tmp_path / "taken"), "a file is where a folder is needed"),
        ("--jobs", "-1", "from 1 to 1024"),
    ):
        assert run(["papers", "ludus", "--quick", option, value]) == 2
        assert words in capsys.readouterr().err
