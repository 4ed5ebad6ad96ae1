"""Play many random battles and watch that nothing breaks; with NUMBA_BOUNDSCHECK=1, every access to an array too.

NUMBA_BOUNDSCHECK=1 python tests/spire/fuzz.py --battles 2000 --seed 1
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

import numpy as np
import random_battles

from cardwright import spire
from cardwright.core import verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.jit import kernel
from cardwright.core.random import derive, seed_for
from cardwright.core.record import copy_record
from cardwright.spire.state import AGENDA_SIZE, HAND_LIMIT, MAX_ACTIONS, MAX_CARDS, MAX_STATUSES, Act, Pile, Prompt
from cardwright.spire.state import State as Record

BATTLES_A_START = 20  # from different seeds: compiling a start takes as long as some hundred battles
MOST_DECISIONS = 400
_ONE = np.uint64(1)


class Broken(IntEnum):
    """What a battle can do wrong."""

    NOTHING = 0
    PILE_COUNT = 1
    CARD_IN_TWO_PLACES = 2
    CARD_IN_WRONG_PLACE = 3
    CARD_LOST = 4
    HAND_TOO_LARGE = 5
    HP_OUT_OF_RANGE = 6
    BLOCK_BELOW_ZERO = 7
    ACTIVE_BITS = 8
    ENERGY_BELOW_ZERO = 9
    KNOWN_TOP = 10
    ENEMY_WITHOUT_INTENT = 11
    AGENDA_NOT_EMPTY = 12
    NO_LEGAL_ACTION = 13
    ACTION_OUT_OF_ORDER = 14
    LOOKING_CHANGED_IT = 15
    SCORE_OUT_OF_RANGE = 16
    COPY_DIFFERS = 17
    HIDING_CHANGED_ACTIONS = 18
    HIDING_CHANGED_WHAT_IS_SEEN = 19
    HIDING_LEAKS = 20
    EARLIER_BATTLE_SHOWS = 21


@kernel
def broken_cards(s, seen):
    """Each card is in exactly one place, and the piles agree with the cards."""
    seen[:] = 0
    for pile in range(4):
        if not 0 <= s.counts[pile] <= MAX_CARDS:
            return Broken.PILE_COUNT.value
        for k in range(s.counts[pile]):
            j = s.piles[pile, k]
            if j >= s.card_count or s.cards[j].pile != pile:
                return Broken.CARD_IN_WRONG_PLACE.value
            if seen[j]:
                return Broken.CARD_IN_TWO_PLACES.value
            seen[j] = 1
    for j in range(s.card_count):
        if not seen[j] and s.cards[j].pile != Pile.PLAY and s.cards[j].pile != Pile.GONE:
            return Broken.CARD_LOST.value
    if s.counts[Pile.HAND] > HAND_LIMIT:
        return Broken.HAND_TOO_LARGE.value
    return Broken.NOTHING.value


@kernel
def broken_agents(s):
    """HP, block and the bits of active statuses are as they should be."""
    for i in range(s.agent_count):
        agent = s.agents[i]
        if not 0 <= agent.hp <= agent.max_hp:
            return Broken.HP_OUT_OF_RANGE.value
        if agent.block < 0:
            return Broken.BLOCK_BELOW_ZERO.value
        for status in range(MAX_STATUSES):
            if (agent.stacks[status] != 0) != (agent.active >> np.uint64(status) & _ONE != 0):
                return Broken.ACTIVE_BITS.value
        if i > 0 and agent.hp > 0 and agent.move < 0 and s.prompt == Prompt.PLAY:
            return Broken.ENEMY_WITHOUT_INTENT.value
    return Broken.NOTHING.value


@kernel
def broken_rest(s):
    """Energy, the known cards and the agenda are as they should be."""
    if s.energy < 0:
        return Broken.ENERGY_BELOW_ZERO.value
    if not 0 <= s.known_top <= s.counts[Pile.DRAW]:
        return Broken.KNOWN_TOP.value
    if not 0 <= s.agenda_count <= AGENDA_SIZE or (s.prompt == Prompt.PLAY and s.agenda_count > 0):
        return Broken.AGENDA_NOT_EMPTY.value
    return Broken.NOTHING.value


@kernel
def broken_actions(n, actions):
    """There is something to do, and no action is named twice or unknown."""
    if n < 1:
        return Broken.NO_LEGAL_ACTION.value
    for k in range(n):
        ends_turn = k == n - 1 and actions[k] == Act.END_TURN  # which comes last; the others by their numbers
        in_order = k == 0 or actions[k] > actions[k - 1] or ends_turn
        if not (in_order and 0 <= actions[k] < MAX_ACTIONS):
            return Broken.ACTION_OUT_OF_ORDER.value
    return Broken.NOTHING.value


@kernel
def same(raw, one, other):
    """Whether two records are equal byte for byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110 (a generator is not for kernels)
        if raw[one, k] != raw[other, k]:
            return False
    return True


