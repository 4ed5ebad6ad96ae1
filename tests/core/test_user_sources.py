"""An edit of any file that user code is made of makes compiled code of the old version invalid."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest

from cardwright.core import user_sources
from cardwright.core.compiling import jit
from cardwright.core.user_code import load_module

KERNEL = """
from cardwright.core import kernel
import helper
from helper import BONUS, bonus

@kernel
def value(x):
    return 100 * bonus(x) + 10 * BONUS + helper.MORE

print(value(1), sum(value.stats.cache_hits.values()))
"""
HELPER = """
from cardwright.core import inner
from constants import MORE

BONUS = 1

@inner
def bonus(x):
    return x * {factor}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder on the import path, whose modules are forgotten after the test."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # bytecode misses an edit of equal length within a second
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


def reached(module: str) -> set[str]:
    importlib.invalidate_caches()
    importlib.import_module(module)
    return set(user_sources.imported_by(module))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import helper", {"helper"}),
        ("from helper import BONUS as B", {"helper"}),
        ("from helper import *", {"helper"}),
        ("import json, helper", {"helper"}),
        ("def late():\n    import helper", {"helper"}),
        ("import deeper", {"deeper", "helper"}),
        ("import numpy as np\nfrom numpy import random\nimport numpy.linalg", set()),
        ("from cardwright.core import kernel\nimport cardwright.agents", set()),
        ("try:\n    import missing\nexcept ImportError:\n    pass", set()),
        ("'import helper'  # import helper", set()),
    ],
)
def test_imports_of_the_users_own_modules_are_found(folder, text, expected):
    (folder / "helper.py").write_text("BONUS = 1")
    (folder / "deeper.py").write_text("from helper import BONUS")
    (folder / "mine.py").write_text(text)
    assert reached("mine") == expected


def test_imports_in_a_package_are_found(folder):
    package = folder / "pack"
    (package / "sub").mkdir(parents=True)
    texts = {
        "__init__": "",
        "game": "from . import tables\nfrom .sub import cards",
        "tables": "A = 1",
        "unused": "",
        "sub/__init__": "from ..numbers import SIX",
        "sub/cards": "import pack.more",
        "numbers": "SIX = 6",
        "more": "",
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    expected = {"pack", "pack.tables", "pack.sub", "pack.sub.cards", "pack.numbers", "pack.more"}
    assert reached("pack.game") == expected


def test_in_site_packages_only_the_own_package_is_read(folder, monkeypatch):
    installed = folder / "lib/site-packages"
    for package in ("mine_installed", "library_installed"):
        (installed / package).mkdir(parents=True)
        (installed / package / "__init__.py").touch()
    (installed / "mine_installed/helper.py").touch()
    (installed / "mine_installed/game.py").write_text("from . import helper\nimport library_installed.part")
    (installed / "library_installed/part.py").touch()
    monkeypatch.syspath_prepend(installed)
    assert reached("mine_installed.game") == {"mine_installed", "mine_installed.helper"}


@pytest.mark.parametrize("beside", [False, True])
def test_what_was_installed_into_a_folder_is_a_library(folder, tmp_path, monkeypatch, beside):
    """It may be installed beside files of the user, which are still read."""
    target = folder if beside else tmp_path / "target"
    (target / "shelf-1.0.dist-info").mkdir(parents=True)
    (target / "shelf-1.0.dist-info/RECORD").write_text("shelf.py,sha256=x,0\nshelf-1.0.dist-info/RECORD,,\n")
    (target / "shelf.py").touch()
    monkeypatch.syspath_prepend(target)
    (folder / "helper.py").touch()
    (folder / "game.py").write_text("import helper, shelf\n")
    assert reached("game") == {"helper"}


def test_modules_that_import_each_other_are_read_once(folder):
    (folder / "one.py").write_text("import two")
    (folder / "two.py").write_text("import one, three")
    (folder / "three.py").touch()
    assert reached("one") == {"two", "three"}


def test_an_edited_helper_changes_the_hash_once_it_is_loaded_again(folder):
    """Code that is still the old one must not be kept under the hash of the new one."""
    (folder / "helper.py").write_text("BONUS = 1")
    (folder / "mine.py").write_text("from helper import BONUS")
    mine = load_module(str(folder / "mine.py"), "test")
    before = user_sources.hash_of(mine.__name__)
    (folder / "helper.py").write_text("BONUS = 7")
    assert user_sources.hash_of(mine.__name__) == before
    again = load_module(str(folder / "mine.py"), "test")
    assert (mine.BONUS, again.BONUS) == (1, 7)
    assert user_sources.hash_of(again.__name__) != before
    assert load_module(str(folder / "mine.py"), "test") is again


def test_the_folder_does_not_matter(folder):
    hashes = set()
    for name in ("here", "there"):
        (folder / name).mkdir()
        (folder / name / "mine.py").write_text("SAME = 1")
        hashes.add(user_sources.hash_of(load_module(str(folder / name / "mine.py"), "test").__name__))
    assert len(hashes) == 1


def test_code_without_a_file_is_never_taken_for_other_code():
    assert user_sources.hash_of("no_such_module") != user_sources.hash_of("no_such_module")


def test_every_name_of_an_import_leads_to_a_room(tmp_path, monkeypatch):
    for room in ("first", "second", "third", "fourth", "fifth", "sixth"):
        (tmp_path / room).mkdir()
    (tmp_path / "first/a.py").write_text(
        "from cardwright import second, third as other\nfrom cardwright import (\n    fourth,  # (why)\n)\n"
        "import cardwright.fifth\n\ndef late():\n    from cardwright import sixth\n"
    )
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    found = jit.rooms_reached.__wrapped__(tmp_path / "first")
    assert [each.name for each in found] == ["fifth", "first", "fourth", "second", "third"]


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled here")
def test_a_kernel_is_compiled_again_after_an_edit_of_what_it_imports(tmp_path):
    (tmp_path / "mine.py").write_text(KERNEL)
    (tmp_path / "constants.py").write_text("MORE = 1")
    (tmp_path / "helper.py").write_text(HELPER.format(factor=1))
    environment = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}

    def run() -> str:
        command = [sys.executable, str(tmp_path / "mine.py")]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert run() == "111 0"
    assert run() == "111 1"
    (tmp_path / "helper.py").write_text(HELPER.format(factor=2))
    assert run() == "211 0"
    (tmp_path / "constants.py").write_text("MORE = 3")
    assert run() == "213 0"
    assert run() == "213 1"
