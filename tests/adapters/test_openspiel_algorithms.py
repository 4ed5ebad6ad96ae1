"""OpenSpiel's algorithms play our games, and those that would crash say so."""

from __future__ import annotations

import numpy as np
import pytest

from cardwright.core.errors import CardwrightError

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'cardwright[rl]'")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    random_agent,
    tabular_qlearner,
)

from cardwright.adapters import openspiel_game  # noqa: E402
from cardwright.adapters.openspiel_policy import AgentPolicy  # noqa: E402
from cardwright.training.exploitability import exploit  # noqa: E402

PASS, BET = 0, 1


@pytest.fixture(scope="module")
def kuhn():
    return openspiel_game.make("kuhn:standard", deals=openspiel_game.ALL, zero_sum=True)


def deal(game, hands):
    for number in range(game.max_chance_outcomes()):
        state = game.new_initial_state().child(number)
        if list(state.cardwright.view()["hands"].values()) == hands:
            return state
    raise AssertionError(hands)


def evaluator():
    return mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))


def test_its_cfr_finds_the_value_of_kuhn_poker(kuhn):
    solver = cfr.CFRPlusSolver(kuhn)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(kuhn, policy) < 0.01
    value = expected_game_score.policy_value(kuhn.new_initial_state(), [policy] * 2)
    assert value == pytest.approx([-1 / 36, 1 / 36], abs=0.005)  # 1/18 chips, and scores count half a chip


def test_its_cfr_agrees_with_ours(kuhn):
    from cardwright.agents.regret import Solver
    from cardwright.training.equilibrium import measure

    ours = Solver(kuhn.cardwright)
    ours.train(20_000)
    theirs = pyspiel.CFRPlusSolver(kuhn)
    for _ in range(60):
        theirs.evaluate_and_update_policy()
    value = pyspiel.expected_returns(kuhn.new_initial_state(), theirs.average_policy(), -1, True)[0]
    assert value == pytest.approx(-1 / 36, abs=0.005)
    measured = measure(kuhn.cardwright, ours.strategy()).value  # in sampled deals
    assert measured.low < value < measured.high


def test_mcts_knows_all_cards(kuhn):
    bot = mcts.MCTSBot(kuhn, 1.0, 50, evaluator(), random_state=np.random.RandomState(1))
    assert bot.step(deal(kuhn, ["Jack", "Queen"]).child(BET)) == BET
    assert bot.step(deal(kuhn, ["King", "Queen"]).child(BET)) == PASS


def test_mcts_of_information_sets_knows_its_own_card_only(kuhn):
    bot = ismcts.ISMCTSBot(kuhn, evaluator(), 1.0, 100, random_state=np.random.RandomState(1))
    assert bot.step(deal(kuhn, ["Jack", "King"]).child(BET)) == BET
    assert bot.step(deal(kuhn, ["King", "Jack"]).child(BET)) == PASS


def play(game, agents, games):
    """Let agents of OpenSpiel play and learn."""
    sampler, kind = rl_environment.ChanceEventSampler(seed=1), rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(game, chance_event_sampler=sampler, observation_type=kind)
    np.random.seed(1)  # its agents draw from NumPy's global stream
    for _ in range(games):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for each in agents:
            each.step(step)


def test_a_table_of_values_is_learned_against_random_play(kuhn):
    learner = tabular_qlearner.QLearner(0, 2, step_size=0.2)
    play(kuhn, [learner, random_agent.RandomAgent(1, 2)], 400)
    king_was_bet_against = deal(kuhn, ["King", "Jack"]).child(PASS).child(BET).observation_tensor(0)
    values = learner._q_values[str(king_was_bet_against)]
    assert values[BET] > 0.7 > 0 > values[PASS]


def test_a_deep_learner_learns_from_games(kuhn):
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'cardwright[learn]'")
    from open_spiel.python.pytorch import policy_gradient

    learner = policy_gradient.PolicyGradient(0, 5, 2, hidden_layers_sizes=[16], num_critic_before_pi=1)
    play(kuhn, [learner, random_agent.RandomAgent(1, 2)], 60)
    assert all(loss is not None for loss in learner.loss)


class King:
    """Bets or calls with a king."""

    def choose(self, state):
        return state.legal()[int(state.observe(state.decider)[2])]


def test_any_agent_is_a_policy(kuhn):
    state = deal(kuhn, ["King", "Jack"])
    assert AgentPolicy(kuhn, King(), samples=3).action_probabilities(state) == {PASS: 0, BET: 1}
    assert AgentPolicy(kuhn, King(), samples=3).action_probabilities(state.child(BET)) == {PASS: 1, BET: 0}
    assert AgentPolicy(kuhn, "random").action_probabilities(state) == {PASS: 0.5, BET: 0.5}
    sampled = AgentPolicy(kuhn, "mcts:2", samples=30)
    assert sum(sampled.action_probabilities(state).values()) == pytest.approx(1)
    assert sampled.action_probabilities(state) == sampled.action_probabilities(state.clone())


def test_its_exploitability_of_an_agent_is_ours(kuhn):
    theirs = exploitability.exploitability(kuhn, AgentPolicy(kuhn, "cfr:2000"))
    ours = exploit(kuhn.cardwright, "cfr:2000", deals=20_000).measured
    assert ours.at_least.low < theirs < ours.at_most.high
    always_pass = AgentPolicy(kuhn, "first", samples=1)
    assert exploitability.exploitability(kuhn, always_pass) == pytest.approx(0.5)


def test_a_policy_is_for_our_games_and_for_players(kuhn):
    with pytest.raises(CardwrightError, match=r"games that `openspiel_game\.make` made"):
        AgentPolicy(pyspiel.load_game("kuhn_poker"), "first")
    with pytest.raises(CardwrightError, match="where it is a player's turn"):
        AgentPolicy(kuhn, "first").action_probabilities(kuhn.new_initial_state())


def test_deep_cfr_runs(kuhn):
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'cardwright[learn]'")
    from open_spiel.python.pytorch import deep_cfr

    solver = deep_cfr.DeepCFRSolver(
        kuhn, policy_network_layers=(8,), advantage_network_layers=(8,), num_iterations=1, num_traversals=2
    )
    solver.solve()
    assert sum(solver.action_probabilities(deal(kuhn, ["King", "Jack"])).values()) == pytest.approx(1, abs=1e-5)


def test_what_would_crash_says_so(kuhn):
    state = kuhn.new_initial_state().child(0)
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(kuhn, rollout, 1.0, 10, 10, True, 1, False)
    with pytest.raises(CardwrightError, match=r"MCTSBot\.step would crash in games written in Python"):
        bot.step(state)
    assert bot.mcts_search(state).best_child().action in (PASS, BET)
    with pytest.raises(CardwrightError, match=r"ISMCTSBot\.step would crash"):
        pyspiel.ISMCTSBot(1, rollout, 1.0, 10).step(state)
    with pytest.raises(CardwrightError, match=r"use pyspiel\.expected_returns"):
        pyspiel.expected_returns_of_deterministic_policies_from_seeds(state, [1, 2])
    wrapped = pyspiel.load_game(f"misere(game={kuhn})").new_initial_state()
    with pytest.raises(CardwrightError, match=r"MCTSBot\.step would crash"):
        bot.step(wrapped)


def test_games_of_others_are_played_as_before(kuhn):
    game = pyspiel.load_game("tic_tac_toe")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 10, 10, True, 1, False)
    assert bot.step(game.new_initial_state()) in range(9)
