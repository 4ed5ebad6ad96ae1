"""Reports, plots and sweeps."""

from __future__ import annotations

import json
import re
import weakref
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from cardwright.autobattler import CardSet
from cardwright.balance import Metagame, Study, domination_graph, finish, metrics, plots, sweeps, tune
from cardwright.balance.report import _confidence, effect, importance, page, summary
from cardwright.balance.words import number
from cardwright.core.errors import BadData, UnknownName

LANDSCAPE = {"play": {"landscape:Landscape": {}}, "parameters": {"cards.*.power": [1, 10]}}


@pytest.fixture(autouse=True)
def _landscape_on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def texts(figure):
    return [text.get_text() for text in figure.findobj(lambda each: hasattr(each, "get_text"))]


def test_a_report_is_one_self_contained_page(tmp_path):
    study = Study({**LANDSCAPE, "title": "A <b>test</b>", "objectives": ["standard_deviation", "change"]})
    result = tune(study, budget=100, seed=1)
    files = {path.name for path in result.save(tmp_path)}
    pictures = {f"{name}.{kind}" for name in ("histogram", "rates", "convergence", "pareto") for kind in ("png", "svg")}
    assert files == pictures | {"report.html", "report.json", "tuned.yaml"}
    page = (tmp_path / "report.html").read_text()
    assert "A &lt;b&gt;test&lt;/b&gt;" in page
    assert "<b>test" not in page
    assert not re.search(r"(src|href)=\W?(http|/|\w+\.png)", page)  # nothing is loaded from elsewhere
    assert page.count("data:image/png;base64,") == 4
    for word in ("Before and after", "tie share", "What changed", "Trade-offs", "chosen"):
        assert word in page
    found = json.loads((tmp_path / "report.json").read_text())
    assert found["objectives"][0]["after"] < found["objectives"][0]["before"]
    assert len(found["front"]) == len(result.front) > 1
    assert {"tie_share", "rates"} <= set(found["after"])
    for name in sorted(pictures):
        content = (tmp_path / name).read_bytes()
        assert content[:4] == b"\x89PNG" if name.endswith("png") else ET.fromstring(content).tag.endswith("svg")


