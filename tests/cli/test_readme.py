"""The README shows what the commands really print."""

from __future__ import annotations

import re
from pathlib import Path

from typed_console import TypedConsole

import cardwright
from cardwright.cli.play_session import Session
from cardwright.core import data
from cardwright.spire.notation.checking import document_mistakes

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n\$ (cardwright .*?)\n(.*?)```", README, re.DOTALL)


def block(command: str) -> tuple[str, str]:
    (found,) = [(line, output) for line, output in BLOCKS if line.startswith(f"cardwright {command} ")]
    return found


def test_the_battle_goes_as_shown():
    command, shown = block("play")
    seed = int(command.rpartition("--seed ")[2])
    lines = re.findall(r"^player> (.*)\n", shown, re.MULTILINE)
    console = TypedConsole(*lines)
    Session(cardwright.game("spire:jaw-worm").new(seed), [None], console).play()
    assert console.file.getvalue().startswith(re.sub(r"^player> .*\n", "", shown, flags=re.MULTILINE))


def test_the_table_has_the_rows_of_its_command():
    command, shown = block("arena")
    title, head, _, *rows = shown.splitlines()
    seats = re.findall(r"--seats (\S+)", command)
    assert title == f"spire:lagavulin, 1,000 games per series, seed {command.rpartition('--seed ')[2]}, 95 % intervals"
    assert [row.split()[0] for row in rows[: len(seats)]] == seats
    assert head.split() == ["seats", "win", "rate", "%", "score", "hp", "left", "turns", "decisions", "games/s"]


def test_the_card_is_a_whole_file():
    (text,) = re.findall(r"```yaml\n(cards:.*?)```", README, re.DOTALL)
    assert document_mistakes(data.parse(text)) == []
