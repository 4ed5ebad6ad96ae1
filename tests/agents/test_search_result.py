"""What a tree search found: it is the search that plays, it adds up, and it sees nothing hidden."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from climb_game import Climb
from notebook_html import words_of
from test_mcts import HISTORIES, dealt

from cardwright.agents import Mcts, make_seats, play_game, search
from cardwright.core.errors import CardwrightError


def check(found, most):
    """What holds of every search among several players."""
    assert found.visits.sum() == found.playouts <= most
    assert found.policy.sum() == pytest.approx(1)
    assert found.priors.sum() == pytest.approx(1)
    assert np.isnan(found.values).tolist() == (found.visits == 0).tolist()
    best = max(found.actions, key=lambda each: (each.visits, each.value))
    assert best.action == found.chosen
    assert found.policy[best.index] == found.policy.max()


@pytest.mark.parametrize("text", ["mcts:40", "mcts:40+threads=2", "mcts:40+prior=0", "mcts:40+prior=0.9+model=0"])
def test_the_searches_of_a_game_are_those_that_decide(text):
    noted = {}
    game, seats = Climb(players=2, top=8), make_seats(f"{text},random")
    played = play_game(game, seats, seed=3, agent_seed=9, on_search=noted.__setitem__)
    assert played.history() == play_game(game, seats, seed=3, agent_seed=9).history()
    state, decided = game.new(seed=3), 0
    for decision, action in enumerate(played.history()):
        if state.decider == 0:
            found = search(state, text, seed=9, decision=decision)
            assert found.to_dict() == noted[decision].to_dict()
            assert found.chosen.id == action
            decided += 1
        state.play(action)
    assert decided == len(noted) > 1


def test_it_is_the_choice_of_the_agent_with_the_same_seed(kuhn_game):
    for seed in range(20):
        state = kuhn_game.new(seed)
        found = search(state, Mcts(30), seed)
        check(found, 30)
        assert found.chosen.id == Mcts(30).choose(state, seed)
    assert search(state.copy(logged=True), Mcts(30), seed).to_dict() == found.to_dict()


@pytest.mark.parametrize("history", HISTORIES, ids="-".join)
def test_hidden_cards_make_no_difference(kuhn_game, history):
    for own, one, other in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        for text in ("mcts:30", "mcts:30+threads=2"):
            found = []
            for hidden, unused in ((one, other), (other, one)):
                cards = [own, hidden, unused] if len(history) % 2 == 0 else [hidden, own, unused]
                found.append(search(dealt(kuhn_game, cards, history), text, seed=5).to_dict())
            assert found[0] == found[1]


def test_priors_are_those_of_the_advice():
    for share in (0.5, 0.9, 0.0):
        priors = search(Climb(players=2, top=8).new(seed=1), Mcts(20, prior=share), seed=1).priors
        assert sorted(priors) == pytest.approx([(1 - share) / 2, (1 + share) / 2])


def test_actions_that_do_the_same_are_listed_once():
    found = search(Climb(twin=True).new(seed=1), Mcts(60), seed=1)
    assert len(found.actions) == 2
    check(found, 60)


def test_it_shows_itself(kuhn_game):
    found = search(kuhn_game.new(seed=1), "mcts:50", seed=1)
    head, columns, *rows = repr(found).splitlines()
    assert head == f"<mcts:50: {found.chosen}, {found.playouts} playouts>"
    assert columns.split() == ["action", "visits", "value", "prior"]
    assert len(rows) == 2
    assert "visits value prior" in words_of(found._repr_html_()).replace("  ", " ")
    assert json.loads(json.dumps(found.to_dict()))["playouts"] == found.playouts


def test_only_tree_searches_of_games_in_progress(kuhn_game):
    state = kuhn_game.new(seed=1)
    with pytest.raises(CardwrightError, match="a search needs a tree search, as in 'mcts:800', not 'random'"):
        search(state, "random")
    with pytest.raises(CardwrightError, match="nothing to search: the game is over"):
        search(state.play("bet").play("fold"))


PROGRAM = """
import cardwright
from cardwright.agents import make, search

for name in ("spire:jaw-worm", "unicorns:2", "cgdl:uno", "autobattler"):
    state = cardwright.game(name).new(seed=2)
    found = search(state, "mcts:8+cap=4", seed=3)
    assert found.visits.sum() == found.playouts > 0
    assert found.policy.shape == (len(state.game.action_space),)
    assert found.chosen.id == make("mcts:8+cap=4").choose(state, seed=3)
    if name == "spire:jaw-worm":
        while len(state.legal()) > 1:
            state.play(state.legal()[0])
        for text in ("mcts:8", "mcts:8+threads=2"):
            found = search(state, text)
            assert (found.playouts, found.policy.max(), found.priors.tolist()) == (0, 1, [1])
"""


def test_it_searches_every_family_and_not_at_all_where_there_is_one_action():
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=True)
