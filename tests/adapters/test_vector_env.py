"""Many games in one Gymnasium vector environment."""

from __future__ import annotations

import numpy as np
import pytest
from by_hand import ByHand
from spire_cases import asking, runaway

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'cardwright[rl]'")

from gymnasium.utils.env_checker import data_equivalence  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import cardwright  # noqa: E402
from cardwright.adapters.vector_env import CardwrightVectorEnv  # noqa: E402
from cardwright.core.errors import CardwrightError, IllegalAction  # noqa: E402

COUNT, STEPS = 5, 60


@pytest.fixture(scope="module", params=["kuhn", "spire:jaw-worm", "cgdl:uno"])
def game(request):
    if request.param == "kuhn":
        return request.getfixturevalue("kuhn_game")
    return cardwright.game(request.param)


def test_in_the_next_step_a_new_game_starts_and_the_action_is_ignored(game):
    envs = CardwrightVectorEnv(game, COUNT)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    twins = [ByHand(game, 100 + k) for k in range(COUNT)]
    over = [False] * COUNT
    observations, info = envs.reset(seed=100)
    for _ in range(STEPS):
        for k, twin in enumerate(twins):
            assert np.array_equal(observations[k], twin.observe())
            assert np.array_equal(info["action_mask"][k], twin.state.mask())
        assert np.array_equal(envs.action_masks(), info["action_mask"])
        actions = envs.sample_actions()
        observations, rewards, terminated, truncated, info = envs.step(actions)
        for k, twin in enumerate(twins):
            if over[k]:
                twin.start()
                expected = (0.0, False)
            else:
                expected = twin.step(int(actions[k]))
            assert (rewards[k], terminated[k]) == expected
            over[k] = expected[1]
        assert not truncated.any()
    assert max(twin.episode for twin in twins) > 2


def test_in_the_same_step_the_last_observation_is_in_the_info(game):
    envs = CardwrightVectorEnv(game, COUNT, autoreset_mode="SameStep", copy=False)
    twins = [ByHand(game, 7 + k) for k in range(COUNT)]
    observations, info = envs.reset(seed=7)
    for _ in range(STEPS):
        actions = envs.sample_actions()
        observations, rewards, terminated, _, info = envs.step(actions)
        for k, twin in enumerate(twins):
            assert (rewards[k], terminated[k]) == twin.step(int(actions[k]))
            if terminated[k]:
                assert info["_final_obs"][k]
                assert info["_final_info"][k]
                assert np.array_equal(info["final_obs"][k], twin.observe())
                assert not info["final_info"]["action_mask"][k].any()
                twin.start()
            else:
                assert "final_obs" not in info or info["final_obs"][k] is None
            assert np.array_equal(observations[k], twin.observe())
            assert np.array_equal(info["action_mask"][k], twin.state.mask())
    assert max(twin.episode for twin in twins) > 2


def test_it_does_what_gymnasiums_own_vector_of_single_environments_does(kuhn_game):
    for mode in ("NextStep", "SameStep"):
        own = CardwrightVectorEnv(kuhn_game, COUNT, autoreset_mode=mode)
        options = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
        other = gymnasium.make_vec("cardwright/game-v0", num_envs=COUNT, game=kuhn_game, **options)
        results = [own.reset(seed=3), other.reset(seed=3)]
        for _ in range(30):
            assert data_equivalence(*results)
            actions = own.sample_actions()
            results = [own.step(actions), other.step(actions)]


def test_without_autoreset_finished_games_wait(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 20, autoreset_mode="Disabled")
    envs.reset(seed=1)
    _, _, done, _, _ = envs.step(np.zeros(20, int))
    assert done.any()
    assert not done.all()  # where the opponent bets, the learner decides again
    with pytest.raises(IllegalAction, match=r"environment \d+: 'pass or fold' cannot be played: the game is over"):
        envs.step(np.zeros(20, int))
    before = envs.stepper.tables.states.copy()
    _, info = envs.reset(options={"reset_mask": done.tolist()})
    assert info["action_mask"].all()
    assert np.array_equal(envs.stepper.tables.states[~done], before[~done])


