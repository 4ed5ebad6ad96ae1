"""Reports of tuning: one HTML page with its plots for people, JSON for programs."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardwright.core import files
from cardwright.core.errors import counted
from cardwright.core.showing import html
from cardwright.core.showing.pictures import render
from cardwright.core.showing.text import escape_html

from . import plots
from .evaluation import PENALTY
from .metagame import Metagame, are_shares
from .outcome import Change, Outcome
from .paths import split
from .words import number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

FORMAT = "cardwright balance report 1"
SUMMARY = ("", "before", "after", "goal", "result")  # the columns of `summary`
STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; }
h2 { margin-top: 2.2rem; border-bottom: 1px solid #ddd; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid #eee; vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
img { max-width: 100%; height: auto; }
.warning { background: #fff3cd; border-left: 5px solid #D55E00; padding: .6rem 1rem; margin: 1rem 0; }
.quiet { color: #666; }
"""


def figures(result: Outcome) -> dict[str, Figure]:
    """Return the plots of a report by the name of their files."""
    names = [each.label for each in result.study.objectives]
    found = {
        "histogram": plots.histogram(result.before, result.after),
        "rates": plots.rates(result.before, result.after),
        "convergence": plots.convergence({name: result.search.best_so_far(k) for k, name in enumerate(names)}),
    }
    if len(result.front) > 1:
        found["pareto"] = plots.pareto(result.front, list(result.search.tried.values()), result.winner, names)
    return found


def as_data(result: Outcome) -> dict[str, Any]:
    """Return an outcome as plain data."""
    study = result.study
    return {
        "format": FORMAT,
        "title": study.title,
        "subject": study.subject.title,
        "optimiser": result.optimiser,
        "seed": result.seed,
        "evaluations": len(result.search.tried),
        "remeasured": result.repeats,
        "objectives": [
            {"metric": each.metric.name, "goal": each.goal, "before": before, "after": after}
            for each, before, after in zip(study.objectives, result.start.values, result.winner.values, strict=True)
        ],
        "constraints": [
            {
                "limit": each.label,
                "metric": each.metric.name,
                "before": before,
                "after": after,
                "kept": each.violation(after) <= 0,
            }
            for each, before, after in zip(study.limits, result.start.limits, result.winner.limits, strict=True)
        ],
        "warnings": result.warnings(),
        "settings": result.settings,
        "changes": [
            {
                "path": each.label,
                "before": each.before,
                "after": each.after,
                "objectives_without": [] if each.without is None else each.without.values,
            }
            for each in result.changes
        ],
        "before": result.before.to_dict(),
        "after": result.after.to_dict(),
        "front": [
            {"objectives": each.values, "tie_share": each.ties, "settings": study.space.settings(each.genome)}
            for each in result.front
        ],
    }


def write(result: Outcome, folder: Path) -> list[Path]:
    """Write report.html, report.json, the plots and the tuned rules to a folder, and return the files."""
    files.make_folder(folder)
    images = {
        f"{name}.{kind}": render(figure, kind) for name, figure in figures(result).items() for kind in ("png", "svg")
    }
    pngs = {name.removesuffix(".png"): image for name, image in images.items() if name.endswith(".png")}
    contents: dict[str, str | bytes] = {**images}
    contents["report.json"] = json.dumps(as_data(result), indent=1) + "\n"
    contents["report.html"] = page(result, pngs)
    for name, content in contents.items():
        files.write(folder / name, content)
    result.study.subject.write(result.study.space.values(result.winner.genome), folder / "tuned.yaml")
    return [folder / name for name in (*contents, "tuned.yaml")]


def page(result: Outcome, pictures: dict[str, bytes]) -> str:
    """Return the report as one self-contained HTML page; `pictures` are PNG images by name."""
    study = result.study
    parts = [
        f"<h1>{_text(study.title)}</h1>",
        f"<p class=quiet>{_text(_about(result))}</p>",
        *_warnings(result),
        "<h2>Before and after</h2>",
        _summary_table(result),
        *_explanations(result),
        _picture(pictures, "rates", "Rates before and after"),
        "<h2>What changed, and what each change does</h2>",
        _changes(result),
        "<h2>Distribution of results</h2>",
        _picture(pictures, "histogram", "Histogram of the win rates of all lineups, before and after"),
    ]
    if "pareto" in pictures:
        parts += [
            "<h2>Trade-offs between objectives</h2>",
            _picture(pictures, "pareto", "The Pareto front: no other solution is better in every objective"),
            _front(result),
        ]
    parts += [
        "<h2>The search</h2>",
        _picture(pictures, "convergence", "Best value so far, by settings tried"),
        f"<p>{_text(_confidence(result))}</p>",
    ]
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f"<meta charset=utf-8>{viewport}<title>{_text(study.title)}</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang=en><head>{head}</head><body>\n" + "\n".join(parts) + "\n</body></html>\n"


