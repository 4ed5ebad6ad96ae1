"""Tuning other games: unicorns, described games, and custom games in files."""

from __future__ import annotations

from pathlib import Path

import kuhn
import pytest

from cardwright.balance import Study, tune
from cardwright.core import data, registry
from cardwright.core.errors import BadData, CardwrightError

EXAMPLES = Path(__file__).parents[2] / "examples"


def study(scenarios, seats, parameters, **more):
    play = {"arena": {"scenarios": scenarios, "seats": seats, "games": 20}}
    return Study({"play": play, "parameters": parameters, **more}, EXAMPLES)


def small(name, games, seats=None):
    """Return an example with few games."""
    config = data.read(EXAMPLES / name).value
    arena = config["play"]["arena"]
    arena |= {"games": games, "seats": seats or arena["seats"]}
    return Study({**config, "repeats": 2, "finalists": 2}, EXAMPLES)


@pytest.mark.parametrize(
    ("scenario", "seats", "path", "start"),
    [
        ("unicorns", "6*random", "cards.Yay.copies", 2),
        ("unicorns", "6*random", "cards.Yay.count", 2),
        ("unicorns", "6*random", "cards.Good Deal.draw", 3),
        ("unicorns", "6*random", "cards.Ginormous Unicorn.value", 2),
        ("unicorns", "6*random", "goal", 6),
        ("unicorns:4", "4*random", "numbers.goal", 7),
        ("unicorns", "6*random", "hand_limit", 7),
        ("cgdl:uno", "3*random", "stages.deal.deal to all players", 7),
        ("cgdl:uno", "3*random", "deal to T0", 1),
        ("cgdl:uno", "3*random", "turn limit", 100),
        ("cgdl:blackjack", "3*random", "ranking.number 1 or", 10),
        ("cgdl:blackjack", "3*random", "stages.compare.sum HX >", 21),
        ("cgdl:whist", "4*random", "stages.trick.times", 13),
        ("cgdl:golf", "3*random", "winning.alive", 0),
    ],
)
def test_paths_lead_to_numbers_of_the_rules(scenario, seats, path, start):
    found = study(scenario, seats, {path: [start, start + 1]})
    assert [each.start for each in found.space.variables] == [start]
    game = found.subject._game(found.space.values(found.space.start), scenario, {})
    assert game.rules.tobytes() == found.subject.games[scenario].rules.tobytes()


@pytest.mark.parametrize(
    ("scenario", "seats", "path", "message"),
    [
        ("unicorns", "6*random", "cards.Yya.copies", "unknown part of a path 'Yya'; did you mean 'Yay'"),
        ("unicorns", "6*random", "numbers.gaol", "unknown part of a path 'gaol'; did you mean 'goal'"),
        (
            "cgdl:uno",
            "3*random",
            "stages.deal.deal",
            "'deal'; there are: deal to T0, deal to all players",
        ),
        ("cgdl:uno", "3*random", "stages.dela.deal to T0", "unknown part of a path 'dela'; did you mean 'deal'"),
        (
            "cgdl:texas",
            "3*random",
            "deal to T0",
            "it could be stages.flop.deal to T0, stages.turn.deal to T0",
        ),
    ],
)
def test_unknown_and_ambiguous_paths_list_the_alternatives(scenario, seats, path, message):
    with pytest.raises(BadData, match=message):
        _ = study(scenario, seats, {path: [1, 2]}).space


@pytest.mark.parametrize(
    ("scenario", "seats", "parameters", "message"),
    [
        ("unicorns", "6*random", {"cards.Yay.copies": [0, 60]}, "cards.Yay.copies cannot be 60: .*at most 160 cards"),
        ("unicorns", "6*random", {"goal": [0, 6]}, "goal cannot be 0: .*greater than or equal to 2"),
        (
            "cgdl:uno",
            "3*random",
            {"deal to all players": [1, 18]},
            "players cannot be 18: .*too few cards",
        ),
        ("cgdl:uno", "3*random", {"turn_limit": {"values": [9.5, 20]}}, "turn_limit cannot be 9.5: .*an integer"),
    ],
)
def test_numbers_the_games_do_not_allow_are_refused_before_play(scenario, seats, parameters, message):
    with pytest.raises(BadData, match=message):
        tune(study(scenario, seats, parameters), budget=2)


