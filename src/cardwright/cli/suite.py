"""`cardwright suite`: battles that say what an agent understands."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

from . import suite_novel
from .options import AsJson, Concurrency, On, PromptFile, Workers, target, with_prompt, working
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from cardwright.suite.puzzles import Best, Puzzle
    from cardwright.suite.rules import Report

app = typer.Typer(
    help="Battles that say what an agent understands.\n\nExample: cardwright suite rules --agents random --games 10",
    no_args_is_help=True,
)
app.command("novel")(suite_novel.command)
Only = Annotated[list[str] | None, typer.Option("--only", help="A scenario to take instead of all; repeatable.")]


@app.callback()
def _suite() -> None:
    pass


@app.command()
def rules(
    agents: Annotated[list[str], typer.Option(help="An agent, as in mcts:400; repeatable.")],
    games: Annotated[int, typer.Option(help="Games per scenario and agent.")] = 20,
    seed: Annotated[int | None, typer.Option(help="Seed of all games (default: random).")] = None,
    only: Only = None,
    hp: Annotated[bool, typer.Option("--hp", help="Show HP left instead of gaps.")] = False,
    jobs: Workers = None,
    on: On = None,
    log: Annotated[Path | None, typer.Option(help="Folder for a log of each scenario.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Play only what the folder lacks.")] = False,
    concurrency: Concurrency = None,
    prompt: PromptFile = None,
    as_json: AsJson = False,
) -> int:
    """Measure how far agents are from the best play in battles that are lost by playing as usual.

    A gap is the share of the best play's HP that is missing: 0 is best play, 1 a loss. Ctrl-C prints the results so
    far.

    Example: cardwright suite rules --agents random --agents lookahead:2 --agents mcts:400 --games 20 --seed 1

    A language model: cardwright suite rules --agents llm:llama3.1:8b+style=reason --games 1 --log rules_llama
    """
    from cardwright.core.compiling import jit
    from cardwright.suite import rules as suite

    jit.watch_compiling()
    with working(on), bar("games") as move:
        report = suite.run(
            with_prompt(agents, prompt),
            games=games,
            seed=seed,
            only=only or (),
            jobs=jobs,
            concurrency=concurrency,
            log=log,
            resume=resume,
            progress=move,
        )
    if as_json:
        print(json.dumps(report.to_dict(), indent=1))
    else:
        _print_report(report, hp)
    return 0 if report.complete else 130


def _print_report(report: Report, hp: bool) -> None:
    from cardwright.core.showing.terminal import Console

    rows = []
    for each in report.puzzles():
        cells = [report.cells[each.name, agent] for agent in report.agents]
        shown = [cell.hp.text(1) if hp else cell.gap.text(2) for cell in cells]
        rows.append((each.name, str(each.best.hp if each.best else "-"), *shown))
    if not hp:
        rows.append(("mean", "", *(report.mean(agent).text(2) for agent in report.agents)))
    what = "HP left" if hp else "Gap to the best play"
    console = Console()
    console.print(f"{what}, {report.games} games each, seed {report.seed}, 95 % intervals", highlight=False)
    print_table(("scenario", "best", *report.agents), rows, **WITHOUT_LINES)
    twins = report.twins()
    if twins:
        names = dict.fromkeys(name for name, _ in twins)
        rows = [(name, *(twins[name, agent].text(2, "+") for agent in report.agents)) for name in names]
        print_table(("scenario", *report.agents), rows, "What other names add to the gap", **WITHOUT_LINES)
    for note in report.notes:
        console.print(note)


@app.command("list")
def list_scenarios(as_json: AsJson = False) -> None:
    """List the scenarios of the rules suite with their lessons.

    Example: cardwright suite list
    """
    from cardwright.suite import puzzles

    if as_json:
        rows = [{"name": each.name, "lesson": each.lesson, "twin_of": each.twin_of} for each in puzzles().values()]
        print(json.dumps(rows, indent=1))
    else:
        print_table(("scenario", "lesson"), [(each.name, each.lesson) for each in puzzles().values()], **WITHOUT_LINES)


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A scenario, as in `cardwright suite list`.")],
    solution: Annotated[bool, typer.Option("--solution", help="Show the best play too.")] = False,
    as_yaml: Annotated[bool, typer.Option("--yaml", help="Print a scenario file that other commands read.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a scenario: its lesson, the position, and what its cards and statuses do.

    Example: cardwright suite show enrage --solution

    To play one: cardwright suite show enrage --yaml > enrage.yaml && cardwright play enrage.yaml
    """
    from cardwright.core.data import to_yaml
    from cardwright.suite import puzzle

    chosen = puzzle(name)
    if as_yaml:
        print(to_yaml({"game": "spire", "name": chosen.name, "start": dict(chosen.start)}), end="")
    elif as_json:
        print(json.dumps(_described(chosen, solution), indent=1))
    else:
        _print_puzzle(chosen, solution)


