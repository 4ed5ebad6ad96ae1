"""Measure maps and routes per second, and whether A* finds the same totals as an exhaustive sweep.

python benchmarks/maps.py --maps 10000 --routes 10000 --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable

from cardwright.route import Planner, RouteMap
from cardwright.spire import maps


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def measure_maps(count: int) -> dict[str, float]:
    first = seconds(lambda: maps.generate_many(range(1)))
    best = min(seconds(lambda: maps.generate_many(range(count))) for _ in range(3))
    objects = seconds(lambda: [maps.generate(seed) for seed in range(min(count, 1_000))])
    return {
        "maps": count,
        "first_map_seconds": first,  # includes compiling, or loading compiled code
        "batch_seconds": best,
        "maps_per_second": count / best,
        "map_objects_per_second": min(count, 1_000) / objects,
    }


def measure_routes(count: int) -> dict[str, float]:
    astar = sweep = 0.0
    different = 0
    for seed, grid in enumerate(maps.generate_many(range(count), 2, 20)):
        planner = Planner(RouteMap.from_act(maps.from_grid(grid, seed, 2, 20)))
        totals = []
        astar += seconds(lambda planner=planner, totals=totals: totals.append(planner.best().total))
        sweep += seconds(lambda planner=planner, totals=totals: totals.append(planner.k_best(1)[0].total))
        different += totals[0] != totals[1]
        if seed % 1_000 == 999:
            print(f"{seed + 1} of {count} routes", file=sys.stderr)
    return {
        "routes": count,
        "astar_per_second": count / astar,
        "sweep_per_second": count / sweep,
        "different_totals": different,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--maps", type=int, default=10_000, help="maps per batch (default 10,000)")
    parser.add_argument("--routes", type=int, default=1_000, help="routes to plan (default 1,000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    arguments = parser.parse_args()
    result = measure_maps(arguments.maps) | measure_routes(arguments.routes)
    if arguments.json:
        print(json.dumps(result, indent=2))
        return
    for name, value in result.items():
        print(
            f"{name.replace('_', ' '):<24}{value:>14,.3f}"
            if value % 1
            else f"{name.replace('_', ' '):<24}{value:>14,.0f}"
        )


if __name__ == "__main__":
    main()
