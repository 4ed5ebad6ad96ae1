"""Our matches end like those recorded from an independent program that agrees with the authors' code."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.autobattler import Card, match

FILE = Path(__file__).parents[1] / "data" / "autobattler" / "matches.txt"


def read_card(text: str) -> Card:
    mechanic, points, *parameter = text.split()
    attack, health = points.split("/")
    return Card(mechanic, int(attack), int(health), {mechanic: int(parameter[0]) if parameter else None})


def recorded() -> list[tuple[list[Card], list[Card], tuple[int, int, int]]]:
    found = []
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            sides, _, results = line.partition(" = ")
            a, b = ([read_card(card) for card in side.split(", ")] for side in sides.split(" vs "))
            reference, corrected, phases = map(int, results.split())
            found.append((a, b, (reference, corrected, phases)))
    return found


def test_there_are_five_hundred() -> None:
    assert len(recorded()) == 500


def test_corrected_matches_end_as_recorded_after_as_many_phases() -> None:
    for a, b, (_, corrected, phases) in recorded():
        assert match(a, b) == (corrected, phases), (a, b)


def test_reference_matches_end_as_recorded() -> None:
    for a, b, (reference, _, _) in recorded():
        assert match(a, b, "reference").result == reference, (a, b)


@pytest.mark.parametrize("switch", ["second_player_wins", "survivalist_swaps", "threshold_hits_fighter"])
def test_each_correction_matters_in_some_match(switch: str) -> None:
    assert any(match(a, b, {switch: False}) != match(a, b) for a, b, _ in recorded())
