"""Small changes to a card, and cards made of parts of two."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from ..content import IN_STABLES
from .grower import HOOKS, MOST_AMOUNT, Grower, programs_of

FEATURES = (*HOOKS, "always", "immune", "instead", "saves", "traffic", "crowd", "value")
Change = Callable[[dict[str, Any], Grower, random.Random], None]


def varied(fields: dict[str, Any], grower: Grower, rng: random.Random) -> dict[str, Any]:
    """Return the fields of a card with one change."""
    made = copy.deepcopy(fields)
    changes: list[Change] = [_change_number, _change_effect, _change_effect, _change_choice, _add, _drop, _change_after]
    while made == fields:
        rng.choice(changes)(made, grower, rng)
    return made


def crossed(first: dict[str, Any], second: dict[str, Any], grower: Grower, rng: random.Random) -> dict[str, Any]:
    """Return the first card with a feature of the second in place of one of its own, or besides it.

    What one card does when it is played, another can do when it enters. Where nothing fits, the first card is varied.
    """
    made = copy.deepcopy(first)
    in_stable = first["type"] in IN_STABLES
    own, others = _features(made), [key for key in _features(second) if in_stable or key in HOOKS]
    if not others:
        return varied(first, grower, rng)
    if own and (len(own) > 1 or rng.random() < 0.5):
        for key in rng.sample(own, max(1, len(own) - 1)):
            del made[key]
    taken = rng.choice(others)
    made[("enter" if taken == "play" else taken) if in_stable else "play"] = copy.deepcopy(second[taken])
    return made


def _features(fields: dict[str, Any]) -> list[str]:
    return [key for key in fields if key in FEATURES]


def _change_number(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    spots = [
        (effect, verb)
        for program in programs_of(fields)
        for effect in program.get("do") or program["may"]
        for verb in effect
        if isinstance(effect[verb], int) and verb != "pick"
    ]
    if "crowd" in fields:
        spots.append((fields["crowd"], "over"))
    if spots:
        where, key = rng.choice(spots)
        where[key] = min(MOST_AMOUNT, max(1, where[key] + rng.choice((-1, 1))))


def _change_effect(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    """Replace an effect of a program by another."""
    hooks = [hook for hook in HOOKS if hook in fields]
    if hooks:
        hook = rng.choice(hooks)
        program = fields[hook]
        effects = program.get("do") or program["may"]
        effects[rng.randrange(len(effects))] = grower.effect(hook, fields["type"], rng)


def _change_choice(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    """Make a program optional, or no longer so."""
    programs = list(programs_of(fields))
    if programs:
        program = rng.choice(programs)
        old, new = ("do", "may") if "do" in program else ("may", "do")
        program[new] = program.pop(old)


def _add(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    grower.add_feature(fields, rng)


def _drop(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    own = [key for key in (*_features(fields), "needs", "needs basic") if key in fields]
    if len(own) > 1:
        del fields[rng.choice(own)]


def _change_after(fields: dict[str, Any], grower: Grower, rng: random.Random) -> None:
    """Let something else follow a program, or nothing."""
    hooks = [hook for hook in HOOKS if hook in fields]
    if hooks:
        hook = rng.choice(hooks)
        grown = grower.program(hook, fields["type"], rng)
        kept = {key: each for key, each in fields[hook].items() if key in ("do", "may")}
        fields[hook] = {**kept, **{key: each for key, each in grown.items() if key in ("then", "if done")}}
