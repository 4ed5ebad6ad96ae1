"""Tuning: search, measure the best again, name a winner, and find out which change did what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import BadData
from cardwright.core.random import seed_for

from .checks import check_bounds
from .metagame import Metagame, pooled
from .optimisers import check, optimise
from .parameters import Genome, Number
from .paths import Place
from .search import Evaluation, Memory, Progress, Search, front
from .study import Study
from .subject import Values

CHECKPOINT = "search.json"
FRONT = 4  # times as many finalists, where there are several objectives
ROUNDS = 4  # of finalists, where none so far keeps the constraints
MOST_EXPLAINED = 50  # changes that are tried without
AGAIN, ONCE_MORE = 0, 1  # the times after the search that settings are played from fresh seeds


class Change(NamedTuple):
    """One number that was changed, and what the rules would be worth if it alone were as before."""

    label: str
    before: Any  # a number, or what stood in its place
    after: Number
    without: Evaluation | None  # None where this was not tried


@dataclass(frozen=True)
class Result:
    """What tuning found."""

    study: Study
    seed: int
    optimiser: str
    search: Search = field(repr=False)
    before: Metagame
    after: Metagame
    start: Evaluation  # the rules as they were
    winner: Evaluation  # the rules as they should be
    front: list[Evaluation]  # the solutions that nothing beats in every objective
    changes: list[Change]
    repeats: int  # how often finalists were measured again; 0 where chance has no part
    finalists: list[Evaluation]  # as they were measured again; the winner once more, for the best was also lucky

    @property
    def settings(self) -> dict[str, Number]:
        """The numbers of the winner."""
        return self.study.space.settings(self.winner.genome)

    def warnings(self) -> list[str]:
        """What a designer must not overlook."""
        found = []
        if self.after.all_ties:
            found.append(
                "All games end in a tie: the figures are even because nothing is ever decided. "
                "Add a constraint such as {metric: tie_share, at_most: 0.1}."
            )
        elif self.after.ties > max(0.2, self.before.ties + 0.1):
            found.append(
                f"Ties rose from {self.before.ties:.0%} to {self.after.ties:.0%} of the games: "
                "a part of the evenness is bought with games that nobody wins."
            )
        if not self.winner.feasible:
            found.append(self._broken())
        if not self.changes:
            found.append("Nothing that was tried is better than the rules as they are.")
        elif self.start.dominates(self.winner):
            found.append("The rules as they are do better than the best that was tried.")
        return found

    def _broken(self) -> str:
        if any(each.feasible for each in self.finalists):
            return "This setting kept all constraints when it was chosen, but not when it was played once more."
        tried = f"of the {len(self.finalists)} that were measured again" if self.repeats else "that was tried"
        return f"No setting {tried} keeps all constraints; this is the one that breaks them least."

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        from .report import as_data

        return as_data(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report, its pictures and the tuned rules to a folder, and say which files there are."""
        from .report import write

        return write(self, Path(folder))


