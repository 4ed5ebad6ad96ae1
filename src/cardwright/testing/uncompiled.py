"""Whether compiled rules do what they do as plain Python: both play the same games, and the traces are compared.

A game is sent to a second interpreter, which runs without Numba, as the location of its code and its start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from typing import Any

from cardwright.core import registry, user_code
from cardwright.core.errors import CardwrightError
from cardwright.core.family import Family
from cardwright.core.game import Game
from cardwright.core.jit import COMPILED

from .contract import ContractBroken

MOST_DECISIONS = 300  # in a game: uncompiled rules are a thousand times slower
SECONDS = 600


def trace(game: Game, seed: int) -> list[Any]:
    """Play one game at random; return the checksum of every position and the scores."""
    random, state = Random(seed), game.new(seed)
    steps: list[Any] = [state.check()]
    while not state.over and len(steps) <= MOST_DECISIONS:
        options = state.legal()
        state.play(options[random.randrange(len(options))].id)
        steps.append([len(options), state.decider, state.check()])
        hidden = state.copy(hidden_from=max(0, state.decider), seed=len(steps))
        steps.append(hidden.check())
    return [*steps, [state.score(player) for player in range(game.players)]]


def check_uncompiled(game: Game, seeds: list[int]) -> str:
    """Compare the games of these seeds with those of plain Python; return why not, if that is impossible."""
    if not COMPILED:
        return "Numba is switched off"
    order = {"home": _home(game), "family": game.family, "start": game.start, "name": game.name, "seeds": seeds}
    command = [sys.executable, "-c", f"import sys; from {__name__} import main; sys.exit(main())"]
    done = subprocess.run(
        command,
        input=json.dumps(order),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ContractBroken(f"the game cannot be played as plain Python: {last}")
    for seed, plain in zip(seeds, json.loads(done.stdout), strict=True):
        compiled = json.loads(json.dumps(trace(game, seed)))
        for step, (one, other) in enumerate(zip(compiled, plain, strict=False)):
            if one != other:
                raise ContractBroken(
                    f"compiled rules differ from the same rules as plain Python; narrow integers may overflow "
                    f"(seed {seed}, step {step})"
                )
    return ""


def _home(game: Game) -> str:
    """Return the module or file that a game's class comes from."""
    name = type(game).__module__
    in_a_package = "." in name and not name.startswith(user_code.PREFIX)
    return name if in_a_package else str(sys.modules[name].__file__)


def _rebuilt(order: dict[str, Any]) -> Game:
    """Return the game that another process describes."""
    module = user_code.load_module(order["home"], "game")
    families = [each for each in vars(module).values() if isinstance(each, Family) and each.name == order["family"]]
    family = families[0] if families else registry.family(order["family"])
    game: Game = family.game(order["start"], order["name"])
    return game


def main() -> int:
    """Play the games that standard input asks for, and print their traces."""
    order = json.load(sys.stdin)
    try:
        game = _rebuilt(order)
    except CardwrightError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps([trace(game, seed) for seed in order["seeds"]]))
    return 0
