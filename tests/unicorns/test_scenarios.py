"""The scenarios of Unstable Unicorns cover every card and every departure of the thesis."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright import scenarios
from cardwright.unicorns.deck import STANDARD, cards_of
from cardwright.unicorns.profile import profiles

FOLDER = Path(__file__).parents[1] / "scenarios" / "unicorns"
SCENARIOS = [each for path in scenarios.find_files([FOLDER]) for each in scenarios.load_file(path)]

# Tested elsewhere: what is hard to see in one position, over whole games; the agent, in test_heuristics.py.
ELSEWHERE = {
    "without_nanny_cam",
    "order_of_events",
    "follow_up_anyway",
    "advice_weakest_opponent",
    "advice_plain_sacrifice",
    "advice_ignores_harm",
}


@pytest.mark.parametrize("card", cards_of(STANDARD, frozenset()))
def test_every_card_is_in_a_scenario(card):
    name = re.compile(rf"'{re.escape(card)}'|\b{re.escape(card)}\b")
    assert any(name.search(f"{each.start} {each.steps}") for each in SCENARIOS)


@pytest.mark.parametrize("switch", sorted(set(profiles().switches) - ELSEWHERE))
def test_every_departure_is_in_a_scenario(switch):
    assert any(each.start.get("switches", {}).get(switch) for each in SCENARIOS)


def test_there_are_many_and_their_names_are_unique():
    assert len(SCENARIOS) > 300
    assert len({each.name for each in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize(
    "start",
    [
        {"P1": {"stable": ["basic", "BLACK KNIGHT"], "hand": ["re target"]}},
        {"p1": {"stable": "Basic Unicorn"}, "P2": {"hand": {"neigh": 2}}},
    ],
)
def test_names_in_a_start_can_be_short_and_in_any_case(start):
    from cardwright.unicorns import family

    view = family.game(start).new(1).view()
    assert "Basic Unicorn" in view["P1"]["stable"]