def test_the_page_fits_a_phone_and_shows_shares_in_per_cent(tmp_path, browser):
    result = tune(Study(LANDSCAPE), budget=20, seed=1)
    result.save(tmp_path)
    size = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        browser.get((tmp_path / "report.html").as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") == 390
        names = [each.text for each in browser.find_elements("css selector", "table:first-of-type td:first-child")]
        ties = browser.find_elements("css selector", "table:first-of-type tr")[1 + names.index("tie share")].text
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert re.fullmatch(r"tie share \d+\.\d % \d+\.\d %\s*", ties)


def test_a_histogram_says_whose_standard_deviation_it_shows():
    lineups = Metagame(("A", "B"), np.array([0.5, 0.5]), lineups=np.array([0.2, 0.8]))
    assert any(text.startswith("standard deviation of all lineups 0.300") for text in texts(plots.histogram(lineups)))
    cards = Metagame(("A", "B"), np.array([0.4, 0.6]))
    assert any(text.startswith("standard deviation 0.100") for text in texts(plots.histogram(cards)))


def test_each_change_is_measured_without():
    result = tune(Study(LANDSCAPE), budget=150, seed=1)
    assert result.changes
    for change in result.changes:
        assert change.before != change.after
        assert change.without.values[0] > result.winner.values[0]  # in this landscape every change helps


def ogre_and_imp(parameters, **more):
    cards = [{"name": "Ogre", "attack": 2, "health": 3}, {"name": "Imp", "attack": 3, "health": 3}]
    return Study({"play": {"tournament": {"cards": cards}}, "parameters": parameters, **more})


@pytest.mark.parametrize(
    "parameters",
    [
        {"cards.Ogre.attack": [1, 3], "cards.Imp.attack": 9, "cards.Imp.health": {"same as": "cards.Ogre.attack"}},
        {"cards.*.attack": {"bounds": [1, 9], "shared": True}},
    ],
)
def test_every_number_that_differs_in_the_tuned_rules_is_reported(parameters, tmp_path):
    study = ogre_and_imp(parameters)
    result = tune(study, budget=1, seed=1)  # the start alone has fixed, tied and shared changes
    result.save(tmp_path)
    old, new = study.subject.cards.parameters(), CardSet.read(tmp_path / "tuned.yaml").parameters()
    differing = {f"cards.{path}": [old[path], new[path]] for path in old if old[path] != new[path]}
    found = json.loads((tmp_path / "report.json").read_text())
    assert {each["path"]: [each["before"], each["after"]] for each in found["changes"]} == differing != {}
    assert result.after.change > result.before.change == 0
    assert not any("No setting" in each for each in found["warnings"])
    assert "Nothing was changed" not in (tmp_path / "report.html").read_text()


def test_a_fixed_number_is_measured_without_like_any_other():
    study = ogre_and_imp({"cards.Ogre.attack": [2, 3], "cards.Imp.attack": 9})
    result = tune(study, budget=1, seed=1)
    (change,) = result.changes
    assert (change.label, change.without.values) == ("cards.Imp.attack", result.start.values)


def test_warnings_say_if_nothing_is_better_or_the_result_is_worse():
    unchanged = tune(ogre_and_imp({"cards.Imp.attack": [3, 4], "cards.Ogre.health": 3}), budget=1, seed=1)
    assert unchanged.changes == []
    assert unchanged.warnings() == [
        "No setting that was tried is better than the original rules.",
        "To look further, try more settings with a larger --budget.",
    ]
    far_off = {"cards.Card 0.power": [1, 10], "cards.Card 1.power": 100}
    worse = tune(Study({**LANDSCAPE, "parameters": far_off}), budget=1, seed=1)
    assert any("original rules are better" in each for each in worse.warnings())


def test_the_report_says_which_objectives_got_worse():
    limit = {"metric": "tie_share", "at_least": 0.2}
    worse = tune(Study({**LANDSCAPE, "objectives": ["best_rate"], "constraints": [limit]}), budget=100, seed=1)
    assert any("No objective got better: the best rate got worse" in each for each in worse.warnings())
    assert worse.warnings()[-1] == "To look further, try more settings with a larger --budget."
    several = tune(
        Study({**LANDSCAPE, "objectives": ["best_rate", "change"], "constraints": [limit]}), budget=100, seed=1
    )
    assert several.warnings()[-1].endswith("a larger --budget, or name a single objective.")
    assert "larger" not in str(tune(Study(LANDSCAPE), budget=100, seed=1).warnings())
    rows = {row[0]: row[-1] for row in summary(worse)}
    assert (rows["best rate"], rows["tie share"]) == ("worse", "kept")
    mixed = tune(Study({**LANDSCAPE, "objectives": ["worst_rate", "best_rate"], "constraints": [limit]}), budget=100)
    assert any("not better in every objective: the best rate got worse" in each for each in mixed.warnings())
    better = tune(Study({**LANDSCAPE, "objectives": ["standard_deviation", "change"]}), budget=100, seed=1)
    assert better.warnings() == []  # any change is a change


def test_shares_are_shown_in_per_cent():
    limit = {"metric": "tie_share", "at_most": 0.25}
    goals = ["standard_deviation", {"metric": "worst_rate", "goal": 0.4}]
    rows = {
        row[0]: row
        for row in summary(tune(Study({**LANDSCAPE, "objectives": goals, "constraints": [limit]}), budget=9))
    }
    assert rows["tie share"][1].endswith(" %")
    assert rows["tie share"][3] == "at most 25 %"
    assert rows["standard deviation"][2].endswith(" %")
    assert rows["worst rate"][3] == "near 40 %"


def test_many_changes_are_all_listed_but_only_some_measured_without(monkeypatch):
    monkeypatch.setattr(finish, "MAX_EXPLAINED", 1)
    result = tune(ogre_and_imp({"cards.*.attack": 9, "cards.*.health": [3, 4]}), budget=1, seed=1)
    assert [each.without is None for each in result.changes] == [False, True]
    assert "its own effect was not measured" in effect(result, result.changes[1])
    assert ">not tried<" in page(result, {name: b"" for name in ("rates", "histogram", "convergence")})


def test_the_report_names_changes_that_keep_a_constraint():
    limit = {"metric": "tie_share", "at_least": 0.2}
    result = tune(Study({**LANDSCAPE, "constraints": [limit]}), budget=200, seed=1)
    assert result.winner.feasible
    keeping = [each for each in result.changes if each.without.violation > 0]
    assert keeping
    assert all("without it, a constraint would be broken" in effect(result, each) for each in keeping)
    assert all(importance(result, each) > 1 for each in keeping)


def test_a_change_can_help_one_objective_but_not_the_other():
    result = tune(Study({**LANDSCAPE, "objectives": ["standard_deviation", "change"]}), budget=200, seed=1)
    effects = {effect(result, each) for each in result.changes}
    assert effects == {"it improves the standard deviation, but not the change"}


def test_what_holds_for_every_change_is_said_once():
    result = tune(Study({**LANDSCAPE, "objectives": ["standard_deviation", "change"]}), budget=200, seed=1)
    assert len(result.changes) > 1
    shown = page(result, {name: b"" for name in ("rates", "histogram", "convergence", "pareto")})
    assert shown.count("it improves the standard deviation, but not the change") == 1
    for name in {part for each in result.changes for part in each.label.split(".") if part in result.before.names}:
        assert shown.count(f">{name}<") == 1


def test_the_best_so_far_moves_towards_the_goal():
    result = tune(Study({**LANDSCAPE, "objectives": ["entropy", "change"]}), budget=60, seed=1)
    entropy, change = (result.search.best_so_far(k) for k in range(2))
    assert (np.diff(entropy) >= 0).all()
    assert entropy[-1] == max(each.values[0] for each in result.search.tried.values()) > 0
    assert (np.diff(change) <= 0).all()
    kept = Study({**LANDSCAPE, "constraints": [{"metric": "tie_share", "at_least": 0.05}]})
    best = tune(kept, budget=60, seed=1).search.best_so_far()
    assert np.isnan(best[0])
    assert np.isfinite(best[-1])


def test_a_tied_number_that_cannot_change_alone_is_still_listed():
    study = ogre_and_imp({"cards.Ogre.attack": [3, 9], "cards.Imp.attack": {"same as": "cards.Ogre.attack"}})
    play = study.subject.play

    def only_equals(settings, *more):
        if any(len(set(values.values())) > 1 for values in settings):
            raise BadData("the game requires these to be equal")
        return play(settings, *more)

    study.subject.play = only_equals
    (change,) = tune(study, budget=1, seed=1).changes
    assert (change.label, change.before, change.after, change.without) == ("cards.Ogre.attack", 2, 3, None)


def test_more_ties_cause_a_warning():
    study = Study({**LANDSCAPE, "objectives": [{"metric": "mean_rate"}]})
    result = tune(study, budget=100, seed=1, optimiser="hill_climbing")
    assert result.after.ties > result.before.ties
    assert any("Ties rose" in each or "end in a tie" in each for each in result.warnings())


def test_constraints_that_nothing_keeps_are_reported():
    study = Study({**LANDSCAPE, "constraints": [{"metric": "length", "at_least": 5}]})
    result = tune(study, budget=20, seed=1, optimiser="random")
    assert any("keeps all constraints" in each for each in result.warnings())
    assert result.to_dict()["constraints"][0]["kept"] is False


def test_a_sweep_has_a_value_for_every_pair():
    study = Study(LANDSCAPE)
    found = sweeps.sweep(study, "cards.Card 0.power", "cards.Card 1.power=4:6")
    assert found.values.shape == (3, 10)
    space = study.space
    genome = list(space.start)
    genome[0], genome[1] = 6, 4
    expected = study.evaluate([tuple(genome)])[0].values[0]
    assert found.values[1, 6] == pytest.approx(expected)  # the row of 5, the column of 7
    assert found.values.min() == pytest.approx(
        found.values[found.y.grid.index(found.best()["cards.Card 1.power"])].min()
    )
    figure = plots.heat_map(found)
    assert {"Card 0 power", "Card 1 power", "standard deviation", "now", "best"} <= set(texts(figure))


def test_a_sweep_over_one_parameter_is_a_line():
    found = sweeps.sweep(Study(LANDSCAPE), "cards.Card 0.power")
    assert found.values.shape == (1, 10)
    assert "standard deviation" in texts(plots.heat_map(found))


def test_the_best_of_a_sweep_is_closest_to_the_goal():
    for goal, power in (("minimise", 1), ("maximise", 10), (0.5, 5)):
        study = Study({**LANDSCAPE, "objectives": [{"metric": "landscape:first", "goal": goal}]})
        found = sweeps.sweep(study, "cards.Card 0.power")
        assert found.best() == {"cards.Card 0.power": power}


@pytest.mark.parametrize("axes", [("cards.Card 0.power",), ("cards.Card 0.power=1:10",), ("cards.Card 1.speed=1:5",)])
def test_a_sweep_measures_the_change_from_the_original_rules(axes):
    """The change is the same as in tuning if the number is one of the study's; else it counts as one number more."""
    study = Study({**LANDSCAPE, "objectives": ["change"]})
    found = sweeps.sweep(study, *axes)
    assert found.values[0, found.x.nearest()] == 0
    moved = (found.x.grid[-1] - found.x.start) / (found.x.grid[-1] - found.x.grid[0])
    assert found.values[0, -1] == pytest.approx(moved / (5 if "speed" in axes[0] else 4))
    if "speed" not in axes[0]:
        genome = (len(found.x.grid) - 1, *study.space.start[1:])
        assert found.values[0, -1] == pytest.approx(study.evaluate([genome])[0].values[0])


def test_sweep_and_influence_free_what_they_played(monkeypatch):
    """A metagame can hold a matrix of megabytes; at most one batch of them is alive at a time."""
    alive = []
    study = Study(LANDSCAPE)
    play = study.subject.play

    def watched(settings, *more):
        assert sum(each() is not None for each in alive) <= sweeps.BATCH
        played = play(settings, *more)
        alive.extend(weakref.ref(each) for each in played)
        return played

    monkeypatch.setattr(study.subject, "play", watched)
    monkeypatch.setattr(sweeps, "jobs_for", lambda jobs: 2)
    sweeps.sweep(study, "cards.Card 0.power", "cards.Card 1.power")
    sweeps.influence(study, samples=16)
    assert len(alive) > 100 + sweeps.BATCH


def test_influence_on_the_change_of_rules():
    study = Study({**LANDSCAPE, "parameters": {"cards.Card 0.power": [1, 10], "cards.Card 1.power": [1, 10]}})
    objective = Study({**LANDSCAPE, "objectives": ["change"]}).objectives[0]
    assert {each.name for each in sweeps.influence(study, objective, samples=16)} == set(study.config.parameters)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ("cards.Card 0.speed", None, "not free in the config"),
        ("cards.Card 0.power=1-5", None, "bounds must be written as"),
        ("cards.Card 0.power", "cards.Card 0.power", "two different paths"),
        ("cards.*.power=1:3", None, "a path with a star"),
        ("cards.Card 0.power=1:99999", "cards.Card 1.power=1:99999", "at most 100,000"),
    ],
)
def test_bad_sweeps_are_refused(x, y, message):
    with pytest.raises(BadData, match=message):
        sweeps.sweep(Study(LANDSCAPE), x, y)


