"""Many games at once for a learner: one kernel call takes a decision in each of them.

The learner sits in one seat of every game and chooses indices of `Game.action_space`. All other seats are played by
agents, in the same call if they are compiled. What is Gymnasium's own, such as spaces, is in the modules beside this.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, Agent, Compiled, First, decide, make_seats, seats_of
from cardwright.agents.choose import choose
from cardwright.agents.scratch import make_scratch, own_seed
from cardwright.core import calls, jit
from cardwright.core.errors import CardwrightError, IllegalAction
from cardwright.core.game import Game, State
from cardwright.core.jit import inlined, inner, kernel
from cardwright.core.random import as_seed, derive, fresh_seed, purpose, seeds_for
from cardwright.core.record import copied
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


class Games(NamedTuple):
    """The games as the kernel reads and changes them: an entry or a row for each."""

    states: np.ndarray
    rules: np.ndarray  # of all games, each once
    setups: np.ndarray
    rules_of: np.ndarray  # which of them each game has
    setup_of: np.ndarray
    seeds: np.ndarray  # of its first episode; those of later ones are derived from it
    episodes: np.ndarray  # how many have started
    agent_seeds: np.ndarray  # of the other seats, in this episode
    decisions: np.ndarray  # of all seats, in this episode
    steps: np.ndarray  # the learner's decisions in this episode
    potentials: np.ndarray  # the last estimate, if rewards are shaped
    counts: np.ndarray  # how many legal actions there are, none once the game is over
    actions: np.ndarray  # the legal actions
    indices: np.ndarray  # their indices in the action space
    waiting: np.ndarray  # whether Python must answer before the game goes on


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
    settings: Any
    weights: Any
    in_python: Any  # for each seat, whether its agent is not compiled
    scratch: Any
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
        self.games = _new_games(games, count)
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
        self._seating = Seating(self.seat, table.settings, table.weights, in_python, scratch, *self._options)

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
            self.games.seeds[:] = seeds_for(fresh_seed(), "environment", np.arange(self.count))
            self._seeded = True
        for index, seed in enumerate(seeds or ()):
            if seed is not None and chosen[index]:
                self.games.seeds[index] = as_seed(seed)
                self.games.episodes[index] = 0
        self._todo[:] = np.where(chosen, Do.START, Do.WAIT)
        self._run()

    def step(self, actions: np.ndarray) -> None:
        """Take an action in each game, given as an index of the action space."""
        if actions.shape != (self.count,) or actions.dtype.kind not in "iu":
            raise IllegalAction(f"actions are {self.count} integers, one for each environment")
        if not self._seeded:
            raise CardwrightError("call `reset` before `step`")
        fallback = Do.LOSE if self._lose_if_illegal else Do.WAIT
        ended = Do.START if self._autoreset == Autoreset.NEXT_STEP else Do.WAIT
        illegal = _look_up(actions, self.games, self._todo, fallback, ended)
        if illegal >= 0:
            raise IllegalAction(f"environment {illegal}: {self.why_illegal(illegal, int(actions[illegal]))}")
        self._run()

    def random_actions(self, generator: np.random.Generator) -> np.ndarray:
        """Return the index of a random legal action for each game; 0 where the game is over."""
        chosen = (generator.random(self.count) * self.games.counts).astype(np.int64)
        indices: np.ndarray = self.games.indices[np.arange(self.count), chosen]
        return np.where(self.games.counts > 0, indices, 0)

    def is_legal(self, index: int, action: int) -> bool:
        """Return whether an index of the action space is a legal action in a game."""
        return action in self.games.indices[index, : self.games.counts[index]]

    def why_illegal(self, index: int, action: int) -> str:
        """Return in words why an action cannot be taken, and what can be."""
        words, count = self.game.action_space, self.games.counts[index]
        given = repr(words[action]) if 0 <= action < len(words) else f"action {action} of 0 to {len(words) - 1}"
        if not count:
            return f"{given} cannot be played: the game is over, or `reset` has not been called"
        options = dict.fromkeys(words[each] for each in self.games.indices[index, :count])
        return f"{given} cannot be played now; legal: {', '.join(options)}"

    def state(self, index: int = 0) -> State:
        """Return a copy of a game in progress, without its past."""
        return State(self._kind(index), int(self.games.seeds[index]), copied(self.games.states[index : index + 1]))

    def fault(self, index: int = 0) -> str:
        """Return why the rules of a game could not go on; empty if they could."""
        fault = int(self.games.states["fault"][index])
        return self.game.fault_text(fault) if fault else ""

    def _kind(self, index: int) -> Game:
        return self._kinds[index % len(self._kinds)]

    def _run(self) -> None:
        """Let the kernel do what is to be done, and Python what only Python can."""
        jit.compiling(f"environments of {self.game.title}")
        while True:
            stuck = _step(self._todo, self.games, self.results, self._seating)
            if stuck >= 0:
                name = self._kind(stuck).name
                raise CardwrightError(f"{LONGEST_WAIT} games of {name} ended before seat {self.seat} could decide")
            if not self.games.waiting.any():
                return
            self._todo[:] = Do.WAIT
            for index in np.flatnonzero(self.games.waiting).tolist():
                self._answer(index)
                self._todo[index] = Do.GO_ON

    def _answer(self, index: int) -> None:
        """Call the function that the rules of a game wait for, or ask an agent in Python."""
        game = self._kind(index)
        state = State(game, int(self.games.seeds[index]), self.games.states[index : index + 1])
        if state.decider == HOST:
            game.answer_host(state)
            return
        who, decision = state.decider, int(self.games.decisions[index])
        action = decide(self.agents[who], state, int(own_seed(self.games.agent_seeds[index], who, decision)))
        calls.apply(state.records, 0, game.rules, state.find(action).id)
        self.games.decisions[index] += 1


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
    if observation not in (FEATURES, TOKENS):
        raise CardwrightError(f"observations are {FEATURES!r} or {TOKENS!r}, not {str(observation)[:40]!r}")
    if not (first.features if observation == FEATURES else first.token_fields):
        raise CardwrightError(f"{first.title} has no observations as {observation}")
    if shaping and not provides("evaluate", first.dtype):
        raise CardwrightError(f"{first.title} has no estimate of positions to shape rewards with")
    return first


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


def _new_games(games: Sequence[Game], count: int) -> Games:
    """Return memory for games; those that share their rules share them here too."""
    tables = {id(game.rules): game.rules for game in games}
    table_of = [list(tables).index(id(game.rules)) for game in games]
    kinds = np.arange(count) % len(games)
    most = games[0].max_actions
    return Games(
        states=np.zeros(count, games[0].dtype),
        rules=np.concatenate(list(tables.values())),
        setups=np.concatenate([game.setup for game in games]),
        rules_of=np.array(table_of)[kinds],
        setup_of=kinds,
        seeds=np.zeros(count, np.uint64),
        episodes=np.zeros(count, np.int64),
        agent_seeds=np.zeros(count, np.uint64),
        decisions=np.zeros(count, np.int64),
        steps=np.zeros(count, np.int64),
        potentials=np.zeros(count, np.float64),
        counts=np.zeros(count, np.int64),
        actions=np.zeros((count, most), np.int32),
        indices=np.zeros((count, most), np.int32),
        waiting=np.zeros(count, np.bool_),
    )


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
def _look_up(actions, games, todo, fallback, ended):
    """Write what to do in each game; return the first in which the action is illegal and nothing else can be done."""
    for index in range(todo.size):
        todo[index] = fallback
        if games.counts[index] == 0 and ended == Do.START:
            todo[index] = ended
        for k in range(games.counts[index]):
            if games.indices[index, k] == actions[index]:
                todo[index] = games.actions[index, k]
                break
        if todo[index] == Do.WAIT or (games.counts[index] == 0 and todo[index] == Do.LOSE):
            return index
    return -1


@kernel
def _step(todo, games, results, seating):
    """Do what is to be done in each game; return the first one in which the learner never decides, or -1."""
    for index in range(todo.size):
        if todo[index] == Do.WAIT:
            continue
        s, rules, setup = games.states[index], games.rules[games.rules_of[index]], games.setups[games.setup_of[index]]
        if todo[index] != Do.GO_ON:
            results.rewards[index] = 0.0
            results.terminated[index] = False
            results.truncated[index] = False
        if todo[index] >= 0:
            apply(s, rules, todo[index])
            games.decisions[index] += 1
            games.steps[index] += 1
        elif todo[index] == Do.START:
            _start(s, rules, setup, index, games)
        if not _go_on(s, rules, setup, index, todo[index] == Do.LOSE, games, results, seating):
            return index
    return -1


@inner
def _start(s, rules, setup, index, games):
    """Start the next episode of a game."""
    seed, episode = games.seeds[index], games.episodes[index]
    if episode > 0:
        seed = derive(seed, _EPISODE, np.uint64(episode))
    reset(s, rules, setup, seed)
    games.episodes[index] += 1
    games.agent_seeds[index] = derive(seed, _OPPONENTS, np.uint64(0))
    games.decisions[index] = 0
    games.steps[index] = 0


@inlined
def _go_on(s, rules, setup, index, lost, games, results, seating):
    """Continue a game until the learner decides, or it ends, or Python must answer; then write what the learner gets.

    A game that ends before the learner could decide is no episode, and the next one is played instead. Return False if
    there is no end to these.
    """
    for _ in range(LONGEST_WAIT):
        who = OVER if lost else _others_play(s, rules, index, games, seating)
        too_long = who == seating.seat and games.steps[index] >= seating.longest
        cut = s.fault != 0 or games.decisions[index] >= MOST_DECISIONS or too_long
        if who == OVER or cut:
            if games.steps[index] > 0 or lost:
                _finish(s, rules, index, lost, who == OVER and s.fault == 0, games, results, seating)
                if not seating.same_step:
                    return True
            lost = False
            _start(s, rules, setup, index, games)
        else:
            games.waiting[index] = who != seating.seat
            if who == seating.seat:
                _write(s, rules, index, games, results, seating)
            else:
                _forget_mask(index, games, results)  # nothing can be played until Python has answered
            return True
    return False


@inlined
def _others_play(s, rules, index, games, seating):
    """Let the compiled agents of the other seats play; return who decides then."""
    who = decider(s)
    while (
        who >= 0
        and who != seating.seat
        and not seating.in_python[who]
        and s.fault == 0
        and games.decisions[index] < MOST_DECISIONS
    ):
        action = choose(
            s,
            rules,
            who,
            seating.settings,
            seating.weights,
            games.agent_seeds[index],
            games.decisions[index],
            seating.scratch,
        )
        apply(s, rules, action)
        who = decider(s)
        games.decisions[index] += 1
    return who


@inner
def _finish(s, rules, index, lost, ended, games, results, seating):
    """Write the end of a game: the score if it ended by its rules, else 0."""
    result = WORST if lost else np.float64(score(s, seating.seat)) if ended else 0.0
    results.rewards[index] = result - games.potentials[index]
    results.terminated[index] = lost or ended
    results.truncated[index] = not (lost or ended)
    _forget_mask(index, games, results)
    if seating.same_step:
        _observe(s, rules, seating.seat, results.final_features, results.final_tokens, index)
    else:
        _observe(s, rules, seating.seat, results.features, results.tokens, index)


@inner
def _write(s, rules, index, games, results, seating):
    """Write what the learner sees and can do."""
    if seating.shaping != 0.0:
        potential = seating.shaping * evaluate(s, rules, seating.seat)
        if games.steps[index] > 0:
            results.rewards[index] = potential - games.potentials[index]
        games.potentials[index] = potential
    _forget_mask(index, games, results)
    actions = seating.scratch.actions[0]
    n = legal(s, rules, actions)
    for k in range(n):
        place = action_index(s, rules, actions[k])
        games.actions[index, k] = actions[k]
        games.indices[index, k] = place
        results.mask[index, place] = 1
    games.counts[index] = n
    _observe(s, rules, seating.seat, results.features, results.tokens, index)


@inner
def _forget_mask(index, games, results):
    """Clear what was legal before; only these elements are set."""
    for k in range(games.counts[index]):
        results.mask[index, games.indices[index, k]] = 0
    games.counts[index] = 0


@inner
def _observe(s, rules, seat, features, tokens, index):
    """Write one of the two kinds of observation."""
    if features.shape[1] > 0:
        observe(s, rules, seat, features[index])
    if tokens.shape[1] > 0:
        n = tokenise(s, rules, seat, tokens[index])
        tokens[index, n:] = 0
