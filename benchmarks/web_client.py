"""A server of the browser's workbench for benchmarks, in a temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

GAMES = ["spire:sentries", "unicorns", "autobattler", "cgdl:hearts", "cgdl:texas"]


class Server(NamedTuple):
    """A running server."""

    address: str
    process: int

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server so far, without its worker processes."""
        numbers = Path(f"/proc/{self.process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def started_server() -> Iterator[Server]:
    """Start a server, and end it with the block."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cardwright", "web", "--no-browser", "--port=0", f"--folder={folder}"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            address = next(line.split()[0] for line in process.stderr if line.startswith("http://"))
            yield Server(address.rstrip("/"), process.pid)
        finally:
            process.terminate()
            process.wait()
