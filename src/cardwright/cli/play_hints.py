"""What a tree search thinks: of each choice in a position, and of the decisions that lost a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cardwright.agents import SearchResult
    from cardwright.core.presentation import Action
    from cardwright.core.state import State

PLAYOUTS = 400
PLAYOUTS_PER_CHOICE = 100
MOST_MISTAKES = 3
SMALLEST_LOSS = 0.05  # of a value from -1 to 1; smaller differences can be chance
LEGEND = "value: the mean result of the playouts, from -1 (all lost) to 1 (all won)"


class Mistake(NamedTuple):
    """A decision that a search finds worse than another: its number, both actions, and what they are worth."""

    number: int
    chosen: Action
    better: Action
    worth: float
    possible: float


def searched(state: State) -> SearchResult:
    """Return what a search finds in a position, for the player who decides and knows nothing hidden.

    Every choice is tried, so that each gets a value.
    """
    from cardwright.agents import search
    from cardwright.core.random import seed_for

    playouts = PLAYOUTS + PLAYOUTS_PER_CHOICE * len({str(each) for each in state.legal()})
    seed = seed_for(state.seed, "hint", len(state.history()))
    return search(state.copy(logged=False), f"mcts:{playouts}+prior=0+c=1", seed=seed)


def hint_lines(state: State, options: Sequence[Action]) -> list[str]:
    """Return a table of the choices, best first, by their numbers in the menu."""
    found = searched(state)
    numbers = {str(each): number for number, each in enumerate(options, 1)}
    ranked = sorted(found.actions, key=lambda each: (each.action != found.chosen, -each.visits))
    rows = [(numbers.get(str(each.action), 0), str(each.action), each.value, each.visits) for each in ranked]
    width = max(len(words) for _, words, _, _ in rows)
    head = f"  {'':3}  {'choice':{width}}  {'value':>6}  {'playouts':>8}"
    lines = [f"  {number or '':3}  {words:{width}}  {value:6.2f}  {visits:8,}" for number, words, value, visits in rows]
    return [head, *lines, LEGEND]


def mistakes(states: Sequence[State], actions: Sequence[Action], player: int) -> Iterator[Mistake]:
    """Yield the decisions of a player that cost most, the worst first."""
    found = []
    for number, (state, action) in enumerate(zip(states, actions, strict=False)):
        if state.decider != player or len({str(each) for each in state.legal()}) < 2:
            continue
        result = searched(state)
        values = {str(each.action): each.value for each in result.actions if each.visits}
        worth, possible = values.get(str(action), 0.0), values[str(result.chosen)]
        if possible - worth >= SMALLEST_LOSS and str(result.chosen) != str(action):
            found.append(Mistake(number, action, result.chosen, worth, possible))
    yield from sorted(found, key=lambda each: each.worth - each.possible)[:MOST_MISTAKES]