def test_influence_finds_the_parameter_that_matters():
    parameters = {"cards.Card 0.power": [1, 10], "cards.Card 1.power": [5, 6]}
    found = sweeps.influence(Study({**LANDSCAPE, "parameters": parameters}), samples=64, seed=1)
    assert [each.name for each in found] == ["cards.Card 0.power", "cards.Card 1.power"]
    assert found[0].total > 0.9 > 0.2 > found[1].total
    grouped = sweeps.influence(Study(LANDSCAPE), by="kind", samples=16)
    assert [each.name for each in grouped] == ["power"]
    assert {each.name for each in sweeps.influence(Study(LANDSCAPE), by="card", samples=16)} == {
        f"Card {k}" for k in range(4)
    }
    assert "Card 0 power" in texts(plots.shares(found, "entropy"))


def test_bad_options_of_influence_are_refused():
    study = Study(LANDSCAPE)
    for options, message in (({"samples": 10}, "power of 2"), ({"by": "x"}, "grouped by")):
        with pytest.raises(BadData, match=message):
            sweeps.influence(study, **options)
    still = Study({**LANDSCAPE, "objectives": ["length"]})
    with pytest.raises(BadData, match="no parameter influences"):
        sweeps.influence(still, samples=4)


def test_the_first_suspect_is_furthest_from_the_mean():
    study = Study(LANDSCAPE)
    found = sweeps.suspects(study)
    rates = study.look().rates
    furthest = int(np.argmax(np.abs(rates - rates.mean())))
    assert found[0].name == f"Card {furthest}"
    assert sum(each.share for each in found) == pytest.approx(1)
    played = len(study.subject.played)
    assert sweeps.suspects(study, metagame=study.look()) == found
    assert len(study.subject.played) == played + 1  # the given metagame is not played again


