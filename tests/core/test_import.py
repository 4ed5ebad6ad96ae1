"""Importing the package is quick and compiles nothing."""

from __future__ import annotations

import subprocess
import sys

MEASURE = """
import sys, time
begun = time.perf_counter()
import cardwright
took = time.perf_counter() - begun
print(took, any(name.partition(".")[0] in ("numba", "numpy", "pydantic") for name in sys.modules))
"""


def test_importing_takes_under_half_a_second():
    answers = [
        subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(3)
    ]
    assert min(float(seconds) for seconds, _ in answers) < 0.5
    assert all(heavy == "False" for _, heavy in answers)
