"""New effects for unicorn cards: as data with operands, and as functions in Python."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cardwright import unicorns
from cardwright.agents import make, play_games
from cardwright.core import registry
from cardwright.core.errors import CardwrightError

EXAMPLES = Path(__file__).parents[2] / "examples"
EXPANSION = EXAMPLES / "unicorn_expansion.yaml"
IN_PYTHON = f"{EXAMPLES / 'unicorn_effects.py'}:family"


def card(**fields):
    return {"base": "second-print", "cards": {"Odd One": fields}}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"type": "magic", "play": {"draw": {"each": "upgrade or downgrade", "in": "all stables", "most": 3}}},
            "Draw a card for each Upgrade or Downgrade in all stables, up to three.",
        ),
        (
            {"type": "magic", "play": {"when": {"count": "unicorn", "at least": 1}, "do": {"draw": 2}}},
            "If there is at least one Unicorn in your stable, draw two cards.",
        ),
        (
            {"type": "magic", "play": {"steal": "upgrade", "at random": True, "until": "end of turn"}},
            "Steal an Upgrade at random until the end of the turn.",
        ),
        (
            {"type": "basic", "enter": {"discard": 1, "by": "others", "at random": True}},
            "When it enters, each other player discards a card at random.",
        ),
        (
            {"type": "upgrade", "always": ["open hand", {"shield": "unicorn", "from": ["stolen", "moved"]}]},
            "Everybody can see your hand. Your Unicorns cannot be stolen or moved.",
        ),
        (
            {"type": "upgrade", "always": [{"add": -1, "to": "goal"}, {"add": 2, "to": "plays"}]},
            "You need one Unicorn less to win. You can play two cards more in your turn.",
        ),
        (
            {"type": "downgrade", "always": [{"cannot play": "upgrade or magic"}, {"keep out": "basic"}]},
            "You cannot play Upgrades and Magic cards. Basic Unicorns cannot enter your stable.",
        ),
    ],
)
def test_the_text_of_a_card_follows_from_its_effects(fields, text):
    assert unicorns.game(cards=card(**fields)).cards["Odd One"].text == text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"type": "magic", "play": {"draw": {"in": "your hand"}}}, "needs 'each'"),
        ({"type": "magic", "play": {"draw": {"each": "horse"}}}, "a kind of card is one of"),
        ({"type": "magic", "play": {"draw": {"each": "all card"}}}, "cards are counted by their kind"),
        ({"type": "magic", "play": {"draw": 1, "at random": True}}, "'draw' does not allow 'at random'"),
        ({"type": "magic", "play": {"sacrifice": "all card", "at random": True}}, "needs cards to choose from"),
        ({"type": "magic", "play": {"destroy": "all card"}}, "only 'sacrifice' allows 'all'"),
        ({"type": "basic", "enter": {"sacrifice": "this", "by": "each"}}, "'sacrifice: this' does not allow 'by'"),
        ({"type": "basic", "enter": {"return": "this", "by": "others"}}, "'return: this' does not allow 'by'"),
        ({"type": "magic", "play": {"when": {"count": "basic"}, "do": {"draw": 1}}}, "'at least' or 'at most'"),
        ({"type": "basic", "always": ["fly"]}, "a continuous effect is a mapping, or one of 'cards cannot be neighed'"),
        ({"type": "basic", "always": [{"shield": "unicorn"}]}, "'shield' needs 'from'"),
        ({"type": "basic", "always": [{"add": 0, "to": "draws"}]}, "a number other than 0"),
        ({"type": "basic", "always": [{"add": 1}]}, "'add' needs"),
        (
            {"type": "basic", "always": [{"add": 1, "to": "draws", "keep out": "basic"}]},
            "exactly one of shield, keep out",
        ),
        ({"type": "basic", "always": [{"add": 1, "to": "wings"}]}, "always.0.to: input should be 'draws'"),
        ({"type": "magic", "always": [{"add": 1, "to": "draws"}], "play": {"draw": 1}}, "never in a stable"),
        ({"type": "basic", "enter": {"use": "no such effect"}}, "unknown one-time effect in Python 'no such effect'"),
        ({"type": "basic", "always": [{"use": "no such"}]}, "unknown continuous effect in Python 'no such'"),
    ],
)
def test_bad_effects_are_refused_in_one_sentence(fields, message):
    with pytest.raises(CardwrightError, match=message):
        unicorns.game(cards=card(**fields))


def test_a_function_with_other_parameters_is_refused():
    with pytest.raises(CardwrightError, match="must have the parameters s, rules, you, card, other"):
        unicorns.effect("do something")(lambda s, rules: True)


def test_every_agent_plays_the_expansion():
    agents = ["random", "rules", "rules:evolved", "lookahead:1", "mcts:20"]
    game = unicorns.game(players=len(agents), cards=EXPANSION)
    seeds = np.arange(4, dtype=np.uint64)
    assert play_games(game, [make(agent) for agent in agents], seeds, seeds).finished.all()


def test_effects_in_python_are_logged_narrated_and_part_of_the_chain():
    example = registry.game(IN_PYTHON)
    start = {**example.start, "P1": {"hand": ["New Broom"]}, "P2": {"stable": ["Narwhal", "Black Knight", "Basic"]}}
    state = unicorns.game(**start).new(seed=1, logged=True)
    state.play("play New Broom")
    assert state.narrate()[2] == "P1 does this: destroy the newest Unicorn of each other player"
    assert str(state.view()["asks"]) == "Black Knight Unicorn"  # it can save the card, as from any other effect
    state.play("yes")
    assert "P2 saves Basic Unicorn with Black Knight Unicorn" in state.narrate()
    assert state.view()["P2"]["stable"] == ["Narwhal", "Basic Unicorn"]


def test_a_continuous_effect_in_python_is_asked_when_it_matters():
    example = registry.game(IN_PYTHON)
    start = {**example.start, "phase": "draw", "P1": {"stable": ["Underdog Kennel"]}}
    assert len(unicorns.game(**start).new(seed=1, logged=True).view()["P1"]["hand"]) == 2
    start["P1"] = {"stable": ["Underdog Kennel", "Narwhal"]}
    assert len(unicorns.game(**start).new(seed=1, logged=True).view()["P1"]["hand"]) == 1


def test_what_an_effect_in_python_does_unseen_stays_hidden():
    example = registry.game(IN_PYTHON)
    start = {**example.start, "P1": {"hand": ["Harvest Home", "Yay"]}, "deck": ["Neigh", "Narwhal"]}
    state = unicorns.game(**start).new(seed=3, logged=True)
    state.play("play Harvest Home")
    assert any(line.startswith("P2 takes a card from the hand of P1") for line in state.narrate(2))
    assert state.seen(2)["P2"]["hand"].count(None) == len(state.view()["P2"]["hand"])
    assert None not in state.seen(1)["P2"]["hand"]


def test_effects_in_python_do_the_same_compiled_and_interpreted():
    game, seed = registry.game(IN_PYTHON), np.array([5], np.uint64)
    played = play_games(game, [make("random")] * 4, seed, seed, actions=True)
    state = game.new(seed=5, logged=True)
    for action in played.actions.tolist():
        state.play(action)
    assert state.over
    assert state.records.tobytes() == played.states.tobytes()
