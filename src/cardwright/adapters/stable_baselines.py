"""Games for Stable-Baselines3 and sb3-contrib: many of them as one environment, and what they learn as files to play.

    env = StableVecEnv(CardwrightVectorEnv("spire:jaw-worm", 512, autoreset_mode="SameStep"))
    model = MaskablePPO("MlpPolicy", env, policy_kwargs=network_options((128, 128)))
    model.learn(1_000_000)
    write_network("worm.npz", env.game, layers_of(model), {"by": "me"})

Then `policy:worm.npz` plays it. docs/learning.md says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from cardwright.agents import Layer, Layers
from cardwright.core.errors import CardwrightError

from .vector_env import CardwrightVectorEnv

try:
    import torch
    from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise CardwrightError("learning needs more libraries: pip install 'cardwright[learn]'") from None


class StableVecEnv(VecEnv):
    """A vector environment as Stable-Baselines3 knows them: a game that ends is followed by the next one at once."""

    def __init__(self, env: CardwrightVectorEnv):
        if env.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP:
            raise CardwrightError("Stable-Baselines3 needs a vector environment with autoreset_mode='SameStep'")
        self.env = env
        self.game = env.game
        self._actions = np.zeros(env.num_envs, np.int64)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> np.ndarray:
        """Start new games, with the seeds of `seed` if it was called.

        Arrays are copied even if the environment does not: the library keeps the last observations during a step.
        """
        observations, _ = self.env.reset(seed=list(self._seeds))
        self._reset_seeds()
        return observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take the actions; the last observation of a game that ended is in its info."""
        observations, rewards, terminated, truncated, _ = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in np.flatnonzero(truncated | terminated).tolist():
            last = self.env.stepper.final_observations[index].copy()
            infos[index] = {"terminal_observation": last, "TimeLimit.truncated": bool(truncated[index])}
        return observations.copy(), rewards.copy(), terminated | truncated, infos

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the environment, once for each game."""
        return [getattr(self.env, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the environment, which is one for all games."""
        setattr(self.env, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method that returns something for each game, such as `action_masks`."""
        results = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [results[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return False for each game: nothing is wrapped around a single one."""
        return [False for _ in self._get_indices(indices)]


class HiddenLayers(BaseFeaturesExtractor):
    """The hidden layers that policy and value share."""

    def __init__(self, observation_space: Any, widths: Sequence[int]):
        super().__init__(observation_space, widths[-1])
        sizes = [observation_space.shape[0], *widths]
        self.layers = torch.nn.ModuleList(
            torch.nn.Linear(inputs, outputs) for inputs, outputs in zip(sizes, widths, strict=False)
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return the last hidden layer."""
        for layer in self.layers:
            observations = torch.relu(layer(observations))
        return observations


def network_options(widths: Sequence[int] = (128, 128)) -> dict[str, Any]:
    """Return the `policy_kwargs` of a network that `policy` can play: hidden layers of these widths."""
    return {
        "features_extractor_class": HiddenLayers,
        "features_extractor_kwargs": {"widths": tuple(widths)},
        "net_arch": [],
    }


def layers_of(model: Any) -> Layers:
    """Return the numbers of a model with the network of `network_options`, for `write_network`."""
    hidden, policy, value = _linear_layers(model)
    return Layers(tuple(map(_layer, hidden)), _layer(policy), _layer(value))


def set_layers(model: Any, layers: Layers) -> None:
    """Let a model go on from a network that was saved, with layers of the same shapes."""
    hidden, policy, value = _linear_layers(model)
    own, given = [*hidden, policy, value], [*layers.hidden, layers.policy, layers.value]
    shapes = [(each.in_features, each.out_features) for each in own], [each.weights.shape for each in given]
    if shapes[0] != shapes[1]:
        raise CardwrightError(f"the layers of the model are {shapes[0]}, and those of the network {shapes[1]}")
    with torch.no_grad():
        for target, source in zip(own, given, strict=True):
            target.weight.copy_(torch.tensor(source.weights.T))
            target.bias.copy_(torch.tensor(source.bias))


def _linear_layers(model: Any) -> tuple[list[torch.nn.Linear], torch.nn.Linear, torch.nn.Linear]:
    extractor = model.policy.features_extractor
    if not isinstance(extractor, HiddenLayers):
        raise CardwrightError("the network of this model is another one: make it with policy_kwargs=network_options()")
    return list(extractor.layers), model.policy.action_net, model.policy.value_net


def _layer(linear: torch.nn.Linear) -> Layer:
    numbers = {name: each.detach().cpu().numpy() for name, each in linear.named_parameters()}
    return Layer(numbers["weight"].T, numbers["bias"])
