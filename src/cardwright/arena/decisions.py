# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The decisions of finished games as columns: the legal actions, the action taken, and the situation.

Games are not recorded while they are played. The actions taken suffice, because a game follows from its seed and its
actions: a small kernel goes through them again without agents. Nothing is compiled for it until somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cardwright.core.compiling import jit
from cardwright.core.compiling.jit import inlined, kernel
from cardwright.core.errors import CardwrightError, RunawayRules
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.state import State
from cardwright.core.verbs import apply, decider, evaluate, label, legal, provides, reset, statuses

MOST_LABELS = 1 << 24  # room for labels of one batch of games; memory is used only as far as it is filled
MARGIN = 0.1  # a player leads if estimated better than all others by more than this; estimates are from -1 to 1
NOBODY = 255  # leads


@dataclass(frozen=True)
class Decisions:
    """The decisions of some games, game after game, a row for each; `Game.words` turns labels into words."""

    game: np.ndarray  # which of the games
    decision: np.ndarray  # its number in the game, from 0
    turn: np.ndarray  # the turn of the game, from 1
    player: np.ndarray  # who decided
    taken: np.ndarray  # the label of the action taken
    options: np.ndarray  # how many actions were legal
    ends: np.ndarray  # the labels available are those in `available` from the end of the row before to this index
    available: np.ndarray  # distinct labels of the legal actions, ascending
    statuses: np.ndarray  # a column for each of `Game.status_holders`: the statuses in effect, as bits
    leader: np.ndarray  # who leads by the game's own estimate, or NOBODY; empty without rivals or an estimate

    def tally(self) -> dict[int, tuple[int, int]]:
        """Return for each label in how many decisions it was available, and in how many it was taken."""
        labels, available = np.unique(self.available, return_counts=True)
        taken = np.bincount(np.searchsorted(labels, self.taken), minlength=len(labels))
        return dict(zip(labels.tolist(), zip(available.tolist(), taken.tolist(), strict=True), strict=True))


class _Rows(NamedTuple):
    """The rows that the kernel writes."""

    turn: np.ndarray
    player: np.ndarray
    taken: np.ndarray
    options: np.ndarray
    ends: np.ndarray
    available: np.ndarray
    statuses: np.ndarray
    leader: np.ndarray


