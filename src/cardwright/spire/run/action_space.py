# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The action space of runs for learners: the actions of battles, then those of the screens by what they mean."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.labels import KIND_SHIFT, SUBJECTS
from cardwright.spire.engine.observation import action_count as battle_actions
from cardwright.spire.engine.observation import action_index as battle_index
from cardwright.spire.maps.generation import COLUMNS

from .actions import FIRST_ACTIONS, STRIDE, RunLabel, run_label
from .features import NEOW_OPTIONS, all_relics
from .rooms import Rest
from .stack import top
from .state import MAX_CARD_REWARDS, MAX_REWARDS, TABLE_CARDS
from .tables import EVENT_GROUPS, names, source, stages


def option_names() -> list[str]:
    """Return the options of all events, each with its event; those of later stages say so."""
    return [
        f"{name}{f' (stage {stage})' if stage > 1 else ''}: {option}"
        for group in EVENT_GROUPS
        for name, event in source("events")[group].items()
        for stage, options in enumerate(stages(event), start=1)
        for option in options
    ]


def _numbered(words: str, count: int) -> list[str]:
    return [f"{words} {k + 1}" for k in range(count)]


def _names_of_kinds(own: Sequence[str]) -> dict[RunLabel, list[str]]:
    """Return the names of actions by their kind, apart from those that name cards, with a designer's own relics."""
    listed, relics = names(), all_relics(own)
    return {
        RunLabel.NEOW: _numbered("choose Neow's option", NEOW_OPTIONS),
        RunLabel.GO: _numbered("go to column", COLUMNS),
        RunLabel.GOLD: _numbered("take gold", MAX_REWARDS),
        RunLabel.KEY: ["take the key"],
        RunLabel.BOWL: _numbered("take max HP for card reward", MAX_CARD_REWARDS),
        RunLabel.PROCEED: ["proceed"],
        RunLabel.CHEST: ["open chest", "leave chest"],
        RunLabel.BUY_REMOVAL: ["buy removal"],
        RunLabel.LEAVE_SHOP: ["leave shop"],
        RunLabel.REST: [f"rest site: {rest.name.lower()}" for rest in Rest],
        RunLabel.EVENT: [f"choose {option}" for option in option_names()],
        RunLabel.SKIP: ["skip the relics of the boss"],
        RunLabel.TURN: _numbered("turn card", TABLE_CARDS),
        RunLabel.RELIC: [f"take {relic}" for relic in relics],
        RunLabel.POTION: [f"take {potion}" for potion in listed.potions],
        RunLabel.BUY_RELIC: [f"buy {relic}" for relic in relics],
        RunLabel.BUY_POTION: [f"buy {potion}" for potion in listed.potions],
        RunLabel.DRINK: [f"use {potion}" for potion in listed.potions],
        RunLabel.DISCARD: [f"discard {potion}" for potion in listed.potions],
    }


_NAMES = _names_of_kinds(())
_SIZES = np.array([len(each) for each in _NAMES.values()])
_CHOSEN = tuple(label for label in RunLabel if RunLabel.REMOVE <= label <= RunLabel.OBTAIN)
BEFORE_CARDS = int(_SIZES.sum())
PLAIN_NAMES = [name for kind in list(_NAMES)[: list(_NAMES).index(RunLabel.RELIC)] for name in _NAMES[kind]]

# By kind of action: the index of the first one after the actions of battles, and how many times all kinds of cards
# come before it; -1 if the action does not name a card.
_FIRST = np.zeros(len(RunLabel), np.int64)
_CARDS_BEFORE = np.full(len(RunLabel), -1)
for _kind, _first in zip(_NAMES, np.concatenate([[0], np.cumsum(_SIZES)]), strict=False):
    _FIRST[_kind - RunLabel.NEOW] = _first
_FIRST[RunLabel.BOSS_RELIC - RunLabel.NEOW] = _FIRST[RunLabel.RELIC - RunLabel.NEOW]
for _kind, _before in {**dict.fromkeys(_CHOSEN, 0), RunLabel.BUY_CARD: 2, RunLabel.CARD: 3}.items():
    _FIRST[_kind - RunLabel.NEOW], _CARDS_BEFORE[_kind - RunLabel.NEOW] = BEFORE_CARDS, _before


def action_names(cards: Sequence[str], own: Sequence[str], battle: Sequence[str]) -> list[str]:
    """Return what each index means that `action_index` returns.

    This takes the names of all kinds of cards, of a designer's own relics, and of the actions of battles.
    """
    return [
        *battle,
        *(name for listed in _names_of_kinds(own).values() for name in listed),
        *(f"choose {card}" for card in cards),
        *(f"choose {card} (bottled)" for card in cards),
        *(f"buy {card}" for card in cards),
        *(
            f"take {card}" + (f" (reward {r})" if r > 1 else "")
            for r in range(1, MAX_CARD_REWARDS + 1)
            for card in cards
        ),
    ]


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space, in which cards of the same name are the same."""
    if s.fighting:
        return battle_index(s.battle, rules.battle, action)
    return battle_actions(rules.battle) + screen_index(s, rules, action, run_label(s, rules, action))


@inner
def screen_index(s, rules, action, label):
    """Return the index of an action outside of battles, counted from the first such action."""
    kind, subject = label >> KIND_SHIFT, label % SUBJECTS
    first = _FIRST[kind - RunLabel.NEOW]
    before = _CARDS_BEFORE[kind - RunLabel.NEOW]
    if before >= 0:
        return first + (before + subject // STRIDE) * int(rules.battle.card_kinds) + subject % STRIDE
    if kind == RunLabel.NEOW or kind == RunLabel.GO or kind == RunLabel.GOLD:
        return first + int(action) - FIRST_ACTIONS[top(s.run)]
    return first + (0 if kind == RunLabel.KEY else subject)
