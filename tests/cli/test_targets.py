"""Files that cannot be written are refused before any work begins."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.cli.main import run

COMMANDS = (
    ["fit", "no-such-game", "--out"],
    ["suite", "search", "--only", "no-such-scenario", "--save"],
    ["report", "no-such-log", "--html"],
    ["replay", "no-such-game.json", "--html"],
    ["map", "--seed", "1", "--svg"],
    ["map", "--seed", "1", "--png"],
    ["route", "no-such-map", "--svg"],
    ["route", "no-such-map", "--png"],
)
PICTURES = (
    ["route", "no-such-map", "--pareto", "--plot"],
    ["league", "no-such-game", "--agents", "random", "--plot"],
    ["balance", "look", "no-such-config.yaml", "--plot"],
    ["balance", "sweep", "no-such-config.yaml", "--plot"],
    ["balance", "influence", "no-such-config.yaml", "--plot"],
    ["balance", "groups", "no-such-config.yaml", "--plot"],
)


@pytest.mark.parametrize("words", [*COMMANDS, *PICTURES], ids=" ".join)
def test_a_file_that_cannot_be_written_is_refused_first(words, tmp_path, refused):
    (tmp_path / "file").touch()
    refused([*words, str(tmp_path / "file" / "x.svg")], "not a directory")


@pytest.mark.parametrize("words", PICTURES, ids=" ".join)
def test_a_picture_needs_a_suffix(words, tmp_path, refused):
    refused([*words, str(tmp_path / "x.jpg")], "a picture needs the suffix .svg or .png")


@pytest.mark.parametrize(
    "words",
    [
        ["scenario"],
        ["evolve", "spire", "--resume", "--out"],
        ["cgdl", "evolve", "--resume", "--out"],
        ["generate", "cards", "spire", "--resume", "--out"],
        ["replay"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["x" * 300, "nul\0"], ids=["long", "null"])
def test_a_name_that_no_file_can_have_is_one_sentence(words, name, capsys):
    assert run([*words, name]) == 2
    output = capsys.readouterr()
    assert ("too long" if name[0] == "x" else "null") in output.out + output.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a disk that is always full")
@pytest.mark.parametrize(
    "words", [["games", "unicorns:2"], ["games", "unicorns:2", "--json"], ["--version"]], ids=" ".join
)
def test_output_that_is_lost_is_reported_in_one_sentence(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardwright", *words], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.stderr == "cardwright: the output cannot be written: No space left on device\n"
    assert done.returncode == 1
