"""The JSON Schemas of all YAML formats, for editors that complete and check files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pydantic

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Format(NamedTuple):
    """A kind of YAML file: what it holds, the command that reads it, and how its schema is made."""

    about: str
    command: str
    make: Callable[[], dict[str, Any]]


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a format.

    >>> schema_of("lineups")["title"]
    'Auto battler: lineups'
    """
    made = FORMATS[name]
    return {"$schema": DIALECT, **made.make(), "title": made.about}


def _spire() -> dict[str, Any]:
    from cardwright.spire import schema

    return schema()


def _unicorns() -> dict[str, Any]:
    from cardwright.unicorns.deck import Deck

    return Deck.model_json_schema()


def _autobattler() -> dict[str, Any]:
    from cardwright.autobattler.cards import CardSet

    return pydantic.TypeAdapter(CardSet).json_schema()


def _lineups() -> dict[str, Any]:
    from cardwright.autobattler.lineups import Lineups

    return pydantic.TypeAdapter(Lineups).json_schema()


def _scenario() -> dict[str, Any]:
    from cardwright.core import registry
    from cardwright.scenarios.scenario import schema

    return schema(registry.names())


def _balance() -> dict[str, Any]:
    from cardwright.balance.study import Config

    return Config.model_json_schema()


def _prompt() -> dict[str, Any]:
    from cardwright.agents.llm.prompt import Prompt

    return Prompt.model_json_schema()


def _designer() -> dict[str, Any]:
    from cardwright.generate.cards.llm_designer import DesignerPrompt

    return DesignerPrompt.model_json_schema()


def _measures() -> dict[str, Any]:
    from cardwright.route.measures import MEASURES

    table = {"type": "object", "additionalProperties": {"type": "number"}}
    return {"type": "object", "properties": dict.fromkeys(MEASURES, table), "additionalProperties": table}


def _value() -> dict[str, Any]:
    from cardwright.agents.value import ValueFile

    return ValueFile.model_json_schema()


def _weights() -> dict[str, Any]:
    from cardwright.agents.weights import WeightsFile

    return WeightsFile.model_json_schema()


FORMATS = {
    "autobattler": Format("Auto battler: a set of cards", "cardwright autobattler check", _autobattler),
    "balance": Format("Balance: a study", "cardwright balance", _balance),
    "designer": Format("Language models: the prompt of a designer", "cardwright generate cards --prompt", _designer),
    "lineups": Format("Auto battler: lineups", "cardwright autobattler tournament --lineups", _lineups),
    "measures": Format("Routes: weights of rooms", "cardwright route --measures", _measures),
    "prompt": Format("Language models: the prompt of a player", "cardwright prompt --prompt", _prompt),
    "scenario": Format("Scenarios: positions and rules of any game", "cardwright scenario", _scenario),
    "spire": Format("Slay the Spire: cards, statuses, enemies, relics, potions", "cardwright spire check", _spire),
    "unicorns": Format("Unstable Unicorns: a deck", "cardwright unicorns check", _unicorns),
    "value": Format("Agents: a value fitted to games", "the agent mcts:100+value=FILE", _value),
    "weights": Format("Agents: weights of `rules`", "the agent rules:FILE", _weights),
}
