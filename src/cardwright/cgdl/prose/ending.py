"""How a game ended, in words: who won, and why."""

from __future__ import annotations

from typing import Any

from ..engine.state import CARDS, MAX_TABLES, NONE, Ended, Status
from ..language import tree
from ..language.selections import WHOLE_DECK, card_set
from .phrases import Phrases, listed, player


def ending(game: tree.Game, record: Any, stage: tree.Stage) -> str:
    """Describe the end of a game in a sentence without a full stop; `stage` is its last stage."""
    match Ended(int(record.ended)):
        case Ended.CRASHED if record.turn > int(game.switch("turn_limit")):
            return f"the game crashed, because it took more than {game.switch('turn_limit')} turns"
        case Ended.CRASHED:
            return "the game crashed, because a rule required something impossible"
        case Ended.WON:
            return _won(game, record, stage)
    reason = "the deck is empty" if _ran_out(game, record) else "the game is over"
    if not _has_points(game):
        return f"nobody wins, because {reason} without a winner"
    points = [points_of(game, record, each) for each in range(game.players)]
    best = [player(each) for each in range(game.players) if points[each] == max(points)]
    return f"nobody wins: {listed(best)} have {amount(max(points))} each{_others(points, max(points))}"


def _won(game: tree.Game, record: Any, stage: tree.Stage) -> str:
    winner = int(record.winner)
    if record.rule != NONE and tree.Win() in stage.rules[int(record.rule)].consequents:
        condition = Phrases(game).condition(stage.rules[int(record.rule)].antecedent)
        rule = f'the rule "if {condition}, you win the game"' if condition else "a rule without a condition"
        return f"{player(winner)} wins by {rule}"
    points = [points_of(game, record, each) for each in range(game.players)]
    first = ", the first player with so many" if points.count(points[winner]) > 1 else ""
    return f"{player(winner)} wins with {amount(points[winner])}{first}{_others(points, points[winner])}"


def _others(points: list[int], best: int) -> str:
    """Return the points of the players with fewer than the best."""
    behind = [f"{player(each)} {number}" for each, number in enumerate(points) if number != best]
    return f" ({', '.join(behind)})" if behind else ""


def amount(points: int) -> str:
    """Return a number of points in words."""
    return f"{points} point{'' if points == 1 else 's'}"


def _ran_out(game: tree.Game, record: Any) -> bool:
    return game.switch("empty_deck") == "ends" and record.deck_size == 0


def _has_points(game: tree.Game) -> bool:
    return bool(game.winning.token or game.winning.alive or game.winning.captured)


def points_of(game: tree.Game, record: Any, seat: int) -> int:
    """Return a player's points, as the rules count them."""
    tokens = int(record.stash[seat])
    if game.switch("points") == "stash_and_bet":
        tokens += int(record.bet[seat])
    alive = 0 if record.status[seat] == Status.OUT else game.winning.alive
    return tokens * game.winning.token + alive + _captured_points(game.winning, int(record.tables[MAX_TABLES + seat]))


def _captured_points(winning: tree.Winning, stack: int) -> int:
    """Return the points for the cards in a stack; the most specific entry counts for each."""
    specific: dict[type, int] = {type(None): 0, tree.Suit: 1, tree.Number: 2, tree.Card: 3}
    points = [0] * CARDS
    for each in sorted(winning.captured, key=lambda each: specific[type(each.cards)]):
        cards = WHOLE_DECK if each.cards is None else card_set(each.cards)
        points = [each.points if cards >> card & 1 else old for card, old in enumerate(points)]
    return sum(number for card, number in enumerate(points) if stack >> card & 1)
