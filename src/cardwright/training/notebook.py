"""How notebooks show what was trained; see `html.show`."""

from __future__ import annotations

from cardwright.core.showing import html

from .plots import fitness_plot
from .trained import Trained


@html.rendered.register
def _trained(trained: Trained) -> str:
    made = f"{len(trained.history)} generations{' (unfinished)' if trained.interrupted else ''}"
    named = trained.named_weights().items()
    weights = html.table(["weight", "value"], [[name, f"{each:g}"] for name, each in named])
    curves = fitness_plot({"": trained.history}, trained.judge.fitness) if trained.history else None
    plot = html.plot(curves, "Fitness") if curves else ""
    return html.notebook(html.heading(f"Weights for {trained.game.family}:{trained.game.name}", made), plot, weights)
