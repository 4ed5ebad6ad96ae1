"""The versions of Numba and numba-cuda that fit, and what happens with others."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import numba
import pytest

from cardwright.core.compiling import numba_hooks, numba_passes, numba_versions
from cardwright.core.compiling.jit import inner, kernel, settle
from cardwright.core.compiling.numba_passes import is_kernel
from cardwright.core.errors import CardwrightError

TOO_NEW = """
import numba
numba.__version__ = "9.0.1"
from cardwright.cli.main import run
print("exit code", run(["arena", "spire:jaw-worm", "--seats", "random", "--games", "1"]))
"""


@pytest.mark.parametrize(
    ("package", "version"),
    [("numba", "0.60.0"), ("numba", "0.69.0"), ("numba", "1.0"), ("numba-cuda", "0.30.3"), ("numba-cuda", "0.31.0rc1")],
)
def test_versions_that_were_not_tested_are_refused(package, version):
    with pytest.raises(CardwrightError, match=f"{package} {version} does not fit: Cardwright needs {package}>="):
        numba_versions.check_version(package, version)


@pytest.mark.parametrize(
    ("package", "version"), [("numba", "0.68.0"), ("numba", "0.68.1"), ("numba", "0.68.2rc1"), ("numba-cuda", "0.30.4")]
)
def test_tested_versions_fit(package, version):
    numba_versions.check_version(package, version)


def test_the_package_requires_the_tested_versions(request):
    project = tomllib.loads((request.config.rootpath / "pyproject.toml").read_text())["project"]
    required = [*project["dependencies"], *project["optional-dependencies"]["gpu"]]
    for package, (lowest, too_high) in numba_versions.TESTED.items():
        assert f"{package}>={lowest},<{too_high}" in required


def test_a_command_with_an_unfit_version_prints_one_sentence():
    done = subprocess.run([sys.executable, "-c", TOO_NEW], env=dict(os.environ), capture_output=True, text=True)
    assert done.stdout == "exit code 2\n", done.stderr
    assert done.stderr.splitlines() == [f"cardwright: {numba_versions.version_error('numba', '9.0.1')}"]


def test_installed_versions_fit():
    numba_versions.check_version("numba", numba.__version__)
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        numba_versions.check_version("numba-cuda", importlib.metadata.version("numba-cuda"))


@pytest.mark.parametrize(
    "arrayobj", [SimpleNamespace(), SimpleNamespace(fix_integer_index=lambda context, index: index)]
)
def test_an_index_hook_that_is_missing_or_changed_is_left_alone(arrayobj):
    before = dict(vars(arrayobj))
    with numba_hooks.index_rule(arrayobj, None, is_kernel)():
        assert vars(arrayobj) == before


def test_an_index_hook_is_restored_after_an_error():
    def own_rule(context, builder, idxty, idx, size):
        return idx

    arrayobj = SimpleNamespace(fix_integer_index=own_rule)

    def compile_something():
        with numba_hooks.index_rule(arrayobj, None, is_kernel)():
            assert arrayobj.fix_integer_index is not own_rule
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        compile_something()
    assert arrayobj.fix_integer_index is own_rule


@inner
def is_odd_one(value):
    return value != 0


@kernel
def without_the_other_branch(value):
    return value.missing if is_odd_one(value) else 2


def test_a_settled_answer_leaves_out_what_never_happens(monkeypatch):
    """The other branch has no meaning for the type, so the kernel compiles only without it."""
    monkeypatch.setattr(numba_passes, "SETTLED", [*numba_passes.SETTLED])
    monkeypatch.setattr(numba_hooks, "SETTLED", numba_passes.SETTLED)
    settle(is_odd_one, lambda kind: isinstance(kind, numba.types.Record))
    assert without_the_other_branch(7) == 2
