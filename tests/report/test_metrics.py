"""Every metric of a report on a few games made by hand, where the answer can be seen."""

from __future__ import annotations

import polars
import pytest

from cardwright import report
from cardwright.core.errors import CardwrightError
from cardwright.report import METRICS, Run
from cardwright.report import run as run_module

WORDS = polars.Enum(["A", "B", "end"])


def make_games(rows, players=1):
    names = [
        f"{name}{'' if players == 1 else f'_{player + 1}'}" for player in range(players) for name in ("win", "score")
    ]
    columns = ["series", "seats", "game", *names, "turns", "decisions", "gold", "fault"]
    return polars.DataFrame(rows, schema=columns, orient="row")


def make_run(games, decisions=None, statuses=(), **more):
    """Make a run; decisions are (series, game, decision, turn, player, taken, available), each letter an action."""
    rows = None
    if decisions is not None:
        spelled = {"a": "A", "b": "B", ".": "end"}
        rows = (
            polars.DataFrame(
                [
                    (*row[:5], spelled[row[5]], len(row[6]), [spelled[each] for each in dict.fromkeys(row[6])])
                    for row in decisions
                ],
                schema={
                    **dict.fromkeys(("series", "game", "decision", "turn"), polars.UInt32),
                    "player": polars.UInt8,
                    "taken": WORDS,
                    "options": polars.UInt32,
                    "available": polars.List(WORDS),
                },
                orient="row",
            )
            .with_columns(**more)
            .lazy()
        )
    return Run("here", {"game": "made", "seed": 1}, games, rows, statuses)


# One player, two games: the first is won in two turns, the second lost in one.
GAMES = make_games([(0, "x", 0, True, 0.5, 2, 5, 30, 0), (0, "x", 1, False, -1.0, 1, 2, 10, 0)])
DECISIONS = [
    (0, 0, 0, 1, 1, "a", "aab."),
    (0, 0, 1, 1, 1, "b", "b."),
    (0, 0, 2, 1, 1, ".", "."),
    (0, 0, 3, 2, 1, "a", "a."),
    (0, 0, 4, 2, 1, ".", "."),
    (0, 1, 0, 1, 1, "b", "ab."),
    (0, 1, 1, 1, 1, ".", "a."),
]


def table(name, run):
    return METRICS[name].table(run)


def rows(name, run, *columns):
    return [
        tuple(round(cell, 6) if isinstance(cell, float) else cell for cell in row)
        for row in table(name, run).select(columns).rows()
    ]


def rounded(*expected):
    return [tuple(round(cell, 6) if isinstance(cell, float) else cell for cell in row) for row in expected]


def test_results():
    (row,) = table("results", make_run(GAMES)).rows(named=True)
    assert (row["seats"], row["agent"], row["games"], row["win rate %"], row["score"]) == ("x", "x", 2, 50.0, -0.25)
    assert row["win rate % low"] == pytest.approx(9.45, abs=0.01)  # Wilson's interval of one in two
    assert row["win rate % high"] == pytest.approx(90.55, abs=0.01)


def test_results_of_an_agent_are_per_seat():
    games = make_games([(0, "m,2*r", 0, True, 1.0, False, -1.0, False, -1.0, 3, 9, 0, 0)], players=3)
    assert rows("results", make_run(games), "agent", "games", "win rate %", "score") == rounded(
        ("m", 1, 100.0, 1.0),
        ("r", 1, 0.0, -1.0),
    )


def test_results_of_an_agent_with_all_seats_are_seat_by_seat():
    games = make_games([(0, "2*r", 0, True, 1.0, False, -1.0, 3, 9, 0, 0)], players=2)
    assert rows("results", make_run(games), "agent", "win rate %") == [("r (P1)", 100.0), ("r (P2)", 0.0)]


def test_length_and_measures():
    games = make_games([(0, "x", number, True, 1.0, number, 9, 2 * number, 0) for number in range(1, 101)])
    found = rows("length", make_run(games), "measure", "mean", "min", "5th", "median", "95th", "max")
    assert found[0] == ("turns", 50.5, 1, 6, 51, 95, 100)
    assert found[1] == ("decisions", 9, 9, 9, 9, 9, 9)
    assert rows("measures", make_run(games), "measure", "mean", "max") == [("score", 1.0, 1.0), ("gold", 101, 200)]


