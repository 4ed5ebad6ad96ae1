"""A first trial of a game: whether random play is ever won."""

from __future__ import annotations

import random

from .engine.state import Ended
from .facade import CardGame, game
from .language import tree

PLAYS = 20
LONGEST = 300  # turns of a play
TURNS = 3000  # of all plays together, and not many more: the rules run as plain Python, which needs no compiling


def warnings(described: tree.Game) -> list[str]:
    """Return what random play shows to be wrong with a valid game; it stops at the first play that is won.

    >>> from cardwright import cgdl
    >>> warnings(cgdl.load("blackjack"))
    []
    """
    limit = min(LONGEST, int(described.switch("turn_limit")))
    playable = game(described, switches={"turn_limit": limit})
    drawn = crashed = turns = 0
    for seed in range(PLAYS):
        ended, length = _played(playable, seed)
        unfinished = length > limit < int(described.switch("turn_limit"))
        if ended == Ended.WON or unfinished:
            return []
        drawn += ended == Ended.DRAWN
        crashed += ended == Ended.CRASHED
        turns += length
        if turns > TURNS:
            break
    if not crashed:
        return [f"nobody won: all {drawn} random plays were drawn"]
    if not drawn:
        return [f"nobody won: all {crashed} random plays crashed"]
    return [f"nobody won: of {drawn + crashed} random plays, {drawn} were drawn and {crashed} crashed"]


def _played(playable: CardGame, seed: int) -> tuple[Ended, int]:
    """Return how a random play ended, and after how many turns."""
    rng = random.Random(seed)
    state = playable.new(seed, logged=True)
    while not state.over:
        state.play(rng.choice(state.legal()))
    return Ended(int(state.record.ended)), int(state.record.turn)
