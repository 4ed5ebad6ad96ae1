"""Variants outside the grammar are valid games."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.generate.games.variants import VARIED_SWITCHES, in_lowest_language, names_players, with_random_switch

GAMES = [cgdl.load(name) for name in cgdl.games()]


@given(st.sampled_from(GAMES), st.integers())
def test_at_most_one_switch_changes(game: tree.Game, seed: int) -> None:
    other = with_random_switch(game, random.Random(seed))
    assert not problems(other)
    assert sum(other.switch(name) != game.switch(name) for name in VARIED_SWITCHES) == (other != game)


@given(st.integers(0, 10_000), st.integers(1, 2))
def test_symmetric_games_and_their_mutations_name_no_player(seed: int, language: int) -> None:
    game = cgdl.random_game(seed, players=3, language=language, symmetric=True)
    assert not names_players(game)
    assert not names_players(cgdl.mutated(game, seed, symmetric=True))


@given(st.integers(0, 10_000))
def test_a_game_is_valid_in_its_lowest_language(seed: int) -> None:
    plain = in_lowest_language(cgdl.random_game(seed, language=2))
    assert not problems(plain)
