"""Regret minimisation: equilibria that are known, information sets, and games it refuses."""

from __future__ import annotations

import kuhn
import leduc
import numpy as np
import pytest
from climb_game import Climb

import cardwright
from cardwright import arena
from cardwright.agents import Cfr, decide, make
from cardwright.agents import regret as regret_module
from cardwright.agents.cfr import as_weights
from cardwright.agents.game_tree import grow
from cardwright.agents.regret import Solver, information_set
from cardwright.core.compiling.jit import COMPILED, kernel
from cardwright.core.errors import CardwrightError

KUHN = kuhn.family.game({})
LEDUC = leduc.family.game({})


@kernel
def keys_of(states, rules, player, copies, found):
    for index in range(states.size):
        found[index] = information_set(states[index], rules[0], player, copies[0], states.itemsize // 8)


def keys(states, player):
    game = states[0].game
    records = np.concatenate([each.records for each in states])
    found = np.zeros(len(records), np.uint64)
    keys_of(records, game.rules, player, np.zeros(1, game.dtype), found)
    return found.tolist()


def test_an_information_set_is_what_a_player_knows():
    states = [KUHN.new(seed) for seed in range(60)]
    for player in range(2):
        hands = [each.view()["hands"][f"P{player + 1}"] for each in states]
        by_hand = {hand: key for hand, key in zip(hands, keys(states, player), strict=True)}
        assert len(by_hand) == 3
        assert [by_hand[hand] for hand in hands] == keys(states, player)
    assert not {*keys(states, 0)} & {*keys(states, 1)}


def test_the_past_makes_a_difference():
    state = KUHN.new(1)
    later = [state.copy().play(action) for action in state.legal()]
    assert len({*keys([state, *later], 1)}) == 3


@pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")
def test_leduc_has_288_information_sets():
    solver = Solver(LEDUC)
    solver.train(5000)
    assert solver.size == 288


def test_the_equilibrium_of_kuhn():
    """H. W. Kuhn, "A simplified two-person poker", 1950: nobody bets a queen first, and jacks are never called with."""
    solver = Solver(KUHN)
    solver.train(20_000 if COMPILED else 500)
    strategy = solver.strategy()
    assert solver.size == 12
    assert np.add.reduceat(strategy.chances, strategy.first) == pytest.approx(np.ones(12))
    bets = {}
    for state in [KUHN.new(seed) for seed in range(30)]:
        for history in ((), (kuhn.PASS,), (kuhn.BET,), (kuhn.PASS, kuhn.BET)):
            here = state.copy()
            for action in history:
                here.play(action)
            key = keys([here], here.decider)[0]
            home = strategy.keys.tolist().index(key)
            hand = here.view()["hands"][f"P{here.decider + 1}"]
            bets[hand, history] = strategy.chances[strategy.first[home] + 1]
    slack = 0.03 if COMPILED else 0.2
    assert bets["Queen", ()] == pytest.approx(0, abs=slack)
    assert bets["Jack", (kuhn.BET,)] == pytest.approx(0, abs=slack)
    assert bets["King", (kuhn.BET,)] == pytest.approx(1, abs=slack)
    assert bets["King", (kuhn.PASS,)] == pytest.approx(1, abs=slack)
    assert bets["Queen", (kuhn.BET,)] == pytest.approx(1 / 3, abs=2 * slack)
    assert bets["Jack", (kuhn.PASS,)] == pytest.approx(1 / 3, abs=2 * slack)
    assert bets["King", ()] == pytest.approx(3 * bets["Jack", ()], abs=6 * slack)


def test_training_in_parts_is_training_at_once():
    whole, parts = Solver(KUHN, seed=4), Solver(KUHN, seed=4)
    whole.train(60)
    parts.train(20)
    parts.train(40)
    assert np.array_equal(whole.strategy().chances, parts.strategy().chances)
    other = Solver(KUHN, seed=5)
    other.train(60)
    assert not np.array_equal(whole.strategy().chances, other.strategy().chances)


def test_the_agent_takes_actions_as_often_as_its_strategy_does():
    agent = Cfr(200, seed=2)
    solver = Solver(KUHN, seed=2)
    solver.train(200)
    strategy = solver.strategy()
    assert np.array_equal(agent.weights_for(KUHN), as_weights(strategy))
    state = KUHN.new(3)
    home = strategy.keys.tolist().index(keys([state], 0)[0])
    chance = strategy.chances[strategy.first[home] + 1]
    bets = sum(decide(agent, state, seed) == kuhn.BET for seed in range(400))
    assert bets / 400 == pytest.approx(chance, abs=0.1)


def test_the_agent_plays_any_action_where_it_has_not_been():
    agent = Cfr(1)
    unknown = leduc.family.game({"hands": {"P1": "King"}})
    table = agent.weights_for(unknown)
    table[1:] = 0  # as if it had met nothing
    state = unknown.new(1)
    assert {decide(agent, state, seed) for seed in range(40)} == {each.id for each in state.legal()}


def test_the_agent_plays_in_the_arena():
    games = 2000 if COMPILED else 60
    result = arena.run(KUHN, ["cfr:3000,first", "first,cfr:3000"], games=games, seed=1, jobs=2)
    assert all(series.faults == 0 for series in result.series)
    won = [side.score.value for series in result.series for side in series.sides if side.agent == "cfr:3000"]
    assert sum(won) > 0  # who always passes loses to an equilibrium


def test_its_name_is_read_back():
    assert make("cfr:300+seed=7").name == "cfr:300+seed=7"
    assert make("cfr:300") == Cfr(300)


@pytest.mark.parametrize(
    ("limit", "value", "complaint"),
    [
        ("MOST_POSITIONS", 1, "more than 100,000 positions"),
        ("LEVELS", 2, "decides more than 98 times"),
    ],
)
@pytest.mark.skipif(COMPILED, reason="compiled code has the limits built in")
def test_games_that_are_too_large_are_refused(monkeypatch, limit, value, complaint):
    monkeypatch.setattr(regret_module, limit, value)
    with pytest.raises(CardwrightError, match=complaint):
        Solver(LEDUC).train(50)


def test_too_many_information_sets_are_refused(monkeypatch):
    monkeypatch.setattr(regret_module, "MOST_SETS", 5)
    with pytest.raises(CardwrightError, match="information sets"):
        Solver(KUHN).train(50)


def test_only_games_of_two_players_are_solved():
    with pytest.raises(CardwrightError, match="two players; jaw-worm has 1"):
        Solver(cardwright.game("spire:jaw-worm"))
    with pytest.raises(CardwrightError, match="two players"):
        arena.run("spire:jaw-worm", "cfr:10", games=1)


@pytest.mark.parametrize(
    ("game", "levels", "complaint"),
    [
        (Climb(2, top=3), 200, "climb cannot be measured: 3 deals have more than 10 positions; measure fewer deals$"),
        (Climb(2, top=3), 1, "climb cannot be measured: it can take more than 1 decisions$"),
        (Climb(2, top=3, help=True), 200, "climb cannot be measured: its rules call a Python function$"),
    ],
)
def test_a_tree_that_cannot_be_grown_is_refused_for_one_reason(monkeypatch, game, levels, complaint):
    monkeypatch.setattr("cardwright.agents.game_tree.LEVELS", levels)
    deals = np.concatenate([game.new(seed).records for seed in range(3)])
    with pytest.raises(CardwrightError, match=complaint):
        grow(game, deals, most=10)
