"""Does a message tell a seat what it may not see? It does if it differs between worlds that look alike to the seat."""

from __future__ import annotations

import random

from cardwright.agents import make
from cardwright.core.game import Game
from cardwright.play.table import Table
from cardwright.web import seat

LONGEST = 400  # decisions that are looked at; some random games go on for thousands


def check_game(game: Game, number: int, all_seats: bool = True) -> int:
    """Play a game at random and compare the messages of every seat, or of a random one, after each decision.

    Return how many messages were compared.
    """
    chance = random.Random(number)
    table = Table(game.new(number, logged=True), [None, *[make("random")] * (game.players - 1)])
    compared = 0
    while not table.over and len(table.actions) < LONGEST:
        for player in range(game.players) if all_seats else [chance.randrange(game.players)]:
            _compare(table, player, number)
            compared += 1
        table.play(chance.choice(table.state.legal()))
    return compared


def _compare(table: Table, player: int, seed: int) -> None:
    told, same = seat.position(table, player), seat.position(_other_world(table, player, seed), player)
    if player != table.decider:
        assert told["options"] == []
        told, same = {**told, "options": []}, {**same, "options": []}
    assert told == same, (table.game.name, player, table.state.history())


def _other_world(table: Table, player: int, seed: int) -> Table:
    """Return the same table, with everything redrawn that a player cannot know; the log is the one of this world."""
    twin = Table.__new__(Table)
    twin.__dict__.update(table.__dict__)
    twin.states = [*table.states[:-1], table.state.copy(hidden_from=player, seed=seed)]
    twin.states[-1].events = table.state.events
    return twin
