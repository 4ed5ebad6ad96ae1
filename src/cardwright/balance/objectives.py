"""What is wanted: metrics by name (or functions of your own) with a goal, and limits that must be kept."""

from __future__ import annotations

import contextlib
import inspect
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from cardwright.core import user_code
from cardwright.core.errors import BadData, CardwrightError, unknown

from . import metrics, structure
from .metagame import Metagame

Goal = Literal["minimise", "maximise"] | float


@dataclass(frozen=True)
class Metric:
    """A function with a number for a metagame, or for one field `of` it, and what is usually wanted of it."""

    name: str
    function: Callable[..., float]
    of: str | None = None
    goal: Goal = "minimise"
    about: str = field(default="", compare=False)

    def __call__(self, metagame: Metagame, **options: Any) -> float:
        """The metric of a metagame."""
        subject = metagame if self.of is None else getattr(metagame, self.of)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # what it prints is no part of a command's JSON
                value = float(self.function(subject, **options))
        except CardwrightError:
            raise
        except (Exception, SystemExit) as error:  # it may be anybody's function, and so may fail in any way
            raise CardwrightError(f"metric {self.name} failed: {user_code.failure(error)}") from error
        if not math.isfinite(value):
            raise CardwrightError(f"metric {self.name} gave {value}, which cannot be compared")
        return value

    @property
    def needs_matrix(self) -> bool:
        """Whether it needs the payoffs of each against each."""
        return self.of == "matrix"


_OF_RATES = {
    metrics.standard_deviation: "minimise", metrics.per_card_payoff: "minimise", metrics.entropy: "maximise",
    metrics.worst_rate: "maximise", metrics.best_rate: "minimise", metrics.mean_rate: "maximise",
}  # fmt: skip
_OF_MATRIX = {
    structure.triangles: "maximise", structure.cyclic_share: "maximise", structure.unbeaten: "minimise",
    structure.nash_support: "maximise", structure.nash_entropy: "maximise", structure.alpha_rank_entropy: "maximise",
}  # fmt: skip
_OTHERS = {
    metrics.tie_share: ("ties", "minimise"), metrics.length: ("length", "maximise"),
    metrics.change: ("change", "minimise"), metrics.wasserstein: (None, "minimise"),
    metrics.kullback_leibler: (None, "minimise"),
}  # fmt: skip


def _table() -> dict[str, Metric]:
    kinds: list[tuple[Any, str | None, Any]] = [(each, "rates", goal) for each, goal in _OF_RATES.items()]
    kinds += [(each, of, goal) for each, (of, goal) in _OTHERS.items()]
    kinds += [(each, "matrix", goal) for each, goal in _OF_MATRIX.items()]
    return {
        function.__name__: Metric(function.__name__, function, of, goal, _about(function))
        for function, of, goal in kinds
    }


def _about(function: Any) -> str:
    return (inspect.getdoc(function) or "").split("\n\n>>>")[0]


METRICS = _table()


def find_metric(name: str, folder: Path = Path()) -> Metric:
    """A metric by name, or a function of your own as `module:function` or `file.py:function`.

    >>> find_metric("tie share").name
    'tie_share'
    """
    key = name.strip().replace(" ", "_").replace("-", "_")
    if key in METRICS:
        return METRICS[key]
    home, colon, function = name.rpartition(":")
    if not colon:
        raise unknown("metric", name, [*METRICS, "my_module:my_function"])
    module = user_code.load_module(str(folder / home) if home.endswith(".py") else home, "metric", METRICS)
    found = getattr(module, function, None)
    if not callable(found):
        raise unknown(
            f"function in {home}", function, [each for each, value in vars(module).items() if callable(value)]
        )
    return Metric(name, found, about=_about(found))


class _Wanted(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)

    metric: str

    def options(self) -> dict[str, Any]:
        """What is passed on to the metric."""
        return dict(self.model_extra or {})


