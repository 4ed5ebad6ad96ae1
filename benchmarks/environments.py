"""Measure steps a second of environments: ours, and those of other libraries where they are installed.

python benchmarks/environments.py
python benchmarks/environments.py --envs 256 --seconds 2 --json

One process and one core. All actions are random and legal, and every step includes the observation and the mask. Our
vector environment picks them with `sample_actions`; "given" leaves out the time for picking them, and "by mask" picks
them from the masks with NumPy, as a learner does. Single games are driven in the fastest way that we know of for each
library: `random.choice` picks, which is quicker than NumPy's `choice`, and RLCard gets its own actions, which it need
not decode. A step of ours is a decision of the learner, with the answers of all other seats; of the other libraries it
is one decision of any seat. Times are processor time, best of ten windows. The windows of all rows take turns, so that
whatever else the machine does affects all alike.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import cardwright

WINDOWS = 10
GAMES = ("spire:jaw-worm", "cgdl:uno", "cgdl:blackjack", "examples/leduc.py:family", "examples/kuhn.py:family")

Step = Callable[[], tuple[int, float]]  # plays a while; returns the steps, and seconds to leave out


def steps_a_second(step: Step, seconds: float) -> float:
    """Return the pace in one window."""
    begun, steps, left_out = time.process_time(), 0, 0.0
    while time.process_time() - begun < seconds / WINDOWS:
        done, outside = step()
        steps += done
        left_out += outside
    return steps / (time.process_time() - begun - left_out)


def vector(name: str, count: int, pick: str, copy: bool) -> Step:
    from cardwright.adapters.vector_env import CardwrightVectorEnv

    envs = CardwrightVectorEnv(cardwright.game(name), count, copy=copy)
    rng = np.random.default_rng(1)
    envs.reset(seed=1)

    def step() -> tuple[int, float]:
        begun = time.process_time()
        if pick == "by mask":
            actions = np.where(envs.action_masks(), rng.random(envs.stepper.results.mask.shape, np.float32), -1)
            actions = actions.argmax(axis=1)
        else:
            actions = envs.sample_actions()
        picked = time.process_time() - begun
        envs.step(actions)
        return count, picked if pick == "given" else 0.0

    return step


def single(name: str) -> Step:
    from cardwright.adapters.gymnasium_env import CardwrightEnv

    env = CardwrightEnv(name)

    def step() -> tuple[int, float]:
        _, info = env.reset()
        over, steps = False, 0
        while not over:
            _, _, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0].tolist()))
            steps += 1
        return steps, 0.0

    return step


def aec(make: Callable[[], Any]) -> Step:
    env = make()

    def step() -> tuple[int, float]:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else random.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += not over
        return steps, 0.0

    return step


def ours_as_aec(name: str) -> Step:
    from cardwright.adapters.pettingzoo_env import env

    return aec(lambda: env(name))


def pettingzoo_classic(module: str) -> Step:
    import importlib

    return aec(lambda: importlib.import_module(f"pettingzoo.classic.{module}").env())


def rlcard_env(name: str) -> Step:
    import rlcard

    env = rlcard.make(name, {"seed": 1})

    def step() -> tuple[int, float]:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(state["raw_legal_actions"]), raw_action=True)
            steps += 1
        return steps, 0.0

    return step


def pgx_env(name: str, count: int) -> Step:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    init, move = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(key: Any, state: Any) -> tuple[Any, Any]:
        key, choosing, dealing = jax.random.split(key, 3)
        chances = jax.numpy.log(state.legal_action_mask.astype("float32"))
        actions = jax.random.categorical(choosing, chances, axis=1)
        return key, move(state, actions, jax.random.split(dealing, count))

    held = [jax.random.PRNGKey(1), init(jax.random.split(jax.random.PRNGKey(0), count))]

    def step() -> tuple[int, float]:
        for _ in range(10):
            held[:] = play(*held)
        jax.block_until_ready(held[1].observation)
        return 10 * count, 0.0

    return step


def rows(count: int) -> list[tuple[str, str, Callable[[], Step]]]:
    """Return what is measured: the library and the kind of environment, the game, and how to make it."""
    table: list[tuple[str, str, Callable[[], Step]]] = []
    for name in GAMES:
        for pick in ("sampled", "given", "by mask"):
            table.append(
                (f"vector of {count}, actions {pick}", name, lambda n=name, p=pick: vector(n, count, p, False))
            )
        table.append((f"vector of {count}, copies", name, lambda n=name: vector(n, count, "sampled", True)))
        table.append(("single", name, lambda n=name: single(n)))
        table.append(("PettingZoo AEC", name, lambda n=name: ours_as_aec(n)))
    for module in ("leduc_holdem_v4", "texas_holdem_v4"):
        table.append(("pettingzoo", module, lambda m=module: pettingzoo_classic(m)))
    for game in ("uno", "blackjack", "leduc-holdem"):
        table.append(("rlcard", game, lambda g=game: rlcard_env(g)))
    for game in ("leduc_holdem", "kuhn_poker"):
        table.append((f"pgx, vector of {count}, on the CPU", game, lambda g=game: pgx_env(g, count)))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--envs", type=int, default=256, help="games side by side in a vector [256]")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time for each row [1]")
    parser.add_argument("--only", default="", help="only rows that contain one of these words, as in single,rlcard")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    chosen = [
        row for row in rows(arguments.envs) if any(each in f"{row[0]} {row[1]}" for each in arguments.only.split(","))
    ]
    found: list[dict[str, Any]] = [{"kind": kind, "game": game, "steps a second": 0} for kind, game, _ in chosen]
    steps: dict[int, Step] = {}
    for number, (_, _, make) in enumerate(chosen):
        try:
            steps[number] = make()
            steps[number]()
        except ImportError as error:
            found[number]["steps a second"] = f"not installed ({error.name})"
    for _ in range(WINDOWS):
        for number, step in steps.items():
            pace = round(steps_a_second(step, arguments.seconds))
            found[number]["steps a second"] = max(found[number]["steps a second"], pace)
    if arguments.json:
        print(json.dumps(found, indent=2))
        return
    for row in found:
        speed = row["steps a second"]
        print(f"{row['kind']:42} {row['game']:28} {speed if isinstance(speed, str) else f'{speed:,}'}")


if __name__ == "__main__":
    main()
