"""Leagues: balanced seats, ratings that follow from the games, and folders that can be stopped and extended."""

from __future__ import annotations

import collections
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from arena_agents import Moody

from cardwright import arena
from cardwright.agents import make
from cardwright.arena import league as league_function
from cardwright.arena import ratings
from cardwright.arena.league import _tables
from cardwright.arena.ratings import Meeting, rate_agents
from cardwright.arena.series import Series
from cardwright.arena.standings import League
from cardwright.core.errors import BadData, CardwrightError

AGENTS = ["random", "first", "mcts:5"]
PROGRAM = (
    "import kuhn; from cardwright.core import registry; registry.register_family(kuhn.family);"
    "from cardwright.cli.main import main; main()"
)


def play(folder=None, agents=AGENTS, **changes):
    return league_function("kuhn", agents, **({"games": 20, "seed": 3, "folder": folder} | changes))


@pytest.fixture(scope="module")
def played():
    return play()


@pytest.mark.parametrize(("players", "agents", "mix"), [(2, 4, 2), (3, 3, 2), (3, 4, 3), (6, 3, 2), (5, 4, 4)])
def test_every_agent_sits_in_every_seat_equally_often(players, agents, mix):
    entered = [make(f"mcts:{n}") for n in range(1, agents + 1)]
    tables = _tables(entered, players, mix)
    assert len(set(tables)) == len(tables)
    assert all(len(set(table)) == mix for table in tables)
    for seat in range(players):
        counts = collections.Counter(table[seat].name for table in tables)
        assert len(counts) == agents
        assert len(set(counts.values())) == 1


def test_every_pair_meets_at_two_tables(played):
    assert sorted(each.agents for each in played.series) == sorted(
        (mine, other) for mine in AGENTS for other in AGENTS if mine != other
    )
    assert {each.games for each in played.series} == {20}
    assert {each.games for each in played.standings} == {80}


def test_the_matrix_counts_who_had_the_higher_score(played):
    cell = played.comparisons["mcts:5", "first"]
    tables = {each.agents: each.columns for each in played.series}
    leads = [*tables["mcts:5", "first"]["score_1"], *tables["first", "mcts:5"]["score_2"]]
    assert cell.games == 40
    assert cell.rate.value == sum(lead > 0 for lead in leads) / 40  # nobody draws in Kuhn poker
    assert cell.difference.value == pytest.approx(2 * np.mean(leads))  # the other one loses as much
    assert cell.rate.low < cell.rate.value < cell.rate.high
    assert played.comparisons["first", "mcts:5"].rate.value == pytest.approx(1 - cell.rate.value)


def test_win_rates_are_those_of_each_seat(played):
    standing = next(each for each in played.standings if each.agent == "first")
    for seat in range(2):
        won = [each.columns[f"win_{seat + 1}"] for each in played.series if each.agents[seat] == "first"]
        assert standing.win_rates[seat].value == np.concatenate(won).mean()


def test_neither_jobs_nor_the_order_of_agents_matter(played):
    again = play(agents=AGENTS[::-1], jobs=3)
    assert again.to_dict() == played.to_dict()


def meetings(skills, games, seed):
    """Games between agents whose chances are those of the model."""
    rng = np.random.default_rng(seed)
    found = []
    for first in range(len(skills)):
        for second in range(first + 1, len(skills)):
            chance = 1 / (1 + np.exp((skills[second] - skills[first]) / (np.sqrt(2) * 25 / 6)))
            won = rng.random(games) < chance
            found.append(Meeting((f"a{first}", f"a{second}"), np.stack([won, ~won], axis=1).astype(float)))
    return found


def test_ratings_find_the_strengths_behind_the_games():
    skills, covered = (0, 3, 6, 12), 0
    for seed in range(10):
        found = rate_agents(meetings(skills, 150, seed), [f"a{k}" for k in range(4)], seed)
        mean = np.mean([each.value for each in found.values()])
        for skill, each in zip(skills, found.values(), strict=True):
            truth = skill - np.mean(skills) + mean
            covered += each.low <= truth <= each.high
            assert abs(each.value - truth) < 4
    assert 34 <= covered <= 40  # of 95 % intervals