def test_endings_that_the_game_names_are_counted():
    games = make_games([(0, "x", k, False, -1.0, 1, 2, died, 0) for k, died in enumerate([0, 2, 2, 9])])
    run = make_run(games)
    run.about["value_names"] = {"gold": ["nothing", "an event", "Cultist"], "not logged": []}
    assert rows("endings", run, "ending", "games", "share %") == rounded(
        ("Cultist", 2, 50), ("nothing", 1, 25), ("9", 1, 25)
    )
    assert rows("measures", run, "measure") == [("score",)]
    assert len(table("endings", make_run(GAMES))) == 0


def test_actions():
    run = make_run(GAMES, DECISIONS)
    columns = "action", "available", "taken", "taken %", "in games %", "won with %", "won without %"
    assert rows("actions", run, *columns) == rounded(
        ("end", 7, 3, 300 / 7, 100.0, 50.0, None),
        ("A", 4, 2, 50.0, 50.0, 100.0, 0.0),
        ("B", 3, 2, 200 / 3, 100.0, 50.0, None),
    )


def test_pairs():
    # Of three turns, two have A, two have B, all have the end, and one has both A and B: 4/3 would be expected.
    run = make_run(GAMES, DECISIONS)
    assert rows("pairs", run, "action", "and", "turns", "expected", "ratio") == rounded(
        ("A", "B", 1, 4 / 3, 0.75),
        ("A", "end", 2, 2.0, 1.0),
        ("B", "end", 2, 2.0, 1.0),
    )


def test_chains():
    run = make_run(GAMES, DECISIONS)
    assert rows("chains", run, "action", "then", "and then", "times", "per turn") == rounded(
        ("B", "end", "", 2, 2 / 3),
        ("A", "B", "", 1, 1 / 3),
        ("A", "B", "end", 1, 1 / 3),
        ("A", "end", "", 1, 1 / 3),
    )


def test_pairs_and_chains_are_those_of_one_player():
    games = make_games([(0, "m,r", 0, True, 1.0, False, -1.0, 1, 3, 0, 0)], players=2)
    turn = [(0, 0, 0, 1, 1, "a", "ab"), (0, 0, 1, 1, 2, "b", "ab"), (0, 0, 2, 1, 1, ".", ".")]
    run = make_run(games, turn)
    assert rows("pairs", run, "agent", "action", "and", "turns") == [("m", "A", "end", 1)]
    assert len(table("chains", run)) == 0  # the other player came between


def test_statuses():
    masks = polars.Series([0, 1, 1, 3, 2, 0, 0], dtype=polars.UInt64)
    run = make_run(GAMES, DECISIONS, ("Weak", "Strong", "Never"), statuses_enemies=masks)
    columns = "holder", "status", "decisions %", "turns %", "games %", "won with %", "won without %"
    assert rows("statuses", run, *columns) == rounded(
        ("enemies", "Weak", 300 / 7, 200 / 3, 50.0, 100.0, 0.0),
        ("enemies", "Strong", 200 / 7, 100 / 3, 50.0, 100.0, 0.0),
    )


def test_games_without_statuses_have_no_such_table():
    assert len(table("statuses", make_run(GAMES, DECISIONS))) == 0


def test_choices():
    (row,) = table("branching", make_run(GAMES, DECISIONS)).rows(named=True)
    assert row["decisions per game"] == 3.5
    assert row["legal actions"] == (4 + 2 + 1 + 2 + 1 + 3 + 2) / 7
    assert row["distinct"] == (3 + 2 + 1 + 2 + 1 + 3 + 2) / 7
    assert (row["most"], row["forced %"]) == (4, pytest.approx(200 / 7))


