# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""One kernel that plays a random game and checks the contract after every decision, whatever the game."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardwright.core import verbs
from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.game import Game
from cardwright.core.random import derive
from cardwright.core.record import copy_record

from .contract import Violation
from .invariants import invariant, keeps, marker

REAL, COPY, HIDDEN, OTHER = 0, 1, 2, 3  # the records that a game is checked with
DECISIONS, HIDDEN_COPIES = 0, 1  # what is counted
CODE, PLAYER = 2, 3  # the number of a broken invariant, and the last player from whom something was hidden
SCRATCH = 4096
TRY_EVERY = 16  # decisions from one at which every action is tried to the next
SPARE = 64  # features more than declared that an observation may write without harm
SUMMARY = 1024  # the most features of a summary
_ACTION, _PLAYER, _FIRST, _SECOND = (np.uint64(each) for each in range(4))
_32 = np.uint64(32)


class Memory(NamedTuple):
    """What a checked game needs: made once for many games."""

    states: Any  # four records
    raw: Any  # their bytes
    actions: Any  # legal actions, of the position and of a hidden copy
    features: Any  # observations or summaries, of the position and of a hidden copy
    tokens: Any  # what a learner sees of the position and of a hidden copy, as rows
    history: Any  # the actions taken
    counts: Any
    scratch: Any  # for invariants
    marker: Any  # its type says which invariants are checked


def make_memory(game: Game, most: int) -> Memory:
    """Return memory for games of at most `most` decisions."""
    states = np.zeros(4, game.dtype)
    return Memory(
        states=states,
        raw=states.view(np.uint8).reshape(4, -1),
        actions=np.zeros((2, max(game.max_actions, 1)), np.int64),
        features=np.zeros((2, max(len(game.features), SUMMARY) + SPARE), np.float64),
        tokens=np.zeros((2, game.max_tokens + SPARE, len(game.token_fields)), np.int64),
        history=np.zeros(most, np.int64),
        counts=np.zeros(4, np.int64),
        scratch=np.zeros(SCRATCH, np.uint8),
        marker=marker(game.dtype),
    )


@kernel
def play_checked(memory, rules, setup, seed, players, max_actions, action_space, hide_every):
    """Play one game at random and return what it did wrong, if anything; `memory.raw[REAL]` may hold another game."""
    states, counts = memory.states, memory.counts
    s = states[REAL]
    counts[:] = 0
    memory.raw[COPY] = 0
    verbs.reset(s, rules[0], setup[0], seed)
    verbs.reset(states[COPY], rules[0], setup[0], seed)
    if not _same(memory.raw, REAL, COPY):
        return Violation.RESET_LEAVES_RESIDUE
    while True:
        found = _check_position(memory, rules, players)
        if found != Violation.NONE or verbs.decider(s) < 0:
            break
        if counts[DECISIONS] >= memory.history.size:
            return Violation.NEVER_ENDS
        n = verbs.legal(s, rules[0], memory.actions[REAL])
        found = _check_actions(memory.actions[REAL], n, max_actions)
        if found == Violation.NONE:
            found = _check_indices(s, rules, memory.actions[REAL], n, action_space)
        chance = derive(seed, _ACTION, np.uint64(counts[DECISIONS]))
        if found == Violation.NONE and counts[DECISIONS] % hide_every == 0:
            copy_record(states[COPY], s)
            player = np.int64(derive(chance, _PLAYER, _PLAYER) % np.uint64(players))
            if counts[DECISIONS] % (2 * hide_every) == 0:
                player = np.int64(verbs.decider(s))
            counts[PLAYER] = player
            found = _check_hiding(memory, rules, player, chance, n)
            counts[HIDDEN_COPIES] += 1
        if found == Violation.NONE and counts[DECISIONS] % TRY_EVERY == 0:
            found = _try_actions(memory, rules, n)
        if found != Violation.NONE:
            break
        found = _take(memory, rules, memory.actions[REAL, np.int64((chance >> _32) % np.uint64(n))])
        if found != Violation.NONE:
            break
    if found != Violation.NONE:
        return found
    return _replay(memory, rules, setup, seed)


