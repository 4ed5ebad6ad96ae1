"""`cardwright cgdl play`: play a game many times and count how the plays end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, GameOfCards, Workers
from .tables import print_table

if TYPE_CHECKING:
    from cardwright.arena import Series
    from cardwright.cgdl.tally import Tally


def command(
    game: GameOfCards,
    games: Annotated[int, typer.Option(help="Number of plays.")] = 1000,
    seats: Annotated[
        str | None, typer.Option(help="Agents by seat, as in mcts:200,random,random (default: all random).")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Play a game many times and show the wins of each seat, draws, crashes and turns.

    A play is stopped at the turn limit, and crashes if a rule requires something impossible; `cgdl judge` tells the two
    apart.

    Example: cardwright cgdl play texas --games 1000 --seed 1
    """
    from cardwright import arena, cgdl
    from cardwright.cgdl.tally import tally
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bars

    jit.watch_compiling()
    built = cgdl.game(game)
    with bars() as progress:
        result = arena.run(
            built, [seats or f"{built.players}*random"], games=games, seed=seed, jobs=jobs, progress=progress
        )
    series = result.series[0]
    counted = tally(series.columns, built.players)
    if as_json:
        head = {"game": game, "games": counted.games, "seed": result.plan.seed, "seats": list(series.agents)}
        print(json.dumps({**head, **counted.to_dict()}))
    else:
        _show(f"{game}, {counted.games:,} plays, seed {result.plan.seed}", counted, series)


def _show(title: str, counted: Tally, series: Series) -> None:
    """Print a table with 95 % intervals."""
    from cardwright.arena import statistics

    seats = enumerate(zip(series.agents, counted.wins, strict=True), 1)
    counts = [(f"P{seat} ({agent}) wins", wins) for seat, (agent, wins) in seats]
    rows = []
    losses = [("losses", counted.lost)] if len(counted.wins) == 1 else []
    for name, number in [*counts, *losses, ("draws", counted.draws), ("stopped or crashed", counted.crashes)]:
        share = statistics.rate(number, counted.games)
        rows.append((name, f"{number:,}", f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"))
    if counted.crashes < counted.games:
        turns = statistics.mean(series.columns["turns"][~series.columns["crashed"]])
        interval = f"{turns.low:.1f} to {turns.high:.1f}"
        rows.append(("turns, mean of the other plays", "", f"{turns.value:.1f}", interval))
    print_table(("", "plays", "share", "95 % interval"), rows, title)
