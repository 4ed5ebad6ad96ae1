"""Hold every described game that comes with Cardwright to five measurements, with bounds checking.

    python benchmarks/shipped_games.py                       # all games; a second run continues where the first stopped
    python benchmarks/shipped_games.py --only gin_rummy --only spades
    python benchmarks/shipped_games.py --parts games,skill
    NUMBA_BOUNDSCHECK=0 python benchmarks/shipped_games.py --parts skill --rounds 16 --jobs 16
    python benchmarks/shipped_games.py --table               # print what is known, as Markdown

The parts are `games`, how 100,000 random games end and why those end that nobody wins; `tables`, the time from the text
of a game to its tables; `check`, the contract of `cardwright check`; `skill`, the win rate of a tree search above an
equal share among random players, in rounds of one game for each side: `--rounds` of them, or as many as it takes until
the interval is above 0, doubled each time; and `worlds`, pairs of positions that a player cannot tell apart, in which
everything must look the same to that player.
Results go into a file after each part of each game.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before the import of anything that compiles

import numpy as np

from cardwright import cgdl
from cardwright.agents import make, play_games, share_kernel
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.engine.state import Ended
from cardwright.core.random import seeds_for
from cardwright.core.state import State
from cardwright.generate.games.outcomes import gain
from cardwright.generate.games.subject import Subject
from cardwright.testing import ContractBroken, check
from cardwright.testing.secrets import Compared, check_secrets

CHUNK = 5_000  # games in memory at a time
EXPLAINED = 200  # games of a chunk whose ends are put into words
FEWEST, MOST_ROUNDS, DECISIONS = 2, 32, 4_000  # a long game has fewer rounds: as many as have so many decisions
GAMES_AT_ONCE = 10  # of which pairs of worlds are made
MOST_GAMES = 2_000
MOST_CHECKED = 200


def random_games(name: str, games: int, seed: int, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Play random games after those in `row`; after each chunk, yield how all have ended, and why if nobody won."""
    game = cgdl.game(name)
    players = Players(game, seats_of(game, [make("random")] * game.players))
    ends, reasons = Counter(row.get("ends", {})), Counter(row.get("reasons", {}))
    decisions, longest = row.get("all_decisions", 0), row.get("longest", 0)
    limit = int(game.described.switch("turn_limit"))
    for first in range(row.get("games", 0), games, CHUNK):
        indices = np.arange(first, min(first + CHUNK, games))
        states = np.zeros(len(indices), game.dtype)
        seeds = (seeds_for(seed, use, indices) for use in ("game", "agent"))
        taken, _ = players.play(states, *seeds, game.max_decisions)
        ends.update(Ended(int(each)).name.lower() for each in states["ended"])
        decisions, longest = decisions + int(taken.sum()), max(longest, int(taken.max()))
        unwon = np.flatnonzero(states["ended"] != Ended.WON)
        stopped = states["turn"][unwon] > limit
        reasons["turn limit"] += int(stopped.sum())
        for index in unwon[~stopped][:EXPLAINED].tolist():
            reasons[
                game.ending(State(game, 0, states[index : index + 1].copy())).partition(":")[0].partition(", with ")[0]
            ] += 1
        yield {
            "games": int(indices[-1]) + 1,
            "decisions": decisions / (int(indices[-1]) + 1),
            "all_decisions": decisions,
            "longest": longest,
            "ends": dict(ends),
            "reasons": {why: count for why, count in reasons.items() if count},
        }


def text_to_tables(name: str) -> dict[str, Any]:
    """Return the least milliseconds of CPU time from a text to tables."""
    text, best = cgdl.source(name), float("inf")
    for _ in range(20):
        began = time.process_time()
        compile_game(cgdl.parse(text))
        best = min(best, 1000 * (time.process_time() - began))
    return {"ms": best}


def contract(name: str, seed: int) -> dict[str, Any]:
    """Check the contract in random games."""
    try:
        report = check(cgdl.game(name), MOST_CHECKED, seed)
    except ContractBroken as broken:
        return {"broken": str(broken)}
    return {
        "games": report.games,
        "positions": report.positions,
        "hidden_copies": report.hidden_copies,
        "alike": report.indistinguishable,
        "skipped": report.skipped,
    }


def skill(name: str, given: argparse.Namespace, decisions: float) -> dict[str, Any]:
    """Let a tree search play among random players for so many rounds, or until it is clearly better."""
    subject = Subject(cgdl.load(name), given.seed, jobs=given.jobs)
    share_kernel(subject.game, [make(given.search), make("random")])
    most = given.rounds or max(FEWEST, min(MOST_ROUNDS, int(DECISIONS / max(1.0, decisions))))
    if len(subject.sides) == 1:
        return _patience(subject, given.search, most)
    rounds = given.rounds or FEWEST
    while True:
        found = gain(subject.plays_against(given.search, "random", rounds), subject.sides)
        if found.low > 0 or rounds >= most:
            return {"games": rounds * len(subject.sides), "gain": found.value, "low": found.low, "high": found.high}
        rounds = min(most, 2 * rounds)


