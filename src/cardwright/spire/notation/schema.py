"""The JSON Schema of effects and targets, in words and in structured form, made from the list of actions."""

from __future__ import annotations

from typing import Any

from ..engine.state import MAX_OPTIONS
from . import phrases
from .effects import ACTIONS, CHOOSE_ONE, WORDS
from .targets import Choose, Offer, StatusOf
from .vocabulary import LONGEST_FORMULA, OWN_NAME

_AMOUNT = {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": LONGEST_FORMULA}]}
_EFFECT = {"$ref": "#/$defs/Effect"}
_TARGET = {"$ref": "#/$defs/Target"}


def with_effects(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of content as files have it: with effects, names by their keys, and defaults for cards."""
    filled: dict[str, Any] = _referring(schema)
    definitions = {**filled["$defs"], "Effect": _effect(), "Target": _target(), "EnemyMove": _move()}
    for name in ("Card", "Status", "Enemy", "Relic", "Potion", "NewEvent", "NewAction", "Resource"):
        required = [key for key in definitions[name].get("required", ()) if key != "name" and name != "Card"]
        definitions[name] = {**definitions[name], "type": ["object", "null"], "required": required}
    defaults = {"$ref": "#/$defs/Card", "description": "Fields that every card has unless it says otherwise."}
    return {**filled, "properties": {**filled["properties"], "defaults": defaults}, "$defs": definitions}


def _referring(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_referring(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema in ({"$comment": "Effect"}, {"$comment": "Target"}):
        return {"$ref": f"#/$defs/{schema['$comment']}"}
    return {key: _referring(each) for key, each in schema.items()}


def _target() -> dict[str, Any]:
    choice = {**Offer.model_json_schema()["properties"], **Choose.model_json_schema()["properties"]}
    structured = {key: value for key, value in choice.items() if key != "choose"}
    sets = choice["choose"]
    kinds = {"choose": sets, "all": sets, "random": sets, "top": {"const": "draw"}, "own": {"enum": ["agent", "card"]}}
    status = {**Offer.model_json_schema()["properties"], **StatusOf.model_json_schema()["properties"], "of": _TARGET}
    return {
        "description": "Whom, or which cards or status, an effect is aimed at.",
        "anyOf": [
            {"type": "string", "examples": list(phrases.TARGETS)},
            {"type": "object", "properties": {**kinds, **structured, **status}, "additionalProperties": False},
        ],
    }


def _effect() -> dict[str, Any]:
    return {
        "description": "What happens: one action, several in their order, or a list of effects.",
        "anyOf": [_mapping(_properties()), *_lists_and_words()],
    }


def _move() -> dict[str, Any]:
    then = {"type": "string", "description": "The move that always follows."}
    return {
        "description": "What an enemy does on its turn.",
        "anyOf": [{**_mapping({**_properties(), "then": then}), "type": ["object", "null"]}, *_lists_and_words()],
    }


def _mapping(properties: dict[str, Any]) -> dict[str, Any]:
    own = {"description": "An action that the content defines.", "type": ["integer", "string", "array", "object"]}
    return {
        "type": "object",
        "properties": properties,
        "patternProperties": {OWN_NAME: own},
        "additionalProperties": False,
    }


def _lists_and_words() -> list[dict[str, Any]]:
    use = {"use": {"type": "string", "pattern": OWN_NAME}, "given": {"type": ["integer", "string", "object"]}}
    return [
        {"type": "array", "items": _EFFECT, "minItems": 1, "maxItems": 20},
        {"enum": list(WORDS)},
        {"type": "string", "pattern": OWN_NAME, "description": "An action that the content defines."},
        {"type": "object", "properties": use, "required": ["use"], "additionalProperties": False},
    ]


def _properties() -> dict[str, Any]:
    attributes: dict[str, list[str]] = {}
    for key, kind in ACTIONS.items():
        for name in list(kind.model_fields)[1:]:
            attributes.setdefault(name, []).append(key)
    return {
        "when": {**_AMOUNT, "description": "A condition."},
        "times": {**_AMOUNT, "description": "How often; the target is taken anew each time."},
        "to": _TARGET,
        "do": _EFFECT,
        CHOOSE_ONE: {"type": "array", "items": _EFFECT, "minItems": 2, "maxItems": MAX_OPTIONS},
        "one_of": {"type": "boolean", "description": "Whether the player chooses one of the effects under do."},
        **{name: {"description": f"An attribute of {', '.join(keys)}."} for name, keys in attributes.items()},
        **{word: {"anyOf": [_TARGET], "description": f"{word.capitalize()} what is aimed at."} for word in WORDS},
        **{key: _action(key) for key in ACTIONS},
    }


def _action(key: str) -> dict[str, Any]:
    kind = ACTIONS[key]
    value: dict[str, Any] = {"type": ["integer", "string"]}
    choices = [value, {"type": "array", "items": value}]
    if kind.form.counted:
        choices.append({"type": "object", "additionalProperties": _AMOUNT})
    if key in WORDS:
        choices.append(_TARGET)
    return {"description": kind.__doc__, "anyOf": choices, "examples": [kind.example.partition(": ")[2]]}
