"""`cardwright papers minists`: the figures of "MiniStS: A Testbed for Dynamic Rule Exploration", next to ours."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, On, Threads, working
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate
    from cardwright.papers.minists import Report


def command(
    quick: Annotated[bool, typer.Option("--quick", help="Run a first look, in seconds instead of minutes.")] = False,
    agents: Annotated[
        list[str] | None, typer.Option(help="A further agent to compare, such as llm:MODEL; repeatable.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 0,
    jobs: Threads = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Repeat the figures of "MiniStS: A Testbed for Dynamic Rule Exploration": first battles, agents, grown cards.

    Example: cardwright papers minists --quick --seed 1

    A language model: cardwright papers minists --agents llm:llama3.1:8b
    """
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.papers import minists as paper

    jit.watch_compiling()
    with working(on), bar("experiments") as move:
        report = paper.reproduce(paper.QUICK if quick else paper.FULL, seed, agents or (), jobs, move)
    if as_json:
        print(json.dumps(report.to_dict(), indent=1))
    else:
        _print(report)


def _print(report: Report) -> None:
    from cardwright.core.showing.terminal import Console
    from cardwright.papers.minists import PAPER

    console = Console()
    rows: list[tuple[str, ...]] = [
        ("paper", "1,000", str(PAPER["turns"]), "-", str(PAPER["actions"]), str(PAPER["actions"]), "-")
    ]
    for row in report.first:
        figures = (each.text(1) for each in (row.turns, row.cards, row.decisions, row.questions))
        rows.append((row.encounter, f"{row.battles:,}", *figures, f"{row.wins.value:.0%}"))
    columns = ("encounter", "battles", "turns", "cards", "decisions", "questions", "wins")
    console.print("First battles by the first-action agent")
    print_table(columns, rows, **WITHOUT_LINES)
    times = [("paper, 50 threads", f"less than {PAPER['milliseconds']}")]
    times += [(f"{name}, one thread", each.text(4)) for name, each in report.milliseconds.items()]
    console.print("\nTime of a battle")
    print_table(("played", "milliseconds"), times, **WITHOUT_LINES)
    encounters = list(dict.fromkeys(each.where for each in report.agents))
    agents = list(dict.fromkeys(each.agent for each in report.agents))
    cells = {(each.agent, each.where): each for each in report.agents}
    rows_of_agents = []
    for agent in agents:
        found = [cells[agent, where] for where in encounters]
        rows_of_agents.append((agent, *(each.figure.text(2 if each.wins is None else 1) for each in found)))
    console.print("\nAgents: HP left, 0 after a loss, and the gap to the best play")
    print_table(("agent", *encounters), rows_of_agents, **WITHOUT_LINES)
    cards = report.cards
    shares = {"valid": cards.valid, **cards.flags, "any of these four": cards.degenerate, "duplicate": cards.duplicates}
    console.print(f"\nCards of the grammar alone: {cards.grown:,} grown, {cards.judged:,} judged", highlight=False)
    print_table(("cards", "share"), [(name, _share(each)) for name, each in shares.items()], **WITHOUT_LINES)
    console.print()
    for sentence in report.explanation():
        console.print(f"- {sentence}", highlight=False)


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} [{estimate.low:.1%}, {estimate.high:.1%}]"
