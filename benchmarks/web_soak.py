"""Whether the server of the browser grows: many short games one after another, and its memory over time.

    python benchmarks/web_soak.py --minutes 5

A day with a game begun every minute has 1,440 games. Players here do not think, so a few minutes see as many moves as
hours of use. The slope is that of a line through the memory of the second half, in megabytes for 10,000 moves, with a
95 % interval; tables that nobody uses leave the memory, so it must level off.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import numpy as np
from scipy import stats
from web_client import GAMES, started_server
from web_load import play

AT_ONCE = 8


def memory(process: int) -> float:
    """Return the resident memory of a process in kilobytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS")))


async def soak(address: str, process: int, seconds: float) -> tuple[list[float], list[int]]:
    """Play as fast as the server answers; return its memory and the moves so far, once a second."""
    until = time.monotonic() + seconds
    waits: list[float] = []
    players = [
        asyncio.create_task(play(address, GAMES[k % len(GAMES)], until, (0, 0), waits, k)) for k in range(AT_ONCE)
    ]
    sizes, moves = [], []
    while time.monotonic() < until:
        await asyncio.sleep(1)
        sizes.append(memory(process))
        moves.append(len(waits))
    await asyncio.gather(*players)
    return sizes, moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5)
    options = parser.parse_args()
    with started_server() as server:
        sizes, moves = asyncio.run(soak(server.address, server.process, 60 * options.minutes))
    half = len(sizes) // 2
    line = stats.linregress(np.array(moves[half:]) / 10_000, sizes[half:])
    margin = 1.96 * line.stderr
    first, middle, last = (size / 1024 for size in (sizes[0], sizes[half], sizes[-1]))
    slope, low, high = (each / 1024 for each in (line.slope, line.slope - margin, line.slope + margin))
    print(f"{moves[-1]:,} moves in {options.minutes:g} minutes, {AT_ONCE} games at once")
    print(f"memory: {first:.0f} MB at first, {middle:.0f} MB half-way, {last:.0f} MB at last")
    print(f"slope of the second half: {slope:+.1f} MB [{low:+.1f}, {high:+.1f}] for 10,000 moves")


if __name__ == "__main__":
    main()
