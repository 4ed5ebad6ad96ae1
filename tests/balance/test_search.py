"""Optimisers and searches: budgets, seeds, checkpoints, finalists and constraints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cardwright import balance
from cardwright.balance import OPTIMISERS, Study
from cardwright.balance.checkpoint import FILE, Memory
from cardwright.balance.evaluation import Evaluation, front
from cardwright.balance.optimisers import optimise
from cardwright.balance.report import effect
from cardwright.balance.search import Search
from cardwright.balance.tune import tune
from cardwright.core.errors import BadData, CardwrightError, UnknownName

CONFIG = {"parameters": {"cards.*.power": [1, 10]}}


@pytest.fixture(autouse=True)
def _landscape_on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def study(**more):
    plan = more.pop("plan", {})
    return Study({**CONFIG, **more, "play": {"landscape:Landscape": plan}})


def evaluation(*losses, violation=0.0, change=0.0, genome=(0,)):
    return Evaluation(genome, losses, losses, (), violation, change, (*losses, 0.0, 1.0))


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_optimiser_spends_its_budget_once_and_finds_something_better(name):
    asked = study(plan={"cards": 6})
    result = tune(asked, optimiser=name, budget=150, seed=3)
    assert len(result.search.tried) == 150
    assert len(asked.subject.played) - 150 < 149 + 20  # single steps from the best, then the report
    assert result.winner.losses[0] < result.start.losses[0] or result.start.losses[0] == 0


@pytest.mark.parametrize("name", OPTIMISERS)
def test_the_same_seed_repeats_a_search_and_another_does_not(name):
    asked = study(plan={"cards": 5})
    first, again, other = (list(tune(asked, optimiser=name, budget=60, seed=seed).search.tried) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("name", OPTIMISERS)
def test_a_resumed_search_ends_as_if_it_had_not_been_stopped(name, tmp_path):
    whole = tune(study(), optimiser=name, budget=80, seed=5)

    def stop(done, budget, best):
        if done >= 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(study(), optimiser=name, budget=80, seed=5, folder=tmp_path, progress=stop)
    kept = len(json.loads((tmp_path / FILE).read_text())["tried"])
    assert 30 <= kept < 80
    asked = study()
    resumed = tune(asked, optimiser=name, budget=80, seed=5, folder=tmp_path, resume=True)
    assert list(resumed.search.tried.items()) == list(whole.search.tried.items())
    assert resumed.to_dict() == whole.to_dict()
    assert len(asked.subject.played) < 80  # known settings are not played again


def test_resuming_another_search_is_refused(tmp_path):
    tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path)
    with pytest.raises(BadData, match="already exists"):
        tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path)
    with pytest.raises(BadData, match="another config, other rules, other code or another seed"):
        tune(study(), optimiser="random", budget=5, seed=2, folder=tmp_path, resume=True)
    (tmp_path / FILE).write_text('{"format": "cardwright balance 1", "tried": 3}')
    with pytest.raises(BadData, match="not a checkpoint"):
        tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path, resume=True)
    with pytest.raises(BadData, match="a file is where a folder is needed"):
        tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path / FILE)


def test_a_search_without_evaluations_does_not_block_another(tmp_path):
    with pytest.raises(CardwrightError, match="returned nan"):
        tune(study(objectives=["landscape:fails"]), budget=5, seed=1, folder=tmp_path)
    assert not (tmp_path / FILE).exists()
    blank = '{"format": "cardwright balance 1", "identity": "another", "tried": []}'
    for resume in (False, True):
        (tmp_path / FILE).write_text(blank)
        tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path, resume=resume)
        assert len(json.loads((tmp_path / FILE).read_text())["tried"]) == 5
    (tmp_path / FILE).write_text("something else")
    with pytest.raises(BadData, match="already exists"):
        tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path)


@pytest.mark.parametrize(("seed", "resume"), [(1, False), (2, True)])
def test_a_used_folder_is_refused_with_advice(seed, resume, tmp_path):
    tune(study(), optimiser="random", budget=5, seed=1, folder=tmp_path)
    with pytest.raises(BadData, match="choose another folder with --out"):
        tune(study(), optimiser="random", budget=5, seed=seed, folder=tmp_path, resume=resume)


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"optimiser": "nsga"}, "unknown optimiser"),
        ({"optimiser": {"name": "ga", "popsize": 5}}, "unknown option"),
        ({"parameters": {"cards.*.power": [9, 1]}}, "the lower bound comes first"),
    ],
)
def test_a_bad_config_leaves_no_folder(config, message, tmp_path):
    with pytest.raises(CardwrightError, match=message):
        tune(study(**config), budget=5, folder=tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_a_small_space_is_searched_exhaustively():
    for name in OPTIMISERS:
        result = tune(study(parameters={"cards.*.power": [4, 5]}), optimiser=name, budget=1000, seed=1)
        assert len(result.search.tried) == 2**4, name
        assert result.winner.losses == (0.0,)


def test_constraints_come_before_objectives():
    limited = study(
        parameters={"cards.*.power": [1, 10], "cards.Card 0.power": 9},
        constraints=[{"metric": "tie_share", "at_most": 0.0}],
    )
    for name in ("nsga2", "ga", "hill_climbing"):
        result = tune(limited, optimiser=name, budget=200, seed=1)
        assert result.winner.feasible, name
        assert result.winner.ties == 0
        assert min(each.losses for each in result.search.tried.values()) < result.winner.losses


def test_several_objectives_make_a_pareto_front():
    result = tune(study(objectives=["standard_deviation", "change"]), budget=150, seed=1)
    assert len(result.front) > 3
    assert not any(a.dominates(b) for a in result.front for b in result.front)
    assert not any(a.dominates(b) for a in result.search.tried.values() for b in result.front)
    assert result.winner in result.front
    ends = [result.front[0], result.front[-1]]
    assert ends[0].losses[0] == 0
    assert ends[1].losses[1] == 0  # nothing changed


def test_a_front_of_equals_keeps_the_smallest_change():
    found = front([evaluation(1, 2, change=0.5, genome=(1,)), evaluation(1, 2, genome=(2,)), evaluation(2, 3)])
    assert [each.genome for each in found] == [(2,)]
    broken = evaluation(0, 0, violation=1)
    assert front([broken, evaluation(5, 5)]) == [evaluation(5, 5)]


def test_a_goal_can_be_a_number():
    result = tune(
        study(objectives=[{"metric": "mean_rate", "goal": 0.4}]), optimiser="hill_climbing", budget=200, seed=1
    )
    assert result.winner.values[0] == pytest.approx(0.4, abs=0.013)


def test_a_custom_metric_is_optimised(tmp_path):
    result = tune(study(objectives=["landscape:evenness"]), optimiser="hill_climbing", budget=300, seed=1)
    assert result.winner.values == (0.0,)
    with pytest.raises(CardwrightError, match="returned nan"):
        tune(study(objectives=["landscape:fails"]), budget=5, seed=1)


def test_finalists_are_measured_again_before_the_winner_is_chosen():
    asked = study(plan={"noise": 0.02}, repeats=6, finalists=3)
    result = tune(asked, optimiser="random", budget=60, seed=1)
    seeds = asked.subject.played
    end = 60 + 6 * len(result.finalists)
    search, finalists, report = set(seeds[:60]), set(seeds[60:end]), set(seeds[end:])
    # The search has one seed, so all settings have the same luck; finalists and report have six fresh seeds each.
    # Changes of the winner are set back with the seeds of the finalists.
    assert (len(search), len(finalists), len(report - finalists)) == (1, 6, 6)
    assert len(search | finalists | report) == 13
    assert result.repeats == 6
    assert result.after.games == 60
    assert result.winner.losses not in [each.losses for each in (*result.finalists, result.search.best)]


def test_the_winner_is_not_reported_by_the_games_that_chose_it():
    """The luckiest of twenty equal settings looks much better; measured once more, it is like the others."""
    parameters = {"cards.Card 0.speed": [1, 20]}  # changes nothing
    chosen, reported = [], []
    for seed in range(12):
        asked = study(plan={"noise": 0.05, "own": True}, parameters=parameters, repeats=2, finalists=20)
        result = tune(asked, optimiser="random", budget=20, seed=seed)
        chosen.append(min(each.losses[0] for each in result.finalists))
        reported.append(result.winner.losses[0])
    assert np.mean(reported) > 1.3 * np.mean(chosen)


def test_more_finalists_are_measured_while_none_keeps_the_constraints():
    numbers = {"cards.*.attack": [1, 10], "cards.*.health": [1, 10], "cards.*.mechanics.*": [1, 10]}
    play = {"tournament": {"cards": "table-2", "size": 2, "group": 8, "folds": 2}}
    asked = Study({"play": play, "parameters": numbers, "constraints": [{"metric": "tie_share", "at_most": 0.1}]})
    result = tune(asked, budget=300, seed=1)
    first = sorted(result.search.tried.values(), key=lambda each: each.rank)[:5]
    again = {each.genome: each for each in result.finalists}
    assert not any(again[each.genome].feasible for each in first)  # all of them were lucky
    assert any(each.feasible for each in result.finalists)
    assert result.winner.feasible


def test_warnings_say_if_nothing_keeps_the_constraints():
    limit = {"metric": "tie_share", "at_least": 0.99}
    exact = tune(study(constraints=[limit], parameters={"cards.*.power": [1, 5]}), optimiser="random", budget=5)
    assert "No setting that was tried keeps all constraints" in exact.warnings()[0]
    noisy = study(plan={"noise": 0.01}, constraints=[limit], parameters={"cards.*.power": [1, 5]}, repeats=2)
    result = tune(noisy, optimiser="random", budget=30)
    assert f"No setting of the {len(result.finalists)} that were measured again keeps all" in result.warnings()[0]
    assert len(result.finalists) == 4 * 5 + 1  # four rounds of five, and the original rules


def test_progress_includes_what_is_played_after_the_search():
    calls = []
    asked = study(plan={"noise": 0.02}, repeats=3, finalists=4)
    tune(asked, budget=30, seed=1, progress=lambda done, every, best: calls.append((done, every)))
    assert calls[-1][0] == calls[-1][1] == len(asked.subject.played)
    assert (30, 30) in calls


@pytest.mark.parametrize("noise", [0.0, 0.01])
@pytest.mark.parametrize("objectives", [["standard_deviation"], ["standard_deviation", "change"]])
def test_no_change_is_left_whose_absence_would_be_better_in_every_objective(objectives, noise):
    parameters = {f"cards.Card {k}.{what}": [1, 9] for k in range(4) for what in ("power", "speed")}
    needless = 0
    for seed in range(6):
        asked = study(plan={"noise": noise}, objectives=objectives, parameters=parameters, repeats=2)
        result = tune(asked, optimiser="random", budget=25, seed=seed)
        assert noise or not any(each.without and each.without.dominates(result.winner) for each in result.changes)
        assert not any("would be better without it" in effect(result, each) for each in result.changes)
        needless += result.winner.genome not in result.search.tried
    assert needless  # some change was set back after the search
    if len(objectives) > 1:
        assert result.winner in result.front


@pytest.mark.parametrize("noise", [0.0, 0.01])
def test_a_change_that_makes_no_difference_is_set_back(noise):
    parameters = {f"cards.Card {k}.{what}": [1, 9] for k in range(4) for what in ("power", "speed")}
    result = tune(study(plan={"noise": noise}, parameters=parameters, repeats=2), optimiser="random", budget=25, seed=1)
    assert result.changes
    assert not any("speed" in each.label for each in result.changes)  # which no rate depends on


@pytest.mark.parametrize("objectives", [["standard_deviation"], ["standard_deviation", "change"]])
def test_no_single_step_from_the_winner_is_better_in_every_objective(objectives):
    asked = study(objectives=objectives, parameters={"cards.*.power": [1, 9]})
    result = tune(asked, optimiser="random", budget=60, seed=2)
    assert result.settled
    genome = result.winner.genome
    steps = [
        (*genome[:k], value, *genome[k + 1 :])
        for k in range(len(genome))
        for value in (genome[k] - 1, genome[k] + 1)
        if 0 <= value < 9
    ]
    assert not any(each.dominates(result.winner) for each in asked.evaluate(steps))
    assert result.winner.genome not in result.search.tried  # random search had not found it
    few = tune(study(objectives=objectives, parameters={"cards.*.power": [1, 9]}), optimiser="random", budget=2, seed=2)
    assert not few.settled
    assert len(few.study.subject.played) <= 2 + 1 + 2 * len(genome) + 2  # one step, and what setting back takes


def test_the_default_optimiser_repairs_a_nearly_good_start():
    near = {f"cards.Card {k}.power": {"bounds": [1, 10], "from": 5 if k < 10 else 6} for k in range(12)}
    asked = study(plan={"cards": 12}, parameters=near, objectives=["landscape:evenness"])
    assert tune(asked, budget=200, seed=1).winner.values == (0,)


def test_impossible_figures_have_no_predicted_evaluation():
    asked = study(objectives=["entropy"])
    assert asked.guess(asked.space.start, [0.5, 0.5, 0.5, 0.5, 0.0, 3.0]) is not None
    assert asked.guess(asked.space.start, [0.5, -0.1, 0.5, 0.5, 0.0, 3.0]) is None


def test_a_changed_mechanic_makes_another_search(tmp_path):
    mine = "cards: [{name: A, attack: 1, health: 3, mechanics: [odd]}, {name: B, attack: 1, health: 3}]\n"
    identities = []
    for amount in (1, 2, 2):
        rule = f"mechanics: {{odd: {{rules: [{{when: death, do: damage, to: enemies, amount: {amount}}}]}}}}\n"
        (tmp_path / "mine.yaml").write_text(mine + rule)
        identities.append(Study({"play": {"tournament": {"cards": "mine.yaml"}}}, tmp_path).identity(1))
    assert identities[0] != identities[1] == identities[2]


def test_without_noise_nothing_is_measured_again():
    asked = study()
    result = tune(asked, optimiser="random", budget=20, seed=1)
    assert len(set(asked.subject.played)) == 1
    assert result.repeats == 0


def test_only_new_settings_count_against_the_budget():
    asked = study()
    search = Search(asked.space, asked.evaluate, 10)
    start = asked.space.start
    search.evaluate([start, start, start])
    assert (len(search.tried), search.left) == (1, 9)
    assert len(asked.subject.played) == 1


def test_optimisers_and_options_are_checked():
    with pytest.raises(UnknownName, match="did you mean 'nsga2'"):
        tune(study(optimiser="nsga"), budget=5)
    with pytest.raises(UnknownName, match="unknown option of the optimiser ga 'popsize'"):
        tune(study(optimiser={"name": "ga", "popsize": 5}), budget=5)
    for name, option, value, message in (
        ("ga", "population", 0, "must be above 0"),
        ("ga", "population", 10**9, "below 1,000,000"),
        ("nsga2", "population", 20.5, "must be an integer of at least 2, not 20.5"),
        ("pygad", "population", 2, "has 2 solutions, so at most that many can be parents"),
    ):
        with pytest.raises(BadData, match=message):
            tune(study(optimiser={"name": name, option: value}), budget=5)
    assert tune(study(optimiser={"name": "ga", "population": 10}), budget=30).optimiser == "ga"


@pytest.mark.parametrize("name", OPTIMISERS)
def test_a_space_of_one_setting_is_tried_once(name):
    result = tune(study(parameters={"cards.Card 0.power": [1, 1]}), optimiser=name, budget=50)
    assert len(result.search.tried) == 1


def test_a_missing_library_is_named_with_the_command_to_install_it_before_anything_is_written(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pymoo", None)
    with pytest.raises(CardwrightError, match=r"needs the library pymoo: pip install 'cardwright\[search\]'"):
        tune(study(), optimiser="nsga2", budget=5, folder=tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_cma_does_not_change_the_global_random_state():
    np.random.seed(7)
    expected = np.random.random()
    np.random.seed(7)
    tune(study(), optimiser="cma", budget=30, seed=1)
    assert np.random.random() == expected


def test_checkpoints_keep_numbers_exactly(tmp_path):
    memory = Memory(tmp_path / "x.json", "id")
    one = Evaluation((1, 2), (0.1 + 0.2,), (1 / 3,), (), 0.0, 0.7, (1e-17, 0.5, 2.0))
    memory.known[one.genome] = one
    memory.save()
    again = Memory(tmp_path / "x.json", "id")
    again.load()
    assert again.known == {(1, 2): one}


def test_evaluations_are_saved_when_playing_fails(tmp_path):
    memory = Memory(tmp_path / "x.json", "id")
    calls = []

    def measure(genomes):
        calls.append(genomes)
        if len(calls) > 5:
            raise CardwrightError("no more")
        return study().evaluate(genomes)

    for name in ("random", "pygad"):
        calls.clear()
        with pytest.raises(CardwrightError, match="no more"):
            optimise(Search(study().space, measure, 500, memory=memory), name, 1)
    assert len(json.loads((tmp_path / "x.json").read_text())["tried"]) >= 5


def test_importing_balance_loads_no_heavy_libraries():
    assert balance.tune is tune
    heavy = "pymoo", "cma", "pygad", "SALib", "matplotlib", "scipy.optimize"
    code = f"import sys, cardwright.balance; print([each for each in {heavy!r} if each in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    "change",
    [
        {0: {"x": 1}},
        {0: [[1], 2]},
        {1: "x"},
        {1: []},
        {2: [None]},
        {4: "much"},
        {5: [1]},
        {6: []},
        {6: [[1]]},
        {0: [1, 2]},
    ],
    ids=str,
)
def test_a_damaged_evaluation_is_refused(tmp_path, change):
    path = tmp_path / "search.json"
    rows = [[[1], [0.5], [0.5], [], 0.0, 0.1, [0.5, 0.5, 3.0]] for _ in range(2)]
    for index, value in change.items():
        rows[1][index] = value
    path.write_text(json.dumps({"format": "cardwright balance 1", "identity": "id", "tried": rows}))
    with pytest.raises(BadData, match=r"search\.json: "):
        Memory.open(path, "id", resume=True, lengths=(1, 1, 0))


@pytest.mark.parametrize(("name", "bred"), [("pygad", 8), ("ga", 2)])
def test_generations_end_a_genetic_algorithm_before_its_budget(name, bred):
    """PyGAD breeds as many solutions as it has, the other algorithm a third of them, at least 2."""
    pytest.importorskip("pygad" if name == "pygad" else "pymoo")
    options = {"name": name, "population": 8 if name == "pygad" else 6, "generations": 3}
    result = tune(study(optimiser=options), budget=1000, seed=1)
    most = 1 + options["population"] + 2 * bred  # the original rules come first
    assert options["population"] < len(result.search.tried) <= most
    longer = tune(study(optimiser={**options, "generations": 9}), budget=1000, seed=1)
    assert len(longer.search.tried) > len(result.search.tried)


@pytest.mark.parametrize("generations", [0, 1, 2.5, True, "many"])
def test_generations_are_at_least_two(generations):
    with pytest.raises(BadData, match="generations"):
        tune(study(optimiser={"name": "ga", "generations": generations}), budget=5)
