"""The agent `policy` plays as the network says, and `mcts` takes its priors and values from it."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path

import kuhn
import leduc
import numpy as np
import pytest
from test_network_files import random_layers

from cardwright.agents import Layer, Layers, Mcts, Players, Policy, make, play_games, seats_of, write_network
from cardwright.agents.sure_moves import HASTE

SEEDS = np.arange(60, dtype=np.uint64)


@pytest.fixture(scope="module", params=[kuhn, leduc], ids=["kuhn", "leduc"])
def table(request, tmp_path_factory) -> tuple:
    game = request.param.family.game({})
    path = tmp_path_factory.mktemp("network") / "some.npz"
    layers = random_layers(len(game.features), len(game.action_space), seed=4)
    write_network(path, game, layers, {})
    return game, path, layers


def outputs(layers: Layers, features: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the logits and the value of a network, by NumPy."""
    x = features.astype(np.float64)
    for layer in layers.hidden:
        x = np.maximum(0, x @ layer.weights.astype(np.float64) + layer.bias)
    logits = x @ layers.policy.weights + layers.policy.bias
    return logits, float((x @ layers.value.weights + layers.value.bias)[0])


def positions(game, count=40):
    for seed in range(count):
        state = game.new(seed)
        rng = np.random.default_rng(seed)
        while not state.over:
            yield state
            legal = state.legal()
            state.play(legal[rng.integers(len(legal))])


def test_it_takes_the_legal_action_with_the_highest_logit(table):
    game, path, layers = table
    agent = make(f"policy:{path}")
    seen = set()
    for state in positions(game):
        logits, _ = outputs(layers, state.observe())
        best = np.where(state.mask(), logits, -np.inf).argmax()
        chosen = state.find(agent.choose(state, seed=1))
        assert chosen == state.action_at(int(best))
        seen.add(str(chosen))
    assert len(seen) > 1


def test_with_a_temperature_it_draws_by_its_probabilities(table):
    game, path, layers = table
    agent = make(f"policy:{path}+temperature=2")
    state = next(each for each in positions(game) if len(each.legal()) > 1)
    logits, _ = outputs(layers, state.observe())
    chances = np.where(state.mask(), np.exp(logits / 2), 0)
    chances /= chances.sum()
    draws = 600
    taken = Counter(str(state.find(agent.choose(state, seed=seed))) for seed in range(draws))
    for index in np.flatnonzero(state.mask()).tolist():
        share = taken[str(state.action_at(index))] / draws
        assert abs(share - chances[index]) < 4 * np.sqrt(chances[index] * (1 - chances[index]) / draws) + 0.002
    assert agent.choose(state, seed=3) == agent.choose(state, seed=3)


def test_a_low_temperature_is_greedy(table):
    game, path, _ = table
    cold, greedy = (
        play_games(game, [agent] * game.players, SEEDS, SEEDS)
        for agent in (make(f"policy:{path}+temperature=0.001"), make(f"policy:{path}"))
    )
    assert cold.states.tobytes() == greedy.states.tobytes()


def test_a_file_is_read_once_and_travels_with_the_agent(table, tmp_path):
    game, path, _ = table
    copy = tmp_path / "copy.npz"
    copy.write_bytes(Path(path).read_bytes())
    agent = make(f"policy:{copy}")
    copy.unlink()
    again = pickle.loads(pickle.dumps(agent))  # noqa: S301
    one, other, first = (
        play_games(game, [each] * game.players, SEEDS, SEEDS).states.tobytes()
        for each in (agent, again, make(f"policy:{path}"))
    )
    assert one == other == first


def test_its_name_is_read_back_and_its_identity_follows_the_content(table, tmp_path):
    game, path, _ = table
    agent = make(f"policy:{path}+temperature=0.5")
    assert isinstance(agent, Policy)
    assert make(agent.name) == agent
    other = tmp_path / path.name
    write_network(other, game, random_layers(len(game.features), len(game.action_space), seed=5), {})
    identities = [make(f"policy:{each}").identity(game).rpartition("@") for each in (path, other)]
    assert [each[0] for each in identities] == [f"policy:{path}", f"policy:{other}"]
    assert identities[0][2] != identities[1][2]


def root_of(game, agent, seed=0) -> np.ndarray:
    """Return the children of the root after a search in the first position."""
    players = Players(game, seats_of(game, [agent] * game.players))
    players.choose(game.new(seed), np.uint64(seed), 0)
    nodes = players.scratch.nodes
    return nodes[1 : int(nodes[0]["available"])]


def likes(game, action: int, value: float, width: int = 3) -> Layers:
    """Return a network that likes one action and gives every position the same value."""
    hidden = Layer(np.zeros((len(game.features), width)), np.zeros(width))
    bias = np.where(np.arange(len(game.action_space)) == action, 10.0, 0.0)
    return Layers((hidden,), Layer(np.zeros((width, len(bias))), bias), Layer(np.zeros((width, 1)), np.array([value])))


@pytest.mark.parametrize("action", [0, 1])
def test_search_tries_first_what_the_network_likes(kuhn_game, tmp_path, action):
    write_network(tmp_path / "n.npz", kuhn_game, likes(kuhn_game, action, 0.0), {})
    for seed in range(8):
        nodes = root_of(kuhn_game, make(f"mcts:1+policy={tmp_path / 'n.npz'}"), seed)
        assert nodes["action"].tolist() == [action]


def test_search_judges_by_the_value_of_the_network_and_no_further_than_scores(kuhn_game, tmp_path):
    for value, worth in ((0.3, 0.3), (-7.0, -1.0)):
        write_network(tmp_path / "n.npz", kuhn_game, likes(kuhn_game, 0, value), {})
        nodes = root_of(kuhn_game, make(f"mcts:1+cap=0+policy={tmp_path / 'n.npz'}"))
        assert nodes["value"][0] == pytest.approx(worth, rel=2 * HASTE)


def test_search_with_a_network_has_a_name_and_an_identity(kuhn_game, tmp_path):
    write_network(tmp_path / "n.npz", kuhn_game, likes(kuhn_game, 0, 0.0), {})
    agent = make(f"mcts:20+cap=0+policy={tmp_path / 'n.npz'}")
    assert isinstance(agent, Mcts)
    assert make(agent.name) == agent
    assert agent.identity(kuhn_game).startswith(f"{agent.name} policy@")
    assert make(f"mcts:20ms+threads=2+policy={tmp_path / 'n.npz'}").choose(kuhn_game.new(seed=1)) in (0, 1)
