"""Importing the package loads none of the heavy libraries it uses."""

from __future__ import annotations

import os
import subprocess
import sys

LOADED = """
import sys
import cardwright
print(sorted({name.partition(".")[0] for name in sys.modules} & {"numba", "numpy", "pydantic", "matplotlib", "polars"}))
"""


OPTIONAL = """
import sys
from cardwright.cli.main import run
run(["games"])
run(["arena", "spire:jaw-worm", "--seats", "random", "--games", "2", "--seed", "1"])
names = "IPython SALib cma gymnasium httpx openskill pettingzoo pygad pymoo pyspiel ray ribs sb3_contrib sklearn torch"
print(sorted({*names.split()} & {*sys.modules}))
"""


def test_importing_loads_no_heavy_library():
    answer = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_nothing_of_an_extra_is_loaded_unless_asked_for():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(
        [sys.executable, "-c", OPTIONAL], env=environment, capture_output=True, text=True, check=True
    )
    assert "games per series" in answer.stdout
    assert answer.stdout.splitlines()[-1] == "[]"


def test_the_package_lists_its_public_names_only():
    import cardwright
    from cardwright import core

    assert set(dir(cardwright)) == set(cardwright.__all__) - {"__version__"}
    assert set(dir(core)) == set(core.__all__)
    assert all(getattr(module, name) is not None for module in (cardwright, core) for name in module.__all__)
