"""Games as Gymnasium environments."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from by_hand import ByHand

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'cardwright[rl]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import cardwright  # noqa: E402
from cardwright.adapters.gymnasium_env import CardwrightEnv, make  # noqa: E402
from cardwright.core.errors import CardwrightError, IllegalAction  # noqa: E402

MODES = ("features", "tokens")


@pytest.fixture(scope="module", params=["kuhn", "spire:jaw-worm", "cgdl:uno"])
def game(request):
    if request.param == "kuhn":
        return request.getfixturevalue("kuhn_game")
    return cardwright.game(request.param)


def random_action(rng, mask):
    return int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("observation", MODES)
def test_gymnasiums_own_check_finds_nothing(game, observation):
    if observation == "tokens" and not game.token_fields:
        pytest.skip(f"{game.title} has no tokens")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, observation=observation).unwrapped)


def test_an_environment_plays_the_same_games_as_states(game):
    """Over several games, with observations, masks and rewards; the last seat, so that others begin."""
    rng = np.random.default_rng(1)
    seat = game.players - 1
    env, twin = make(game, seat=seat), ByHand(game, 11, seat=seat)
    observation, info = env.reset(seed=11)
    for _ in range(40):
        assert np.array_equal(observation, twin.observe())
        assert np.array_equal(info["action_mask"], twin.state.mask())
        assert np.array_equal(env.unwrapped.action_masks(), twin.state.mask())
        assert env.unwrapped.state() == twin.state
        action = random_action(rng, info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (*twin.step(action), False)
        if terminated:
            assert np.array_equal(observation, twin.observe())
            assert not info["action_mask"].any()
            observation, info = env.reset()
            twin.start()


def test_tokens_are_those_of_states():
    game = cardwright.game("spire:jaw-worm")
    env, twin = make(game, observation="tokens"), ByHand(game, 5)
    observation, _ = env.reset(seed=5)
    assert np.array_equal(observation, twin.tokens())
    assert observation in env.observation_space


def test_an_observation_shows_nothing_hidden(game):
    """Equal to that of a copy in which everything hidden is redrawn."""
    rng = np.random.default_rng(2)
    env = make(game)
    observation, info = env.reset(seed=3)
    for seed in range(15):
        copy = env.unwrapped.state().copy(hidden_from=0, seed=seed)
        assert np.array_equal(observation, copy.observe(0))
        observation, _, terminated, _, info = env.step(random_action(rng, info["action_mask"]))
        if terminated:
            observation, info = env.reset()


def test_shaped_rewards_add_up_to_the_score_less_the_first_estimate(kuhn_game):
    game = cardwright.game("spire:jaw-worm")
    rng = np.random.default_rng(4)
    env, twin = make(game, shaping=1.0), ByHand(game, 9)
    _, info = env.reset(seed=9)
    start = game.new(9)
    from cardwright.core import array_verbs

    first = array_verbs.evaluate(start.records, 0, game.rules, 0)
    total, over = 0.0, False
    while not over:
        action = random_action(rng, info["action_mask"])
        _, reward, over, _, info = env.step(action)
        score, _ = twin.step(action)
        total += reward
    assert total == pytest.approx(score - first)
    with pytest.raises(CardwrightError, match="Kuhn poker has no estimate of positions"):
        make(kuhn_game, shaping=1.0)


def test_an_illegal_action_loses_or_is_refused_in_words(kuhn_game):
    env = make(kuhn_game)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(2)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal_action"] == "action 2 of 0 to 1 cannot be played now; legal: pass or fold, bet or call"
    with pytest.raises(IllegalAction, match=r"^'pass or fold' cannot be played: the game is over, so call `reset`"):
        env.step(0)
    strict = make(kuhn_game, illegal_action="error")
    strict.reset(seed=1)
    before = strict.unwrapped.state()
    with pytest.raises(IllegalAction, match=r"^action 2 of 0 to 1 cannot be played now; legal: pass"):
        strict.step(2)
    assert strict.unwrapped.state() == before


@pytest.mark.parametrize("action", [None, "bet", 1.0, True, [1], np.array([1]), 1 << 70])
def test_what_is_no_integer_is_no_action(kuhn_game, action):
    env = CardwrightEnv(kuhn_game)
    env.reset(seed=1)
    before = env.state()
    with pytest.raises(IllegalAction, match="an action is an integer from 0 to 1, not "):
        env.step(action)
    assert env.state() == before


def test_nothing_can_be_done_before_a_reset(kuhn_game):
    env = CardwrightEnv(kuhn_game, render_mode="ansi")
    for use in (lambda: env.step(0), env.state, env.render):
        with pytest.raises(CardwrightError, match="no game has been started: call `reset` first"):
            use()


def test_the_state_of_a_later_episode_has_its_own_seed(kuhn_game):
    env = make(kuhn_game)
    env.reset(seed=11)
    assert env.unwrapped.state().seed == 11
    seeds = set()
    for _ in range(3):
        env.reset()
        state = env.unwrapped.state()
        assert state == kuhn_game.new(state.seed)
        seeds.add(state.seed)
    assert len(seeds) == 3


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"seat": 2}, "the seat in Kuhn poker must be an integer from 0 to 1, 'all' or 'random', not 2"),
        ({"seat": "first"}, "the seat in Kuhn poker must be an integer from 0 to 1, 'all' or 'random', not first"),
        ({"players": 3}, "Kuhn poker is played by 2, not by 3"),
        ({"shaping": "much"}, "shaping is a number, such as 0 or 1, not 'much'"),
        ({"opponents": "random,random"}, "has 1 other seat, but 2 opponents were given"),
        ({"opponents": None}, "an agent is an object with a method 'choose', not 'None'"),
        ({"opponents": "nobody"}, "unknown agent 'nobody'"),
        ({"opponents": "rules"}, "has no heuristics"),
        ({"observation": "pixels"}, "observations are 'features' or 'tokens', not 'pixels'"),
        ({"observation": "tokens"}, "has no observations as tokens"),
        ({"illegal_action": "ignore"}, "illegal_action must be one of 'lose', 'error', not 'ignore'"),
    ],
)
def test_options_that_make_no_sense_are_refused(kuhn_game, options, complaint):
    with pytest.raises(CardwrightError, match=complaint):
        make(kuhn_game, **options)


def test_a_game_for_one_has_no_opponents():
    with pytest.raises(CardwrightError, match="has 0 other seats, but 2 opponents were given"):
        make("spire:jaw-worm", opponents="random,first")


def test_opponents_can_be_a_list_of_names_and_agents(kuhn_game):
    class Betting:
        def choose(self, state):
            return state.legal()[-1]

    bets = []
    for opponents in (["first"], Betting(), [Betting()]):
        observation, _ = make(kuhn_game, opponents=opponents, seat=1).reset(seed=1)
        bets.append(observation[4])
    assert bets == [0.5, 1, 1]


def test_an_agent_in_python_can_be_an_opponent(kuhn_game, tmp_path):
    path = tmp_path / "calling.py"
    path.write_text(
        "class Calling:\n    def choose(self, state):\n        return [a for a in state.legal() if a.id == 1][0]\n"
    )
    env = make(kuhn_game, opponents=f"{path}:Calling", seat=1)
    for seed in range(5):
        observation, _ = env.reset(seed=seed)
        assert observation[4] == 1  # the other has bet
        observation, reward, terminated, _, _ = env.step(1)
        assert terminated
        assert abs(reward) == 1


def test_positions_are_shown_as_text_and_html(kuhn_game):
    env = make(kuhn_game, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(kuhn_game.new(1))
    env.step(1)
    assert "wins" in env.render()
    page = make(kuhn_game, render_mode="html")
    page.reset(seed=1)
    assert page.render().startswith("<")
    with pytest.raises(CardwrightError, match="render_mode must be one of 'ansi', 'html', not 'human'"):
        CardwrightEnv(kuhn_game, render_mode="human")
