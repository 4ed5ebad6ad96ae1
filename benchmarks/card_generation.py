"""Judge many candidate cards and measure the time, or let every card of an archive play with bounds checking.

python benchmarks/card_generation.py --evaluations 10000 --jobs 2
NUMBA_BOUNDSCHECK=1 python benchmarks/card_generation.py --battles 1000 --archive FOLDER
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from cardwright import spire
from cardwright.agents import make, play_games
from cardwright.core.random import seeds_for
from cardwright.generate.cards import Settings, load_search, search_cards, write_archive


def measure(evaluations: int, jobs: int, seed: int, folder: Path) -> None:
    begun = time.monotonic()
    marks: list[float] = []
    search = search_cards(
        Settings("spire", seed),
        evaluations,
        jobs=jobs,
        folder=folder,
        progress=lambda _: marks.append(time.monotonic()),
    )
    took = time.monotonic() - begun
    write_archive(search, folder)
    used = sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(
        f"{search.evaluations:,} candidates in {took:.0f} s with {jobs} jobs, {1000 * took / evaluations:.0f} ms each"
    )
    print(
        f"CPU {used:.0f} s; the first generation was ready after {marks[0] - begun:.0f} s; {len(search.archive)} kept"
    )
    for reason, count in search.reasons.most_common(10):
        print(f"{count:8,} {reason}")


def play(folder: Path, battles: int, seed: int) -> None:
    """Let random agents play each card of an archive, after a round trip through JSON."""
    search = load_search(folder)
    maker, played, faults = search.maker, 0, 0
    for number, each in enumerate(search.archive.candidates()):
        card = json.loads(json.dumps(each.card))
        assert card == each.card
        assert spire.from_dict(spire.from_dict(card).to_dict()).to_dict() == spire.from_dict(card).to_dict()
        ((game,),) = maker.games([card], [(maker.name(card),)], [number % len(maker.trials)])
        seeds = seeds_for(seed, "bounds", np.arange(battles))
        found = play_games(game, [make("random")], seeds, seeds)
        played += battles
        faults += int((~found.finished).sum())
    print(f"{len(search.archive)} cards, {played:,} battles, {faults} stopped by a fault")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--evaluations", type=int, default=10_000, help="candidates (default 10,000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="of the search or of the battles (default 1)")
    parser.add_argument("--battles", type=int, help="instead, so many random battles for each card of --archive")
    parser.add_argument("--archive", type=Path, help="the folder of a search, to be written or to be played")
    arguments = parser.parse_args()
    if arguments.battles:
        if arguments.archive is None:
            parser.error("--battles needs --archive")
        play(arguments.archive, arguments.battles, arguments.seed)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(arguments.evaluations, arguments.jobs, arguments.seed, arguments.archive or Path(folder))


if __name__ == "__main__":
    main()
