"""The particle filter of benchmarks/belief.py: exact in a tiny game, and blind for what the player cannot know."""

from __future__ import annotations

import kuhn
import numpy as np
import particle_filter
import pytest

from cardwright.agents import Players, make, seats_of
from cardwright.agents.mcts import LEVELS
from cardwright.core.random import as_seed

JACK, QUEEN, KING = range(3)
BETS = {JACK: 0.3, QUEEN: 0.0, KING: 0.9}  # how likely the first player bets


class Bettor:
    def probabilities(self, state):
        bet = BETS[int(state.record.card[state.decider])]
        return {kuhn.PASS: 1 - bet, kuhn.BET: bet}


def worlds_after(action, card):
    """Return the worlds of the second player, who has the Queen."""
    game = kuhn.family.game({"hands": {"P1": kuhn.CARDS[card], "P2": "Queen"}})
    model = particle_filter.Model(game, "uniform", doubt=0)
    model.agent = Bettor()
    state = game.new(1)
    belief = particle_filter.Belief(state, 1, 1000, model, seed=7)
    belief.notice(state.play(action), own_action=None)
    return belief.sample(2000)


@pytest.mark.parametrize(("action", "expected"), [("bet", 0.9 / (0.9 + 0.3)), ("pass", 0.1 / (0.1 + 0.7))])
def test_a_bet_tells_as_much_about_the_card_as_bayes_says(action, expected):
    found = np.mean(worlds_after(action, KING)["card"][:, 0] == KING)
    assert found == pytest.approx(expected, abs=0.05)


def test_the_worlds_do_not_depend_on_the_hidden_card():
    assert worlds_after("bet", KING).tobytes() == worlds_after("bet", JACK).tobytes()


@pytest.mark.parametrize(("card", "answer"), [(JACK, kuhn.BET), (KING, kuhn.PASS)])
def test_a_search_draws_from_the_worlds_that_it_is_given(card, answer):
    game = kuhn.family.game({"hands": {"P1": kuhn.CARDS[card], "P2": "Queen"}})
    state = game.new(1).play("bet")
    seats = seats_of(game, [make("mcts:20")] * 2)
    seats = seats._replace(needs=seats.needs._replace(levels=LEVELS + 1))
    seats.settings["mcts"]["worlds"] = 1
    players = Players(game, seats)
    particle_filter.bits(players.scratch.states)[LEVELS:] = particle_filter.bits(state.records)
    assert players.choose(state, as_seed(1), 0) == answer
