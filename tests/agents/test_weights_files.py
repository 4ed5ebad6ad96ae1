"""Weights in files: read back as written, refused with one sentence, and identified by their content."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import arena, unicorns
from cardwright.agents import Rules, make, make_saved_seats, play_games
from cardwright.agents.value import Value
from cardwright.agents.weights import read_file, read_weights, rounded, shipped_files, text_of, write_weights
from cardwright.core.errors import CardwrightError

GAMES = {name: cardwright.game(name) for name in ("spire:jaw-worm", "unicorns:3", "autobattler")}
BATTLE = GAMES["spire:jaw-worm"]
GOOD = """\
format: cardwright weights 1
game: spire
made: {by: hand}
weights:
  damage: 1
  block: 2.5
  other: 4
  spare: 0.25
"""


@pytest.fixture
def weights_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_weights_read_back_as_they_were_written(name, data, tmp_path_factory):
    game = GAMES[name]
    weights = [
        data.draw(st.just(each.value) | st.floats(each.low, each.high), label=each.name) if index < 6 else each.value
        for index, each in enumerate(game.weight_table())
    ]
    path = tmp_path_factory.mktemp("weights") / "some.yaml"
    write_weights(path, game, weights, {"by": "a test: with a colon", "games": 12})
    assert read_weights(str(path), game) == rounded(weights)
    assert read_file(path).content.made == {"by": "a test: with a colon", "games": 12}


def test_a_file_shows_names_beside_numbers():
    text = text_of(unicorns.game(3), unicorns.game(3).weights, {"by": "hand"})
    assert "  worth:\n    Baby Unicorn: 7.0\n" in text
    assert "    neigh limit: 1.0\n" in text
    assert "play:" not in text  # as all weights for playing equal the worth of the card


def test_weights_that_are_left_out_equal_their_model():
    game = unicorns.game(3)
    weights = {(each.group, each.name): each.value for each in game.weight_table()}
    weights["worth", "Yay"] = weights["play", "Yay"] = weights["rescue", "Yay"] = 5.5
    weights["neigh", "Yay"] = weights["discard", "Yay"] = weights["sacrifice", "Yay"] = 5.5
    weights["destroy", "Yay"] = 2.0
    text = text_of(game, tuple(weights.values()), {})
    assert text.count("Yay: 5.5") == 1
    assert "  destroy:\n    Yay: 2.0\n" in text


def test_an_agent_takes_its_weights_from_a_file(weights_file):
    agent = make(f"rules:{weights_file}")
    assert agent.weights_for(BATTLE) == (1.0, 2.5, 4.0, 0.25)
    assert agent.name == f"rules:{weights_file}"
    assert make(agent.name) == agent
    assert pickle.loads(pickle.dumps(agent)).weights_for(BATTLE) == agent.weights_for(BATTLE)  # noqa: S301
    seeds = np.arange(5, dtype=np.uint64)
    by_file, by_number = (play_games(BATTLE, [each], seeds, seeds) for each in (agent, Rules((1.0, 2.5, 4.0, 0.25))))
    assert by_file.states.tobytes() == by_number.states.tobytes()


def test_a_file_is_read_once_when_the_agent_is_made(weights_file):
    agent = make(f"rules:{weights_file}")
    weights_file.unlink()
    assert agent.weights_for(BATTLE) == (1.0, 2.5, 4.0, 0.25)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  spare: 0.25\n", "", "line 4: the weight 'spare' is missing"),
        ("damage: 1", "damaje: 1", "line 5: unknown weight 'damaje'; did you mean 'damage'?"),
        ("damage: 1", "damage: 11", "line 5: the weight 'damage' is a number from 0 to 10, not '11'"),
        ("damage: 1", "damage: -1", "line 5: the weight 'damage' is a number from 0 to 10, not '-1'"),
        ("damage: 1", "damage: .inf", "line 5: '.inf' is not a number"),
        ("damage: 1", "damage: high", "line 5: the weight 'damage' is a number from 0 to 10, not 'high'"),
        ("damage: 1", "damage: yes", "line 5: the weight 'damage' is a number from 0 to 10, not 'True'"),
        ("damage: 1", "damage: {a: 1}", "line 5: the weight 'damage' is a number from 0 to 10"),
        ("damage: 1", "damage: 1\n  damage: 1", "line 6: the key 'damage' appears twice"),
        ("game: spire", "game: unicorns", "line 2: these weights are for 'unicorns', not 'spire'"),
        ("weights 1", "weights 2", "line 1: format: input should be 'cardwright weights 1'"),
        ("made: {by: hand}", "more: 1", "line 3: more: unknown key 'more'"),
        ("made: {by: hand}", "made: {by: [1]}", "line 3: made.by"),
        ("weights:", "weights: &a", "anchors and aliases are not read"),
    ],
)
def test_a_wrong_file_is_explained_in_one_sentence(weights_file, old, new, message):
    assert old in GOOD
    weights_file.write_text(GOOD.replace(old, new))
    with pytest.raises(CardwrightError) as caught:
        make(f"rules:{weights_file}").weights_for(BATTLE)
    assert message in str(caught.value)
    assert str(weights_file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_huge_or_missing_file_is_refused(tmp_path):
    huge = tmp_path / "huge.yaml"
    huge.write_text("#" * 2_000_000)
    with pytest.raises(CardwrightError, match="too large"):
        make(f"rules:{huge}")
    with pytest.raises(CardwrightError, match="no such file"):
        make(f"rules:{tmp_path / 'none.yaml'}")


def test_an_unknown_name_of_weights_is_refused_with_what_there_is():
    with pytest.raises(CardwrightError, match=r"unknown weights of Slay the Spire battle 'evolvd'.*FILE.yaml"):
        make("rules:evolvd").weights_for(BATTLE)


def test_a_log_is_not_resumed_with_other_weights(weights_file, tmp_path):
    seats = [f"rules:{weights_file}"]
    arena.run(BATTLE, seats, games=2, seed=1, log=tmp_path / "log")
    head = json.loads((tmp_path / "log" / "games.json").read_text())
    assert head["seats"] == [make(seats[0]).identity(BATTLE)]
    assert head["seats"] != seats
    weights_file.write_text(GOOD.replace("hand", "hand, unchanged in substance"))
    with pytest.raises(CardwrightError, match="is the log of another run: seats"):
        arena.run(BATTLE, seats, games=4, seed=1, log=tmp_path / "log", resume=True)
    weights_file.write_text(GOOD)
    assert arena.run(BATTLE, seats, games=4, seed=1, log=tmp_path / "log", resume=True).series[0].games == 4


def test_a_saved_game_names_no_files(weights_file):
    for agent in (f"rules:{weights_file}", f"mcts:9+rules={weights_file}", f"mcts:9+rules={weights_file}+c=1"):
        with pytest.raises(CardwrightError, match="cannot bring the agent"):
            make_saved_seats(["you", agent], "game.json")
    assert make_saved_seats(["you", "rules:evolved"], "game.json")[1] == Rules(source="evolved")


@pytest.fixture(params=["official", "thesis"])
def game(request):
    return unicorns.game(6, request.param)


def test_shipped_weights_fit_their_game(game):
    names = shipped_files("weights", game)
    assert "evolved" in names
    for name in names:
        weights = make(f"rules:{name}").weights_for(game)
        assert len(weights) == len(game.weights)
        assert weights != game.weights


def test_shipped_values_fit_their_game(game):
    names = shipped_files("values", game)
    assert "fitted" in names
    for name in names:
        value = Value(name).saved(game)
        agent = make(f"mcts:20+cap=10+value={name}")
        assert agent.identity(game) == f"{agent.name} value@{value.checksum}"
        assert list(agent.weights_for(game)) == [*game.weights, *value.for_game(game)]


def test_a_new_card_has_the_weights_of_an_average_card_of_its_type():
    """Weights that were evolved before a card was invented still play with it."""
    cards = {"Gatekeeper": {"type": "downgrade"}, "Own": {"type": "upgrade"}}
    game = unicorns.game(3, cards={"base": "second-print", "cards": cards})
    table, weights = game.weight_table(), read_weights("evolved", game)
    worth = {each.name: value for each, value in zip(table, weights, strict=True) if each.group == "worth"}
    downgrades = [worth[name] for name, card in game.cards.items() if card.type == "downgrade" and name not in cards]
    assert worth["Gatekeeper"] == pytest.approx(sum(downgrades) / len(downgrades))
    assert worth["Gatekeeper"] != worth["Own"]
    neighs = {each.name: value for each, value in zip(table, weights, strict=True) if each.group == "neigh"}
    upgrades = [neighs[name] for name, card in game.cards.items() if card.type == "upgrade" and name not in cards]
    assert neighs["Own"] == pytest.approx(sum(upgrades) / len(upgrades))


def test_a_card_of_the_base_deck_that_a_file_lacks_is_still_missing(tmp_path):
    path = tmp_path / "few.yaml"
    text = text_of(unicorns.game(3), unicorns.game(3).weights, {"by": "hand"})
    path.write_text(text.replace("    Narwhal: 2.0\n", "", 1))
    with pytest.raises(CardwrightError, match="the weight 'worth: Narwhal' is missing"):
        read_weights(str(path), unicorns.game(3))


def deck_without_the_base() -> cardwright.Game:
    cards = {
        "Baby Unicorn": {"type": "baby", "copies": 12},
        "Basic Unicorn": {"type": "basic", "copies": 60},
        "Postman Unicorn": {"type": "magical", "enter": {"draw": 1}},
    }
    return unicorns.game(2, cards={"cards": cards})


def evolved_weights(game: cardwright.Game) -> dict[tuple[str, str], float]:
    keys = [(each.group, each.name) for each in game.weight_table()]
    return dict(zip(keys, make("rules:evolved").weights_for(game), strict=True))


def test_a_new_card_has_the_mean_weight_of_its_type_also_in_a_deck_without_the_base_deck():
    game, base = deck_without_the_base(), unicorns.game(2)
    weights, known = evolved_weights(game), evolved_weights(base)
    magical = [known["worth", name] for name, card in base.cards.items() if card.type == "magical"]
    assert weights["worth", "Postman Unicorn"] == pytest.approx(sum(magical) / len(magical))
    assert weights["worth", "Basic Unicorn"] == known["worth", "Basic Unicorn"]
    make("strongest").check_game(game)


def test_weights_of_a_deck_without_the_base_deck_read_back(tmp_path):
    game = deck_without_the_base()
    write_weights(tmp_path / "own.yaml", game, game.weights, {})
    assert read_weights(str(tmp_path / "own.yaml"), game) == game.weights
