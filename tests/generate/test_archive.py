"""Properties of the archive and the nursery, whatever is added."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.arena.statistics import Estimate
from cardwright.generate.games import Archive, Individual, Judgement, Nursery, Verdict, archive, distance, shape
from cardwright.generate.games.archive import cell_of

GAMES = [cgdl.load(name) for name in cgdl.games()]
GAMES += [cgdl.mutated(game, seed) for game in GAMES for seed in range(2)]


def individual(number: int, game: int, length: float, skill: float, merit: float, passed: int = 3) -> Individual:
    figures = {"length": length, "foresight": skill, "search": skill}
    verdicts = {
        name: Verdict(index < passed, Estimate(value, value, value), merit)
        for index, (name, value) in enumerate(figures.items())
    }
    return Individual(number, "random", GAMES[game], Judgement(verdicts))


shares = st.floats(0, 1)
entries = st.lists(
    st.tuples(st.integers(0, len(GAMES) - 1), st.floats(8, 60), shares, shares, st.integers(0, 2)), max_size=25
)


@given(entries)
def test_the_archive_has_one_game_per_cell_and_no_two_alike(given_: list[tuple[int, float, float, float, int]]) -> None:
    kept = Archive()
    for number, (game, length, skill, merit, _) in enumerate(given_):
        kept.add(individual(number, game, length, skill, merit))
        games = kept.games()
        assert all(cell_of(each) == cell for cell, each in kept.cells.items())
        for index, one in enumerate(games):
            assert all(distance(one.shape, other.shape) >= kept.min_distance for other in games[index + 1 :])


@given(entries)
def test_the_best_game_of_all_is_kept(given_: list[tuple[int, float, float, float, int]]) -> None:
    kept = Archive()
    made = [individual(number, *each[:4]) for number, each in enumerate(given_)]
    for each in made:
        kept.add(each)
    best = max((each.judgement.quality for each in made), default=None)
    assert best is None or any(each.judgement.quality == best for each in kept.games())


@given(entries)
def test_the_nursery_keeps_the_farthest_of_similar_games(given_: list[tuple[int, float, float, float, int]]) -> None:
    nursery = Nursery()
    for number, each in enumerate(given_):
        new = individual(number, *each)
        similar = [one for one in nursery.games() if distance(one.shape, new.shape) < nursery.min_distance]
        assert nursery.add(new) == all(one.judgement.rank < new.judgement.rank for one in similar)
        assert any(one.judgement.rank >= new.judgement.rank for one in [*similar, new] if one in nursery.games())
    games = nursery.games()
    ranks = [each.judgement.rank for each in games]
    assert ranks == sorted(ranks, reverse=True)
    for index, one in enumerate(games):
        assert all(distance(one.shape, other.shape) >= nursery.min_distance for other in games[index + 1 :])
    assert Nursery(games).games() == games


def test_a_full_nursery_keeps_the_games_that_came_farthest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MAX_NURSERY", 2)
    nursery = Nursery(min_distance=0.01)
    kept = [nursery.add(individual(n, n, 10, 0.1, merit, passed=1)) for n, merit in enumerate((0.5, 0.2, 0.9, 0.1))]
    assert kept == [True, True, True, False]
    assert [each.number for each in nursery.games()] == [2, 0]


def test_a_better_game_replaces_similar_ones() -> None:
    kept = Archive()
    assert kept.add(individual(1, 0, 10, 0.1, 0.5))
    assert not kept.add(individual(2, 0, 30, 0.4, 0.4))
    assert kept.add(individual(3, 0, 30, 0.4, 0.6))
    assert [each.number for each in kept.games()] == [3]


COLLECT = "mandatory if have flush + number 3 then win"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("com deal 4 to all players", "com deal 5 to all players"),
        ("com deal 4 to all players", "com deal 3 to all players com deal 1 to all players"),
        ("take 1 from D face down", "take 1 from D face up"),
        ("sum HX < HA", "sum HX <= HA"),
        ("have flush + number 3", "have two pairs"),
    ],
)
def test_matters_of_degree_do_not_count_as_distance(before: str, after: str) -> None:
    golf = cgdl.parse(cgdl.text(cgdl.load("golf")).replace('stage "count" {', 'stage "count" {\n' + COLLECT))
    other = cgdl.parse(cgdl.text(golf).replace(before, after))
    assert other != golf
    assert distance(shape(golf), shape(other)) == 0
