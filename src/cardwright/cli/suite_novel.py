"""`cardwright suite novel`: agents on decks of new cards, next to decks of known ones."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

from .options import AsJson, Concurrency, On, PromptFile, Workers, with_prompt, working
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from cardwright.suite.novel import Report


def command(
    cards: Annotated[Path, typer.Option(help="A JSON or YAML file with new cards, such as an archive.")],
    agents: Annotated[list[str], typer.Option(help="An agent, as in mcts:400; name at least two.")],
    decks: Annotated[int, typer.Option(help="Decks of new cards, and as many of known cards.")] = 20,
    games: Annotated[int, typer.Option(help="Games per deck, fight and agent.")] = 10,
    seed: Annotated[int | None, typer.Option(help="Seed of decks and games (default: random).")] = None,
    jobs: Workers = None,
    on: On = None,
    concurrency: Concurrency = None,
    prompt: PromptFile = None,
    as_json: AsJson = False,
) -> int:
    """Rank agents on cards they have never seen, and compare with their ranks on known cards.

    Ctrl-C prints the results of the decks that are complete.

    Example: cardwright suite novel --cards archive.json --agents random --agents lookahead:1 --agents mcts:200
    """
    from cardwright.core.compiling import jit
    from cardwright.suite import novel

    jit.watch_compiling()
    with working(on), bar("decks") as move:
        report = novel.run(
            cards,
            with_prompt(agents, prompt),
            decks=decks,
            games=games,
            seed=seed,
            jobs=jobs,
            concurrency=concurrency,
            progress=move,
        )
    if as_json:
        print(json.dumps(report.to_dict(), indent=1))
    else:
        _print(report)
    return 0 if report.complete else 130


def _print(report: Report) -> None:
    from cardwright.core.showing.terminal import Console

    console = Console()
    title = f"HP left: {len(report.decks)} pairs of decks, {report.games} games per fight, seed {report.seed}"
    console.print(f"{title}, 95 % intervals", highlight=False, soft_wrap=True)
    rows = []
    for agent in sorted(report.agents, key=lambda each: report.rank("known", each)):
        known, novel = (f"{report.rank(kind, agent):g}" for kind in ("known", "novel"))
        figures = [report.hp("known", agent), report.hp("novel", agent)]
        shown = [each.text(1) for each in figures]
        rows.append((agent, shown[0], known, shown[1], novel, report.change(agent).text(1, "+")))
    columns = ("agent", "known cards", "rank", "new cards", "rank", "difference")
    print_table(columns, rows, **WITHOUT_LINES)
    for name, each in report.correlations().items():
        interval = "" if math.isnan(each.low) else f" [{each.low:.2f}, {each.high:.2f}]"
        value = "unknown, because agents are equal" if math.isnan(each.value) else f"{each.value:.2f}{interval}"
        words = f"{name.capitalize()}'s rank correlation of {len(report.agents)} agents"
        console.print(f"{words}: {value}", highlight=False)
    if report.faults:
        console.print(f"{report.faults:,} games were stopped by a fault in the rules; they count as lost.")
