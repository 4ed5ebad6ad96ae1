"""`cardwright unicorns` shows cards and checks decks."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("name", ["alluring narwhal", "alluring", "Allur"])
def test_a_part_of_a_name_is_enough_if_no_other_card_has_it(name, capsys):
    assert run(["unicorns", "cards", name]) == 0
    assert "Alluring Narwhal:" in capsys.readouterr().out


def test_a_part_of_several_names_is_refused_with_these(capsys):
    assert run(["unicorns", "cards", "narwhal torp", "Yay", "unicorn ph"]) == 0
    assert list(data.parse(capsys.readouterr().out).value["cards"]) == ["Narwhal Torpedo", "Yay", "Unicorn Phoenix"]
    assert run(["unicorns", "cards", "stable"]) == 2
    assert "'stable' can mean more than one card: Broken Stable, Tiny Stable" in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("      my: {draw: 1}\n      if done: {draw: 1}\n", "line 6: my: unknown key 'my'; did you mean 'may'?"),
        ("      my: {draw: 1}\n", "line 6: my: unknown key 'my'; did you mean 'may'?"),
        ("      may:\n        drw: 1\n", "line 7: may.drw: unknown key 'drw'; did you mean 'draw'?"),
        ("      - draw: 1\n      - drw: 1\n", "line 7: 1.drw: unknown key 'drw'; did you mean 'draw'?"),
        ("      draw: 1\n      then: {draw: 1}\n", "line 5: 'draw' must stand in 'do' or 'may' where there is 'then'"),
        ("      fly: 1\n", "line 6: fly: unknown key 'fly'; there are: at random, bring, by, destroy, "
         "discard, do, draw, either, extra draws, follow, from, give, if done, if possible, into, keep order, kind, "
         "look, may, move, named, pick, plays, pull, return, reveal, sacrifice, search, shrink, shuffle, steal, swap, "
         "take, then, turn, until, use, when"),
    ],
)  # fmt: skip
def test_a_misspelt_key_of_a_program_is_named_with_its_line_and_no_other_key(program, complaint, tmp_path, capsys):
    path = tmp_path / "deck.yaml"
    path.write_text(f"base: second-print\ncards:\n  A:\n    type: magical\n    enter:\n{program}")
    assert run(["unicorns", "check", str(path)]) == 2
    said = capsys.readouterr().err.replace("cards.A.enter.", "").replace("cards.A.enter: ", "")
    assert said == f"cardwright: {path}, {complaint}\n"


@pytest.mark.parametrize("card", ["{type: downgrade}", "{type: magcal}"])
def test_a_wrong_base_is_reported_with_its_line_beside_other_mistakes(card, tmp_path, capsys):
    path = tmp_path / "deck.yaml"
    path.write_text(f"about: mine\nbase: second-prnt\ncards:\n  Mud: {card}\n")
    assert run(["unicorns", "check", str(path)]) == 2
    first, *others = capsys.readouterr().err.splitlines()
    assert first == f"cardwright: {path}, line 2: base: unknown deck 'second-prnt'; did you mean 'second-print'?"
    assert ["magcal" in each for each in others] == [True] * ("magcal" in card)