def test_more_games_make_ratings_more_certain():
    few, many = (rate_agents(meetings((0, 6), games, 1), ["a0", "a1"], 1)["a0"] for games in (20, 500))
    assert many.high - many.low < (few.high - few.low) / 2


def test_equal_scores_are_a_draw():
    found = rate_agents([Meeting(("a", "b"), np.full((30, 2), 0.25))], ["a", "b"], 1)
    assert found["a"].value == pytest.approx(found["b"].value)


def test_who_has_met_nobody_keeps_the_first_rating():
    found = rate_agents([Meeting(("a",), np.full((30, 1), 0.25))], ["a", "b"], 1)
    assert found["a"].value == found["b"].value == pytest.approx(25)


def test_small_differences_in_score_count_like_large_ones():
    scores = np.array([[0.2, 0.1, -0.3]] * 30)
    found = rate_agents([Meeting(("a", "b", "c"), scores)], ["a", "b", "c"], 1)
    assert found["a"].value > found["b"].value > found["c"].value


def test_the_order_of_many_games_hardly_matters(monkeypatch):
    games = meetings((0, 3, 6), 300, 1)
    names = ["a0", "a1", "a2"]
    first, second = (rate_agents(games, names, seed) for seed in (1, 2))
    for name in names:
        assert abs(first[name].value - second[name].value) < 0.25 * (first[name].high - first[name].value)
    monkeypatch.setattr(ratings, "MOST_UPDATES", 900)  # a single order
    single = rate_agents(games, names, 1)
    assert single != first


def standings_of(scores):
    """A league of agents that play alone, from the scores of each."""
    series = [
        Series(name, (name,), (), {"game": np.arange(len(own)), "score": np.array(own), "win": np.array(own) > 0})
        for name, own in scores.items()
    ]
    return League("game", list(scores), series, seed=1)


def test_where_a_game_has_scores_they_rank_the_agents():
    """`steady` more often has the higher score, and `bold` the higher mean; both win every game."""
    found = standings_of({"steady": [0.3, 0.3, 0.3, 0.3, 0.3], "bold": [0.2, 0.2, 0.2, 0.9, 0.9]})
    assert found.ranked_by == found.to_dict()["ranked_by"] == "score"
    steady, bold = (next(each for each in found.standings if each.agent == name) for name in ("steady", "bold"))
    assert steady.rating.value > bold.rating.value
    assert [each.agent for each in found.standings] == ["bold", "steady"]
    grid = found.report().grids()[0]
    assert grid.columns[1] == "score"
    assert "2 agents by score" in grid.title


def test_where_a_game_has_only_wins_ratings_rank_the_agents():
    found = standings_of({"often": [1.0, 1.0, -1.0], "rarely": [-1.0, -1.0, 1.0], "absent": []})
    assert found.ranked_by == "rating"
    assert found.standings[0].agent == "often"
    assert found.report().grids()[0].columns[1] == "rating"


def test_two_agents_of_one_class_can_meet():
    first, second = Moody(), Moody()
    found = play(agents=[first, second], jobs=1, games=4)
    assert {each.agent for each in found.standings} == {"arena_agents:Moody", "arena_agents:Moody #2"}


def test_one_player_is_compared_on_the_same_seeds():
    found = league_function("spire:jaw-worm", ["random", "rules"], games=10, seed=1)
    assert [each.agent for each in found.standings] == ["rules", "random"]
    scores = {each.agents[0]: each.columns["score"] for each in found.series}
    better = np.mean(scores["rules"] > scores["random"]) + 0.5 * np.mean(scores["rules"] == scores["random"])
    assert found.comparisons["rules", "random"].rate.value == pytest.approx(better)
    assert found.comparisons["rules", "random"].games == 10


def test_an_added_agent_plays_only_what_is_missing(tmp_path, monkeypatch):
    play(tmp_path, agents=["random", "first"])
    played_anew = []
    module = sys.modules["cardwright.arena.run"]  # the package offers the function of the same name
    original = module.play_chunk

    def noting(plan, number, indices, **options):
        if len(indices):
            played_anew.append(plan.seatings[number].text)
        return original(plan, number, indices, **options)

    monkeypatch.setattr(module, "play_chunk", noting)
    extended = play(tmp_path, resume=True, seed=None, jobs=1)
    assert set(played_anew) == {"mcts:5,random", "random,mcts:5", "mcts:5,first", "first,mcts:5"}
    assert extended.to_dict() == play().to_dict()