def piece(result: Outcome) -> str:
    """Return the report for a notebook: before and after, and what changed."""
    picture = html.plot(plots.rates(result.before, result.after), "Rates before and after")
    return html.notebook(
        html.heading(result.study.title, _about(result)),
        *_warnings(result),
        _summary_table(result),
        picture,
        _changes(result),
    )


def _warnings(result: Outcome) -> list[str]:
    return [f'<div class="warning">{_text(each)}</div>' for each in result.warnings()]


def _summary_table(result: Outcome) -> str:
    return html.table(SUMMARY, summary(result))


def _explanations(result: Outcome) -> list[str]:
    """Return what the figures mean: those of the metrics, and the rates that they are made of."""
    metrics = {each.metric.label: each.metric.about for each in (*result.study.objectives, *result.study.limits)}
    told = [f"The rate of each of those compared is its {result.before.unit}."]
    told += [f"{name.capitalize()}: {about}" for name, about in metrics.items() if about]
    return [f"<p class=quiet>{_text(each)}</p>" for each in told]


def _about(result: Outcome) -> str:
    tried, total = len(result.search.tried), result.study.space.count
    title = result.study.subject.title
    return f"{title}; {result.optimiser} tried {tried:,} of {total:,} settings, seed {result.seed}."


def summary(result: Outcome) -> list[tuple[str, ...]]:
    """Return the figures before and after as rows of a table, which always includes the tie share."""
    study, before, after, unit = result.study, result.before, result.after, result.before.unit
    rows: list[tuple[str, ...]] = [
        (each.label, each.metric.text(old, unit), each.metric.text(new, unit), each.goal_text(unit), result.moved(k))
        for k, (each, old, new) in enumerate(
            zip(study.objectives, result.start.values, result.winner.values, strict=True)
        )
    ]
    rows += [
        (
            each.metric.label,
            each.metric.text(old, unit),
            each.metric.text(new, unit),
            each.goal_text(unit),
            "broken" if each.violation(new) > 0 else "kept",
        )
        for each, old, new in zip(study.limits, result.start.limits, result.winner.limits, strict=True)
    ]
    if not any(row[0] == "tie share" for row in rows):
        rows.append(("tie share", percent(before.ties), percent(after.ties), "", ""))
    if not any(row[0] == "length" for row in rows):
        rows.append(("game length", number(before.length), number(after.length), "", ""))
    shown = percent if are_shares(unit) else number
    rows += [
        ("strongest", f"{before.best} {shown(before.rates.max())}", f"{after.best} {shown(after.rates.max())}", "", ""),
        ("weakest", f"{before.worst} {shown(before.rates.min())}", f"{after.worst} {shown(after.rates.min())}", "", ""),
    ]
    return rows


def _changes(result: Outcome) -> str:
    if not result.changes:
        return "<p>Nothing was changed.</p>"
    names = [each.label for each in result.study.objectives]
    changes = sorted(result.changes, key=lambda each: -importance(result, each))
    effects = [effect(result, each) for each in changes]
    same = len(effects) > 1 and len(set(effects)) == 1  # said once, above the table
    told = f"<p>Of every change it holds: {_text(effects[0])}.</p>" if same else ""
    rows = [
        (each.label, number(each.before), number(each.after), *([] if same else [said]), *_without(result, each))
        for each, said in zip(changes, effects, strict=True)
    ]
    without = (f"{name} without this change" for name in names)
    columns = ("number", "before", "after", *([] if same else ["effect"]), *without)
    return _standings(result) + told + html.table(columns, rows, left=(0,) if same else (0, 3))


