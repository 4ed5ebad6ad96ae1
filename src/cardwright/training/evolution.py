"""The evolution of weights: generation after generation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardwright.arena.workers import Interrupt
from cardwright.core import registry
from cardwright.core.game import Game
from cardwright.core.showing.progress import shown
from cardwright.core.working.jobs import checked_jobs
from cardwright.core.working.workers import working_on

from . import checkpoint
from .settings import Settings
from .trained import Trained

Progress = Callable[[Trained, float], None]


def evolve(
    game: Game | str,
    settings: Settings,
    *,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    progress: Progress | bool | None = None,
) -> Trained:
    """Evolve the weights of the agent `rules` for a game, and return the evolution with its champion.

    `jobs` is the number of threads, and `on` a Ray cluster to use instead (docs/clusters.md); they make no difference
    to the result. `folder` receives the champion as a weights file, a table and a plot of the figures, the last
    population, and after each generation what is needed to `resume`. Ctrl-C stops after the last whole generation.
    `progress(trained, share)` is called as games finish, with the share of the generation in progress that has been
    played; True shows a bar.

    >>> trained = evolve("spire:jaw-worm", Settings(seed=1, population=4, generations=1, games=4))
    >>> trained.history[0].best >= trained.history[0].mean
    True
    """
    trained = Trained(game if isinstance(game, Game) else registry.game(game), settings)
    trained.judge.jobs = checked_jobs(jobs)
    if folder is not None:
        checkpoint.begin(Path(folder), trained, resume)
    with working_on(on), Interrupt() as interrupt, shown(progress, "evolving", _step) as report:
        while not trained.ended and not interrupt.requested:
            verdict = trained.judge.evaluate(
                trained.individuals(),
                trained.opponents(),
                trained.seed(),
                stop=lambda: interrupt.requested,
                done=(lambda done, total: report(trained, done / total)) if report else None,
            )
            if verdict is None:
                break
            trained.add(verdict)
            if folder is not None:
                checkpoint.save(Path(folder), trained)
            if report:
                report(trained, 0.0)
    trained.interrupted = interrupt.requested
    if folder is not None and trained.verdicts:
        from cardwright.core.showing.pictures import save

        from .plots import fitness_plot
        from .population import write_population

        write_population(
            Path(folder) / checkpoint.POPULATION,
            trained.game,
            [each.tolist() for each in trained.last],
            {"by": "cardwright evolve"},
        )
        save(fitness_plot({"": trained.history}, trained.judge.fitness), Path(folder) / checkpoint.PLOT)
    return trained


def _step(trained: Trained, share: float) -> tuple[float, int, str]:
    best = f"generations, best {trained.history[-1].best:.2f}" if trained.verdicts else "generations"
    return round(len(trained.verdicts) + share, 1), trained.settings.generations, best
