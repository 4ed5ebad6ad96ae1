"""Who wins, in plain English: points and what earns them, ties, and games that are abandoned."""

from __future__ import annotations

from collections.abc import Iterator

from ..language import tree
from .cards import every
from .words import Words, count, listed

TIES = {
    "draw": "The {} with the most points {}; a tie is a draw.",
    "first": "The {} with the most points {}, and of several the first one, counted from P1; without any points, the "
    "game is a draw.",
    "shared": "The {} with the most points {}, and several with the most points win together; if all have the same, "
    "the game is a draw.",
}
TIED_SCORES = {
    "draw": "a tie is a draw",
    "first": "of several the first one wins, counted from P1",
    "shared": "several with the same score win together, unless all have the same, which is a draw",
}
POINT = "point"  # a token that is called so
COUNTED = {
    "turns": "turns",
    "idle": "turns (each player has one in a stage in which only the dealer acts)",
    "everything": "turns, where each drawn card and everything the dealer does count as well,",
    "rules": "rules, counting those of the dealer,",
    "actions": "actions (rules that players play, cards that are dealt, gifts of tokens)",
}


def _captured(captured: tree.Captured) -> str:
    return "every card" if captured.cards is None else every(captured.cards)


def _points(game: tree.Game) -> list[tuple[int, str]]:
    """Return the numbers of points and what they are for."""
    words = Words(game)
    where = "stash" if game.switch("points") == "stash" else "stash and your bet"
    score = (game.winning.score or 0) if game.uses(tree.Score) else 0
    return [
        (game.winning.token, f"each {words.token} in your {where}"),
        (game.winning.alive, "still being in the game"),
        (score, "each point of your score"),
        *((each.points, f"{_captured(each)} in your {words.stack}") for each in game.winning.captured),
    ]


def winning(game: tree.Game) -> Iterator[str]:
    """Yield what earns points, who wins with them, and when a game is abandoned."""
    if game.players == 1:
        score = " Your score says how far you came." if game.winning.score else ""
        turns = game.switch("turn_limit")
        yield f"If the game ends otherwise, or has not ended after {turns} turns, you have lost it.{score}"
        return
    if game.winning.score and not game.winning.captured and game.uses(tree.Score):
        yield _by_score(game)
        yield _limit(game)
        return
    words = Words(game)
    if not game.winning.captured and not game.winning.alive and game.winning.token == 1 and words.token == POINT:
        yield _by_points(game)
        yield _limit(game)
        return
    points = _points(game)
    earned = [f"{count(number, 'point')} for {what}" for number, what in points if number > 0]
    lost = [f"{count(-number, 'point')} for {what}" for number, what in points if number < 0]
    parts = [f"{verb} {listed(each)}" for verb, each in (("get", earned), ("lose", lost)) if each]
    if parts:
        yield f"At the end of the game, you {listed(parts)}. {_by_points(game)}"
    elif game.uses(tree.Win):
        yield "If the game ends without a winner, it is a draw."
    else:
        yield "There are no points and no way to win, so every game is a draw."
    yield _limit(game)


def _limit(game: tree.Game) -> str:
    counted = COUNTED[str(game.switch("counting"))]
    return f"A game that has not ended after {game.switch('turn_limit')} {counted} is abandoned."


def _by_points(game: tree.Game) -> str:
    """Return who wins by points of several kinds."""
    winners = ("partners", "together win") if game.partners else ("player", "wins")
    return TIES[str(game.switch("ties"))].format(*winners)


def _by_score(game: tree.Game) -> str:
    """Return who wins by the score alone."""
    best = "highest" if (game.winning.score or 0) > 0 else "lowest"
    who = "partners with the {} score together win" if game.partners else "player with the {} score wins"
    return f"At the end of the game, the {who.format(best)}; {TIED_SCORES[str(game.switch('ties'))]}."
