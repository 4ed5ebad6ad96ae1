"""How fast the server of the browser answers when many games are played at once, against `random` opponents.

    python benchmarks/web_load.py --games 50 --seconds 60

Each game has a player who thinks for a while, chooses at random, and waits for the next position in which it decides.
The time between choice and position is what a person waits for, all opponents included. A run starts a server of its
own in a temporary folder; the clients take part of the same processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import time
from collections import defaultdict

import httpx
from web_client import GAMES, started_server
from websockets.asyncio.client import connect


async def play(
    address: str, game: str, until: float, thinking: tuple[float, float], waits: list[float], seed: int
) -> None:
    """Play games of a kind, one after another."""
    chance = random.Random(seed)
    async with httpx.AsyncClient(base_url=address, timeout=120, trust_env=False) as client:
        while time.monotonic() < until:
            about = (await client.get("/api/game", params={"name": game})).json()
            seats = ["you", *["random"] * (about["players"] - 1)]
            made = (await client.post("/api/tables", json={"game": game, "seats": seats})).json()
            socket_address = f"{address.replace('http', 'ws')}/ws/seats/{made['table']}"
            async with connect(socket_address, origin=address, proxy=None) as socket:
                await socket.send(json.dumps({"keys": list(made["keys"].values())}))
                await play_one(socket, until, thinking, waits, chance)


async def play_one(socket, until, thinking, waits, chance) -> None:
    """Play one game to its end, and note how long each answer took."""
    chosen = None
    async for text in socket:
        position = json.loads(text)
        if position["type"] != "position" or not (position["options"] or position["over"]):
            continue
        if chosen is not None:
            waits.append(time.perf_counter() - chosen)
        if position["over"] or time.monotonic() > until:
            return
        await asyncio.sleep(chance.uniform(*thinking))
        action = chance.choice(position["options"])["id"]
        chosen = time.perf_counter()
        choice = {"type": "choose", "player": position["player"], "decided": position["decided"], "action": action}
        await socket.send(json.dumps(choice))


async def load(address: str, games: int, seconds: float, thinking: tuple[float, float]) -> dict[str, list[float]]:
    """Play many games at once and return the waits for each kind of game."""
    waits: dict[str, list[float]] = defaultdict(list)
    until = time.monotonic() + seconds
    kinds = [GAMES[number % len(GAMES)] for number in range(games)]
    await asyncio.gather(
        *(play(address, kind, until, thinking, waits[kind], number) for number, kind in enumerate(kinds))
    )
    return waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--thinking", type=float, nargs=2, default=(1.0, 3.0), metavar=("FROM", "TO"), help="in seconds"
    )
    options = parser.parse_args()
    with started_server() as server:
        before = server.cpu_seconds()
        waits = asyncio.run(load(server.address, options.games, options.seconds, tuple(options.thinking)))
        used = server.cpu_seconds() - before
    low, high = options.thinking
    print(f"{options.games} games at once for {options.seconds:.0f} s; players think {low:g} to {high:g} s")
    print(f"{'game':20} {'moves':>7} {'median':>9} {'95 %':>9}")
    for name, each in [*sorted(waits.items()), ("all", [wait for kind in waits.values() for wait in kind])]:
        if not each:
            continue
        ordered = sorted(each)
        high = ordered[int(0.95 * (len(ordered) - 1))]
        print(f"{name:20} {len(each):7,} {1000 * statistics.median(each):6.1f} ms {1000 * high:6.1f} ms")
    moves = sum(map(len, waits.values()))
    print(f"CPU time of the server: {1000 * used / max(1, moves):.1f} ms for a move, the start of the games included")


if __name__ == "__main__":
    main()
