"""Tuning: check a study, search its space, and finish with a result."""

from __future__ import annotations

from pathlib import Path

from cardwright.core.files import make_folder
from cardwright.core.random import seed_for
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import working_on

from . import checkpoint
from .checkpoint import Memory
from .checks import check_bounds
from .finish import Finish, Result
from .optimisers import check, optimise
from .search import Progress, Search
from .study import Study

__all__ = ["Result", "tune"]


def tune(
    study: Study,
    *,
    budget: int | None = None,
    seed: int | None = None,
    optimiser: str | None = None,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    progress: Progress | bool | None = None,
) -> Result:
    """Search for the best setting of a study's parameters.

    `folder` holds a checkpoint of the search. With `resume`, a search that was stopped continues from there and ends as
    if it had not been stopped. `on` is a Ray cluster that plays (docs/clusters.md). `progress(done, total, best)` is
    called from time to time; `total` grows at the end of the search, when the best settings are played again. True
    shows a bar.

    >>> from cardwright import balance
    >>> config = {"play": {"tournament": {"cards": "vanilla", "size": 2}}, "parameters": {"cards.*.attack": [1, 9]}}
    >>> result = balance.tune(balance.Study(config), budget=20, optimiser="random", seed=1)
    >>> result.winner.losses <= result.start.losses
    True
    """
    seed = study.config.seed if seed is None else seed
    name, options = study.optimiser
    if optimiser is not None and optimiser != name:
        name, options = optimiser, {}
    check(name, options)
    check_bounds(study)
    path = None if folder is None else make_folder(folder) / checkpoint.FILE
    lengths = (len(study.space.start), len(study.objectives), len(study.limits))
    with working_on(on), shown(progress, "settings", lambda done, total, best: (done, total)) as report:
        search = Search(
            study.space,
            lambda genomes: study.evaluate(genomes, seed, jobs),
            budget=study.config.budget if budget is None else budget,
            guess=study.guess if study.can_guess else None,
            memory=Memory.open(path, study.identity(seed), resume, lengths),
            progress=report,
        )
        optimise(search, name, seed_for(seed, "optimising"), **options)
        return Finish(study, search, seed, jobs, name).result()