def test_other_numbers_change_the_length_of_games():
    shorter = study("unicorns:3", "3*random", {"goal": [3, 7]})
    few, many = shorter.play([(0,), (4,)], seed=1)
    assert few.length < many.length
    dealt = study("cgdl:uno", "3*random", {"deal to all players": [1, 9]})
    few, many = dealt.play([(0,), (8,)], seed=1)
    assert few.length < many.length


def test_stages_and_start_are_tuned_together_and_written_as_one_game(tmp_path):
    parameters = {"start.players": {"bounds": [2, 5], "from": 3}, "stages.*.deal to all players": [2, 9]}
    found = study("cgdl:uno", "3*random", parameters)
    found.subject.write(found.space.values((2, 1)), tmp_path / "tuned.yaml")
    game = registry.game(tmp_path / "tuned.yaml")
    assert (game.players, registry.family("cgdl").rules(game.start)["stages"]["deal"]["deal to all players"]) == (4, 3)


@pytest.mark.parametrize(
    ("scenario", "seats", "path"),
    [("unicorns:3", "3*random", "cards.Neigh.copies"), ("cgdl:uno", "3*random", "deal to T0")],
)
def test_the_tuned_file_is_the_game_that_was_measured(scenario, seats, path, tmp_path):
    found = study(scenario, seats, {path: [1, 3]})
    values = found.space.values((2,))
    found.subject.write(values, tmp_path / "tuned.yaml")
    measured = found.subject._game(values, scenario, {})
    assert registry.game(tmp_path / "tuned.yaml").rules.tobytes() == measured.rules.tobytes()


def test_the_unicorns_example(tmp_path):
    result = tune(small("balance_unicorns.yaml", games=6, seats="6*random"), budget=8, seed=1)
    assert result.before.names == [f"seat {seat}" for seat in range(1, 7)]
    assert result.settings["goal"] == 6
    assert all(path.exists() for path in result.save(tmp_path))
    assert registry.game(tmp_path / "tuned.yaml").new(1).view()["goal"] == 6


def test_the_described_game_example(tmp_path):
    result = tune(small("balance_cgdl.yaml", games=400), budget=20, seed=1)
    assert result.winner.losses[0] < result.start.losses[0]
    assert result.settings["ranking.number 11"] == result.settings["ranking.number 13"]
    assert all(path.exists() for path in result.save(tmp_path))
    tuned = registry.game(tmp_path / "tuned.yaml")
    assert tuned.described.name == "Three-card blackjack"
    assert (
        registry.family("cgdl").rules(tuned.start)["stages"]["compare"]["sum HX >"]
        == result.settings["stages.compare.sum HX >"]
    )


def test_a_custom_game_file_is_relative_to_the_config(tmp_path):
    (tmp_path / "own.py").write_text((EXAMPLES / "kuhn.py").read_text().replace('"kuhn"', '"own"'))
    config = tmp_path / "config.yaml"
    config.write_text("play: {arena: {scenarios: own.py:family, seats: '2*random', games: 30}}\n")
    try:
        own, theirs = Study.read(config).look(seed=1), study("kuhn", "2*random", {}).look(seed=1)
        assert own.names == ["seat 1", "seat 2"]
        config.write_text("play: {arena: {scenarios: own.py:famly, seats: '2*random', games: 30}}\n")
        with pytest.raises(CardwrightError, match=r"config.yaml, line 1: unknown family of games in .*own.py 'famly'"):
            Study.read(config)
    finally:
        registry._registered.pop("own", None)
        registry.register_family(kuhn.family)
    assert theirs.names == own.names
