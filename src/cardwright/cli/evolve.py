"""`cardwright evolve`: better weights for the agent `rules`, by evolution; and what can be done with evolutions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from .options import GAME_HELP, AsJson, GameOptions, On, Threads, load_games, picture, seed_of_run, working

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate
    from cardwright.core.game import Game
    from cardwright.training import Settings, Trained

MOST_ROWS = 20  # generations in the table; generations.csv has them all
RUN = "run"


class _Evolve(TyperGroup):
    """Lets `cardwright evolve GAME` mean `cardwright evolve run GAME`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Add the name of the command that evolves, if none is named."""
        if args and args[0] not in (*self.commands, "--help", "-h"):
            args = [RUN, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Evolve,
    no_args_is_help=True,
    help="Evolve the weights of the agent `rules` for a game, and compare evolutions.\n\n"
    "`cardwright evolve GAME` is short for `cardwright evolve run GAME`.\n\n"
    "Example: cardwright evolve unicorns --opponents rules --seed 1 --out evolved",
)


@app.command(RUN)
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
        list[str] | None, typer.Option(help="Weights to begin with, a file, a population or a name; repeatable.")
    ] = None,
    selection: Annotated[str, typer.Option(help="thesis: tournament or roulette.")] = "tournament",
    tournament: Annotated[int, typer.Option(help="thesis: individuals in a tournament.")] = 2,
    crossover: Annotated[
        str, typer.Option(help="thesis: random (between the parents), average, one-point or uniform.")
    ] = "random",
    elite: Annotated[
        str, typer.Option(help="thesis: who survives, the best of the population or of the parents.")
    ] = "population",
    crossover_rate: Annotated[float, typer.Option(help="thesis: share of pairs that have children.")] = 0.85,
    mutation_rate: Annotated[float, typer.Option(help="thesis: share of genes drawn anew in a child.")] = 0.1,
    sigma: Annotated[float, typer.Option(help="cma: first step, as a share of the range of a weight.")] = 0.2,
    patience: Annotated[
        int, typer.Option(help="Stop after so many generations without a better mean fitness (default: never).")
    ] = 0,
    test: Annotated[int, typer.Option(help="Games with new seeds in which the champion meets `rules`.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Seed of all randomness (default: random).")] = None,
    jobs: Threads = None,
    on: On = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the evolution in the folder.")] = False,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Evolve the weights of the agent `rules` for a game.

    The folder receives champion.yaml, to be named as rules:FOLDER/champion.yaml wherever an agent is named, the last
    population, the figures of every generation and a plot. Ctrl-C keeps all whole generations; --resume continues.

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
        selection=selection,
        tournament=tournament,
        crossover=crossover,
        elite=elite,
        crossover_rate=crossover_rate,
        mutation_rate=mutation_rate,
        sigma=sigma,
        patience=patience,
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
    from cardwright.training.judge import fitness_text

    with bar("evolving") as move:

        def show(trained: Trained, share: float) -> None:
            done = len(trained.verdicts)
            best = f"best {fitness_text(trained.judge.fitness, trained.history[-1].best)}, " if done else ""
            move(done, settings.generations, f"({best}{100 * share:.0f} % of the next generation)")

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
    from cardwright.training.judge import fitness_text

    from .tables import print_table

    step = max(1, -(-len(history) // MOST_ROWS))
    shown = [number for number in range(len(history)) if (number + 1) % step == 0 or number in (0, len(history) - 1)]
    rows = [
        (
            str(number + 1),
            *(fitness_text(trained.judge.fitness, value) for value in history[number][:3]),
            f"{100 * history[number].wins:.1f} %",
        )
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


@app.command("evaluate")
def evaluate_command(
    folders: Annotated[list[str], typer.Argument(help="Folders of evolutions, or files with populations or weights.")],
    game: Annotated[str, typer.Option("--game", help="Game (default: that of the first folder).")] = "",
    opponents: Annotated[
        str, typer.Option(help="Agents in the other seats, as in rules or 2*rules,2*random.")
    ] = "rules",
    games: Annotated[int, typer.Option(help="Games of each individual.")] = 1000,
    copies: Annotated[int, typer.Option(help="Seats of the individual in each game.")] = 2,
    best: Annotated[int, typer.Option(help="Individuals to print, and to keep with --out.")] = 20,
    out: Annotated[Path | None, typer.Option(help="File for the best as a population, which --start reads.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of all games, the same for all individuals.")] = 0,
    jobs: Threads = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate all individuals of the last generations of evolutions, and print them sorted, with 95 % intervals.

    Example: cardwright evolve evaluate runs/1 runs/2 --opponents random --best 100 --out best.json
    """
    from cardwright.core import registry
    from cardwright.core.errors import BadData
    from cardwright.core.showing.progress import bar
    from cardwright.training import checkpoint, evaluate
    from cardwright.training.population import write_population

    if out is not None and out.suffix != ".json":
        raise BadData(f"--out {str(out)[:60]!r}: a population is a .json file")
    folder = Path(folders[0])
    for each in folders:
        if not Path(each).exists():
            raise BadData(f"there is no folder or file {each[:200]!r}; name folders of evolutions, or files")
    if not game and not folder.is_dir():
        raise BadData(f"--game is needed: {folders[0][:60]!r} is not the folder of an evolution")
    chosen = registry.game(game or checkpoint.title_of(folder))
    rivals = _rivals(chosen, opponents, copies)
    with working(on), bar("games") as move:
        rows = evaluate(chosen, folders, rivals, games, copies, seed, jobs, lambda done, total: move(done, total, ""))
    if out is not None:
        made: dict[str, str | int] = {
            "by": "cardwright evolve evaluate",
            "opponents": opponents,
            "games": games,
            "seed": seed,
        }
        write_population(out, chosen, [each.weights for each in rows[:best]], made)
    _print_evaluated(rows, best, as_json)


