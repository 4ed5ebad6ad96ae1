"""Random custom mechanics. Run as a program, it prints how matches end, to compare different ways to run them.

NUMBA_BOUNDSCHECK=1 python tests/autobattler/random_rules.py 1 2 3
"""

from __future__ import annotations

import random
import sys
from typing import Any, get_args

import numpy as np
from pydantic import ValidationError
from random_matches import draw_card

from cardwright.autobattler import Card, Mechanic, Rule, mechanics
from cardwright.autobattler.compiler import compile_tables, lineup_code
from cardwright.autobattler.match import next_phase, start
from cardwright.autobattler.profiles import switches
from cardwright.autobattler.state import MAX_ATTACK, MAX_PHASES, SIDE_SHIFT, SLOT_BITS, SLOT_MASK
from cardwright.autobattler.state import Match as Record
from cardwright.core.errors import BadData

KEYWORDS = {name: get_args(Rule.model_fields[name].annotation) for name in ("when", "do", "to")}


def draw_rule(dice: random.Random) -> Rule:
    """Return a random valid rule."""
    while True:
        rule: dict[str, Any] = {name: dice.choice(values) for name, values in KEYWORDS.items()}
        rule["amount"] = dice.choice([0, 0, 1, 2, 5, 100, -3, "p", "p %", "age", "hits"])
        if dice.random() < 0.3:
            sides = dice.choice(["age", "hits"]), dice.choice(["<", "<=", ">", ">="]), dice.choice(["p", "0", "3"])
            rule["if"] = " ".join(sides)
        try:
            return Rule.model_validate(rule)
        except ValidationError:
            continue


def draw_mechanics(dice: random.Random) -> dict[str, Mechanic]:
    return {
        name: Mechanic(parameter="points", rules=[draw_rule(dice) for _ in range(dice.randint(1, 3))]) for name in "abc"
    }


def draw_lineup(dice: random.Random) -> list[Card]:
    return [_with_own(draw_card(dice), dice) for _ in range(dice.randint(1, 7))]


def _with_own(card: Card, dice: random.Random) -> Card:
    own = {name: dice.randint(1, 10) for name in "abc" if dice.random() < 0.5}
    health = dice.choice([1, 2, card.health, 1000])
    return Card("card", dice.choice([0, card.attack, 1000]), health, {**card.mechanics, **own})


def play(dice: random.Random) -> str:
    """Play a random match and check the invariants after each phase."""
    known = {**mechanics(), **draw_mechanics(dice)}
    a, b = draw_lineup(dice), draw_lineup(dice)
    try:
        tables = compile_tables([*a, *b], known, switches("corrected"))
    except BadData as error:
        return str(error)
    record = np.zeros(1, Record)
    lineups = range(len(a)), range(len(a), len(a) + len(b))
    more = start(tables, *map(lineup_code, lineups), record)
    while more:
        more = next_phase(tables, record)
        check(record[0])
    if record["fault"][0]:
        return "stopped"
    return " ".join(map(str, [*record["phases"], *record["bench"][0], *record["cards"]["attack"][0]]))


def check(m: Any) -> None:
    """Assert the invariants of a match between two phases."""
    assert 1 <= m.phases <= MAX_PHASES
    assert m.waiting == 0
    if m.fault:
        return
    for side in range(2):
        bench, size = int(m.bench[side]), int(m.bench_size[side])
        slots = [bench >> (SLOT_BITS * position) & SLOT_MASK for position in range(size)]
        assert 0 <= size <= 7
        assert bench >> (SLOT_BITS * size) == 0
        assert len(set(slots)) == size
        assert all(slot >> SIDE_SHIFT == side and slot & 7 for slot in slots)
        assert all(1 <= m.cards[slot].health <= MAX_ATTACK for slot in slots)
    assert (abs(m.cards["attack"]) <= MAX_ATTACK).all()


if __name__ == "__main__":
    for seed in sys.argv[1:]:
        print(play(random.Random(int(seed))))
