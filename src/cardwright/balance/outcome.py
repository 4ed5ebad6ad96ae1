"""The outcome of tuning: the rules before and after, and what each change contributes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardwright.core.showing import html

from .evaluation import Evaluation
from .metagame import Metagame
from .parameters import Number
from .search import Search
from .study import Study


class Change(NamedTuple):
    """One number that changed, and the evaluation of the rules with this number alone set back."""

    label: str
    before: Any  # a number, or whatever the number replaced
    after: Number
    without: Evaluation | None  # None if this was not tried


@dataclass(frozen=True)
class Outcome:
    """What tuning found."""

    study: Study
    seed: int
    optimiser: str
    search: Search = field(repr=False)
    before: Metagame
    after: Metagame
    start: Evaluation  # of the original rules
    winner: Evaluation  # of the tuned rules
    front: list[Evaluation]  # the Pareto front, if there are several objectives
    changes: list[Change]
    repeats: int  # how often each finalist was measured again; 0 if games are not random
    finalists: list[Evaluation]  # as measured again, before the winner was measured once more
    settled: bool  # whether no step of a single number was better when the winner was chosen

    @property
    def settings(self) -> dict[str, Number]:
        """The numbers of the winner."""
        return self.study.space.settings(self.winner.genome)

    def warnings(self) -> list[str]:
        """Return what a designer must not overlook."""
        found = []
        if self.after.all_ties:
            found.append(
                "All games end in a tie: the figures are even because no game is decided. "
                "Add a constraint such as {metric: tie_share, at_most: 0.1}."
            )
        elif self.after.ties > max(0.2, self.before.ties + 0.1):
            found.append(
                f"Ties rose from {self.before.ties:.0%} to {self.after.ties:.0%} of the games: "
                "part of the balance comes from games without a winner."
            )
        if not self.winner.feasible:
            found.append(self._broken())
        if not self.changes:
            found.append("No setting that was tried is better than the original rules.")
        elif self.start.dominates(self.winner):
            found.append("The original rules are better than the best setting that was tried.")
        else:
            found += self._worse()
        if "better" not in map(self.moved, range(len(self.start.losses))):
            alone = ", or name a single objective" if len(self.start.losses) > 1 else ""
            found.append(f"To look further, try more settings with a larger --budget{alone}.")
        return found

    def moved(self, objective: int) -> str:
        """Return whether an objective is better or worse than with the original rules."""
        before, after = self.start.losses[objective], self.winner.losses[objective]
        return "better" if after < before else "worse" if after > before else "unchanged"

    def _worse(self) -> list[str]:
        """Return a sentence if some objective got worse, or none got better; any change is worse in the change."""
        objectives = self.study.objectives
        moved = {each.label: self.moved(k) for k, each in enumerate(objectives) if each.metric.name != "change"}
        worse = [name for name, word in moved.items() if word == "worse"]
        price = f"the {' and the '.join(worse)} got worse"
        if "better" not in moved.values():
            same = price if worse else "every objective is as with the original rules"
            why = " The changes serve the constraints only." if self.study.limits else ""
            return [f"No objective got better: {same}.{why}"]
        return [f"The tuned rules are not better in every objective: {price}."] if worse else []

    def _repr_html_(self) -> str:
        return html.show(self)

    def _broken(self) -> str:
        if any(each.feasible for each in self.finalists):
            return "This setting kept all constraints when it was chosen, but not when it was measured once more."
        tried = f"of the {len(self.finalists)} that were measured again" if self.repeats else "that was tried"
        return f"No setting {tried} keeps all constraints; this one breaks them least."
