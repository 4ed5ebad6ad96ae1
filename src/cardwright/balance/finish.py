"""From a finished search to a result: measure the best again, choose a winner, and find out what each change does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core.errors import BadData

from . import report
from .climbing import moved
from .evaluation import Evaluation, front
from .metagame import Metagame, pooled
from .outcome import Change, Outcome
from .parameters import Genome
from .paths import Location
from .search import Search
from .study import Study
from .subject import Values

FRONT = 4  # times as many finalists if there are several objectives
ROUNDS = 4  # of finalists, while none keeps the constraints
MAX_EXPLAINED = 50  # changes that are set back one by one
FINALISTS, WINNER = 0, 1  # the stages after the search, each of which plays with its own fresh seeds


class Result(Outcome):
    """What tuning found, with its report."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return report.as_data(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the report, its plots and the tuned rules to a folder, and return the files."""
        return report.write(self, Path(folder))


class Finish:
    """The steps from a finished search to a result."""

    def __init__(self, study: Study, search: Search, seed: int, jobs: int | None, optimiser: str):
        self.study = study
        self.search = search
        self.seed = seed
        self.jobs = jobs
        self.optimiser = optimiser
        self.repeats = study.config.repeats if study.subject.noisy else 0
        self.played: dict[tuple[int, frozenset[Any]], Metagame] = {}
        self.done = self.total = len(search.tried)

    def result(self) -> Result:
        """Measure the finalists, choose the winner and explain its changes."""
        finalists = self._finalists()
        best = front(finalists)
        polished, settled = self._polished(compromise(best).genome)
        genome = polished.genome
        values = self.study.space.values(genome)
        changes = self._changes(values)
        without = [{**values, location: each.before} for location, each in changes[:MAX_EXPLAINED]]
        self._expect([{}, values, *without], WINNER)
        before, after = (self._play(each, WINNER) for each in ({}, values))
        winner = self.study.judge(after, genome)
        return Result(
            study=self.study,
            seed=self.seed,
            optimiser=self.optimiser,
            search=self.search,
            before=before,
            after=after,
            start=self.study.judge(before, self.study.space.start),
            winner=winner,
            front=self._front(best, winner) if len(self.study.objectives) > 1 else [],
            changes=self._explained(changes, values, genome),
            repeats=self.repeats,
            finalists=finalists,
            settled=settled,
        )

    def _finalists(self) -> list[Evaluation]:
        """Return the best of the search; if games are random, measured again, because the best were also lucky."""
        first = self._best()
        if not self.repeats:
            return first
        found = self._measure_again(first)
        for _ in range(1, ROUNDS):
            if any(each.feasible for each in found):
                break
            found += self._measure_again(self._safer(found))
        return found

    def _best(self) -> list[Evaluation]:
        tried, count = self.search.tried, self.study.config.finalists
        if len(self.study.objectives) > 1:
            found = front(tried.values())
            return found if not self.repeats else _evenly(found, FRONT * count)
        found = sorted(tried.values(), key=lambda each: each.rank)
        chosen = [*found[: count if self.repeats else 1], tried[self.study.space.start]]
        return list({each.genome: each for each in chosen}.values())

    def _safer(self, measured: Sequence[Evaluation]) -> list[Evaluation]:
        """Return more finalists that would keep the constraints even with the mean luck of those measured again."""
        tried, limits = self.search.tried, self.study.limits
        luck = np.mean([np.subtract(each.limits, tried[each.genome].limits) for each in measured], axis=0)
        known = {each.genome for each in measured}

        def expected(each: Evaluation) -> tuple[float, float]:
            pairs = zip(limits, np.add(each.limits, luck).tolist(), strict=True)
            return sum(limit.violation(value) for limit, value in pairs), sum(each.losses)

        left = sorted((each for each in tried.values() if each.genome not in known), key=expected)
        return left[: self.study.config.finalists]

    def _measure_again(self, evaluations: Sequence[Evaluation]) -> list[Evaluation]:
        self._expect([self.study.space.values(each.genome) for each in evaluations], FINALISTS)
        return [self._again(each.genome) for each in evaluations]

    def _expect(self, settings: Sequence[Values], stage: int) -> None:
        new = {self._key(values, stage) for values in settings} - self.played.keys()
        self.total += len(new) * max(self.repeats, 1)

    def _play(self, values: Values, stage: int) -> Metagame:
        """Play a setting `repeats` times with the fresh seeds of a stage, and pool the measurements."""
        key = self._key(values, stage)
        if key not in self.played:
            self.played[key] = self._play_anew(values, stage)
        return self.played[key]

    def _key(self, values: Values, stage: int) -> tuple[int, frozenset[Any]]:
        """Return what tells measurements apart; without chance, they are the same at every stage."""
        return stage if self.repeats else FINALISTS, frozenset(values.items())

    def _play_anew(self, values: Values, stage: int) -> Metagame:
        repeats = range(stage * self.repeats + 1, (stage + 1) * self.repeats + 1) if self.repeats else [0]
        played = []
        for repeat in repeats:
            played += self.study.play_values([values], self.seed, self.jobs, repeat=repeat)
            self.done += 1
            self.total = max(self.total, self.done)  # setting back one change can show that another is needless
            if self.search.progress:
                self.search.progress(self.done, self.total, self.search.best)
        return pooled(played)

    def _changes(self, values: Values) -> list[tuple[Location, Change]]:
        """Return every number that differs from the original rules, whether it was free, fixed or tied."""
        origins = self.study.space.origins
        return [
            (location, Change(origins[location].label, origins[location].before, after, None))
            for location, after in values.items()
            if origins[location].before != after
        ]

    def _polished(self, genome: Genome) -> tuple[Evaluation, bool]:
        """Set variables back while that is worse in no objective, or move them by a step while that is better in one.

        A change that makes no difference would be a card printed anew for nothing. Steps take at most as many
        measurements as the search. The second value says whether all were tried.
        """
        best, steps = self._again(genome), (len(self.search.tried) - 1) // max(self.repeats, 1)
        while True:
            better = self._first(best, self._one_change_less(best.genome), Evaluation.is_as_good_as)
            if better is None:
                waiting = self._one_step_away(best.genome)
                new = [each for each in waiting if self._is_new(each)]
                near = [each for each in waiting if each not in new[steps:]]
                better = self._first(best, near, Evaluation.dominates)
                if better is None:
                    return best, len(new) <= steps
                steps -= sum(not self._is_new(each) for each in new)
            best = better

    def _first(
        self, best: Evaluation, genomes: Sequence[Genome], fits: Callable[[Evaluation, Evaluation], bool]
    ) -> Evaluation | None:
        """Return the evaluation of the first genome that `fits` compared with the best."""
        waiting = [each for each in genomes if self._is_new(each)]
        self.total += len(waiting) * max(self.repeats, 1)
        found = next((each for each in map(self._measured, genomes) if each and fits(each, best)), None)
        self.total -= sum(map(self._is_new, waiting)) * max(self.repeats, 1)
        return found

    def _measured(self, genome: Genome) -> Evaluation | None:
        if not self.repeats and genome in self.search.tried:
            return self.search.tried[genome]
        return self._evaluation(self.study.space.values(genome), genome, FINALISTS)

    def _is_new(self, genome: Genome) -> bool:
        known = not self.repeats and genome in self.search.tried
        return not known and self._key(self.study.space.values(genome), FINALISTS) not in self.played

    def _again(self, genome: Genome) -> Evaluation:
        return self.study.judge(self._play(self.study.space.values(genome), FINALISTS), genome)

    def _one_change_less(self, genome: Genome) -> list[Genome]:
        """Return the genomes with one variable of this one set back, for the first variables that changed."""
        start = self.study.space.start
        changed = [k for k, index in enumerate(genome) if index != start[k]]
        return [moved(genome, (k, start[k])) for k in changed[:MAX_EXPLAINED]]

    def _one_step_away(self, genome: Genome) -> list[Genome]:
        """Return the genomes with one variable moved to its next value, up or down; those that changed come first."""
        start, sizes = self.study.space.start, self.study.space.sizes
        variables = sorted(range(len(genome)), key=lambda k: genome[k] == start[k])
        steps = [(k, genome[k] + step) for k in variables for step in (-1, 1)]
        return [moved(genome, (k, value)) for k, value in steps if 0 <= value < sizes[k]]

    def _front(self, best: list[Evaluation], winner: Evaluation) -> list[Evaluation]:
        """Return the Pareto front, with the winner if a change was set back after the front was measured."""
        return best if any(each.genome == winner.genome for each in best) else front([*best, winner])

    def _explained(self, changes: list[tuple[Location, Change]], values: Values, genome: Genome) -> list[Change]:
        """Return the changes, the first ones with the evaluation of the rules without that change."""
        found = []
        for number, (location, change) in enumerate(changes):
            without = None
            if number < MAX_EXPLAINED:
                without = self._evaluation({**values, location: change.before}, genome, WINNER)
            found.append(change._replace(without=without))
        return found

    def _evaluation(self, values: Values, genome: Genome, stage: int) -> Evaluation | None:
        try:
            return self.study.judge(self._play(values, stage), genome)
        except BadData:  # a number that is tied to another can be invalid without it
            return None


def compromise(front: Sequence[Evaluation]) -> Evaluation:
    """Return the solution of a front nearest to the best of every objective, each scaled by its range on the front."""
    losses = np.array([each.losses for each in front])
    low, range_ = losses.min(axis=0), np.ptp(losses, axis=0)
    distances = np.linalg.norm((losses - low) / np.where(range_ > 0, range_, 1.0), axis=1)
    return front[int(np.argmin(distances))]


def _evenly(front: Sequence[Evaluation], count: int) -> list[Evaluation]:
    """Return at most `count` solutions of a front, spaced evenly from end to end."""
    if len(front) <= count:
        return list(front)
    return [front[index] for index in np.linspace(0, len(front) - 1, count).round().astype(int)]
