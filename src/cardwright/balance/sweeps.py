"""Exploration: sweeps over parameters, their influence, errors of group tournaments, and what disturbs the balance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from cardwright.autobattler.tournament import check_plan
from cardwright.core.errors import BadData, nearest
from cardwright.core.random import seed_for
from cardwright.core.showing import html
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import Workers, jobs_for, on_cluster

from .metagame import Metagame
from .objectives import Objective
from .optimisers import library
from .parameters import Genome, Number, Space, Variable
from .paths import split
from .study import Study
from .subject import Values
from .tournaments import Tournaments

Progress = Callable[[int, int], None]
BATCH = 16  # settings played before they are reduced to their figures; at least one per CPU
MAX_SWEEP = 100_000
MAX_SAMPLES = 65_536
MAX_REPEATS = 10_000
SIZES = (64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class Sweep:
    """A metric for every pair of values of two parameters (or every value of one)."""

    objective: Objective
    x: Variable
    y: Variable | None
    values: np.ndarray  # one row per value of y
    ties: np.ndarray  # the tie share, in the same shape

    @property
    def metric(self) -> str:
        """The name of the metric in words."""
        return self.objective.label

    @property
    def best_index(self) -> tuple[int, int]:
        """The row and the column where the metric is closest to its goal."""
        losses = np.vectorize(self.objective.loss, otypes=[float])(self.values)
        row, column = np.unravel_index(int(np.argmin(losses)), losses.shape)
        return int(row), int(column)

    def best(self) -> dict[str, Number]:
        """Return the values of the parameters where the metric is closest to its goal."""
        row, column = self.best_index
        found = {self.x.label: self.x.grid[column]}
        return found if self.y is None else {**found, self.y.label: self.y.grid[row]}

    def _repr_html_(self) -> str:
        return html.show(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the sweep as plain data."""
        axes = {"x": self.x, **({"y": self.y} if self.y else {})}
        shown = {name: {"path": each.label, "values": each.grid, "now": each.start} for name, each in axes.items()}
        return {"metric": self.metric, **shown, "values": self.values.tolist(), "tie_share": self.ties.tolist()}


def sweep(
    study: Study,
    x: str,
    y: str | None = None,
    objective: Objective | None = None,
    *,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress | bool | None = None,
) -> Sweep:
    """Measure a metric over one or two parameters while all others keep their current values.

    A parameter is a path that is free in the study's config, or one with its own bounds: "cards.Ogre.attack=1:10".
    `progress(done, total)` is called from time to time; True shows a bar. This holds for all functions here.
    """
    objective = objective or study.objectives[0]
    specs = dict(_axis(study, path) for path in (x, y) if path is not None)
    if y is not None and len(specs) < 2:
        raise BadData("a sweep over two parameters needs two different paths")
    space = Space.read(specs, study.subject.rules, study.subject.synonyms)
    if len(space.variables) != len(specs):
        raise BadData("a sweep varies one or two numbers; a path with a star names several")
    if space.count > MAX_SWEEP:
        raise BadData(f"{space.count:,} settings are too many; a sweep tries at most {MAX_SWEEP:,}")
    genomes = [tuple(index) for index in np.ndindex(*space.sizes)]
    settings = [space.values(genome) for genome in genomes]
    figures = _figures(study, settings, objective, _whole_space(study, specs), seed, jobs, progress)
    shape = tuple(space.sizes) if y is not None else (space.sizes[0], 1)
    values, ties = (np.array(column).reshape(shape).T for column in zip(*figures, strict=True))
    return Sweep(objective, space.variables[0], space.variables[1] if y is not None else None, values, ties)


def _axis(study: Study, text: str) -> tuple[str, Any]:
    """Return a parameter and its spec, from bounds in the text or else from the study."""
    path, equals, bounds = text.partition("=")
    if equals:
        low, _, high = bounds.partition(":")
        try:
            return path, [int(low), int(high)]
        except ValueError:
            raise BadData(f"{text}: bounds must be written as in cards.Ogre.attack=1:10") from None
    labels = [each.label.rpartition(".") for each in study.space.variables]
    for each in study.space.variables:
        if path == each.label:
            return path, {"values": list(each.grid), "from": each.start}
    owner, _, word = path.rpartition(".")
    near = nearest(word, [label[2] for label in labels if label[0] == owner])
    meant = "" if near is None else f"did you mean {owner}.{near}? Otherwise "
    raise BadData(f"{path} is not free in the config; {meant}give its bounds, as in {path}=1:10")


