"""Every help text has an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer.main

from cardwright.cli.commands import app, program
from cardwright.cli.main import run


def commands(command: Any, *path: str) -> Iterator[tuple[str, ...]]:
    yield path
    for name, each in getattr(command, "commands", {}).items():
        yield from commands(each, *path, name)


@pytest.mark.parametrize("path", list(commands(typer.main.get_command(app))), ids=" ".join)
def test_help_has_an_example(path, capsys) -> None:
    assert run([*path, "--help"]) == 0
    assert f"Example: cardwright {path[0] if path else ''}" in " ".join(capsys.readouterr().out.split())


def test_paragraphs_of_help_are_wrapped_at_the_width_of_the_terminal(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["replay", "--help"]) == 0
    assert "hidden from players. The left and right arrows move between decisions" in capsys.readouterr().out


def test_a_command_is_built_alone_and_an_unknown_one_is_told_from_all(capsys) -> None:
    """Typer takes longer to build all commands than most of them take to run."""
    assert list(program("web").commands) == ["web"]
    assert list(program("spire").commands) == ["spire"]
    assert len(program("wob").commands) == len(program().commands) > 20
    assert run(["wob"]) == 2
    assert "No such command 'wob'" in capsys.readouterr().err