class ObjectiveSpec(_Wanted):
    """An objective in a config: the metric, and whether it should be small, large or near a number."""

    goal: Goal | None = None


class LimitSpec(_Wanted):
    """A constraint in a config: a metric that must not pass a limit."""

    at_most: float | None = None
    at_least: float | None = None

    @model_validator(mode="after")
    def _one_side(self) -> LimitSpec:
        if (self.at_most is None) == (self.at_least is None):
            raise ValueError("a constraint has either at_most or at_least")
        return self


@dataclass(frozen=True)
class Objective:
    """A metric and its goal."""

    metric: Metric
    goal: Goal
    options: Mapping[str, Any]

    @classmethod
    def of(cls, spec: ObjectiveSpec, folder: Path) -> Objective:
        """The objective that a config describes."""
        metric = find_metric(spec.metric, folder)
        _check_options(metric, spec.options())
        return cls(metric, metric.goal if spec.goal is None else spec.goal, spec.options())

    @property
    def label(self) -> str:
        """What it is called."""
        return self.metric.name.replace("_", " ")

    @property
    def wish(self) -> str:
        """What is wanted, in a few words."""
        return f"near {self.goal:g}" if isinstance(self.goal, float | int) else f"{self.goal} it"

    def value(self, metagame: Metagame) -> float:
        """The metric itself."""
        return self.metric(metagame, **self.options)

    def loss(self, value: float) -> float:
        """A number that is the smaller the better."""
        if self.goal == "minimise":
            return value
        return -value if self.goal == "maximise" else abs(value - float(self.goal))


@dataclass(frozen=True)
class Limit:
    """A metric that must not pass a limit."""

    metric: Metric
    at_most: float | None
    at_least: float | None
    options: Mapping[str, Any]

    @classmethod
    def of(cls, spec: LimitSpec, folder: Path) -> Limit:
        """The constraint that a config describes."""
        metric = find_metric(spec.metric, folder)
        _check_options(metric, spec.options())
        return cls(metric, spec.at_most, spec.at_least, spec.options())

    @property
    def label(self) -> str:
        """What it says."""
        side = f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:g}"
        return f"{self.metric.name.replace('_', ' ')} {side}"

    def value(self, metagame: Metagame) -> float:
        """The metric itself."""
        return self.metric(metagame, **self.options)

    def violation(self, value: float) -> float:
        """By how much the limit is passed; 0 if it is kept."""
        over = value - self.at_most if self.at_most is not None else float(self.at_least or 0.0) - value
        return max(0.0, over)


def ties_trap(objectives: Sequence[Objective], limits: Sequence[Limit]) -> str | None:
    """What to say where something is maximised that is greatest if nothing is ever decided, without a limit on ties."""
    if any(each.metric.name == "tie_share" and each.at_most is not None for each in limits):
        return None
    fooled = [
        each.label
        for each in objectives
        if each.metric.function in structure.BEST_IF_ALL_TIE and each.goal == "maximise"
    ]
    if not fooled:
        return None
    return (
        f"The best {' and '.join(fooled)} there can be is that of games that all end in a tie. "
        "Add a constraint such as {metric: tie_share, at_most: 0.1}."
    )


def _check_options(metric: Metric, options: Mapping[str, Any]) -> None:
    others = _parameters(metric)[1:]
    allowed = [each.name for each in others]
    for name in options:
        if name not in allowed:
            raise unknown(f"option of the metric {metric.name}", name, allowed)
    for each in others:
        if each.default is each.empty and each.name not in options:
            raise BadData(f"the metric {metric.name} needs '{each.name}'")


def _parameters(metric: Metric) -> list[inspect.Parameter]:
    try:
        found = list(inspect.signature(metric.function).parameters.values())
    except (TypeError, ValueError):
        raise BadData(f"the metric {metric.name} does not say what it takes; write a function around it") from None
    if not found:
        raise BadData(f"the metric {metric.name} takes nothing; it must be a function that takes a metagame")
    return found
