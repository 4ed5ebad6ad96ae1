"""Tree search for as long as a clock allows, or in several threads: `mcts:500ms`, `mcts:800+threads=2`.

It drives the kernel of `mcts` from Python, some playouts at a time. With several threads, each grows a tree of its own,
and the trees are added up at their roots (T. Cazenave and N. Jouandeau, "On the parallelization of UCT", 2007). For a
number of playouts, the choice depends on the seed and the number of threads, but not on the machine.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import seed_for
from cardwright.core.state import State

from .agent import Agent
from .compiled import Compiled, seats_of
from .kernel import Players
from .mcts import Mcts, best_action
from .tree import ROOT, is_settled

LARGEST_TREE = 200_000  # playouts of one thread; a clock that allows more of them stops there
MOST_THREADS = 64
LONGEST = 3_600_000  # milliseconds
SLICE = 0.02  # seconds of search between two looks at the clock
FIRST_SLICE = 16  # playouts
FASTER = 1.5  # how much faster playouts may become before a search that ends early would have chosen otherwise
THREADS = "threads="
_TIME = re.compile(r"([0-9]{1,9})(ms|s)")
_LIKE_TIME = re.compile(r"[0-9., ]+(ms|s)")


@dataclass(frozen=True, repr=False)
class ParallelMcts(Agent):
    """Tree search with a limit of time or with several threads.

    >>> ParallelMcts(Mcts(800), threads=2).name
    'mcts:800+threads=2'
    """

    search: Mcts  # what each thread does; with a limit of time, its playouts are ignored
    milliseconds: int | None = None
    threads: int = 1
    reads_back = True

    def __post_init__(self) -> None:
        if self.milliseconds is not None and not 1 <= self.milliseconds <= LONGEST:
            raise CardwrightError(f"mcts thinks for 1 ms to {LONGEST // 1000:,} s, not {self.milliseconds:,} ms")
        if not 1 <= self.threads <= MOST_THREADS:
            raise CardwrightError(f"mcts runs in 1 to {MOST_THREADS} threads, not {self.threads}")
        if not self.milliseconds and self.search.playouts < self.threads:
            raise CardwrightError(f"{self.threads} threads need at least {self.threads} playouts")

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        word, *settings = self.search.name.split("+")
        first = f"mcts:{self.milliseconds}ms" if self.milliseconds else word
        return "+".join([first, *([f"threads={self.threads}"] if self.threads > 1 else []), *settings])

    @property
    def description(self) -> str:
        """What it is in words, as in "a search of 0.5 seconds"."""
        if self.milliseconds is None:
            return self.search.description
        return f"a search of {self.milliseconds / 1000:g} second{'' if self.milliseconds == 1000 else 's'}"

    def identity(self, game: Game) -> str:
        """Return the name and what identifies the weights."""
        return self.search.identity(game).replace(self.search.name, self.name, 1)

    def kinds(self) -> frozenset[type[Compiled]]:
        """Return the classes whose kernels its threads run."""
        return self.search.kinds()

    def check_game(self, game: Game) -> None:
        """Raise a `CardwrightError` if the weights do not fit a game."""
        self.search.check_game(game)

    def choose(self, state: State) -> int:
        """Return the number of the action with the most playouts in all threads."""
        legal = state.legal()
        if len(legal) == 1:
            return int(legal[0].id)
        return best_of(self.grow(state))

    def grow(self, state: State) -> list[Tree]:
        """Search a position that the player may see, and return the tree of each thread."""
        end = time.perf_counter() + (self.milliseconds or 0) / 1000
        trees = [Tree(state, search, seed_for(state.seed, "tree", k)) for k, search in enumerate(self._searches())]
        alone = self.threads == 1
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(lambda tree: tree.grow_until(end, alone) if self.milliseconds else tree.grow(), trees))
        return trees

    def _searches(self) -> Iterator[Mcts]:
        """The search of each thread, with its share of the playouts."""
        each, more = divmod(self.search.playouts, self.threads)
        for thread in range(self.threads):
            playouts = LARGEST_TREE if self.milliseconds else each + (thread < more)
            yield replace(self.search, playouts=playouts)


class Tree:
    """A tree that grows some playouts at a time."""

    def __init__(self, state: State, search: Mcts, seed: int):
        seats = seats_of(state.game, [search] * state.game.players)
        self.state = state
        self.seed = np.uint64(seed)
        self.most = search.playouts
        self.players = Players(state.game, seats)
        self.settings = seats.settings[Mcts.word]
        self.settings["grows"] = 1

    @property
    def nodes(self) -> np.ndarray:
        """The nodes, the root first."""
        nodes: np.ndarray = self.players.scratch.nodes
        return nodes

    def grow(self, playouts: int | None = None) -> None:
        """Search until there have been so many playouts in all."""
        self.settings["playouts"] = self.most if playouts is None else min(playouts, self.most)
        self.players.choose(self.state, self.seed, 0)

    def grow_until(self, end: float, alone: bool = True) -> None:
        """Search until a time of `time.perf_counter`, or until the tree is full.

        A tree that is not to be added to others stops early when no other action can get more playouts.
        """
        begun = time.perf_counter()
        self.grow(FIRST_SLICE)
        now = time.perf_counter()
        while now < end and self.nodes[ROOT].visits < self.most:
            per_second = self.nodes[ROOT].visits / (now - begun)
            if alone and is_settled(self.nodes, FASTER * per_second * (end - now)):
                break
            more = per_second * min(SLICE, end - now)
            self.grow(int(self.nodes[ROOT].visits + more) + 1)
            now = time.perf_counter()


def best_of(trees: list[Tree]) -> int:
    """Add up the trees at their roots, and return the best action."""
    first, *others = trees
    for other in others:
        _add_root(first.nodes, other.nodes)
    return int(best_action(first.players.scratch))


def _add_root(nodes: np.ndarray, others: np.ndarray) -> None:
    """Add the playouts below the root of another tree to those actions that this tree has tried too."""
    own = {int(nodes[child].label): child for child in children_of(nodes)}
    for other in children_of(others):
        child = own.get(int(others[other].label))
        if child is not None:
            nodes[child].visits += others[other].visits
            nodes[child].value += others[other].value


def children_of(nodes: np.ndarray) -> Iterator[int]:
    """The indices of the nodes of the root's actions."""
    child = int(nodes[ROOT].first)
    while child:
        yield child
        child = int(nodes[child].next)


