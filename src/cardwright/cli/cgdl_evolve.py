"""`cardwright cgdl evolve`: evolve games and write the good ones to a folder."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, On, Processes, seed_of_run, working

if TYPE_CHECKING:
    from cardwright.cgdl.language.tree import Game
    from cardwright.generate.games import Evolution, Settings

MINUTES = 30.0


def command(
    out: Annotated[Path, typer.Option(help="Folder for the games found and the state of the search.")],
    minutes: Annotated[
        float | None, typer.Option(help="Minutes to search (default: 30, or no limit with --evaluations).")
    ] = None,
    evaluations: Annotated[int | None, typer.Option(help="Games to evaluate in all.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Processes = None,
    on: On = None,
    players: Annotated[
        list[int] | None, typer.Option(help="Number of players; repeatable (default: 2, 3 and 4).")
    ] = None,
    language: Annotated[int, typer.Option(min=1, max=3, help="Highest language of the games: 1, 2 or 3.")] = 2,
    parent: Annotated[
        list[str] | None,
        typer.Option(help="Game to take parts from, a file or a name; repeatable (default: all known games)."),
    ] = None,
    from_nothing: Annotated[
        bool, typer.Option("--from-nothing", help="Begin with random games only, without parts of known games.")
    ] = False,
    threshold: Annotated[
        list[str] | None, typer.Option(help="Threshold of a stage, as in fair.most=0.1; repeatable.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the search in the folder.")] = False,
    as_json: AsJson = False,
) -> int:
    """Evolve new games: bred by the grammar, tested by a cascade of stages, kept if they differ.

    Each game that passes is written to the folder, ready to be played, with a page of rules and figures. Ctrl-C stops
    the search and keeps the games found; --resume continues it.

    Example: cardwright cgdl evolve --minutes 30 --seed 1 --jobs 2 --out my_games
    """
    from cardwright import cgdl
    from cardwright.core.compiling import jit
    from cardwright.generate.games import Settings
    from cardwright.generate.games.checkpoint import FILE, load

    jit.watch_compiling()
    settings = Settings(
        seed_of_run(out / FILE, resume, lambda: load(out).settings.seed) if seed is None else seed,
        tuple(players or (2, 3, 4)),
        language,
        tuple(map(cgdl.text, _parents(parent, language, from_nothing))),
        dict(map(_threshold, threshold or ())),
    )
    if minutes is None and evaluations is None:
        minutes = MINUTES
    with working(on):
        evolution = _run(settings, minutes, evaluations, jobs, out, resume)
    _report(evolution, out, as_json)
    return 130 if evolution.interrupted else 0


def _run(
    settings: Settings, minutes: float | None, evaluations: int | None, jobs: int | None, out: Path, resume: bool
) -> Evolution:
    from cardwright.core.showing.progress import bar
    from cardwright.generate.games import evolve

    began = time.monotonic()
    with bar("evolving games") as move:

        def show(evolution: Evolution) -> None:
            found = f"({len(evolution.archive)} found)"
            if evaluations is not None:
                move(evolution.evaluations, evaluations, found)
            else:
                move(int(time.monotonic() - began), int(60 * (minutes or 0)), f"{found}, seconds")

        return evolve(
            settings, minutes=minutes, evaluations=evaluations, jobs=jobs, folder=out, resume=resume, progress=show
        )


def _parents(names: list[str] | None, language: int, from_nothing: bool) -> list[Game]:
    """Return the games named; without names, all games of the language that come with Cardwright."""
    from cardwright import cgdl
    from cardwright.core.errors import BadData

    if names and from_nothing:
        raise BadData("--from-nothing and --parent cannot be combined")
    if names or from_nothing:
        return list(map(cgdl.load, names or ()))
    return [game for game in map(cgdl.load, cgdl.games()) if game.language <= language]


def _threshold(text: str) -> tuple[str, float]:
    from cardwright.core.errors import BadData

    path, _, value = text.partition("=")
    try:
        return path.strip(), float(value)
    except ValueError:
        raise BadData(f"--threshold {text!r}: expected STAGE.THRESHOLD=NUMBER, as in fair.most=0.1") from None


def _report(evolution: Evolution, out: Path, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"folder": str(out), **evolution.to_data()}))
        return
    from rich.table import Table

    from cardwright.core.showing.terminal import Console
    from cardwright.generate.games.archive import ranks

    console = Console()
    if not evolution.evaluations:
        console.print("No generation was completed: give the search more time, as in --minutes 5.", soft_wrap=True)
        return
    table = Table(
        "game", "players", "turns", "skill", "quality", "rank", title=f"Games found: {len(evolution.archive)}, in {out}"
    )
    games = evolution.archive.games()
    standing = ranks(games)
    for each in sorted(games, key=lambda each: -standing[each.number]):
        verdict = each.judgement
        quality = (f"{verdict.quality:.2f}", f"{standing[each.number]:.2f}")
        table.add_row(
            f"{each.file_name}.cgdl", str(each.game.players), f"{verdict.length:.0f}", f"{verdict.skill:.2f}", *quality
        )
    console.print(table)
    for each in games:
        parts = (f"{name} {verdict.merit:.2f}" for name, verdict in each.judgement.verdicts.items())
        console.print(f"{each.file_name}: {', '.join(parts)}", soft_wrap=True)
    kept = f"{len(evolution.archive)} kept" if len(evolution.archive) else "no game was kept"
    console.print(f"{evolution.evaluations:,} evaluations, seed {evolution.settings.seed}; {kept}.", soft_wrap=True)
    for reason, count in evolution.reasons().items():
        console.print(f"{count:8,} not kept because {reason}", soft_wrap=True)
