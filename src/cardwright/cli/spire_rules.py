"""`cardwright spire compare-rules`: what a rule does to a space of decks, sets of rules and fights."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, Threads
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from cardwright.papers.minists_rules import Moved, Space

SHOWN = 4  # of the places where a rule does most, and of those where it does least


def command(
    rules: Annotated[list[str], typer.Argument(help="Powers or statuses that come into force, such as Barricade.")],
    content: Annotated[Path | None, typer.Option(help="A file with custom cards and statuses.")] = None,
    metric: Annotated[str, typer.Option(help="What counts: hp (HP left, 0 after a loss), wins or turns.")] = "hp",
    agent: Annotated[str, typer.Option(help="Who plays.")] = "lookahead:1",
    points: Annotated[int, typer.Option(min=1, max=100_000, help="Decks with rules and a fight, at random.")] = 200,
    battles: Annotated[int, typer.Option(min=1, max=10_000, help="Battles of each point, with each rule.")] = 30,
    seed: Annotated[int, typer.Option(help="Seed of points and battles.")] = 0,
    jobs: Threads = None,
    out: Annotated[Path | None, typer.Option(help="Folder for points.json, rules.svg and rules.png.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure what rules do to a space of designs, as in Figures 2 and 3 of the MiniStS paper.

    A point of the space is a deck, a set of powers in force and a fight, drawn at random. Each rule is added to each
    point, and the same battles are played without and with it.

    Example: cardwright spire compare-rules Barricade Metallicize --seed 1 --out space
    """
    from cardwright.core import files
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.papers import minists_rules
    from cardwright.spire import load

    jit.watch_compiling()
    own = None if content is None else load(content)
    folder = None if out is None else files.make_folder(out)  # a bad folder must fail now, not after minutes of play
    with bar("points") as move:
        space = minists_rules.explore(
            rules, own, metric=metric, agent=agent, points=points, battles=battles, seed=seed, jobs=jobs, progress=move
        )
    if folder is not None:
        _write(space, folder)
    if as_json:
        print(json.dumps(space.to_dict(), indent=1))
    else:
        _print(space)


def _write(space: Space, folder: Path) -> None:
    from cardwright.core import files
    from cardwright.core.showing.pictures import save
    from cardwright.papers.minists_figures import draw_space

    files.write(folder / "points.json", json.dumps(space.to_dict(), indent=1))
    figure = draw_space(space)
    save(figure, folder / "rules.svg")
    save(figure, folder / "rules.png")


def _print(space: Space) -> None:
    from cardwright.arena import statistics
    from cardwright.core.showing.terminal import Console
    from cardwright.papers.minists_figures import NAMES

    digits = 3 if space.metric == "wins" else 1
    base = statistics.mean(space.base.mean(axis=1)).text(digits)
    console = Console()
    size = f"{_counted(len(space.points), 'point')} of {_counted(space.battles, 'battle')}"
    console.print(f"{size}; {NAMES[space.metric]} without a rule: {base}", highlight=False)
    rules = list(space.values)
    rows = [_row(rule, space.moved(rule), digits) for rule in rules]
    rows += [
        _row(f"{first} less {second}", space.moved(first, second), digits)
        for k, first in enumerate(rules)
        for second in rules[k + 1 :]
    ]
    columns = ("rule", "shift", "quartiles", "deviation", "of it noise", "better", "worse")
    print_table(columns, rows, **WITHOUT_LINES)
    for rule in rules:
        places = [f"{name} {each.text(digits, '+')}" for name, each in space.beside(rule).items()]
        if len(places) > 2 * SHOWN:
            console.print(f"{rule} does most {', '.join(places[:SHOWN])}", highlight=False)
            console.print(f"{rule} does least {', '.join(places[-SHOWN:])}", highlight=False)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _row(name: str, moved: Moved, digits: int) -> tuple[str, ...]:
    quartiles = " ".join(f"{each:+.{digits}f}" for each in moved.quartiles)
    spread = ("-" if math.isnan(each) else f"{each:.{digits}f}" for each in (moved.deviation, moved.noise))
    shares = (f"{each.value:.0%}" for each in (moved.better, moved.worse))
    return name, moved.shift.text(digits, "+"), quartiles, *spread, *shares
