"""`cardwright cgdl judge`: play a game and say how good it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import AsJson, GameOfCards, Threads, target
from .tables import print_result


def command(
    game: GameOfCards,
    games: Annotated[int, typer.Option(help="Number of random plays; those of searches follow from it.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Threads = None,
    output: Annotated[Path | None, typer.Option(help="File for the result as one HTML page.", callback=target)] = None,
    as_json: AsJson = False,
) -> None:
    """Judge a game by play: does it end, is it fair, do skill and choices matter, and which rules are never used?

    It is played by random players and by tree searches, for a minute or a few. Sentences at the end say what is wrong.

    Example: cardwright cgdl judge my_game.cgdl --seed 1 --output my_game.html

    Example: cardwright cgdl judge uno --games 200 --json
    """
    from cardwright.core import files
    from cardwright.core.compiling import jit
    from cardwright.generate.games import judge

    jit.watch_compiling()
    review = judge(game, games=games, seed=seed, jobs=jobs, progress=True)
    if output is not None:
        files.write(output, review.to_html())
    print_result(review, as_json)
