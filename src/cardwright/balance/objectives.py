"""Objectives (metrics with a goal) and constraints (metrics with a limit); metrics can be your own functions."""

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
from cardwright.core.errors import BadData, CardwrightError, nearest, unknown

from . import metrics, structure
from .alpha_rank import alpha_rank_entropy
from .metagame import Metagame, are_shares
from .nash import nash_entropy, nash_support
from .words import number

Goal = Literal["minimise", "maximise"] | float
LIMITS = ("at_most", "at_least")


@dataclass(frozen=True)
class Metric:
    """A function that returns a number for a metagame, or for one field `of` it, and its usual goal."""

    name: str
    function: Callable[..., float]
    of: str | None = None
    goal: Goal = "minimise"
    about: str = field(default="", compare=False)
    share: bool = False  # whether its value is a share, from 0 to 1
    like_rates: bool = False  # whether its value is a share where rates are

    def __call__(self, metagame: Metagame, **options: Any) -> float:
        """Return the value of the metric for a metagame."""
        subject = metagame if self.of is None else getattr(metagame, self.of)
        try:
            with contextlib.redirect_stdout(sys.stderr):  # its output must not mix with a command's JSON
                value = float(self.function(subject, **options))
        except CardwrightError:
            raise
        except (Exception, SystemExit) as error:  # user code can fail in any way
            raise CardwrightError(f"metric {self.name} failed: {user_code.failure(error)}") from error
        if not math.isfinite(value):
            raise CardwrightError(f"metric {self.name} returned {value}, which cannot be compared")
        return value

    @property
    def label(self) -> str:
        """Its name in words."""
        return self.name.replace("_", " ")

    def text(self, value: float, unit: str) -> str:
        """Return a value as people read it: shares in per cent; `unit` is that of the rates.

        >>> METRICS["tie_share"].text(0.125, "hp_left"), METRICS["worst_rate"].text(0.4, "win rate")
        ('12.5 %', '40 %')
        """
        is_share = self.share or (self.like_rates and are_shares(unit))
        return f"{number(100 * value)} %" if is_share else number(value)

    @property
    def needs_matrix(self) -> bool:
        """Whether it needs the payoff matrix."""
        return self.of == "matrix"


_OF_RATES = {
    metrics.standard_deviation: "minimise", metrics.per_card_payoff: "minimise", metrics.entropy: "maximise",
    metrics.worst_rate: "maximise", metrics.best_rate: "minimise", metrics.mean_rate: "maximise",
}  # fmt: skip
_OF_MATRIX = {
    structure.triangles: "maximise", structure.cyclic_share: "maximise", structure.unbeaten: "minimise",
    nash_support: "maximise", nash_entropy: "maximise", alpha_rank_entropy: "maximise",
}  # fmt: skip
BEST_IF_ALL_TIE = (nash_support, nash_entropy, alpha_rank_entropy)  # such a game looks perfectly balanced to them
_OTHERS = {
    metrics.tie_share: ("ties", "minimise"), metrics.length: ("length", "maximise"),
    metrics.intensity: ("intensity", "maximise"), metrics.change: ("change", "minimise"),
    metrics.wasserstein: (None, "minimise"), metrics.kullback_leibler: (None, "minimise"),
}  # fmt: skip


_SHARES = {
    metrics.tie_share, metrics.change, structure.triangles, structure.cyclic_share, nash_entropy, alpha_rank_entropy
}  # fmt: skip
_LIKE_RATES = {
    metrics.standard_deviation, metrics.worst_rate, metrics.best_rate, metrics.mean_rate, metrics.wasserstein
}  # fmt: skip


def _table() -> dict[str, Metric]:
    kinds: list[tuple[Any, str | None, Any]] = [(each, "rates", goal) for each, goal in _OF_RATES.items()]
    kinds += [(each, of, goal) for each, (of, goal) in _OTHERS.items()]
    kinds += [(each, "matrix", goal) for each, goal in _OF_MATRIX.items()]
    return {
        function.__name__: Metric(
            function.__name__, function, of, goal, _about(function), function in _SHARES, function in _LIKE_RATES
        )
        for function, of, goal in kinds
    }


def _about(function: Any) -> str:
    return (inspect.getdoc(function) or "").split("\n\n>>>")[0]


METRICS = _table()


def find_metric(name: str, folder: Path = Path()) -> Metric:
    """Return a metric by name, or your own function given as `module:function` or `file.py:function`.

    >>> find_metric("tie share").name
    'tie_share'
    """
    key = name.strip().replace(" ", "_").replace("-", "_")
    if key in METRICS:
        return METRICS[key]
    home, colon, function = name.rpartition(":")
    if not colon:
        raise unknown("metric", name, [*METRICS, "my_module:my_function"])
    module = user_code.load_module(home, "metric", METRICS, folder)
    found = getattr(module, function, None)
    if not callable(found):
        raise unknown(
            f"function in {home}", function, [each for each, value in vars(module).items() if callable(value)]
        )
    return Metric(name, found, about=_about(found))


