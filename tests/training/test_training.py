"""Evolution of weights: its operators, a planted optimum, and results that depend on nothing but the seed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from peak_game import PEAK, family

from cardwright import training, unicorns
from cardwright.agents import Rules, make, read_weights, write_weights
from cardwright.agents.weights import read_file
from cardwright.core.errors import CardwrightError
from cardwright.training import Judge, Settings, evolve, make_genes
from cardwright.training.operators import cross, mutate, next_population, select, spin

ONE, THREE = family.game({}, "one"), family.game({"players": 3}, "three")
BRIEF = {"population": 6, "generations": 5, "games": 6}
seeds = st.integers(0, 2**32)


def population_of(seed: int, size: int = 8, genes: int = 5) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.random((size, genes)), rng.random(size)


@given(seeds)
def test_a_tournament_is_won_by_the_fittest_and_never_by_the_worst(seed):
    _, fitness = population_of(seed)
    rng = np.random.default_rng(seed)
    assert int(np.argmin(fitness)) not in select(fitness, 50, 2, rng)
    assert set(select(fitness, 20, len(fitness), rng)) == {int(np.argmax(fitness))}


@given(seeds)
def test_children_lie_between_their_parents_and_mirror_each_other(seed):
    population, _ = population_of(seed)
    first, second = population[:2]
    for crossover in ("random", "average"):
        one, other = cross(first, second, crossover, np.random.default_rng(seed))
        assert np.allclose(one + other, first + second)
        for child in (one, other):
            assert np.all(child >= np.minimum(first, second) - 1e-12)
            assert np.all(child <= np.maximum(first, second) + 1e-12)
    assert np.allclose(one, (first + second) / 2)


def test_mutation_draws_the_given_share_of_genes_anew():
    genome = np.full(10_000, 2.0)
    changed = mutate(genome, 0.1, np.random.default_rng(1)) != genome
    assert 850 < np.count_nonzero(changed) < 1150
    assert not np.any(mutate(genome, 0.0, np.random.default_rng(1)) != genome)


@given(seeds, st.integers(2, 9), st.floats(0, 1))
def test_the_best_fill_up_for_pairs_that_did_not_cross(seed, size, rate):
    population, fitness = population_of(seed, size)
    settings = Settings(seed=1, population=size, crossover_rate=rate, tournament=1)
    following = next_population(population, fitness, settings, np.random.default_rng(seed))
    assert following.shape == population.shape
    assert np.all((following >= 0) & (following <= 1))
    assert np.array_equal(next_population(population, fitness, settings, np.random.default_rng(seed)), following)


def test_the_elite_can_be_the_best_of_the_parents_as_often_as_they_were_selected():
    population, fitness = population_of(3)
    settings = Settings(seed=1, population=8, crossover_rate=0.0, elite="parents")
    following = next_population(population, fitness, settings, np.random.default_rng(1))
    parents = select(fitness, 8, 2, np.random.default_rng(1))
    assert np.array_equal(following, population[sorted(parents, key=lambda index: -fitness[index])])


def test_without_crossover_the_old_population_stays_the_best_first():
    population, fitness = population_of(3)
    settings = Settings(seed=1, population=8, crossover_rate=0.0)
    following = next_population(population, fitness, settings, np.random.default_rng(1))
    assert np.array_equal(following, population[np.argsort(-fitness)])


@pytest.mark.parametrize("method", ["thesis", "cma"])
def test_a_planted_optimum_is_found(method):
    trained = evolve(ONE, Settings(seed=1, method=method, population=12, generations=25, games=1), jobs=1)
    low, high, _ = trained.weights
    assert abs(int(50 * (low + high)) - PEAK) <= 2
    assert trained.history[-1].best > 0.95 > trained.history[0].mean


@pytest.mark.parametrize("opponents", ["rules", "last", "league", "rules,league"])
def test_evolution_beats_its_opponents_at_a_game_for_three(opponents):
    trained = evolve(THREE, Settings(seed=2, opponents=opponents, population=10, generations=15, games=3), jobs=1)
    low, high, _ = trained.weights
    assert abs(int(50 * (low + high)) - PEAK) <= 10


def test_fitness_by_rank_doubles_with_every_rank():
    judge = Judge(THREE, games=3)
    rows = [np.array([0.7, 0.7, 0]), np.array([0.5, 0.5, 0]), np.array([0.0, 0.0, 0])]
    rivals = [Rules((0.6, 0.6, 0.0)), Rules((0.4, 0.4, 0.0))]
    verdict = judge.evaluate(rows, rivals, seed=1)
    assert verdict.fitness.tolist() == [8.0, 4.0, 2.0]
    assert verdict.wins.tolist() == [1.0, 0.0, 0.0]


def test_equal_individuals_play_once():
    judge, played = Judge(THREE, games=3, jobs=1), []
    one, other = np.array([0.7, 0.7, 0]), np.array([0.5, 0.5, 0])
    rivals = [Rules((0.6, 0.6, 0.0)), Rules((0.4, 0.4, 0.0))]
    verdict = judge.evaluate([one, other, one.copy()], rivals, 1, done=lambda done, total: played.append(total))
    assert verdict.fitness.tolist() == [8.0, 4.0, 8.0]
    assert set(played) == {2}


def test_equal_players_share_the_lowest_of_their_ranks():
    judge = Judge(THREE, games=3)
    same = np.array([0.3, 0.3, 0.0])
    assert judge.evaluate([same], [Rules((0.3, 0.3, 0.0)), Rules((0.1, 0.1, 0.0))], seed=1).fitness.tolist() == [4.0]


def test_seats_are_balanced():
    """An individual that wins only because it comes first would win a third of the games."""
    judge = Judge(unicorns.game(3), games=6, copies=1)
    tables = judge_tables(judge)
    seats = [np.flatnonzero(own).tolist() for _, _, own in tables]
    assert sorted(seat for each in seats for seat in each) == [0, 1, 2]


def judge_tables(judge: Judge):
    from cardwright.training.judge import _Tables

    return _Tables(judge.game, judge.own, [Rules()] * judge.rivals).rotations


@pytest.mark.parametrize("method", ["thesis", "cma"])
def test_the_result_does_not_depend_on_the_number_of_threads(method, tmp_path):
    for jobs in (1, 3):
        evolve(
            THREE, Settings(seed=4, method=method, opponents="league", **BRIEF), jobs=jobs, folder=tmp_path / str(jobs)
        )
    for name in ("training.json", "champion.yaml", "generations.csv", "fitness.png"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "3" / name).read_bytes()


@pytest.mark.parametrize("method", ["thesis", "cma"])
@pytest.mark.parametrize("opponents", ["last", "league"])
def test_a_resumed_evolution_is_the_same_as_one_that_was_not_stopped(method, opponents, tmp_path):
    settings = {"seed": 5, "method": method, "opponents": opponents, "population": 6, "games": 6}
    evolve(THREE, Settings(generations=6, **settings), folder=tmp_path / "whole")
    evolve(THREE, Settings(generations=2, **settings), folder=tmp_path / "parts")
    evolve(THREE, Settings(generations=6, **settings), folder=tmp_path / "parts", resume=True)
    for name in ("training.json", "champion.yaml", "generations.csv", "fitness.png"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_an_evolution_that_was_killed_resumes(tmp_path):
    game = f"{Path(__file__).parent / 'peak_game.py'}:family"
    base = [sys.executable, "-m", "cardwright", "evolve", game, "--seed", "3", "--population", "4", "--games", "60"]
    base += ["--generations", "20", "--test", "0"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    process = subprocess.Popen([*base, "--out", str(tmp_path / "killed")], env=environment, stdout=subprocess.DEVNULL)
    table = tmp_path / "killed" / "training.json"
    while not table.exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = len(json.loads(table.read_text())["fitness"])
    assert 1 <= done < 20
    for folder, more in (("killed", ["--resume"]), ("whole", [])):
        subprocess.run(
            [*base, "--out", str(tmp_path / folder), *more], env=environment, check=True, capture_output=True
        )
    assert (tmp_path / "killed" / "champion.yaml").read_text() == (tmp_path / "whole" / "champion.yaml").read_text()
    assert table.read_text() == (tmp_path / "whole" / "training.json").read_text()


def test_the_champion_is_a_weights_file_that_says_how_it_was_made(tmp_path):
    trained = evolve(THREE, Settings(seed=6, **BRIEF), folder=tmp_path)
    file = tmp_path / "champion.yaml"
    assert read_weights(str(file), THREE) == trained.weights
    made = read_file(file).content.made
    assert (made["seed"], made["opponents"], made["generations"]) == (6, "rules", 5)
    assert make(f"rules:{file}").weights_for(THREE) == trained.weights


def test_an_evolution_starts_from_given_weights(tmp_path):
    trained = evolve(THREE, Settings(seed=6, **BRIEF), folder=tmp_path)
    more = Settings(seed=7, start=(str(tmp_path / "champion.yaml"),), **BRIEF)
    assert training.Trained(THREE, more).individuals()[0] == pytest.approx(trained.weights)


def test_only_the_wanted_genes_evolve():
    game = unicorns.game(3)
    genes = make_genes(game, ["worth"], {"neigh limit": 2.0})
    assert {genes.table[index].group for index in genes.evolving} == {"worth"}
    weights = genes.weights(np.linspace(0, 1, len(genes)))
    named = {(each.group, each.name): value for each, value in zip(genes.table, weights, strict=True)}
    assert named["manners", "neigh limit"] == 2.0
    assert named["effect", "Yay"] == 1.0
    assert named["play", "Yay"] == named["rescue", "Yay"] == named["worth", "Yay"] != 0.0
    assert np.allclose(genes.genome(weights), np.linspace(0, 1, len(genes)))


def test_a_weight_with_a_value_of_its_own_does_not_follow_its_model():
    game = unicorns.game(3)
    index = [(each.group, each.name) for each in game.weight_table()].index(("play", "Yay"))
    base = [*game.weights]
    base[index] = 9.0
    genes = make_genes(game, ["worth"], {}, base)
    assert genes.weights(np.zeros(len(genes)))[index] == 9.0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"method": "newton"}, "unknown method of evolution 'newton'; there are: cma, thesis"),
        ({"population": 1}, "population: 2 to 10,000 is allowed, not 1"),
        ({"games": 0}, "games: 1 to 1,000,000 is allowed, not 0"),
        ({"opponents": "3*rules"}, "has 2 seats for them; '3\\*rules' fills 3"),
        ({"opponents": "rulez"}, "unknown agent 'rulez'"),
        ({"opponents": "os:PathLike"}, "is not a class"),
        ({"opponents": "mcts:5ms"}, "mcts:5ms runs in Python"),
        ({"opponents": "cfr:5"}, "cfr is for games of two players"),
        ({"copies": 4}, "three has 3 seats, not 4"),
        ({"genes": ("hihg",)}, "unknown weight or group of weights 'hihg'; did you mean 'high'?"),
        ({"fixed": {"high": 5.0}}, "the weight 'high' is a number from 0 to 1, not 5"),
        ({"fixed": {"low": 0.1, "high": 0.1, "idle": 0.1}}, "at least one must evolve"),
        ({"start": ("nothing",)}, "unknown weights of Peak 'nothing'"),
    ],
)
def test_wrong_settings_are_explained(settings, message):
    with pytest.raises(CardwrightError, match=message):
        evolve(THREE, Settings(seed=1, **{**BRIEF, **settings}))


def test_opponents_must_be_agents_even_where_nobody_else_plays():
    with pytest.raises(CardwrightError, match="unknown agent 'rulez'"):
        training.Trained(ONE, Settings(seed=1, opponents="rulez", **BRIEF))


def test_a_folder_is_not_overwritten_and_not_resumed_with_other_settings(tmp_path):
    evolve(THREE, Settings(seed=1, **BRIEF), folder=tmp_path)
    with pytest.raises(CardwrightError, match="already holds an evolution"):
        evolve(THREE, Settings(seed=1, **BRIEF), folder=tmp_path)
    with pytest.raises(CardwrightError, match="other settings: seed, opponents"):
        evolve(THREE, Settings(seed=2, opponents="last", **BRIEF), folder=tmp_path, resume=True)
    with pytest.raises(CardwrightError, match="another game"):
        evolve(family.game({"players": 3}, "other"), Settings(seed=1, **BRIEF), folder=tmp_path, resume=True)
    with pytest.raises(CardwrightError, match="ask for at least as many"):
        evolve(THREE, Settings(seed=1, **{**BRIEF, "generations": 1}), folder=tmp_path, resume=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda saved: saved["fitness"][1].pop(), "generation 2 does not have 6 individuals"),
        (lambda saved: saved["fitness"][1].__setitem__(0, "high"), "fitness.1.0"),
        (lambda saved: saved.__setitem__("format", "other"), "format"),
        (lambda saved: saved.__setitem__("more", 1), "unknown key 'more'"),
        (lambda saved: saved["fitness"][1].__setitem__(0, 1e308), "fitness.1.0"),
        (lambda saved: saved["wins"][1].__setitem__(0, 1.5), "wins.1.0"),
        (lambda saved: saved["wins"].pop(), "5 generations have a fitness, but 4 have wins"),
    ],
)
def test_a_damaged_checkpoint_is_refused_in_one_sentence(change, message, tmp_path):
    evolve(THREE, Settings(seed=1, **BRIEF), folder=tmp_path)
    saved = json.loads((tmp_path / "training.json").read_text())
    change(saved)
    (tmp_path / "training.json").write_text(json.dumps(saved))
    with pytest.raises(CardwrightError) as caught:
        evolve(THREE, Settings(seed=1, **BRIEF), folder=tmp_path, resume=True)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_without_heuristics_is_refused():
    with pytest.raises(CardwrightError, match="no heuristics whose weights could evolve"):
        evolve("cgdl:uno", Settings(seed=1, **BRIEF))


def test_an_evolution_is_not_resumed_from_other_weights(tmp_path):
    start = tmp_path / "start.yaml"
    write_weights(start, THREE, (0.2, 0.3, 0.4), {})
    settings = Settings(seed=1, start=(str(start),), **BRIEF)
    evolve(THREE, settings, folder=tmp_path / "run")
    write_weights(start, THREE, (0.2, 0.3, 0.5), {})
    with pytest.raises(CardwrightError, match="other weights"):
        evolve(THREE, settings, folder=tmp_path / "run", resume=True)


def test_a_contest_counts_the_wins_of_any_own_seat():
    strong, weak = Rules((0.7, 0.7, 0.0)), Rules((0.1, 0.1, 0.0))
    assert training.contest(THREE, [weak, strong], [weak], games=6, seed=1).value == 1.0
    assert training.contest(THREE, [weak], [strong, weak], games=6, seed=1).value == 0.0
    assert training.contest(THREE, [strong], [make("mcts:2"), weak], games=6, seed=1).value == pytest.approx(
        1.0, abs=0.5
    )
    with pytest.raises(CardwrightError, match="has 3 seats, not 2"):
        training.contest(THREE, [weak], [strong], games=6, seed=1)


@given(seeds)
def test_the_roulette_wheel_prefers_the_fit_and_never_takes_the_worst(seed):
    _, fitness = population_of(seed)
    drawn = spin(fitness, 400, np.random.default_rng(seed))
    counts = np.bincount(drawn, minlength=len(fitness))
    assert counts[np.argmin(fitness)] == 0
    assert counts[np.argmax(fitness)] >= counts.mean()
    assert set(spin(np.ones(3), 60, np.random.default_rng(seed))) == {0, 1, 2}


@given(seeds)
def test_children_take_every_gene_from_one_of_their_parents(seed):
    (first, second, *_), _ = population_of(seed)
    for crossover in ("one-point", "uniform"):
        one, other = cross(first, second, crossover, np.random.default_rng(seed))
        assert np.all((one == first) | (one == second))
        assert np.allclose(one + other, first + second)
    from_first = cross(first, second, "one-point", np.random.default_rng(seed))[0] == first
    assert from_first[0]
    assert not from_first[-1]
    assert np.count_nonzero(np.diff(from_first)) == 1


@pytest.mark.parametrize(
    "change", [{"selection": "roulette"}, {"crossover": "one-point"}, {"crossover": "uniform"}, {"tournament": 4}]
)
def test_every_operator_finds_the_planted_optimum(change):
    trained = evolve(ONE, Settings(seed=1, population=16, generations=30, games=1, **change), jobs=1)
    low, high, _ = trained.weights
    assert abs(int(50 * (low + high)) - PEAK) <= 3


def test_an_evolution_stops_when_nothing_improves(tmp_path):
    settings = {"seed": 1, "population": 12, "games": 1}
    short = evolve(ONE, Settings(generations=400, patience=3, **settings), jobs=1, folder=tmp_path)
    means = [each.mean for each in short.history]
    assert len(means) < 400
    assert max(means[-3:]) <= max(means[:-3])
    assert max(means[-4:-1]) > max(means[:-4], default=0.0)
    longer = evolve(ONE, Settings(generations=len(means) + 2, **settings), jobs=1, folder=tmp_path, resume=True)
    assert len(longer.history) == len(means) + 2


def test_a_later_evolution_starts_from_the_last_population(tmp_path):
    trained = evolve(THREE, Settings(seed=6, **BRIEF), folder=tmp_path)
    more = Settings(seed=7, start=(str(tmp_path / "population.json"),), **BRIEF)
    assert np.allclose(training.Trained(THREE, more).individuals(), trained.last, atol=1e-5)


def test_all_individuals_are_evaluated_and_sorted(tmp_path):
    for run in (1, 2):
        evolve(THREE, Settings(seed=run, **BRIEF), folder=tmp_path / str(run))
    rows = training.evaluate(THREE, [tmp_path / "1", tmp_path / "2"], [Rules()] * 2, games=6, copies=1, seed=1)
    assert len(rows) == 12
    assert [each.wins.value for each in rows] == sorted((each.wins.value for each in rows), reverse=True)
    assert {(each.source, each.number) for each in rows} == {
        (str(tmp_path / run), number) for run in "12" for number in range(1, 7)
    }
    assert all(each.wins.low <= each.wins.value <= each.wins.high for each in rows)


def test_experiments_are_means_over_their_runs(tmp_path):
    histories = [evolve(ONE, Settings(seed=run, **BRIEF), folder=tmp_path / "few" / str(run)).history for run in (1, 2)]
    evolve(ONE, Settings(seed=3, **BRIEF), folder=tmp_path / "single")
    found = training.experiments([tmp_path / "few", tmp_path / "single"])
    assert {name: each.runs for name, each in found.items()} == {"few": 2, "single": 1}
    assert found["few"].best[-1].value == pytest.approx((histories[0][-1].best + histories[1][-1].best) / 2)
    assert found["few"].mean[0].low < found["few"].mean[0].value < found["few"].mean[0].high
    (tmp_path / "empty").mkdir()
    with pytest.raises(CardwrightError, match="holds no evolution"):
        training.experiments([tmp_path / "empty"])