def test_suspects_are_played_like_the_metagame_they_belong_to():
    plan = {"cards": "table-2", "size": 2, "group": 4}
    config = {"play": {"tournament": plan}, "parameters": {"cards.*.attack": [1, 9]}}
    grouped, whole = Study(config), Study({**config, "play": {"tournament": {**plan, "group": None}}})
    found = sweeps.suspects(grouped, metagame=grouped.look(matrix=True))
    expected = {each.name: each.without for each in sweeps.suspects(whole)}
    assert {each.name: each.without for each in found} == pytest.approx(expected)


def test_larger_groups_have_smaller_errors():
    study = Study({"play": {"tournament": {"cards": "table-2"}}})
    found = sweeps.group_error(study, (8, 64, 125), repeats=3, seed=1)
    assert found[0].mean > found[1].mean > found[2].mean == 0
    assert found[2].matches == 125 * 124 // 2
    assert "group size (lineups)" in texts(plots.group_errors(found))
    with pytest.raises(BadData, match="need a tournament"):
        sweeps.group_error(Study(LANDSCAPE), (8,))


def test_histograms_share_their_axes():
    before = Metagame(["a"], [0.4], lineups=np.array([0.1, 0.9]), ties=0.25)
    after = Metagame(["a"], [0.5], lineups=np.array([0.5, 0.5]))
    figure = plots.histogram(before, after)
    assert figure.axes[0].get_xlim() == figure.axes[1].get_xlim()
    assert any("ties in 25% of games" in text for text in texts(figure))
    gains = plots.histogram(Metagame(["a"], [3.0], lineups=np.array([-2.0, 8.0]), unit="gain in hp_left"))
    assert any("gain in hp_left" in text for text in texts(gains))