def retrace(
    game: Game,
    seeds: np.ndarray,
    lengths: np.ndarray,
    actions: np.ndarray,
    numbers: np.ndarray | None = None,
    compiled: bool = True,
) -> Decisions:
    """Return the decisions of games, given their seeds, how many decisions each took, and the actions of all games.

    `play_games(..., actions=True)` returns these. `numbers` is what the games are called; without it, they are counted
    from 0. Several threads can call this at once. Without `compiled`, the rules run as plain Python.

    >>> import cardwright, numpy as np
    >>> from cardwright.agents import make, play_games
    >>> game, seeds = cardwright.game("spire:jaw-worm"), np.arange(3, dtype=np.uint64)
    >>> played = play_games(game, [make("first")], seeds, seeds, actions=True)
    >>> decisions = retrace(game, seeds, played.decisions, played.actions)
    >>> game.words(int(decisions.taken[0]))
    ('play', 'Strike')
    """
    if not lengths.sum() == len(actions):
        raise CardwrightError("these are not the actions of these games")
    jit.compiling(f"the action log of {game.title}")
    numbers = np.arange(len(seeds)) if numbers is None else np.asarray(numbers)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    pieces = [_no_rows(game)]
    first = 0
    while first < len(seeds):
        last = _fitting(starts, first, MOST_LABELS // game.max_actions)
        own = actions[starts[first] : starts[last]]
        done, rows = _retrace_some(game, seeds[first:last], lengths[first:last], own, compiled)
        pieces.append(rows)
        first += done
        if first < last:  # the rules of this game ask for Python
            own = actions[starts[first] : starts[first + 1]]
            pieces.append(_retrace_one(State(game, int(seeds[first]), logged=not compiled), own))
            first += 1
    return _joined(pieces, np.repeat(numbers, lengths), np.arange(len(actions)) - np.repeat(starts[:-1], lengths))


def estimates_leader(game: Game) -> bool:
    """Return whether the game has rivals, and an estimate of who is ahead."""
    return game.players > 1 and provides("evaluate", game.dtype)


def _fitting(starts: np.ndarray, first: int, most: int) -> int:
    """Return the end of a batch of games that begins with `first` and has at most so many decisions, or one game."""
    return max(first + 1, int(np.searchsorted(starts, starts[first] + most, "right")) - 1)


def _no_rows(game: Game, decisions: int = 0) -> _Rows:
    """Return rows to be written."""
    return _Rows(
        turn=np.zeros(decisions, np.int32),
        player=np.zeros(decisions, np.uint8),
        taken=np.zeros(decisions, np.int64),
        options=np.zeros(decisions, np.int32),
        ends=np.zeros(decisions, np.int64),
        available=np.empty(decisions * game.max_actions, np.int64),
        statuses=np.zeros((decisions, len(game.status_holders)), np.uint64),
        leader=np.zeros(decisions if estimates_leader(game) else 0, np.uint8),
    )


def _retrace_some(
    game: Game, seeds: np.ndarray, lengths: np.ndarray, actions: np.ndarray, compiled: bool
) -> tuple[int, _Rows]:
    """Retrace games up to the first whose rules ask for Python; return how many those are, and their rows."""
    rows = _no_rows(game, len(actions))
    state, scratch = np.zeros(1, game.dtype), np.zeros(game.max_actions, np.int64)
    run = _retrace if compiled else plain(_retrace)
    done = int(run(state, game.rules, game.setup, game.players, seeds, lengths, actions, scratch, rows))
    return done, _cut(rows, int(lengths[:done].sum()))


def _retrace_one(state: State, actions: np.ndarray) -> _Rows:
    """Retrace a game whose rules ask for Python, from its beginning."""
    game = state.game
    rows = _no_rows(game, len(actions))
    scratch = np.zeros(game.max_actions, np.int64)
    for row, action in enumerate(actions.tolist()):
        state.run(_note_one, state.records, game.rules, game.players, action, row, scratch, rows)
        try:
            state.play(action)
        except RunawayRules:
            break  # as in the kernel: the record holds the fault, and this was the last decision
    return _cut(rows, len(actions))


def _cut(rows: _Rows, n: int) -> _Rows:
    """Return a copy of the first `n` rows."""
    filled = int(rows.ends[n - 1]) if n else 0
    return _Rows(*(each[: filled if each is rows.available else n].copy() for each in rows))


def _joined(pieces: Sequence[_Rows], games: np.ndarray, decisions: np.ndarray) -> Decisions:
    before = np.cumsum([0, *(len(each.available) for each in pieces)])
    ends = np.concatenate([each.ends + start for each, start in zip(pieces, before, strict=False)])
    columns = {name: np.concatenate([getattr(each, name) for each in pieces]) for name in _Rows._fields}
    return Decisions(game=games, decision=decisions, **{**columns, "ends": ends})


@kernel
def _retrace(state, rules, setup, players, seeds, lengths, actions, scratch, rows):
    """Write the rows of games up to the first whose rules ask for Python, and return how many games those are."""
    s = state[0]
    row = 0
    for index in range(seeds.size):
        reset(s, rules[0], setup[0], seeds[index])
        for _ in range(lengths[index]):
            if decider(s) < 0:
                return index
            action = np.int64(actions[row])
            _note(s, rules[0], players, action, row, scratch, rows)
            apply(s, rules[0], action)
            row += 1
    return seeds.size


@kernel
def _note_one(states, rules, players, action, row, scratch, rows):
    """Write the row of one decision."""
    _note(states[0], rules[0], players, action, row, scratch, rows)


@inlined
def _note(s, rules, players, action, row, scratch, rows):
    """Write the row of a decision that is about to be taken."""
    first = rows.ends[row - 1] if row else 0
    end = first
    n = legal(s, rules, scratch)
    for k in range(n):
        own = np.int64(label(s, rules, scratch[k]))
        place = end
        while place > first and rows.available[place - 1] > own:
            place -= 1
        if place > first and rows.available[place - 1] == own:
            continue
        for later in range(end, place, -1):
            rows.available[later] = rows.available[later - 1]
        rows.available[place] = own
        end += 1
    rows.ends[row] = end
    rows.turn[row] = s.turn
    rows.player[row] = decider(s)
    rows.taken[row] = label(s, rules, action)
    rows.options[row] = n
    for holder in range(rows.statuses.shape[1]):
        rows.statuses[row, holder] = statuses(s, rules, holder)
    if rows.leader.size:
        rows.leader[row] = _leader(s, rules, players)


@inlined
def _leader(s, rules, players):
    """Return who is estimated better than all others by a margin, or NOBODY."""
    who, best, second = 0, -2.0, -2.0
    for player in range(players):
        value = float(evaluate(s, rules, player))
        if value > best:
            who, best, second = player, value, best
        elif value > second:
            second = value
    return who if best - second > MARGIN else NOBODY