def tune(
    study: Study,
    *,
    budget: int | None = None,
    seed: int | None = None,
    optimiser: str | None = None,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Result:
    """Search for the best setting of a study's parameters.

    `folder` is where the search is kept while it goes on; with `resume` a search that was stopped goes on there, and
    ends as if it had not been. `progress(done, all, best)` is called now and then; `all` grows when the budget is spent
    and the best are played again.

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
    memory = _memory(study, seed, folder, resume)
    use = Search(
        study.space,
        lambda genomes: study.evaluate(genomes, seed, jobs),
        study.config.budget if budget is None else budget,
        study.guess if study.can_guess else None,
        memory,
        progress,
    )
    optimise(use, name, seed_for(seed, "optimising"), **options)
    return _Finish(study, use, seed, jobs, name).result()


def _memory(study: Study, seed: int, folder: str | Path | None, resume: bool) -> Memory:
    path = None if folder is None else make_folder(folder) / CHECKPOINT
    memory = Memory(path, study.identity(seed))
    if resume:
        memory.load()
    elif path is not None and path.exists() and not memory.is_blank():
        raise BadData(f"{path} exists already; go on with that search (--resume), or choose another folder with --out")
    return memory


def make_folder(path: str | Path) -> Path:
    """A folder to write to."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return Path(path)


class _Finish:
    """From a search that is over to a result."""

    def __init__(self, study: Study, search: Search, seed: int, jobs: int | None, optimiser: str):
        self.study = study
        self.search = search
        self.seed = seed
        self.jobs = jobs
        self.optimiser = optimiser
        self.repeats = study.config.repeats if study.subject.noisy else 0
        self.done = self.wanted = len(search.tried)

    def result(self) -> Result:
        """Measure the finalists, name the winner and explain it."""
        finalists = self._finalists()
        best = front(finalists)
        genome = compromise(best).genome
        values = self.study.space.values(genome)
        changes = self._changes(values)
        self._expect(2 + min(len(changes), MOST_EXPLAINED))
        before, after = (self._play(each, ONCE_MORE) for each in ({}, values))
        winner = self.study.judge(after, genome)
        return Result(
            self.study, self.seed, self.optimiser, self.search, before, after,
            self.study.judge(before, self.study.space.start), winner,
            best if len(self.study.objectives) > 1 else [],
            self._explained(changes, values, genome), self.repeats, finalists,
        )  # fmt: skip

    def _finalists(self) -> list[Evaluation]:
        """The best of the search; where chance has a part measured again, for what looked best may have been lucky."""
        first = self._best()
        if not self.repeats:
            return first
        found = self._again(first)
        for _ in range(1, ROUNDS):
            if any(each.feasible for each in found):
                break
            found += self._again(self._surer(found))
        return found

    def _best(self) -> list[Evaluation]:
        tried, count = self.search.tried, self.study.config.finalists
        if len(self.study.objectives) > 1:
            found = front(tried.values())
            return found if not self.repeats else _spread(found, FRONT * count)
        found = sorted(tried.values(), key=lambda each: each.rank)
        chosen = [*found[: count if self.repeats else 1], tried[self.study.space.start]]
        return list({each.genome: each for each in chosen}.values())

    def _surer(self, measured: Sequence[Evaluation]) -> list[Evaluation]:
        """Some more that keep the limits even if they were as lucky in the search as those measured again."""
        tried, limits = self.search.tried, self.study.limits
        luck = np.mean([np.subtract(each.limits, tried[each.genome].limits) for each in measured], axis=0)
        known = {each.genome for each in measured}

        def promise(each: Evaluation) -> tuple[float, float]:
            expected = zip(limits, np.add(each.limits, luck).tolist(), strict=True)
            return sum(limit.violation(value) for limit, value in expected), sum(each.losses)

        left = sorted((each for each in tried.values() if each.genome not in known), key=promise)
        return left[: self.study.config.finalists]

    def _again(self, evaluations: Sequence[Evaluation]) -> list[Evaluation]:
        self._expect(len(evaluations))
        genomes = [each.genome for each in evaluations]
        return [self.study.judge(self._play(self.study.space.values(genome), AGAIN), genome) for genome in genomes]

    def _expect(self, settings: int) -> None:
        self.wanted += settings * max(self.repeats, 1)

    def _play(self, values: Values, time: int) -> Metagame:
        """Play a setting `repeats` times, each time it is looked at anew from other seeds."""
        turns = range(time * self.repeats + 1, (time + 1) * self.repeats + 1) if self.repeats else [0]
        played = []
        for turn in turns:
            played += self.study.play_values([values], self.seed, self.jobs, again=turn)
            self.done += 1
            if self.search.progress:
                self.search.progress(self.done, self.wanted, self.search.best)
        return pooled(played)

    def _changes(self, values: Values) -> list[tuple[Place, Change]]:
        """Every number that differs from the rules as they are, whether it was free, fixed or tied."""
        origins = self.study.space.origins
        return [
            (place, Change(origins[place].label, origins[place].before, after, None))
            for place, after in values.items()
            if origins[place].before != after
        ]

    def _explained(self, changes: list[tuple[Place, Change]], values: Values, genome: Genome) -> list[Change]:
        """The changes with what the rules would be worth without each; of very many only the first are tried."""
        found = []
        for number, (place, change) in enumerate(changes):
            back = {**values, place: change.before}
            found.append(change._replace(without=self._worth(back, genome) if number < MOST_EXPLAINED else None))
        return found

    def _worth(self, values: Values, genome: Genome) -> Evaluation | None:
        try:
            return self.study.judge(self._play(values, ONCE_MORE), genome)
        except BadData:  # a number that is tied to another may not be possible without it
            return None


def compromise(front: Sequence[Evaluation]) -> Evaluation:
    """Of a front the solution nearest to the best of every objective, each measured by its range on the front."""
    losses = np.array([each.losses for each in front])
    low, range_ = losses.min(axis=0), np.ptp(losses, axis=0)
    distances = np.linalg.norm((losses - low) / np.where(range_ > 0, range_, 1.0), axis=1)
    return front[int(np.argmin(distances))]


def _spread(front: Sequence[Evaluation], count: int) -> list[Evaluation]:
    """Some of a front, evenly from end to end."""
    if len(front) <= count:
        return list(front)
    return [front[index] for index in np.linspace(0, len(front) - 1, count).round().astype(int)]
