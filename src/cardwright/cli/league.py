"""`cardwright league`: a tournament of agents with ratings and a matrix of who beats whom."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.core.showing.progress import bar

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
    picture,
    with_prompt,
    working,
)
from .tables import print_result


def command(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    agents: Annotated[list[str], typer.Option(help="An agent, as in mcts:200; name at least two.")],
    games: Annotated[int, typer.Option(help="Games per table; two agents meet at two tables.")] = 100,
    mix: Annotated[int, typer.Option(help="Different agents at a table, in games for three or more.")] = 2,
    players: Annotated[int | None, typer.Option(help="Number of players, where the game allows several.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the league (default: random).")] = None,
    scenario: ScenarioName = None,
    jobs: Workers = None,
    log: Annotated[Path | None, typer.Option(help="Folder for the games of every table.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play only what the folder lacks.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Write the ratings and the matrix as .svg or .png.", callback=picture)
    ] = None,
    device: Annotated[str, typer.Option(help="Where compiled agents play: cpu, gpu or auto.")] = "auto",
    on: On = None,
    concurrency: Concurrency = None,
    prompt: PromptFile = None,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Play a tournament between agents with balanced seats; report ratings, win rates and who beats whom.

    Ctrl-C stops after the games in progress, prints the standings so far and keeps the games in the folder.

    Example: cardwright league cgdl:uno --agents random --agents mcts:20 --agents mcts:100 --log uno_league
    """
    from cardwright import arena
    from cardwright.core.compiling import jit
    from cardwright.core.showing import pictures

    jit.watch_compiling()
    load_games(python_games)
    code = 0
    try:
        with working(on), bar("league") as progress:
            league = arena.league(
                chosen_game(game, scenario),
                with_prompt(agents, prompt),
                games=games,
                mix=mix,
                players=players,
                seed=seed,
                jobs=jobs,
                folder=log,
                resume=resume,
                device=device,  # type: ignore[arg-type]  # arena.run checks it
                concurrency=concurrency,
                progress=progress,
            )
    except arena.LeagueInterrupted as interrupted:
        league, code = interrupted.league, 130
    print_result(league, as_json)
    if plot is not None:
        pictures.save(league.plot(), plot)
    return code
