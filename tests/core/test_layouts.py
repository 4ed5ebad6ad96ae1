"""The layout of a game's arrays: every kernel is compiled anew for another one."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import cardwright
from cardwright import cgdl
from cardwright.cgdl.engine.compiler import whole_deck
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.game import Game


def layout(array: np.ndarray) -> tuple[bool, bool, bool]:
    return array.flags.c_contiguous, array.flags.aligned, array.flags.writeable


@pytest.mark.parametrize("name", ["spire", "spire:run", "unicorns", "cgdl:uno", "cgdl:whist", "autobattler"])
def test_all_games_have_arrays_of_one_layout(name):
    game = cardwright.game(name)
    assert layout(game.setup) == layout(game.rules) == (True, True, True)


@pytest.mark.skipif(not COMPILED, reason="about types of compiled code")
def test_a_position_that_is_given_needs_no_kernels_of_its_own():
    import numba

    whole, given = cgdl.game("uno"), cgdl.game("uno", P1={"hand": ["5h"]})
    assert numba.typeof(whole.setup) == numba.typeof(given.setup)


def test_games_are_equal_byte_for_byte_between_their_fields_too():
    whole = whole_deck(cgdl.load("uno"))
    assert cgdl.game("uno").setup.tobytes() == cgdl.game("uno").setup.tobytes() == whole.tobytes()


def test_arrays_that_cannot_be_written_are_copied(kuhn_game):
    setup = kuhn_game.setup.copy()
    setup.flags.writeable = False
    game = copy.copy(kuhn_game)
    Game.__init__(game, kuhn_game.name, kuhn_game.start, setup, players=2)
    assert layout(game.setup) == (True, True, True)
    assert game.setup.tobytes() == setup.tobytes()
