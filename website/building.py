"""Puts the pages and the generated references into one folder, and lets Zensical build it strictly."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from . import actions, agents, commands, encodings, gallery, mechanics, python_api, stages, switches, weights

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "website"
_HERE = Path(__file__).parent
_OUTSIDE = re.compile(r"\]\(\.\./([^)#]+)(#[^)]*)?\)")  # a link to a file of the repository


class BrokenSite(Exception):
    """A link or an anchor leads nowhere."""


def build(folder: Path) -> None:
    """Build the site into `folder/site` from the files in `folder/docs`."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder / "docs")
    shutil.copy(_HERE / "style.css", folder / "docs")
    made = (actions, agents, commands, encodings, gallery, mechanics, stages, switches, weights)
    pages = {f"{module.__name__.rpartition('.')[2]}.md": module.page() for module in made}
    for name, text in {**pages, **python_api.pages()}.items():
        path = folder / "docs" / "reference" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in folder.glob("docs/*.md"):
        path.write_text(_with_files(path.read_text(encoding="utf-8"), folder), encoding="utf-8")
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config(), sort_keys=False), encoding="utf-8")
    run_zensical(folder)


def config() -> dict[str, Any]:
    """Return the configuration, with the pages of the Python reference in its navigation."""
    read: dict[str, Any] = yaml.safe_load((_HERE / "config.yml").read_text(encoding="utf-8"))
    (reference,) = (each["Reference"] for each in read["nav"] if "Reference" in each)
    reference.append({"Python": [{title: f"reference/{name}"} for title, name in python_api.names().items()]})
    return read


def _with_files(text: str, folder: Path) -> str:
    """Return a page whose links to files of the repository lead to copies beside the pages."""

    def copied(found: re.Match[str]) -> str:
        target = folder / "docs" / "files" / f"{found[1]}.txt"  # browsers show text, and would download Python
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / found[1], target)
        return f"](files/{found[1]}.txt)"

    return _OUTSIDE.sub(copied, text)


def run_zensical(folder: Path) -> None:
    """Build the pages of a folder with a mkdocs.yml, and raise an error if a link leads nowhere."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(folder / "mkdocs.yml")]
    paths = os.pathsep.join([str(ROOT), *sys.path])  # for website.highlighting
    environment = {**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise BrokenSite(done.stdout + done.stderr.partition("Traceback")[0])
