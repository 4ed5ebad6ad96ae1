"""What every maker of cards keeps to, whatever the game."""

from __future__ import annotations

import json

import pytest
from card_growth import SEEDS, grown
from hypothesis import given, settings

from cardwright.agents import make, play_game
from cardwright.core import registry

GAMES = {"autobattler": 15, "spire": 15, "unicorns": 6}  # how many cards are played; games take different times


@pytest.fixture(scope="module", params=GAMES)
def maker(request):
    return registry.family(request.param).card_maker()


@pytest.mark.parametrize("game", GAMES)
def test_games_with_grown_cards_end(game):
    maker = registry.family(game).card_maker()

    @settings(max_examples=GAMES[game])
    @given(SEEDS)
    def check(seed):
        card = grown(maker, seed, steps=1)
        ((played,),) = maker.games([card], [(maker.name(card),)], [seed % len(maker.trials)])
        state = play_game(played, [make("random")] * played.players, seed, seed)
        assert state.over or state.record.fault

    check()


def test_the_same_seed_grows_the_same_card(maker):
    assert grown(maker, 7, steps=2) == grown(maker, 7, steps=2)
    assert grown(maker, 7) != grown(maker, 8)


def test_a_grown_card_is_read_back_from_plain_data(maker):
    for seed in range(20):
        card = grown(maker, seed)
        read = maker.from_data(json.loads(json.dumps(card)))
        assert maker.name(read) == maker.name(card)
        assert maker.likeness(read) == maker.likeness(card)
