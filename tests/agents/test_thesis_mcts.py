"""The thesis's tree search: one draw of the hidden cards, points by place, and playouts by heuristics or at random."""

from __future__ import annotations

import numpy as np
import pytest
from climb_game import Climb
from test_mcts import children, dealt, lower_bound, results, searched_tree

from cardwright.agents import ThesisMcts, make
from cardwright.agents.tree import ROOT
from cardwright.core.errors import CardwrightError


@pytest.mark.parametrize(
    ("text", "player"), [("mcts-thesis:100+policy=0,random", 0), ("random,mcts-thesis:100+policy=0", 1)]
)
def test_it_wins_chips_from_random_play(kuhn_game, text, player):
    assert lower_bound(results(kuhn_game, text, player=player)) > 0


@pytest.mark.parametrize("seed", range(5))
def test_payoffs_are_the_number_of_players_with_a_worse_place(seed):
    nodes = searched_tree(Climb(top=8), ThesisMcts(60), seed)
    visited = [nodes[number] for number in range(1, 61) if nodes[number].visits]
    values = np.array([node.value for node in visited])
    assert (values == values.round()).all()
    assert all(0 <= node.value <= 2 * node.visits for node in visited), "three players win 2, 1 or 0 points"
    assert sum(int(nodes[child].visits) for child in children(nodes, ROOT)) == nodes[ROOT].visits


@pytest.mark.parametrize("seed", range(5))
def test_it_ends_as_soon_as_no_other_action_can_get_as_many_playouts(seed):
    nodes = searched_tree(Climb(top=8), ThesisMcts(60), seed)
    first, second, *_ = sorted((int(nodes[child].visits) for child in children(nodes, ROOT)), reverse=True)
    left = 60 - int(nodes[ROOT].visits)
    assert left == 0 or left < first - second <= left + 2, "one playout before, it could still have changed"


def test_it_searches_a_single_draw(kuhn_game):
    """With a queen against a bet, only one of two cards is drawn, so nothing but call or fold is ever best."""
    state = dealt(kuhn_game, [2, 1, 0], ["bet"])
    chosen = {str(state.legal()[ThesisMcts(50, policy=0).choose(state, seed)]) for seed in range(30)}
    assert chosen == {"call", "fold"}, "against a king it folds and against a jack it calls; it believes in one of them"


def test_it_cannot_see_the_other_card(kuhn_game):
    for seed in range(20):
        hands = ([2, 1, 0], [0, 1, 2])
        assert len({ThesisMcts(30, policy=0).choose(dealt(kuhn_game, hand, ["bet"]), seed) for hand in hands}) == 1


def test_it_sees_the_other_card_if_told_to_peek(kuhn_game):
    """Against a jack a queen always calls; against a king it is last either way."""

    def chosen(hand):
        state = dealt(kuhn_game, hand, ["bet"])
        return {str(state.legal()[ThesisMcts(50, policy=0, peek=1).choose(state, seed)]) for seed in range(20)}

    assert chosen([0, 1, 2]) == {"call"}
    assert "fold" in chosen([2, 1, 0])


def test_playouts_can_follow_heuristics_only_where_there_are_some(kuhn_game):
    with pytest.raises(CardwrightError, match="no heuristics for the playouts of mcts-thesis; use policy=0"):
        make("mcts-thesis:10").choose(kuhn_game.new(seed=1))
