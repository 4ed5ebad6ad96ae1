"""Worker processes do not outlive the process that started them, and one that dies is reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import PATIENCE

from cardwright.core.errors import CardwrightError
from cardwright.core.working.pool import ProcessPool, result_of

PROGRAM = """
import os, pathlib, time
from cardwright.core.working.pool import ProcessPool, result_of

def work(folder, number):
    pathlib.Path(folder, str(os.getpid())).touch()
    time.sleep(100_000)

if __name__ == "__main__":
    with ProcessPool(2) as pool:
        pool.needs_script = True
        for each in [pool.submit(work, {folder!r}, number) for number in range(2)]:
            result_of(each)  # if a worker dies, so does this program, and the test does not wait for ever
"""


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for_the_end_of(workers: list[int]) -> None:
    for _ in range(PATIENCE * 10):
        if not any(map(is_running, workers)):
            return
        time.sleep(0.1)
    pytest.fail("a worker outlived its parent")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_workers_end_when_their_parent_is_killed(tmp_path) -> None:
    folder = tmp_path / "workers"
    folder.mkdir()
    (tmp_path / "program.py").write_text(PROGRAM.format(folder=str(folder)))
    parent = subprocess.Popen([sys.executable, str(tmp_path / "program.py")])
    try:
        while len(list(folder.iterdir())) < 2:
            assert parent.poll() is None
            time.sleep(0.05)
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    workers = [int(each.name) for each in folder.iterdir()]
    wait_for_the_end_of(workers)


def children(process: int) -> list[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_workers_of_an_evolution_end_when_it_is_killed(tmp_path) -> None:
    words = ["cgdl", "evolve", "--evaluations", "192", "--seed", "1", "--jobs", "2", "--out", str(tmp_path / "found")]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # not a minute of compiling before the first game
    parent = subprocess.Popen([sys.executable, "-m", "cardwright", *words], env=environment)
    workers: list[int] = []
    try:
        while len(workers) < 3:  # two, and the one that tracks what they share
            assert parent.poll() is None
            time.sleep(0.05)
            workers = children(parent.pid)
        time.sleep(2)  # now they are in the middle of their imports or at work
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    wait_for_the_end_of(workers)


def test_a_pool_whose_worker_died_says_so_at_the_next_call() -> None:
    with ProcessPool(1) as pool:
        with pytest.raises(CardwrightError, match="a worker process ended unexpectedly"):
            result_of(pool.submit(os._exit, 3))
        with pytest.raises(CardwrightError, match="a worker process ended unexpectedly"):
            pool.submit(os.getpid)


UNGUARDED = """
from cardwright.core.errors import CardwrightError
from cardwright.core.working.pool import ProcessPool, result_of

def work():
    pass

try:
    with ProcessPool(2) as pool:
        pool.needs_script = True
        result_of(pool.submit(work))
except CardwrightError as error:
    print(error)
"""


def test_a_script_without_a_guard_gets_one_sentence(tmp_path) -> None:
    (tmp_path / "script.py").write_text(UNGUARDED)
    done = subprocess.run([sys.executable, str(tmp_path / "script.py")], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith("a worker process ended unexpectedly; guard a script with")
    assert done.stdout.count("\n") == 1
