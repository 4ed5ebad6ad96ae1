"""Every enemy of the first act has a scenario at each level of ascension at which it changes, and so has every card."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardwright.scenarios import load_file
from cardwright.spire import family, standard
from cardwright.spire.encounters import acts, names, read
from cardwright.spire.encounters import enemies as drawn

DATA = Path(__file__).parent / "data"
SCENARIOS = Path(__file__).parents[1] / "scenarios" / "spire"
PILES = ("hand", "draw", "discard", "exhaust", "deck")


def table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def named(entries: Any) -> Iterator[str]:
    """Yield the names in a pile or a row of enemies, however it is written."""
    for each in entries if not isinstance(entries, str) else ():
        yield each["name"] if isinstance(each, dict) else each


STARTS = [
    family.merged_start(scenario.shared_start, scenario.start)
    for path in sorted(SCENARIOS.glob("*.yaml"))
    for scenario in load_file(path)
]


@pytest.mark.parametrize("monster", table("monsters.csv"), ids=lambda row: row["name"])
def test_an_enemy_has_scenarios_wherever_it_changes(monster: dict[str, str]) -> None:
    levels = [0, *map(int, monster["steps"].split()), 21]
    met = {start.get("ascension", 0) for start in STARTS if monster["name"] in named(start.get("enemies", ()))}
    for low, high in itertools.pairwise(levels):
        assert any(low <= level < high for level in met), f"none from ascension {low} to {high - 1}"


def test_every_card_has_scenarios_base_and_upgraded() -> None:
    met = {name for start in STARTS for pile in PILES for name in named(start.get(pile) or ())}
    met |= {"Strike", "Defend", "Bash"}
    wanted = {row["name"] for row in table("cards.csv")}
    wanted |= {f"{name}+" for name in wanted if standard().card(name).upgraded() is not None}
    assert not sorted(wanted - met)


def test_encounters_consist_of_enemies_that_there_are() -> None:
    met = set()
    for name in names():
        for seed in range(40):
            row = list(named(drawn(name, Random(seed))))
            assert 1 <= len(row) <= 5
            met |= {*row}
    assert met == set(standard().enemies)
    pools = acts()[1]
    assert {*pools.weak, *pools.strong, *pools.elites, *pools.bosses} <= {*names()}
    assert sum(pools.strong.values()) == 16
    assert {each for last in pools.weak for each in read().not_after.get(last, ())} <= {*pools.strong}
