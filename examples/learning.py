"""What learn_spire.py and learn_uno.py share: training for some minutes, a curve, and a comparison with other agents.

A network learns by MaskablePPO: J. Schulman et al., "Proximal policy optimization algorithms", 2017, with illegal
actions masked (S. Huang and S. Ontañón, "A closer look at invalid action masking in policy gradient algorithms", 2020).
It is written to its file again and again, so Ctrl-C leaves a file that can be played and gone on from.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
except ImportError:
    sys.exit("learning needs more libraries: pip install 'cardwright[learn]'")

from cardwright.adapters.stable_baselines import StableVecEnv, layers_of, network_options, set_layers
from cardwright.adapters.vector_env import CardwrightVectorEnv
from cardwright.agents import make, make_seats, play_games, read_network, share_kernel, write_network
from cardwright.arena.statistics import Estimate, mean, rate
from cardwright.core import CardwrightError, Game, array_verbs
from cardwright.core.random import seeds_for

ENOUGH_STEPS = 1_000_000_000  # the clock ends the training
MOST = 2**31  # of any option
BLUE, GREY = "#4269d0", "#777777"


@dataclass(frozen=True)
class Course:
    """What is learned."""

    games: Sequence[Game]  # with the same features and actions
    ladder: Sequence[str]  # agents to compare with, in the first seat
    rivals: str = ""  # who sits in the other seats when strength is measured; in training, earlier versions of it


class Point(NamedTuple):
    """A point of the curve: the strength of the network after some minutes, in games that it never saw."""

    minutes: float
    steps: int
    score: Estimate
    wins: Estimate


def options(description: str, arguments: Sequence[str] | None = None, /, **usual: str | float) -> argparse.Namespace:
    """Return the options of the command line; `usual` sets other defaults."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    whole, positive = _number(int, 1), _number(float, 0.001)
    parser.add_argument("file", nargs="?", default="policy.npz", help="where to write the network, as in spire.npz")
    parser.add_argument("--minutes", type=positive, default=10.0, help="how long to train")
    parser.add_argument("--seed", type=_number(int, 0), default=1, help="seed of all randomness")
    parser.add_argument("--resume", action="store_true", help="go on from the network in the file")
    parser.add_argument("--games", type=_number(int, 5), default=1000, help="games of each agent; mcts plays a fifth")
    parser.add_argument("--every", type=positive, default=30.0, help="seconds between two points of the curve")
    parser.add_argument("--widths", type=whole, nargs="+", default=[128, 128], help="units of each hidden layer")
    parser.add_argument("--envs", type=whole, default=576, help="games that are played side by side")
    parser.add_argument("--length", type=_number(int, 2), default=64, help="steps in each game between two updates")
    parser.add_argument("--rate", type=_number(float, 0), default=1e-3, help="learning rate; it falls to a tenth")
    parser.add_argument("--entropy", type=_number(float, 0), default=0.01, help="entropy bonus; it falls to a tenth")
    parser.add_argument("--epochs", type=whole, default=4, help="how often an update goes through its steps")
    parser.add_argument("--batch", type=_number(int, 2), default=4096, help="steps in a batch")
    parser.add_argument("--threads", type=whole, default=2, help="threads of PyTorch")
    parser.set_defaults(**usual)
    return parser.parse_args(arguments)


def _number(kind: type[int | float], low: float) -> Callable[[str], float]:
    """Return what reads an option: a number of this kind from `low` on."""

    def read(text: str) -> float:
        if not low <= (value := kind(text)) <= MOST:
            raise argparse.ArgumentTypeError(f"it must be from {low} to {MOST:,}, not {text}")
        return value

    read.__name__ = kind.__name__  # for the message about text that is no number
    return read


def learn(course: Course, given: argparse.Namespace) -> None:
    """Train a network, print its curve, draw it, and compare the network with other agents."""
    try:
        if Path(given.file).suffix != ".npz":
            raise CardwrightError(f"{given.file}: the name of a network ends in .npz")
        if Path(given.file).exists() and not given.resume:
            raise CardwrightError(f"{given.file} exists: go on from it with --resume, or name another file")
        _learn(course, given)
    except CardwrightError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped")


def _learn(course: Course, given: argparse.Namespace) -> None:
    clock = Clock(60 * given.minutes)
    model = new_model(course, given, clock)
    if given.resume:
        resume(model, course.games[0], given.file)
    curve = Curve(course, given, clock)
    curve.save(model)
    policy = f"policy:{given.file}"
    searches = [f"mcts:100+policy={given.file}", f"mcts:100+cap=0+prior=0.9+policy={given.file}"]
    share_kernel(course.games[0], map(make, [*course.ladder, policy, course.rivals or "random"]))
    others = {text: compare(course, text, given) for text in course.ladder}
    print(table(others), flush=True)
    try:
        model.learn(ENOUGH_STEPS, callback=curve)
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume {given.file}")
        searches = []
    curve.save(model)
    draw(curve.points, others, str(Path(given.file).with_suffix(".svg")))
    for text in (policy, *searches):
        others[text] = compare(course, text, given)
    print(table(others), flush=True)