def _whole_space(study: Study, axes: Mapping[str, Any]) -> Space:
    """Return the numbers that `change` measures: all of the study and of the sweep."""
    own = {path: spec for path, spec in study.config.parameters.items() if path not in axes}
    every = {**own, **axes}
    document = replace(study.document, value=every, location=("parameters",))
    return Space.read(every, study.subject.rules, study.subject.synonyms, document)


def _figures(
    study: Study,
    settings: Sequence[Values],
    objective: Objective,
    space: Space,
    seed: int,
    jobs: int | None,
    progress: Progress | bool | None,
) -> list[tuple[float, float]]:
    """Return the objective and the tie share of some settings; everything else is freed batch by batch."""
    found: list[tuple[float, float]] = []
    batch = max(BATCH, jobs_for(None))
    with shown(progress, "settings") as report:
        for first in range(0, len(settings), batch):
            some = settings[first : first + batch]
            played = study.subject.play(some, seed_for(seed, "playing"), jobs, objective.metric.needs_matrix)
            for values, metagame in zip(some, played, strict=True):
                found.append((objective.value(replace(metagame, change=space.distance(values))), metagame.ties))
            if report:
                report(len(found), len(settings))
    return found


class Share(NamedTuple):
    """The share of a metric's variance that a parameter causes."""

    name: str
    alone: float  # the first-order Sobol index
    alone_error: float  # half the width of its 95 % interval
    total: float  # the total Sobol index: alone and together with others
    total_error: float


GROUPINGS: dict[str, Callable[[str], str]] = {
    "parameter": lambda label: label,
    "card": lambda label: split(label)[1] if len(split(label)) > 1 else label,
    "kind": lambda label: split(label)[-1],
}


def influence(
    study: Study,
    objective: Objective | None = None,
    *,
    by: str = "parameter",
    samples: int = 64,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress | bool | None = None,
) -> list[Share]:
    """Return the Sobol indices of a study's parameters, the most influential first.

    `by` groups parameters: "parameter" (each on its own), "card" (all numbers of a card) or "kind" (such as the attack
    of all cards). It takes `samples` x (number of groups + 2) evaluations; `samples` is a power of 2. The analysis is
    SALib's, after I. M. Sobol, "Global sensitivity indices for nonlinear mathematical models and their Monte Carlo
    estimates", 2001.
    """
    objective = objective or study.objectives[0]
    if by not in GROUPINGS:
        raise BadData(f"influence is grouped by {', '.join(GROUPINGS)}, not {by!r}")
    if not 2 <= samples <= MAX_SAMPLES or samples & (samples - 1):
        raise BadData(f"the number of samples must be a power of 2 from 2 to {MAX_SAMPLES:,}, not {samples}")
    design = _Design(study.space, by, samples, seed)
    distinct = list(dict.fromkeys(design.genomes))
    settings = [study.space.values(genome) for genome in distinct]
    figures = _figures(study, settings, objective, study.space, seed, jobs, progress)
    known = {genome: value for genome, (value, _) in zip(distinct, figures, strict=True)}
    values = np.array([known[genome] for genome in design.genomes])
    if np.ptp(values) == 0:
        raise BadData(f"{objective.label} is {values[0]:g} for all settings, so no parameter influences it")
    return design.shares(values)


class _Design:
    """The sample of settings that a sensitivity analysis plays, and the analysis of their figures (SALib)."""

    def __init__(self, space: Space, by: str, samples: int, seed: int):
        library("SALib")
        from SALib.sample import sobol

        labels = [each.label for each in space.variables]
        self.seed = seed_for(seed, "influence") % 2**31
        self.problem: dict[str, Any] = {
            "num_vars": len(labels),
            "names": labels,
            "bounds": [[0.0, float(size)] for size in space.sizes],
            "groups": [GROUPINGS[by](label) for label in labels],
        }
        points = sobol.sample(self.problem, samples, calc_second_order=False, seed=self.seed)
        rows = np.minimum(points, space.sizes - 1).astype(int)
        self.genomes: list[Genome] = [tuple(row) for row in rows.tolist()]

    def shares(self, values: np.ndarray) -> list[Share]:
        """Return the influence of each group, the greatest first, from a value for each genome."""
        from SALib.analyze import sobol

        found = sobol.analyze(self.problem, values, calc_second_order=False, seed=self.seed)
        columns = (found["S1"], found["S1_conf"], found["ST"], found["ST_conf"])
        names = dict.fromkeys(self.problem["groups"])
        shares = [Share(name, *(float(column[k]) for column in columns)) for k, name in enumerate(names)]
        return sorted(shares, key=lambda each: -each.total)


