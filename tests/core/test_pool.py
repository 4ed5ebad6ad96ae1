"""Worker processes do not outlive the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import os, pathlib, time
from cardwright.core.pool import ProcessPool

def work(folder, number):
    pathlib.Path(folder, str(os.getpid())).touch()
    time.sleep(600)

if __name__ == "__main__":
    with ProcessPool(2) as pool:
        for number in range(2):
            pool.submit(work, {folder!r}, number)
        time.sleep(600)
"""


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


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
    for _ in range(600):
        if not any(map(is_running, workers)):
            return
        time.sleep(0.1)
    pytest.fail("a worker outlived its parent by a minute")
