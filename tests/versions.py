"""Run the tests of kernels with the lowest and the highest version of Numba that Cardwright allows.

    python tests/versions.py [FOLDER]

Each version is installed by pip into a virtual environment in FOLDER. Without FOLDER they go into a temporary folder;
with it, a second run finds them there and starts at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cardwright.core.compiling.numba_versions import TESTED

ROOT = Path(__file__).resolve().parent.parent
TESTS = [
    "tests/core",
    "tests/agents",
    "tests/test_scenarios.py",
    "tests/spire/test_battles.py",
    "tests/unicorns/test_games.py",
]
SHOW = """
from importlib.metadata import version
print(*(f"{each} {version(each)}" for each in ("numba", "llvmlite", "numba-cuda", "numpy")), sep=", ", flush=True)
"""


def main(folder: Path) -> bool:
    """Test both versions and return whether all tests pass."""
    lowest = [f"{package}=={low}" for package, (low, _) in TESTED.items()]
    highest = [f"{package}>={low},<{too_high}" for package, (low, too_high) in TESTED.items()]
    passed = [passes(folder / name, packages) for name, packages in (("lowest", lowest), ("highest", highest))]
    return all(passed)


def passes(environment: Path, packages: list[str]) -> bool:
    """Test with these packages and return whether all tests pass."""
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *packages, "-e", f"{ROOT}[test]"], check=True)
    subprocess.run([python, "-c", SHOW], check=True)
    return subprocess.run([python, "-m", "pytest", *TESTS], cwd=ROOT, check=False).returncode == 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(not main(Path(sys.argv[1])))
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(not main(Path(temporary)))
