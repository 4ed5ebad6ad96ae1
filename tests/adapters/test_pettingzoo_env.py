"""Every game as a PettingZoo environment."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from spire_cases import runaway

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed: pip install 'cardwright[rl]'")

from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import cardwright
from cardwright.adapters.pettingzoo_env import env as make
from cardwright.core.errors import CardwrightError, IllegalAction

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GAMES = ["kuhn", "spire:louses", "unicorns:2", "autobattler:draft", "cgdl:uno", str(EXAMPLES / "little_whist.cgdl")]


@pytest.fixture(scope="module", params=GAMES, ids=lambda name: Path(name).stem)
def game(request):
    if request.param == "kuhn":
        return request.getfixturevalue("kuhn_game")
    return cardwright.game(request.param)


@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # PettingZoo knows its own games with dictionaries by name
    "ignore:Observation space for each agent probably should be",
)
def test_pettingzoos_own_tests_pass(game, capsys):
    api_test(make(game), num_cycles=20)
    seed_test(lambda: make(game), num_cycles=10)
    render_test(lambda render_mode: make(game, render_mode=render_mode), {"html": lambda page: page.startswith("<")})
    assert "Passed API test" in capsys.readouterr().out


def test_an_environment_plays_the_same_games_as_states(game):
    rng = np.random.default_rng(1)
    env, twin = make(game), game.new(5)
    env.reset(seed=5)
    for agent in env.agent_iter(60):
        observation, reward, terminated, truncated, info = env.last()
        player = env.possible_agents.index(agent)
        assert np.array_equal(observation["observation"], twin.observe(player))
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert not truncated
        assert terminated == twin.over
        if terminated:
            assert reward == twin.score(player)
            assert not info["action_mask"].any()
            env.step(None)
            continue
        assert player == twin.decider
        assert np.array_equal(info["action_mask"], twin.mask())
        hidden = twin.copy(hidden_from=player, seed=1)
        assert np.array_equal(observation["observation"], hidden.observe(player))
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        twin.play(twin.action_at(action))
        env.step(action)


def test_agents_who_wait_see_what_they_may_know_and_can_do_nothing(kuhn_game):
    env = make(kuhn_game)
    env.reset(seed=2)
    waiting = env.observe("player_1")
    assert np.array_equal(waiting["observation"], kuhn_game.new(2).observe(1))
    assert not waiting["action_mask"].any()


def test_tokens_can_be_observed():
    game = cardwright.game("spire:louses")
    env = make(game, observation="tokens")
    env.reset(seed=3)
    observation = env.last()[0]
    assert observation in env.observation_space("player_0")
    tokens = game.new(3).tokens(0)
    assert np.array_equal(observation["observation"][: len(tokens)], tokens)
    assert not observation["observation"][len(tokens) :].any()


def test_max_cycles_cuts_a_game_off_without_a_result():
    """PettingZoo's own max_cycles_test is for games in which all agents act at once; it leaves card games out too."""
    env = make("spire:louses", max_cycles=3)
    env.reset(seed=1)
    for step in range(3):
        assert not any(env.truncations.values()), step
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    _, reward, terminated, truncated, info = env.last()
    assert (reward, terminated, truncated) == (0, False, True)
    assert not info["action_mask"].any()
    env.step(None)
    assert env.agents == []


def test_an_illegal_action_is_refused_in_words_or_ends_the_game(kuhn_game):
    env = make(kuhn_game)
    env.reset(seed=1)
    for action in (2, -1):
        with pytest.raises(IllegalAction, match=f"'action {action}' cannot be played now; legal: pass, bet"):
            env.step(action)
    with pytest.raises(IllegalAction, match="player_0 must choose an action: its game is not over"):
        env.step(None)
    forgiving = TerminateIllegalWrapper(make("spire:louses"), illegal_reward=-1)
    forgiving.reset(seed=1)
    forgiving.step(int(np.argmin(forgiving.last()[0]["action_mask"])))
    assert forgiving.terminations == {"player_0": True}
    assert forgiving.rewards == {"player_0": -1}


@pytest.mark.parametrize("action", ["bet", 1.5, True, [1], np.array([1])])
def test_what_is_no_integer_is_no_action(kuhn_game, action):
    env = make(kuhn_game)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="an action is an integer from 0 to 1, not "):
        env.step(action)
    assert env.position == kuhn_game.new(1)


def test_a_game_must_be_started(kuhn_game):
    env = make(kuhn_game, render_mode="ansi")
    for use in (env.last, env.render, lambda: env.step(0), lambda: env.observe("player_1")):
        with pytest.raises(CardwrightError, match="no game is being played: call `reset` first"):
            use()
    env.reset(seed=1)
    while env.agents:
        env.step(None if env.terminations[env.agent_selection] else 0)
    with pytest.raises(CardwrightError, match="no game is being played: call `reset` first"):
        env.step(None)


def test_the_end_of_a_game_is_rendered_openly(kuhn_game):
    for mode in ("ansi", "html"):
        env = make(kuhn_game, render_mode=mode)
        env.reset(seed=1)
        hidden = env.position.view()["hands"]["P2"]
        assert hidden not in env.render()
        while not env.position.over:
            env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
        assert hidden in env.render()


def test_rules_without_end_end_a_game_without_a_result():
    game = runaway()
    env = make(game)
    env.reset(seed=1)
    env.step(game.action_space.index("play Yawn"))
    _, reward, terminated, truncated, _ = env.last()
    assert (reward, terminated, truncated) == (0, False, True)


def test_games_without_observations_and_unknown_modes_are_refused(kuhn_game):
    with pytest.raises(CardwrightError, match="Kuhn poker has no observations as tokens"):
        make(kuhn_game, observation="tokens")
    with pytest.raises(CardwrightError, match="max_cycles must be an integer from 1 to 100000, not 0"):
        make(kuhn_game, max_cycles=0)
    with pytest.raises(CardwrightError, match="render_mode must be one of 'ansi', 'html', 'human', not 'rgb_array'"):
        make(kuhn_game, render_mode="rgb_array")
