"""Agents that search do better in battles: HP left against two elites, with intervals that do not overlap."""

from __future__ import annotations

import pytest

from cardwright import arena


def hp_left(scenario: str, agents: dict[str, int]) -> list[tuple[float, float]]:
    """Return the interval of the mean HP left for each agent, given with its number of games."""
    intervals = []
    for agent, games in agents.items():
        estimate = arena.run(scenario, [agent], games=games, seed=7).series[0].measures["hp_left"]
        intervals.append((estimate.low, estimate.high))
    return intervals


@pytest.mark.parametrize("scenario", ["spire:lagavulin", "spire:sentries"])
def test_lookahead_beats_random_play(scenario):
    (_, at_random), (ahead, _) = hp_left(scenario, {"random": 200, "lookahead:2": 100})
    assert ahead > at_random


def test_tree_search_beats_lookahead():
    (_, ahead), (search, _) = hp_left("spire:sentries", {"lookahead:2": 100, "mcts:200": 24})
    assert search > ahead
