"""How long it takes from the command to the first game in the browser.

    python benchmarks/web_first.py --runs 5

A run starts a server in an empty folder and asks for what the pages ask for: the first page, the list of games, the
form of a game and a new table. It ends when the first position arrives in which a person can choose. CPU time is that
of the server, without its worker processes. It hardly depends on what else the machine does, unlike the time that
passes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import defaultdict

import httpx
from web_client import Server, started_server
from websockets.sync.client import connect

GAME = "spire:jaw-worm"


def first_game(server: Server, note) -> None:
    """Go from the first page to the first position that can be played, and note when each part is done."""
    with httpx.Client(base_url=server.address, timeout=120, trust_env=False) as client:
        client.get("/").raise_for_status()
        note("first page")
        for path in ("/api/games", "/api/game-files", "/api/tables"):
            client.get(path).raise_for_status()
        client.get("/api/game", params={"name": GAME}).raise_for_status()
        note("form of the game")
        table = client.post("/api/tables", json={"game": GAME}).raise_for_status().json()
        address = f"{server.address.replace('http', 'ws')}/ws/seats/{table['table']}"
        with connect(address, origin=server.address, proxy=None) as socket:
            socket.send(json.dumps({"keys": list(table["keys"].values())}))
            while not json.loads(socket.recv()).get("options"):
                pass
    note("first position")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    noted: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(options.runs):
        start = time.perf_counter()
        with started_server() as server:

            def note(what: str, server=server, start=start) -> None:
                noted[what].append((time.perf_counter() - start, server.cpu_seconds()))

            note("server listens")
            first_game(server, note)
    print(f"{GAME}: seconds since the command, the median of {options.runs} runs")
    for what, times in noted.items():
        wall, cpu = (statistics.median(each) for each in zip(*times, strict=True))
        print(f"{what:18} {wall:6.2f} s, CPU {cpu:5.2f} s")


if __name__ == "__main__":
    main()
