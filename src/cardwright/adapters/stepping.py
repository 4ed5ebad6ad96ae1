"""Many games at once for a learner: one kernel call takes a decision in each of them.

The learner sits in one seat of every game and chooses indices of `Game.action_space`. All other seats are played by
agents, in the same call if they are compiled. What is Gymnasium's own, such as spaces, is in the modules beside this.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, Agent, Compiled, First, decide, make_seats, seats_of
from cardwright.agents.choose import choose
from cardwright.agents.scratch import Scratch, make_scratch, own_seed
from cardwright.core import calls, jit
from cardwright.core.errors import CardwrightError, IllegalAction
from cardwright.core.game import Game, State
from cardwright.core.jit import inlined, inner, kernel
from cardwright.core.random import as_seed, derive, fresh_seed, purpose, seeds_for
from cardwright.core.record import copied, struct
from cardwright.core.verbs import (
    HOST,
    OVER,
    action_index,
    apply,
    decider,
    evaluate,
    legal,
    observe,
    provides,
    reset,
    score,
    tokenise,
)

FEATURES, TOKENS = "features", "tokens"
WORST = -1.0  # the reward for an illegal action that loses the game
LONGEST_WAIT = 1000  # games in a row that end before the learner decides anything

_EPISODE = purpose("episode")
_OPPONENTS = purpose("opponents")


class Do(IntEnum):
    """What the kernel does in a game, besides taking an action, which is 0 or more."""

    START = -1  # a new game
    GO_ON = -2  # after Python has answered
    WAIT = -3  # nothing
    LOSE = -4  # end the game, because the learner chose an illegal action


class Autoreset(IntEnum):
    """When the next game starts after one has ended."""

    NEVER = 0  # when `reset` is called
    NEXT_STEP = 1  # in the next step, whose action is ignored
    SAME_STEP = 2  # at once


Progress = struct(
    [
        ("kind", np.int64),  # which of the given games it is
        ("table", np.int64),  # which of their rules it has
        ("seed", np.uint64),  # of its first episode; those of later ones are derived from it
        ("episodes", np.int64),  # how many have started
        ("agent_seed", np.uint64),  # of the other seats, in this episode
        ("decisions", np.int64),  # of all seats, in this episode
        ("steps", np.int64),  # the learner's decisions in this episode
        ("potential", np.float64),  # the last estimate, if rewards are shaped
        ("options", np.int64),  # how many legal actions the learner has; none once the game is over
        ("waiting", np.bool_),  # whether Python must answer before the game goes on
    ]
)


class Tables(NamedTuple):
    """The games as the kernel reads and changes them."""

    states: np.ndarray
    rules: np.ndarray  # of all kinds of games, equal ones once
    setups: np.ndarray  # of all kinds
    actions: np.ndarray  # a row for each game: the legal actions
    indices: np.ndarray  # and their indices in the action space


class Results(NamedTuple):
    """What the learner gets: an entry or a row for each game. Either features or tokens are empty."""

    features: np.ndarray
    tokens: np.ndarray
    mask: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    final_features: np.ndarray  # of games that ended in this step, if the next starts in the same step
    final_tokens: np.ndarray


class Seating(NamedTuple):
    """Who plays, and how."""

    seat: int  # the learner's
    settings: np.ndarray
    weights: np.ndarray
    in_python: np.ndarray  # for each seat, whether its agent is not compiled
    shaping: float
    longest: int  # the learner's decisions before an episode is cut off
    same_step: bool


class Stepper:
    """Games that a learner plays side by side, with the memory for what it observes.

    Game k is `games[k % len(games)]`, so sub-environments can play different games with the same rules, action space
    and observations. `opponents` names the agents of the other seats, one for all or one each.
    """

    def __init__(
        self,
        games: Sequence[Game],
        count: int,
        *,
        opponents: str = "random",
        seat: int = 0,
        observation: str = FEATURES,
        shaping: float = 0.0,
        autoreset: Autoreset = Autoreset.NEVER,
        longest: int | None = None,
        lose_if_illegal: bool = False,
    ):
        self.game = _checked(games, observation, shaping)
        if count < 1:
            raise CardwrightError(f"there must be at least one environment, not {count}")
        if not 0 <= seat < self.game.players:
            raise CardwrightError(f"the seats of {self.game.name} are 0 to {self.game.players - 1}, not {seat}")
        self.count, self.seat, self.observation = count, seat, observation
        self._kinds = list(games)
        self._autoreset, self._lose_if_illegal = autoreset, lose_if_illegal
        self._options = (float(shaping), _longest(longest), autoreset == Autoreset.SAME_STEP)
        self.progress = _new_progress(games, count)
        self.tables = _new_tables(games, count)
        self.results = _new_results(self.game, count, observation, autoreset)
        self._seeded = False
        self._todo = np.zeros(count, np.int64)
        self.set_opponents(opponents)

    def set_opponents(self, opponents: str) -> None:
        """Seat other agents, from the next step on."""
        self.agents = _seated(self.game, self.seat, opponents)
        table = seats_of(self.game, self.agents)
        in_python = np.array([not isinstance(agent, Compiled) for agent in self.agents])
        scratch = make_scratch(self.game, table.needs)
        seating = Seating(self.seat, table.settings, table.weights, in_python, *self._options)
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

    def reset(self, seeds: Sequence[int | None] | None = None, which: np.ndarray | None = None) -> None:
        """Start new games: all of them or those in `which`, a mask; the seed of a game also decides those after it."""
        chosen = np.ones(self.count, np.bool_) if which is None else which
        if not self._seeded:
            self.progress["seed"] = seeds_for(fresh_seed(), "environment", np.arange(self.count))
            self._seeded = True
        for index, seed in enumerate(seeds or ()):
            if seed is not None and chosen[index]:
                self.progress["seed"][index] = as_seed(seed)
                self.progress["episodes"][index] = 0
        self._todo[:] = np.where(chosen, Do.START, Do.WAIT)
        self._run()

    def step(self, actions: np.ndarray) -> None:
        """Take an action in each game, given as an index of the action space."""
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise IllegalAction(f"actions are {self.count} integers, one for each environment")
        if not self._seeded:
            raise CardwrightError("call `reset` before `step`")
        otherwise = int(Do.LOSE if self._lose_if_illegal else Do.WAIT)
        ended = int(Do.START if self._autoreset == Autoreset.NEXT_STEP else Do.WAIT)
        given = actions.astype(np.int64, copy=False)
        illegal = _look_up(given, self.progress, self.tables.actions, self.tables.indices, self._todo, otherwise, ended)
        if illegal >= 0:
            raise IllegalAction(f"environment {illegal}: {self.why_illegal(illegal, int(actions[illegal]))}")
        self._run()

    def random_actions(self, generator: np.random.Generator) -> np.ndarray:
        """Return the index of a random legal action for each game; 0 where the game is over."""
        chosen = np.zeros(self.count, np.int64)
        _pick(generator.random(self.count), self.progress, self.tables.indices, chosen)
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
            return f"{given} cannot be played: the game is over, or `reset` has not been called"
        options = dict.fromkeys(words[each] for each in self.tables.indices[index, :count])
        return f"{given} cannot be played now; legal: {', '.join(options)}"

    def state(self, index: int = 0) -> State:
        """Return a copy of a game in progress, without its past."""
        records = copied(self.tables.states[index : index + 1])
        return State(self._kind(index), int(self.progress["seed"][index]), records)

    def fault(self, index: int = 0) -> str:
        """Return why the rules of a game could not go on; empty if they could."""
        fault = int(self.tables.states["fault"][index])
        return self.game.fault_text(fault) if fault else ""

    def _kind(self, index: int) -> Game:
        return self._kinds[index % len(self._kinds)]

    def _run(self) -> None:
        """Let the kernel do what is to be done, and Python what only Python can."""
        jit.compiling(f"environments of {self.game.title}")
        while True:
            stuck = _step(*self._arguments)
            if stuck >= 0:
                name = self._kind(stuck).name
                raise CardwrightError(f"{LONGEST_WAIT} games of {name} ended before seat {self.seat} could decide")
            if not self.progress["waiting"].any():
                return
            self._todo[:] = Do.WAIT
            for index in np.flatnonzero(self.progress["waiting"]).tolist():
                self._answer(index)
                self._todo[index] = Do.GO_ON

    def _answer(self, index: int) -> None:
        """Call the function that the rules of a game wait for, or ask an agent in Python."""
        game = self._kind(index)
        state = State(game, int(self.progress["seed"][index]), self.tables.states[index : index + 1])
        if state.decider == HOST:
            game.answer_host(state)
            return
        who, decision = state.decider, int(self.progress["decisions"][index])
        action = decide(self.agents[who], state, int(own_seed(self.progress["agent_seed"][index], who, decision)))
        calls.apply(state.records, 0, game.rules, state.find(action).id)
        self.progress["decisions"][index] += 1


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
    if shaping and not provides("evaluate", first.dtype):
        raise CardwrightError(f"{first.title} has no estimate of positions to shape rewards with")
    return first


def checked_observation(game: Game, observation: str) -> str:
    """Return the kind of observation, if there is such a kind and the game has it."""
    if observation not in (FEATURES, TOKENS):
        raise CardwrightError(f"observations are {FEATURES!r} or {TOKENS!r}, not {str(observation)[:40]!r}")
    if not (game.features if observation == FEATURES else game.token_fields):
        raise CardwrightError(f"{game.title} has no observations as {observation}")
    return observation


def _longest(steps: int | None) -> int:
    if steps is not None and steps < 1:
        raise CardwrightError(f"an episode has at least one step, not {steps}")
    return MOST_DECISIONS if steps is None else steps


def _seated(game: Game, seat: int, opponents: str) -> list[Agent]:
    """Return an agent for each seat; the learner's own is never asked."""
    others = make_seats(opponents)
    if len(others) == 1:
        others *= game.players - 1
    if len(others) != game.players - 1 and game.players > 1:
        raise CardwrightError(f"{game.name} has {game.players - 1} other seats; {len(others)} opponents were given")
    return [*others[:seat], First(), *others[seat : game.players - 1]]


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


