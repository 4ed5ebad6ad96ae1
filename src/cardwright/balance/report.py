"""What tuning found, for people (one HTML page with its pictures in it) and for programs (JSON)."""

from __future__ import annotations

import base64
import html
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardwright.core import data
from cardwright.core.pictures import render

from . import plots
from .paths import is_number, split
from .search import PENALTY

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from .tune import Change, Result

FORMAT = "cardwright balance report 1"
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


def figures(result: Result) -> dict[str, Figure]:
    """The pictures of a report, by the name of their files."""
    names = [each.label for each in result.study.objectives]
    found = {
        "histogram": plots.histogram(result.before, result.after),
        "rates": plots.rates(result.before, result.after),
        "course": plots.course({name: result.search.course(k) for k, name in enumerate(names)}),
    }
    if len(result.front) > 1:
        found["pareto"] = plots.pareto(result.front, list(result.search.tried.values()), result.winner, names)
    return found


def as_data(result: Result) -> dict[str, Any]:
    """The result as plain data."""
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
            {"limit": each.label, "before": before, "after": after, "kept": each.violation(after) <= 0}
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


def write(result: Result, folder: Path) -> list[Path]:
    """Write report.html, report.json, the pictures and the tuned rules."""
    from .tune import make_folder

    make_folder(folder)
    pictures = figures(result)
    files: dict[str, str | bytes] = {}
    for name, figure in pictures.items():
        files |= {f"{name}.{kind}": render(figure, kind) for kind in ("png", "svg")}
    files["report.json"] = json.dumps(as_data(result), indent=1) + "\n"
    files["report.html"] = page(result, {name: files[f"{name}.png"] for name in pictures})  # type: ignore[misc]
    for name, content in files.items():
        data.write(folder / name, content)
    result.study.subject.write(result.study.space.values(result.winner.genome), folder / "tuned.yaml")
    return [folder / name for name in (*files, "tuned.yaml")]


def page(result: Result, pictures: dict[str, bytes]) -> str:
    """The report as one HTML page that needs no other file."""
    study = result.study
    parts = [
        f"<h1>{_text(study.title)}</h1>",
        f"<p class=quiet>{_text(_about(result))}</p>",
        *(f"<div class=warning>{_text(each)}</div>" for each in result.warnings()),
        "<h2>Before and after</h2>",
        _table(("", "before", "after", "wanted"), summary(result)),
        _picture(pictures, "rates", "How well each does, before and after"),
        "<h2>What changed, and why it helps</h2>",
        _changes(result),
        "<h2>How the results are spread</h2>",
        _picture(pictures, "histogram", "Histogram of the win rates of all lineups, before and after"),
    ]
    if "pareto" in pictures:
        parts += [
            "<h2>What is traded against what</h2>",
            _picture(pictures, "pareto", "The solutions that nothing beats in every objective"),
            _front(result),
        ]
    parts += [
        "<h2>The search</h2>",
        _picture(pictures, "course", "The best found so far"),
        f"<p>{_text(_sure(result))}</p>",
    ]
    head = f"<meta charset=utf-8><title>{_text(study.title)}</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang=en><head>{head}</head><body>\n" + "\n".join(parts) + "\n</body></html>\n"


def _about(result: Result) -> str:
    tried, there = len(result.search.tried), result.study.space.count
    title = result.study.subject.title
    return f"{title}; {tried:,} of {there:,} settings tried by {result.optimiser}, seed {result.seed}."


def summary(result: Result) -> list[tuple[str, ...]]:
    """The figures before and after, as rows of a table; the tie share is always there."""
    study, before, after = result.study, result.before, result.after
    rows: list[tuple[str, ...]] = [
        (each.label, number(old), number(new), each.wish)
        for each, old, new in zip(study.objectives, result.start.values, result.winner.values, strict=True)
    ]
    rows += [
        (each.metric.name.replace("_", " "), number(old), number(new), each.label)
        for each, old, new in zip(study.limits, result.start.limits, result.winner.limits, strict=True)
    ]
    if not any(row[0] == "tie share" for row in rows):
        rows.append(("tie share", number(before.ties), number(after.ties), ""))
    if not any(row[0] == "length" for row in rows):
        rows.append(("length of a game", number(before.length), number(after.length), ""))
    rows += [
        ("strongest", f"{before.best} {number(before.rates.max())}", f"{after.best} {number(after.rates.max())}", ""),
        ("weakest", f"{before.worst} {number(before.rates.min())}", f"{after.worst} {number(after.rates.min())}", ""),
    ]
    return rows


