"""How a game ended, in words: who won, and why."""

from __future__ import annotations

from typing import Any

from ..engine.compiler import captured_points
from ..engine.state import LARGEST_KEPT, MAX_RULES_PER_TURN, NONE, Ended, Status, tables_in
from ..language import tree
from ..language.decks import pack_of
from ..language.rule_printer import rule_text
from .amounts import of_them
from .phrases import Phrases
from .words import Words, listed, player


def ending(game: tree.Game, record: Any, stage: tree.Stage) -> str:
    """Describe the end of a game in a sentence without a full stop; `stage` is its last stage."""
    match Ended(int(record.ended)):
        case Ended.CRASHED if record.turn > int(game.switch("turn_limit")):
            return f"the game crashed, because it took more than {game.switch('turn_limit')} turns"
        case Ended.CRASHED if game.language > 2 and _is_out_of_range(record):
            return f"the game crashed, because a score or counter reached {LARGEST_KEPT:,} or -{LARGEST_KEPT:,}"
        case Ended.CRASHED if record.rules_played > MAX_RULES_PER_TURN:
            too_many = f"more than {MAX_RULES_PER_TURN} rules in one turn"
            return f"the game crashed, because {_current(record)} played {too_many}"
        case Ended.CRASHED if record.rule != NONE:
            rule = rule_text(stage.rules[int(record.rule)])
            return f"the game crashed, because {_current(record)} could not carry out this rule: {rule}"
        case Ended.CRASHED:
            return "the game crashed, because the deck had too few cards to deal"
        case Ended.LOST:
            return _lost(game, record)
        case Ended.WON:
            return _won(game, record, stage)
    reason = "the deck is empty" if _ran_out(game, record) else "the game is over"
    if not _has_points(game):
        return f"nobody wins, because {reason} without a winner"
    points = [points_of(game, record, each) for each in range(game.players)]
    best = [player(each) for each in range(game.players) if points[each] == max(points)]
    return f"nobody wins: {listed(best)} have {points_in_words(game, max(points))} each{_others(points, max(points))}"


def _lost(game: tree.Game, record: Any) -> str:
    """Return why the only player has lost."""
    limit = int(game.switch("turn_limit"))
    why = f"more than {limit} turns have passed" if record.turn > limit else "nothing more can be done"
    points = f", with {points_in_words(game, points_of(game, record, 0))}" if _has_points(game) else ""
    return f"{player(0)} loses, because {why}{points}"


def _is_out_of_range(record: Any) -> bool:
    """Return whether a score or counter has grown beyond what the record can hold."""
    return bool((abs(record.points_scored) >= LARGEST_KEPT).any() or (abs(record.words) == LARGEST_KEPT).any())


def _current(record: Any) -> str:
    return player(int(record.player))


def _won(game: tree.Game, record: Any, stage: tree.Stage) -> str:
    winner = int(record.winner)
    together = winners_of(game, record)
    winners, wins = listed(map(player, together)), "wins" if len(together) == 1 else "win"
    if record.rule != NONE and tree.Win() in stage.rules[int(record.rule)].consequents:
        condition = Phrases(game).rule_condition(stage.rules[int(record.rule)])
        why = f", because {of_them(condition)}" if condition else " by a rule without a condition"
        return f"{winners} {wins}{why}"
    points = [points_of(game, record, each) for each in range(game.players)]
    most = points_in_words(game, points[winner])
    if game.partners:
        rivals = [f"{listed(map(player, team))} {points[team[0]]}" for team in game.partners if winner not in team]
        return f"{winners} {wins} with {most} ({', '.join(rivals)})"
    if len(together) > 1:
        return f"{winners} win with {most} each{_others(points, points[winner])}"
    first = ", the first player with so many" if points.count(points[winner]) > 1 else ""
    return f"{player(winner)} wins with {most}{first}{_others(points, points[winner])}"


def winners_of(game: tree.Game, record: Any) -> list[int]:
    """Return the players who have won: in language 3 there can be several."""
    if game.language < 3:
        return [int(record.winner)] if record.winner != NONE else []
    return [each for each in range(game.players) if int(record.won) >> each & 1]


def team_of(game: tree.Game, seat: int) -> tuple[int, ...]:
    """Return a player and the partners, in the order of the seats."""
    return next((tuple(sorted(team)) for team in game.partners if seat in team), (seat,))


def _others(points: list[int], best: int) -> str:
    """Return the points of the players with fewer than the best."""
    behind = [f"{player(each)} {number}" for each, number in enumerate(points) if number != best]
    return f" ({', '.join(behind)})" if behind else ""


def points_in_words(game: tree.Game, points: int) -> str:
    """Return a number of points; where only tokens earn them, one each, players call them tokens.

    >>> from cardwright import cgdl
    >>> points_in_words(cgdl.load("hearts"), -1), points_in_words(cgdl.load("holdem"), 99)
    ('-1 point', '99 chips')
    """
    of_tokens = game.winning.token == 1 and not (game.winning.alive or game.winning.captured or game.winning.score)
    return amount(points, Words(game).token if of_tokens else "point")


def amount(number: int, thing: str = "point") -> str:
    """Return a number of points, or of other things, in words."""
    return f"{number} {thing}{'' if abs(number) == 1 else 's'}"


def _ran_out(game: tree.Game, record: Any) -> bool:
    return game.switch("empty_deck") == "ends" and record.deck_size == 0


def _has_points(game: tree.Game) -> bool:
    return bool(game.winning.token or game.winning.alive or game.winning.captured or game.winning.score)


def points_of(game: tree.Game, record: Any, seat: int) -> int:
    """Return the points of a player and the partners, as the rules count them."""
    return sum(own_points(game, record, each) for each in team_of(game, seat))


def own_points(game: tree.Game, record: Any, seat: int) -> int:
    """Return the points of a player alone."""
    tokens = int(record.stash[seat])
    if game.switch("points") == "stash_and_bet":
        tokens += int(record.bet[seat])
    alive = 0 if record.status[seat] == Status.OUT else game.winning.alive
    scored = game.winning.score * int(record.points_scored[seat]) if game.winning.score else 0
    captured = _captured_points(game, int(record.tables[tables_in(game.language) + seat]))
    return tokens * game.winning.token + alive + scored + captured


def _captured_points(game: tree.Game, stack: int) -> int:
    """Return the points for the cards in a stack."""
    points = captured_points(game.winning, pack_of(game))
    return sum(number for card, number in enumerate(points) if stack >> card & 1)