def _new_results(game: Game, count: int, observation: str, autoreset: Autoreset) -> Results:
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
    )


@kernel
def _pick(rolls, progress, indices, chosen):
    """Write the index of a legal action for each game that is not over, by a number from 0 up to 1."""
    for index in range(chosen.size):
        if progress[index].options > 0:
            chosen[index] = indices[index, np.int64(rolls[index] * progress[index].options)]


@kernel
def _look_up(chosen, progress, actions, indices, todo, otherwise, ended):
    """Write what to do in each game; return the first in which the action is illegal and nothing else can be done."""
    for index in range(todo.size):
        options = progress[index].options
        todo[index] = otherwise if options > 0 else ended
        for k in range(options):
            if indices[index, k] == chosen[index]:
                todo[index] = actions[index, k]
                break
        if todo[index] == Do.WAIT:
            return index
    return -1


@kernel
def _step(todo, progress, tables, results, seating, memory):
    """Do what is to be done in each game; return the first one in which the learner never decides, or -1."""
    states, rules, setups, actions, indices = tables
    features, tokens, mask, rewards, terminated, truncated, final_features, final_tokens = results
    seat, settings, weights, in_python, shaping, longest, same_step = seating
    scratch = Scratch(*memory)
    options, dice = scratch.actions[0], scratch.dice[0]
    for index in range(todo.size):
        if todo[index] == Do.WAIT:
            continue
        s, p = states[index], progress[index]
        r, setup = rules[p.table], setups[p.kind]
        _forget_options(p, index, indices, mask)
        if todo[index] != Do.GO_ON:
            rewards[index], terminated[index], truncated[index] = 0.0, False, False
        if todo[index] == Do.START:
            _start(s, r, setup, p)
        elif todo[index] >= 0:
            apply(s, r, todo[index])
            p.decisions += 1
            p.steps += 1
        lost = todo[index] == Do.LOSE
        over = cut = False
        who = OVER
        for _ in range(LONGEST_WAIT):
            if not lost:
                who = _others_play(s, r, p, seat, settings, weights, in_python, options, dice, scratch)
            over = who == OVER and s.fault == 0
            cut = s.fault != 0 or p.decisions >= MOST_DECISIONS or (who == seat and p.steps >= longest)
            if not (over or cut):
                break
            if lost or p.steps > 0:  # else the game ended before the learner decided anything, which is no episode
                result = WORST if lost else np.float64(score(s, seat)) if over else 0.0
                rewards[index] = result - p.potential
                terminated[index], truncated[index] = over, not over
                if not same_step:
                    break
                _observe(s, r, seat, index, final_features, final_tokens)
            lost = False
            _start(s, r, setup, p)
        playing = not (over or cut)
        p.waiting = playing and who != seat
        if playing and who == seat:
            if shaping != 0.0:
                rewards[index] += _gain(s, r, p, seat, shaping)
            _write_options(s, r, p, index, options, actions, indices, mask)
        elif not playing and (same_step or not (terminated[index] or truncated[index])):
            return index
        if not p.waiting:
            _observe(s, r, seat, index, features, tokens)
    return -1


