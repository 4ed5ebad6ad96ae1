"""Rules about who wins a game."""

from __future__ import annotations

import json

import pytest

import cardwright
from cardwright import arena
from cardwright.cli.main import run


def test_the_wins_of_a_table_of_several_players_add_up_to_at_most_one():
    played = arena.run("autobattler:table", ["random,3*rules"], games=40, seed=1, jobs=1).series[0]
    wins = sum(played.per_seat("win", (seat,)) for seat in range(4))
    assert played.faults == 0
    assert set(wins.round(9).tolist()) <= {0.0, 1.0}
    assert sum(wins) > 30


def test_the_winners_have_the_highest_score():
    game = cardwright.game("autobattler:table")
    for seed in range(5):
        state = game.new(seed=seed)
        while not state.over:
            state.play(state.legal()[-1])
        scores = [state.score(player) for player in range(game.players)]
        best = max(scores)
        assert state.winners == [player for player, score in enumerate(scores) if score == best > 0]


def test_a_table_shows_the_win_rate_of_a_team(capsys):
    arguments = ["arena", "cgdl:uno", "--seats", "2*first,random", "--games", "30", "--seed", "1", "--json"]
    assert run(arguments) == 0
    team, other = json.loads(capsys.readouterr().out)["series"][0]["players"]
    assert team["team_win_rate"] == pytest.approx(2 * team["win_rate"])
    assert team["team_win_rate"] + other["win_rate"] <= 1
    assert "team_win_rate" not in other
