"""`cardwright doctor` says what works here and what to do about the rest."""

from __future__ import annotations

import importlib.metadata
import io
import json
import os
import shutil
import sys
import tomllib
from collections import namedtuple
from pathlib import Path

import pytest

from cardwright.cli import doctor_checks
from cardwright.cli.main import run

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def found(check) -> dict[str, doctor_checks.Finding]:
    return {each.what: each for each in check()}


@pytest.fixture
def few_checks(monkeypatch):
    monkeypatch.setattr(doctor_checks, "CHECKS", (doctor_checks._versions, doctor_checks._cache))


def test_what_works_is_exit_code_0(few_checks, capsys):
    assert run(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["works"]
    assert [each["what"] for each in report["findings"]] == [
        "Python", "cardwright", "numba", "llvmlite", "numpy", "cache", "disk",
    ]  # fmt: skip
    assert {each["state"] for each in report["findings"]} == {"ok"}


def test_a_problem_is_exit_code_1_and_told_with_advice(few_checks, monkeypatch, capsys, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert run(["doctor"]) == 1
    captured = capsys.readouterr()
    shown = " ".join(captured.out.split())
    assert "cache problem" in shown
    assert "to do: name another folder in CARDWRIGHT_CACHE" in shown
    assert shown.endswith("Problems to solve: 1")
    assert captured.err == ""


def test_a_full_disk_is_a_problem(monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10, 10, 0))
    assert found(doctor_checks._cache)["disk"].state == "problem"


def test_a_version_of_numba_that_does_not_fit_is_a_problem(monkeypatch):
    from cardwright.core.compiling.numba_versions import version_error

    class Finder:
        def find_spec(self, name, *_):
            if name == "cardwright.core.compiling.jit":
                raise version_error("numba", "0.50.1")

    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "cardwright.core.compiling.jit", raising=False)
    finding = found(doctor_checks._compiler)["compiler"]
    assert finding.state == "problem"
    assert "numba 0.50.1 does not fit" in finding.found


def test_memory_is_unknown_where_the_system_does_not_tell(monkeypatch):
    monkeypatch.delattr(os, "sysconf")
    assert found(doctor_checks._machine)["memory"].found == "this system does not tell"


@pytest.fixture
def declared(monkeypatch) -> dict[str, list[str]]:
    """The extras of pyproject.toml, as an installed package declares them."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    lines = [f'{each}; extra == "{extra}"' for extra, packages in extras.items() for each in packages]
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: ["numpy>=2.0", *lines])
    return extras


def test_extras_are_those_of_the_project(declared):
    assert set(doctor_checks.extras()) == set(declared) - set(doctor_checks.DEVELOPERS)
    assert doctor_checks.extras()["ray"] == ["ray"]


@pytest.mark.parametrize(("system", "expected"), [("linux", ["cma", "open_spiel"]), ("win32", ["cma"])])
def test_packages_that_windows_lacks_are_not_missed_there(monkeypatch, system, expected):
    needs = ['cma>=4.0; extra == "rl"', "open_spiel>=2.0; (sys_platform != 'win32') and extra == 'rl'"]
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: needs)
    monkeypatch.setattr(sys, "platform", system)
    assert doctor_checks.extras() == {"rl": expected}


def test_a_missing_extra_comes_with_the_command_that_installs_it(declared, monkeypatch):
    monkeypatch.setattr(doctor_checks, "_version", lambda name: "" if name in ("cma", "ribs") else "1.0")
    told = found(doctor_checks._extras)
    search = doctor_checks.Finding(
        "extra search", "note", "not installed: cma, ribs", "pip install 'cardwright[search]'"
    )
    assert told["extra search"] == search
    assert told["extra llm"] == doctor_checks.Finding("extra llm", "ok", "httpx")


def test_a_machine_without_a_gpu_is_told_why(monkeypatch):
    monkeypatch.setattr(doctor_checks.importlib.util, "find_spec", lambda _: None)
    assert found(doctor_checks._gpu)["GPU"].advice == "pip install 'cardwright[gpu]'"


@pytest.mark.parametrize(("encoding", "state"), [("utf-8", "ok"), ("cp1252", "note")])
def test_a_terminal_without_suits_is_told(monkeypatch, encoding, state):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding))
    assert found(doctor_checks._terminal)["terminal"].state == state
