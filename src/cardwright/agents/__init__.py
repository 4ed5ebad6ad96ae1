"""Players of every game: written once against the verbs, chosen by a short text such as "mcts:200".

| text                    | how it plays                                                                       |
| ----------------------- | ---------------------------------------------------------------------------------- |
| `first`                 | takes the first legal action                                                       |
| `random`                | takes any legal action, all equally likely                                         |
| `rules`                 | follows the game's own rules of thumb; `rules:1+0.5+2` gives their weights         |
| `lookahead:DEPTH`       | searches DEPTH decisions of its own ahead and takes the best estimate              |
| `mcts:PLAYOUTS`         | tree search by playouts; `mcts:200+c=1+look=5+cap=99` sets its constants           |
| `my_module:MyAgent`     | your own class with one method `choose(self, state)`                               |
| `path/to/file.py:MyAgent` | the same, from a file                                                            |

What follows the colon is joined with `+`. Several seats are joined with commas: `2*rules,4*random`.
"""

from __future__ import annotations

from .agent import Agent, PythonAgent, as_agent
from .compiled import Compiled, First, Lookahead, Mcts, Random, Rules
from .play import MOST_DECISIONS, Played, decide, play_game, play_games
from .spec import make, make_seats

__all__ = [
    "MOST_DECISIONS",
    "Agent",
    "Compiled",
    "First",
    "Lookahead",
    "Mcts",
    "Played",
    "PythonAgent",
    "Random",
    "Rules",
    "as_agent",
    "decide",
    "make",
    "make_seats",
    "play_game",
    "play_games",
]