def _patience(subject: Subject, searcher: str, plays: int) -> dict[str, Any]:
    """Compare the points of a search and of a random player in the same deals."""

    def points(agent: str, index: int) -> float:
        seeds = (seeds_for(subject.seed, use, np.array([index])) for use in ("game", "agent"))
        return float(play_games(subject.game, [make(agent)], *seeds).states["points_scored"][0, 0])

    with ThreadPoolExecutor(subject.jobs) as pool:
        search, chance = (list(pool.map(points, [agent] * plays, range(plays))) for agent in (searcher, "random"))
    better = np.subtract(search, chance)
    error = 1.96 * float(better.std(ddof=1)) / plays**0.5
    mean = float(better.mean())
    return {"games": plays, "gain": mean, "low": mean - error, "high": mean + error, "unit": "points"}


def worlds(name: str, pairs: int, seed: int) -> dict[str, Any]:
    """Compare pairs of positions that a player cannot tell apart."""
    game, alike, told = cgdl.game(name), 0, 0
    for first in range(0, MOST_GAMES, GAMES_AT_ONCE):
        try:
            found: Compared = check_secrets(
                game, seeds_for(seed, "worlds", np.arange(first, first + GAMES_AT_ONCE)).tolist()
            )
        except ContractBroken as broken:
            return {"broken": str(broken)}
        alike, told = alike + found.alike, told + found.told
        if alike >= pairs or not found.alike:
            break
    return {"pairs": alike, "told": told}


def measure(given: argparse.Namespace, known: dict[str, dict[str, Any]], save: Callable[[], None]) -> None:
    """Do the parts that are not known yet, one part after the other, short games first."""
    names = given.only or cgdl.games()
    for part in given.parts:
        names = sorted(names, key=lambda name: known.get(name, {}).get("games", {}).get("decisions", 0))
        for name in names:
            row, began = known.setdefault(name, {}), time.process_time()
            for found in _found(part, name, given, row):
                row[part] = {**found, "cpu": round(time.process_time() - began, 1)}
                save()
                print(part, name, json.dumps(row[part]), file=sys.stderr, flush=True)


def _found(part: str, name: str, given: argparse.Namespace, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a part of a game finds, unless that is known."""
    if part == "games":
        yield from random_games(name, given.games, given.seed, row.get(part, {}))
    elif part in row:
        return
    elif part == "tables":
        yield text_to_tables(name)
    elif part == "check":
        yield contract(name, given.seed)
    elif part == "skill":
        yield skill(name, given, row.get("games", {}).get("decisions", 0))
    else:
        yield worlds(name, given.pairs, given.seed)


def table(known: dict[str, dict[str, Any]]) -> str:
    """Return the results as Markdown."""
    lines = [
        "| game | random games | won | drawn | turn limit | decisions | ms | contract | search above chance | pairs |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*lines, *(f"| {' | '.join(_cells(name, row))} |" for name, row in sorted(known.items()))])


def _cells(name: str, row: dict[str, Any]) -> list[str]:
    games, tables, checked, skilled, worlds = (row.get(part, {}) for part in PARTS)
    return [
        f"`{name}`",
        *(_ends(games) if games else [""] * 5),
        f"{tables['ms']:.1f}" if tables else "",
        "" if not checked else checked.get("broken", "kept"),
        _skill(skilled, 1 if skilled.get("unit") else 100) if skilled else "",
        "" if not worlds else worlds.get("broken", f"{worlds.get('pairs', 0):,}"),
    ]


def _ends(games: dict[str, Any]) -> list[str]:
    percent, ends = 100 / games["games"], games["ends"]
    return [
        f"{games['games']:,}",
        f"{percent * ends.get('won', 0):.1f} %",
        f"{percent * ends.get('drawn', 0):.1f} %",
        f"{percent * games['reasons'].get('turn limit', 0):.1f} %",
        f"{games['decisions']:.0f}",
    ]


def _skill(found: dict[str, Any], scale: int) -> str:
    value, low, high = (scale * found[each] for each in ("gain", "low", "high"))
    unit = "points" if found.get("unit") else "%"
    return f"{value:.0f} [{low:.0f}, {high:.0f}] {unit}, {found['games']} games"


PARTS = ("games", "tables", "check", "skill", "worlds")


def _parts(text: str) -> list[str]:
    parts = text.split(",")
    wrong = [each for each in parts if each not in PARTS]
    if wrong:
        raise argparse.ArgumentTypeError(f"unknown part {wrong[0]!r}; the parts are {', '.join(PARTS)}")
    return parts


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=cgdl.games(), metavar="NAME", help="a game; can be repeated")
    parser.add_argument("--parts", type=_parts, default=list(PARTS), help="joined by commas; by default all")
    parser.add_argument("--games", type=int, default=100_000, help="random games of each, default 100,000")
    parser.add_argument("--pairs", type=int, default=500, help="pairs of worlds of each game, default 500")
    parser.add_argument("--search", default="mcts:200", help="who plays against random players, default mcts:200")
    parser.add_argument("--rounds", type=int, help="of `skill`; by default as many as it takes")
    parser.add_argument("--jobs", type=int, default=1, help="threads that play the rounds of `skill`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("build/shipped_games.json"))
    parser.add_argument("--table", action="store_true", help="print the results and measure nothing")
    given = parser.parse_args()
    known = json.loads(given.results.read_text(encoding="utf-8")) if given.results.exists() else {}

    def save() -> None:
        given.results.parent.mkdir(parents=True, exist_ok=True)
        given.results.write_text(json.dumps(known, indent=1), encoding="utf-8")

    if not given.table:
        measure(given, known, save)
    print(table(known))
    return 1 if any("broken" in part for row in known.values() for part in row.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