def test_leads():
    # The first game is led by 1, nobody, 2, 1, 1: two changes, and 1 wins. The second is led by 2 all the time.
    games = make_games(
        [(0, "m,r", 0, True, 1.0, False, -1.0, 2, 5, 0, 0), (0, "m,r", 1, True, 1.0, False, -1.0, 1, 2, 0, 0)],
        players=2,
    )
    leader = polars.Series([1, 0, 2, 1, 1, 2, 2], dtype=polars.UInt8)
    (row,) = table("leads", make_run(games, DECISIONS, leader=leader)).rows(named=True)
    assert (row["games"], row["changes per game"], row["never changes %"]) == (2, 1.0, 50.0)
    assert row["led by winner %"] == 50.0  # three of six
    assert len(table("leads", make_run(games, DECISIONS))) == 0


def test_divergence():
    # Game 0 parts at the second decision (B or the end), game 1 never.
    games = polars.concat([GAMES, GAMES.with_columns(series=polars.lit(1, polars.Int64), seats=polars.lit("y"))])
    other = [(1, 0, 0, 1, 1, "a", "aab."), (1, 0, 1, 1, 1, ".", "b."), *((1, *row[1:]) for row in DECISIONS[5:])]
    run = make_run(games, [*DECISIONS, *other])
    assert rows("divergence", run, "seats", "other", "games", "diverge in %", "mean", "median") == [
        ("x", "y", 2, 50.0, 2, 2)
    ]
    assert rows("divergent_choices", run, "action", "other action", "games", "of divergences %") == [
        ("B", "end", 1, 100.0)
    ]


def test_one_series_parts_from_nobody():
    assert len(table("divergence", make_run(GAMES, DECISIONS))) == 0


@pytest.mark.parametrize("name", [name for name, each in METRICS.items() if each.standard])
def test_small_blocks_make_the_same_tables(name, monkeypatch):
    games = polars.concat([GAMES, GAMES.with_columns(series=polars.lit(1, polars.Int64), seats=polars.lit("y"))])
    masks = polars.Series([0, 1, 1, 3, 2, 0, 0] * 2, dtype=polars.UInt64)
    decisions = [*DECISIONS, *((1, *row[1:]) for row in DECISIONS)]
    more = {"statuses": ("Weak", "Strong"), "statuses_player": masks, "leader": masks.cast(polars.UInt8)}
    whole = table(name, make_run(games, decisions, **more))
    monkeypatch.setattr(run_module, "BLOCK", 1)
    assert table(name, make_run(games, decisions, **more)).equals(whole)


def test_a_metric_is_added_in_a_line_and_in_a_file(tmp_path):
    report.metric("Rich games")(lambda run: run.games.filter(polars.col("gold") > 20))
    found = METRICS.pop("<lambda>")
    assert (found.title, found.table(make_run(GAMES)).height) == ("Rich games", 1)
    file = tmp_path / "mine.py"
    file.write_text(
        "from cardwright.report import metric\n"
        '@metric("Own")\n'
        'def own(run):\n    """What it means."""\n    return run.games.lazy().select("gold")\n'
    )
    assert report.load_metrics(str(file)) == ["own"]
    own = METRICS.pop("own")
    assert own.about == "What it means."
    assert own.table(make_run(GAMES))["gold"].to_list() == [30, 10]


def test_bad_metrics_are_refused_in_a_sentence(tmp_path):
    file = tmp_path / "none.py"
    file.write_text("x = 1\n")
    with pytest.raises(CardwrightError, match="adds no metric"):
        report.load_metrics(str(file))
    file = tmp_path / "broken.py"
    file.write_text(
        'from cardwright.report import metric\n@metric("Bad")\ndef bad(run):\n    return run.games["nothing"]\n'
    )
    report.load_metrics(str(file))
    with pytest.raises(CardwrightError, match="metric bad failed: ColumnNotFoundError"):
        report.report(make_run(GAMES), ["bad"])
    METRICS.pop("bad")
    report.metric("No table")(len)
    METRICS["len"] = METRICS["len"].__class__("len", "No table", "", lambda run: 3)
    with pytest.raises(CardwrightError, match="returned int, not a Polars frame"):
        report.report(make_run(GAMES), ["len"])
    METRICS.pop("len")