def _described(chosen: Puzzle, solution: bool) -> dict[str, object]:
    game = chosen.game
    statuses = {name: game.content.status(name).text for name in game.status_names}
    best = chosen.best.model_dump(mode="json") if chosen.best else None
    return {
        "name": chosen.name,
        "lesson": chosen.lesson,
        "twin_of": chosen.twin_of,
        "start": dict(chosen.start),
        "cards": {name: game.content.card(name).describe(game.content) for name in _cards(chosen)},
        "statuses": statuses,
        **({"best": best} if solution else {}),
    }


def _cards(chosen: Puzzle) -> list[str]:
    """Return the names of the cards in the deck."""
    from cardwright.spire.notation.content import spelled_out

    return list(dict.fromkeys(spelled_out(chosen.start["deck"])))


def _print_puzzle(chosen: Puzzle, solution: bool) -> None:
    from cardwright.core.showing.terminal import Console

    console, game = Console(), chosen.game
    twin = f" (a twin of {chosen.twin_of})" if chosen.twin_of else ""
    lines = [f"{chosen.name}{twin}: {chosen.lesson}", "", str(game.new(seed=0, logged=True)), ""]
    for name in _cards(chosen):
        face = game.face(name)
        if face is not None:
            lines.append(f"{name} ({face.kind}, cost {face.cost}): {face.text or 'no text'}")
    lines += [f"{name}: {game.content.status(name).text}" for name in game.status_names]
    if solution and chosen.best:
        certainty = "proven to be best" if chosen.best.proven else "the best that is known"
        lines += ["", f"{chosen.best.hp} HP left, {certainty}:", *_turns(chosen.best)]
    for line in lines:
        console.print(line, markup=False, highlight=False)


def _turns(best: Best) -> list[str]:
    """Return the line of play, one turn on each line."""
    turns: list[list[str]] = [[]]
    for action in best.line:
        if action == "end turn":
            turns.append([])
        else:
            turns[-1].append(action)
    if not turns[-1]:  # the battle ended with the turn
        turns.pop()
    return [f"  turn {number}: {', '.join(actions) or 'nothing'}" for number, actions in enumerate(turns, 1)]


@app.command()
def search(
    only: Only = None,
    most: Annotated[int, typer.Option(help="Positions to visit per scenario at most.")] = 5_000_000,
    save: Annotated[Path | None, typer.Option(help="Write what was found to this YAML file.", callback=target)] = None,
    as_json: AsJson = False,
) -> int:
    """Search for the best play of each scenario, and compare it with what is stored.

    The exit code is 1 if the search finds anything else. Twins have the solutions of their originals.

    Example: cardwright suite search --only enrage
    """
    from cardwright.core import data, files
    from cardwright.core.compiling import jit
    from cardwright.suite import puzzle, puzzles, solve

    jit.watch_compiling()
    chosen = [puzzle(name) for name in only] if only else [each for each in puzzles().values() if not each.twin_of]
    found: dict[str, Best] = {}
    rows = []
    with bar("scenarios") as move:
        for number, each in enumerate(chosen):
            move(number, len(chosen), each.name)
            begun = time.perf_counter()
            found[each.name] = best = solve(each, most=most)
            seconds = time.perf_counter() - begun
            stored = "-" if each.best is None else str(each.best.hp)
            proven = "yes" if best.proven else "no"
            rows.append((each.name, str(best.hp), stored, proven, f"{best.positions:,}", f"{seconds:.1f}"))
    plain = {name: best.model_dump(mode="json") for name, best in found.items()}
    if save is not None:
        files.write(save, "".join(data.to_yaml({name: best}) for name, best in plain.items()))
    if as_json:
        print(json.dumps(plain, indent=1))
    else:
        columns = ("scenario", "best HP", "stored", "proven", "positions", "seconds")
        print_table(columns, rows, "Best play", **WITHOUT_LINES)
    return int(any(each.best is None or each.best.hp != found[each.name].hp for each in chosen))
