"""The scenarios of Unstable Unicorns leave out no card and no departure of the thesis."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright import scenarios
from cardwright.unicorns.content import STANDARD, cards_of, profiles

FOLDER = Path(__file__).parents[1] / "scenarios" / "unicorns"
SCENARIOS = [each for path in scenarios.find_files([FOLDER]) for each in scenarios.load_file(path)]

# What is hard to see in one position is tested over whole games, the advice in tests of its own.
ELSEWHERE = {
    "without_nanny_cam",
    "order_of_events",
    "follow_up_anyway",
    "advice_weakest_opponent",
    "advice_plain_sacrifice",
}


@pytest.mark.parametrize("card", cards_of(STANDARD, frozenset()))
def test_every_card_is_in_a_scenario(card):
    name = re.compile(rf"'{re.escape(card)}'|\b{re.escape(card)}\b")
    assert any(name.search(f"{each.start} {each.steps}") for each in SCENARIOS)


@pytest.mark.parametrize("switch", sorted(set(profiles().switches) - ELSEWHERE))
def test_every_departure_is_in_a_scenario(switch):
    assert any(each.start.get("switches", {}).get(switch) for each in SCENARIOS)


def test_there_are_enough_of_them():
    assert len(SCENARIOS) > 300
    assert len({each.name for each in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize(
    "start",
    [
        {"P1": {"stable": ["basic", "BLACK KNIGHT"], "hand": ["re target"]}},
        {"p1": {"stable": "Basic Unicorn"}, "P2": {"hand": {"neigh": 2}}},
    ],
)
def test_a_start_is_read_generously(start):
    from cardwright.unicorns import family

    view = family.game(start).new(1).view()
    assert "Basic Unicorn" in view["P1"]["stable"]