@inner
def _start(s, rules, setup, p):
    """Start the next episode of a game."""
    seed = p.seed
    if p.episodes > 0:
        seed = derive(seed, _EPISODE, np.uint64(p.episodes))
    reset(s, rules, setup, seed)
    p.episodes += 1
    p.agent_seed = derive(seed, _OPPONENTS, np.uint64(0))
    p.decisions = 0
    p.steps = 0


@inlined
def _others_play(s, rules, p, seat, settings, weights, in_python, options, dice, scratch):
    """Let the compiled agents of the other seats play; return who decides then."""
    who = decider(s)
    while who >= 0 and who != seat and not in_python[who] and s.fault == 0 and p.decisions < MOST_DECISIONS:
        action = choose(s, rules, who, settings, weights, p.agent_seed, p.decisions, options, dice, scratch)
        apply(s, rules, action)
        p.decisions += 1
        who = decider(s)
    return who


@inner
def _gain(s, rules, p, seat, shaping):
    """Return by how much the learner's estimate has grown since its last decision; 0 at its first."""
    before, p.potential = p.potential, shaping * evaluate(s, rules, seat)
    return p.potential - before if p.steps > 0 else 0.0


@inlined
def _write_options(s, rules, p, index, options, actions, indices, mask):
    """Write what is legal: the actions, their indices, and the mask of these indices."""
    n = legal(s, rules, options)
    for k in range(n):
        place = action_index(s, rules, options[k])
        actions[index, k] = options[k]
        indices[index, k] = place
        mask[index, place] = 1
    p.options = n


@inlined
def _forget_options(p, index, indices, mask):
    """Clear the elements of the mask that were set before."""
    for k in range(p.options):
        mask[index, indices[index, k]] = 0
    p.options = 0


@inlined
def _observe(s, rules, seat, index, features, tokens):
    """Write one of the two kinds of observation."""
    if features.shape[1] > 0:
        observe(s, rules, seat, features[index])
    if tokens.shape[1] > 0:
        n = tokenise(s, rules, seat, tokens[index])
        tokens[index, n:] = 0