def new_model(course: Course, given: argparse.Namespace, clock: Clock) -> MaskablePPO:
    """Return a learner that knows nothing yet, and plays equally many games of each kind side by side."""
    torch.set_num_threads(given.threads)
    kinds = len(course.games)
    env = CardwrightVectorEnv(course.games, -(-given.envs // kinds) * kinds, autoreset_mode="SameStep", copy=False)
    return MaskablePPO(
        "MlpPolicy",
        StableVecEnv(env),
        policy_kwargs=network_options(given.widths),
        learning_rate=lambda _: given.rate * clock.fall(),
        ent_coef=given.entropy,
        n_steps=given.length,
        batch_size=given.batch,
        n_epochs=given.epochs,
        gamma=1.0,  # only the result counts, so the value is the expected score
        gae_lambda=0.95,
        seed=given.seed,
        device="cpu",
    )


def resume(model: MaskablePPO, game: Game, file: str) -> None:
    """Let a learner go on from the network in a file."""
    saved = read_network(file)
    if (saved.header.features, saved.header.actions) != (list(game.features), list(game.action_space)):
        raise CardwrightError(f"{file}: this network was trained with other features or actions")
    set_layers(model, saved.layers)


class Clock:
    """The time of a training."""

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.begun = 0.0

    def start(self) -> None:
        """Begin to count."""
        self.begun = time.perf_counter()

    def passed(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.begun if self.begun else 0.0

    def left(self) -> float:
        """Return the share of the time that is left."""
        return max(0.0, 1.0 - self.passed() / self.seconds)

    def fall(self) -> float:
        """Return a factor that falls from 1 to a tenth."""
        return 0.1 + 0.9 * self.left()


class Curve(BaseCallback):
    """Writes and measures the network every now and then, and ends the training when the time is up."""

    def __init__(self, course: Course, given: argparse.Namespace, clock: Clock):
        super().__init__()
        self.course, self.given, self.clock = course, given, clock
        self.points: list[Point] = []

    def _on_training_start(self) -> None:
        self.clock.start()

    def _on_step(self) -> bool:
        return self.clock.left() > 0

    def _on_rollout_start(self) -> None:
        self.model.ent_coef = self.given.entropy * self.clock.fall()
        if self.clock.passed() >= self.given.every * len(self.points):
            self._measure()

    def _on_training_end(self) -> None:
        self._measure()

    def _measure(self) -> None:
        minutes = self.clock.passed() / 60
        self.save(self.model)
        seed = self.given.seed + 1  # other games than in the comparison
        scores = measure(self.course, f"policy:{self.given.file}", max(10, self.given.games // 5), seed)
        point = Point(minutes, self.num_timesteps, mean(scores), rate(int((scores > 0).sum()), len(scores)))
        self.points.append(point)
        print(f"{minutes:5.1f} min {point.steps:12,} steps  score {shown(point.score)}  wins {shown(point.wins)}")
        sys.stdout.flush()

    def save(self, model: MaskablePPO) -> None:
        """Write the network, whole or not at all, and seat it as its own opponent."""
        given, game = self.given, self.course.games[0]
        made: dict[str, Any] = {
            "by": shlex.join(["python", *sys.argv]),
            "method": "MaskablePPO of sb3-contrib",
            "minutes": round(self.clock.passed() / 60, 2),
            "steps": int(model.num_timesteps),
        }
        write_network(given.file, game, layers_of(model), made)
        if game.players > 1:
            model.get_env().env.set_opponents(f"policy:{given.file}+temperature=1")


def compare(course: Course, agent: str, given: argparse.Namespace) -> np.ndarray:
    """Return the scores of an agent in the games of the comparison; slow search plays a fifth of them."""
    games = given.games // 5 if agent.startswith("mcts") else given.games
    return measure(course, agent, games, given.seed)


def measure(course: Course, agent: str, games: int, seed: int) -> np.ndarray:
    """Return the scores of an agent in the first seat, in games of each kind with seeds that training does not use."""
    return np.concatenate([_scores(game, agent, course.rivals, games, seed) for game in course.games])


def _scores(game: Game, agent: str, rivals: str, games: int, seed: int) -> np.ndarray:
    seats = [make(agent), *make_seats(f"{game.players - 1}*{rivals}" if game.players > 1 else "random")][: game.players]
    seeds = (seeds_for(seed, f"{use} {game.name}", np.arange(games)) for use in ("held out", "agents"))
    played = play_games(game, seats, *seeds)
    scores = np.zeros((games, game.players))
    array_verbs.score_all(played.states, scores)
    return np.where(played.finished, scores[:, 0], 0.0)


def table(measured: dict[str, np.ndarray]) -> str:
    """Return scores and wins of agents as text."""
    lines = [f"{'score':22}  {'wins':22}  {'games':>6}  agent"]
    for name, scores in measured.items():
        wins = rate(int((scores > 0).sum()), len(scores))
        lines.append(f"{shown(mean(scores)):22}  {shown(wins):22}  {len(scores):6,}  {name}")
    return "\n".join(lines)


def shown(estimate: Estimate) -> str:
    """Return a figure with its interval."""
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def draw(points: Sequence[Point], others: dict[str, np.ndarray], path: str) -> None:
    """Draw the curve with its intervals, and a line for each of the other agents."""
    figure = Figure(figsize=(7, 4.4), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    minutes = [each.minutes for each in points]
    low, middle, high = ([getattr(each.score, name) for each in points] for name in ("low", "value", "high"))
    axes.fill_between(minutes, low, high, color=BLUE, alpha=0.2, linewidth=0)
    axes.plot(minutes, middle, color=BLUE, linewidth=1.6)
    for name, scores in others.items():
        axes.axhline(float(scores.mean()), color=GREY, linewidth=1, linestyle="--")
        axes.text(0.01, float(scores.mean()), name, transform=axes.get_yaxis_transform(), fontsize=8, va="bottom")
    axes.set_xlabel("minutes of training")
    axes.set_ylabel("mean score")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})
