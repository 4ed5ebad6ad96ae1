"""What a tree search found: visits, value and prior of each legal action, for people and as targets of training.

>>> import cardwright
>>> from cardwright.agents import search
>>> found = search(cardwright.game("spire:jaw-worm").new(seed=7), "mcts:100", seed=1)
>>> found.playouts == found.visits.sum() and found.chosen == found.actions[found.visits.argmax()].action
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.random import as_seed, checked_seed, fresh_seed
from cardwright.core.showing import html
from cardwright.core.state import State

from .agent import Agent
from .compiled import seats_of
from .kernel import Players, Seats
from .mcts import PRIORS, Mcts
from .parallel_mcts import ParallelMcts, best_of, children_of
from .scratch import Node, own_seed


@dataclass(frozen=True)
class SearchedAction:
    """A legal action as a search sees it; of actions that do the same, only the first is listed."""

    action: Action
    label: int  # what the game calls it, as in the action log
    index: int  # its index in `game.action_space`
    visits: int  # playouts that began with it
    value: float  # their mean payoff for the player who decides; nan without visits
    prior: float  # the probability that it is the best one, before anything is tried


@dataclass(frozen=True, repr=False)
class SearchResult:
    """The legal actions after a tree search, the one it chose, and how often it tried each."""

    agent: str
    actions: tuple[SearchedAction, ...]
    chosen: Action
    size: int  # of `game.action_space`

    @property
    def playouts(self) -> int:
        """How many playouts there were; a search can end early, and none is needed for a single legal action."""
        return int(self.visits.sum())

    @property
    def visits(self) -> np.ndarray:
        """The visits of each of `actions`."""
        return np.array([each.visits for each in self.actions], np.int64)

    @property
    def values(self) -> np.ndarray:
        """The mean payoff of each of `actions`; nan without visits."""
        return np.array([each.value for each in self.actions])

    @property
    def priors(self) -> np.ndarray:
        """The prior of each of `actions`."""
        return np.array([each.prior for each in self.actions])

    @property
    def value(self) -> float:
        """The mean payoff of all playouts for the player who decides; nan without playouts."""
        return float(np.nansum(self.visits * self.values) / self.playouts) if self.playouts else float("nan")

    @property
    def policy(self) -> np.ndarray:
        """The share of playouts for each index of `game.action_space`: the target of a policy network."""
        policy = np.zeros(self.size, np.float32)
        for each in self.actions:
            policy[each.index] += each.visits / self.playouts if self.playouts else each.action == self.chosen
        return policy

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        rows = ({**asdict(each), "action": str(each.action)} for each in self.actions)
        return {
            "agent": self.agent,
            "chosen": str(self.chosen),
            "playouts": self.playouts,
            "actions": [{key: None if value != value else value for key, value in row.items()} for row in rows],
        }

    def _rows(self) -> list[tuple[str, str, str, str]]:
        """The actions as text, those with the most visits first."""
        ranked = sorted(self.actions, key=lambda each: -each.visits)
        values = (f"{each.value:.3f}" if each.visits else "" for each in ranked)
        return [
            (str(each.action), f"{each.visits:,}", value, f"{each.prior:.3f}")
            for each, value in zip(ranked, values, strict=True)
        ]

    def __repr__(self) -> str:
        lines = [f"<{self.agent}: {self.chosen}, {self.playouts:,} playouts>"]
        return "\n".join([*lines, *_aligned([("action", "visits", "value", "prior"), *self._rows()])])

    def _repr_html_(self) -> str:
        about = f"{self.chosen}, after {self.playouts:,} playouts"
        table = html.table(["action", "visits", "value", "prior"], self._rows())
        return html.notebook(html.heading(self.agent, about), table)


def search(state: State, agent: Agent | str = "mcts:800", seed: int | None = None, decision: int = 0) -> SearchResult:
    """Search a position for the player who decides, who sees nothing hidden, and return what the search found.

    `agent` is `mcts` with any settings, or `strongest` where that is a tree search. The same seed makes the same
    search. With the agents' seed of a game and the number of a decision, it is the search that decides in `play_game`.

    >>> import cardwright
    >>> from cardwright.agents import make, search
    >>> state = cardwright.game("spire:jaw-worm").new(seed=7)
    >>> search(state, "mcts:50", seed=3).chosen.id == make("mcts:50").choose(state, seed=3)
    True
    """
    if state.decider < 0:
        raise CardwrightError("there is nothing to search: the game is over")
    searching = _searcher(agent, state.game)
    own = as_seed(fresh_seed() if seed is None else checked_seed(seed))
    if isinstance(searching, ParallelMcts):
        return _search_in_parallel(state, searching, int(own_seed(own, state.decider, decision)))
    seats = seats_of(state.game, [searching] * state.game.players)
    return search_at_table(Players(state.game, seats), seats, searching, state, own, decision)


def _searcher(agent: Agent | str, game: Game) -> Mcts | ParallelMcts:
    """Return the tree search that an agent is or a text names."""
    from .spec import make  # which knows all agents

    found = (make(agent) if isinstance(agent, str) else agent).at(game)
    if not isinstance(found, Mcts | ParallelMcts):
        raise CardwrightError(f"a search needs a tree search, as in 'mcts:800', not {found.name[:80]!r}")
    return found


def search_at_table(
    players: Players, seats: Seats, agent: Mcts, state: State, agent_seed: np.uint64, decision: int
) -> SearchResult:
    """Let the agent that sits where the decider does search; `players` were made from `seats`."""
    state = state.copy(logged=False)
    if len(state.legal()) == 1:
        return _forced(agent, state)
    own = seats.settings[Mcts.word][state.decider : state.decider + 1]
    own["playouts"] = 1
    players.choose(state, agent_seed, decision)
    priors = _priors(state, players, float(own["prior"][0]))
    own["playouts"] = agent.playouts
    chosen = players.choose(state, agent_seed, decision)
    return _result(agent, state, chosen, players.scratch.nodes, priors)


def _search_in_parallel(state: State, agent: ParallelMcts, seed: int) -> SearchResult:
    """Search in several trees, and return what they found together."""
    shown = State(state.game, seed, state.copy(hidden_from=state.decider, seed=seed).records)
    if len(shown.legal()) == 1:
        return _forced(agent, shown)
    priors = {each.label: each.prior for each in search(shown, replace(agent.search, playouts=1), seed).actions}
    trees = agent.grow(shown)
    chosen = best_of(trees)  # adds the others to the first
    return _result(agent, shown, chosen, trees[0].nodes, priors)


def _forced(agent: Agent, state: State) -> SearchResult:
    """Return the result where there is one legal action, which is taken without a search."""
    return _result(agent, state, state.legal()[0].id, np.zeros(1, Node), {})


def _priors(state: State, players: Players, share: float) -> dict[int, float]:
    """Return the prior of each label after a search of one playout, whose last priors are those of the root."""
    n = len(set(_options(state)[1].tolist()))
    if n == 1:
        return {}
    labels, priors = players.scratch.labels[:n].tolist(), players.scratch.numbers[PRIORS : PRIORS + n].tolist()
    return {label: (1 - share) / n + share * prior for label, prior in zip(labels, priors, strict=True)}


def _options(state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the legal actions, their labels and their indices in the action space."""
    game = state.game
    actions, labels, indices = (np.zeros(game.max_actions, np.int64) for _ in range(3))
    array_verbs.indexed(state.records, 0, game.rules, actions, indices)
    n = array_verbs.options(state.records, 0, game.rules, actions, labels)
    return actions[:n], labels[:n], indices[:n]


def _result(agent: Agent, state: State, chosen: int, nodes: np.ndarray, priors: dict[int, float]) -> SearchResult:
    found = {int(nodes[child].label): nodes[child] for child in children_of(nodes)}
    legal = {each.id: each for each in state.legal()}
    actions: dict[int, SearchedAction] = {}
    for number, label, index in zip(*(each.tolist() for each in _options(state)), strict=True):
        if label not in actions:
            node = found.get(label)
            visits = int(node.visits) if node is not None else 0
            value = float(node.value) / visits if node is not None else float("nan")
            actions[label] = SearchedAction(legal[number], label, index, visits, value, priors.get(label, 1.0))
    return SearchResult(agent.name, tuple(actions.values()), legal[chosen], len(state.game.action_space))


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines of equal columns, the first one to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pairs = (list(zip(row, widths, strict=True)) for row in rows)
    return ["  ".join([first.ljust(width), *(cell.rjust(w) for cell, w in rest)]) for (first, width), *rest in pairs]
