"""Bad files and bad words of a command are answered with one clear sentence, and with exit code 2."""

from __future__ import annotations

import pytest

from cardwright.cli import main


@pytest.fixture
def error_of(capsys):
    """Run a command that fails and return its one line of error text."""

    def run(*arguments: str) -> str:
        assert main.run(list(arguments)) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        lines = captured.err.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("cardwright: ")
        return lines[0]

    return run


ARENA = ["arena", "spire:jaw-worm", "--seats", "random", "--games", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*ARENA[:-1], "0"], "the number of games must be from 1"),
        ([*ARENA[:-1], "-5"], "the number of games must be from 1"),
        ([*ARENA[:-1], "many"], "--games"),
        (["arena", "spire:jaw-wurm", "--seats", "random"], "did you mean 'jaw-worm'"),
        (["arena", "chess", "--seats", "random"], "unknown game 'chess'"),
        (["arena", "spire", "--seats", "genius"], "unknown agent 'genius'"),
        (["arena", "spire", "--seats", "mcts:0"], "playouts"),
        (["arena", "spire", "--seats", ""], ""),
        (["arena", "spire"], "--seats"),
        (["arena", "no such file.yaml", "--seats", "random"], "no such file"),
        (["play", "spire:nobody"], "unknown start of spire 'nobody'"),
        (["play"], "name either a game"),
        (["play", "--load", "no such file.json"], "no such file"),
        (["nonsense"], "nonsense"),
        (["arena", "--nonsense"], "nonsense"),
        (["spire", "cards", "Strke"], "did you mean 'Strike'"),
        (["spire", "check", "no such file.yaml"], "no such file"),
    ],
    ids=lambda each: " ".join(each)[:40] if isinstance(each, list) else "",
)
def test_bad_commands(error_of, arguments, message):
    assert message in error_of(*arguments)


FILES = {
    "truncated": ('{"game": "spire", "start": {"deck": ["Str', "line"),
    "unknown card": ("game: spire\nstart: {deck: [Strke], enemies: [Cultist]}", "unknown card 'Strke'"),
    "negative cost": (
        "game: spire\nstart: {deck: [A], enemies: [Cultist], content: {cards: {A: {type: skill, cost: -1}}}}",
        "cards.A.cost: a cost is a number from 0 to 99",
    ),
    "no cards": ("game: spire\nstart: {deck: [], enemies: [Cultist]}", "deck: 0 cards"),
    "too many cards": ("game: spire\nstart: {deck: {Strike: 10000}, enemies: [Cultist]}", "deck: 10,000 cards"),
    "aliases": ("game: spire\nstart: &a [*a]", "anchors"),
    "deep": ("[" * 100_000, "nested"),
    "object": ("game: !!python/object/apply:os.system ['true']", "tags such as"),
    "empty": ("", "the file is empty"),
    "binary": (b"\xff\xfe\x00game", "UTF-8"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("extension", ["json", "yaml"])
def test_bad_files(error_of, tmp_path, name, extension):
    content, message = FILES[name]
    path = tmp_path / f"mine.{extension}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    sentence = error_of("arena", str(path), "--seats", "random", "--games", "1")
    assert path.name in sentence
    if extension == "yaml" or name in ("truncated", "binary"):
        assert message in sentence


def test_nothing_is_written_when_something_is_wrong(error_of, tmp_path):
    error_of("arena", "spire:jaw-worm", "--seats", "genius", "--log", str(tmp_path / "log"))
    assert list(tmp_path.iterdir()) == []


EVERY_MISTAKE = """\
cards:
  Spelling:
    type: atack
    cost: 100
    effect:
      - to: an enemi
        attack: 6 (8)
        blok: 4
      - draw: 1
        aply: 3 Weak
      - when: hand.skill = 0
        choose: 3
  Meaning:
    type: skill
    effect:
      - when: hand.skil == 0
        to: an enemy
        apply: [2 (3) Weeak, 1 Weakk]
      - block: foo
      - heal: target.Vulnerable
statuses:
  Rules:
    rules:
      - after: card played
        do: {block: stakcs}
      - after: card played
        when: stacsk > 1
        do: {add: Wund}
enemies:
  Moves:
    hp: 3
    moves:
      Bite: {attack: strenght}
      Growl: {to: all enemies, apply: 1 Wek}
    plan: {loop: [Bark, Bite]}
"""


def test_every_mistake_of_an_entry_is_reported(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(EVERY_MISTAKE)
    assert main.run(["spire", "check", str(path)]) == 2
    found = [line.partition(", line ")[2].partition(": ") for line in capsys.readouterr().err.splitlines()]
    wanted = {
        3: "atack", 4: "a cost is", 6: "enemi", 8: "blok", 10: "aply", 11: "write 'hand.skill == 0'", 12: "choose",
        16: "hand.skil", 18: "Weak", 19: "foo", 20: "needs a target", 25: "stakcs", 27: "stacsk", 28: "Wund",
        33: "strenght", 34: "Wek", 35: "Bark",
    }  # fmt: skip
    assert {int(line) for line, _, _ in found} == set(wanted)
    assert all(wanted[int(line)] in message for line, _, message in found)
    assert len(found) == len(wanted) + 1  # line 18 has two
