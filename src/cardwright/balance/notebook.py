"""How notebooks show the results of balancing; see `html.show`."""

from __future__ import annotations

import numpy as np

from cardwright.core.showing import html

from . import plots, report
from .metagame import Metagame
from .outcome import Outcome
from .sweeps import Sweep


@html.rendered.register
def _metagame(metagame: Metagame) -> str:
    facts = f"{metagame.games:,} games, ties in {metagame.ties:.0%} of them, mean length {metagame.length:.1f}"
    title = f"{len(metagame.names)} compared by {metagame.unit}"
    plot = html.plot(plots.distribution(metagame), title)
    return html.notebook(html.heading(title, facts), plot, _table(metagame))


def _table(metagame: Metagame) -> str:
    order = np.argsort(-metagame.rates, kind="stable")
    errors = [] if metagame.errors is None else [metagame.errors]
    columns = ["", metagame.unit, *(["standard error"] if errors else [])]
    rows = [[metagame.names[k], *(metagame.rate_text(each[k]) for each in (metagame.rates, *errors))] for k in order]
    return html.table(columns, rows)


@html.rendered.register
def _outcome(outcome: Outcome) -> str:
    return report.piece(outcome)


@html.rendered.register
def _sweep(sweep: Sweep) -> str:
    best = ", ".join(f"{label} {value:g}" for label, value in sweep.best().items())
    title = f"{sweep.metric} over {' and '.join(sweep.best())}"
    return html.notebook(html.heading(title, f"best at {best}"), html.plot(plots.heat_map(sweep), title))
