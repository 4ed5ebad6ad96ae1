"""`cardwright unicorns` shows cards and checks decks."""

from __future__ import annotations

from pathlib import Path

from cardwright.cli.main import run
from cardwright.core import data

EXPANSION = str(Path(__file__).parents[2] / "examples" / "unicorn_expansion.yaml")


def test_a_card_is_shown_as_a_deck_has_it(capsys):
    assert run(["unicorns", "cards", "Alluring Narwhal", "Barn Raising", "--content", EXPANSION]) == 0
    output = capsys.readouterr().out
    cards = data.parse(output).value["cards"]
    assert cards["Alluring Narwhal"] == {"type": "magical", "enter": {"may": {"steal": "upgrade"}}}
    assert "  # You may " in output or "  # When " in output
    assert run(["unicorns", "cards", "Alluring Narwal"]) == 2
    assert "did you mean 'Alluring Narwhal'?" in capsys.readouterr().err


def test_a_sound_deck_is_valid(capsys):
    assert run(["unicorns", "check", EXPANSION]) == 0
    assert capsys.readouterr().out == f"{EXPANSION}: 13 cards: valid\n"


def test_every_mistake_in_a_deck_is_reported_with_its_line(tmp_path, capsys):
    path = tmp_path / "deck.yaml"
    path.write_text(
        "base: second-print\ncards:\n  One:\n    type: magicall\n    copies: -1\n  Two:\n    type: magic\n"
        "    play: {drew: 2}\n"
    )
    assert run(["unicorns", "check", str(path)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert [line.partition(", line ")[2].partition(":")[0] for line in errors] == ["4", "5", "8"]


def test_mistakes_of_form_and_of_meaning_are_reported_together(tmp_path, capsys):
    path = tmp_path / "deck.yaml"
    path.write_text(
        "base: second-print\ncards:\n  One: {type: magical, enter: {destory: unicorn}}\n"
        "  Two: {type: magical, enter: {use: nothing}}\n"
    )
    assert run(["unicorns", "check", str(path)]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "did you mean 'destroy'" in first
    assert "unknown one-time effect in Python 'nothing'" in second


def test_a_deck_of_basic_unicorns_is_not_judged(tmp_path, refused):
    path = tmp_path / "deck.yaml"
    path.write_text("base: second-print\ncards: {Postman Unicorn: {type: basic}}\n")
    refused(["generate", "judge", str(path), "--game", "unicorns"], "Basic Unicorns and babies have no effect")
