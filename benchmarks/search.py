"""Measure what each part of `mcts` is worth, and how strength grows with playouts: the figures in docs/search.md.

    python benchmarks/search.py parts                # each part switched off alone
    python benchmarks/search.py settings             # other values of the settings
    python benchmarks/search.py playouts --most 3200 --results curve.json --plot curve.svg
    python benchmarks/search.py duel                 # against mcts-thesis, the search without its parts, and rules
    python benchmarks/search.py strongest            # the strongest player of unicorns

Games are paired: all agents play the same deals. In games for several players, the agent takes every seat in turn, and
the figure is the share of games that one of its seats wins. In battles it is the mean score, the share of HP left.
`--results` keeps the figures in a file; what is in there is not played again.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cardwright
from cardwright import arena, training
from cardwright.agents import make, make_seats
from cardwright.core.showing import pictures


class Table(NamedTuple):
    """A game, how many seats it has, the agent's opponents, and how many games are played."""

    game: str
    players: int = 1
    opponents: str = ""
    games: int = 1000


TABLES = {
    "unicorns": Table("unicorns", 6, "4*rules", games=120),
    "uno": Table("cgdl:uno", 3, "2*random"),
    "draft": Table("autobattler:draft", 2, "rules", games=500),
    "nob": Table("spire:gremlin-nob", games=300),
    "lagavulin": Table("spire:lagavulin", games=300),
    "sentries": Table("spire:sentries", games=300),
}
UNICORNS = {  # for the strongest player, under the official rules and those of the thesis
    "official, rules": Table("unicorns", 6, "4*rules", games=200),
    "official, evolved": Table("unicorns", 6, "4*rules:evolved", games=200),
    "thesis, rules": Table("unicorns:thesis", 6, "4*rules", games=200),
    "thesis, evolved": Table("unicorns:thesis", 6, "4*rules:evolved", games=200),
}
STRONGEST = cardwright.game("unicorns").strongest
BEST = STRONGEST[STRONGEST.index("+") :]
CURVES = {"unicorns": (BEST, BEST.replace("+hold=400", ""))}  # the settings of the strongest player, with and without
PARTS = ("", "+prior=0", "+model=0", "+prior=0+model=0")
PARTS_OF = {"unicorns": ("+rules=evolved", "+cap=10", "+cap=10+value=fitted", CURVES["unicorns"][1])}
SETTINGS = ("+trust=0", "+trust=1", "+look=1", "+cap=30", "+c=0.25", "+c=1", "+prior=0.25", "+prior=0.75")
STEPS = (50, 100, 200, 400, 800, 1600, 3200, 6400, 10_000)
MANY = 1600  # from so many playouts on, a fifth of the games, half in unicorns


class Row(NamedTuple):
    """A figure with its 95 % interval."""

    table: str
    agent: str
    games: int
    value: float
    low: float
    high: float
    seconds: float  # of CPU time


def measure(name: str, agent: str, games: int, seed: int, rivals: str = "") -> Row:
    """Play the games of a table; `rivals` are opponents that take the place of the table's own."""
    table = (TABLES | UNICORNS)[name]
    begun = time.process_time()
    if table.opponents:
        opponents = make_seats(rivals or table.opponents)
        own = [make(agent)] * (table.players - len(opponents))
        figure = training.contest(cardwright.game(table.game, table.players), own, opponents, games, seed)
    else:
        figure = arena.run(table.game, [agent], games=games, seed=seed, device="cpu").series[0].score
    seconds = time.process_time() - begun
    text = f"{agent} against {rivals}" if rivals else agent
    return Row(name, text, games, figure.value, figure.low, figure.high, seconds)


def plan(given: argparse.Namespace) -> Iterator[tuple[str, str, int, str]]:
    """The table, agent, games and rivals of each row."""
    own = f"mcts:{given.playouts}"
    for name in UNICORNS if given.what == "strongest" else given.only or TABLES:
        table = (TABLES | UNICORNS)[name]
        games = given.games or table.games
        if given.what == "strongest":
            yield name, STRONGEST, games, ""
        elif given.what == "playouts":
            steps = [each for each in STEPS if given.least <= each <= given.most]
            for settings, step in itertools.product(CURVES.get(name, ("",)), steps):
                fewer = 1 if step < MANY or given.games else 2 if name == "unicorns" else 5
                yield name, f"mcts:{step}{settings}", games // fewer, ""
        elif given.what == "parts":
            for settings in (*PARTS, *PARTS_OF.get(name, ())):
                yield name, own + settings, games, ""
        elif given.what == "settings":
            for settings in SETTINGS:
                yield name, own + settings, games, ""
        elif table.opponents:
            half = table.players // 2
            for rival in (f"{own}+prior=0+model=0", f"mcts-thesis:{given.playouts}", "rules"):
                if rival != "rules" or name != "uno":  # UNO has no heuristics
                    yield name, own, games, f"{half}*{rival}"


def main() -> None:
    given = _arguments()
    kept: dict[str, list[Any]] = json.loads(given.results.read_text(encoding="utf-8")) if _exists(given.results) else {}
    rows = []
    print(f"{'game':<17} {'agent':<63} {'games':>6}  figure and 95 % interval   CPU time")
    for name, agent, games, rivals in plan(given):
        key = f"{name} {agent} {rivals} {games} {given.seed}"
        if key not in kept:
            kept[key] = list(measure(name, agent, games, given.seed, rivals))
            if given.results:
                given.results.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        row = Row(*kept[key])
        rows.append(row)
        figure = f"{row.value:.3f} [{row.low:.3f}, {row.high:.3f}]"
        print(f"{row.table:<17} {row.agent:<63} {row.games:>6,}  {figure:<25} {row.seconds:>6.0f} s", flush=True)
    if given.plot:
        pictures.save(curve(rows), given.plot)


def _exists(path: Path | None) -> bool:
    return path is not None and path.exists()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("parts", "settings", "playouts", "duel", "strongest"))
    parser.add_argument("--only", choices=TABLES, action="append", help="this game, repeatable; else all")
    parser.add_argument("--games", type=int, help="games per figure, in place of the game's own number")
    parser.add_argument("--playouts", type=int, default=100, help="for all but the curve and the strongest")
    parser.add_argument("--least", type=int, default=50, help="the fewest playouts of the curve")
    parser.add_argument("--most", type=int, default=10_000, help="the most playouts of the curve")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a JSON file")
    parser.add_argument("--plot", type=Path, help="an SVG or PNG file, for the curve")
    return parser.parse_args()


def curve(rows: list[Row]) -> Any:
    """Draw the figures of each game against the number of playouts."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(row.table for row in rows))
    figure = Figure(figsize=(9, 5), facecolor="white", layout="constrained")
    for index, name in enumerate(names, start=1):
        axes = figure.add_subplot(2, (len(names) + 1) // 2, index)
        for settings in CURVES.get(name, ("",)):
            own = [row for row in rows if row.table == name and row.agent.endswith(settings)]
            playouts = [make(row.agent).playouts for row in own]
            values = [row.value for row in own]
            errors = [[row.value - row.low for row in own], [row.high - row.value for row in own]]
            held = "hold=400" if "hold" in settings else "hold=0"
            axes.errorbar(playouts, values, errors, fmt="o-", markersize=3, linewidth=1.2, capsize=2, label=held)
        if name in CURVES:
            axes.legend(frameon=False, fontsize=8)
        axes.set(xscale="log", title=name, ylabel="games won" if TABLES[name].opponents else "score")
        axes.set_xlabel("playouts a decision")
        axes.spines[["top", "right"]].set_visible(False)
    return figure


if __name__ == "__main__":
    main()