def _standings(result: Outcome) -> str:
    """Return a table of how far from the mean those stand whose numbers were changed, once for each of them."""
    names = list(result.before.names)
    changed = [name for name in names if any(name in split(each.label) for each in result.changes)]
    rows = [
        (name, *(_relative_to_mean(each, names.index(name)) for each in (result.before, result.after)))
        for name in changed
    ]
    return html.table(("changed", f"{result.before.unit} before", "after"), rows) if rows else ""


def _without(result: Outcome, change: Change) -> list[str]:
    objectives = result.study.objectives
    if change.without is None:
        return ["not tried"] * len(objectives)
    return _figures(result, change.without.values)


def _figures(result: Outcome, values: Sequence[float]) -> list[str]:
    """Return the values of the objectives as people read them."""
    pairs = zip(result.study.objectives, values, strict=True)
    return [each.metric.text(value, result.before.unit) for each, value in pairs]


def _relative_to_mean(metagame: Metagame, k: int) -> str:
    off = float(metagame.rates[k] - metagame.rates.mean())
    by = f"{number(100 * abs(off))} points" if are_shares(metagame.unit) else number(abs(off))
    return "at the mean" if off == 0 else f"{by} {'above' if off > 0 else 'below'} the mean"


def importance(result: Outcome, change: Change) -> float:
    """Return how much worse the rules would be without a change; 0 if that was not tried.

    Each objective is scaled by its improvement in the search, because their units differ.
    """
    if change.without is None:
        return 0.0
    start, winner, without = (np.array(each.losses) for each in (result.start, result.winner, change.without))
    improvement = np.abs(start - winner)
    worse = float(np.sum((without - winner) / np.where(improvement > 0, improvement, 1.0)))
    return worse + PENALTY * (change.without.violation - result.winner.violation)


def effect(result: Outcome, change: Change) -> str:
    """Return whether a change helps, in a sentence: constraints come first, then the objectives."""
    winner, without = result.winner, change.without
    if without is None:
        return "its own effect was not measured"
    if without.violation != winner.violation:
        more = without.violation > winner.violation
        if winner.feasible or without.feasible:
            return f"without it, a constraint would {'be broken' if more else 'not be broken'}"
        return f"without it, the constraints would be broken by {'more' if more else 'less'}"
    names = [each.label for each in result.study.objectives]
    helps = [name for name, mine, other in zip(names, winner.losses, without.losses, strict=True) if mine < other]
    harms = [name for name, mine, other in zip(names, winner.losses, without.losses, strict=True) if mine > other]
    if helps and harms:
        return f"it improves the {' and the '.join(helps)}, but not the {' and the '.join(harms)}"
    if harms and result.repeats:  # when changes were set back, it was worth keeping
        return "two measurements disagree about its effect"
    return "it helps" if helps else "the rules would be better without it" if harms else "it makes no difference alone"


def _front(result: Outcome) -> str:
    names = [each.label for each in result.study.objectives]
    labels = [each.label for each in result.study.space.variables]
    rows = []
    for each in result.front[:60]:
        settings = result.study.space.settings(each.genome)
        mark = "chosen" if each.genome == result.winner.genome else ""
        rows.append(
            (*_figures(result, each.values), percent(each.ties), *(number(settings[label]) for label in labels), mark)
        )
    note = "<p>The chosen solution is nearest to the best of every objective. report.json has all solutions.</p>"
    return html.table((*names, "tie share", *labels, ""), rows, left=(len(names) + len(labels) + 1,)) + note


def _confidence(result: Outcome) -> str:
    steps = "In the end, single numbers were moved by one step: " + (
        "no step is better in one objective without being worse in another."
        if result.settled
        else "there were too many to try all of them, so another step may still be better."
    )
    if not result.repeats:
        return "Every setting yields the same figures each time it is played, so one measurement is enough. " + steps
    several = len(result.finalists) > 1
    which = f"{len(result.finalists)} best settings were each" if several else "best setting was"
    return (
        f"Games involve luck. The {which} played again {counted(result.repeats, 'time')} "
        "with fresh seeds to choose the winner. Because the best of several was also lucky, the winner was then played "
        f"once more. All figures of the winner come from these last {result.after.games:,} games. " + steps
    )


def _picture(pictures: dict[str, bytes], name: str, about: str) -> str:
    coded = base64.b64encode(pictures[name]).decode()
    return f'<p><img alt="{_text(about)}" src="data:image/png;base64,{coded}"></p>'


def _text(value: object) -> str:
    return escape_html(value)
