"""What a player may not see never leaves the server: a message is the same in all worlds that look alike to a seat."""

from __future__ import annotations

import pytest
from leak_check import check_game

import cardwright
from cardwright.play.table import Table
from cardwright.web import seat

GAMES = [
    "spire:sentries",
    "spire:run",
    "unicorns",
    "autobattler",
    "cgdl:hearts",
    "cgdl:texas",
    "cgdl:uno",
    "cgdl:goofspiel",
    "kuhn",
    "leduc",
]


@pytest.mark.parametrize("name", GAMES)
def test_messages_are_the_same_in_all_worlds_that_look_alike(name):
    assert sum(check_game(cardwright.game(name), number, all_seats=False) for number in range(3)) > 3


@pytest.mark.parametrize("name", GAMES)
def test_nothing_tells_the_seed_or_the_number_of_steps(name):
    game = cardwright.game(name)
    seed = 987_654_321_987
    table = Table(game.new(seed, logged=True), [None] * game.players)
    for player in range(game.players):
        told = [seat.welcome(table, player), seat.position(table, player)]
        assert str(seed) not in str(told)
        assert not {"seed", "history", "step", "steps", "decider"} & {key for each in told for key in each}


def test_a_view_that_tells_too_much_is_found(monkeypatch):
    game = cardwright.game("cgdl:hearts")
    monkeypatch.setattr(type(game), "seen", lambda self, state, player: self.view(state))
    with pytest.raises(AssertionError):
        check_game(game, 1)