@inner
def _same(raw, one, other):
    """Return whether two records are equal byte for byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110 (kernels have no generators)
        if raw[one, k] != raw[other, k]:
            return False
    return True


@inner
def _check_position(memory, rules, players):
    """Check what must hold in every position, its end included."""
    s = memory.states[REAL]
    if s.fault:
        return Violation.FAULT
    copy_record(memory.states[COPY], s)
    who = verbs.decider(s)
    if who >= players:
        return Violation.PLAYER_OUT_OF_RANGE
    for player in range(players):
        if who == verbs.OVER and not -1.0 <= verbs.score(s, player) <= 1.0:
            return Violation.SCORE_OUT_OF_RANGE
        if not -1.0 <= verbs.evaluate(s, rules[0], player) <= 1.0:
            return Violation.ESTIMATE_OUT_OF_RANGE
    if who >= 0:
        n = verbs.legal(s, rules[0], memory.actions[REAL])
        for k in range(n):
            verbs.label(s, rules[0], memory.actions[REAL, k])
    if not _same(memory.raw, REAL, COPY):
        return Violation.READING_CHANGES_THE_POSITION
    memory.counts[CODE] = invariant(s, rules[0], memory.scratch)
    return Violation.INVARIANT if memory.counts[CODE] else Violation.NONE


@inner
def _check_actions(actions, n, max_actions):
    """Check that there is something to do, and that no action is listed twice."""
    if n < 1:
        return Violation.NO_LEGAL_ACTION
    for k in range(n):
        if not 0 <= actions[k] < max_actions:
            return Violation.ACTION_OUT_OF_RANGE
        for j in range(k):
            if actions[j] == actions[k]:
                return Violation.ACTION_TWICE
    return Violation.NONE


@inner
def _check_indices(s, rules, actions, n, action_space):
    """Check that actions have an index in the action space, and share one only if they do the same."""
    for k in range(n):
        index = verbs.action_index(s, rules[0], actions[k])
        if not 0 <= index < action_space:
            return Violation.ACTION_INDEX_OUT_OF_RANGE
        for j in range(k):
            same = verbs.action_index(s, rules[0], actions[j]) == index
            if same and verbs.label(s, rules[0], actions[j]) != verbs.label(s, rules[0], actions[k]):
                return Violation.ACTION_INDEX_AMBIGUOUS
    return Violation.NONE


@inner
def _check_hiding(memory, rules, player, chance, n):
    """Compare the hidden copy of the position with that of another one the player cannot tell from it."""
    states, raw = memory.states, memory.raw
    s, hidden, other = states[REAL], states[HIDDEN], states[OTHER]
    seed = derive(chance, _FIRST, _FIRST)
    copy_record(hidden, s)
    copy_record(other, s)
    verbs.hide(hidden, rules[0], player, seed)
    verbs.hide(other, rules[0], player, derive(chance, _SECOND, _SECOND))
    if hidden.fault:
        return Violation.FAULT
    if not (_observed_alike(memory, rules, player) and _tokenised_alike(memory, rules, player)):
        return Violation.OBSERVATION_LEAKS
    verbs.hide(other, rules[0], player, seed)
    if not _same(raw, HIDDEN, OTHER):
        return Violation.HIDING_LEAKS
    if verbs.decider(hidden) != verbs.decider(s):
        return Violation.HIDING_CHANGES_THE_DECIDER
    if verbs.decider(s) == player and not _same_options(memory, rules, n):
        return Violation.HIDING_CHANGES_ACTIONS
    memory.counts[CODE] = keeps(s, hidden, rules[0], player)
    if memory.counts[CODE] == 0:
        memory.counts[CODE] = invariant(hidden, rules[0], memory.scratch)
    if memory.counts[CODE]:
        return Violation.INVARIANT
    return Violation.NONE if _same(raw, REAL, COPY) else Violation.READING_CHANGES_THE_POSITION


@inner
def _observed_alike(memory, rules, player):
    """Return whether the position and its hidden copy look the same to a learner, and to those who fit values."""
    s, hidden = memory.states[REAL], memory.states[HIDDEN]
    one, two = memory.features[0], memory.features[1]
    n = verbs.observe(s, rules[0], player, one)
    if verbs.observe(hidden, rules[0], player, two) != n or not _equal(one, two, n):
        return False
    n = verbs.summarise(s, rules[0], player, one)
    return verbs.summarise(hidden, rules[0], player, two) == n and _equal(one, two, n)


@inner
def _equal(one, two, n):
    """Return whether two arrays begin with the same `n` numbers; two that are no numbers are the same."""
    for k in range(n):
        numbers = one[k] == one[k] or two[k] == two[k]
        if numbers and one[k] != two[k]:
            return False
    return True


@inner
def _tokenised_alike(memory, rules, player):
    """Return whether a learner reads the same rows in the position and in its hidden copy."""
    one, two = memory.tokens[0], memory.tokens[1]
    n = verbs.tokenise(memory.states[REAL], rules[0], player, one)
    if verbs.tokenise(memory.states[HIDDEN], rules[0], player, two) != n:
        return False
    for k in range(n):  # noqa: SIM110 (kernels have no generators)
        if not _equal(one[k], two[k], one.shape[1]):
            return False
    return True


@inner
def _same_options(memory, rules, n):
    """Return whether the hidden copy offers the same actions with the same labels."""
    s, hidden = memory.states[REAL], memory.states[HIDDEN]
    actions, others = memory.actions[0], memory.actions[1]
    if verbs.legal(hidden, rules[0], others) != n:
        return False
    for k in range(n):
        same_label = verbs.label(s, rules[0], actions[k]) == verbs.label(hidden, rules[0], others[k])
        same_index = verbs.action_index(s, rules[0], actions[k]) == verbs.action_index(hidden, rules[0], others[k])
        if actions[k] != others[k] or not (same_label and same_index):
            return False
    return True


@inner
def _try_actions(memory, rules, n):
    """Check that no legal action stops the rules or breaks an invariant."""
    for k in range(n):
        copy_record(memory.states[COPY], memory.states[REAL])
        verbs.apply(memory.states[COPY], rules[0], memory.actions[REAL, k])
        if memory.states[COPY].fault:
            return Violation.FAULT
        memory.counts[CODE] = invariant(memory.states[COPY], rules[0], memory.scratch)
        if memory.counts[CODE]:
            return Violation.INVARIANT
    return Violation.NONE


@inner
def _take(memory, rules, action):
    """Take an action in the position and in its copy."""
    states, counts = memory.states, memory.counts
    copy_record(states[COPY], states[REAL])
    verbs.apply(states[REAL], rules[0], action)
    verbs.apply(states[COPY], rules[0], action)
    memory.history[counts[DECISIONS]] = action
    counts[DECISIONS] += 1
    return Violation.NONE if _same(memory.raw, REAL, COPY) else Violation.COPY_DIFFERS


@inner
def _replay(memory, rules, setup, seed):
    """Play the same actions again from the same seed."""
    again = memory.states[COPY]
    memory.raw[COPY] = 0
    verbs.reset(again, rules[0], setup[0], seed)
    for k in range(memory.counts[DECISIONS]):
        verbs.apply(again, rules[0], memory.history[k])
    return Violation.NONE if _same(memory.raw, REAL, COPY) else Violation.REPLAY_DIFFERS