def test_arrays_are_kept_or_overwritten(kuhn_game):
    for copy in (True, False):
        envs = CardwrightVectorEnv(kuhn_game, 4, copy=copy)
        first, info = envs.reset(seed=1)
        mask = info["action_mask"]
        second, *_ = envs.step(np.zeros(4, int))
        assert np.shares_memory(first, second) is not copy
        assert np.shares_memory(mask, envs.stepper.results.mask) is not copy


def test_an_illegal_action_names_the_environment_and_nothing_is_played(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 3)
    envs.reset(seed=1)
    before = envs.stepper.tables.states.copy()
    with pytest.raises(IllegalAction, match="environment 1: action 7 of 0 to 1 cannot be played now; legal: pass or"):
        envs.step(np.array([0, 7, 0]))
    assert np.array_equal(envs.stepper.tables.states, before)
    for actions in (np.array([0, 1]), np.array([0.0, 1.0, 0.0]), np.zeros((3, 1), int), 0, None, ["a", "b", "c"]):
        with pytest.raises(IllegalAction, match="there must be 3 actions, an integer for each environment"):
            envs.step(actions)
    losing = CardwrightVectorEnv(kuhn_game, 3, illegal_action="lose")
    losing.reset(seed=1)
    _, rewards, terminated, _, _ = losing.step(np.array([1, 7, -1]))
    assert rewards[1:].tolist() == [-1, -1]
    assert terminated[1:].all()


def test_an_episode_can_be_cut_off(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 20, max_episode_steps=1)
    envs.reset(seed=1)
    _, rewards, terminated, truncated, _ = envs.step(np.zeros(20, int))
    assert truncated.any()
    assert np.array_equal(terminated, ~truncated)
    assert np.array_equal(rewards == 0, truncated)
    _, _, terminated, truncated, info = envs.step(np.zeros(20, int))
    assert not (terminated | truncated).any()
    assert info["action_mask"].all()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_shaped_rewards_of_an_episode_that_is_cut_off_are_those_of_gymnasiums_time_limit(mode):
    game, limit = cardwright.game("spire:jaw-worm"), {"max_episode_steps": 3, "shaping": 1.0}
    own = CardwrightVectorEnv(game, COUNT, autoreset_mode=mode, **limit)
    options = {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": mode}}
    other = gymnasium.make_vec("cardwright/game-v0", num_envs=COUNT, game=game, **limit, **options)
    own.reset(seed=5)
    other.reset(seed=5)
    gained = []
    for _ in range(8):
        actions = own.sample_actions()
        _, rewards, _, truncated, _ = own.step(actions)
        _, expected, _, cut, _ = other.step(actions)
        assert rewards.tolist() == expected.tolist()
        assert truncated.tolist() == cut.tolist()
        gained += rewards[truncated].tolist()
    assert any(gained)


def test_the_same_seeds_make_the_same_games(kuhn_game):
    runs = []
    for seeds in ([4, 3, 2, 1], np.array([4, 3, 2, 1])):
        envs = CardwrightVectorEnv(kuhn_game, 4)
        seen = [envs.reset(seed=seeds)[0]]
        seen += [envs.step(envs.sample_actions())[0] for _ in range(10)]
        runs.append(np.array(seen))
    assert np.array_equal(*runs)
    assert np.array_equal(runs[0][0][0], kuhn_game.new(4).observe(0))


def test_it_is_made_by_name_and_needs_a_reset(kuhn_game):
    envs = gymnasium.make_vec("cardwright/game-v0", num_envs=3, vectorization_mode="vector_entry_point", game=kuhn_game)
    assert isinstance(envs, CardwrightVectorEnv)
    for use in (lambda: envs.step(np.zeros(3, int)), lambda: envs.state(1)):
        with pytest.raises(CardwrightError, match="no game has been started: call `reset` first"):
            use()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"seed": [1]}, "there must be 3 seeds, one for each environment, not 1"),
        ({"seed": "x"}, "a seed is an integer, not 'x'"),
        ({"seed": [1, 2, "x"]}, "a seed is an integer, not 'x'"),
        ({"options": {"reset_mask": [True]}}, "reset_mask must be 3 booleans, one for each environment"),
        ({"options": {"reset_mask": np.array([1, 0, 1])}}, "reset_mask must be 3 booleans"),
    ],
)
def test_a_reset_that_makes_no_sense_is_refused(kuhn_game, given, complaint):
    with pytest.raises(CardwrightError, match=complaint):
        CardwrightVectorEnv(kuhn_game, 3).reset(**given)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"num_envs": 0}, "the number of environments must be an integer from 1 to 1000000, not 0"),
        ({"num_envs": 2.5}, "the number of environments must be an integer from 1 to 1000000, not 2.5"),
        ({"max_episode_steps": 0}, "max_episode_steps must be an integer from 1 to 100000, not 0"),
        ({"autoreset_mode": "Never"}, "autoreset_mode must be one of 'NextStep', 'SameStep', 'Disabled', not 'Never'"),
        ({"illegal_action": "ignore"}, "illegal_action must be one of 'lose', 'error', not 'ignore'"),
    ],
)
def test_options_of_a_vector_that_make_no_sense_are_refused(kuhn_game, options, complaint):
    with pytest.raises(CardwrightError, match=complaint):
        CardwrightVectorEnv(kuhn_game, **options)


