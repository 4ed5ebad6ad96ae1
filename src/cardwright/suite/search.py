"""The best play of a puzzle, by trying every line of play.

Positions that differ only in the order of cards are searched once. The result is proven if chance cannot matter: in no
position is there a card left to draw, so every shuffle leads to the same hand, and nothing else is ever drawn at
random.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.presentation import Action
from cardwright.core.state import State
from cardwright.spire.engine.opcodes import Op
from cardwright.spire.engine.state import PLAYER, Pile, Prompt, Stream

from .puzzles import Best, Puzzle, hp_left

MOST_POSITIONS = 5_000_000
LONGEST = 40  # turns; longer lines of play are not followed
_LIMIT = "{}: more than {:,} positions; the battle is too long to search"
_NUMBERS = ("turn", "energy", "max_energy", "resources", "hand_size", "played", "hurt", "place")


@dataclass
class Solution:
    """What a search knows so far."""

    most: int  # positions that it may visit
    streams: np.ndarray  # the random streams of the first position
    heals: bool  # whether any rule of the battle heals
    values: dict[bytes, int] = field(default_factory=dict)  # what positions are worth
    bounds: dict[bytes, int] = field(default_factory=dict)  # positions that are at most worth this
    visited: int = 0
    chance: bool = False  # whether chance can matter in some position
    unknown: int = 0  # the most that a line could be worth that was not followed to its end


def solve(puzzle: Puzzle, seed: int = 0, most: int = MOST_POSITIONS) -> Best:
    """Return the best play, by a search of at most `most` positions."""
    state = puzzle.game.new(seed)
    ops = set(puzzle.game.rules["code"]["op"][0].tolist())
    if Op.MAX_HP in ops:
        raise CardwrightError(f"{puzzle.name}: the search needs battles in which maximum HP do not change")
    found = Solution(most, state.records["rng"][0].copy(), Op.HEAL in ops)
    try:
        hp = _value(state, found, -1)
    except _TooLong:
        raise CardwrightError(_LIMIT.format(puzzle.name, most)) from None
    proven = not found.chance and found.unknown <= hp
    return Best(hp=hp, proven=proven, positions=found.visited, line=tuple(_shortest(state, found, hp)))


class _TooLong(Exception):
    pass


def _value(state: State, found: Solution, known: int) -> int:
    """Return the most HP that can be left, or some number that is not above `known`, if nothing better is possible."""
    found.chance |= _chance_matters(state, found.streams)
    if state.over:
        return hp_left(state)
    ceiling = _ceiling(state, found)
    if ceiling <= known:
        return ceiling
    key = position(state)
    if key in found.values:
        return found.values[key]
    if found.bounds.get(key, known + 1) <= known:
        return found.bounds[key]
    if state.turn > LONGEST:
        found.unknown = max(found.unknown, ceiling)
        return 0
    found.visited += 1
    if found.visited > found.most:
        raise _TooLong
    best = -1
    for action in _distinct(state):
        best = max(best, _value(state.copy().play(action), found, max(known, best)))
        if best >= ceiling:
            break
    (found.values if best > known else found.bounds)[key] = best
    return best


def _ceiling(state: State, found: Solution) -> int:
    """Return a number of HP that cannot be exceeded from here on."""
    return int(state.records["agents"]["max_hp" if found.heals else "hp"][0, PLAYER])


def _distinct(state: State) -> Iterable[Action]:
    """Return one action of each name: of equal cards, one is played."""
    actions: dict[str, Action] = {}
    for action in state.legal():
        actions.setdefault(str(action), action)
    return actions.values()


def position(state: State) -> bytes:
    """Return everything that matters for the rest of a battle; cards without their order."""
    records = state.records
    if records["prompt"][0] != Prompt.PLAY:  # a card is half resolved, and the agenda names cards by their number
        return records.tobytes()[records["rng"].nbytes :]
    numbers = [records[name].tobytes() for name in _NUMBERS]
    return b"".join([records["agents"].tobytes(), *numbers, np.sort(_cards(state)).tobytes()])


def _cards(state: State) -> np.ndarray:
    """Return all cards, each as one number that also says in which pile it is."""
    cards: np.ndarray = state.records["cards"][0][: state.records["card_count"][0]]
    return cards.view(np.uint64)


def _chance_matters(state: State, streams: np.ndarray) -> bool:
    """Whether an enemy or an effect has drawn a random number, or a shuffle has left cards in the draw pile."""
    drawn = (state.records["rng"][0] != streams)[[Stream.ENEMY, Stream.EFFECT]].any()
    return bool(drawn or (not state.over and state.records["counts"][0, Pile.DRAW] > 0))


def _shortest(state: State, found: Solution, hp: int) -> list[str]:
    """Return the shortest line of play that leaves this many HP: breadth first, without positions worth less."""
    lines: dict[bytes, list[str]] = {position(state): []}
    waiting = deque([state])
    while waiting:
        state = waiting.popleft()
        line = lines[position(state)]
        for action in _distinct(state):
            after = state.copy().play(action)
            if after.over and hp_left(after) == hp:
                return [*line, str(action)]
            if not after.over and _ceiling(after, found) >= hp and position(after) not in lines:
                lines[position(after)] = [*line, str(action)]
                waiting.append(after)
    raise AssertionError("the search has found such a line")
