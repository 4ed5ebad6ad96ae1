"""Whether rules do the same compiled and as plain Python, and whether what they report can be said in words."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.state import State

from .contract import ContractBroken
from .differences import data_difference, record_data

MOST_DECISIONS = 300  # in a game: plain Python is a thousand times slower


def check_plain_games(game: Game, seeds: list[int]) -> str:
    """Play the games of these seeds both ways; return why they could not be compared, if they could not."""
    for seed in seeds:
        _check_game(game, seed)
    return "" if COMPILED else "Numba is switched off"


@contextlib.contextmanager
def as_plain_python(where: str) -> Iterator[None]:
    """Say where rules fail that run as plain Python."""
    try:
        yield
    except CardwrightError:
        raise
    except Exception as error:  # rules can fail in any way
        raise ContractBroken(f"the game cannot be played as plain Python: {error!r} ({where})") from error


def _check_game(game: Game, seed: int) -> None:
    random, compiled = Random(seed), game.new(seed)
    where, verb = f"seed {seed}, step 0", "reset"
    with as_plain_python(where):
        plain = game.new(seed, logged=True)
    for step in range(1, MOST_DECISIONS + 1):
        with as_plain_python(where):
            _check_position(compiled, plain, verb, where)
        if compiled.over:
            break
        action = random.choice(compiled.legal())
        where, verb = f"seed {seed}, step {step}", f"apply` of `{action}"
        compiled.play(action)
        with as_plain_python(where):
            plain.play(action.id)


def _check_position(compiled: State, plain: State, verb: str, where: str) -> None:
    """Compare two positions of one game, their hidden copies, scores and actions, and read the log of the step before.

    `verb` is what led here.
    """
    game, player = compiled.game, max(0, compiled.decider)
    readings: dict[str, Callable[[State], Any]] = {
        verb: lambda state: record_data(state.record),
        "hide": lambda state: record_data(state.copy(hidden_from=player, seed=1).record),
        "score": lambda state: {game.player_name(each): state.score(each) for each in range(game.players)},
        "legal": lambda state: [action.id for action in state.legal()],
        "label": lambda state: [str(action) for action in state.legal()],
    }
    if not compiled.over:
        del readings["score"]
    for name, read in readings.items():
        found = data_difference(read(compiled), read(plain))
        if found:
            raise ContractBroken(
                f"compiled rules differ from the same rules as plain Python: after `{name}`, {found.where} is "
                f"{found.one} compiled and {found.other} in plain Python; narrow integers may overflow ({where})"
            )
    for event in plain.events:
        for who in (None, *range(game.players)):
            if "\n" in game.event_text(event, who):
                raise ContractBroken(f"the text of an event has several lines ({where})")