class _MetricSpec(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)

    metric: str

    def options(self) -> dict[str, Any]:
        """Return the options for the metric: all keys that are not fields of the spec."""
        return dict(self.model_extra or {})


class ObjectiveSpec(_MetricSpec):
    """An objective in a config: a metric, and whether it should be small, large or near a number."""

    goal: Goal | None = None


class LimitSpec(_MetricSpec):
    """A constraint in a config: a metric that must not exceed or fall below a limit."""

    at_most: float | None = None
    at_least: float | None = None

    @model_validator(mode="after")
    def _one_side(self) -> LimitSpec:
        if (self.at_most is None) == (self.at_least is None):
            misspelt = [key for key in self.options() if nearest(key, LIMITS)]
            instead = f", not {misspelt[0]!r}" if misspelt else ""
            raise ValueError(f"a constraint needs either at_most or at_least{instead}")
        return self


@dataclass(frozen=True)
class Objective:
    """A metric and its goal."""

    metric: Metric
    goal: Goal
    options: Mapping[str, Any]

    @classmethod
    def of(cls, spec: ObjectiveSpec, folder: Path) -> Objective:
        """Return the objective that a config describes."""
        metric = find_metric(spec.metric, folder)
        _check_options(metric, spec.options())
        return cls(metric, metric.goal if spec.goal is None else spec.goal, spec.options())

    @property
    def label(self) -> str:
        """The name of the metric in words."""
        return self.metric.label

    def goal_text(self, unit: str) -> str:
        """Return the goal in words; `unit` is that of the rates."""
        return f"near {self.metric.text(self.goal, unit)}" if isinstance(self.goal, float | int) else self.goal

    def value(self, metagame: Metagame) -> float:
        """Return the value of its metric."""
        return self.metric(metagame, **self.options)

    def loss(self, value: float) -> float:
        """Return the loss of a value: smaller is better."""
        if self.goal == "minimise":
            return value
        return -value if self.goal == "maximise" else abs(value - float(self.goal))


@dataclass(frozen=True)
class Limit:
    """A metric that must not exceed or fall below a limit."""

    metric: Metric
    at_most: float | None
    at_least: float | None
    options: Mapping[str, Any]

    @classmethod
    def of(cls, spec: LimitSpec, folder: Path) -> Limit:
        """Return the constraint that a config describes."""
        metric = find_metric(spec.metric, folder)
        _check_options(metric, spec.options())
        found = cls(metric, spec.at_most, spec.at_least, spec.options())
        if metric.share and ((found.at_most or 0) < 0 or (found.at_least or 0) > 1):
            raise BadData(f"the {metric.label} is from 0 to 1 and never {found._side}")
        return found

    @property
    def label(self) -> str:
        """The constraint in words."""
        return f"{self.metric.label} {self._side}"

    @property
    def _side(self) -> str:
        return f"at most {self.at_most:g}" if self.at_most is not None else f"at least {self.at_least:g}"

    def goal_text(self, unit: str) -> str:
        """Return the limit in words; `unit` is that of the rates."""
        if self.at_most is not None:
            return f"at most {self.metric.text(self.at_most, unit)}"
        return f"at least {self.metric.text(self.at_least or 0.0, unit)}"

    def value(self, metagame: Metagame) -> float:
        """Return the value of its metric."""
        return self.metric(metagame, **self.options)

    def violation(self, value: float) -> float:
        """Return by how much a value breaks the limit; 0 if it is kept."""
        excess = value - self.at_most if self.at_most is not None else float(self.at_least or 0.0) - value
        return max(0.0, excess)


def tie_warning(objectives: Sequence[Objective], limits: Sequence[Limit]) -> str | None:
    """Return a warning if ties alone maximise an objective and no constraint limits them."""
    if any(each.metric.name == "tie_share" and each.at_most is not None for each in limits):
        return None
    fooled = [each.label for each in objectives if each.metric.function in BEST_IF_ALL_TIE and each.goal == "maximise"]
    if not fooled:
        return None
    return (
        f"A game that always ties has the highest possible {' and '.join(fooled)}. "
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
            raise BadData(f"the metric {metric.name} needs the option '{each.name}'")


def _parameters(metric: Metric) -> list[inspect.Parameter]:
    try:
        found = list(inspect.signature(metric.function).parameters.values())
    except (TypeError, ValueError):
        raise BadData(f"the metric {metric.name} has no readable signature; wrap it in a Python function") from None
    if not found:
        raise BadData(f"the metric {metric.name} takes no arguments; it must take a metagame")
    return found
