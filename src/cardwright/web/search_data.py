"""What searches for weights, cards, games and balance found, as plain data; see run_data.py."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

import pydantic

from cardwright.arena.statistics import Estimate, Z
from cardwright.balance import checkpoint as balance_checkpoint
from cardwright.balance.objectives import METRICS
from cardwright.balance.search import best_so_far
from cardwright.balance.words import number
from cardwright.core import data
from cardwright.generate.cards import interval, load_search, outcome
from cardwright.generate.games.checkpoint import load as load_evolution
from cardwright.training import checkpoint as training_checkpoint
from cardwright.training.judge import fitness_text

from .run_tables import Data, figure, intervals, lines, scatter, table


def weights(folder: Path) -> Data:
    """Return what an evolution of weights found."""
    history, population, fitness = training_checkpoint.read_history(folder)
    game, settings = training_checkpoint.title_of(folder), training_checkpoint.settings_of(folder)
    shown = {
        name: [(number, getattr(each, name)) for number, each in enumerate(history, 1)]
        for name in ("best", "mean", "worst")
    }
    step = max(1, -(-len(history) // 20))
    rows = [
        [str(number), *(fitness_text(fitness, value) for value in each[:3]), f"{100 * each.wins:.1f} %"]
        for number, each in enumerate(history, 1)
        if number % step == 0 or number in (1, len(history))
    ]
    last = history[-1]
    wanted = ("opponents", "method", "population", "games", "fitness")
    return {
        "kind": "weights",
        "title": game,
        "facts": [["game", game], ["population", f"{population:,}"], *([["fitness", fitness]] if fitness else []),
                  ["champion", f"rules:{Path(os.path.relpath(folder)).as_posix()}/champion.yaml"]],
        "done": len(history),
        "tables": [table("Generations", ["generation", "best", "mean", "worst", "wins of the best"], rows)],
        "notes": [],
        "plots": [lines("Fitness", "generation", "fitness", shown),
                  lines("Wins of the best individual", "generation", "% of games",
                        {"wins": [(number, 100 * each.wins) for number, each in enumerate(history, 1)]})],
        "estimates": {f"{name} of the last generation": {"": figure(getattr(last, name))}
                      for name in ("best", "mean", "worst", "wins")},
        "continued": {"game": game, **{name: settings[name] for name in wanted if name in settings}},
    }  # fmt: skip


def cards(folder: Path) -> Data:
    """Return what a search for cards found."""

    search = load_search(folder)
    brought, maker = outcome(search), search.maker
    best = sorted(search.archive.candidates(), key=lambda each: (-each.quality, each.number))
    rows = [
        [maker.name(each.card), maker.face(each.card).cost or "-", interval(each.figures.strength),
         f"{each.quality:.2f}", ", ".join(each.figures.flags), maker.text(each.card)]
        for each in best
    ]  # fmt: skip
    points = [
        {"x": each.figures.strength.value, "y": each.figures.synergy.value, "label": maker.name(each.card),
         "text": maker.text(each.card)}
        for each in best
    ]  # fmt: skip
    counts = {name: value for name, value in asdict(brought).items() if isinstance(value, int | float)}
    return {
        "kind": "cards",
        "title": f"New cards: {search.settings.game}",
        "facts": [["game", search.settings.game], ["judged", f"{brought.evaluations:,}"], ["kept", f"{brought.kept:,}"],
                  ["QD score", f"{brought.qd_score:.1f}"], ["seed", str(search.settings.seed)],
                  ["designer", brought.designer]],
        "done": brought.evaluations,
        "tables": [
            table("Cards kept, the best first", ["card", "cost", "strength", "quality", "flags", "text"], rows,
                  (0, 4, 5)),
            _reasons(search.reasons),
        ],
        "notes": [f"Strength is the gain in {maker.unit} with the card over the same games without it."],
        "plots": scatter("Strength and synergy", f"strength, {maker.unit}", f"synergy, {maker.unit}", points),
        "estimates": {
            **{name.replace("_", " "): {"": figure(value)} for name, value in counts.items()},
            "mean quality": {"": figure(brought.quality)},
        },
        "continued": {"game": search.settings.game},
    }  # fmt: skip


def _reasons(reasons: Mapping[str, int]) -> Data:
    rows = [[reason, f"{count:,}"] for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1])]
    return table("Why others were not kept", ["reason", "number"], rows)


def games(folder: Path) -> Data:
    """Return what an evolution of games found."""
    evolution = load_evolution(folder)
    best = sorted(evolution.archive.games(), key=lambda each: -each.judgement.quality)
    rows = [
        [f"{each.file_name}.cgdl", str(each.game.players), f"{each.judgement.length:.0f}",
         f"{each.judgement.skill:.2f}", f"{each.judgement.quality:.2f}", each.origin]
        for each in best
    ]  # fmt: skip
    points = [
        {"x": each.judgement.length, "y": each.judgement.skill, "label": each.game.name,
         "text": f"quality {each.judgement.quality:.2f}, {each.game.players} players"}
        for each in best
    ]  # fmt: skip
    settings = evolution.settings
    figures = {"games evaluated": evolution.evaluations, "games kept": len(best),
               "sum of quality": sum(each.judgement.quality for each in best)}  # fmt: skip
    return {
        "kind": "games",
        "title": "New games",
        "facts": [["evaluations", f"{evolution.evaluations:,}"], ["kept", f"{len(best):,}"],
                  ["seed", str(settings.seed)]],
        "done": evolution.evaluations,
        "tables": [
            table("Games kept, the best first", ["file", "players", "turns", "skill", "quality", "origin"], rows,
                  (0, 5)),
            _reasons(evolution.reasons()),
        ],
        "notes": [],
        "plots": scatter("Length and skill", "turns", "skill", points),
        "estimates": {name: {"": figure(value)} for name, value in figures.items()},
        "continued": {"players": list(settings.players), "language": settings.language},
    }  # fmt: skip


class _Rates(pydantic.BaseModel):
    """The part of a metagame that pages show."""

    unit: str
    rates: Annotated[dict[str, float], pydantic.Field(max_length=10_000)]
    errors: dict[str, float] = {}


class _Measured(pydantic.BaseModel):
    """An objective or a constraint before and after."""

    metric: str = ""
    limit: str = ""
    before: float | None
    after: float | None


class _Change(pydantic.BaseModel):
    """A number that changed."""

    path: str
    before: Any
    after: Any


class _Report(pydantic.BaseModel):
    """The part of report.json that pages show."""

    format: Literal["cardwright balance report 1"]
    title: str
    subject: str
    optimiser: str
    seed: int
    evaluations: int
    warnings: list[str]
    objectives: list[_Measured]
    constraints: list[_Measured]
    changes: Annotated[list[_Change], pydantic.Field(max_length=10_000)]
    before: _Rates
    after: _Rates


def balance(folder: Path) -> Data:
    """Return what a balance study found: its report if it has ended, and the course of the search."""
    search, report = folder / balance_checkpoint.FILE, folder / "report.json"
    tried = balance_checkpoint.read_evaluations(search) if search.exists() else []
    best = best_so_far(tried) if tried else []
    course = lines("Best value so far", "settings tried", "first objective", {"best": list(enumerate(best, 1))})
    found: Data = {
        "kind": "balance",
        "title": "Balance study",
        "facts": [["settings tried", f"{len(tried):,}"]],
        "done": len(tried),
        "tables": [],
        "notes": [] if report.exists() else ["The report comes when the search has ended."],
        "plots": [course] if tried else [],
        "estimates": {"settings tried": {"": figure(len(tried))}},
        "continued": {},
    }
    return _with_report(found, report) if report.exists() else found


def _with_report(found: Data, file: Path) -> Data:
    document = data.read(file, data.LARGEST_CHECKPOINT)
    report = data.validate(_Report, document.value, document)
    measured = [
        (each.limit or each.metric.replace("_", " "), each) for each in (*report.objectives, *report.constraints)
    ]
    unit = report.after.unit
    rows = [
        [name, *("" if value is None else _figure(each.metric, value, unit) for value in (each.before, each.after))]
        for name, each in measured
    ]
    changes = [[each.path, _number(each.before), _number(each.after)] for each in report.changes]
    rates = {"before": report.before, "after": report.after}
    return {
        **found,
        "title": report.title,
        "facts": [*found["facts"], ["subject", report.subject], ["optimiser", report.optimiser],
                  ["seed", str(report.seed)]],
        "tables": [table("Before and after", ["figure", "before", "after"], rows),
                   table("What changed", ["number", "before", "after"], changes)],
        "notes": report.warnings,
        "plots": [_rates_plot(rates), *found["plots"]],
        "estimates": {
            **found["estimates"],
            **{name: {when: figure(value) for when, value in (("before", each.before), ("after", each.after))
                      if value is not None} for name, each in measured},
            report.after.unit: {name: _estimate(report.after, name) for name in report.after.rates},
        },
    }  # fmt: skip


def _rates_plot(rates: dict[str, _Rates]) -> Data:
    """Return the rate of each card or variant, before and after."""
    names = [*rates["before"].rates]
    found = {
        f"{name}, {when}": _estimate(each, name) for name in names for when, each in rates.items() if name in each.rates
    }
    plot = intervals(rates["after"].unit.capitalize(), found)
    for row in plot["rows"]:
        row["group"] = int(row["label"].endswith("before"))
    return plot


def _estimate(rates: _Rates, name: str) -> Estimate:
    value, half = rates.rates[name], Z * rates.errors.get(name, math.nan)
    return Estimate(value, value - half, value + half)


def _figure(metric: str, value: float, unit: str) -> str:
    return METRICS[metric].text(value, unit) if metric in METRICS else number(value)


def _number(value: Any) -> str:
    return "" if value is None else number(value)
