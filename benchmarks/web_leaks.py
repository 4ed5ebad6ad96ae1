"""Do messages of the browser's server tell a seat what it may not see? Random games of every family, many of them.

    python benchmarks/web_leaks.py --games 1000 --processes 16

After each decision, the message for a random seat is compared with the one of another world that looks alike to that
seat (tests/web/leak_check.py).
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cardwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))
from leak_check import check_game

GAMES = (
    "spire:sentries",
    "spire:run",
    "unicorns",
    "autobattler",
    f"{Path(__file__).parent.parent}/examples/kuhn.py:family",
    "cgdl:hearts",
    "cgdl:texas",
    "cgdl:uno",
    "cgdl:go_fish",
    "cgdl:gin_rummy",
    "cgdl:hearts_to_100",
    "cgdl:regents_seal",
    "cgdl:goofspiel",
)


def check(name: str, number: int) -> int:
    return check_game(cardwright.game(name), number, all_seats=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        for name in options.names:
            compared = sum(pool.map(partial(check, name), range(options.games), chunksize=4))
            print(
                f"{Path(name).name}: {options.games:,} games, {compared:,} messages, nothing hidden in any", flush=True
            )


if __name__ == "__main__":
    main()
