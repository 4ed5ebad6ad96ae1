"""Variations beside the grammar's own make other games that make sense."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl.check import problems
from cardwright.generate.readings import READINGS, names_players, plainest, read_otherwise

GAMES = [cgdl.load(name) for name in cgdl.games()]


@given(st.sampled_from(GAMES), st.integers())
def test_one_switch_is_set_otherwise_or_none(game: cgdl.tree.Game, seed: int) -> None:
    other = read_otherwise(game, random.Random(seed))
    assert not problems(other)
    assert sum(other.switch(name) != game.switch(name) for name in READINGS) == (other != game)


@given(st.integers(0, 10_000), st.integers(1, 2))
def test_even_games_and_their_mutants_name_nobody(seed: int, language: int) -> None:
    game = cgdl.random_game(seed, players=3, language=language, even=True)
    assert not names_players(game)
    assert not names_players(cgdl.mutated(game, seed, even=True))


@given(st.integers(0, 10_000))
def test_the_plainest_mark_makes_sense(seed: int) -> None:
    plain = plainest(cgdl.random_game(seed, language=2))
    assert not problems(plain)
