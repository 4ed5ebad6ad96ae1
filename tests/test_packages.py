"""The wheel and the sdist hold what they should, and the wheel runs outside of the source."""

from __future__ import annotations

import email
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import packages
import pytest
import yaml

import cardwright
from cardwright.core.compiling.numba_versions import TESTED

ROOT = packages.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """A folder with the wheel and the sdist."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True, capture_output=True
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built) -> Path:
    [found] = built.glob("*.whl")
    return found


def test_the_wheel_holds_the_package_its_data_and_all_licences(wheel):
    packages.check_wheel(wheel)


def test_the_sdist_holds_what_developers_need(built):
    [sdist] = built.glob("*.tar.gz")
    packages.check_sdist(sdist)


def test_the_metadata_names_version_licence_and_pythons(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [name] = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        metadata = email.message_from_bytes(archive.read(name))
    assert metadata["Version"] == cardwright.__version__
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert set(metadata["Requires-Python"].split(",")) == {">=3.11", "<3.14"}
    assert metadata["Description-Content-Type"] == "text/markdown"


def test_the_wheel_runs_outside_of_the_source(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    variables = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    code = "import cardwright; print(cardwright.__file__); cardwright.cgdl.load('uno')"
    command = [sys.executable, "-P", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert Path(done.stdout.strip()).is_relative_to(tmp_path)


def test_every_file_that_names_the_version_names_the_same():
    assert re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", cardwright.__version__)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    assert citation["version"] == extension["version"] == cardwright.__version__
    assert "version" not in PROJECT["project"]


def test_the_limits_of_numba_are_those_that_were_tested():
    needed = {re.match("[a-z-]+", each)[0]: each for each in PROJECT["project"]["dependencies"]}
    lowest, too_high = TESTED["numba"]
    assert needed["numba"] == f"numba>={lowest},<{too_high}"


def test_vendored_files_stand_beside_their_licences():
    """Each vendored folder has a README that names the licence, and the wheel carries its text."""
    vendor = ROOT / "src/cardwright/web/static/vendor"
    for readme in vendor.rglob("README.md"):
        assert re.search(r"licence", readme.read_text(encoding="utf-8"), re.IGNORECASE), readme
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*LICENSE")}
    assert {"LICENSE", *texts} == set(PROJECT["project"]["license-files"])


def test_the_changelog_is_in_the_usual_form():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.*)", text, re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[[0-9.]+\] - [0-9]{4}-[0-9]{2}-[0-9]{2}", each) for each in heads[1:])
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)", text, re.MULTILINE)) <= kinds
