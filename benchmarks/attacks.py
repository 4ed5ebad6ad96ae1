"""Read what attackers write, at full size: how long it takes, how much memory it needs, and how it is answered.

python benchmarks/attacks.py --case "YAML keys" --json

Every case runs in a process of its own. The right answer is a refusal in one sentence; replies of language models are
counted instead. tests/formats has the same cases at a small size.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "formats"))

import crafted_logs
import crafted_replies
from chat_server import DRIPS, KEY, ChatServer
from rich.console import Console
from rich.table import Table

from cardwright import report
from cardwright.agents.llm import client
from cardwright.agents.llm.settings import Settings
from cardwright.agents.network_file import read_network
from cardwright.arena.story import load_story
from cardwright.core import data, registry
from cardwright.core.errors import CardwrightError

COLLIDING = 2**61 - 1  # all its multiples have the same hash
LONGEST = 900  # seconds of a case
REPLIES = 100_000  # of a player
PARTS = ("[],", "{},", '{"a":1},', "1,", "0.12345678901234567,")  # of JSON

Work = Callable[[], str]  # returns what was counted, or raises the refusal
Prepared = tuple[int, Work]  # bytes, and what to measure


def yaml_keys(folder: Path) -> Prepared:
    """Prepare a mapping whose keys collide."""
    text = "".join(f"{number * COLLIDING}: 1\n" for number in range(1, 15_000))
    return len(text), lambda: str(len(data.parse(text, "keys.yaml").value))


def json_file(folder: Path, part: str) -> Prepared:
    """Prepare a checkpoint that consists of the same value over and over."""
    file = folder / "search.json"
    repeats = 10_000
    with open(file, "w", encoding="utf-8") as opened:  # piece by piece, so that writing needs no memory
        opened.write("[")
        for _ in range((data.LARGEST_CHECKPOINT - 3) // (repeats * len(part))):
            opened.write(part * repeats)
        opened.write("1]")
    return file.stat().st_size, lambda: str(len(data.read(file, data.LARGEST_CHECKPOINT).value))


def wrong_values(folder: Path) -> Prepared:
    """Prepare a file in which every value is wrong."""
    value = ["x"] * 1_000_000
    return 4 * len(value), lambda: str(data.validate(list[float], value, data.Document(value, "values.json")))


def replay_keys(folder: Path) -> Prepared:
    """Prepare a replay whose decisions have numbers that collide."""
    file = folder / "replay.json"
    exchanges: dict[str, Any] = {str(number * COLLIDING): [] for number in range(1, 100_000)}
    file.write_text(
        json.dumps({"format": "cardwright replay 1", "saved": {}, "exchanges": exchanges}), encoding="utf-8"
    )
    return file.stat().st_size, lambda: str(load_story(file))


def log(folder: Path, name: str) -> Prepared:
    """Prepare the log of a run, for a report as a web page."""
    make, _, size, _ = crafted_logs.CASES[name]
    crafted_logs.write(folder, make(size))
    return (folder / "games.parquet").stat().st_size, lambda: str(len(report.report(folder).to_html()))


def network(folder: Path) -> Prepared:
    """Prepare a network with an array without numbers."""
    file = folder / "network.npz"
    shape = b"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 999999999, 999999999, 999999999), }"
    names = json.dumps({"format": "cardwright policy 1", "game": "kuhn", "features": ["x"], "actions": ["y"]})
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("header.json", names)
        archive.writestr("policy.npy", b"\x93NUMPY\x01\x00v\x00" + shape.ljust(117) + b"\n")
    return file.stat().st_size, lambda: str(read_network(file))


def replies(folder: Path, game: str) -> Prepared:
    """Prepare crafted replies of a designer."""
    maker = registry.family(game).card_maker()
    texts = list(crafted_replies.designer_replies(maker))
    return sum(map(len, texts)), lambda: _counted(functools.partial(crafted_replies.read_designer, maker), texts)


def moves(folder: Path) -> Prepared:
    """Prepare crafted replies of a player."""
    texts = list(crafted_replies.player_replies(REPLIES))
    return sum(map(len, texts)), lambda: _counted(crafted_replies.read_player, texts)


def _counted(read: Callable[[str], bool], texts: list[str]) -> str:
    count, refused, failed = crafted_replies.failures(read, iter(texts))
    return f"{count:,} replies, {refused:,} refused, {len(failed):,} failures"


def drips(folder: Path) -> Prepared:
    """Prepare a server that sends every part of a response byte by byte, to requests that have two seconds."""
    os.environ.update(OPENAI_API_KEY=KEY, NO_PROXY="127.0.0.1")
    request = {"model": "m", "messages": [{"role": "user", "content": "Choose."}], "max_tokens": 50}

    def ask(_: str) -> str:
        try:
            return client.server().ask(request, Settings(model="m", timeout=2, retries=0), threading.Event()).text
        except CardwrightError as error:
            return str(error)

    def work() -> str:
        with ChatServer() as server, ThreadPoolExecutor(len(DRIPS)) as pool:
            os.environ["OPENAI_BASE_URL"] = server.url
            server.script = [server.dripping(part) for part in DRIPS]
            ended = sum("no whole reply within" in each for each in pool.map(ask, DRIPS))
            client.disconnect()
            return f"{ended} of {len(DRIPS)} ended at their deadline"

    return 0, work


CASES: dict[str, Callable[[Path], Prepared]] = {
    "YAML keys": yaml_keys,
    **{f"JSON of {part[:-1]}": functools.partial(json_file, part=part) for part in PARTS},
    "JSON of wrong values": wrong_values,
    "replay keys": replay_keys,
    **{f"log with {name}": functools.partial(log, name=name) for name in crafted_logs.CASES},
    "network without numbers": network,
    **{f"designer of {game}": functools.partial(replies, game=game) for game in ("spire", "autobattler", "unicorns")},
    "player": moves,
    "dripping server": drips,
}


def measure(name: str) -> dict[str, Any]:
    """Run a case in this process."""
    with tempfile.TemporaryDirectory() as folder:
        size, work = CASES[name](Path(folder))
        before, began = _memory(), time.perf_counter()
        try:
            answer = work()
        except CardwrightError as error:
            answer = str(error).replace(f"{folder}{os.sep}", "")
        seconds = time.perf_counter() - began
        return {"case": name, "bytes": size, "seconds": round(seconds, 2), "MB": _memory() - before, "answer": answer}


def _memory() -> int:
    """Return the most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured_apart(name: str) -> dict[str, Any]:
    """Run a case in a process of its own, for as long as it may take."""
    try:
        run = subprocess.run(
            [sys.executable, __file__, "--alone", name], capture_output=True, text=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return {"case": name, "answer": f"not finished after {LONGEST} s"}
    if run.returncode:
        return {"case": name, "answer": f"failed: {run.stderr.strip().splitlines()[-1][:200]}"}
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def show(rows: list[dict[str, Any]]) -> None:
    """Print a table."""
    table = Table("case", "bytes", "seconds", "MB", "answer", title="Attacks")
    for row in rows:
        numbers = [f"{row[key]:,}" if key in row else "" for key in ("bytes", "seconds", "MB")]
        table.add_row(row["case"], *numbers, row["answer"])
    Console(markup=False).print(table)


def main() -> int:
    """Run the cases."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--case", action="append", choices=CASES, help="only this case; repeatable")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--alone", choices=CASES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        print(json.dumps(measure(arguments.alone)))
        return 0
    rows = [measured_apart(name) for name in arguments.case or CASES]
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        show(rows)
    return 1 if any("failed" in row["answer"] or "not finished" in row["answer"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