def read_parallel(settings: str) -> tuple[dict[str, int], str | None]:
    """Return the limit of time and the number of threads, if a text sets them, and the other settings of `mcts`.

    >>> read_parallel("500ms+c=1")
    ({'milliseconds': 500}, '1+c=1')
    >>> read_parallel("800+threads=2")
    ({'threads': 2}, '800')
    """
    parts = [part.strip() for part in settings.split("+")]
    given: dict[str, int] = {}
    for index, part in enumerate(parts):
        if _LIKE_TIME.fullmatch(part):
            given["milliseconds"] = _milliseconds(part, settings)
            parts[index] = "1"  # playouts, which are ignored
    threads = [each.partition("=")[2] for each in parts if each.startswith(THREADS)]
    if len(threads) > 1:
        raise BadData(f"agent 'mcts:{settings[:60]}': threads is set twice")
    if threads:
        if not re.fullmatch("[0-9]{1,9}", threads[0]):
            raise BadData(f"agent 'mcts:{settings[:60]}': threads must be an integer, not {threads[0][:40]!r}")
        given["threads"] = int(threads[0])
    others = [each for each in parts if not each.startswith(THREADS)]
    return given, "+".join(others) if others else None


def _milliseconds(part: str, settings: str) -> int:
    limit = _TIME.fullmatch(part)
    if not limit:
        raise BadData(f"agent 'mcts:{settings[:60]}': a time is an integer, as in 500ms or 2s, not {part[:40]!r}")
    return int(limit[1]) * (1000 if limit[2] == "s" else 1)
