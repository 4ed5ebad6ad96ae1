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
from pathlib import Path
from random import Random
from typing import Any

import random_decks
import unicorn_checks  # noqa: F401  registers the invariants

from cardwright import unicorns
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.testing import Fuzzer, Violation

PROFILES = ("official", "thesis")
LASTING = {"Second Helping": {"type": "upgrade", "always": [{"add": 1, "to": "draws"}]}}
MOST_DECISIONS = 200_000  # games with random cards can take tens of thousands
HIDE_EVERY = 4
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
    """Games with one set of rules."""

    def __init__(self, start: dict[str, Any], invented: bool = False):
        self.start = start
        self.invented = invented
        self.fuzzer = Fuzzer(unicorns.family.game(start), MOST_DECISIONS, HIDE_EVERY)

    def play(self, report: Report, seed: int) -> None:
        """Play one game and add its result to the report."""
        decisions, copies = self.fuzzer.decisions, self.fuzzer.hidden_copies
        found, end = self.fuzzer.play(seed), self.fuzzer.record
        report.games += 1
        report.decisions += self.fuzzer.decisions - decisions
        report.turns += int(end.turn)
        report.hidden_copies += self.fuzzer.hidden_copies - copies
        report.longest = max(report.longest, self.fuzzer.longest)
        report.won += int(end.winner) >= 0
        report.nobody_won += int(end.winner) < 0
        report.deck_ran_out += bool(end.ending)
        if found and found.violation == Violation.FAULT and self.invented:
            report.runaway += 1  # random cards can trigger each other endlessly
        elif found:
            report.violations.append({**asdict(found), "start": self.start})


def invented_table(random: Random, more: dict[str, Any]) -> Table:
    """A game with random cards and some more; decks that break a limit are skipped."""
    while True:
        start = random_decks.invented(random)
        start["cards"]["cards"] |= more
        with contextlib.suppress(CardwrightError):
            return Table(start, invented=True)


def run(
    games: int, seed: int, progress: Callable[[int], None] = lambda done: None, deck: Path | None = None
) -> dict[str, Report]:
    """Play games of 2 to 8 players with both profiles, with the usual cards or those of a deck, and random cards.

    If the deck has lasting effects, all games need the same kernels, because the decks of random cards get one too.
    """
    reports = {"official": Report(), "thesis": Report(), "invented": Report()}
    cards = {} if deck is None else {"cards": unicorns.deck.read_deck(deck)}
    starts = [{"players": players, "rules": rules, **cards} for players in range(2, 9) for rules in PROFILES]
    tables = [(str(start["rules"]), Table(start)) for start in starts]
    done = 0
    for index in itertools.count():
        kind, table = tables[index % len(tables)]
        size = CHUNK
        if index % INVENTED_EVERY == INVENTED_EVERY - 1:
            kind, size = "invented", INVENTED
            table = invented_table(Random(seed_for(seed, "deck", index)), {} if deck is None else LASTING)
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
    parser.add_argument("--deck", type=Path, help="a file of cards to play with instead of the usual ones")
    arguments = parser.parse_args()
    reports = run(arguments.games, arguments.seed, deck=arguments.deck)
    print(json.dumps({kind: asdict(report) for kind, report in reports.items()}))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
