"""The learning examples at a tiny size: a network is trained, saved, resumed and played."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

REASON = "PyTorch and sb3-contrib are not installed: pip install 'cardwright[learn]'"
pytest.importorskip("sb3_contrib", reason=REASON)

import learning  # noqa: E402
import torch  # noqa: E402
from learning import Clock, Course, Curve, Point, draw, learn, measure, new_model, options, table  # noqa: E402

from cardwright.adapters.stable_baselines import StableVecEnv, layers_of, network_options, set_layers  # noqa: E402
from cardwright.adapters.vector_env import CardwrightVectorEnv  # noqa: E402
from cardwright.agents import read_network, write_network  # noqa: E402
from cardwright.arena.statistics import Estimate  # noqa: E402
from cardwright.core.errors import CardwrightError  # noqa: E402

SIZES = {"minutes": 0.02, "games": 20, "every": 0.5, "widths": 8, "envs": 4, "length": 16, "batch": 32, "epochs": 1}
TINY = [word for name, size in SIZES.items() for word in (f"--{name}", str(size))]


def course(kuhn_game) -> Course:
    return Course([kuhn_game], ("random",), rivals="random")


def test_a_network_is_trained_saved_resumed_and_played(kuhn_game, tmp_path, capsys):
    file = str(tmp_path / "kuhn.npz")
    learn(course(kuhn_game), options("", [file, *TINY]))
    printed = capsys.readouterr().out
    assert " min " in printed
    assert f"policy:{file}" in printed
    assert "<svg" in (tmp_path / "kuhn.svg").read_text()
    first = read_network(file)
    assert first.header.made["steps"] > 0
    with pytest.raises(SystemExit, match="go on from it with --resume"):
        learn(course(kuhn_game), options("", [file, *TINY]))
    assert read_network(file).checksum == first.checksum
    learn(course(kuhn_game), options("", [file, "--resume", *TINY]))
    assert read_network(file).checksum != first.checksum


def test_ctrl_c_leaves_a_network_that_can_be_resumed(kuhn_game, tmp_path, capsys, monkeypatch):
    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Curve, "_on_step", interrupt)
    file = str(tmp_path / "kuhn.npz")
    learn(course(kuhn_game), options("", [file, *TINY]))
    assert "go on with --resume" in capsys.readouterr().out
    assert read_network(file).for_game(kuhn_game).size


def test_ctrl_c_while_agents_are_compared_ends_in_one_word(kuhn_game, tmp_path, monkeypatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(learning, "compare", interrupt)
    with pytest.raises(SystemExit, match=r"^stopped$"):
        learn(course(kuhn_game), options("", [str(tmp_path / "kuhn.npz"), *TINY]))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--minutes", "0"], "argument --minutes: it must be from 0.001 to 2,147,483,648, not 0"),
        (["--games", "4"], "argument --games: it must be from 5 to"),
        (["--widths", "8", "0"], "argument --widths: it must be from 1 to"),
        (["--seed", "x"], "argument --seed: invalid int value: 'x'"),
    ],
)
def test_options_out_of_range_are_refused(words, complaint, capsys):
    with pytest.raises(SystemExit):
        options("", words)
    assert complaint in capsys.readouterr().err


def test_a_file_that_could_not_be_played_or_resumed_is_refused(kuhn_game, tmp_path):
    with pytest.raises(SystemExit, match=r"kuhn: the name of a network ends in \.npz"):
        learn(course(kuhn_game), options("", [str(tmp_path / "kuhn"), *TINY]))
    assert not list(tmp_path.iterdir())

    model = new_model(course(kuhn_game), options("", ["-", *TINY]), Clock(1))
    write_network(tmp_path / "kuhn.npz", kuhn_game, layers_of(model), {})
    renamed = SimpleNamespace(features=kuhn_game.features[::-1], action_space=kuhn_game.action_space)
    with pytest.raises(CardwrightError, match="was trained with other features or actions"):
        learning.resume(model, renamed, str(tmp_path / "kuhn.npz"))


def test_the_saved_network_says_what_the_model_says(kuhn_game, tmp_path):
    given = options("", ["-", *TINY])
    model = new_model(course(kuhn_game), given, Clock(1))
    write_network(tmp_path / "n.npz", kuhn_game, layers_of(model), {})
    layers = read_network(tmp_path / "n.npz").layers
    seen = np.random.default_rng(1).uniform(-1, 1, (20, len(kuhn_game.features))).astype(np.float32)
    x = seen
    for layer in layers.hidden:
        x = np.maximum(0, x @ layer.weights + layer.bias)
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.tensor(seen)).distribution
        values = model.policy.predict_values(torch.tensor(seen)).numpy()
    logits = x @ layers.policy.weights + layers.policy.bias
    shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    assert distribution.probs.numpy() == pytest.approx(shares, abs=1e-5)
    assert values == pytest.approx(x @ layers.value.weights + layers.value.bias, abs=1e-5)
    other = new_model(course(kuhn_game), options("", ["-", *TINY, "--seed", "2"]), Clock(1))
    set_layers(other, layers)
    assert (layers_of(other).policy.weights == layers.policy.weights).all()
    wide = new_model(course(kuhn_game), options("", ["-", *TINY, "--widths", "9"]), Clock(1))
    with pytest.raises(CardwrightError, match="the layers of the model are"):
        set_layers(wide, layers)


def test_the_environment_keeps_its_last_observations(kuhn_game):
    env = StableVecEnv(CardwrightVectorEnv(kuhn_game, 8, autoreset_mode="SameStep", copy=False))
    env.seed(1)
    before = env.reset()
    kept = before.copy()
    masks = np.stack(env.env_method("action_masks"))
    after, rewards, dones, infos = env.step(masks.argmax(1))
    assert (before == kept).all()
    assert after.shape == (8, len(kuhn_game.features))
    for _ in range(3):
        _, rewards, dones, infos = env.step(np.zeros(8, np.int64))
        assert all(("terminal_observation" in info) == done for info, done in zip(infos, dones, strict=True))
        assert (rewards[~dones] == 0).all()
    with pytest.raises(CardwrightError, match="autoreset_mode='SameStep'"):
        StableVecEnv(CardwrightVectorEnv(kuhn_game, 8))


def test_only_networks_that_policy_can_play_are_saved(kuhn_game):
    from sb3_contrib import MaskablePPO

    env = StableVecEnv(CardwrightVectorEnv(kuhn_game, 2, autoreset_mode="SameStep"))
    with pytest.raises(CardwrightError, match="policy_kwargs=network_options"):
        layers_of(MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, device="cpu"))
    options = network_options((8,))
    assert layers_of(MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, policy_kwargs=options, device="cpu"))


def test_strength_is_measured_in_the_same_games(kuhn_game, tmp_path):
    one, other = (measure(course(kuhn_game), "first", 30, seed=3) for _ in range(2))
    assert (one == other).all()
    assert len(one) == 30
    assert set(one) <= {-1.0, -0.5, 0.5, 1.0}
    lines = table({"first": one}).splitlines()
    assert "first" in lines[1]
    draw([Point(0.5, 10, Estimate(0.1, 0.0, 0.2), Estimate(0.5, 0.4, 0.6))], {"first": one}, str(tmp_path / "c.svg"))
    assert "minutes of training" in (tmp_path / "c.svg").read_text()
