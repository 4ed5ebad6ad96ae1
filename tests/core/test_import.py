"""Importing the package loads none of the heavy libraries it uses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

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

    for module in (cardwright, core):
        assert set(dir(module)) == set(module.__all__)
        assert all(getattr(module, name) is not None for name in module.__all__)


def test_core_offers_every_verb():
    from cardwright import core
    from cardwright.core import verbs

    required, optional = verbs._REQUIRED, verbs._OPTIONAL
    assert {*required, *optional} <= set(core.__all__)
    assert core.apply is verbs.apply


@pytest.mark.parametrize(
    "file",
    [
        "examples/kuhn.py",
        "examples/leduc.py",
        "examples/flat_monte_carlo.py",
        "docs/tutorial_student.md",
        "docs/write_an_agent.md",
    ],
)
def test_games_and_agents_need_no_module_inside_core(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert set(re.findall(r"^(?:from|import) (cardwright\.core\S*)", text, re.MULTILINE)) == {"cardwright.core"}


SERVED = """
import gc
import sys
from cardwright.web.importing import importing
with importing():
    from cardwright.web.app import create_app
    from cardwright.web.settings import Settings
    from pathlib import Path
    create_app(Settings(Path()))
assert gc.isenabled() and gc.get_freeze_count() > 10_000
rooms = {name.split(".")[1] for name in sys.modules if name.startswith("cardwright.")}
print(sorted(rooms & {"arena", "balance", "generate", "report", "scenarios", "spire", "training", "unicorns"}))
"""


def test_the_first_page_needs_neither_games_nor_studies():
    pytest.importorskip("fastapi")
    answer = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