@kernel
def turn_over_unknown(s):
    """Change what the player cannot know: the order of the draw pile below the known cards, and all chance."""
    unknown = s.counts[Pile.DRAW] - s.known_top
    for k in range(unknown // 2):
        other = unknown - 1 - k
        s.piles[Pile.DRAW, k], s.piles[Pile.DRAW, other] = s.piles[Pile.DRAW, other], s.piles[Pile.DRAW, k]
    for stream in range(3):
        s.rng[stream] = derive(s.rng[stream], _ONE, _ONE)


@kernel
def broken_hiding(states, raw, rules, seed, n, actions, others, seen):
    """States 2 and 3 become hidden copies of state 0, the latter from another order of what is unknown."""
    s, hidden, turned = states[0], states[2], states[3]
    copy_record(hidden, s)
    copy_record(turned, s)
    turn_over_unknown(turned)
    verbs.hide(hidden, rules[0], 0, seed)
    verbs.hide(turned, rules[0], 0, seed)
    if not same(raw, 2, 3):
        return Broken.HIDING_LEAKS.value
    if verbs.legal(hidden, rules[0], others) != n:
        return Broken.HIDING_CHANGED_ACTIONS.value
    for k in range(n):
        if others[k] != actions[k] or verbs.label(hidden, rules[0], others[k]) != verbs.label(s, rules[0], actions[k]):
            return Broken.HIDING_CHANGED_ACTIONS.value
    for k in range(s.counts[Pile.DRAW] - s.known_top, s.counts[Pile.DRAW]):
        if hidden.piles[Pile.DRAW, k] != s.piles[Pile.DRAW, k]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for j in range(s.card_count):
        if hidden.cards[j].kind != s.cards[j].kind or hidden.cards[j].pile != s.cards[j].pile:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    return broken_cards(hidden, seen)


@kernel
def broken_looks(states, raw, rules, n, actions):
    """Looking at a position does not change it; state 1 is its copy."""
    s = states[0]
    for k in range(n):
        verbs.label(s, rules[0], actions[k])
    value = verbs.evaluate(s, rules[0], 0)
    if not -1 <= value <= 1 or not -1 <= verbs.score(s, 0) <= 1:
        return Broken.SCORE_OUT_OF_RANGE.value
    return Broken.NOTHING.value if same(raw, 0, 1) else Broken.LOOKING_CHANGED_IT.value


@kernel
def battle(states, raw, rules, setup, seed, buffers, seen, tally):
    """Play one battle at random and look at it after every decision; what broke, if anything."""
    s = states[0]
    raw[1] = 0
    for k in range(2):  # where an earlier battle was, and where none was
        verbs.reset(states[k], rules[0], setup[0], seed)
    if not same(raw, 0, 1):
        return Broken.EARLIER_BATTLE_SHOWS.value
    tally[0] = 0
    actions = buffers[0]
    while True:
        broken = max(broken_cards(s, seen), broken_agents(s), broken_rest(s))
        if broken or verbs.decider(s) < 0 or tally[0] >= MOST_DECISIONS:
            return broken
        chance = derive(seed, np.uint64(tally[0]), _ONE)
        copy_record(states[1], s)
        n = verbs.legal(s, rules[0], actions)
        broken = broken_actions(n, actions)
        if not broken:
            broken = broken_looks(states, raw, rules, n, actions)
        if not broken:
            broken = broken_hiding(states, raw, rules, chance, n, actions, buffers[1], seen)
        if broken:
            return broken
        action = actions[int((chance >> np.uint64(32)) % np.uint64(n))]
        verbs.apply(s, rules[0], action)
        verbs.apply(states[1], rules[0], action)
        if not same(raw, 0, 1):
            return Broken.COPY_DIFFERS.value
        tally[0] += 1


@dataclass
class Report:
    """What came of the battles."""

    battles: int = 0
    decisions: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    unfinished: int = 0
    runaway: int = 0
    refused_starts: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


def play(report: Report, kind: str, start: dict[str, Any], seeds: list[int]) -> None:
    """Play a start from some seeds."""
    try:
        game = spire.family.game(start)
    except CardwrightError as error:
        report.refused_starts += 1
        if kind == "ordinary":
            report.violations.append({"kind": kind, "what": f"refused: {error}", "start": start})
        return
    states = np.zeros(4, Record)
    raw = states.view(np.uint8).reshape(4, -1)
    buffers, seen, tally = np.zeros((2, MAX_ACTIONS), np.int64), np.zeros(MAX_CARDS, np.uint8), np.zeros(1, np.int64)
    for seed in seeds:
        try:
            broken = Broken(battle(states, raw, game.rules, game.setup, np.uint64(seed), buffers, seen, tally)).name
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            broken = f"{type(error).__name__}: {error}"
        fault = int(states["fault"][0])
        report.battles += 1
        report.decisions += int(tally[0])
        report.runaway += fault != 0
        outcome = ("unfinished", "won", "lost", "drawn")[int(states["outcome"][0])]
        setattr(report, outcome, getattr(report, outcome) + 1)
        if broken != "NOTHING" or (fault and kind == "ordinary"):
            what = broken if broken != "NOTHING" else f"FAULT {fault}"
            report.violations.append(
                {"kind": kind, "what": what, "decision": int(tally[0]), "seed": seed, "start": start}
            )


def run(battles: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> dict[str, Report]:
    """Play so many battles: half with the standard cards, half with rules made of random parts."""
    reports = {"ordinary": Report(), "invented": Report()}
    index = 0
    while sum(report.battles for report in reports.values()) < battles:
        kind = "ordinary" if reports["ordinary"].battles <= reports["invented"].battles else "invented"
        random = Random(seed_for(seed, kind, index))
        begun = time.perf_counter()
        start = getattr(random_battles, kind)(random)
        play(reports[kind], kind, start, [random.getrandbits(64) for _ in range(BATTLES_A_START)])
        reports[kind].seconds += time.perf_counter() - begun
        index += 1
        progress(sum(report.battles for report in reports.values()))
    return reports


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    reports = run(arguments.battles, arguments.seed)
    print(json.dumps({kind: asdict(report) for kind, report in reports.items()}))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
