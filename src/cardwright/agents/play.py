"""Whole games between agents: in one kernel if all are compiled, in a plain loop if Python is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError, IllegalAction, RunawayRules
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.random import as_seed
from cardwright.core.state import State
from cardwright.core.verbs import HOST, OVER

from .agent import Agent, as_agent, ask
from .compiled import Compiled, seats_of
from .kernel import Players
from .mcts import Mcts
from .parallel_mcts import ParallelMcts
from .reader import Answer, OnAnswer, Past, Reader, Readers
from .scratch import own_seed
from .search_result import SearchResult, search, search_at_table

MOST_DECISIONS = 100_000
USUAL_DECISIONS = 256  # a game with more is played again when its actions are wanted

OnDecision = Callable[[State, list[Action], Action], None]
OnSearch = Callable[[int, SearchResult], None]


@dataclass(frozen=True)
class Played:
    """The results of some games."""

    states: np.ndarray  # the final records
    decisions: np.ndarray  # of each game
    finished: np.ndarray  # False for a game that took too many decisions or whose rules stopped with a `fault`
    actions: np.ndarray | None = None  # of all games, one after the other, if they were wanted


def play_games(
    game: Game,
    seats: Sequence[Any],
    game_seeds: np.ndarray,
    agent_seeds: np.ndarray,
    most: int = MOST_DECISIONS,
    gpu: bool = False,
    actions: bool = False,
    memory: np.ndarray | None = None,
) -> Played:
    """Play one game for each pair of seeds; several threads can call this at once.

    Compiled agents play without the GIL, or on the GPU with `gpu`. The same seeds make the same games as in
    `play_game`. With `actions`, the result also holds every action taken, for `core.decisions`. `memory` is an array of
    records, zeroes or earlier games of the same `game`, the first of which become the states of the result.

    >>> import cardwright, numpy as np
    >>> from cardwright.agents import make, play_games
    >>> seeds = np.arange(10, dtype=np.uint64)
    >>> played = play_games(cardwright.game("spire:jaw-worm"), [make("random")], seeds, seeds)
    >>> len(played.states), bool(played.finished.all())
    (10, True)
    """
    agents = _seated(game, seats)
    game_seeds, agent_seeds = np.asarray(game_seeds, np.uint64), np.asarray(agent_seeds, np.uint64)
    if game_seeds.ndim != 1 or game_seeds.shape != agent_seeds.shape:
        raise CardwrightError("each game needs one game seed and one agent seed")
    n = len(game_seeds)
    states = np.zeros(n, game.dtype) if memory is None else memory[:n]
    decisions, stops = np.zeros(n, np.int64), np.full(n, HOST, np.int64)
    trails: list[np.ndarray] = [np.zeros(0, np.int32)] * n if actions else []
    if all(agent.compiled for agent in agents):
        players = _on_gpu(game, agents) if gpu else Players(game, seats_of(game, agents))
        if actions:
            decisions, stops, trails = _traced(players, states, game_seeds, agent_seeds, most)
        else:
            decisions, stops = players.play(states, game_seeds, agent_seeds, most)
    for index in np.flatnonzero(stops == HOST).tolist():
        state = play_game(game, agents, int(game_seeds[index]), int(agent_seeds[index]), most=most)
        states[index] = state.records[0]
        decisions[index] = len(state.history())
        stops[index] = state.decider
        if actions:
            trails[index] = np.array(state.history(), np.int32)
    finished = (stops == OVER) & (states["fault"] == 0)
    taken = np.concatenate([np.zeros(0, np.int32), *trails]) if actions else None
    return Played(states, decisions.astype(np.int64, copy=False), finished, taken)


def _traced(
    players: Any, states: np.ndarray, game_seeds: np.ndarray, agent_seeds: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Play and return also the actions of each game; the few that are longer than usual are played a second time."""
    usual = min(most, USUAL_DECISIONS)
    trails = np.zeros((len(states), usual), np.int32)
    decisions, stops = players.play(states, game_seeds, agent_seeds, most, trails=trails)
    taken = [trail[:length] for trail, length in zip(trails, decisions.tolist(), strict=True)]
    for index in np.flatnonzero(decisions > usual).tolist():
        trail = np.zeros((1, int(decisions[index])), np.int32)
        one = slice(index, index + 1)
        players.play(np.zeros(1, states.dtype), game_seeds[one], agent_seeds[one], most, trails=trail)
        taken[index] = trail[0]
    return decisions, stops, taken


def _on_gpu(game: Game, agents: list[Agent]) -> Any:
    from .gpu import GpuPlayers

    return GpuPlayers(game, seats_of(game, agents))