def test_states_are_counted_from_0(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 3)
    envs.reset(seed=[5, 6, 7])
    assert envs.state(2) == kuhn_game.new(7)
    for index in (3, -1, "x"):
        with pytest.raises(CardwrightError, match=f"the number of an environment must be .* 0 to 2, not {index}"):
            envs.state(index)


def test_environments_can_play_different_games_in_turn(kuhn_game):
    kings = type(kuhn_game)("kings", {"hands": {"P1": "King", "P2": "Jack"}})
    envs = CardwrightVectorEnv([kuhn_game, kings], 6)
    for seed in range(4):
        observations, _ = envs.reset(seed=seed)
        assert observations[1::2, 2].all()
        assert np.array_equal(observations[0], kuhn_game.new(seed).observe(0))
    assert not envs.reset(seed=1)[0][::2, 2].all()
    with pytest.raises(CardwrightError, match="differ in what a learner observes or can do"):
        CardwrightVectorEnv([kuhn_game, "spire:jaw-worm"], 2)
    with pytest.raises(CardwrightError, match="the number of environments must be an integer from 2 to"):
        CardwrightVectorEnv([kuhn_game, kings], 1)


def test_other_opponents_can_take_over(kuhn_game):
    envs = CardwrightVectorEnv(kuhn_game, 50, seat=1)
    bets = envs.reset(seed=1)[0][:, 4] == 1
    assert bets.any()
    assert not bets.all()
    envs.set_opponents("first")
    assert not (envs.reset(seed=1)[0][:, 4] == 1).any()  # the first action is to pass


def test_rules_can_ask_python_in_the_middle_of_a_step():
    game = asking()
    envs = CardwrightVectorEnv(game, 3)
    envs.reset(seed=1)
    ask, end = game.action_space.index("play Ask"), game.action_space.index("end turn")
    observations, _, _, _, info = envs.step(np.array([ask, end, ask]))
    for k, words in enumerate(("play Ask", "end turn", "play Ask")):
        twin = game.new(1 + k).play(words)
        assert np.array_equal(observations[k], twin.observe(0))
        assert np.array_equal(info["action_mask"][k], twin.mask())


def test_rules_without_end_cut_an_episode_off():
    game = runaway()
    envs = CardwrightVectorEnv(game, 2, autoreset_mode="SameStep")
    envs.reset(seed=1)
    yawn, defend = game.action_space.index("play Yawn"), game.action_space.index("play Defend")
    _, rewards, terminated, truncated, info = envs.step(np.array([yawn, defend]))
    assert truncated.tolist() == [True, False]
    assert not terminated.any()
    assert not rewards.any()
    assert info["action_mask"].any(axis=1).all()
    env = gymnasium.make("cardwright/game-v0", game=game)
    env.reset(seed=1)
    assert "without end" in env.step(yawn)[4]["fault"]