def test_rates_are_ordered_and_have_intervals():
    metagame = Metagame(["low", "high"], [0.2, 0.8], errors=np.array([0.1, 0.1]))
    figure = plots.rates(metagame)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["low", "high"]
    assert any("95 % interval" in text for text in texts(figure))


def test_the_domination_plot_highlights_wins_of_the_weaker():
    order = np.triu(np.ones((4, 4)), 1) - np.tril(np.ones((4, 4)), -1)
    upset = order.copy()
    upset[3, 0], upset[0, 3] = 0.5, -0.5
    for matrix, upsets in ((order, 0), (upset, 1)):
        figure = plots.domination(domination_graph(matrix, list("abcd")))
        assert {"1. a", "2. b", "3. c", "4. d", "beats a stronger one"} <= set(texts(figure))
        arrows = [each.arrow_patch for each in figure.axes[0].texts if getattr(each, "arrow_patch", None)]
        assert len(arrows) == 6
        assert sum(arrow.get_edgecolor() == to_rgba(plots.MARK) for arrow in arrows) == upsets
    many = plots.domination(domination_graph(np.triu(np.ones((20, 20)), 1) - np.tril(np.ones((20, 20)), -1)))
    assert not [each for each in many.axes[0].texts if getattr(each, "arrow_patch", None)]


def test_plots_are_displayed_inline_in_a_notebook(monkeypatch):
    import sys
    import types

    shown = []
    notebook = types.ModuleType("IPython")
    notebook.get_ipython = lambda: object()
    display = types.ModuleType("IPython.display")
    display.Image, display.display = (lambda data: data), shown.append
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    plots.show(plots.rates(Metagame(["a"], [0.5])))
    assert shown[0][:4] == b"\x89PNG"


def test_plots_open_in_the_systems_viewer_elsewhere(monkeypatch):
    import typer

    opened = []
    monkeypatch.setattr(typer, "launch", opened.append)
    plots.show(plots.rates(Metagame(["a"], [0.5])))
    assert opened[0].startswith("file:")
    Path(opened[0].removeprefix("file://")).unlink()


def test_numbers_are_short():
    assert [number(each) for each in (0.123456, 3.0, 1234.5, float("inf"))] == ["0.123", "3", "1234.5", "inf"]


def test_unknown_metrics_are_refused():
    with pytest.raises(UnknownName):
        Study({**LANDSCAPE, "objectives": ["x"]})


def test_a_few_series_are_shown_by_name_and_many_lineups_as_a_histogram():
    few = plots.distribution(Metagame(["One", "a name " * 8], [0.4, 0.6], unit="hp_left"))
    assert few.axes[0].get_yticklabels()[0].get_text() == "One"
    many = plots.distribution(Metagame(["One", "Two"], [0.4, 0.6], lineups=np.linspace(0, 1, 50)))
    assert many.axes[0].get_ylabel() == "count"


def test_names_in_any_script_are_drawn_without_a_warning(tmp_path):
    plots.save(plots.rates(Metagame(["龍", "👩\u200d🚀"], [0.4, 0.6])), tmp_path / "x.png")


def test_per_card_payoff_needs_win_rates():
    with pytest.raises(BadData, match="needs win rates"):
        metrics.per_card_payoff(np.array([12.5, 3.0]))


@pytest.mark.parametrize(("finalists", "said"), [(1, "The best setting was"), (3, "3 best settings were each")])
def test_the_report_counts_the_settings_that_were_played_again(finalists, said):
    after = SimpleNamespace(games=40)
    result = SimpleNamespace(settled=True, repeats=4, finalists=[None] * finalists, after=after)
    assert f"{said} played again 4 times" in _confidence(result)
