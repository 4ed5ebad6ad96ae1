"""Values fitted to played games: features, files, and figures from games that the fit has not seen."""

from __future__ import annotations

import dataclasses
import json

import kuhn
import numpy as np
import pytest

import cardwright
from cardwright.agents.value import describe, feature_names, read_value, value_of, write_value
from cardwright.arena import statistics
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import BadData, CardwrightError
from cardwright.training.fit import _draw_games, _predict, _quality, _regression, _train, fit
from cardwright.training.positions import collect

KUHN = kuhn.family.game({})


@kernel
def values_of(states, rules, player, weights, features):
    describe(states[0], rules[0], player, features)
    return value_of(states[0], rules[0], player, weights, features)


@pytest.fixture(scope="module")
def fitted():
    return fit(KUHN, games=150, positions=2, seed=3)


def test_every_family_names_its_features():
    for name in ("spire:jaw-worm", "unicorns", "cgdl:uno"):
        game = cardwright.game(name)
        names = feature_names(game)
        assert names[0] == "estimate"
        assert len(set(names)) == len(names) == 1 + len(game.summary_names) > 10


def test_positions_are_those_of_the_games_played():
    found = collect(KUHN, ["random"], games=20, positions=3, seed=5)
    assert len(found.features) == len(found.scores) == len(found.games)
    assert found.features.shape[1] == 1 + len(KUHN.features)
    assert set(found.games) <= set(range(20))
    assert set(found.scores) <= {-1, -0.5, 0.5, 1}
    again = collect(KUHN, ["random"], games=20, positions=3, seed=5)
    assert np.array_equal(found.features, again.features)
    assert not np.array_equal(found.scores, collect(KUHN, ["random"], games=20, positions=3, seed=6).scores)


def test_regression_finds_the_weights_behind_the_results():
    rng = np.random.default_rng(1)
    features = np.column_stack([rng.normal(5, 3, 20_000), rng.normal(0, 0.01, 20_000), np.full(20_000, 7.0)])
    truth = np.array([-2.0, 0.5, 40.0, 0.0])
    results = (rng.random(20_000) < _predict(truth, features)).astype(float)
    found = _train(_regression(), features, results)
    assert found == pytest.approx(truth, rel=0.15)
    assert found[3] == 0  # a feature that never changes


def test_a_result_between_counts_as_its_share():
    features = np.array([[0.0], [1.0]] * 500)
    found = _train(_regression(), features, np.where(features[:, 0] > 0, 0.75, 0.5))
    assert _predict(found, np.array([[0.0], [1.0]])) == pytest.approx([0.5, 0.75], abs=0.01)


def test_quality_of_known_predictions():
    results = np.array([1.0, 1.0, 0.0, 0.5])
    games = np.array([0, 0, 1, 2])
    found = _quality(np.array([0.8, 0.4, 0.1, 0.5]), results, games)
    losses = [-np.log(0.8), -np.log(0.4), -np.log(0.9), -np.log(0.5)]
    assert found.log_loss.value == pytest.approx(((losses[0] + losses[1]) / 2 + losses[2] + losses[3]) / 3)
    assert found.accuracy.value == pytest.approx((0.5 + 1) / 2)  # the draw is left out
    assert found.calibration == pytest.approx((0.2 + 0.6 + 0.1 + 0) / 4)


def test_what_is_not_known_is_null_in_json(fitted):
    quality = dataclasses.replace(next(iter(fitted.qualities.values())), accuracy=statistics.mean(np.zeros(0)))
    document = dataclasses.replace(fitted, qualities={"drawn": quality}).to_dict()
    assert json.loads(json.dumps(document, allow_nan=False))["qualities"]["drawn"]["accuracy"] == [None] * 3


def test_no_game_is_in_both_parts():
    tested = _draw_games(100, 0.3, seed=1)
    assert tested.sum() == 30
    assert not np.array_equal(tested, _draw_games(100, 0.3, seed=2))


def test_the_card_in_the_hand_tells_something_in_kuhn(fitted):
    """Kuhn has no estimate of its own, so it predicts nothing."""
    assert fitted.qualities["estimate"].log_loss.value == pytest.approx(np.log(2))
    assert fitted.gain.value > 0
    assert fitted.qualities["fitted"].log_loss.value < fitted.qualities["mean result"].log_loss.value
    assert fitted.to_dict()["weights"]["estimate"] == 0


def test_a_value_can_do_without_the_estimate_of_the_game():
    found = fit(KUHN, games=150, positions=2, estimate=False, seed=3)
    assert found.weights[1] == 0
    assert found.made["estimate"] is False


def test_a_file_is_read_back(fitted, tmp_path):
    path = tmp_path / "value.yaml"
    fitted.save(path)
    assert read_value(path).for_game(KUHN) == pytest.approx(fitted.weights, rel=1e-5)
    assert "seed: 3" in path.read_text()


def test_the_kernel_computes_the_same_value(fitted):
    state = KUHN.new(4)
    memory = np.zeros(1 + len(KUHN.features))
    value = values_of(state.records, KUHN.rules, 1, fitted.weights, memory)
    assert value == pytest.approx(2 * _predict(fitted.weights, memory[None, :])[0] - 1)
    assert -1 < value < 1
    for action in (kuhn.PASS, kuhn.PASS):
        state.play(action)
    over = np.zeros((1, 2))
    array_verbs.score_all(state.records, over)
    assert values_of(state.records, KUHN.rules, 1, fitted.weights, memory) == over[0, 1]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("cardwright value 1", "cardwright value 2", "format"),
        ("game: kuhn", "game: spire", "for 'spire', not 'kuhn'"),
        ("Queen:", "Duke:", "'Queen' is missing"),
        ("bias: ", "more: 1\n  bias: ", "no feature 'more'"),
        ("bias: ", "bias: many #", "valid number"),
        ("bias: ", "bias: 1e9 #", "less than or equal"),
        ("bias: ", "bias: .nan #", "number"),
    ],
)
def test_a_damaged_file_is_refused(tmp_path, old, new, complaint):
    path = tmp_path / "value.yaml"
    write_value(path, KUHN, [0.5, *range(1 + len(KUHN.features))], {"games": 1})
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadData, match=complaint):
        read_value(path).for_game(KUHN)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"games": 0}, "number of games"),
        ({"positions": 0}, "number of positions"),
        ({"target": "luck"}, "score or win"),
        ({"test_share": 1.0}, "between 0 and 1"),
        ({"games": 2}, "nothing to learn"),
        ({"agents": ["arena_agents:Last"]}, "arena_agents:Last runs in Python"),
        ({"agents": ["random", "rules"]}, "no heuristics for the agent 'rules'"),
    ],
)
def test_wrong_arguments_are_refused(options, complaint, monkeypatch):
    from pathlib import Path

    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "arena"))
    with pytest.raises(CardwrightError, match=complaint):
        fit(KUHN, **options)
