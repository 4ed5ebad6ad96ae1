"""Learners with all seats or random ones, opponents from a pool, and games that start from a given position."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'cardwright[rl]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from cardwright.adapters.gymnasium_env import CardwrightEnv  # noqa: E402
from cardwright.adapters.pettingzoo_env import env as pettingzoo_env  # noqa: E402
from cardwright.adapters.vector_env import CardwrightVectorEnv  # noqa: E402
from cardwright.core.errors import CardwrightError  # noqa: E402

PASS, BET = 0, 1  # of Kuhn poker


class Bettor:
    def choose(self, state):
        return state.legal()[-1]


def test_a_learner_with_all_seats_takes_every_decision(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 20, seat="all")
    observations, info = envs.reset(seed=5)
    twins = [kuhn_game.new(5 + k) for k in range(20)]
    for _ in range(3):
        going = [k for k, twin in enumerate(twins) if not twin.over]
        for k in going:
            assert info["player"][k] == twins[k].decider
            assert np.array_equal(observations[k], twins[k].observe(twins[k].decider))
            assert np.array_equal(info["action_mask"][k], twins[k].mask())
        deciders, actions = info["player"], envs.sample_actions()
        observations, rewards, terminated, _, info = envs.step(actions)
        for k in going:
            twins[k].play(twins[k].action_at(int(actions[k])))
            assert terminated[k] == twins[k].over
            scores = [twins[k].score(player) if twins[k].over else 0.0 for player in (0, 1)]
            assert info["scores"][k].tolist() == scores
            assert rewards[k] == scores[deciders[k]]
    assert any(twin.over for twin in twins)


def test_a_new_game_in_the_same_step_keeps_the_scores_of_the_last(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 8, seat="all", autoreset_mode="SameStep")
    envs.reset(seed=5)
    envs.step(np.full(8, BET))
    _, rewards, terminated, _, info = envs.step(np.full(8, PASS))  # the second player folds
    assert terminated.all()
    assert (info["scores"].sum(axis=1) == 0).all()
    assert (rewards == info["scores"][:, 1]).all()
    assert (rewards < 0).all()
    assert (info["player"] == 0).all()
    assert (np.stack(info["final_obs"])[:, 4] == 1).all()  # the bet


def test_a_random_seat_is_drawn_for_each_episode(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 200, seat="random", opponents=Bettor(), autoreset_mode="Disabled")
    seats = []
    for _ in range(2):
        observations, info = envs.reset() if seats else envs.reset(seed=5)
        seats.append(info["player"])
        assert np.array_equal(observations[:, 4] == 1, info["player"])  # who sits in seat 1 has to answer a bet
    assert all(60 < seat.sum() < 140 for seat in seats)
    assert not np.array_equal(*seats)
    assert np.array_equal(envs.reset(seed=5)[1]["player"], seats[0])
    single = CardwrightEnv(kuhn_game, seat="random")
    assert [single.reset(seed=5 + k)[1]["player"] for k in range(20)] == seats[0][:20].tolist()


@pytest.mark.parametrize("bettor", ["bettor", "random"])
def test_opponents_of_each_environment(kuhn_game, bettor):
    """An agent in Python among them is asked in its own environments only."""
    other = Bettor() if bettor == "bettor" else "random"
    envs = CardwrightVectorEnv(kuhn_game, 60, seat=1, opponents=["first", other], pool="environment")
    bets = envs.reset(seed=1)[0][:, 4] == 1
    assert not bets[::2].any()
    assert bets[1::2].all() if bettor == "bettor" else 0 < bets[1::2].sum() < 30


def test_opponents_of_each_episode(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 100, seat=1, opponents=["first", Bettor()], pool="episode")
    first = envs.reset(seed=1)[0][:, 4] == 1
    assert 25 < first.sum() < 75
    again = envs.reset()[0][:, 4] == 1
    assert not np.array_equal(first, again)
    assert np.array_equal(envs.reset(seed=1)[0][:, 4] == 1, first)


def test_other_opponents_take_over_in_the_same_seats(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 40, seat="random", opponents=["first", "random"], pool="episode")
    before = envs.reset(seed=1)[1]["player"]
    envs.set_opponents([Bettor()])
    assert np.array_equal(envs.stepper.players(), before)
    _, _, terminated, _, _ = envs.step(np.full(40, BET))
    assert terminated.any()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"seat": "middle"}, "must be an integer from 0 to 1, 'all' or 'random', not middle"),
        ({"seat": 2}, "from 0 to 1"),
        ({"seat": True}, "from 0 to 1"),
        ({"pool": "day", "opponents": ["first"]}, "pool must be one of 'episode', 'environment' or None, not 'day'"),
        ({"pool": "episode"}, "with a pool, opponents is a list of 1 to 1,000 alternatives"),
        ({"pool": "episode", "opponents": []}, "with a pool, opponents is a list"),
        ({"seat": "all", "opponents": "first"}, "has no opponents"),
        ({"seat": "all", "shaping": 1.0}, "shaping needs a learner with one seat"),
    ],
)
def test_seats_and_pools_that_make_no_sense_are_refused(kuhn_game, options, complaint):
    with pytest.raises(CardwrightError, match=complaint):
        CardwrightVectorEnv(kuhn_game, 4, **options)


@pytest.mark.parametrize("seat", ["all", "random"])
def test_gymnasium_accepts_such_environments(kuhn_game, seat):
    check_env(CardwrightEnv(kuhn_game, seat=seat), skip_render_check=True)


def test_a_single_environment_starts_from_a_state(kuhn_game):
    env = CardwrightEnv(kuhn_game, seat=1, opponents="first")
    state = kuhn_game.new(9).play("bet")
    observation, info = env.reset(seed=1, options={"state": state})
    assert np.array_equal(observation, state.observe(1))
    assert np.array_equal(info["action_mask"], state.mask())
    _, reward, terminated, _, _ = env.step(BET)
    state.play("call")
    assert terminated
    assert reward == state.score(1)
    assert env.reset()[0][4] == 0.5  # the next game is a new one, in which nobody has bet


def test_a_state_goes_into_one_environment_of_a_vector(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 5, seat=1, opponents="first")
    before, _ = envs.reset(seed=1)
    state = kuhn_game.new(9).play("bet")
    after, _ = envs.reset(options={"states": {3: state}})
    assert np.array_equal(after[3], state.observe(1))
    assert np.array_equal(np.delete(after, 3, axis=0), np.delete(before, 3, axis=0))
    assert np.array_equal(envs.state(3).records, state.records)
    every = envs.reset(seed=1, options={"states": {3: state}, "reset_mask": np.ones(5, np.bool_)})[0]
    assert np.array_equal(every, after)


def test_the_others_play_on_from_a_state(kuhn_game):
    env = CardwrightEnv(kuhn_game, seat=1, opponents=Bettor())
    observation, _ = env.reset(options={"state": kuhn_game.new(9)})
    assert np.array_equal(observation, kuhn_game.new(9).play("bet").observe(1))


def test_a_state_goes_into_pettingzoos_environment(kuhn_game):
    env = pettingzoo_env(kuhn_game)
    state = kuhn_game.new(9).play("bet")
    env.reset(seed=1, options={"state": state})
    assert env.agent_selection == "player_1"
    assert env.position == state
    env.step(BET)
    assert state.decider == 1  # the state itself is not played
    assert env.rewards["player_1"] == state.play("call").score(1)


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (lambda game: "a position", "a state is what `State.copy` or `env.state` returns, not 'a position'"),
        (lambda game: game.new(1).play("pass").play("pass"), "cannot go on from this state: the game is over"),
        (lambda game: __import__("cardwright").game("cgdl:blackjack").new(1), "has other rules than"),
    ],
)
def test_states_that_make_no_sense_are_refused(kuhn_game, state, complaint):
    given = state(kuhn_game)
    env = CardwrightEnv(kuhn_game)
    with pytest.raises(CardwrightError, match=complaint):
        env.reset(options={"state": given})
    with pytest.raises(CardwrightError, match=complaint):
        pettingzoo_env(kuhn_game).reset(options={"state": given})
    envs = CardwrightVectorEnv(kuhn_game, 2)
    with pytest.raises(CardwrightError, match=complaint):
        envs.reset(options={"states": {1: given}})
    with pytest.raises(CardwrightError, match="the number of an environment must be an integer from 0 to 1"):
        envs.reset(options={"states": {2: kuhn_game.new(1)}})
    with pytest.raises(CardwrightError, match="states must be a dictionary"):
        envs.reset(options={"states": [kuhn_game.new(1)]})
