"""Variants of a game outside the grammar: another number of players, or another value of a switch."""

from __future__ import annotations

import random
from dataclasses import replace

from cardwright.cgdl import tree
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.switches import SWITCHES

VARIED_SWITCHES = (
    "other_bets", "other_hands", "mandatory", "rules_per_turn", "passing", "drawing", "showing", "empty_deck",
    "compare_with", "points",
)  # fmt: skip


def for_players(game: tree.Game, players: int) -> tree.Game:
    """Return the game for another number of players; unchanged if that is not valid.

    >>> from cardwright import cgdl
    >>> for_players(cgdl.load("uno"), 4).players, for_players(cgdl.load("old_maid"), 4).players
    (4, 3)
    """
    other = replace(game, players=players)
    return game if problems(other) else other


def with_random_switch(game: tree.Game, rng: random.Random) -> tree.Game:
    """Return the game with another value for one switch; unchanged if that is not valid."""
    switch = SWITCHES[rng.choice(VARIED_SWITCHES)]
    value = rng.choice([each for each in switch.values if each != game.switch(switch.name)])
    others = tuple(each for each in game.switches if each.name != switch.name)
    plain = replace(game, switches=others)
    new = () if value == plain.switch(switch.name) else (tree.Setting(switch.name, value),)
    other = replace(game, switches=(*others, *new))
    return game if problems(other) else other


def in_lowest_language(game: tree.Game) -> tree.Game:
    """Return the game marked with the lowest language that it needs.

    >>> from cardwright import cgdl
    >>> in_lowest_language(replace(cgdl.load("uno"), language=2)).language
    1
    >>> in_lowest_language(cgdl.load("whist")).language
    2
    """
    lower = (replace(game, language=each) for each in range(1, game.language))
    return next((each for each in lower if not problems(each)), game)


def names_players(game: tree.Game) -> bool:
    """Return whether the rules name a player and are therefore not the same for all seats.

    >>> from cardwright import cgdl
    >>> names_players(cgdl.load("uno"))
    False
    """
    return any(
        (isinstance(each, tree.Hand | tree.Stack | tree.Tokens) and each.who >= 0)
        or (isinstance(each, tree.Deal | tree.Give) and isinstance(each.to, tuple))
        for each in tree.walk(game)
    )
