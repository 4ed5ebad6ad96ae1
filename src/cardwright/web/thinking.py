"""What agents think, in a worker process: which action one takes, and what a search finds while it goes on."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from cardwright.core.game import Game
    from cardwright.core.state import State
    from cardwright.play.hints import Mistake

ROUNDS = 20  # of a hint; each is a search of its own, so that their results say how sure they are
PLAYOUTS = 400
PLAYOUTS_PER_CHOICE = 50


class Position(NamedTuple):
    """A position that another process can rebuild."""

    family: str
    start: str  # JSON
    seed: int
    record: bytes
    kind: int  # the type of the record, by which games find their compiled code

    @classmethod
    def of(cls, state: State) -> Position:
        """Return a state as bytes."""
        game = state.game
        return cls(game.family, json.dumps(game.start), state.seed, state.records.tobytes(), hash(game.dtype))

    def state(self) -> State:
        """Return the state, to be played by compiled code."""
        from cardwright.core.state import State

        game = _game(self.family, self.start)
        return State(game, self.seed, np.frombuffer(self.record, game.dtype).copy())


@functools.lru_cache(maxsize=32)
def _game(family: str, start: str) -> Game:
    from cardwright.core import registry

    game: Game = registry.family(family).game(json.loads(start))
    return game


def decide(position: Position, agent: str, seed: int) -> Iterator[int]:
    """Yield the number of the action that an agent takes."""
    from cardwright.agents import decide, make

    yield decide(make(agent), position.state(), seed)


def must_compile(position: Position, agent: str) -> Iterator[bool]:
    """Yield whether an agent has never played this family on this machine."""
    from cardwright.agents import make
    from cardwright.core.compiling.jit import COMPILED
    from cardwright.play.opponents import are_compiled

    game = position.state().game
    yield COMPILED and not are_compiled(game, [make(agent).at(game)])


def compiled(position: Position, agent: str) -> Iterator[bool]:
    """Compile an agent for a game, and yield True."""
    from cardwright.agents import make
    from cardwright.agents.warm import warm

    warm(position.state().game, [make(agent)])
    yield True


def hint(position: Position, seed: int, *, narrow: bool = True) -> Iterator[dict[str, Any]]:
    """Yield what a search thinks of each choice, again and again, with more playouts each time.

    Every round is a search of its own. Values are the means of the rounds, from -1 to 1, with 95 % intervals. If it is
    `narrow`, only a few amounts of a bet are tried.
    """
    from cardwright.agents import search
    from cardwright.core.random import seed_for
    from cardwright.play.hints import search_spec

    state = position.state()
    choices = len({str(each) for each in state.legal()})
    spec = search_spec(state.game, PLAYOUTS + PLAYOUTS_PER_CHOICE * choices, narrow=narrow)
    values: dict[str, list[float]] = {}
    playouts = 0
    for number in range(ROUNDS):
        found = search(state, spec, seed=seed_for(seed, "hint", number))
        playouts += found.playouts
        for each in found.actions:
            if each.visits:
                values.setdefault(str(each.action), []).append(each.value)
        yield {"playouts": playouts, "rounds": number + 1, "choices": _summary(values)}


def _summary(values: dict[str, list[float]]) -> list[dict[str, Any]]:
    """Return the choices with their values, the best first."""
    means = sorted(((math.fsum(each) / len(each), words) for words, each in values.items()), reverse=True)
    return [{"words": words, "value": value, "margin": _margin(values[words])} for value, words in means]


def _margin(values: list[float]) -> float | None:
    """Return half the width of a 95 % interval of the mean; None for a single value."""
    if len(values) < 2:
        return None
    from scipy import stats

    return float(stats.t.ppf(0.975, len(values) - 1) * np.std(values, ddof=1) / math.sqrt(len(values)))


def why(decisions: Sequence[tuple[int, Position, int]]) -> Iterator[dict[str, Any]]:
    """Yield, after each of a player's decisions, which of those searched so far cost most.

    A decision is its number in the game, the position and the number of the action.
    """
    from cardwright.play.hints import Mistake, mistake, worst

    states, found = {number: position.state() for number, position, _ in decisions}, list[Mistake]()
    for searched, (number, _, action) in enumerate(decisions):
        yield {"searched": searched, "of": len(decisions), "mistakes": [_told(states, each) for each in worst(found)]}
        if cost := mistake(number, states[number], states[number].find(action)):
            found.append(cost)
    mistakes = [_told(states, each) for each in worst(found)]
    yield {"searched": len(decisions), "of": len(decisions), "mistakes": mistakes}


def _told(states: Mapping[int, State], mistake: Mistake) -> dict[str, Any]:
    """Return a mistake as plain data."""
    return {
        "number": mistake.number,
        "turn": states[mistake.number].turn,
        "chosen": str(mistake.chosen),
        "better": str(mistake.better),
        "worth": mistake.worth,
        "possible": mistake.possible,
        "margin": mistake.margin,
    }
