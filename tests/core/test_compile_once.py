"""Processes that need the same machine code at the same time compile it once."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from patience import PATIENCE

from cardwright.core.compiling.cache import alone

KERNEL = """
from cardwright.core import kernel

@kernel
def twice(x):
    return 2 * x
"""
PROGRAM = """
import pathlib, sys, time
sys.path.insert(0, {folder!r})
from cardwright.core.compiling import numba_hooks
from doubled import twice

def begin():  # to compile, or to wait for the process that does
    pathlib.Path({folder!r}, "begun-" + sys.argv[1]).touch()
    while sys.argv[1] == "first" and not pathlib.Path({folder!r}, "begun-second").exists():
        time.sleep(0.01)

numba_hooks.on_compiling(begin)
print("ready", flush=True)
sys.stdin.readline()
print(twice(21), sum(twice.stats.cache_hits.values()), flush=True)
"""


def test_a_process_waits_for_another_one_that_compiles_the_same(tmp_path):
    (tmp_path / "doubled.py").write_text(KERNEL)
    environment = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def start(name: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", PROGRAM.format(folder=str(tmp_path)), name]
        process = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    first, second = start("first"), start("second")
    assert first.stdin is not None
    first.stdin.write("\n")
    first.stdin.flush()
    while not Path(tmp_path, "begun-first").exists():
        assert first.poll() is None
    assert second.communicate("\n", timeout=PATIENCE)[0] == "42 1\n"
    assert first.communicate(timeout=PATIENCE)[0] == "42 0\n"


def test_all_others_wait_for_the_one_that_has_the_lock(tmp_path):
    """The second one gets the lock when the first one leaves, and the third one must not get another."""
    lock, seconds = tmp_path / "kernel.lock", 60
    leave = threading.Event()
    waits, enters = ([threading.Event() for _ in range(3)] for _ in range(2))

    def work(k):
        with alone(lock, waits[k].set):
            enters[k].set()
            if k == 1:
                assert leave.wait(seconds)

    second, third = (threading.Thread(target=work, args=(k,)) for k in (1, 2))
    with alone(lock, waits[0].set):
        second.start()
        assert waits[1].wait(seconds)
        assert not enters[1].is_set()
    assert enters[1].wait(seconds)
    third.start()
    assert waits[2].wait(seconds)
    assert not enters[2].is_set()
    leave.set()
    for each in (second, third):
        each.join(seconds)
    assert enters[2].is_set()
    assert not waits[0].is_set()
