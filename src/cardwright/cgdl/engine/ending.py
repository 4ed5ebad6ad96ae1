"""How turns and games end: a player wins, points decide, or the game has crashed."""

from __future__ import annotations

from cardwright.core.jit import inner

from .codes import CRASHED, DRAWN, ENDS, IS_OUT, WON
from .state import NONE


@inner
def end_turn(s):
    """The turn is over, and mandatory rules not tested yet are not tested any more."""
    s.turn_over = 1
    s.waiting = 0


@inner
def win(s, player):
    """The player wins."""
    s.ended = WON
    s.winner = player


@inner
def points_of(s, rules, player):
    """A player's points, as things stand."""
    tokens = int(s.stash[player])
    if rules.bet_points:
        tokens += int(s.bet[player])
    return tokens * int(rules.token_points) + (0 if s.status[player] == IS_OUT else int(rules.alive_points))


@inner
def finish(s, rules):
    """The game is over; the most points win, if they are one player's alone."""
    s.ended = DRAWN
    s.winner = NONE
    most = -1
    for player in range(rules.players):
        points = points_of(s, rules, player)
        if points > most:
            most = points
            s.winner = player
            s.ended = WON
        elif points == most:
            s.winner = NONE
            s.ended = DRAWN


@inner
def crash(s):
    """Something impossible was to be done: the game is over, and this is its result."""
    s.ended = CRASHED
    s.winner = NONE


@inner
def run_out(s, rules):
    """A card was to come from the deck and there is none: by the game's rules its end, or else impossible."""
    if rules.empty_deck == ENDS:
        finish(s, rules)
    else:
        crash(s)


@inner
def leave(s, rules, player):
    """The player is out; with nobody left the game is over."""
    s.status[player] = IS_OUT
    for other in range(rules.players):
        if s.status[other] != IS_OUT:
            return
    finish(s, rules)
