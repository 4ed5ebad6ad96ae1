"""`cardwright fit`: learn the value of positions from played games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

from .options import GAME_HELP, AsJson, GameOptions, load_games, target

if TYPE_CHECKING:
    from cardwright.training.fit import Fitted


def command(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    agents: Annotated[list[str] | None, typer.Option(help="Who plays; seats are drawn at random. Repeatable.")] = None,
    games: Annotated[int, typer.Option(help="Games to play.")] = 2000,
    positions: Annotated[int, typer.Option(help="Positions of each game, at random moments.")] = 5,
    target: Annotated[str, typer.Option(help="What is predicted: score or win.")] = "score",
    test_share: Annotated[float, typer.Option(help="Share of games held out for testing.")] = 0.3,
    estimate: Annotated[bool, typer.Option(help="Whether the game's own estimate is a feature.")] = True,
    seed: Annotated[int, typer.Option(help="Seed of the games.")] = 1,
    out: Annotated[Path | None, typer.Option(help="File for the weights, as in value.yaml.", callback=target)] = None,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Fit the value of positions to the results of games, and compare it with the game's own estimate.

    Features are the game's estimate and what its verb `summarise` writes. All figures are from games that the fit
    has not seen. Without --agents, random plays, and rules where the game has heuristics.

    Example: cardwright fit spire:jaw-worm --games 2000 --out jaw_worm_value.yaml
    """
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.training.fit import fit

    jit.watch_compiling()
    load_games(python_games)
    options = {"games": games, "positions": positions, "target": target, "test_share": test_share}
    options |= {"estimate": estimate, "seed": seed}
    with bar("playing") as progress:
        fitted = fit(registry.game(game), agents or (), **options, progress=progress)  # type: ignore[arg-type]
    if out is not None:
        fitted.save(out)
    if as_json:
        print(json.dumps(fitted.to_dict(), indent=2))
    else:
        _print(game, fitted)


def _print(game: str, fitted: Fitted) -> None:
    from cardwright.training.fit import COLUMNS

    from .tables import print_table

    title = f"{game}, {fitted.made['games']:,} games, seed {fitted.made['seed']}, 95 % intervals"
    print_table(COLUMNS, fitted.rows(), title, title_justify="left")
    print(f"Gain of the fitted value in log loss over the calibrated estimate: {fitted.gain.text(4)}")
