"""`cardwright cfr`: find a strategy for a small game and say how far it is from an equilibrium."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

from .options import GAME_HELP, AsJson, GameOptions, load_games

if TYPE_CHECKING:
    from cardwright.training.equilibrium import Step

FORGETFUL = "Players forget: some information sets hold less than a player has seen and done."


def command(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    iterations: Annotated[int, typer.Option(help="Iterations of regret minimisation.")] = 100_000,
    deals: Annotated[int, typer.Option(help="Deals in which the strategy is measured.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the training and of the deals.")] = 1,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Solve a small game for two players by counterfactual regret minimisation, and measure the result.

    The table shows the mean score of the first player, and what best responses gain against the strategy.
    The agent cfr:ITERATIONS plays by it.

    Example: cardwright cfr examples/kuhn.py:family --iterations 100000
    """
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.training.equilibrium import approach

    jit.watch_compiling()
    load_games(python_games)
    chosen = registry.game(game)
    with bar("training") as progress:
        steps = list(approach(chosen, iterations, deals, seed, progress))
    if as_json:
        print(json.dumps({"game": game, "seed": seed, "deals": deals, "steps": list(map(asdict, steps))}, indent=2))
    else:
        _print(f"{chosen.family}:{chosen.name}, seed {seed}, {deals:,} deals, 95 % intervals", steps)


def _print(title: str, steps: list[Step]) -> None:
    from .tables import print_table

    rows = [
        [
            f"{each.iterations:,}",
            f"{each.information_sets:,}",
            *(found.text(4, "+") for found in (each.measured.value, each.measured.at_least, each.measured.at_most)),
        ]
        for each in steps
    ]
    columns = ["iterations", "sets", "score of P1", "exploitability ≥", "exploitability ≤"]
    print_table(columns, rows, title, title_justify="left")
    if not all(each.measured.remembered for each in steps):
        print(FORGETFUL)
