"""Many games: the same for any number of jobs, counted correctly, and compared with intervals."""

from __future__ import annotations

import dataclasses
import io
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import polars
import pytest
from arena_agents import Cheating, Guessing, Last, Moody, Traced

from cardwright import arena
from cardwright.agents import Played, make_seats, play_game
from cardwright.arena import workers
from cardwright.arena.columns import UNFINISHED, as_columns, column_names
from cardwright.arena.plan import Seating
from cardwright.arena.series import Series, difference
from cardwright.arena.standings import League
from cardwright.arena.statistics import Estimate
from cardwright.arena.table import Grid, Report, mean_text
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.core.showing.terminal import Console
from cardwright.core.working import workers as working


def rows(result):
    return result.frame().drop("series", "seats")


@pytest.fixture(scope="module")
def result(kuhn_game):
    return arena.run(kuhn_game, ["2*random", "random,mcts:20", "first,random"], games=300, seed=1, jobs=1)


def test_every_series_meets_the_same_deals(result):
    seeds = result.frame().select("series", "game", "seed")
    for number in range(3):
        mine = seeds.filter(seeds["series"] == number)
        assert mine["game"].to_list() == list(range(300))
        assert mine["seed"].to_list() == [seed_for(1, "game", index) for index in range(300)]


def test_rows_equal_games_played_one_by_one(result, kuhn_game):
    frame = result.frame().filter(result.frame()["seats"] == "random,mcts:20")
    for index in (0, 7, 299):
        seeds = seed_for(1, "game", index), seed_for(1, "agent", index)
        state = play_game(kuhn_game, make_seats("random,mcts:20"), *seeds)
        row = frame.row(index, named=True)
        assert (row["score_1"], row["score_2"]) == (state.score(0), state.score(1))
        assert (row["win_1"], row["win_2"]) == (state.score(0) > 0, state.score(1) > 0)
        assert (row["turns"], row["decisions"]) == (state.turn, len(state.history()))
        assert row["pot"] == state.view()["pot"]


@pytest.mark.parametrize("agent", [Guessing(), Cheating()])
def test_the_seed_decides_what_agents_guess(kuhn_game, agent, tmp_path):
    runs = [{"jobs": 1}, {"jobs": 1, "log": tmp_path, "replays": 5}, {"jobs": 2}]
    found = [arena.run(kuhn_game, [[agent, "random"]], games=60, seed=1, **run).frame() for run in runs]
    assert found[0].equals(found[1])
    assert found[0].equals(found[2])


def test_the_number_of_jobs_does_not_affect_rows(result, kuhn_game):
    again = arena.run(kuhn_game, ["2*random", "random,mcts:20", "first,random"], games=300, seed=1, jobs=5)
    assert again.frame().equals(result.frame())


def test_processes_return_the_same_rows(kuhn_game):
    seats = [Last(), "arena_agents:Moody"]
    alone = arena.run(kuhn_game, [seats], games=60, seed=3, jobs=1)
    together = arena.run(kuhn_game, [seats], games=60, seed=3, jobs=2)
    assert together.frame().equals(alone.frame())
    assert 0 < alone.series[0].win_rate < 1


