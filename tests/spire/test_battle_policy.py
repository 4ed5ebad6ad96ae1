"""The network that ships for the fights of the first act: it knows each of them and plays better than chance."""

from __future__ import annotations

import numpy as np
import pytest

import cardwright
from cardwright import spire
from cardwright.agents import make, play_games
from cardwright.agents.weights import shipped_files
from cardwright.core.errors import BadData
from cardwright.spire.engine.start import Start

FIGHTS = ("jaw-worm", "cultist", "louses", "small-slimes", "acid-slime", "spike-slime", "gremlin-nob", "lagavulin")
LARGEST = 300_000  # bytes
SEEDS = np.arange(12, dtype=np.uint64)


def hp_left(game, agent: str) -> list[int]:
    played = play_games(game, [make(agent)], SEEDS, SEEDS)
    return game.measure(played.states)["hp_left"].tolist()


@pytest.mark.parametrize("fight", [*FIGHTS, "sentries"])
def test_it_knows_every_feature_and_action_of_its_fights(fight):
    assert make("policy:act-1").weights_for(cardwright.game(f"spire:{fight}")).size > 10_000


def test_it_is_refused_with_cards_that_it_never_saw():
    with pytest.raises(BadData, match=r"spire:toolbox has the feature .*, which this network was not trained with"):
        make("policy:act-1").weights_for(cardwright.game("spire:toolbox"))


def test_it_plays_a_fight_alone_as_among_those_it_was_trained_on():
    starts = {name: Start.read(spire.family.start(name)) for name in FIGHTS}
    together = spire.Battle.several(starts, spire.standard(), {})[2]
    alone = cardwright.game(f"spire:{FIGHTS[2]}")
    assert len(alone.features) < len(together.features)
    assert hp_left(alone, "policy:act-1") == hp_left(together, "policy:act-1")


def test_it_keeps_more_hp_than_chance_does():
    game = cardwright.game("spire:jaw-worm")
    assert sum(hp_left(game, "policy:act-1")) > 1.3 * sum(hp_left(game, "random"))


def test_it_is_small_and_says_how_it_was_made():
    game = cardwright.game("spire:jaw-worm")
    files = shipped_files("policies", game, ".npz")
    assert list(files) == ["act-1"]
    assert files["act-1"].stat().st_size < LARGEST
    assert "examples/learn_spire.py" in make("policy:act-1").network.saved(game).header.made["by"]
