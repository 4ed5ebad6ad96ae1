"""`cardwright warm`: compiling ahead."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cardwright.cli.main import run


def warm(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cardwright", "warm", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def test_bad_input_is_one_sentence(capsys):
    assert run(["warm", "sprie"]) == 2
    assert capsys.readouterr().err == "cardwright: unknown game 'sprie'; did you mean 'spire'?\n"


def test_agents_are_checked_before_anything_is_compiled(capsys):
    assert run(["warm", "spire", "--agents", "mtcs"]) == 2
    assert capsys.readouterr().err == "cardwright: unknown agent 'mtcs'; did you mean 'mcts'?\n"


def test_without_the_compiler_there_is_nothing_to_do():
    done = warm("autobattler", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "switched off" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="looks into the folder for machine code")
def test_what_is_compiled_ahead_is_not_compiled_again(tmp_path):
    cache = {"CARDWRIGHT_CACHE": str(tmp_path)}
    done = warm("autobattler", "--jobs", "1", "--agents=lookahead:1", "--actions", **cache)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("autobattler compiled in ")
    compiled = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    assert any("decisions._retrace" in file.name for file in compiled)
    assert "Compiled when first used: other agents (--agents), maps, " in done.stdout
    for seats in ("lookahead:2,random", "rules,random"):
        arena = f"from cardwright import arena; print(arena.run('autobattler:draft', ['{seats}'], games=2, seed=1))"
        subprocess.run([sys.executable, "-c", arena], env={**os.environ, **cache}, check=True, capture_output=True)
    now = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nbc")}
    assert compiled.items() <= now.items()
    assert not [file for file in now.keys() - compiled.keys() if "kernel._play" in file.name]
