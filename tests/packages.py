"""Build the wheel and the sdist, check what is in them, and run both in clean environments.

    python tests/packages.py [--out FOLDER]

The packages are left in FOLDER. The tools, `build` and `twine`, are installed by pip into an environment of their own.
`test_packages.py` checks the contents in every run of the tests; this takes minutes and is for releases.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOT_SHIPPED = re.compile(r"__pycache__|\.pyc$|(^|/)\.")  # of the files of the source
IN_SDIST = (
    "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "test",
    "tests/conftest.py", "tests/packages.py", "benchmarks/spire.py", "docs/index.md", "examples/kuhn.py",
    "editors/vscode/syntaxes/cgdl.tmLanguage.json", "src/cardwright/py.typed",
)  # fmt: skip
LICENCES = ("LICENSE", "codemirror.LICENSE", "fraunces/LICENSE")


def source_files() -> set[str]:
    """Return the files of the package, as a wheel names them."""
    source = ROOT / "src"
    found = (path.relative_to(source).as_posix() for path in (source / "cardwright").rglob("*") if path.is_file())
    return {each for each in found if not NOT_SHIPPED.search(each)}


def check_wheel(wheel: Path) -> None:
    """Check that a wheel holds the package, its data and all licences, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    meta = {each for each in names if each.startswith("cardwright-")}
    assert set(names) - meta == source_files(), set(names).symmetric_difference(meta | source_files())
    licences = [each for each in meta if "/licenses/" in each]
    assert len(licences) == len(LICENCES), licences
    assert all(any(each.endswith(f"/{name}") for each in licences) for name in LICENCES), licences


def check_sdist(sdist: Path) -> None:
    """Check that an sdist holds what developers need, and nothing that was made from it."""
    with tarfile.open(sdist) as archive:
        names = {each.partition("/")[2] for each in archive.getnames()}
    missing = {*IN_SDIST, *(f"src/{each}" for each in source_files())} - names
    assert not missing, missing
    made = [each for each in names if "__pycache__" in each or each.startswith((".venv", "build/", "dist/"))]
    assert not made, made


def start_command() -> str:
    """Return the command of the README that a new user runs after the installation."""
    [found] = re.findall(r"pip install --no-compile \. && (cardwright arena .*)", README)
    return found


def environment(folder: Path, *packages: str | Path) -> Path:
    """Make a virtual environment with these packages and return the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "install", "-q", "--no-compile", *packages], check=True)
    return programs


def main(out: Path, scratch: Path) -> None:
    """Build, check, install and run the packages."""
    python = environment(scratch / "tools", "build", "twine") / "python"
    subprocess.run([python, "-m", "build", "--outdir", out, ROOT], check=True)
    [wheel], [sdist] = out.glob("*.whl"), out.glob("*.tar.gz")
    check_wheel(wheel)
    check_sdist(sdist)
    subprocess.run([python, "-m", "twine", "check", "--strict", wheel, sdist], check=True)
    for package in (wheel, sdist):
        programs = environment(scratch / package.suffix.strip("."), package)
        path = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
        path.pop("PYTHONPATH", None)
        print(f"{package.name}: {start_command()}", flush=True)
        subprocess.run(["cardwright", "doctor"], env=path, cwd=scratch, check=True)
        subprocess.run(start_command(), shell=True, env=path, cwd=scratch, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for the packages (default: a temporary one)")
    with tempfile.TemporaryDirectory() as temporary:
        chosen = parser.parse_args().out or Path(temporary, "dist")
        main(chosen.absolute(), Path(temporary))
