"""Compile what many tests share, once and on all cores, before they start.

Otherwise each test compiles a kernel for its own agents, although one for all of them would do, and processes wait for
each other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
sys.path.insert(0, str(Path(__file__).parent / "agents"))

import kuhn
import leduc
from climb_game import Climb

import cardwright
from cardwright.agents.warm import play_a_move, warm
from cardwright.core.game import Game

FORGE = Path(__file__).parents[1] / "examples" / "forge.yaml"

GAMES: dict[str, Callable[[], Game]] = {  # the slowest first
    "battles with rules of their own": lambda: cardwright.spire.battle(content=FORGE),
    "spire": lambda: cardwright.game("spire"),
    "unicorns": lambda: cardwright.game("unicorns"),
    "cgdl, language 3": lambda: cardwright.game("cgdl:auction_whist"),
    "cgdl, languages 1 and 2": lambda: cardwright.game("cgdl:uno"),
    "climb": Climb,
    "kuhn": lambda: kuhn.family.game({}),
    "leduc": lambda: leduc.family.game({}),
    "autobattler": lambda: cardwright.game("autobattler"),
}
RULES_ONLY = ("spire:run", "cgdl:twelve_up")  # which few tests let search


def compile_game(name: str) -> None:
    """Compile what the facade and, in most games, the agents need to play."""
    if name in RULES_ONLY:
        play_a_move(cardwright.game(name))
    else:
        warm(GAMES[name]())


if __name__ == "__main__":
    with get_context("spawn").Pool() as pool:
        pool.map(compile_game, [*GAMES, *RULES_ONLY], chunksize=1)
