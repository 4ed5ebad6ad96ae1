"""Secret moves in a tree search: nobody answers to what it cannot see, and players who choose at once are equal."""

from __future__ import annotations

import goofspiel
import numpy as np
import pytest

from cardwright import testing
from cardwright.agents import Mcts, Players, make_seats, play_games, search, seats_of
from cardwright.agents.secret_moves import SEEN
from cardwright.agents.tree import ROOT
from cardwright.core import array_verbs
from cardwright.core.random import as_seed

GAME = goofspiel.family.game({"cards": 5})


def chosen(*actions, seed=1):
    state = GAME.new(seed)
    for action in actions:
        state.play(action)
    return state


def test_goofspiel_keeps_the_contract():
    testing.check(goofspiel.family.game({}), games=20)


def test_the_choice_of_the_first_player_makes_no_difference_to_the_second():
    for text in ("mcts:60", "mcts:60+secrets=0", "mcts:60+threads=2"):
        found = [search(chosen(action), text, seed=4).to_dict() for action in range(5)]
        assert all(each == found[0] for each in found)


def children(nodes, parent):
    child = int(nodes[parent].first)
    while child:
        yield child
        child = int(nodes[child].next)


def grown(state, agent):
    """The nodes of the tree after a search."""
    players = Players(state.game, seats_of(state.game, [agent] * 2))
    players.choose(state, as_seed(3), 0)
    return players.scratch.nodes


@pytest.mark.parametrize("state", [chosen(), chosen(2)], ids=["first", "second"])
def test_the_other_answers_without_having_seen_the_choice(state):
    nodes, own, other = grown(state, Mcts(200)), state.decider, 1 - state.decider
    firsts = list(children(nodes, ROOT))
    assert {int(nodes[first].unseen) for first in firsts} == {other + 1}
    answers = list(children(nodes, nodes[ROOT].blind))
    assert {int(nodes[answer].mover) for answer in answers} == {other}
    assert len(answers) == 5, "one for each card, whatever the player chose"
    assert sum(int(nodes[answer].visits) for answer in answers) == nodes[ROOT].visits - len(firsts)
    pairs = [pair for first in firsts for pair in children(nodes, first)]
    assert {int(nodes[pair].mover) for pair in pairs} == {other}
    assert all(int(nodes[pair].unseen) in (0, SEEN) for pair in pairs), "then the cards are shown"
    nexts = {int(nodes[each].mover) for pair in pairs for each in children(nodes, pair)}
    assert nexts <= {0, own}, "the first player opens the next round"


def test_it_has_no_effect_where_all_moves_are_seen(kuhn_game):
    for seed in range(20):
        found, without = (search(kuhn_game.new(seed), Mcts(50, secrets=each), seed) for each in (1, 0))
        assert found.visits.tolist() == without.visits.tolist()
        assert np.array_equal(found.values, without.values, equal_nan=True)


def test_players_who_choose_at_once_win_equally_often():
    seeds = np.arange(1000, dtype=np.uint64)
    leads = {}
    for settings in ("", "+secrets=0"):
        played = play_games(GAME, make_seats(f"2*mcts:100{settings}"), seeds, seeds)
        scores = np.array([array_verbs.score(played.states, index, 0) for index in range(len(seeds))])
        leads[settings] = scores.mean() / (scores.std() / len(seeds) ** 0.5)
    assert abs(leads[""]) < 1.96
