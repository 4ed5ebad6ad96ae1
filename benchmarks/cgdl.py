"""The speed of card games from texts, and how their plays end. Run it on an idle machine.

    python benchmarks/cgdl.py               # about two minutes, compiling included
    python benchmarks/cgdl.py --plays 100000
    python benchmarks/cgdl.py --json

Rates are the best of many short windows on one thread, because the core can be shared.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from cardwright import arena, cgdl
from cardwright.agents import make, play_games
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.tally import tally
from cardwright.core.random import seeds_for

AIMS = {"uno": 100_000, "blackjack": 400_000, "texas": 100_000}
TEXT_TO_TABLES_MS = 20
# Random plays in "A Card Game Description Language" (Font, Mahlmann, Manrique and Togelius, 2013), Table 5.
PRINTED = {
    "texas": {"wins": [235, 324, 437], "draws": 4, "crashes": 0, "turns": 39},
    "blackjack": {"wins": [401, 282, 317], "draws": 0, "crashes": 0, "turns": 20},
    "uno": {"wins": [319, 285, 294], "draws": 102, "crashes": 0, "turns": 59},
}
CHUNK = 400


def games_per_second(game: cgdl.CardGame, windows: int = 300) -> float:
    """Return random games per second of one thread."""
    agents = [make("random")] * game.players
    seeds, agent_seeds = (seeds_for(1, use, np.arange(CHUNK)) for use in ("game", "agent"))
    best = 0.0
    for _ in range(windows):
        began = time.perf_counter()
        play_games(game, agents, seeds, agent_seeds)
        best = max(best, CHUNK / (time.perf_counter() - began))
    return best


def text_to_tables(name: str, times: int = 30) -> float:
    """Return the milliseconds from a game's text to its tables."""
    text, best = cgdl.source(name), float("inf")
    for _ in range(times):
        began = time.perf_counter()
        compile_game(cgdl.parse(text))
        best = min(best, time.perf_counter() - began)
    return 1000 * best


def measure(plays: int, console: Console) -> dict[str, Any]:
    result = {}
    for name in cgdl.games():
        game = cgdl.game(name)
        games_per_second(game, windows=1)  # compiles the kernels
        rate, milliseconds = games_per_second(game), text_to_tables(name)
        series = arena.run(game, [f"{game.players}*random"], games=plays, seed=1, jobs=1).series[0]
        counted = tally(series.columns, game.players)
        result[name] = {"games_per_second": rate, "text_to_tables_ms": milliseconds, **counted.to_dict()}
        console.print(f"{name}: {rate:,.0f} games/s, {milliseconds:.1f} ms from text to tables")
    return result


def show(result: dict[str, Any], plays: int) -> None:
    table = Table("game", "games/s", "aim", "", "text to tables, ms", title="Random play on one core")
    for name, row in sorted(result.items(), key=lambda item: item[0] not in AIMS):
        aim = AIMS.get(name)
        reached = "" if aim is None else "reached" if row["games_per_second"] >= aim else "MISSED"
        quick = "" if row["text_to_tables_ms"] < TEXT_TO_TABLES_MS else " (MISSED)"
        shown = f"{row['text_to_tables_ms']:.1f}{quick}"
        table.add_row(name, f"{row['games_per_second']:,.0f}", f"{aim:,}" if aim else "", reached, shown)
    Console().print(table)
    table = Table("game", "wins by seat", "draws", "crashes", "turns", title=f"{plays:,} random plays, per thousand")
    for name, row in result.items():
        share = 1000 / plays
        wins = " / ".join(f"{wins * share:.0f}" for wins in row["wins"])
        turns = f"{row['turns']:.1f}" if row["turns"] is not None else ""
        table.add_row(name, wins, f"{row['draws'] * share:.0f}", f"{row['crashes'] * share:.0f}", turns)
        if name in PRINTED:
            paper = PRINTED[name]
            wins = " / ".join(map(str, paper["wins"]))  # type: ignore[arg-type]
            table.add_row("  printed", wins, *(str(paper[key]) for key in ("draws", "crashes", "turns")))
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--plays", type=int, default=10_000, help="random plays of each game, default 10,000")
    options = parser.parse_args()
    if options.plays < 1:
        parser.error("--plays must be at least 1")
    result = measure(options.plays, Console(stderr=True))
    if options.json:
        print(json.dumps(result, indent=1))
    else:
        show(result, options.plays)


if __name__ == "__main__":
    main()