def _changes(result: Result) -> str:
    if not result.changes:
        return "<p>Nothing was changed.</p>"
    names = [each.label for each in result.study.objectives]
    rows = [
        (each.label, number(each.before), number(each.after), why(result, each), *_without(each, len(names)))
        for each in sorted(result.changes, key=lambda each: -importance(result, each))
    ]
    columns = ("number", "before", "after", "why", *(f"{name} without this change" for name in names))
    return _table(columns, rows, words=(0, 3))


def _without(change: Change, objectives: int) -> list[str]:
    return ["not tried"] * objectives if change.without is None else [number(value) for value in change.without.values]


def importance(result: Result, change: Change) -> float:
    """How much worse the rules would be without a change; 0 where that was not tried.

    Objectives count by how far the search has brought each, for their units have nothing in common.
    """
    if change.without is None:
        return 0.0
    start, winner, without = (np.array(each.losses) for each in (result.start, result.winner, change.without))
    way = np.abs(start - winner)
    worse = float(np.sum((without - winner) / np.where(way > 0, way, 1.0)))
    return worse + PENALTY * (change.without.violation - result.winner.violation)


def why(result: Result, change: Change) -> str:
    """What a change does, in a sentence."""
    effect = _effect(result, change)
    owner = next((name for name in result.before.names if name in split(change.label)), None)
    if owner is None:
        return effect
    k = list(result.before.names).index(owner)
    was, is_now = (_beside_mean(each.rates, k) for each in (result.before, result.after))
    return f"{owner} was {was}, is now {is_now}; {effect}"


def _beside_mean(rates: np.ndarray, k: int) -> str:
    off = float(rates[k] - rates.mean())
    return "at the mean" if off == 0 else f"{number(abs(off))} {'above' if off > 0 else 'below'} the mean"


def _effect(result: Result, change: Change) -> str:
    """Whether a change helps, judged as everywhere: limits first, then the objectives."""
    winner, without = result.winner, change.without
    if without is None:
        return "what it does alone was not tried"
    if without.violation != winner.violation:
        return "it keeps the constraints" if without.violation > winner.violation else "it breaks the constraints"
    names = [each.label for each in result.study.objectives]
    helps = [name for name, mine, other in zip(names, winner.losses, without.losses, strict=True) if mine < other]
    harms = [name for name, mine, other in zip(names, winner.losses, without.losses, strict=True) if mine > other]
    if helps and harms:
        return f"it helps the {' and the '.join(helps)}, not the {' and the '.join(harms)}"
    return "it helps" if helps else "better without it alone" if harms else "no difference by itself"


def _front(result: Result) -> str:
    names = [each.label for each in result.study.objectives]
    labels = [each.label for each in result.study.space.variables]
    rows = []
    for each in result.front[:60]:
        settings = result.study.space.settings(each.genome)
        mark = "chosen" if each.genome == result.winner.genome else ""
        rows.append(
            (*map(number, each.values), number(each.ties), *(number(settings[label]) for label in labels), mark)
        )
    note = "<p>The chosen one is nearest to the best of every objective. All of them are in report.json.</p>"
    return _table((*names, "tie share", *labels, ""), rows, words=(len(names) + len(labels) + 1,)) + note


def _sure(result: Result) -> str:
    if not result.repeats:
        return "Every setting gives the same figures each time it is played, so they need no second measurement."
    return (
        f"Games have luck in them. The {len(result.finalists)} best settings were played again {result.repeats} times "
        "with fresh seeds before the winner was named, and the winner once more, for the best of several has had "
        f"luck too. All figures of the winner are from those last games ({result.after.games:,})."
    )


def number(value: Any) -> str:
    """A number as people read it; what is no number as it is.

    >>> number(0.00651), number(12), number(71.25), number(0.5)
    ('0.00651', '12', '71.25', '0.5')
    """
    if not is_number(value):
        return str(value)
    if not math.isfinite(value) or float(value).is_integer():
        return f"{value:g}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 10 else f"{value:.3g}"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    def row(tag: str, cells: Sequence[str]) -> str:
        kinds = ["" if k in words else " class=number" for k in range(len(cells))]
        return (
            "<tr>"
            + "".join(f"<{tag}{kind}>{_text(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))
            + "</tr>"
        )

    return "<table>" + row("th", columns) + "".join(row("td", cells) for cells in rows) + "</table>"


def _picture(pictures: dict[str, bytes], name: str, about: str) -> str:
    coded = base64.b64encode(pictures[name]).decode()
    return f'<p><img alt="{_text(about)}" src="data:image/png;base64,{coded}"></p>'


def _text(value: object) -> str:
    return html.escape(str(value))
