"""Tree search: it beats random play, cannot see hidden cards, and counts its visits right."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from climb_game import HELP, LEAP, Climb

import cardwright
from cardwright.agents import Mcts, Players, make, make_seats, play_games, seats_of
from cardwright.agents.parallel_mcts import Tree, best_of
from cardwright.agents.sure_moves import HASTE
from cardwright.agents.tree import ROOT
from cardwright.agents.value import feature_names, write_value
from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.random import as_seed

HISTORIES = [[], ["pass"], ["bet"], ["pass", "bet"]]


def results(game, text, games=2000, player=0):
    seeds = np.arange(games, dtype=np.uint64)
    played = play_games(game, make_seats(text), seeds, seeds)
    return np.array([array_verbs.score(played.states, index, player) for index in range(games)])


def lower_bound(scores):
    return scores.mean() - 1.96 * scores.std() / len(scores) ** 0.5


@pytest.mark.parametrize(("text", "player"), [("mcts:100,random", 0), ("random,mcts:100", 1)])
def test_it_wins_chips_from_random_play(kuhn_game, text, player):
    assert lower_bound(results(kuhn_game, text, player=player)) > 0


def test_it_wins_among_three():
    scores = results(Climb(top=8), "random,mcts:100,random", games=1000, player=1)
    assert lower_bound(scores) > -1 / 3, "an equal player of three wins one game and loses two"


def test_more_playouts_win_from_fewer():
    unadvised = "trust=0+prior=0+model=0"
    more = results(Climb(players=2, top=8), f"mcts:200+{unadvised},mcts:3+{unadvised}", games=1000)
    assert lower_bound(more) > 0


def dealt(game, cards, history):
    state = game.new(seed=1)
    state.record.card[:] = cards
    for action in history:
        state.play(action)
    return state


@pytest.mark.parametrize("history", HISTORIES, ids="-".join)
def test_it_cannot_see_the_other_card(kuhn_game, history):
    for own, one, other in itertools.permutations(range(3)):
        for seed in range(5):
            choices = set()
            for hidden, unused in ((one, other), (other, one)):
                cards = [own, hidden, unused] if len(history) % 2 == 0 else [hidden, own, unused]
                choices.add(Mcts(30).choose(dealt(kuhn_game, cards, history), seed))
            assert len(choices) == 1


def test_it_never_folds_a_king_nor_calls_with_a_jack(kuhn_game):
    for history in (["bet"], ["pass", "bet"]):
        for own, right in ((2, "call"), (0, "fold")):
            others = [card for card in range(3) if card != own]
            cards = [own, *others] if len(history) == 2 else [others[0], own, others[1]]
            state = dealt(kuhn_game, cards, history)
            assert {str(state.legal()[Mcts(20).choose(state, seed)]) for seed in range(50)} == {right}


def searched_tree(game, agent, seed):
    """The nodes of the tree after a search from the start."""
    players = Players(game, seats_of(game, [agent] * game.players))
    players.choose(game.new(seed), as_seed(seed), 0)
    return players.scratch.nodes


def children(nodes, parent):
    child = nodes[parent].first
    while child:
        yield int(child)
        child = nodes[child].next


@pytest.mark.parametrize("help", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_visits_in_the_tree_add_up(help, seed):
    nodes = searched_tree(Climb(help=help), Mcts(60), seed)
    assert sum(int(nodes[child].visits) for child in children(nodes, 0)) == nodes[ROOT].visits > 30
    for number in range(1, np.count_nonzero(nodes["available"])):
        node = nodes[number]
        below = [nodes[child] for child in children(nodes, number)]
        assert 1 <= node.visits <= node.available
        assert sum(int(each.visits) for each in below) <= node.visits - 1, "the first visit stopped at the node itself"
        assert abs(node.value) <= node.visits
        pairs = [(int(each.mover), int(each.label)) for each in below]
        assert len(set(pairs)) == len(pairs), "a player's action has one node"
        assert all(each.available <= node.visits - 1 for each in below)


def test_each_player_counts_its_own_results(kuhn_game):
    nodes = searched_tree(kuhn_game, Mcts(200), seed=1)
    for number in children(nodes, 0):
        below = [nodes[child] for child in children(nodes, number)]
        assert {int(each.mover) for each in below} == {1 - nodes[number].mover}
        first = nodes[number].value + sum(float(each.value) for each in below)
        assert abs(first) <= 1, "what one wins the other loses, the node's first playout apart"
        assert abs(nodes[number].value) > 1


def test_the_same_action_of_two_players_is_not_the_same():
    nodes = searched_tree(Climb(), Mcts(200, trust=0, prior=0, model=0), seed=1)
    movers = {int(nodes[child].mover) for first in children(nodes, 0) for child in children(nodes, first)}
    assert movers == {0, 1, 2}
    leaps = [child for first in children(nodes, 0) for child in children(nodes, first) if nodes[child].label == LEAP]
    assert len(leaps) == 6, "after either action any of three players can leap"


def test_opponents_who_follow_their_advice_have_no_nodes():
    nodes = searched_tree(Climb(), Mcts(200), seed=1)
    grown = [nodes[number] for number in range(1, 1 + np.count_nonzero(nodes["available"][1:]))]
    assert {int(node.mover) for node in grown} == {int(nodes[1].mover)}
    assert any(node.first for node in grown), "the player's next decisions are in the tree"


class Cautious(Climb):
    weights = (2.0, 1.0, 0.0)  # advises the step


def shares_of_advised(playouts, hold):
    """The share of playouts that the advised action gets, in several searches."""
    shares = []
    for seed in range(8):
        tree = Tree(Cautious(players=2, top=8).new(seed), Mcts(playouts, hold=hold), seed)
        tree.grow()
        steps = [int(tree.nodes[child].visits) for child in children(tree.nodes, 0) if tree.nodes[child].label != LEAP]
        shares.append(sum(steps) / playouts)
    return np.array(shares)


def test_the_prior_keeps_its_weight_from_so_many_playouts_on():
    assert (shares_of_advised(400, hold=400) == shares_of_advised(400, hold=0)).all()
    prior = 0.75  # a half for the advice, and a quarter as one of two actions
    held, lost = (abs(shares_of_advised(400, hold) - prior).mean() for hold in (20, 0))
    assert held < 0.5 * lost


@pytest.mark.parametrize("seed", range(10))
def test_a_playout_is_judged_by_the_estimate_after_so_many_decisions(seed):
    game = Climb(players=1, top=0)
    for cap, most in ((0, 3), (4, 15)):
        nodes = searched_tree(game, Mcts(1, cap=cap), seed)
        height = round(float(nodes[1].value * 20))
        assert 0 <= height <= most
        assert nodes[1].label == LEAP or cap or height == 1


def test_a_playout_is_judged_by_the_fitted_value(kuhn_game, tmp_path):
    weights = dict.fromkeys(feature_names(kuhn_game), 0) | {"own bet": 1.4}  # half of what the player has bet
    write_value(tmp_path / "value.yaml", kuhn_game, [0, *weights.values()], {})
    agent = make(f"mcts:1+cap=0+value={tmp_path / 'value.yaml'}")
    seen = set()
    for seed in range(10):
        node = searched_tree(kuhn_game, agent, seed)[1]
        seen.add(str(kuhn_game.new(seed).legal()[node.action]))
        assert node.value == pytest.approx(2 / (1 + np.exp(-0.7 * (1 + node.action))) - 1, rel=2 * HASTE)
    assert seen == {"bet", "pass"}
    assert make(agent.name) == agent
    assert agent.identity(kuhn_game).startswith(f"{agent.name} value@")


def test_a_fitted_value_is_for_one_family(kuhn_game, tmp_path):
    write_value(tmp_path / "value.yaml", kuhn_game, [0] * (1 + len(feature_names(kuhn_game))), {})
    agent = make(f"mcts:20+value={tmp_path / 'value.yaml'}")
    with pytest.raises(CardwrightError, match="these weights are for 'kuhn', not 'spire'"):
        agent.choose(cardwright.game("spire:jaw-worm").new(seed=1))
    with pytest.raises(CardwrightError, match="unknown values of Kuhn poker 'unheard'"):
        make("mcts:20+value=unheard").choose(kuhn_game.new(seed=1))


def test_a_search_that_ends_early_chooses_as_if_it_had_gone_on():
    game, early = Climb(players=1, top=8), 0
    for seed in range(60):
        state = game.new(seed)
        players = Players(game, seats_of(game, [Mcts(50)]))
        choice = players.choose(state, as_seed(seed), 0)
        early += players.scratch.nodes[ROOT].visits < 50
        tree = Tree(state, Mcts(50), seed)
        tree.grow()
        assert tree.nodes[ROOT].visits == 50
        assert choice == best_of([tree])
    assert early > 0


def test_a_call_for_python_ends_a_playout():
    state = Climb(players=1, top=0, help=True).new(seed=1)
    assert HELP not in {Mcts(100, cap=0).choose(state, seed) for seed in range(10)}


def test_the_scale_of_the_scores_does_not_matter():
    one, other = (searched_tree(Climb(1, top=0, scale=scale), Mcts(200), seed=1) for scale in (4096, 8192))
    assert (one["visits"] == other["visits"]).all()
    assert one["value"].sum() == 2 * other["value"].sum() > 0


def test_what_the_memory_holds_from_earlier_makes_no_difference():
    state = Climb(top=8).new(seed=4)
    players = Players(state.game, seats_of(state.game, [Mcts(40)] * 3))
    choices = [players.choose(state, as_seed(seed), 0) for seed in range(20)]
    for seed, choice in enumerate(choices):
        players.scratch.numbers[:] = players.scratch.nodes["value"] = 7.0
        assert players.choose(state, as_seed(seed), 0) == choice


def test_actions_that_mean_the_same_share_a_node():
    nodes = searched_tree(Climb(twin=True), Mcts(100), seed=1)
    for number in range(np.count_nonzero(nodes["available"])):
        labels = [(int(nodes[child].mover), int(nodes[child].label)) for child in children(nodes, number)]
        assert len(set(labels)) == len(labels)
    assert len(list(children(nodes, 0))) == 2


def test_playouts_follow_advice_and_estimates():
    def mean_height(**settings):
        trees = (searched_tree(Climb(players=1, top=0), Mcts(1, cap=8, **settings), seed) for seed in range(100))
        return sum(float(nodes[1].value) for nodes in trees) / 5

    at_random = mean_height(look=1, trust=0)
    advised = mean_height(look=1, trust=1)
    compared = mean_height(look=2, trust=0)
    assert at_random < advised < compared, "half leaps climb 1.25 a decision, all leaps 1.5, the better of the two 1.75"
