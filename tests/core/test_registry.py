"""Which games there are: names, scenario files and entry points."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.core import registry
from cardwright.core.errors import CardwrightError, UnknownName


def test_games_have_names():
    assert {"spire", "kuhn"} <= set(registry.names())
    assert cardwright.game("spire").name == next(iter(registry.family("spire").starts()))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("spir", "unknown game 'spir'; did you mean 'spire'"),
        ("uno", "unknown game 'uno'; did you mean 'cgdl:uno'"),
        ("jaw-wurm", "unknown game 'jaw-wurm'; did you mean 'spire:jaw-worm'"),
        ("", "unknown game ''"),
        ("spire:jaw-wurm", "unknown start of spire 'jaw-wurm'; did you mean 'jaw-worm'"),
        ("spire:" + "x" * 10_000, "unknown start of spire"),
        ("a\nb\x1b[2J", "unknown game"),
    ],
)
def test_unknown_names_are_answered_with_known_ones(name, message):
    with pytest.raises(UnknownName, match=message) as error:
        cardwright.game(name)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1_000


def test_a_scenario_file_is_a_game(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: spire\nstart: {deck: [Strike], enemies: [Cultist]}\n")
    game = cardwright.game(path)
    assert game.name == "mine"
    assert game.new(seed=1).view()["hand"] == ["Strike"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("- 1", "needs 'game'"),
        ("game: spire", "needs 'game'"),
        ("game: spire\nstart: 3", "needs 'game'"),
        ("game: 3\nstart: {}", "needs 'game'"),
        ("game: poker\nstart: {}", "unknown game 'poker'"),
        ("game: spire\nstart: {}\ncards: {}", "unknown key 'cards'"),
        ("game: spire\nstart: {deck: [Strike], enemies: [Bob]}", "unknown enemy 'Bob'"),
        ("game: spire\nstart: {deck: [Strike], enemies: [Cultist], hp: 3}", "unknown key 'hp'"),
        ('{"game": "spire", "start": {"deck": [', "line"),
    ],
)
def test_scenario_files_that_are_none(tmp_path, text, message):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(CardwrightError, match=message) as error:
        cardwright.game(path)
    assert "mine.yaml" in str(error.value)


def test_an_entry_point_must_name_a_family(monkeypatch):
    class Point:
        name = "broken"

        def load(self):
            return object()

    monkeypatch.setattr(registry, "_installed", lambda: {"broken": Point()})
    with pytest.raises(CardwrightError, match="does not name a family"):
        registry.family("broken")


def test_the_only_scenario_of_a_file_needs_no_name(tmp_path):
    path = tmp_path / "one.yaml"
    path.write_text("game: spire\nstart: {enemies: [Cultist]}\nscenarios: [{start: {hand: [Bash]}, steps: []}]\n")
    assert cardwright.game(path).new(seed=1).view()["hand"] == ["Bash"]


def test_one_of_several_scenarios_is_a_game(tmp_path):
    path = tmp_path / "several.yaml"
    path.write_text(
        "game: spire\nstart: {enemies: [Cultist], hand: [Strike]}\nscenarios:\n"
        "  - {name: Two of them, start: {enemies: [Jaw Worm, Cultist]}, steps: []}\n"
        "  - {name: A bash, start: {hand: [Bash]}, steps: []}\n"
    )
    two, bash = (cardwright.core.registry.game(path, scenario=name) for name in ("Two of them", "A bash"))
    assert (two.name, bash.name) == ("Two of them", "A bash")
    assert [each["name"] for each in two.new(seed=1).view()["enemies"]] == ["Jaw Worm", "Cultist"]
    assert bash.new(seed=1).view()["hand"] == ["Bash"]
    with pytest.raises(CardwrightError, match="unknown scenario 'A bsh'; did you mean 'A bash'"):
        registry.game(path, scenario="A bsh")
    with pytest.raises(CardwrightError, match="is no scenario file"):
        registry.game("spire", scenario="A bash")
