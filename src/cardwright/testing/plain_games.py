"""Whether rules do the same compiled and as plain Python, and whether what they report can be said in words."""

from __future__ import annotations

from random import Random

from cardwright.core.compiling.jit import COMPILED
from cardwright.core.game import Game
from cardwright.core.state import State

from .contract import ContractBroken

MOST_DECISIONS = 300  # in a game: plain Python is a thousand times slower


def check_plain_games(game: Game, seeds: list[int]) -> str:
    """Play the games of these seeds both ways; return why they could not be compared, if they could not."""
    for seed in seeds:
        _check_game(game, seed)
    return "" if COMPILED else "Numba is switched off"


def _check_game(game: Game, seed: int) -> None:
    random, compiled = Random(seed), game.new(seed)
    plain = _as_plain_python(game, seed)
    for step in range(MOST_DECISIONS):
        _check_position(compiled, plain, f"(seed {seed}, step {step})")
        if compiled.over:
            break
        action = random.choice(compiled.legal()).id
        compiled.play(action)
        plain.play(action)


def _as_plain_python(game: Game, seed: int) -> State:
    try:
        return game.new(seed, logged=True)
    except Exception as error:
        raise ContractBroken(f"the game cannot be played as plain Python: {error!r}") from error


def _check_position(compiled: State, plain: State, where: str) -> None:
    """Compare two positions of one game, their hidden copies and scores, and read the log of the step before."""
    game, player = compiled.game, max(0, compiled.decider)
    both = (compiled, plain)
    hidden = [state.copy(hidden_from=player, seed=1).check() for state in both]
    scores = [[state.score(each) for each in range(game.players)] if state.over else [] for state in both]
    actions = [state.legal() for state in both]
    if compiled != plain or hidden[0] != hidden[1] or scores[0] != scores[1] or actions[0] != actions[1]:
        raise ContractBroken(
            f"compiled rules differ from the same rules as plain Python; narrow integers may overflow {where}"
        )
    for event in plain.events:
        for who in (None, *range(game.players)):
            if "\n" in game.event_text(event, who):
                raise ContractBroken(f"the text of an event has several lines {where}")