def _rivals(game: Game, opponents: str, copies: int) -> list[Any]:
    from cardwright.agents import make_seats

    agents = [agent.at(game) for agent in make_seats(opponents)]
    return agents * (game.players - copies) if len(agents) == 1 else agents


def _print_evaluated(rows: list[Any], best: int, as_json: bool) -> None:
    from .tables import print_table

    if as_json:
        shown = [{**each._asdict(), "weights": list(each.weights), "wins": each.wins._asdict()} for each in rows]
        print(json.dumps(shown, indent=1))
        return
    lines = [
        (
            str(rank),
            f"{100 * each.wins.value:.1f} [{100 * each.wins.low:.1f},{100 * each.wins.high:.1f}]",
            f"{each.fitness:.2f}",
            str(each.number),
            each.source,
        )
        for rank, each in enumerate(rows[:best], start=1)
    ]
    print_table(("", "wins in %", "fitness", "individual", "from"), lines, f"The best of {len(rows)} individuals")


@app.command("plot")
def plot_command(
    folders: Annotated[list[Path], typer.Argument(help="Experiments: folders of evolutions, or of several runs each.")],
    out: Annotated[Path, typer.Option(help="Picture to write, .png or .svg.", callback=picture)],
    smooth: Annotated[int, typer.Option(min=1, help="Generations in a moving average.")] = 1,
    individuals: Annotated[
        bool, typer.Option("--individuals", help="Plot by individuals judged instead of generations.")
    ] = False,
) -> None:
    """Plot the fitness of several experiments, each as the mean over its runs.

    Example: cardwright evolve plot size-20 size-100 --smooth 10 --individuals --out sizes.png
    """
    from cardwright.core.showing.pictures import save
    from cardwright.training import experiments
    from cardwright.training.plots import experiments_plot

    save(experiments_plot(experiments(folders), smooth, individuals), out)
    print(f"{out} shows {len(folders)} experiments.")
