"""The JSON Schemas that editors complete and check YAML files with accept every file of this project."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from cardwright.cli.main import run
from cardwright.cli.schemas import FORMATS, schema_of

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/cardwright"
NOT_CONTENT = {"encounters.yaml", "making.yaml", "starts.yaml"}
FILES = {
    "autobattler": sorted((SOURCE / "autobattler/data/sets").glob("*.yaml")),
    "balance": sorted((ROOT / "examples").glob("balance_*.yaml")),
    "designer": [SOURCE / "generate/cards/prompts/designer.yaml"],
    "prompt": sorted((SOURCE / "agents/llm/prompts").glob("*.yaml")),
    "scenario": [*sorted((ROOT / "tests/scenarios").rglob("*.yaml")), ROOT / "examples/forge_scenarios.yaml"],
    "spire": [
        *sorted(path for path in (SOURCE / "spire/data").glob("*.yaml") if path.name not in NOT_CONTENT),
        ROOT / "examples/forge.yaml",
    ],
    "value": sorted(SOURCE.glob("**/data/values/*.yaml")),
    "weights": sorted(SOURCE.glob("**/data/weights/*.yaml")),
    "unicorns": [*sorted((SOURCE / "unicorns/data/decks").glob("*.yaml")), ROOT / "examples/unicorn_expansion.yaml"],
}
SAMPLES = {
    "lineups": ([["Ogre", "Bomb"], "Ogre, Ogre"], {"lineups": []}),
    "measures": ({"risk": {"E": 5, "E@10-": 3}, "my_own": {"*": 1}}, {"risk": {"E": "high"}}),
    "autobattler": ({"cards": [{"name": "Ant", "attack": 1, "health": 1, "mechanics": "taunt"}]}, {"cards": [{}]}),
    "balance": ({"play": {"tournament": {}}, "objectives": ["tie_share"]}, {"play": {}, "objective": []}),
    "scenario": ([{"game": "kuhn", "steps": ["bet", {"expect": {"pot": 3}}]}], {"gme": "kuhn"}),
    "unicorns": ({"cards": {"A": {"type": "magic", "play": [{"draw": 1}]}}}, {"cards": {"A": {"type": "odd"}}}),
    "weights": (
        {"format": "cardwright weights 1", "game": "kuhn", "weights": {"bet": 1, "cards": {"King": 2}}},
        {"format": "cardwright weights 1", "game": "kuhn", "weights": {"bet": "often"}},
    ),
    "value": ({"format": "cardwright value 1", "game": "kuhn", "weights": {"bias": 1}}, {"weights": {"bias": 1}}),
    "spire": ({"cards": {"A": {"type": "skill", "cost": 1, "effect": {"block": 7}}}}, {"cards": {"A": {"typ": 1}}}),
}


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_valid_and_accept_what_ships(name):
    schema = schema_of(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert FILES.get(name) or name in SAMPLES
    validator = jsonschema.Draft202012Validator(schema)
    for path in FILES.get(name, ()):
        value = yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        assert [error.json_path for error in validator.iter_errors(value)] == [], path


@pytest.mark.parametrize("name", SAMPLES)
def test_schemas_tell_good_files_from_bad_ones(name):
    good, bad = SAMPLES[name]
    validator = jsonschema.Draft202012Validator(schema_of(name))
    assert validator.is_valid(good)
    assert not validator.is_valid(bad)


def test_the_command_lists_prints_and_writes(tmp_path, capsys):
    assert run(["schema", "--json"]) == 0
    assert [each["name"] for each in json.loads(capsys.readouterr().out)["formats"]] == list(FORMATS)
    assert run(["schema", "lineups"]) == 0
    printed = capsys.readouterr().out
    assert run(["schema", "lineups", "--out", str(tmp_path / "one.json")]) == 0
    assert (tmp_path / "one.json").read_text(encoding="utf-8") == printed
    assert json.loads(printed) == schema_of("lineups")
    assert run(["schema", "--out", str(tmp_path / "all")]) == 0
    assert {path.name for path in (tmp_path / "all").iterdir()} == {f"{name}.schema.json" for name in FORMATS}


def test_an_unknown_format_is_refused(refused):
    refused(["schema", "spyre"], "unknown format 'spyre'; did you mean 'spire'?")
    refused(["schema", "spire", "--json"], "--json lists the formats")
