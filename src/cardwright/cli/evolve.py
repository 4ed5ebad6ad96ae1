"""`cardwright evolve`: better weights for the agent `rules`, by evolution."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import GAME_HELP, AsJson, GameOptions, On, Threads, load_games, seed_of_run, working

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate
    from cardwright.core.game import Game
    from cardwright.training import Settings, Trained

MOST_ROWS = 20  # generations in the table; generations.csv has them all


def command(
    game: Annotated[str, typer.Argument(help=GAME_HELP)],
    out: Annotated[Path, typer.Option(help="Folder for the champion, the figures and the state of the evolution.")],
    opponents: Annotated[
        str,
        typer.Option(
            help="Agents in the other seats, as in rules or 3*rules,2*mcts:100; `last` is the best of the last "
            "generation, `league` past champions."
        ),
    ] = "rules",
    method: Annotated[str, typer.Option(help="thesis (a genetic algorithm) or cma (CMA-ES).")] = "thesis",
    population: Annotated[int, typer.Option(help="Individuals in a generation.")] = 20,
    generations: Annotated[int, typer.Option(help="Generations in all.")] = 200,
    games: Annotated[int, typer.Option(help="Games of each individual in each generation.")] = 100,
    copies: Annotated[int, typer.Option(help="Seats of the individual in each game.")] = 1,
    fitness: Annotated[str, typer.Option(help="rank, win or score (default: rank; for one player, score).")] = "",
    genes: Annotated[
        list[str] | None, typer.Option(help="Weight or group of weights that evolves; repeatable (default: all).")
    ] = None,
    fix: Annotated[list[str] | None, typer.Option(help="Fix a weight, as in 'neigh limit=2'; repeatable.")] = None,
    start: Annotated[
        list[str] | None, typer.Option(help="Weights to begin with, a file or a name; repeatable.")
    ] = None,
    crossover: Annotated[
        str, typer.Option(help="thesis: random (any point between the parents) or average.")
    ] = "random",
    crossover_rate: Annotated[float, typer.Option(help="thesis: share of pairs that have children.")] = 0.85,
    mutation_rate: Annotated[float, typer.Option(help="thesis: share of genes drawn anew in a child.")] = 0.1,
    sigma: Annotated[float, typer.Option(help="cma: first step, as a share of the range of a weight.")] = 0.2,
    test: Annotated[int, typer.Option(help="Games with new seeds in which the champion meets `rules`.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Threads = None,
    on: On = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the evolution in the folder.")] = False,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Evolve the weights of the agent `rules` for a game.

    The folder receives champion.yaml, to be named as rules:FOLDER/champion.yaml wherever an agent is named, the
    figures of every generation and a plot. Ctrl-C keeps all whole generations; --resume continues.

    Example: cardwright evolve unicorns --opponents rules --seed 1 --out evolved

    Example: cardwright evolve spire:lagavulin --method cma --generations 50 --seed 1 --out lagavulin
    """
    from cardwright.core import registry
    from cardwright.core.compiling import jit
    from cardwright.core.errors import BadData
    from cardwright.training import Settings
    from cardwright.training.checkpoint import FILE
    from cardwright.training.judge import MOST_GAMES

    if not 0 <= test <= MOST_GAMES:
        raise BadData(f"--test: 0 to {MOST_GAMES:,} games are allowed, not {test:,}")
    jit.watch_compiling()
    load_games(python_games)
    settings = Settings(
        seed=seed_of_run(out / FILE, resume, lambda: _saved_seed(out / FILE)) if seed is None else seed,
        opponents=opponents,
        population=population,
        generations=generations,
        games=games,
        copies=copies,
        fitness=fitness,
        method=method,
        genes=tuple(genes or ()),
        fixed=dict(map(_fixed, fix or ())),
        start=tuple(start or ()),
        crossover=crossover,
        crossover_rate=crossover_rate,
        mutation_rate=mutation_rate,
        sigma=sigma,
    )
    with working(on):
        trained = _run(registry.game(game), settings, jobs, out, resume)
        tested = _tested(trained, test, jobs) if test and not trained.interrupted else {}
    _report(trained, tested, test, out, as_json)
    return 130 if trained.interrupted else 0


