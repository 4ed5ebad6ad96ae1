"""The rules of every game as readable scenarios: one test for each scenario under tests/scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.scenarios import Scenario, find_files, load_file

FOLDER = Path(__file__).parent / "scenarios"
PLAIN = ("spire_runs",)  # folders whose rules take longer to compile than their scenarios to interpret


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(scenario, id=f"{path.relative_to(FOLDER).with_suffix('').as_posix()}: {scenario.name}")
        for path in find_files([FOLDER])
        for scenario in load_file(path)
    ],
)
def test_scenario(scenario: Scenario) -> None:
    outcome = scenario.run(compiled=Path(scenario.file).parent.name not in PLAIN)
    assert outcome.passed, str(outcome)
