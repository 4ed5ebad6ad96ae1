"""Agents that search do better in battles: HP left against two elites, with intervals that do not overlap."""

from __future__ import annotations

import pytest

from cardwright import arena, spire
from cardwright.agents import make


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


OPTION = {"type": "skill", "cost": 1, "effect": [{"block": 8}, {"to": "up to 1 card in hand", "do": "exhaust"}]}


@pytest.mark.parametrize(
    ("other", "effect", "chosen"),
    [
        ("Bash", OPTION["effect"], "skip"),
        ("Wound", OPTION["effect"], "Wound"),
        ("Bash", [{"to": "a card in hand", "do": "discard"}], "Defend"),
        ("Wound", [{"to": "up to 1 card in hand", "duplicate": "1 to hand"}], "Bash"),
    ],
)
def test_rules_choose_a_card_by_what_happens_to_it(other, effect, chosen):
    content = {"cards": {"Choice": {**OPTION, "effect": effect}}}
    hand = ["Choice", "Defend", "Bash", other]
    state = spire.family.game({"content": content, "hand": hand, "enemies": ["Cultist"]}).new(1)
    state.play("Choice")
    names = {action.id: str(action) for action in state.legal()}
    assert chosen in names[make("rules").choose(state, 1)]
