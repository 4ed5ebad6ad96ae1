"""Variations beside the grammar's own: the same rules for another number of players, or read otherwise."""

from __future__ import annotations

import random
from dataclasses import replace

from cardwright.cgdl import tree
from cardwright.cgdl.check import problems
from cardwright.cgdl.switches import SWITCHES

READINGS = (
    "other_bets", "other_hands", "mandatory", "rules_per_turn", "passing", "drawing", "empty_deck", "compare_with",
    "points",
)  # fmt: skip


def for_players(game: tree.Game, players: int) -> tree.Game:
    """The game for another number of players; as it is if that makes no sense.

    >>> from cardwright import cgdl
    >>> for_players(cgdl.load("uno"), 4).players, for_players(cgdl.load("old_maid"), 4).players
    (4, 3)
    """
    other = replace(game, players=players)
    return game if problems(other) else other


def read_otherwise(game: tree.Game, rng: random.Random) -> tree.Game:
    """The game with one switch set otherwise; as it is if that makes no sense."""
    switch = SWITCHES[rng.choice(READINGS)]
    value = rng.choice([each for each in switch.values if each != game.switch(switch.name)])
    others = tuple(each for each in game.switches if each.name != switch.name)
    new = () if value == switch.default else (tree.Setting(switch.name, value),)
    other = replace(game, switches=(*others, *new))
    return game if problems(other) else other


def plainest(game: tree.Game) -> tree.Game:
    """The game marked with the lowest language that it needs.

    >>> from cardwright import cgdl
    >>> plainest(replace(cgdl.load("uno"), version=2)).version, plainest(cgdl.load("whist")).version
    (1, 2)
    """
    plain = replace(game, version=1)
    return game if problems(plain) else plain


def names_players(game: tree.Game) -> bool:
    """Whether a player is named in the rules, so that they are not the same for all seats.

    >>> from cardwright import cgdl
    >>> names_players(cgdl.load("uno"))
    False
    """
    return any(
        (isinstance(each, tree.Hand | tree.Tokens) and each.who >= 0)
        or (isinstance(each, tree.Deal | tree.Give) and isinstance(each.to, tuple))
        for each in tree.walk(game)
    )
