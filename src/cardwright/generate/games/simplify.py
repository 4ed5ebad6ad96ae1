"""Games without what changes nothing, by the rules of the language.

A part changes nothing if the game compiles to the same tables without it, apart from tables that no rule of the game
reads. So the simpler game has the same plays, whatever happens in them. `trim` goes further: it leaves out what did not
matter in some plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from cardwright.cgdl import tree
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.prose.english import uses_tokens

_SUMS = ("sum_values", "extra_value", "two_valued")  # read where sums are compared
_WORTH = ("card_worth", "scored", "has_plays", "play_points")  # read where plays are compared
_PLAYS = (tree.ComparePlays, tree.ComparePoints)


def simplified(game: tree.Game) -> tree.Game:
    """Return the game without scores, ranks, points and switches that change nothing.

    >>> from cardwright import cgdl
    >>> uno = cgdl.load("uno")
    >>> nine = tree.Rank(tree.Card(9, "hearts"), (5, 12))
    >>> simplified(replace(uno, ranking=(nine,))).ranking  # Uno compares no sums, so of two scores the higher counts
    (Rank(what=Card(number=9, suit='hearts'), scores=(12,)),)
    >>> blackjack = cgdl.load("blackjack")  # here sums are compared
    >>> simplified(blackjack).ranking == blackjack.ranking
    True
    """
    if problems(game):
        return game
    plays = _plays(game)
    smaller = list(_smaller(game))
    index = 0
    while index < len(smaller):
        if not problems(smaller[index]) and _plays(smaller[index]) == plays:
            game = smaller[index]
            smaller = list(_smaller(game))
        else:
            index += 1
    return game


def _plays(game: tree.Game) -> bytes:
    """Return all that decides how a game goes: its tables, without those that none of its rules reads."""
    rules = compile_game(game)
    unread = (() if game.uses(tree.CompareSums) else _SUMS) + (() if game.uses(*_PLAYS, tree.Have) else _WORTH)
    for name in unread:
        rules[name] = np.zeros((), rules.dtype[name])
    if not uses_tokens(game):
        rules["token_points"] = 0
    if not game.uses(tree.Out, tree.ChosenOut):
        rules["alive_points"] = 0  # everybody has them
    return rules.tobytes()


def _smaller(game: tree.Game) -> Iterator[tree.Game]:
    """Yield the game with one number or entry less; a rank that goes as a whole comes before its scores."""
    for index in range(len(game.switches)):
        yield replace(game, switches=_without(game.switches, index))
    for index in range(len(game.ranking)):
        yield replace(game, ranking=_without(game.ranking, index))
    for winning in (replace(game.winning, token=0), replace(game.winning, alive=0)):
        if winning != game.winning:
            yield replace(game, winning=winning)
    captured = game.winning.captured
    for index in range(len(captured)):
        yield replace(game, winning=replace(game.winning, captured=_without(captured, index)))
    for index, rank in enumerate(game.ranking):
        for score in range(len(rank.scores) if len(rank.scores) > 1 else 0):
            fewer = replace(rank, scores=_without(rank.scores, score))
            yield replace(game, ranking=(*game.ranking[:index], fewer, *game.ranking[index + 1 :]))


def _without(parts: tuple[Any, ...], index: int) -> tuple[Any, ...]:
    return (*parts[:index], *parts[index + 1 :])
