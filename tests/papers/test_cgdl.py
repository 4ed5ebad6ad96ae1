"""Table 5 of "A Card Game Description Language"."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from cardwright import cgdl
from cardwright.arena.statistics import Estimate
from cardwright.cgdl.language.checks import problems
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.papers import cgdl as paper
from cardwright.papers.cgdl_readings import PROFILES


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


def test_mutations_are_made_again_until_they_are_valid(rows):
    assert all(row.refused == 0 for row in rows.values())


def test_the_usual_profile_refuses_mutations_that_are_not_valid():
    row = paper.reproduce(plays=12, seed=3, profile="usual")[3]
    assert (row.name, row.profile, row.walks) == ("mutations of texas", "usual", ())
    assert row.refused > 0


def test_each_mutation_of_a_walk_changes_the_one_before():
    reading, uno = PROFILES["paper"], cgdl.load("uno")
    games = [reading.applied(uno), *reading.mutations(uno, seed=1, first=0, count=3)]
    for number, (before, after) in enumerate(itertools.pairwise(games)):
        assert after == cgdl.mutated(before, seed_for(1, "new game", number))
    single = list(replace(reading, walk=False).mutations(uno, seed=1, first=0, count=3))
    assert single[2] == cgdl.mutated(games[0], seed_for(1, "new game", 2)) != games[3]


def test_every_game_of_a_row_has_the_switches_of_the_profile():
    reading = PROFILES["paper"]
    games = [
        reading.applied(cgdl.load("texas")),
        reading.random_game(1, 0, 3),
        next(reading.mutations(cgdl.load("uno"), 1, 0, 1)),
    ]
    for game in games:
        assert {each.name: each.value for each in game.switches} == reading.switches
        assert not problems(game)


def test_the_interval_of_walks_is_that_of_their_mean():
    walks = ((100, 0, 0, 900, 0), (300, 0, 0, 700, 0), (200, 0, 0, 800, 0))
    row = paper.Row("mutations of uno", 3000, (600, 0, 0), 2400, 0, 0, Estimate(9.0, 8.0, 10.0), walks=walks)
    share = row.shares()["win_1"]
    assert share.value == pytest.approx(0.2)
    assert share.high - share.low == pytest.approx(2 * 4.303 * 0.1 / 3**0.5, rel=1e-3)
    one = replace(row, walks=walks[:1])
    assert one.differences() == dict.fromkeys(paper.COLUMNS, 0)
    assert "one walk of mutations" in one.explanation()


def test_distances_are_ours_minus_the_papers():
    row = made("uno", (329, 285, 294), 92, 0)
    assert row.distances() == pytest.approx(
        {"win_1": 10, "win_2": 0, "win_3": 0, "draws": -10, "crashes": 0, "turns": -19}
    )


@pytest.mark.parametrize("profile", PROFILES)
def test_uno_agrees_with_the_paper(profile):
    """The shares of wins and draws agree within the sampling error of the paper's 1,000 plays."""
    row = paper._row("uno", 4000, [paper._play(PROFILES[profile].applied(cgdl.load("uno")), 1, 4000)], profile)
    published = [*row.paper.wins, row.paper.draws]
    for share, theirs in zip(row.shares().values(), published, strict=False):
        assert abs(share.value - theirs / 1000) < 0.06
    assert row.crashes == 0


def test_the_turns_of_all_games_agree_with_the_paper():
    """A turn is one action: a rule that is played, a card that is dealt, or a gift of tokens."""
    for name in paper.GAMES:
        row = paper._row(name, 2000, [paper._play(PROFILES["paper"].applied(cgdl.load(name)), 1, 2000)])
        assert row.turns.value == pytest.approx(row.paper.turns, rel=0.1), name


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
        (made("uno", (300, 300, 300), 100, 0), "; P1, P2 and P3 win equally often, in the paper P1."),
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
    assert "difference" in out


def test_an_unknown_profile_is_refused(capsys):
    assert run(["papers", "cgdl", "--profile", "papr"]) == 2
    assert "unknown profile 'papr'; did you mean 'paper'?" in capsys.readouterr().err


def test_zero_plays_are_refused():
    with pytest.raises(CardwrightError, match="1 to"):
        paper.reproduce(plays=0)
