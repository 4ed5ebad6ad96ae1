"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

GAME_HELP = "A game (spire:jaw-worm), a scenario file, or a Python game (my_game.py:family)."

GameOptions = Annotated[
    list[str] | None,
    typer.Option("--game", help="Python game that a file needs, as in my_game.py:family; repeatable."),
]


def load_games(games: Iterable[str] | None) -> None:
    """Load Python games that scenario files and saved games name."""
    from cardwright.core import registry

    for each in games or ():
        registry.game(each)
