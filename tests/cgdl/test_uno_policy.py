"""The network that ships for UNO."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.agents import make, play_game
from cardwright.core.errors import BadData


def test_it_plays_whole_games_of_uno():
    game = cardwright.game("cgdl:uno")
    assert play_game(game, [make("policy:uno")] * 3, seed=1, agent_seed=1).over


def test_it_is_refused_in_other_games():
    with pytest.raises(BadData, match=r"has the feature .*, which this network was not trained with"):
        make("policy:uno").weights_for(cardwright.game("cgdl:whist"))
