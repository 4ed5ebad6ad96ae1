"""Players of every game: written once against the verbs, chosen by a short text such as "mcts:200".

| text                      | how it plays                                                                     |
| ------------------------- | -------------------------------------------------------------------------------- |
| `first`                   | takes the first legal action                                                     |
| `random`                  | takes any legal action, all equally likely                                       |
| `rules`                   | follows the game's own heuristics; `rules:1+0.5+2` sets their weights            |
| `rules:FILE.yaml`         | the same with the weights in a file; `rules:NAME` with weights of the game's own |
| `lookahead:DEPTH`         | searches DEPTH of its own decisions ahead and takes the best estimate; visits    |
|                           | at most 10,000 positions: `lookahead:2+positions=50000` sets another bound       |
| `mcts:PLAYOUTS`           | Monte Carlo tree search; `mcts:200+c=1+look=5+cap=99` sets its constants         |
| `mcts:500ms`, `mcts:2s`   | the same for a time; `mcts:800+threads=2` searches in two threads                |
| `mcts:200+rules=FILE`     | the same with the weights in a file, or `rules=NAME` with weights of the game    |
| `mcts:200+value=FILE`     | judges playouts it cuts off by a fitted value; `value=NAME` by one of the game's |
| `policy:FILE.npz`         | a trained network (docs/learning.md); `policy:NAME` is one of the game's own     |
| `strongest`               | the strongest agent of the game at hand, which thinks for at most a second       |
| `mcts-thesis:PLAYOUTS`    | the tree search of a thesis on Unstable Unicorns, for comparison                 |
| `cfr:ITERATIONS`          | plays close to an equilibrium of a small game of two players (docs/cfr.md)       |
| `llm:MODEL`               | asks a language model; `llm:MODEL+style=reason+memory=3` (docs/llm.md)           |
| `my_module:MyAgent`       | your own class with one method `choose(self, state)`                             |
| `path/to/file.py:MyAgent` | the same, from a file                                                            |
| `file.py:MyAgent:50+c=1`  | the same with settings: `MyAgent(50, c=1)` (docs/write_an_agent.md)              |

Settings follow the colon and are joined with `+`. Seats are joined with commas: `2*rules,4*random`.
"""

from __future__ import annotations

from .agent import Agent, PythonAgent, as_agent, class_of, told_apart
from .cfr import Cfr
from .chances import Chances
from .compiled import Compiled, Instant, seats_of, setting, share_kernel
from .first import First
from .kernel import Players
from .levels import LEVELS, opponent
from .llm import Llm
from .lookahead import Lookahead
from .mcts import Mcts
from .network_file import Layer, Layers, read_network, write_network
from .parallel_mcts import ParallelMcts
from .play import MOST_DECISIONS, OnSearch, Played, decide, play_game, play_games, read
from .policy import Policy
from .random import Random
from .reader import Answer, Exchange, Halted, OnAnswer, Past, Reader
from .rules import Rules
from .scratch import Needs, judge
from .search_result import SearchedAction, SearchResult, search
from .spec import SeatList, make, make_saved_seats, make_seats
from .thesis_mcts import ThesisMcts
from .weights import read_weights, write_weights

__all__ = [
    "LEVELS",
    "MOST_DECISIONS",
    "Agent",
    "Answer",
    "Cfr",
    "Chances",
    "Compiled",
    "Exchange",
    "First",
    "Halted",
    "Instant",
    "Layer",
    "Layers",
    "Llm",
    "Lookahead",
    "Mcts",
    "Needs",
    "OnAnswer",
    "OnSearch",
    "ParallelMcts",
    "Past",
    "Played",
    "Players",
    "Policy",
    "PythonAgent",
    "Random",
    "Reader",
    "Rules",
    "SearchResult",
    "SearchedAction",
    "SeatList",
    "ThesisMcts",
    "as_agent",
    "class_of",
    "decide",
    "judge",
    "make",
    "make_saved_seats",
    "make_seats",
    "opponent",
    "play_game",
    "play_games",
    "read",
    "read_network",
    "read_weights",
    "search",
    "seats_of",
    "setting",
    "share_kernel",
    "told_apart",
    "write_network",
    "write_weights",
]
