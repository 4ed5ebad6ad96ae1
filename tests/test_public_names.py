"""What is public is listed once, is documented, and is all that documentation and examples use."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
from pathlib import Path

import public_names
import pytest

ROOT = public_names.ROOT
TEXTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").glob("*.py"))]
IMPORT = re.compile(r"from (cardwright[a-z_.]*) import (?:\(([^)]*)\)|([\w, ]+))")


def test_the_page_lists_the_public_packages():
    names = public_names.listed()
    assert public_names.page_with(names) == public_names.PAGE.read_text(encoding="utf-8"), (
        "public packages have changed; run python tests/public_names.py"
    )
    assert "`cardwright.core`" in names


@pytest.mark.parametrize("package", public_names.PACKAGES)
def test_public_names_are_there_and_documented(package):
    module = importlib.import_module(package)
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert inspect.getdoc(value), name


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_documentation_and_examples_use_only_public_names(path: Path):
    for module, inside, after in IMPORT.findall(path.read_text(encoding="utf-8")):
        listed = re.sub(r"#.*", "", inside or after).split(",")
        names = [each.split(" as ")[0].strip() for each in listed if each.strip()]
        for name in names:
            if f"{module}.{name}" in public_names.DOCUMENTED or module in public_names.DOCUMENTED:
                continue
            assert module in public_names.PACKAGES, f"{module} is private"
            assert name in importlib.import_module(module).__all__, f"{module}.{name} is private"


def test_modules_with_a_page_are_explained_there():
    for module, page in public_names.DOCUMENTED.items():
        assert importlib.util.find_spec(module)
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        home, _, name = module.rpartition(".")
        assert module in text or f"from {home} import {name}" in text or "examples/learning.py" in text, module