def _saved_seed(checkpoint: Path) -> int:
    """Return the seed in a checkpoint, whose other settings can differ from those of this run."""
    from cardwright.core import data
    from cardwright.core.random import fresh_seed

    value = data.read(checkpoint, data.LARGEST_CHECKPOINT).value
    settings = value.get("settings") if isinstance(value, dict) else None
    found = settings.get("seed") if isinstance(settings, dict) else None
    return found if isinstance(found, int) else fresh_seed()


def _fixed(text: str) -> tuple[str, float]:
    from cardwright.core.errors import BadData

    name, _, value = text.rpartition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise BadData(f"--fix {text[:60]!r}: expected WEIGHT=NUMBER, as in 'neigh limit=2'") from None


def _run(game: Game, settings: Settings, jobs: int | None, out: Path, resume: bool) -> Trained:
    from cardwright.core.showing.progress import bar
    from cardwright.training import evolve

    with bar("evolving") as move:

        def show(trained: Trained, share: float) -> None:
            done = len(trained.verdicts)
            best = f"best {trained.history[-1].best:.2f}, " if done else ""
            move(done, settings.generations, f"({best}{share:.0%} of the next generation)")

        return evolve(game, settings, jobs=jobs, folder=out, resume=resume, progress=show)


def _tested(trained: Trained, games: int, jobs: int | None) -> dict[str, Estimate]:
    """Return how often the champion and the usual weights win in the same new games, in a third of the seats."""
    from cardwright.agents import Rules
    from cardwright.core.random import seed_for
    from cardwright.training import contest

    copies = max(1, trained.game.players // 3)
    rivals = [Rules()] * (trained.game.players - copies)
    seed = seed_for(trained.settings.seed, "test")
    own = {"champion": Rules(trained.weights), "rules": Rules()}
    return {name: contest(trained.game, [each] * copies, rivals, games, seed, jobs) for name, each in own.items()}


def _report(trained: Trained, tested: dict[str, Estimate], games: int, out: Path, as_json: bool) -> None:
    from cardwright.training import FITNESS

    history = trained.history
    if as_json:
        content = {
            "folder": str(out),
            "seed": trained.settings.seed,
            "generations": [each._asdict() for each in history],
            "weights": trained.named_weights(),
            "test": {name: {"games": games, **each._asdict()} for name, each in tested.items()},
        }
        print(json.dumps(content, indent=1))
        return
    if not history:
        print(f"No generation was finished, so {out} has no champion yet; seed {trained.settings.seed}.")
        return
    from cardwright.core.showing.terminal import Console

    from .tables import print_table

    step = max(1, -(-len(history) // MOST_ROWS))
    shown = [number for number in range(len(history)) if (number + 1) % step == 0 or number in (0, len(history) - 1)]
    rows = [
        (str(number + 1), *(f"{value:.3f}" for value in history[number][:3]), f"{100 * history[number].wins:.1f} %")
        for number in shown
    ]
    title = f"Fitness: {FITNESS[trained.judge.fitness]}"
    print_table(("generation", "best", "mean", "worst", "wins of the best"), rows, title)
    console = Console()
    for name, each in tested.items():
        figures = f"{100 * each.value:.1f} % [{100 * each.low:.1f}, {100 * each.high:.1f}]"
        seats = max(1, trained.game.players // 3)
        against = f" in {seats} of {trained.game.players} seats against rules" if trained.game.players > 1 else ""
        console.print(f"{name}: wins {figures} of {games:,} new games{against}", soft_wrap=True)
    console.print(f"The champion is rules:{out / 'champion.yaml'}; seed {trained.settings.seed}.", soft_wrap=True)
