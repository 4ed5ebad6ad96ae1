"""How long a newcomer waits: the README's first command and the first prompt of `play`, with nothing compiled yet.

Agents that think take longer to compile, so a run without them is measured too.

    python benchmarks/cold_start.py             # with the packages installed here
    python benchmarks/cold_start.py --install   # install into a new virtual environment first

Seconds by the clock and of CPU time. The times of a second run, from the cache, are the baseline.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--install", action="store_true")
    arguments = parser.parse_args()
    installation, command = readme_commands()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDWRIGHT_CACHE": str(Path(folder) / "cache")}
        python = sys.executable
        if arguments.install:
            python = str(Path(folder) / "venv" / "bin" / "python")
            subprocess.run([sys.executable, "-m", "venv", Path(folder) / "venv"], check=True)
            run(installation, [python, "-m", *shlex.split(installation)[:-1], str(ROOT)], environment)
        play = [python, "-m", "cardwright", "play", "spire:jaw-worm", "--seed", "5"]
        arena = [python, "-m", "cardwright", *shlex.split(command)[1:]]
        quick = [*arena[:5], "--seats", "random", "--seats", "rules", "--games", "200"]
        other = {**environment, "CARDWRIGHT_CACHE": str(Path(folder) / "other cache")}
        run("random and rules only, nothing compiled", quick, other)
        for what in ("nothing compiled", "from the cache"):
            run(f"play to its first prompt, {what}", play, environment)
            run(f"the README's command, {what}", arena, environment)


def readme_commands() -> list[str]:
    """Return the README's command for installation and the one that follows it."""
    line = next(
        each for each in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if each.startswith("pip install")
    )
    return line.split(" && ")


def run(what: str, command: list[str], environment: dict[str, str]) -> None:
    """Run a command and print how long it took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environment, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, check=True)
    took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{what:45} {took:6.1f} s by the clock, {cpu:6.1f} s of CPU time", flush=True)


if __name__ == "__main__":
    main()