def play_game(
    game: Game,
    seats: Sequence[Any],
    seed: int,
    agent_seed: int,
    on_decision: OnDecision | None = None,
    most: int = MOST_DECISIONS,
    on_answer: OnAnswer | None = None,
    halt: threading.Event | None = None,
    on_search: OnSearch | None = None,
    logged: bool = False,
) -> State:
    """Play one game with agents of any kind and return its final state.

    `on_decision(state, legal, action)` is called before every decision is played, and before that
    `on_answer(decision, player, answer)` if a language model decides, or `on_search(decision, result)` if a tree search
    does. A game stops early after `most` decisions, when it is not yet `over`, and when its rules report a `fault`.
    Setting `halt` abandons a game with language models. A `logged` game is played in plain Python: it is the same game,
    slower, but it starts without compiling anything, unless an agent searches.

    >>> import cardwright
    >>> from cardwright.agents import make, play_game
    >>> play_game(cardwright.game("spire:jaw-worm"), [make("first")], seed=7, agent_seed=7).over
    True
    """
    table = _Table(game, _seated(game, seats), as_seed(agent_seed), halt, on_answer, on_search)
    state = game.new(seed, logged=logged or bool(table.readers))
    table.readers.notice(state)
    decision = 0
    while not state.over and decision < most and not state.record.fault:
        chosen = table.choose(state, decision)
        if on_decision is not None:
            _report(on_decision, state, chosen)
        _play_for(table.agents[state.decider], state, chosen)
        table.readers.notice(state)
        decision += 1
    return state


class _Table:
    """The agents of one game, asked one decision at a time."""

    def __init__(
        self,
        game: Game,
        agents: list[Agent],
        seed: np.uint64,
        halt: threading.Event | None,
        on_answer: OnAnswer | None,
        on_search: OnSearch | None,
    ):
        self.agents = agents
        self.seats = seats_of(game, agents)
        self.players = Players(game, self.seats)
        self.readers = Readers(agents, halt)
        self.seed = seed
        self.on_answer = on_answer
        self.on_search = on_search

    def choose(self, state: State, decision: int) -> Any:
        """Return the action that the decider takes."""
        agent = self.agents[state.decider]
        if self.on_search is not None and isinstance(agent, Mcts | ParallelMcts):
            return self._search(agent, state, decision, self.on_search)
        if isinstance(agent, Compiled):
            thinks_long = state.logged and not agent.quick
            return self.players.choose(state.copy(logged=False) if thinks_long else state, self.seed, decision)
        own = int(own_seed(self.seed, state.decider, decision))
        if isinstance(agent, Reader):
            answer = read(agent, state, own, self.readers.past(state.decider))
            if self.on_answer is not None:
                self.on_answer(decision, state.decider, answer)
            return answer.action
        return ask(agent, _shown(state, agent, own), state)

    def _search(self, agent: Mcts | ParallelMcts, state: State, decision: int, on_search: OnSearch) -> int:
        """Return what a tree search chooses, and report what it found."""
        if isinstance(agent, Mcts):
            found = search_at_table(self.players, self.seats, agent, state, self.seed, decision)
        else:
            found = search(state, agent, int(self.seed), decision)
        on_search(decision, found)
        return found.chosen.id


def _seated(game: Game, seats: Sequence[Any]) -> list[Agent]:
    agents = [as_agent(each).at(game) for each in seats]
    if len(agents) != game.players:
        given = ", ".join(agent.name for agent in agents) or "none"
        raise CardwrightError(f"{game.name} seats {game.players} agents; {len(agents)} were given: {given}")
    return agents


def decide(agent: Agent, state: State, seed: int) -> int:
    """Return the number of the action an agent takes; all its randomness comes from `seed`."""
    agent = agent.at(state.game)
    if isinstance(agent, Compiled):
        return agent.choose(state, seed)
    chosen = ask(agent, _shown(state, agent, seed), state)
    return chosen[0] if isinstance(chosen, tuple) else chosen


def read(agent: Reader, state: State, seed: int, past: Past) -> Answer:
    """Return the answer of an agent that reads, and add its decision to the past."""
    answer = agent.read(_shown(state, agent, seed), past)
    past.decide(state.turn, state.find(answer.action), answer.note)
    return answer


def _shown(state: State, agent: Agent, seed: int) -> State:
    """Return the position as the agent is allowed to see it, without the seed or the past of the real game."""
    if agent.sees_everything:
        return state.copy(seed=seed)
    hidden = state.copy(hidden_from=state.decider, seed=seed)
    return State(state.game, seed, hidden.records, logged=isinstance(agent, Reader))


def _report(on_decision: OnDecision, state: State, chosen: Any) -> None:
    legal = state.legal()
    number = chosen[0] if isinstance(chosen, tuple) else chosen
    for action in legal:
        if action.id == number:
            on_decision(state, legal, action)


def _play_for(agent: Agent, state: State, chosen: Any) -> None:
    try:
        state.play(chosen)
    except IllegalAction as error:
        raise IllegalAction(f"agent {agent.name}: {error}") from None
    except RunawayRules:
        pass  # as in the kernel: the record holds the fault
