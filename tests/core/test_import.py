"""Importing the package loads none of the heavy libraries it uses."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys
import cardwright
print(sorted({name.partition(".")[0] for name in sys.modules} & {"numba", "numpy", "pydantic", "matplotlib", "polars"}))
"""


def test_importing_loads_no_heavy_library():
    answer = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_the_package_lists_its_public_names_only():
    import cardwright
    from cardwright import core

    assert set(dir(cardwright)) == set(cardwright.__all__) - {"__version__"}
    assert set(dir(core)) == set(core.__all__)
    assert all(getattr(module, name) is not None for module in (cardwright, core) for name in module.__all__)
