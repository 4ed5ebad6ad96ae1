# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""One kernel that plays for all compiled agents of a run, in any game.

It is the only kernel that reaches the rules of a game. A kernel is compiled together with everything it calls, so a
second one would double the time that people wait before the first game. The types of the seats say which agents it
contains.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardwright.core.array_verbs import ILLEGAL
from cardwright.core.compiling import jit
from cardwright.core.compiling.jit import inlined, kernel
from cardwright.core.errors import IllegalAction
from cardwright.core.game import Game
from cardwright.core.record import copied
from cardwright.core.state import State
from cardwright.core.verbs import apply, decider, legal, reset

from .dispatch import NOT_LEGAL, pick, think
from .scratch import Needs, make_scratch, own_seed

_SEATS = 3  # the parameter of `_play`
_SHOWN = 5  # legal actions in an error


class Seats(NamedTuple):
    """The agents at a table, as kernels read them."""

    settings: np.ndarray  # one record for each seat; the kernel does not decide for those marked `outside`
    weights: np.ndarray  # one row for each seat: the weights of the verb `advise`
    needs: Needs  # the memory that suffices for each of them
    names: tuple[str, ...] = ()  # of the agents


class Players:
    """Compiled agents at a game, with the memory they think in; for one thread at a time."""

    def __init__(self, game: Game, seats: Seats):
        self.game = game
        self.names = seats.names
        self._table = (game.rules, game.setup, seats.settings, seats.weights)
        self.scratch = make_scratch(game, seats.needs)

    def play(
        self,
        states: np.ndarray,
        game_seeds: np.ndarray,
        agent_seeds: np.ndarray,
        most: int,
        taken: np.ndarray | None = None,
        trails: np.ndarray | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Play a new game in each of `states`; return how many decisions each took, and who decides next at its end.

        With `taken`, continue the games in `states` instead: it says how many decisions each has taken before.
        The actions of each game are written into its row of `trails`, as many as fit.
        """
        jit.compiling(f"the agents for {self.game.title}")
        decisions = np.full(len(states), -1, np.int64) if taken is None else taken.astype(np.int64)
        stops = np.zeros(len(states), np.int64)
        trails = no_trails(len(states)) if trails is None else trails
        action = int(_play(*self._arguments(states, game_seeds, agent_seeds, decisions, stops, most, trails)))
        if action < -1:
            index = int(np.flatnonzero(stops == ILLEGAL)[0])
            position = State(self.game, 0, copied(states[index : index + 1]))
            raise self._illegal(action + NOT_LEGAL, position, int(decisions[index]))
        return decisions, stops

    def choose(self, state: State, agent_seed: np.uint64, decision: int) -> int:
        """Return what the decider does in a position; in a logged game, agents think in plain Python too."""
        jit.compiling(f"the agents for {self.game.title}")
        seeds, decisions, stops = np.full(1, agent_seed), np.full(1, decision), np.zeros(1, np.int64)
        arguments = self._arguments(copied(state.records), seeds, seeds, decisions, stops, decision + 1, no_trails(1))
        action = int(state.run(_play, *arguments))
        if action < -1:
            raise self._illegal(action + NOT_LEGAL, state, decision)
        return action

    def are_compiled(self) -> bool:
        """Return whether the kernel that plays for them is compiled, in this process or on disk."""
        none, seeds = np.zeros(0, np.int64), np.zeros(0, np.uint64)
        nowhere = np.zeros(0, self.game.dtype)
        return jit.is_compiled(_play, self._arguments(nowhere, seeds, seeds, none, none, 0, no_trails(0)))

    def _illegal(self, action: int, state: State, decision: int) -> IllegalAction:
        """Return the error for an action that the kernel of a user's agent should not have returned."""
        options = state.legal()
        shown = [f"{each.id} ({each})" for each in options[:_SHOWN]] + ["..."] * (len(options) > _SHOWN)
        return IllegalAction(
            f"agent {self.names[state.decider]} chose action {action} in decision {decision + 1} of {self.game.name}; "
            f"the {len(options)} legal actions are {', '.join(shown)}; to see the position, run the same with "
            "NUMBA_DISABLE_JIT=1 and print(s) in the agent's kernel"
        )

    def _arguments(
        self,
        states: np.ndarray,
        game_seeds: np.ndarray,
        agent_seeds: np.ndarray,
        decisions: np.ndarray,
        stops: np.ndarray,
        most: int,
        trails: np.ndarray,
    ) -> tuple[Any, ...]:
        return (states, *self._table, game_seeds, agent_seeds, decisions, stops, most, trails, self.scratch)


def compiled_fields() -> set[frozenset[str]]:
    """Return the fields in the settings of a seat of each kernel that is compiled, in this process or on disk."""
    return {frozenset(signature[_SEATS].dtype.fields) for signature in jit.compiled_signatures(_play)}


def no_trails(games: int) -> np.ndarray:
    """Return trails for actions that nobody wants to know."""
    return np.zeros((games, 0), np.int32)


@kernel
def _play(states, rules, setup, seats, weights, game_seeds, agent_seeds, decisions, stops, most, trails, scratch):
    """Play or continue games and return the last action; end at one that is not legal."""
    action = np.int64(-1)
    for index in range(states.size):
        s = states[index]
        if decisions[index] < 0:
            reset(s, rules[0], setup[0], game_seeds[index])
            decisions[index] = 0
        action, decisions[index] = play_on(
            s, rules[0], seats, weights, agent_seeds[index], decisions[index], most, trails[index], scratch
        )
        stops[index] = stop_of(s, action)
        if action < -1:
            break
    return action


@inlined
def stop_of(s, action):
    """Return who decides next, or ILLEGAL if the game stopped before an action that is not legal."""
    return np.int64(ILLEGAL) if action < -1 else np.int64(decider(s))


@inlined
def play_on(s, rules, seats, weights, agent_seed, decision, most, trail, scratch):
    """Continue a game until it ends, asks for Python, has taken `most` decisions or reaches a seat marked `outside`.

    `decision` is how many it has taken before. Return the last action and how many it has taken now; write the actions
    into `trail`, as many as fit. The game stops before an action that is not legal, which is below -1 (see NOT_LEGAL).
    """
    action = np.int64(-1)
    actions, dice = scratch.actions[0], scratch.dice[0]
    who = decider(s)
    while who >= 0 and decision < most and s.fault == 0 and not seats[who].outside:
        n = legal(s, rules, actions)
        action = actions[0]
        if n > 1:  # a single legal action is taken without asking
            if seats[who].thinks:
                seed = own_seed(agent_seed, who, decision)
                action = think(s, rules, weights[who], who, n, seats[who], seed, scratch)
            else:
                action = pick(actions, n, seats[who], agent_seed, who, decision, dice)
            if action < 0:
                break
        if decision < trail.size:
            trail[decision] = action
        apply(s, rules, action)
        who = decider(s)
        decision += 1
    return action, decision
