"""Processes that need the same machine code at the same time compile it once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
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
    assert second.communicate("\n", timeout=300)[0] == "42 1\n"
    assert first.communicate(timeout=300)[0] == "42 0\n"
    assert not list(tmp_path.rglob("*.lock"))
