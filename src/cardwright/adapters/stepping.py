"""Many games at once for a learner: one kernel call takes a decision in each of them.

The learner sits in one seat of every game, or in all, and chooses indices of `Game.action_space`. All other seats are
played by agents, in the same call if they are compiled. What is Gymnasium's own, such as spaces, is in the modules
beside this.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.agents import MOST_DECISIONS, SeatList, decide, seats_of
from cardwright.agents.kernel import Players
from cardwright.agents.scratch import make_scratch, own_seed
from cardwright.core import array_verbs
from cardwright.core.compiling import jit
from cardwright.core.errors import CardwrightError, IllegalAction
from cardwright.core.game import Game
from cardwright.core.random import as_seed, fresh_seed, seed_for, seeds_for
from cardwright.core.record import copied
from cardwright.core.state import State
from cardwright.core.verbs import HOST, provides

from .seating import ALL, DEFAULT_OPPONENTS, arrange
from .step_kernels import EPISODE, LONGEST_WAIT, Do, Progress, Results, Seating, Tables, look_up, pick, step_games

FEATURES, TOKENS = "features", "tokens"
MOST_ENVIRONMENTS = 1_000_000


class Autoreset(IntEnum):
    """When the next game starts after one has ended."""

    NEVER = 0  # when `reset` is called
    NEXT_STEP = 1  # in the next step, whose action is ignored
    SAME_STEP = 2  # at once


class Stepper:
    """Games that a learner plays side by side, with the memory for what it observes.

    Environment k plays `games[k % len(games)]`; one learner must be able to play them all. `opponents` names the agents
    in the other seats, one for all or one each, or with a `pool` a list of such; `seating.arrange` explains `pool` and
    `seat`.
    """

    def __init__(
        self,
        games: Sequence[Game],
        count: int,
        *,
        opponents: SeatList = DEFAULT_OPPONENTS,
        pool: str | None = None,
        seat: int | str = 0,
        observation: str = FEATURES,
        shaping: float = 0.0,
        autoreset: Autoreset = Autoreset.NEVER,
        longest: int | None = None,
        lose_if_illegal: bool = False,
    ):
        if seat == ALL and shaping:
            raise CardwrightError("shaping needs a learner with one seat, not with all")
        self.game = _checked(games, observation, shaping)
        self.count = whole_number("the number of environments", count, len(games), MOST_ENVIRONMENTS)
        self.seat, self.pool = seat, pool
        self.fixed = not isinstance(seat, str)  # whether the learner has the same seat in all games
        self.observation = observation
        self._kinds = list(games)
        self._autoreset, self._lose_if_illegal = autoreset, lose_if_illegal
        steps = MOST_DECISIONS if longest is None else whole_number("max_episode_steps", longest, 1, MOST_DECISIONS)
        self._options = (float(shaping), steps, autoreset == Autoreset.SAME_STEP)
        self.progress = _new_progress(games, count)
        self.tables = _new_tables(games, count)
        self.results = _new_results(self.game, count, observation, autoreset, self.fixed)
        self._seeded = False
        self._todo = np.zeros(count, np.int64)
        self.set_opponents(opponents)

    def set_opponents(self, opponents: SeatList) -> None:
        """Seat other agents, from the next step on."""
        found = arrange(self.game, self.count, self.seat, opponents, self.pool)
        self.agents = found.agents
        self.progress["row"], self.progress["first"] = found.moved(self.progress["row"]), found.first
        scratch = make_scratch(self.game, found.needs)
        trail = np.zeros(0, np.int32)
        seating = Seating(found.learners, found.settings, found.weights, found.rows, trail, *self._options)
        self._arguments = (
            self._todo,
            self.progress,
            tuple(self.tables),
            tuple(self.results),
            tuple(seating),
            tuple(scratch),
        )  # plain tuples, because Numba needs longer to find out the type of named ones

    @property
    def observations(self) -> np.ndarray:
        """What the learner sees in each game."""
        return self.results.tokens if self.observation == TOKENS else self.results.features

    @property
    def final_observations(self) -> np.ndarray:
        """What it saw last in each game that ended in this step, if the next one has started already."""
        return self.results.final_tokens if self.observation == TOKENS else self.results.final_features

    def reset(
        self,
        seeds: Sequence[int | None] | None = None,
        which: np.ndarray | None = None,
        states: Mapping[int, State] | None = None,
    ) -> None:
        """Start new games: all of them or those in `which`, a mask; the seed of a game also decides those after it.

        Those in `states` start from a given position.
        """
        chosen = np.ones(self.count, np.bool_) if which is None else which
        records = {index: self._record(index, state) for index, state in (states or {}).items()}
        if not self._seeded:
            self.progress["seed"] = seeds_for(fresh_seed(), "environment", np.arange(self.count))
            self._seeded = True
        for index, seed in enumerate(seeds or ()):
            if seed is not None and chosen[index]:
                self.progress["seed"][index] = as_seed(seed)
                self.progress["episodes"][index] = 0
        self._todo[:] = np.where(chosen, Do.START, Do.WAIT)
        for index, record in records.items():
            self.tables.states[index : index + 1].view(np.uint8)[:] = record.view(np.uint8)  # padding too
            self._todo[index] = Do.PUT
        self._run()

    def _record(self, index: int, state: State) -> np.ndarray:
        """Return the position of a state, if environment `index` can go on from there."""
        game = self._kind(whole_number("the number of an environment", index, 0, self.count - 1))
        return checked_state(game, state).records

    def step(self, actions: np.ndarray) -> None:
        """Take an action in each game, given as an index of the action space."""
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise IllegalAction(f"there must be {self.count} actions, an integer for each environment")
        if not self._seeded:
            raise _not_started()
        otherwise = int(Do.LOSE if self._lose_if_illegal else Do.WAIT)
        ended = int(Do.START if self._autoreset == Autoreset.NEXT_STEP else Do.WAIT)
        given = actions.astype(np.int64, copy=False)
        illegal = look_up(given, self.progress, self.tables.actions, self.tables.indices, self._todo, otherwise, ended)
        if illegal >= 0:
            where = f"environment {illegal}: " if self.count > 1 else ""
            raise IllegalAction(where + self.why_illegal(illegal, int(actions[illegal])))
        self._run()

    def random_actions(self, generator: np.random.Generator) -> np.ndarray:
        """Return the index of a random legal action for each game; 0 where the game is over."""
        chosen = np.zeros(self.count, np.int64)
        pick(generator.random(self.count), self.progress, self.tables.indices, chosen)
        return chosen

    def is_legal(self, index: int, action: int) -> bool:
        """Return whether an index of the action space is a legal action in a game."""
        mask = self.results.mask[index]
        return 0 <= action < mask.size and bool(mask[action])

    def why_illegal(self, index: int, action: int) -> str:
        """Return in words why an action cannot be taken, and what can be."""
        words, count = self.game.action_space, self.progress["options"][index]
        given = repr(words[action]) if 0 <= action < len(words) else f"action {action} of 0 to {len(words) - 1}"
        if not count:
            why = "the game is over" if self.progress["episodes"][index] else "the game has not been started"
            return f"{given} cannot be played: {why}, so call `reset`"
        options = dict.fromkeys(words[each] for each in self.tables.indices[index, :count])
        return f"{given} cannot be played now; legal: {', '.join(options)}"

    def state(self, index: int = 0) -> State:
        """Return a copy of a game in progress, without its past."""
        index = whole_number("the number of an environment", index, 0, self.count - 1)
        if not self.progress["episodes"][index]:
            raise _not_started()
        return State(self._kind(index), self._seed_of(index), copied(self.tables.states[index : index + 1]))

    def players(self) -> np.ndarray:
        """Return which player the learner decides for in each game; once a game is over, for which it decided last."""
        return self.progress["seat"].copy()

    def _seed_of(self, index: int) -> int:
        """Return the seed of the game that is being played."""
        seed, earlier = int(self.progress["seed"][index]), int(self.progress["episodes"][index]) - 1
        return seed_for(seed, EPISODE, earlier) if earlier else seed

    def fault(self, index: int = 0) -> str:
        """Return why the rules of a game could not go on; empty if they could."""
        fault = int(self.tables.states["fault"][index])
        return self.game.fault_text(fault) if fault else ""

    def _kind(self, index: int) -> Game:
        return self._kinds[index % len(self._kinds)]

    def _run(self) -> None:
        """Run all pending steps in the kernel, then call the host actions that need Python."""
        jit.compiling(f"environments of {self.game.title}")
        while True:
            stuck = step_games(*self._arguments)
            if stuck >= 0:
                name = self._kind(stuck).name
                raise CardwrightError(f"{LONGEST_WAIT} games of {name} ended before the learner could decide")
            if not self.progress["waiting"].any():
                return
            self._todo[:] = Do.WAIT
            for index in np.flatnonzero(self.progress["waiting"]).tolist():
                self._answer(index)
                self._todo[index] = Do.GO_ON

    def _answer(self, index: int) -> None:
        """Call the function that the rules of a game wait for, or ask an agent in Python.

        A compiled agent is asked once more if it has chosen an action that is not legal, which raises the error.
        """
        game = self._kind(index)
        state = State(game, self._seed_of(index), self.tables.states[index : index + 1])
        if state.decider == HOST:
            game.answer_host(state)
            return
        who, decision = state.decider, int(self.progress["decisions"][index])
        agents, agent_seed = self.agents[self.progress["row"][index]], self.progress["agent_seed"][index]
        if agents[who].compiled:
            action = Players(game, seats_of(game, agents)).choose(state, agent_seed, decision)
        else:
            action = decide(agents[who], state, int(own_seed(agent_seed, who, decision)))
        array_verbs.apply(state.records, 0, game.rules, state.find(action).id)
        self.progress["decisions"][index] += 1


def _not_started() -> CardwrightError:
    return CardwrightError("no game has been started: call `reset` first")


def _checked(games: Sequence[Game], observation: str, shaping: float) -> Game:
    """Return the first of some games if one learner can play them all."""
    first = games[0]
    for game in games[1:]:
        same = (
            game.dtype == first.dtype
            and game.rules.dtype == first.rules.dtype
            and game.players == first.players
            and list(game.features) == list(first.features)
            and list(game.token_fields) == list(first.token_fields)
            and game.max_tokens == first.max_tokens
            and list(game.action_space) == list(first.action_space)
        )
        if not same:
            raise CardwrightError(f"{first.name} and {game.name} differ in what a learner observes or can do")
    checked_observation(first, observation)
    if not isinstance(shaping, int | float) or not math.isfinite(shaping):
        raise CardwrightError(f"shaping is a number, such as 0 or 1, not {str(shaping)[:40]!r}")
    if shaping and not provides("evaluate", first.dtype):
        raise CardwrightError(f"{first.title} has no estimate of positions to shape rewards with")
    return first


def checked_state(game: Game, state: Any) -> State:
    """Return a state if a game under the same rules can go on from there."""
    if not isinstance(state, State):
        raise CardwrightError(f"a state is what `State.copy` or `env.state` returns, not {str(state)[:40]!r}")
    own, other = game.rules, state.game.rules
    if state.game.dtype != game.dtype or (other is not own and other.tobytes() != own.tobytes()):
        raise CardwrightError(f"a state of {state.game.title} has other rules than {game.title}")
    if state.over:
        raise CardwrightError(f"{game.title} cannot go on from this state: the game is over")
    return state


def checked_observation(game: Game, observation: str) -> str:
    """Return the kind of observation, if there is such a kind and the game has it."""
    if observation not in (FEATURES, TOKENS):
        raise CardwrightError(f"observations are {FEATURES!r} or {TOKENS!r}, not {str(observation)[:40]!r}")
    if not (game.features if observation == FEATURES else game.token_fields):
        raise CardwrightError(f"{game.title} has no observations as {observation}")
    return observation


def whole_number(what: str, number: Any, low: int, high: int) -> int:
    """Return a number if it is an integer in a range."""
    whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
    if not whole or not low <= number <= high:
        raise CardwrightError(f"{what} must be an integer from {low} to {high}, not {str(number)[:40]}")
    return int(number)


def _new_progress(games: Sequence[Game], count: int) -> np.ndarray:
    """Return the progress of games that have not started, each kind in turn."""
    table_of = [list(_own_tables(games)).index(id(game.rules)) for game in games]
    progress = np.zeros(count, Progress)
    progress["kind"] = np.arange(count) % len(games)
    progress["table"] = np.array(table_of)[progress["kind"]]
    return progress


def _own_tables(games: Sequence[Game]) -> dict[int, np.ndarray]:
    """Return the rules of some games, each once: games that share them are played from one place in memory."""
    return {id(game.rules): game.rules for game in games}


def _new_tables(games: Sequence[Game], count: int) -> Tables:
    most = games[0].max_actions
    return Tables(
        states=np.zeros(count, games[0].dtype),
        rules=_joined(list(_own_tables(games).values())),
        setups=_joined([game.setup for game in games]),
        actions=np.zeros((count, most), np.int32),
        indices=np.zeros((count, most), np.int32),
    )


def _joined(records: Sequence[np.ndarray]) -> np.ndarray:
    """Return records in one array, byte for byte: NumPy leaves the padding between fields as it happens to be."""
    return np.frombuffer(bytearray(b"".join(each.tobytes() for each in records)), records[0].dtype)


def _new_results(game: Game, count: int, observation: str, autoreset: Autoreset, fixed: bool) -> Results:
    finals = count if autoreset == Autoreset.SAME_STEP else 0
    width = len(game.features) if observation == FEATURES else 0
    rows, columns = (game.max_tokens, len(game.token_fields)) if observation == TOKENS else (0, 0)
    return Results(
        features=np.zeros((count, width), np.float32),
        tokens=np.zeros((count, rows, columns), np.int16),
        mask=np.zeros((count, len(game.action_space)), np.int8),
        rewards=np.zeros(count, np.float64),
        terminated=np.zeros(count, np.bool_),
        truncated=np.zeros(count, np.bool_),
        final_features=np.zeros((finals, width), np.float32),
        final_tokens=np.zeros((finals, rows, columns), np.int16),
        scores=np.zeros((count, 0 if fixed else game.players), np.float64),
    )
