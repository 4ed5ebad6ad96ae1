"""Play many random battles and check invariants; NUMBA_BOUNDSCHECK=1 also checks every access to an array.

NUMBA_BOUNDSCHECK=1 python tests/spire/fuzz.py --battles 2000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

import numpy as np
import random_battles

from cardwright import spire
from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.spire.engine.state import (
    AGENDA_SIZE,
    CHOOSABLE,
    HAND_LIMIT,
    MAX_CARDS,
    MAX_STATUSES,
    PILES,
    Pile,
    Prompt,
)
from cardwright.spire.engine.state import State as Record
from cardwright.testing import Fuzzer, Violation, register_invariant

BATTLES_PER_START = 20  # from different seeds: compiling a start takes as long as some hundred battles
MAX_DECISIONS = 400
KINDS = ("ordinary", "carrying", "invented")
_ONE = np.uint64(1)


class Broken(IntEnum):
    """What can be wrong with a position."""

    NOTHING = 0
    PILE_COUNT = 1
    CARD_IN_TWO_PILES = 2
    CARD_IN_WRONG_PILE = 3
    CARD_LOST = 4
    HAND_TOO_LARGE = 5
    HP_OUT_OF_RANGE = 6
    BLOCK_BELOW_ZERO = 7
    ACTIVE_BITS = 8
    ENERGY_BELOW_ZERO = 9
    KNOWN_TOP = 10
    ENEMY_WITHOUT_INTENT = 11
    AGENDA_NOT_EMPTY = 12
    HIDING_CHANGED_WHAT_IS_SEEN = 13
    CARD_STILL_OFFERED = 14
    POTION_SLOTS = 15
    RELICS = 16


@kernel
def broken_cards(s, seen):
    """Return what is wrong with the piles: a card in none or in two, or in another pile than it says."""
    seen[:] = 0
    for pile in range(PILES):
        if not 0 <= s.counts[pile] <= MAX_CARDS:
            return Broken.PILE_COUNT.value
        for k in range(s.counts[pile]):
            j = s.piles[pile, k]
            if j >= s.card_count or s.cards[j].pile != pile:
                return Broken.CARD_IN_WRONG_PILE.value
            if seen[j]:
                return Broken.CARD_IN_TWO_PILES.value
            seen[j] = 1
    for j in range(s.card_count):
        if not seen[j] and s.cards[j].pile <= Pile.EXHAUST:
            return Broken.CARD_LOST.value
    if s.counts[Pile.HAND] > HAND_LIMIT:
        return Broken.HAND_TOO_LARGE.value
    return Broken.NOTHING.value


@kernel
def broken_agents(s, rules):
    """Return what is wrong with HP, block, active statuses or intents."""
    for i in range(s.agent_count):
        agent = s.agents[i]
        if not 0 <= agent.hp <= agent.max_hp:
            return Broken.HP_OUT_OF_RANGE.value
        if agent.block < 0:
            return Broken.BLOCK_BELOW_ZERO.value
        for status in range(MAX_STATUSES):
            active = agent.active >> np.uint64(status) & _ONE != 0
            if active != (agent.stacks[status] != 0) and not (active and rules.statuses[status].lasting):
                return Broken.ACTIVE_BITS.value
        if i > 0 and agent.hp > 0 and agent.move < 0 and s.prompt == Prompt.PLAY:
            return Broken.ENEMY_WITHOUT_INTENT.value
    return Broken.NOTHING.value


@kernel
def broken_carried(s, rules):
    """Return what is wrong with relics, potions or cards that are offered."""
    for slot in range(s.potions.size):
        if not -1 <= s.potions[slot] < rules.potion_kinds or (slot >= s.potion_slots and s.potions[slot] >= 0):
            return Broken.POTION_SLOTS.value
    for k in range(s.relic_count):
        if s.relics[k] >= rules.relic_kinds or s.relic_bits >> np.uint64(s.relics[k] & 63) & _ONE == 0:
            return Broken.RELICS.value
    if s.prompt == Prompt.PLAY:
        for j in range(s.card_count):
            if s.cards[j].mark >= CHOOSABLE:
                return Broken.CARD_STILL_OFFERED.value
    return Broken.NOTHING.value


@kernel
def broken_rest(s):
    """Return what is wrong with the energy, the gold, the count of known cards or the agenda."""
    if s.energy < 0:
        return Broken.ENERGY_BELOW_ZERO.value
    if not 0 <= s.known_top <= s.counts[Pile.DRAW] or s.known_bottom < 0 or s.gold < 0:
        return Broken.KNOWN_TOP.value
    if not 0 <= s.agenda_count <= AGENDA_SIZE or (s.prompt == Prompt.PLAY and s.agenda_count > 0):
        return Broken.AGENDA_NOT_EMPTY.value
    return Broken.NOTHING.value


@kernel
def broken(s, rules, scratch):
    """Return what is wrong with a position, if anything."""
    return max(broken_cards(s, scratch), broken_agents(s, rules), broken_carried(s, rules), broken_rest(s))


@kernel
def broken_copy(s, hidden, rules, player):
    """Return whether a hidden copy moves cards to other piles or changes the order of known cards."""
    top = s.counts[Pile.DRAW] - s.known_top
    for k in range(s.counts[Pile.DRAW]):
        if (k >= top or k < s.known_bottom) and hidden.piles[Pile.DRAW, k] != s.piles[Pile.DRAW, k]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for j in range(s.card_count):
        if hidden.cards[j].kind != s.cards[j].kind or hidden.cards[j].pile != s.cards[j].pile:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    return Broken.NOTHING.value


register_invariant(Record, broken, Broken, keeps=broken_copy)


@dataclass
class Report:
    """The results of the battles."""

    battles: int = 0
    decisions: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    escaped: int = 0
    unfinished: int = 0
    runaway: int = 0
    refused_starts: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


def play(report: Report, kind: str, start: dict[str, Any], seeds: list[int]) -> None:
    """Play a start with each of some seeds."""
    try:
        fuzzer = Fuzzer(spire.family.game(start), MAX_DECISIONS)
    except CardwrightError as error:
        report.refused_starts += 1
        if kind != "invented":
            report.violations.append({"kind": kind, "what": f"refused: {error}", "start": start})
        return
    for seed in seeds:
        found = fuzzer.play(seed)
        violation = found.violation if found else Violation.NONE
        outcome = ("unfinished", "won", "lost", "drawn", "escaped")[int(fuzzer.record.outcome)]
        setattr(report, outcome, getattr(report, outcome) + 1)
        if violation == Violation.FAULT and kind == "invented":
            report.runaway += 1  # random rules can trigger each other endlessly
        elif found and violation != Violation.NEVER_ENDS:  # random play can go on for long
            report.violations.append({"kind": kind, **asdict(found), "start": start})
    report.battles += fuzzer.games
    report.decisions += fuzzer.decisions


def run(
    battles: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
    kinds: Sequence[str] = KINDS,
    per_start: int = BATTLES_PER_START,
) -> dict[str, Report]:
    """Play a number of battles: with standard cards, with relics and potions too, and with randomly composed rules."""
    reports = {kind: Report() for kind in kinds}
    index = 0
    while sum(report.battles for report in reports.values()) < battles:
        kind = min(reports, key=lambda each: reports[each].battles)
        random = Random(seed_for(seed, kind, index))
        begun = time.perf_counter()
        start = getattr(random_battles, kind)(random)
        play(reports[kind], kind, start, [random.getrandbits(64) for _ in range(per_start)])
        reports[kind].seconds += time.perf_counter() - begun
        index += 1
        progress(sum(report.battles for report in reports.values()))
    return reports


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=2000, help="battles to play (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default 1)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="kinds of battles (default: all)")
    arguments = parser.parse_args()
    reports = run(arguments.battles, arguments.seed, kinds=arguments.kinds)
    print(json.dumps({kind: asdict(report) for kind, report in reports.items()}))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
