"""Looking around: a metric over one or two parameters, the influence of each, the error of groups, the culprits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from cardwright.autobattler.tournament import all_lineups, check_plan
from cardwright.core.errors import BadData
from cardwright.core.jobs import cores
from cardwright.core.random import seed_for

from .metagame import Metagame
from .objectives import Objective
from .optimisers import library
from .parameters import Genome, Number, Space, Variable
from .paths import split
from .study import Study
from .subject import Values
from .tournaments import Tournaments

Progress = Callable[[int, int], None]
BATCH = 16  # settings played before they are reduced to their figures; more where there are more processors
LARGEST_SWEEP = 100_000
MOST_SAMPLES = 65_536
MOST_REPEATS = 10_000
SIZES = (64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class Sweep:
    """A metric for every pair of values of two parameters (or every value of one)."""

    objective: Objective
    x: Variable
    y: Variable | None
    values: np.ndarray  # a row for every value of y
    ties: np.ndarray  # the tie share, likewise

    @property
    def metric(self) -> str:
        """What the metric is called."""
        return self.objective.label

    @property
    def best_place(self) -> tuple[int, int]:
        """The row and the column where the metric is as is wanted of it: least, largest, or nearest to its goal."""
        losses = np.vectorize(self.objective.loss, otypes=[float])(self.values)
        row, column = np.unravel_index(int(np.argmin(losses)), losses.shape)
        return int(row), int(column)

    def best(self) -> dict[str, Number]:
        """The values of the parameters there."""
        row, column = self.best_place
        found = {self.x.label: self.x.grid[column]}
        return found if self.y is None else {**found, self.y.label: self.y.grid[row]}

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
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
    progress: Progress | None = None,
) -> Sweep:
    """A metric over one or two parameters, all others as they are.

    A parameter is a path, free in the study's config or with bounds of its own: "cards.Ogre.attack=1:10".
    """
    objective = objective or study.objectives[0]
    specs = dict(_axis(study, path) for path in (x, y) if path is not None)
    if y is not None and len(specs) < 2:
        raise BadData("a sweep over two parameters needs two different ones")
    space = Space.read(specs, study.subject.rules, study.subject.synonyms)
    if len(space.variables) != len(specs):
        raise BadData("a sweep is over one or two numbers; a path with a star names several")
    if space.count > LARGEST_SWEEP:
        raise BadData(f"{space.count:,} settings; a sweep tries at most {LARGEST_SWEEP:,}")
    genomes = [tuple(index) for index in np.ndindex(*space.sizes)]
    settings = [space.values(genome) for genome in genomes]
    figures = _figures(study, settings, objective, _whole_space(study, specs), seed, jobs, progress)
    shape = tuple(space.sizes) if y is not None else (space.sizes[0], 1)
    values, ties = (np.array(column).reshape(shape).T for column in zip(*figures, strict=True))
    return Sweep(objective, space.variables[0], space.variables[1] if y is not None else None, values, ties)


def _axis(study: Study, text: str) -> tuple[str, Any]:
    """A parameter and what it may be: as the text says, or else as the study does."""
    path, equals, bounds = text.partition("=")
    if equals:
        low, _, high = bounds.partition(":")
        try:
            return path, [int(low), int(high)]
        except ValueError:
            raise BadData(f"{text}: bounds are written as in cards.Ogre.attack=1:10") from None
    for each in study.space.variables:
        if path == each.label:
            return path, {"values": list(each.grid), "from": each.start}
    raise BadData(f"{path} is not free in the config; say its bounds, as in {path}=1:10")


def _whole_space(study: Study, axes: Mapping[str, Any]) -> Space:
    """The numbers by which `change` is measured: those of the study, and those that are swept."""
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
    progress: Progress | None,
) -> list[tuple[float, float]]:
    """The objective and the tie share of some settings; what else playing shows is let go at once."""
    found: list[tuple[float, float]] = []
    batch = max(BATCH, cores())
    for first in range(0, len(settings), batch):
        some = settings[first : first + batch]
        played = study.subject.play(some, seed_for(seed, "playing"), jobs, objective.metric.needs_matrix)
        for values, metagame in zip(some, played, strict=True):
            found.append((objective.value(replace(metagame, change=space.distance(values))), metagame.ties))
        if progress:
            progress(len(found), len(settings))
    return found


class Share(NamedTuple):
    """How much of what a metric varies comes from a parameter: alone, and together with others; with 95 % intervals."""

    name: str
    alone: float
    alone_error: float
    total: float
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
    progress: Progress | None = None,
) -> list[Share]:
    """The Sobol indices of a study's parameters, the most influential first.

    `by` says what is counted together: every parameter for itself, all of a card, or all of a kind (the attack of all
    cards). It takes `samples` x (how many + 2) evaluations; `samples` is a power of 2. (I. M. Sobol, "Global
    sensitivity indices for nonlinear mathematical models and their Monte Carlo estimates", 2001, through SALib.)
    """
    objective = objective or study.objectives[0]
    if by not in GROUPINGS:
        raise BadData(f"influence is counted by {', '.join(GROUPINGS)}, not {by!r}")
    if not 2 <= samples <= MOST_SAMPLES or samples & (samples - 1):
        raise BadData(f"the number of samples is a power of 2, from 2 to {MOST_SAMPLES:,}, not {samples}")
    design = _Design(study.space, by, samples, seed)
    distinct = list(dict.fromkeys(design.genomes))
    settings = [study.space.values(genome) for genome in distinct]
    figures = _figures(study, settings, objective, study.space, seed, jobs, progress)
    known = {genome: value for genome, (value, _) in zip(distinct, figures, strict=True)}
    values = np.array([known[genome] for genome in design.genomes])
    if np.ptp(values) == 0:
        raise BadData(
            f"{objective.label} is {values[0]:g} whatever the parameters are; nothing has any influence on it"
        )
    return design.shares(values)


class _Design:
    """Which settings are played to tell the influence of parameters, and what their figures then say (SALib)."""

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
        """The influence of each group, the greatest first, from a value for each genome."""
        from SALib.analyze import sobol

        found = sobol.analyze(self.problem, values, calc_second_order=False, seed=self.seed)
        columns = (found["S1"], found["S1_conf"], found["ST"], found["ST_conf"])
        names = dict.fromkeys(self.problem["groups"])
        shares = [Share(name, *(float(column[k]) for column in columns)) for k, name in enumerate(names)]
        return sorted(shares, key=lambda each: -each.total)


class GroupError(NamedTuple):
    """How far payoffs of lineups in groups of a size are from those of the full round robin."""

    size: int
    mean: float
    quartiles: tuple[float, float, float]
    largest: float
    matches: int


def group_error(
    study: Study,
    sizes: Sequence[int] = SIZES,
    *,
    folds: int = 1,
    repeats: int = 8,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[GroupError]:
    """How much a tournament in groups is off, by the size of the groups, each drawn `repeats` times.

    A group of all lineups is off a little too: a draw also says which lineup of a pair is side a, whose effects come
    first.
    """
    subject = study.subject
    if not isinstance(subject, Tournaments):
        raise BadData("only tournaments are held in groups; this config plays in the arena")
    if not 1 <= repeats <= MOST_REPEATS:
        raise BadData(f"the number of repeats is from 1 to {MOST_REPEATS:,}, not {repeats}")
    lineups = len(all_lineups(len(subject.cards.cards), subject.plan.size))
    for size in sizes:  # before the full tournament, which may take long
        check_plan(lineups, size, folds)
    full, _ = subject.payoffs(threads=jobs)
    found = []
    for number, size in enumerate(sizes):
        seeds = [seed_for(seed, "group error", repeats * number + repeat) for repeat in range(repeats)]
        held = [subject.payoffs(size, folds, each, jobs) for each in seeds]
        errors = np.abs(np.concatenate([payoffs - full for payoffs, _ in held]))
        low, middle, high = np.quantile(errors, [0.25, 0.5, 0.75]).tolist()
        found.append(GroupError(size, float(errors.mean()), (low, middle, high), float(errors.max()), held[0][1]))
        if progress:
            progress(number + 1, len(sizes))
    return found


class Suspect(NamedTuple):
    """One of those that are compared: how well it does, and what it has to do with the spread.

    `share` is its part in the variance of the rates; `without` is the first objective if it were not there at all.
    """

    name: str
    rate: float
    error: float | None
    share: float
    without: float | None


def suspects(
    study: Study,
    seed: int = 0,
    jobs: int | None = None,
    metagame: Metagame | None = None,
    progress: Progress | None = None,
) -> list[Suspect]:
    """Who disturbs the balance: the one furthest from the mean comes first.

    `metagame` is what a look at the study showed, where that is known already.
    """
    metagame = metagame or study.look(seed, jobs)
    objective = study.objectives[0]
    distances = (metagame.rates - metagame.rates.mean()) ** 2
    shares = distances / (distances.sum() or 1.0)
    found = []
    for k, name in enumerate(metagame.names):
        rest = study.subject.without(name) if len(metagame.names) > 2 else None
        without = None
        if rest is not None:
            (less,) = rest.play([{}], seed_for(seed, "playing"), jobs, objective.metric.needs_matrix)
            without = objective.value(less)
        error = None if metagame.errors is None else float(metagame.errors[k])
        found.append(Suspect(name, float(metagame.rates[k]), error, float(shares[k]), without))
        if progress:
            progress(k + 1, len(metagame.names))
    return sorted(found, key=lambda each: -each.share)
