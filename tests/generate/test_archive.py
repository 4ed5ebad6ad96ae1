"""What is true of the archive and of the nursery, whatever is put in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.arena.statistics import Estimate
from cardwright.generate import Archive, Individual, Judgement, Nursery, Verdict, distance
from cardwright.generate.archive import cell_of

GAMES = [cgdl.load(name) for name in cgdl.games()]
GAMES += [cgdl.mutated(game, seed) for game in GAMES for seed in range(2)]


def individual(number: int, game: int, length: float, skill: float, merit: float, passed: int = 3) -> Individual:
    figures = {"length": length, "foresight": skill, "search": skill}
    verdicts = {
        name: Verdict(place < passed, Estimate(value, value, value), merit)
        for place, (name, value) in enumerate(figures.items())
    }
    return Individual(number, "random", GAMES[game], Judgement(verdicts))


shares = st.floats(0, 1)
entries = st.lists(
    st.tuples(st.integers(0, len(GAMES) - 1), st.floats(8, 60), shares, shares, st.integers(0, 2)), max_size=25
)


@given(entries)
def test_the_archive_has_one_game_a_cell_and_no_two_alike(given_: list[tuple[int, float, float, float, int]]) -> None:
    archive = Archive()
    for number, (game, length, skill, merit, _) in enumerate(given_):
        archive.add(individual(number, game, length, skill, merit))
        games = archive.games()
        assert all(cell_of(each) == cell for cell, each in archive.cells.items())
        for place, one in enumerate(games):
            assert all(distance(one.shape, other.shape) >= archive.apart for other in games[place + 1 :])


@given(entries)
def test_the_best_game_of_all_is_kept(given_: list[tuple[int, float, float, float, int]]) -> None:
    archive = Archive()
    made = [individual(number, *each[:4]) for number, each in enumerate(given_)]
    for each in made:
        archive.add(each)
    best = max((each.judgement.quality for each in made), default=None)
    assert best is None or any(each.judgement.quality == best for each in archive.games())


@given(entries)
def test_the_nursery_keeps_the_nearest_of_each_cell(given_: list[tuple[int, float, float, float, int]]) -> None:
    nursery = Nursery()
    made = [individual(number, *each) for number, each in enumerate(given_)]
    for each in made:
        nursery.add(each)
    ranks = [each.judgement.rank for each in nursery.games()]
    assert ranks == sorted(ranks, reverse=True)
    for each in made:
        kept = [one for one in nursery.games() if one.judgement.failed == each.judgement.failed]
        assert any(one.judgement.rank >= each.judgement.rank for one in kept)
    assert Nursery(nursery.games()).games() == nursery.games()


def test_a_better_game_takes_the_place_of_those_like_it() -> None:
    archive = Archive()
    assert archive.add(individual(1, 0, 10, 0.1, 0.5))
    assert not archive.add(individual(2, 0, 30, 0.4, 0.4))
    assert archive.add(individual(3, 0, 30, 0.4, 0.6))
    assert [each.number for each in archive.games()] == [3]


def test_other_numbers_are_no_other_game() -> None:
    text = cgdl.text(cgdl.load("golf"))
    other = cgdl.parse(text.replace("com deal 4 to all players", "com deal 5 to all players"))
    one = individual(1, 0, 10, 0.1, 0.5)
    assert other != cgdl.load("golf")
    golf, changed = (Individual(1, "random", game, one.judgement) for game in (cgdl.load("golf"), other))
    assert distance(golf.shape, changed.shape) == 0
