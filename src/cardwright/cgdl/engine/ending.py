# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""How turns and games end: a player wins, points decide, or the game crashes."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .codes import EmptyDeck
from .conditions import captured_points
from .hooks import note_winners, same_team, scored_points
from .log_events import LogEvent
from .piles import stack_of
from .state import NONE, Ended, Status


@inner
def end_turn(s):
    """End the turn; mandatory rules that are not yet tested are skipped."""
    s.turn_over = 1
    s.untested = 0


@inner
def win(s, rules, player):
    """Let a player win the game."""
    s.ended = Ended.WON
    s.winner = player
    winners = note_winners(s, rules)
    log_event(LogEvent.ENDED, EVERYBODY, s.ended, winners, 0)


@inner
def points_of(s, rules, player):
    """Return the points of a player and the partners if the game ended now."""
    points = _own_points(s, rules, player)
    for other in range(rules.players):
        if other != player and same_team(s, rules, other, player):
            points += _own_points(s, rules, other)
    return points


@inner
def _own_points(s, rules, player):
    tokens = int(s.stash[player])
    if rules.bet_points:
        tokens += int(s.bet[player])
    points = tokens * int(rules.token_points) + (0 if s.status[player] == Status.OUT else int(rules.alive_points))
    if rules.counts_captured:
        points += captured_points(rules, s.tables[stack_of(s, player)])
    return points + scored_points(s, rules, player)


@inner
def finish(s, rules):
    """End the game; the player with the most points wins, and a tie is a draw unless the first player wins ties.

    A game for one player is lost: only the rule `win` wins it.
    """
    s.ended = Ended.DRAWN
    s.winner = NONE
    most = 0
    for player in range(rules.players):
        points = points_of(s, rules, player)
        log_event(LogEvent.POINTS, EVERYBODY, player, points)
        if player == 0 or points > most:
            most = points
            s.winner = player
            s.ended = Ended.WON
        elif points == most and not rules.first_wins_ties and not same_team(s, rules, player, int(s.winner)):
            s.winner = NONE
            s.ended = Ended.DRAWN
    if rules.first_wins_ties and most <= 0:
        s.winner = NONE
        s.ended = Ended.DRAWN
    if rules.players == 1:
        s.ended = Ended.LOST
        s.winner = NONE
    winners = note_winners(s, rules)
    log_event(LogEvent.ENDED, EVERYBODY, s.ended, winners, 1)


@inner
def crash(s):
    """End the game because a rule required something impossible; a crash is a kind of result."""
    s.ended = Ended.CRASHED
    s.winner = NONE
    log_event(LogEvent.ENDED, EVERYBODY, s.ended, 0, 0)


@inner
def run_out(s, rules):
    """End the game because the deck has run out: regularly if its rules say so, else with a crash."""
    if rules.empty_deck == EmptyDeck.ENDS:
        finish(s, rules)
    else:
        crash(s)


@inner
def be_done(s, player, consequents):
    """Let a player have no more turns in this stage; `consequents` came before in the same rule."""
    log_event(LogEvent.DONE, EVERYBODY, player, consequents)
    s.status[player] = Status.DONE


@inner
def leave(s, rules, player):
    """Put a player out of the game, which ends when nobody is left."""
    log_event(LogEvent.OUT, EVERYBODY, player)
    s.status[player] = Status.OUT
    for other in range(rules.players):
        if s.status[other] != Status.OUT:
            return
    finish(s, rules)
