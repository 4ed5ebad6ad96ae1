"""Games in Python files of one's own: named as FILE.py:NAME, they are played as installed ones are."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import kuhn
import numpy as np
import pytest
from patience import PATIENCE

from cardwright import arena
from cardwright.core import registry, saved_games
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError, IndexOutOfBounds

EXAMPLE = Path(__file__).parents[2] / "examples" / "kuhn.py"


@pytest.fixture(autouse=True)
def _kuhn_as_before():
    """Loading the file replaces the game of that name, so put back the one that all other tests use."""
    yield
    registry.register_family(kuhn.family)


@pytest.fixture
def own(tmp_path):
    """A copy of the example under another name, in a folder whose name has a dot and a space."""
    folder = tmp_path / "my games 1.0"
    folder.mkdir()
    path = folder / "my_game.py"
    path.write_text(EXAMPLE.read_text().replace('"kuhn"', '"own"'))
    yield path
    registry._registered.pop("own", None)


def rename(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def python(*lines, **more):
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
        **more,
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_it_is_found_with_and_without_a_scenario(own):
    game = registry.game(f"{own}:family")
    assert (game.family, game.name, game.players) == ("own", "standard", 2)
    assert registry.game(f"{own}:family:standard").name == "standard"
    assert registry.is_file(f"{own}:family")
    assert registry.is_file(str(own))
    assert not registry.is_file("kuhn:standard")
    assert "own" in registry.names()


def test_it_is_the_same_game(own):
    game = registry.game(f"{own}:family")
    for seed in range(5):
        mine, theirs = game.new(seed).play("bet"), kuhn.family.game({}).new(seed).play("bet")
        assert mine.view() == theirs.view()
        assert [str(each) for each in mine.legal()] == [str(each) for each in theirs.legal()]


def test_the_arena_plays_it_as_the_installed_one(own):
    columns = [
        arena.run(game, "2*random", games=50, seed=3, jobs=1).series[0].columns for game in ("kuhn", f"{own}:family")
    ]
    assert all(np.array_equal(columns[0][name], columns[1][name]) for name in columns[0])


def test_another_process_can_be_sent_the_game(own):
    """Workers are: the module of the file is imported there by its name."""
    game = registry.game(f"{own}:family")
    (own.parent / "game.pickle").write_bytes(pickle.dumps(game))
    told = python(
        "import pickle, cardwright.core.registry",
        "game = pickle.load(open('game.pickle', 'rb'))",
        "print(game, game.new(1).check())",
        cwd=own.parent,
    )
    assert told == f"{game} {game.new(1).check()}"


def test_a_saved_game_goes_on_once_the_file_was_loaded(own):
    state = registry.game(f"{own}:family").new(7).play("bet")
    assert saved_games.state_from_json(state.to_json()).view() == state.view()
    saved = own.parent / "saved.json"
    state.save(saved)
    read = ["import cardwright", "print(cardwright.load_state('saved.json').view()['pot'])"]
    assert python(read[0], f"cardwright.game({str(own)!r} + ':family')", read[1], cwd=own.parent) == "3"
    assert "saved.json: unknown game 'own'" in python(*read, cwd=own.parent)
    assert "load it first: game('FILE.py:NAME')" in python(*read, cwd=own.parent)


def test_files_of_data_never_name_code(own, tmp_path):
    """A scenario or a saved game may come from anybody: the game it names is never run."""
    rename(own, "\nfamily =", "\nopen(__file__ + '.ran', 'w')\nfamily =")
    scenario = tmp_path / "scenario.json"
    scenario.write_text(json.dumps({"game": f"{own}:family", "start": {}}))
    with pytest.raises(CardwrightError, match=r"scenario.json: unknown game .*load it first"):
        registry.game(scenario)
    saved = json.loads(kuhn.family.game({}).new(1).to_json())
    with pytest.raises(CardwrightError, match="unknown game"):
        saved_games.state_from_json(json.dumps({**saved, "game": f"{own}:family"}))
    assert not Path(f"{own}.ran").exists()


def test_an_edited_file_is_played_by_its_new_rules(own):
    """Compiled code goes by the type of the record, which must tell the old rules from the new ones."""
    before = registry.game(f"{own}:family")
    assert before.new(1).play("bet").view()["pot"] == 3
    rename(own, "s.bet[:] = 1", "s.bet[0] = 0\n    s.bet[1] = 1")
    after = registry.game(f"{own}:family")
    assert after.new(1).view()["pot"] == 1
    assert before.new(1).view()["pot"] == 2
    assert before.dtype != after.dtype


def test_an_edited_helper_file_is_played_by_its_new_rules(own, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # bytecode misses an edit of equal length within a second
    helper = own.parent / "ante_helper.py"
    helper.write_text("ANTE = 1\n")
    rename(own, "PASS, BET = 0, 1", "from ante_helper import ANTE\n\nPASS, BET = 0, 1")
    rename(own, "s.bet[:] = 1", "s.bet[:] = ANTE")
    before = registry.game(f"{own}:family")
    assert before.new(1).view()["pot"] == 2
    helper.write_text("ANTE = 2\n")
    after = registry.game(f"{own}:family")
    assert after.new(1).view()["pot"] == 4
    assert before.dtype != after.dtype
    assert registry.game(f"{own}:family").dtype == after.dtype


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_rules_that_leave_an_array_are_named_in_the_error(own):
    rename(own, "s.bet[player] += action", "s.bet[player + 2] += action")
    line = own.read_text()[: own.read_text().index("s.bet[player + 2]")].count("\n") + 1
    with pytest.raises(IndexOutOfBounds, match=f"my_game.py, line {line}, in apply: an index is below 0 or beyond"):
        registry.game(f"{own}:family").new(1).play("bet")


@pytest.mark.parametrize(
    ("ending", "message"),
    [
        ("", "name a family of games in .*my_game.py, as in .*my_game.py:family"),
        (":", "name a family of games in"),
        (":famly", "unknown family of games in .*my_game.py 'famly'; did you mean 'family'"),
        (":CARDS", "unknown family of games in .* 'CARDS'; there are: family"),
        (":Family", "unknown family of games in .* 'Family'; did you mean 'family'"),
        (":family:tall", "unknown start of own 'tall'; there are: standard"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(own, ending, message):
    with pytest.raises(CardwrightError, match=message):
        registry.game(f"{own}{ending}")


def test_bad_files_are_refused_in_one_sentence(own, tmp_path):
    with pytest.raises(CardwrightError, match=r"there is no file .*nowhere.py' with a game"):
        registry.game(tmp_path / "nowhere.py:family")
    (tmp_path / "broken.py").write_text("family = (")
    with pytest.raises(CardwrightError, match=r"broken.py cannot be loaded: SyntaxError"):
        registry.game(f"{tmp_path}/broken.py:family")
    rename(own, 'family = "own"', 'family = "spire"')
    with pytest.raises(CardwrightError, match=r":family calls itself 'spire', which is the name of an installed game"):
        registry.game(f"{own}:family")
    rename(own, 'family = "spire"', 'family = "other"')
    rename(own, '{"standard": "three cards, one bet"}', "{}")
    with pytest.raises(CardwrightError, match="unknown start of other ''; there are: none"):
        registry.game(f"{own}:family")
    registry._registered.pop("other")
