"""Opponents for people: an agent for each level of play, in any game."""

from __future__ import annotations

from cardwright.core.errors import unknown
from cardwright.core.game import Game
from cardwright.core.verbs import provides

from .agent import Agent
from .spec import make

LEVELS = ("easy", "normal", "hard")
USUAL = "normal"
ADVISED = {"easy": "rules:slips=0.3", "normal": "rules"}  # in games with heuristics
SEARCHED = {"easy": "mcts:10", "normal": "mcts:200"}  # in other games


def opponent(game: Game, level: str = USUAL) -> Agent:
    """Return the agent that plays a game at a level; usually it follows the game's heuristics, or else it searches.

    >>> import cardwright
    >>> opponent(cardwright.game("unicorns"), "easy").name, opponent(cardwright.game("cgdl:hearts")).name
    ('rules:slips=0.3', 'mcts:200+points=0.5')
    """
    if level not in LEVELS:
        raise unknown("level", level, LEVELS)
    quick = ADVISED if provides("advise", game.dtype) else SEARCHED
    name = quick.get(level, game.strongest)
    return make(minding_points(game, name) if name.startswith("mcts") else name)


def minding_points(game: Game, search: str) -> str:
    """Return a tree search that minds by how much it wins or loses as people do, in games with points."""
    return f"{search}+points={game.points_matter}" if provides("margin", game.dtype) else search
