"""How turns and games end: a player wins, points decide, or the game has crashed."""

from __future__ import annotations

from cardwright.core.jit import inner

from .state import NONE, Ended, Status

WON, DRAWN = Ended.WON.value, Ended.DRAWN.value
OUT = Status.OUT.value


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
    return tokens * int(rules.token_points) + (0 if s.status[player] == OUT else int(rules.alive_points))


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
def leave(s, rules, player):
    """The player is out; with nobody left the game is over."""
    s.status[player] = OUT
    for other in range(rules.players):
        if s.status[other] != OUT:
            return
    finish(s, rules)