def test_uncompiled_code_returns_the_same_rows(kuhn_game):
    script = (
        "import kuhn; from cardwright import arena;"
        "print(arena.run(kuhn.family.game({}), ['random,mcts:5'], games=20, seed=9, jobs=2).frame().write_json())"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    compiled = arena.run(kuhn_game, "random,mcts:5", games=20, seed=9).frame().write_json()
    assert json.loads(done.stdout) == json.loads(compiled)


def test_figures_follow_from_the_rows(result):
    frame = result.frame()
    for number, series in enumerate(result.series):
        mine = frame.filter(frame["series"] == number)
        low, high = series.interval
        assert series.win_rate == mine["win_1"].mean()
        assert low < series.win_rate < high
        for name in ("pot", "turns", "decisions"):
            assert series.measures[name].value == pytest.approx(mine[name].mean())
        assert series.games_per_second > 0
        assert series.faults == 0


def test_differences_are_paired_by_game(result):
    frame = result.frame()
    names = [(each.minus, each.seats) for each in result.differences]
    assert names == [("2*random", "random,mcts:20"), ("2*random", "first,random"), ("random,mcts:20", "first,random")]
    pots = [frame.filter(frame["series"] == number)["pot"].to_numpy() for number in range(3)]
    assert result.differences[2].measures["pot"].value == pytest.approx((pots[2] - pots[1]).mean())
    assert result.differences[1].win_rate.value == pytest.approx(result.series[2].win_rate - result.series[0].win_rate)


def test_seats_are_grouped_by_agent_unless_all_have_the_same(result):
    alike, mixed, _ = result.series
    assert [side.seats for side in alike.sides] == [(0,), (1,)]
    assert [(side.agent, side.seats) for side in mixed.sides] == [("random", (0,)), ("mcts:20", (1,))]
    assert mixed.sides[0].win_rate.value + mixed.sides[1].win_rate.value == pytest.approx(1)
    assert mixed.sides[0].score.value == pytest.approx(-mixed.sides[1].score.value)


def test_tree_search_wins_more_chips_than_random_play(result):
    assert result.series[1].sides[1].score.low > result.series[0].sides[1].score.value


def test_json_has_the_documented_keys(result):
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert document["game"] == "kuhn:custom"
    assert document["complete"]
    first = document["series"][0]
    assert list(first)[:4] == ["seats", "games", "win_rate", "interval"]
    assert {"pot", "pot_interval", "turns", "decisions", "games_per_second", "faults", "players"} <= set(first)
    assert first["interval"] == list(result.series[0].interval)
    assert {"score", "score_interval"} <= set(first)
    assert {"seats", "minus", "win_rate", "interval", "score", "pot"} <= set(document["differences"][0])


def test_one_game_has_a_mean_but_no_interval(kuhn_game):
    series = arena.run(kuhn_game, "2*first", games=1, seed=1).to_dict()["series"][0]
    assert series["pot"] == 2
    assert series["pot_interval"] == [None, None]


def test_the_interval_of_a_score_ends_at_the_limits_of_scores(kuhn_game):
    played = arena.run(kuhn_game, "first,random", games=2, seed=1).series[0]
    scores = {"score_1": np.array([1.0, -0.5]), "score_2": np.array([-1.0, 0.5])}
    assert set(scores) <= set(played.columns)
    series = Series(played.seats, played.agents, played.measured, {**played.columns, **scores})
    assert series.score == Estimate(0.25, -1, 1)
    assert mean_text(series.score, "+") == "+0.25 [-1.00,+1.00]"


def test_the_table_names_every_series_and_player(result, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = str(result)
    assert "kuhn:custom, 300 games per series, seed 1" in text
    for word in ("2*random", "mcts:20 (P2)", "win rate", "pot", "turns", "decisions", "games/s", "Differences"):
        assert word in text
    assert "such as games/s, are those of all its games and players" in text


@pytest.mark.parametrize("columns", ["80", "150"])
def test_the_text_fits_the_terminal(result, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    text = str(result)
    assert max(map(len, text.splitlines())) <= int(columns)
    assert "games/s" in text


def test_the_table_shows_mean_scores_unless_all_are_plain_wins_losses_and_draws(result, kuhn_game):
    series, differences = result.report().grids()
    assert series.columns[:4] == ["seats", "player", "win rate %", "score"]
    assert series.rows[3][3].startswith("+")  # mcts:20 in seat P2
    assert differences.columns[:4] == ["seats", "minus", "win rate %", "score"]
    plain = [plain_scores(each) for each in result.series]
    for grid in arena.Result(result.plan, plain).report().grids():
        assert "score" not in grid.columns


def plain_scores(series):
    columns = {name: np.sign(column) if "score" in name else column for name, column in series.columns.items()}
    return dataclasses.replace(series, columns=columns)


def test_rates_of_agents_with_several_seats_are_labelled_per_seat(result, kuhn_game):
    columns = {**result.series[0].columns, "win_3": result.series[0].columns["win_1"], "score_3": np.ones(300)}
    for agents, heading in ((("a", "a", "b"), "win rate % per seat"), (("a", "b", "c"), "win rate %")):
        series = dataclasses.replace(result.series[0], agents=agents, columns=columns)
        columns_shown = arena.Result(result.plan, [series]).report().grids()[0].columns
        assert heading in columns_shown
        assert heading.replace("win rate %", "score") in columns_shown


def test_a_notebook_shows_the_same_tables(result):
    shown = result._repr_html_()
    for grid in result.report().grids():
        assert f">{grid.title}</caption>" in shown
        for cell in (*grid.columns, *(cell for row in grid.rows for cell in row)):
            assert f">{cell}</t" in shown


def test_names_are_escaped_in_a_notebook(result):
    hostile = dataclasses.replace(result.series[0], seats="<script>&")
    shown = arena.Result(result.plan, [hostile])._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;&amp;" in shown


def test_a_random_seed_is_reported_and_reproduces_the_run(kuhn_game):
    unseeded = arena.run(kuhn_game, "2*random", games=50)
    again = arena.run(kuhn_game, "2*random", games=50, seed=unseeded.to_dict()["seed"])
    assert again.frame().equals(unseeded.frame())


def test_stopped_games_are_counted_and_won_by_nobody(kuhn_game):
    states = np.zeros(3, kuhn_game.dtype)
    states["bet"] = [2, 1]  # the first player has won all three
    states["fault"][1] = 4
    columns = as_columns(kuhn_game, np.arange(3), Played(states, np.ones(3, np.int64), np.array([True, False, False])))
    assert columns["fault"].tolist() == [0, 4, UNFINISHED]
    assert columns["win_1"].tolist() == [True, False, False]
    plan = arena.run(kuhn_game, "2*first", games=3, seed=1).plan
    series = arena.Series("2*first", ("first", "first"), ("pot",), columns)
    stopped = arena.Result(plan, [series])
    assert (series.faults, series.win_rate) == (2, 1 / 3)
    assert stopped.to_dict()["series"][0]["faults"] == 2
    assert "2 games of 2*first were stopped" in str(stopped)


def test_progress_reaches_the_end_of_every_series(kuhn_game):
    calls = []
    arena.run(kuhn_game, ["2*random", "2*first"], games=500, seed=1, progress=lambda *each: calls.append(each))
    assert (0, "2*random", 500, 500) in calls
    assert calls[-1] == (1, "2*first", 500, 500)


def test_the_columns_of_a_frame_are_in_order(result, kuhn_game):
    frame = result.frame()
    assert [name for name in frame.columns if name not in ("series", "seats", "seed")] == column_names(kuhn_game)
    assert frame.schema["win_1"] == polars.Boolean


def test_agents_are_pickled_by_their_text():
    seating = pickle.loads(pickle.dumps(Seating("arena_agents:Moody,2*random")))  # noqa: S301
    assert seating.names == ("arena_agents:Moody", "random", "random")
    assert not seating.compiled


@pytest.fixture(scope="module")
def battles():
    return arena.run("spire:jaw-worm", ["first", "random", "mcts:30"], games=200, seed=1)


def test_battles_have_the_documented_figures(battles):
    first, random, search = battles.to_dict()["series"]
    names = [name for name in random if not name.endswith("_interval")]
    assert names[:8] == ["seats", "games", "win_rate", "interval", "hp_left", "turns", "decisions", "games_per_second"]
    assert random["win_rate"] < first["win_rate"] <= search["win_rate"]
    assert random["hp_left_interval"][1] < search["hp_left_interval"][0]


def test_a_battle_is_won_if_hp_are_left(battles):
    frame = battles.frame()
    assert (frame["win"] == (frame["hp_left"] > 0)).all()
    assert (frame["fault"] == 0).all()


def test_jobs_and_replays_do_not_affect_battles(battles, tmp_path):
    series = ["first", "random", "mcts:30"]
    again = arena.run("spire:jaw-worm", series, games=200, seed=1, jobs=4, log=tmp_path, replays=2)
    assert again.frame().equals(battles.frame())
    last = arena.load_replay(tmp_path / "replays" / "3-mcts-30-000001.json")
    row = again.frame().row(401, named=True)
    assert (last.seed, last.turn, last.score() > 0) == (row["seed"], row["turns"], row["win"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({"games": 0}, "games must be from 1 to 10,000,000, not 0"),
        ({"games": 10**12}, "games must be from 1 to"),
        ({"seats": []}, "no series to play"),
        ({"seats": "random"}, r"standard has 2 seats \(as in '2\*random'\); 'random' fills 1"),
        ({"seats": "3*random"}, "fills 3"),
        ({"seats": "random,nobody"}, "unknown agent 'nobody'"),
        ({"seats": [["random", 5]]}, "an agent is an object with a method 'choose'"),
        ({"jobs": 0}, "jobs must be from 1 to"),
        ({"replays": 1}, "need a log"),
        ({"resume": True}, "need a log"),
        ({"replays": 11, "log": "unused"}, "replays must be from 0 to"),
        ({"game": "kuhn:nowhere"}, "unknown start of kuhn 'nowhere'"),
        ({"game": "nothing"}, "unknown game 'nothing'"),
    ],
)
def test_bad_input_is_reported_in_one_sentence(arguments, complaint):
    given = {"game": "kuhn", "seats": "2*random", "games": 10} | arguments
    with pytest.raises(CardwrightError, match=complaint):
        arena.run(given.pop("game"), given.pop("seats"), **given)


@pytest.mark.parametrize(("jobs", "ends"), [("None", 0), ("2", 1)])
def test_a_script_can_define_agents(tmp_path, jobs, ends):
    """They work in one process; for several the script needs a guard, and the error says so."""
    script = tmp_path / "script.py"
    script.write_text(
        "import arena_agents, kuhn\n"
        "from cardwright import arena\n"
        "class Own(arena_agents.Last):\n"
        "    def __init__(self, much): self.much = much\n"
        f"print(arena.run(kuhn.family.game({{}}), [[Own('x' * 100_000), 'random']], games=9, jobs={jobs}))\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True)
    assert done.returncode == ends, done.stderr
    assert ("__main__:Own" in done.stdout) == (ends == 0)
    assert ("a worker process ended unexpectedly; guard a script with" in done.stderr) == (ends == 1)


UNGUARDED = """
import arena_agents, kuhn, os
from cardwright import arena
print("running")
found = arena.run(kuhn.family.game({}), [[arena_agents.Moody(), "random"]], games=9, seed=1, jobs=JOBS)
print(found.series[0].games, "games")
"""


def test_a_script_without_a_guard_can_play_an_agent_of_a_module(tmp_path):
    """Worker processes do not run the script again."""
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.replace("JOBS", "2"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("running\n9 games\n", "")


@pytest.mark.parametrize(("seconds", "processes"), [(1e9, False), (0.0, True)])
def test_only_long_runs_of_agents_in_python_start_processes(kuhn_game, tmp_path, monkeypatch, seconds, processes):
    monkeypatch.setattr(workers, "ALONE_SECONDS", seconds)
    monkeypatch.setattr(working, "cores", lambda: 2)
    seats = [[Traced(str(tmp_path)), "random"]]
    found = arena.run(kuhn_game, seats, games=12, seed=3)
    played_by = {int(each.name) for each in tmp_path.iterdir()} - {os.getpid()}
    assert bool(played_by) == processes
    assert found.frame().equals(arena.run(kuhn_game, seats, games=12, seed=3, jobs=1).frame())


def test_agents_of_the_same_name_have_rows_of_their_own(kuhn_game, tmp_path):
    one, other = Last(), Last()
    one.name = other.name = "last"
    found = arena.run(kuhn_game, [[one, other], [other, "random"]], games=4, seed=1, log=tmp_path, replays=1, jobs=1)
    assert [side.agent for each in found.series for side in each.sides] == ["last", "last #2", "last #2", "random"]
    assert [each.seats for each in found.series] == ["last,last #2", "last #2,random"]
    (replay,) = tmp_path.glob("replays/1-*.json")
    assert json.loads(replay.read_text())["seats"] == ["last", "last #2"]


def test_an_agent_that_cannot_be_pickled_is_reported(kuhn_game):
    stuck = Moody()
    stuck.choose = lambda state: 0
    with pytest.raises(CardwrightError, match="cannot be sent to another process; use jobs=1"):
        arena.run(kuhn_game, [[stuck, "random"]], games=10, jobs=2)


def test_a_result_is_text_in_a_notebook_too(monkeypatch, capsys):
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    result = arena.run("kuhn", ["2*random"], games=2, seed=1)
    assert "2*random" in str(result)
    assert capsys.readouterr().out == ""


def test_a_table_with_many_columns_is_printed_in_parts():
    columns = ["seats", "minus", *(f"measure {number}" for number in range(9))]
    row = ["mcts:200", "3*random", *(f"+{number}00.0±1219.8" for number in range(9))]
    empty = ["", "", "+1.0", *[""] * 8]
    file = io.StringIO()
    Console(file=file, width=80, force_jupyter=False).print(Grid("Title", columns, [row, empty]))
    text = file.getvalue()
    assert max(map(len, text.splitlines())) <= 80
    assert text.count("mcts:200") == text.count("3*random") == text.count("seats") == 3
    assert [word for word in text.split() if "±" in word] == row[2:]
    assert text.count("Title") == text.count("+1.0") == 1


def test_a_long_name_is_broken_at_its_signs():
    columns = ["seats", *(f"m{number}" for number in range(5))]
    row = ["__main__:Careful", *(f"{number}00.0±1219.8" for number in range(5))]
    file = io.StringIO()
    Console(file=file, width=75, force_jupyter=False).print(Grid("Title", columns, [row], widest_name=12))
    assert [line.split()[0] for line in file.getvalue().splitlines()[3:]] == ["__main__:", "Careful"]


def test_tables_fit_80_columns_without_breaking_words():
    seats = "mcts:200,2*rules,3*random"
    columns = ["seats", "player", "win rate % per seat", "score per seat", "turns", "decisions", "games/s"]
    row = [seats, "random (P4, P5, P6)", "16.7 [15.2,18.3]", "+0.12±0.03", "21.4±0.3", "143.2±2.1", "12,345"]
    file = io.StringIO()
    Console(file=file, width=80, force_jupyter=False).print(Grid("Title", columns, [row]))
    lines = file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    words = {word for line in lines for word in line.split()}
    assert {
        "decisions",
        "[15.2,18.3]",
        "+0.12±0.03",
        "143.2±2.1",
        "12,345",
        "3*random",
        "mcts:200,",
        "2*rules,",
    } <= words


def test_a_task_larger_than_the_memory_for_records_is_played_in_slices(kuhn_game, monkeypatch):
    running = sys.modules["cardwright.arena.run"]  # the name means the function
    plan = running.make_plan(kuhn_game, ["2*random"], 50, 1)
    whole = running.play_with_one_kernel(plan, 0, np.arange(50)).columns
    monkeypatch.setattr(running, "MAX_CHUNK", 8)
    sliced = running.play_with_one_kernel(plan, 0, np.arange(50)).columns
    assert {name: column.tolist() for name, column in sliced.items()} == {k: v.tolist() for k, v in whole.items()}


def shared_columns(games):
    """The columns of games for three in which the agent of two seats wins every second, and every fourth is drawn."""
    numbers = np.arange(games)
    seats = {"win_1": numbers % 4 == 1, "win_2": numbers % 4 == 3, "win_3": numbers % 4 == 2}
    scores = {f"score_{seat}": 2.0 * seats[f"win_{seat}"] - (numbers % 4 != 0) for seat in (1, 2, 3)}
    return {"game": numbers, "fault": np.zeros(games), **seats, **scores, "drawn": numbers % 4 == 0, "turns": numbers}


def test_shares_are_in_per_cent_and_headings_are_explained():
    agents = ("random", "random", "first")
    series = Series("2*random,first", agents, ("drawn", "turns"), shared_columns(400))
    shown = "\n".join(line.rstrip() for line in rendered(Report("UNO", [series], [difference(series, series)])))
    assert "drawn %" in shown
    assert "25.0 [21.0,29.5]" in shown
    assert "+0.0 [+0.0,+0.0]" in shown
    assert "team win rate: how often any of them wins" in shown
    assert "counts how well" not in shown
    league = League("UNO", list(dict.fromkeys(agents)), [series], 1)
    assert "1 for a win, 0 for a draw and -1 for a loss" in " ".join(rendered(league.report()))


def rendered(tables):
    console = Console(file=io.StringIO(), width=200)
    console.print(tables.to_rich())
    return console.file.getvalue().splitlines()
