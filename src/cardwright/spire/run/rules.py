"""The rules of runs as a game: the tables of runs, and one table for all battles that a run can have.

Everything is compiled in the order of `Names`, so that a card, relic or potion has the same number in a run and in its
battles; an upgraded card is a kind of its own in battles.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.spire.engine.compiler import Compiler
from cardwright.spire.engine.opcodes import Op
from cardwright.spire.engine.start import (
    ROOMS,
    Built,
    EnemyStart,
    Start,
    blank,
    damage_per_energy,
    place_enemy,
    set_intent,
)
from cardwright.spire.engine.state import MAX_AGENTS, NOTHING
from cardwright.spire.maps.generation import BUFFS
from cardwright.spire.notation.content import Content, standard

from .building import build as build_tables
from .record import RunRules
from .state import DATA
from .summary_names import NAMES
from .tables import Names, foes, names, tables

_STATUSES = {"Strength": "Strength", "Metallicize": "Metallicize", "Regeneration": "Regen"}  # of buffs
VALUE = DATA / "values" / "fitted.yaml"


class RulesOfRuns(NamedTuple):
    """The rules of runs, and the battle as it was compiled, whose compiler knows the names of its parts."""

    rules: np.ndarray
    battle: Built


@functools.lru_cache(maxsize=8)
def standard_rules(ascension: int) -> RulesOfRuns:
    """Return the rules of runs with the standard content."""
    return build(standard(), ascension, names())


def build(content: Content, ascension: int, listed: Names) -> RulesOfRuns:
    """Return the rules of runs with this content, in which everything has the numbers of `listed`."""
    compiler = Compiler(content, ascension)
    registers = {"card": compiler.card, "relic": compiler.relic, "potion": compiler.potion}
    for what, register in registers.items():
        for number, name in enumerate(getattr(listed, f"{what}s")):
            if register(name) != number:
                raise BadData(f"the {what} {name} has another number in battles than in runs")
    rules = np.zeros(1, RunRules)
    out = rules[0]
    starts = [_start(foe) if _name(foe) in content.enemies else None for foe in foes()]
    for number, start in enumerate(starts):
        if start is None:
            out["foes"][number]["kind"] = NOTHING
        else:
            place_enemy(out["foes"][number], start, compiler)
            out["foe_room"][number] = ROOMS.index(content.enemy(start.name).rank)
    out["buffs"] = [compiler.status(_STATUSES[buff]) if buff in _STATUSES else NOTHING for buff in BUFFS]
    empty = blank(Start(deck=[], enemies=[EnemyStart(name="Cultist")]), compiler)
    battle = compiler.finish()
    battle["enemy_slots"] = MAX_AGENTS - 1
    battle["chooses_status"] = (battle["code"]["op"] == Op.CHOOSE_STATUS).any()
    _set_intents(out["foes"], starts, compiler)
    rules["battle"], rules["blank"] = battle, empty
    rules["run"] = tables() if content is standard() else build_tables(content, listed)
    for kind, name in enumerate(compiler.cards.names):
        out["force"][kind] = damage_per_energy(content.card(name))
    out["value"] = _fitted_value()
    return RulesOfRuns(rules, Built(battle, empty, compiler))


@functools.cache
def _fitted_value() -> tuple[float, ...]:
    """Return the weights of the value that was fitted to played runs, the bias first."""
    weights = data.read(VALUE).value["weights"]
    if weights["estimate"]:
        raise BadData(f"{VALUE}: the estimate of runs cannot depend on itself; fit without it")
    return tuple(float(weights[name]) for name in ("bias", *NAMES))


def _name(foe: Any) -> str:
    return foe if isinstance(foe, str) else str(foe["name"])


def _start(foe: Any) -> EnemyStart:
    return data.validate(EnemyStart, {"name": foe} if isinstance(foe, str) else foe)


def _set_intents(agents: np.ndarray, starts: Sequence[EnemyStart | None], compiler: Compiler) -> None:
    for agent, start in zip(agents, starts, strict=False):
        if start is not None and start.intent is not None:
            set_intent(agent, start.intent, compiler.content.enemy(start.name), compiler)
