"""`cardwright cgdl evolve`: let games evolve, and write the good ones to a folder."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardwright.cgdl.tree import Game
    from cardwright.generate import Evolution

MINUTES = 30.0


def command(
    out: Annotated[Path, typer.Option(help="A folder for the games that are found, and for the search itself.")],
    minutes: Annotated[
        float | None, typer.Option(help="How long to search; 30 if the evaluations are not given either.")
    ] = None,
    evaluations: Annotated[
        int | None, typer.Option(help="How many games to evaluate in all, in whole generations of 192.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of all chance; by chance if not given.")] = None,
    jobs: Annotated[int, typer.Option(help="How many processes work side by side; they find the same games.")] = 1,
    players: Annotated[
        list[int] | None, typer.Option(help="How many play, once for every number; 2, 3 and 4 if not given.")
    ] = None,
    language: Annotated[int, typer.Option(min=1, max=2, help="2 with the extensions of the language, 1 without.")] = 2,
    parent: Annotated[
        list[str] | None,
        typer.Option(help="A game to take parts from, a file or a name; repeatable. Not given: all known ones."),
    ] = None,
    from_nothing: Annotated[
        bool, typer.Option("--from-nothing", help="Begin with random games alone, and take no parts from known ones.")
    ] = False,
    threshold: Annotated[
        list[str] | None, typer.Option(help="Another threshold of a stage, as in fair.most=0.1; repeatable.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search in the folder.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> int:
    """Let new games evolve: bred by the grammar, tested by a cascade of stages, kept if they differ.

    Each game that passes is written to the folder, ready to be played, with a page of rules and figures. Ctrl-C stops;
    what was found until then is kept, and --resume goes on.

    Example: cardwright cgdl evolve --minutes 30 --seed 1 --jobs 2 --out my_games
    """
    from cardwright import cgdl
    from cardwright.core import jit
    from cardwright.core.random import fresh_seed
    from cardwright.generate import Settings, evolve
    from cardwright.generate.checkpoint import FILE, load

    from .progress import bar

    jit.watch_compiling()
    if seed is None:
        seed = load(out).settings.seed if resume and (out / FILE).exists() else fresh_seed()
    settings = Settings(
        seed,
        tuple(players or (2, 3, 4)),
        language,
        tuple(map(cgdl.text, _parents(parent, language, from_nothing))),
        dict(map(_threshold, threshold or ())),
    )
    if minutes is None and evaluations is None:
        minutes = MINUTES
    began = time.monotonic()
    with bar("evolving games") as move:

        def show(evolution: Evolution) -> None:
            found = f"({len(evolution.archive)} found)"
            if evaluations is not None:
                move(evolution.evaluations, evaluations, found)
            else:
                move(int(time.monotonic() - began), int(60 * (minutes or 0)), f"{found}, seconds")

        evolution = evolve(
            settings, minutes=minutes, evaluations=evaluations, jobs=jobs, folder=out, resume=resume, progress=show
        )
    _report(evolution, out, as_json)
    return 130 if evolution.interrupted else 0


def _parents(names: list[str] | None, language: int, from_nothing: bool) -> list[Game]:
    """The games that were named; if none was, all of the language that come with Cardwright."""
    from cardwright import cgdl
    from cardwright.core.errors import BadData

    if names and from_nothing:
        raise BadData("--from-nothing: no parents can be named then")
    if names or from_nothing:
        return list(map(cgdl.load, names or ()))
    return [game for game in map(cgdl.load, cgdl.games()) if game.version <= language]


def _threshold(text: str) -> tuple[str, float]:
    from cardwright.core.errors import BadData

    place, _, value = text.partition("=")
    try:
        return place.strip(), float(value)
    except ValueError:
        raise BadData(f"--threshold {text!r}: expected STAGE.THRESHOLD=NUMBER, as in fair.most=0.1") from None


def _report(evolution: Evolution, out: Path, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"folder": str(out), **evolution.to_data()}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "turns", "skill", "quality", title=f"{len(evolution.archive)} games in {out}")
    for each in evolution.archive.games():
        verdict = each.judgement
        figures = (f"{verdict.length:.0f}", f"{verdict.skill:.2f}", f"{verdict.quality:.2f}")
        table.add_row(f"{each.file_name}.cgdl", str(each.game.players), *figures)
    console = Console(highlight=False)
    console.print(table)
    failed = ", ".join(f"{count:,} at '{stage}'" for stage, count in evolution.failures.most_common())
    console.print(
        f"{evolution.evaluations:,} evaluations, seed {evolution.settings.seed}; {evolution.passed} passed all stages. "
        f"Failed: {failed or 'none'}.",
        soft_wrap=True,
    )