class GroupError(NamedTuple):
    """The error of lineups' payoffs in a group tournament against the full round robin."""

    size: int
    mean: float
    quartiles: tuple[float, float, float]
    largest: float
    matches: int


def group_error(
    study: Study,
    sizes: Sequence[int] | None = None,
    *,
    folds: int = 1,
    repeats: int = 8,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress | bool | None = None,
) -> list[GroupError]:
    """Return the error of a group tournament by group size, each drawn `repeats` times.

    The sizes are by default those of `SIZES` that are smaller than the tournament, and one group of all lineups. Even
    that has a small error: the draw also decides which lineup of a pair is side a, whose effects come first.
    """
    subject = study.subject
    if not isinstance(subject, Tournaments):
        raise BadData("group errors need a tournament; this config plays in the arena")
    if not 1 <= repeats <= MAX_REPEATS:
        raise BadData(f"the number of repeats must be from 1 to {MAX_REPEATS:,}, not {repeats}")
    lineups = subject.lineup_count()
    if sizes is None:
        sizes = [*(size for size in SIZES if size < lineups), lineups]
    for size in sizes:  # before the full tournament, which can take long
        check_plan(lineups, size, folds)
        if size > lineups:
            raise BadData(f"a group of {size:,} lineups is larger than the tournament, which has {lineups:,}")
    full, _ = subject.payoffs(threads=jobs)
    found = []
    with shown(progress, "sizes") as report:
        for number, size in enumerate(sizes):
            seeds = [seed_for(seed, "group error", repeats * number + repeat) for repeat in range(repeats)]
            played = _payoffs(subject, size, folds, seeds, jobs)
            errors = np.abs(np.concatenate([payoffs - full for payoffs, _ in played]))
            low, middle, high = np.quantile(errors, [0.25, 0.5, 0.75]).tolist()
            found.append(GroupError(size, float(errors.mean()), (low, middle, high), float(errors.max()), played[0][1]))
            if report:
                report(number + 1, len(sizes))
    return found


def _payoffs(
    subject: Tournaments, size: int, folds: int, seeds: Sequence[int], jobs: int | None
) -> list[tuple[np.ndarray, int]]:
    """Return the payoffs for each seed: a worker of a cluster plays a tournament alone, threads play it together."""
    if not on_cluster():
        return [subject.payoffs(size, folds, each, jobs) for each in seeds]
    with Workers(jobs_for(jobs)) as workers:
        return workers.run(subject.payoffs, [(size, folds, each, 1) for each in seeds]) or []


class Suspect(NamedTuple):
    """The rate of one compared thing, and its share of the imbalance."""

    name: str
    rate: float
    error: float | None  # the standard error of the rate
    share: float  # its contribution to the variance of the rates
    without: float | None  # the first objective if it did not exist; None if that cannot be played


def suspects(
    study: Study,
    seed: int = 0,
    jobs: int | None = None,
    metagame: Metagame | None = None,
    progress: Progress | bool | None = None,
) -> list[Suspect]:
    """Return who disturbs the balance: the one furthest from the mean comes first.

    Pass the `metagame` of the original rules if it is already known.
    """
    metagame = metagame or study.look(seed, jobs)
    objective = study.objectives[0]
    distances = (metagame.rates - metagame.rates.mean()) ** 2
    shares = distances / (distances.sum() or 1.0)
    found = []
    with shown(progress, "cards") as report:
        for k, name in enumerate(metagame.names):
            rest = study.subject.without(name) if len(metagame.names) > 2 else None
            without = None
            if rest is not None:
                matrix = metagame.matrix is not None or objective.metric.needs_matrix  # played like the metagame
                (less,) = rest.play([{}], seed_for(seed, "playing"), jobs, matrix)
                without = objective.value(less)
            error = None if metagame.errors is None else float(metagame.errors[k])
            found.append(Suspect(name, float(metagame.rates[k]), error, float(shares[k]), without))
            if report:
                report(k + 1, len(metagame.names))
    return sorted(found, key=lambda each: -each.share)
