"""What a tree search thinks: of each choice in a position, and of the decisions that lost a game."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cardwright.core.showing.choices import amount_kind, brief, menu_numbers

if TYPE_CHECKING:
    from cardwright.agents import SearchResult
    from cardwright.agents.search_result import SearchedAction
    from cardwright.core.game import Game
    from cardwright.core.presentation import Action
    from cardwright.core.state import State

PLAYOUTS = 400
PLAYOUTS_PER_CHOICE = 100
MOST_MISTAKES = 3
MOST_LISTED = 12  # choices of a hint
MOST_AMOUNTS = 3  # of each kind in a hint; a bet can have a hundred
SMALLEST_LOSS = 0.05  # of a value from -1 to 1; who loses less need not mind
REPEATS = 8  # searches that check a mistake
CERTAINTY = 0.99  # of the interval of a loss; a game has many decisions, and chance must not call one of them wrong
ONLY_CHOICE = "there is only one choice"
FOR_POINTS = "value: by how much one wins or loses on average, as a share of all points, from -1 to 1"
WITH_POINTS = "; half of it is by how much one wins or loses"


class Mistake(NamedTuple):
    """A decision that a search finds worse than another: its number, both actions, and what they are worth.

    `margin` is half the width of the interval of the loss, which is `possible` less `worth`.
    """

    number: int
    chosen: Action
    better: Action
    worth: float
    possible: float
    margin: float


def search_spec(game: Game, playouts: int = 1, *, narrow: bool = True) -> str:
    """Return the search that judges choices, which minds points if opponents that search do.

    It tries every choice, but only a few amounts of a bet if it is `narrow`.
    """
    from cardwright.agents.levels import minding_points

    return minding_points(game, f"mcts:{playouts}+prior=0+c=1+narrow={int(narrow)}")


def legend(game: Game) -> str:
    """Return what a value means."""
    from cardwright.core.verbs import provides

    if provides("margin", game.dtype) and game.points_matter == 1:
        return FOR_POINTS
    points = WITH_POINTS if provides("margin", game.dtype) else ""
    return f"value: the mean result of the playouts, {game.score_words}{points}"


def searched(state: State, repeat: int = 0, *, narrow: bool = False) -> SearchResult:
    """Return what a search finds in a position, for the player who decides and knows nothing hidden.

    Every choice is tried, so that each gets a value, unless the search is `narrow`. A repeat is an independent search.
    """
    from cardwright.agents import search
    from cardwright.core.random import seed_for

    playouts = PLAYOUTS + PLAYOUTS_PER_CHOICE * len({str(each) for each in state.legal()})
    seed = seed_for(seed_for(state.seed, "hint", len(state.history())), "repeat", repeat)
    return search(state.copy(logged=False), search_spec(state.game, playouts, narrow=narrow), seed=seed)


def hint_lines(state: State, options: Mapping[str, Action]) -> list[str]:
    """Return a table of the choices, best first, by their numbers in the menu; the keys of `options` are the menu."""
    if len(options) == 1:
        return [ONLY_CHOICE]
    found = searched(state, narrow=True)
    actions = list(options.values())
    numbers = dict(zip(map(str, actions), menu_numbers(actions), strict=True))
    shown = {str(each): brief(words) for words, each in options.items()}
    tried = [each for each in found.actions if each.visits]
    ranked = sorted(tried, key=lambda each: (each.action != found.chosen, -each.visits))
    listed = list(_few_amounts(ranked))[:MOST_LISTED]
    names = [str(each.action) for each in listed]
    rows = [
        (numbers.get(name, ""), shown.get(name, name), each.value, each.visits)
        for name, each in zip(names, listed, strict=True)
    ]
    width = max(len(words) for _, words, _, _ in rows)
    head = f"  {'':3}  {'choice':{width}}  {'value':>6}  {'playouts':>8}"
    lines = [f"  {number:>3}  {words:{width}}  {value:6.2f}  {visits:8,}" for number, words, value, visits in rows]
    left_out = len(found.actions) - len(listed)
    more = [f"  and {left_out} more"] if left_out else []
    return [head, *lines, *more, legend(state.game)]


def _few_amounts(ranked: Iterable[SearchedAction]) -> Iterator[SearchedAction]:
    """Yield the choices without the amounts of a kind, such as bets, that come after the first few."""
    counts: Counter[str] = Counter()
    for each in ranked:
        kind = amount_kind(each.action)
        counts[kind] += 1
        if not kind or counts[kind] <= MOST_AMOUNTS:
            yield each


def mistakes(states: Sequence[State], actions: Sequence[Action], player: int) -> Iterator[Mistake]:
    """Yield the decisions of a player that cost most, the worst first."""
    pairs = enumerate(zip(states, actions, strict=False))
    own = [(number, state, action) for number, (state, action) in pairs if state.decider == player]
    yield from worst(each for number, state, action in own if (each := mistake(number, state, action)))


def mistake(number: int, state: State, action: Action) -> Mistake | None:
    """Return what a decision cost, if searches find another action clearly better.

    The action that one search finds best has been lucky more often than not, so others find out what it is worth. The
    loss counts if it is more than chance explains.
    """
    if len({str(each) for each in state.legal()}) < 2:
        return None
    first = searched(state)
    better = first.chosen
    worth, possible = _values(first, action, better)
    if str(better) == str(action) or possible - worth < SMALLEST_LOSS:
        return None
    values = np.array([_values(searched(state, repeat), action, better) for repeat in range(1, REPEATS + 1)])
    losses = values[:, 1] - values[:, 0]
    margin = _margin(losses)
    if losses.mean() < max(SMALLEST_LOSS, margin):
        return None
    worth, possible = values.mean(axis=0).tolist()
    return Mistake(number, action, better, worth, possible, margin)


def _values(result: SearchResult, *actions: Action) -> list[float]:
    """Return the values of actions after a search, 0 for one that it never tried."""
    values = {str(each.action): each.value for each in result.actions if each.visits}
    return [values.get(str(each), 0.0) for each in actions]


def _margin(values: np.ndarray) -> float:
    """Return half the width of the interval of a mean."""
    from scipy import stats

    factor = stats.t.ppf((1 + CERTAINTY) / 2, len(values) - 1)
    return float(factor * np.std(values, ddof=1) / math.sqrt(len(values)))


def worst(found: Iterable[Mistake]) -> list[Mistake]:
    """Return the mistakes that cost most, the worst first."""
    return sorted(found, key=lambda each: each.worth - each.possible)[:MOST_MISTAKES]
