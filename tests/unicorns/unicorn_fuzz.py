"""Play many random games and check every position; NUMBA_BOUNDSCHECK=1 also checks every array access.

NUMBA_BOUNDSCHECK=1 python tests/unicorns/unicorn_fuzz.py --games 2000 --seed 1
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

import numpy as np
import random_decks
from unicorn_checks import MOST_DECISIONS, Broken, game

from cardwright import unicorns
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.unicorns.state import MAX_ACTIONS
from cardwright.unicorns.state import State as Record

CHUNK = 50  # consecutive games with the same rules
INVENTED_EVERY, INVENTED = 5, 10  # every fifth chunk is ten games with random cards


@dataclass
class Report:
    """The results of the games."""

    games: int = 0
    decisions: int = 0
    turns: int = 0
    longest: int = 0  # decisions in one game
    hidden_copies: int = 0
    won: int = 0
    nobody_won: int = 0
    deck_ran_out: int = 0
    runaway: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


class Table:
    """Preallocated memory for games with one set of rules."""

    def __init__(self, start: dict[str, Any]):
        self.start = start
        self.game = unicorns.family.game(start)
        self.states = np.zeros(4, Record)
        self.raw = self.states.view(np.uint8).reshape(4, -1)
        self.buffers = np.zeros((2, MAX_ACTIONS), np.int64)
        self.seen = np.zeros(256, np.uint8)
        self.history = np.zeros(MOST_DECISIONS, np.int64)
        self.tally = np.zeros(2, np.int64)

    def play(self, report: Report, seed: int) -> None:
        """Play one game and add its result to the report."""
        memory = (self.buffers, self.seen, self.history, self.tally)
        try:
            found = game(self.states, self.raw, self.game.rules, self.game.setup, np.uint64(seed), *memory)
            broken = Broken(found).name
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            broken = f"{type(error).__name__}: {error}"
        end, decisions = self.states[0], int(self.tally[0])
        report.games += 1
        report.decisions += decisions
        report.turns += int(end.turn)
        report.hidden_copies += int(self.tally[1])
        report.longest = max(report.longest, decisions)
        report.won += int(end.winner) >= 0
        report.nobody_won += int(end.winner) < 0
        report.deck_ran_out += bool(end.ending)
        if broken == "FAULT" and "cards" in self.start:  # random cards can trigger each other endlessly
            report.runaway += 1
        elif broken != "NOTHING":
            violation = {"what": broken, "decision": decisions, "seed": seed, "start": self.start}
            report.violations.append(violation)


def invented_table(random: Random) -> Table:
    """A game with random cards; decks that break a limit are skipped."""
    while True:
        with contextlib.suppress(CardwrightError):
            return Table(random_decks.invented(random))


def run(games: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> dict[str, Report]:
    """Play games of 2 to 8 players with both profiles, and some with random cards."""
    reports = {"official": Report(), "thesis": Report(), "invented": Report()}
    starts = [{"players": players, "rules": rules} for players in range(2, 9) for rules in ("official", "thesis")]
    tables = [(str(start["rules"]), Table(start)) for start in starts]
    done = 0
    for index in itertools.count():
        kind, table = tables[index % len(tables)]
        size = CHUNK
        if index % INVENTED_EVERY == INVENTED_EVERY - 1:
            kind, size = "invented", INVENTED
            table = invented_table(Random(seed_for(seed, "deck", index)))
        begun = time.perf_counter()
        for _ in range(min(size, games - done)):
            table.play(reports[kind], seed_for(seed, "game", done))
            done += 1
        reports[kind].seconds += time.perf_counter() - begun
        progress(done)
        if done >= games:
            break
    return reports


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    reports = run(arguments.games, arguments.seed)
    print(json.dumps({kind: asdict(report) for kind, report in reports.items()}))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