def test_a_league_can_be_continued_with_more_games(tmp_path):
    play(tmp_path, games=5)
    assert play(tmp_path, resume=True).to_dict() == play().to_dict()


def test_a_killed_league_ends_like_an_uninterrupted_one(tmp_path):
    agents = ["arena_agents:Slow", "first", "random"]
    arguments = [each for agent in agents for each in ("--agents", agent)]
    command = [sys.executable, "-c", PROGRAM, "league", "kuhn", *arguments, "--games", "20", "--seed", "3"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    folder = tmp_path / "league"
    stopped = subprocess.Popen([*command, "--log", str(folder), "--jobs", "1"], env=environment)
    while len(list(folder.glob("*.parquet"))) < 2 and stopped.poll() is None:
        time.sleep(0.02)
    assert stopped.poll() is None
    os.kill(stopped.pid, signal.SIGKILL)
    stopped.wait()
    resumed = play(folder, agents=agents, resume=True, seed=None, jobs=1)
    assert resumed.to_dict() == play(agents=agents, jobs=1).to_dict()


def test_ctrl_c_returns_the_games_so_far(tmp_path):
    def stop(done, total, words):
        if done >= 30:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(arena.LeagueInterrupted) as stopped:
        play(tmp_path, agents=["arena_agents:Moody", *AGENTS], progress=stop, jobs=1)
    league = stopped.value.league
    assert not league.complete
    assert "(unfinished)" in str(league)
    assert 30 <= sum(each.games for each in league.series) < 60


def test_a_league_is_shown_as_text_html_and_picture(played, tmp_path):
    from cardwright.core.showing import pictures

    text = str(played)
    assert "kuhn:standard, 3 agents by score, seed 3, 95 % intervals" in text
    assert max(map(len, text.splitlines())) <= 80
    assert played._repr_html_().count("<table>") == 2
    pictures.save(played.plot(), tmp_path / "league.svg")
    assert "mcts:5" in (tmp_path / "league.svg").read_text()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"agents": ["random"]}, "from 2 to 100 agents"),
        ({"agents": "random"}, "from 2 to 100 agents"),
        ({"agents": ["random", "random"]}, "must differ"),
        ({"games": 0}, "from 1 to"),
        ({"mix": 3}, "from 2 to 2 different agents"),
        ({"resume": True}, "folder"),
        ({"players": 5}, "5 players|played by 2"),
    ],
)
def test_wrong_arguments_are_refused(changes, complaint):
    with pytest.raises(CardwrightError, match=complaint):
        play(**changes)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"agents": ["first", "random", "rules"]}, "no heuristics for the agent 'rules'"),
        ({"agents": ["first", "random", "mcts:5ms+value=fitted"]}, "unknown values of Kuhn poker"),
        ({"jobs": 0}, "number of jobs"),
        ({"device": "tpu"}, "unknown device 'tpu'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(changes, complaint, tmp_path):
    with pytest.raises(CardwrightError, match=complaint):
        play(tmp_path / "league", **changes)
    assert not (tmp_path / "league").exists()


def test_a_missing_library_is_noticed_before_the_first_game(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(CardwrightError, match="ratings need the library openskill"):
        play(tmp_path / "league")
    assert not (tmp_path / "league").exists()


def test_a_folder_belongs_to_one_league(tmp_path):
    play(tmp_path, games=2)
    with pytest.raises(BadData, match="already holds a league"):
        play(tmp_path)
    with pytest.raises(BadData, match="seed 3, not 4"):
        play(tmp_path, seed=4, resume=True)
    with pytest.raises(BadData, match="league of kuhn:standard"):
        league_function("leduc", AGENTS, folder=tmp_path, resume=True)
    (tmp_path / "league.json").write_text(json.dumps({"format": "another", "game": "kuhn:standard", "seed": 3}))
    with pytest.raises(BadData, match=r"league\.json: format"):
        play(tmp_path, resume=True)
