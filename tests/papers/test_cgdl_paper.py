"""Table 5 of "A Card Game Description Language"."""

from __future__ import annotations

import json

import pytest

from cardwright.arena.statistics import Estimate
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.papers import cgdl as paper


@pytest.fixture(scope="module")
def rows():
    return {row.name: row for row in paper.reproduce(plays=12, seed=3)}


def test_the_papers_rows_add_up():
    for name, figures in paper.PAPER.items():
        assert sum(figures.wins) + figures.draws + figures.crashes == paper.PLAYS, name


def test_our_rows_are_complete_and_add_up(rows):
    assert list(rows) == list(paper.PAPER)
    for row in rows.values():
        assert sum(row.wins) + row.draws + row.crashes == row.plays == 12
        assert row.refused <= row.crashes


def test_only_mutations_are_refused(rows):
    assert all(row.refused == 0 for name, row in rows.items() if not name.startswith("mutations"))


def test_uno_agrees_with_the_paper():
    """The shares of wins and draws agree within the sampling error of the paper's 1,000 plays."""
    from cardwright import cgdl
    from cardwright.generate.games import Subject

    row = paper._row("uno", 4000, [Subject(cgdl.load("uno"), 1).random_plays(4000)])
    published = [*row.paper.wins, row.paper.draws]
    for share, theirs in zip(row.shares().values(), published, strict=False):
        assert abs(share.value - theirs / 1000) < 0.06
    assert row.crashes == 0


def made(name, wins, draws, crashes):
    return paper.Row(name, sum(wins) + draws + crashes, wins, draws, crashes, 0, Estimate(40.0, 39.0, 41.0))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (
            made("uno", (319, 285, 294), 102, 0),
            "uno: all shares agree with the paper within chance; P1 wins most often, as in",
        ),
        (
            made("uno", (100, 390, 390), 120, 0),
            "uno: wins of P1 are less frequent, wins of P2 are more frequent, wins of P3 are",
        ),
        (
            made("uno", (319, 335, 294), 52, 0),
            "draws are less frequent than in the paper beyond chance; P2 wins most often, in the",
        ),
        (made("texas", (437, 324, 235), 4, 0), "P1 wins most often, in the paper P3"),
        (made("texas", (1, 1, 1), 0, 0), "all shares agree with the paper within chance"),
        (made("uno", (300, 300, 300), 100, 0), "; P1, P2 and P3 win equally often, in the paper P1. "),
        (made("texas", (200, 400, 400), 0, 0), "; P2 and P3 win equally often, in the paper P3. "),
    ],
)
def test_the_explanation_follows_from_the_table(row, says):
    assert says in row.explanation()
    for name, difference in row.differences().items():
        theirs = dict(zip(row.shares(), (*row.paper.wins, row.paper.draws, row.paper.crashes), strict=True))[name]
        assert difference in (
            0,
            (row.shares()[name].value > theirs / 1000) - (row.shares()[name].value < theirs / 1000),
        )


def test_the_command_prints_a_table_or_json(rows, capsys):
    assert run(["papers", "cgdl", "--games", "12", "--seed", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["rows"] == [row.to_dict() for row in rows.values()]
    assert run(["papers", "cgdl", "--games", "1", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "mutations of blackjack" in out
    assert "437" in out


def test_zero_plays_are_refused():
    with pytest.raises(CardwrightError, match="1 to"):
        paper.reproduce(plays=0)
