"""Whole games between agents: in one kernel where all are compiled, in a plain loop where Python is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError, IllegalAction, RunawayRules
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action
from cardwright.core.random import as_seed
from cardwright.core.verbs import HOST, OVER

from .agent import Agent, as_agent
from .choose import Players, own_seed
from .compiled import Compiled, settings_of

MOST_DECISIONS = 100_000

OnDecision = Callable[[State, list[Action], Action], None]


@dataclass(frozen=True)
class Played:
    """Games that were played."""

    states: np.ndarray  # the final records
    decisions: np.ndarray  # how many decisions each game took
    finished: np.ndarray  # False where a game was stopped: it took too many, or its rules could not go on (`fault`)


def play_games(
    game: Game,
    seats: Sequence[Any],
    game_seeds: np.ndarray,
    agent_seeds: np.ndarray,
    most: int = MOST_DECISIONS,
    gpu: bool = False,
) -> Played:
    """Play one game for each pair of seeds; may be called from several threads at once.

    Compiled agents play without holding the GIL, or with `gpu` on the GPU. The same seeds give the same games as
    `play_game` does.

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
        raise CardwrightError("games need one game seed and one agent seed each")
    states = np.zeros(len(game_seeds), game.dtype)
    decisions = np.zeros(len(game_seeds), np.int64)
    stops = np.full(len(game_seeds), HOST, np.int64)
    if all(agent.compiled for agent in agents):
        players = _on_gpu(game, agents) if gpu else Players(game, *settings_of(game, agents))
        decisions, stops = players.play(states, game_seeds, agent_seeds, most)
    for index in np.flatnonzero(stops == HOST).tolist():
        state = play_game(game, agents, int(game_seeds[index]), int(agent_seeds[index]), most=most)
        states[index] = state.records[0]
        decisions[index] = len(state.history())
        stops[index] = state.decider
    return Played(states, decisions.astype(np.int64, copy=False), (stops == OVER) & (states["fault"] == 0))


def _on_gpu(game: Game, agents: list[Agent]) -> Any:
    from .gpu import GpuPlayers

    return GpuPlayers(game, *settings_of(game, agents))


def play_game(
    game: Game,
    seats: Sequence[Any],
    seed: int,
    agent_seed: int,
    on_decision: OnDecision | None = None,
    most: int = MOST_DECISIONS,
) -> State:
    """Play one game with agents of any kind, and give its end.

    `on_decision(state, legal, action)` is told of every decision before it is played. A game that takes more than
    `most` decisions is stopped, and so is one whose rules could not go on; it is then not `over`, or has a `fault`.

    >>> import cardwright
    >>> from cardwright.agents import make, play_game
    >>> play_game(cardwright.game("spire:jaw-worm"), [make("first")], seed=7, agent_seed=7).over
    True
    """
    agents = _seated(game, seats)
    players = Players(game, *settings_of(game, agents))
    state = game.new(seed)
    own = as_seed(agent_seed)
    decision = 0
    while not state.over and decision < most and not state.record.fault:
        agent = agents[state.decider]
        chosen: Any
        if agent.compiled:
            chosen = players.choose(state.records, own, decision)
        else:
            chosen = agent.choose(_shown(state, agent, int(own_seed(own, state.decider, decision))))
        if on_decision is not None:
            _tell(on_decision, state, chosen)
        _play_for(agent, state, chosen)
        decision += 1
    return state


def _seated(game: Game, seats: Sequence[Any]) -> list[Agent]:
    agents = [as_agent(each) for each in seats]
    if len(agents) != game.players:
        given = ", ".join(agent.name for agent in agents) or "none"
        raise CardwrightError(f"{game.name} seats {game.players} agents; {len(agents)} were given: {given}")
    return agents


def decide(agent: Agent, state: State, seed: int) -> int:
    """The number of the action an agent takes; all that chance has a part in comes from `seed`."""
    if isinstance(agent, Compiled):
        return agent.choose(state, seed)
    chosen = agent.choose(_shown(state, agent, seed))
    return chosen[0] if isinstance(chosen, tuple) else chosen


def _shown(state: State, agent: Agent, seed: int) -> State:
    """The position as the agent may see it, without the seed or the past of the real game."""
    if agent.sees_everything:
        return state.copy()
    hidden = state.copy(hidden_from=state.decider, seed=seed)
    return State(state.game, seed, hidden.records)


def _tell(on_decision: OnDecision, state: State, chosen: Any) -> None:
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
        pass  # as in the kernel: the record says that the rules could not go on
