"""The words of content: each is read, compiled and documented, and the schema knows it."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import random_battles

from cardwright import spire
from cardwright.core import data
from cardwright.spire.engine.compiler import Compiler
from cardwright.spire.engine.opcodes import Op
from cardwright.spire.notation import actions, card_actions, effects, formulas, phrases, player_actions
from cardwright.spire.notation.cards import _MOMENTS
from cardwright.spire.notation.content import FILES
from cardwright.spire.notation.effects import ACTIONS, WORDS, Action, read_effect
from cardwright.spire.notation.targets import Target
from cardwright.spire.notation.vocabulary import AGENT_SETS, EVENTS, HOOKS, KEYWORDS, PILES, ROLES, STACKINGS, TYPES
from website import actions as reference

DOCS = Path(__file__).parents[2] / "docs"
NAMED = spire.from_dict({"events": {"Overload": {}}, "resources": {"Heat": {}}})  # what examples of actions name


def test_every_action_is_offered_compiled_described_and_documented():
    docs = (DOCS / "cards.md").read_text(encoding="utf-8") + reference.page()
    modules = {**vars(actions), **vars(player_actions), **vars(card_actions)}
    classes = {name for name, each in modules.items() if isinstance(each, type) and issubclass(each, Action)}
    assert {kind.__name__ for kind in ACTIONS.values()} <= classes & set(spire.__all__)
    for key, kind in ACTIONS.items():
        effect = read_effect(data.parse(kind.example).value)
        target: Target = spire.Choose("hand") if issubclass(kind, effects.OnCard) else spire.Choose("enemies")
        if issubclass(kind, effects.OnStatus):
            target = spire.StatusOf("any", spire.Self())
        compiler = Compiler(spire.standard().with_more(NAMED))
        compiler.program(effect.To(target), "card")
        assert any(op in (kind.op, Op.PLAIN_BLOCK) for op, *_ in compiler.code), key
        assert f"`{key}" in docs, key
    assert all(f"`{word}`" in docs or f"`{word}:" in docs for word in WORDS)


def test_random_battles_use_every_action():
    used = {*random_battles.UNAIMED, *random_battles.ON_AGENTS, *random_battles.ON_CARDS, *random_battles.ON_STATUSES}
    assert used - {"again", "use"} == set(ACTIONS) - {"host"}


def test_every_word_is_documented():
    docs = (DOCS / "cards.md").read_text(encoding="utf-8")
    lists = (EVENTS, HOOKS, KEYWORDS, PILES, ROLES, STACKINGS, TYPES, formulas.WORDS)
    missing = [word for words in lists for word in words if not re.search(rf"\b{re.escape(word)}\b", docs)]
    assert not missing
    assert set(_MOMENTS) == set(HOOKS)
    assert set(AGENT_SETS) == set(phrases._AGENTS)


# The schema


def fits(value: Any, schema: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Whether a value fits a JSON Schema, as far as ours use it."""
    if "$ref" in schema:
        return fits(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole)
    if "anyOf" in schema and not any(fits(value, each, whole) for each in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "pattern" in schema and not (isinstance(value, str) and re.match(schema["pattern"], value)):
        return False
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    allowed = schema.get("type", [])
    allowed = [allowed] if isinstance(allowed, str) else allowed
    if allowed and not any(value is None if kind == "null" else isinstance(value, kinds[kind]) for kind in allowed):
        return False
    if isinstance(value, dict) and "object" in allowed:
        properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        patterns = schema.get("patternProperties", {})
        if set(schema.get("required", ())) - set(value):
            return False
        for key, each in value.items():
            rule = properties.get(key, next((patterns[each] for each in patterns if re.match(each, key)), more))
            if rule is False or (isinstance(rule, dict) and not fits(each, rule, whole)):
                return False
    return not isinstance(value, list) or all(fits(each, schema.get("items", {}), whole) for each in value)


@pytest.mark.parametrize("name", FILES)
def test_the_schema_fits_the_files_of_the_package(name):
    text = (resources.files("cardwright.spire") / "data" / name).read_text(encoding="utf-8")
    value = data.parse(text, name).value
    assert fits(value, spire.schema(), spire.schema())
    assert fits(spire.from_dict(value).to_dict(), spire.schema(), spire.schema())


@pytest.mark.parametrize("card", [{"effect": {"atack": 3}}, {"exhaust": "often"}, {"type": "spell"}, {"colour": "red"}])
def test_the_schema_refuses_mistakes(card):
    assert not fits({"cards": {"Odd": {"type": "skill", **card}}}, spire.schema(), spire.schema())
