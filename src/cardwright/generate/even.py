"""Making a game the same for all seats: a variation that chance alone seldom hits, and that most fair games need."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from cardwright.cgdl import tree
from cardwright.cgdl.check import problems

TRIES = 10


def evened(game: tree.Game, rng: random.Random) -> tree.Game:
    """The game with no player named: all get what one got, and one's hand or tokens are one's own or the others'.

    A game of which no such variant makes sense is left as it is.

    >>> from cardwright import cgdl
    >>> game = cgdl.parse(cgdl.source("uno").replace("to all players", "to player 0"))
    >>> evened(game, random.Random(1)) == cgdl.load("uno")
    True
    """
    for _ in range(TRIES):
        even = _even(game, rng)
        if not problems(even):
            return even
    return game


def _even(part: Any, rng: random.Random) -> Any:
    match part:
        case tree.Deal(_, tuple()) | tree.Give(_, tuple()):
            return replace(part, to=None)
        case tree.Hand(who) | tree.Tokens(who) if who >= 0:
            return replace(part, who=rng.choice((tree.ME, tree.OTHERS)))
        case tree.Node():
            fields: tuple[str, ...] = type(part).__match_args__
            return replace(part, **{field: _even(getattr(part, field), rng) for field in fields})
        case tuple():
            return tuple(_even(each, rng) for each in part)
    return part
