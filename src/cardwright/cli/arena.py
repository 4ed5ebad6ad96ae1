"""`cardwright arena`: play many games between agents and compare them in a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.core.showing.progress import bars

from .options import (
    GAME_HELP,
    AsJson,
    Concurrency,
    GameOptions,
    On,
    PromptFile,
    ScenarioName,
    Workers,
    chosen_game,
    load_games,
    with_prompt,
    working,
)
from .tables import print_result


def command(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    seats: Annotated[list[str], typer.Option(help="Agents of one series, as in mcts:200 or 2*rules,4*random.")],
    games: Annotated[int, typer.Option(help="Games per series.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Seed of the run (default: random).")] = None,
    scenario: ScenarioName = None,
    jobs: Workers = None,
    log: Annotated[Path | None, typer.Option(help="Folder or .parquet file for a log of every game.")] = None,
    replays: Annotated[int, typer.Option(help="Games per series to save move by move, next to the log.")] = 0,
    actions: Annotated[bool, typer.Option("--actions", help="Log every decision too, for cardwright report.")] = False,
    searches: Annotated[
        bool, typer.Option("--searches", help="With --actions: log visits and values of tree searches too.")
    ] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the log of a stopped run.")] = False,
    device: Annotated[str, typer.Option(help="Where compiled agents play: cpu, gpu or auto.")] = "auto",
    on: On = None,
    concurrency: Concurrency = None,
    prompt: PromptFile = None,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Compare agents: play many games from the same seeds and report win rates and scores with intervals.

    Ctrl-C stops after the games in progress, prints the results so far and keeps them in the log.

    Example: cardwright arena spire:jaw-worm --seats first --seats random --seats mcts:200 --games 1000 --seed 1

    On a cluster: cardwright arena spire:jaw-worm --seats mcts:200 --games 100000 --log runs --on ray://head:10001

    A language model: cardwright arena spire:jaw-worm --seats llm:llama3.1:8b+style=reason --games 20 --log runs
    """
    from cardwright import arena
    from cardwright.core.compiling import jit

    jit.watch_compiling()
    load_games(python_games)
    try:
        with working(on), bars() as progress:
            result = arena.run(
                chosen_game(game, scenario),
                with_prompt(seats, prompt),
                games=games,
                seed=seed,
                jobs=jobs,
                log=log,
                replays=replays,
                actions=actions,
                searches=searches,
                resume=resume,
                device=device,  # type: ignore[arg-type]  # arena.run checks it
                concurrency=concurrency,
                progress=progress,
            )
    except arena.Interrupted as interrupted:
        print_result(interrupted.result, as_json)
        return 130
    print_result(result, as_json)
    return 0
