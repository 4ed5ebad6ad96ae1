"""Play many random card games and check that nothing breaks; NUMBA_BOUNDSCHECK=1 checks array accesses too.

NUMBA_BOUNDSCHECK=1 python tests/cgdl/card_fuzz.py --games 200 --seed 1
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

import numpy as np

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.engine.bits import count
from cardwright.cgdl.engine.state import CARDS, DECK_OF_CARDS, MAX_ACTIONS, NONE, RING, Ended
from cardwright.cgdl.engine.state import State as Record
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.switches import SWITCHES
from cardwright.core import verbs
from cardwright.core.jit import kernel
from cardwright.core.random import derive, seed_for
from cardwright.core.record import copy_record

PLAYS_PER_GAME = 5
MOST_DECISIONS = 20_000
_ONE = np.uint64(1)


class Broken(IntEnum):
    """The faults of a game."""

    NOTHING = 0
    CARD_IN_TWO_ZONES = 1
    CARD_LOST = 2
    TABLE_OUT_OF_ORDER = 3
    DECK_OUT_OF_ORDER = 4
    TOKENS_BELOW_ZERO = 5
    OWN_CARDS_UNKNOWN = 6
    NO_LEGAL_ACTION = 7
    ACTION_OUT_OF_ORDER = 8
    READING_CHANGED_IT = 9
    SCORE_OUT_OF_RANGE = 10
    COPY_DIFFERS = 11
    HIDING_CHANGED_ACTIONS = 12
    HIDING_CHANGED_KNOWN_CARDS = 13
    HIDING_LEAKS = 14
    FAULT = 15
    ENDLESS = 16
    NO_RESULT = 17


@kernel
def broken_cards(s, rules):
    """Check that each of the 52 cards is in exactly one zone, and that zones are consistent."""
    seen = s.removed
    if not 0 <= s.ordered_bottom <= s.deck_size <= CARDS or s.ordered_top > s.deck_size:
        return Broken.DECK_OUT_OF_ORDER.value
    for k in range(s.deck_size):
        card = int(s.deck[(int(s.deck_start) + k) & (RING - 1)])
        if seen >> card & 1:
            return Broken.CARD_IN_TWO_ZONES.value
        seen |= 1 << card
    for player in range(rules.players):
        if seen & s.hands[player]:
            return Broken.CARD_IN_TWO_ZONES.value
        seen |= s.hands[player]
        if s.hands[player] & ~s.knows[player]:
            return Broken.OWN_CARDS_UNKNOWN.value
    for table in range(rules.tables):
        if seen & s.tables[table]:
            return Broken.CARD_IN_TWO_ZONES.value
        seen |= s.tables[table]
        if broken_table(s, table):
            return Broken.TABLE_OUT_OF_ORDER.value
    return Broken.NOTHING.value if seen == DECK_OF_CARDS else Broken.CARD_LOST.value


@kernel
def broken_table(s, table):
    """Return whether the linked list of a table, from top to bottom, differs from its set of cards."""
    left = s.tables[table]
    card = int(s.top[table])
    last = NONE
    while card != NONE:
        if not left >> card & 1:
            return True
        left ^= 1 << card
        last = card
        card = int(s.below[card])
    return left != 0 or last != s.bottom[table]


@kernel
def broken_rest(s, rules):
    """Check that no pile of tokens is negative, and that a finished game has a result."""
    for player in range(rules.players):
        if s.stash[player] < 0 or s.bet[player] < 0:
            return Broken.TOKENS_BELOW_ZERO.value
    if s.fault:
        return Broken.FAULT.value
    if s.ended and (s.winner != NONE) != (s.ended == Ended.WON):
        return Broken.NO_RESULT.value
    return Broken.NOTHING.value


@kernel
def broken_actions(n, actions):
    """Check that there is an action, and that actions are ascending and in range."""
    if n < 1:
        return Broken.NO_LEGAL_ACTION.value
    for k in range(n):
        if not (actions[k] < MAX_ACTIONS and actions[k] > (actions[k - 1] if k else -1)):
            return Broken.ACTION_OUT_OF_ORDER.value
    return Broken.NOTHING.value


@kernel
def same(raw, one, other):
    """Return whether two records are equal byte for byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110 (kernels have no generators)
        if raw[one, k] != raw[other, k]:
            return False
    return True


@kernel
def swapped(cards, one, other):
    """Return a set of cards after exchanging two cards."""
    if (cards >> one & 1) == (cards >> other & 1):
        return cards
    return cards ^ (1 << one | 1 << other)


@kernel
def exchange_unknown(s, rules, player):
    """Exchange the first and the last of the cards whose zones the player does not know."""
    unknown = DECK_OF_CARDS & ~s.knows[player]
    one, other = -1, -1
    for card in range(CARDS):
        if unknown >> card & 1:
            one = card if one < 0 else one
            other = card
    if one == other:
        return
    for each in range(rules.players):
        s.hands[each] = swapped(s.hands[each], one, other)
        s.knows[each] = swapped(s.knows[each], one, other)
    for k in range(RING):
        if s.deck[k] == one:
            s.deck[k] = other
        elif s.deck[k] == other:
            s.deck[k] = one


@kernel
def broken_hiding(states, raw, rules, player, seed, n, actions, others):
    """Check hidden copies of state 0, in states 2 and 3; the latter has unknown cards exchanged before hiding."""
    s, hidden, turned = states[0], states[2], states[3]
    copy_record(hidden, s)
    copy_record(turned, s)
    exchange_unknown(turned, rules[0], player)
    verbs.hide(hidden, rules[0], player, seed)
    verbs.hide(turned, rules[0], player, seed)
    if not same(raw, 2, 3):
        return Broken.HIDING_LEAKS.value
    for each in range(rules[0].players):
        moved = s.hands[each] ^ hidden.hands[each]
        if count(s.hands[each]) != count(hidden.hands[each]) or moved & s.knows[player]:
            return Broken.HIDING_CHANGED_KNOWN_CARDS.value
    if hidden.knows[player] != s.knows[player]:
        return Broken.HIDING_CHANGED_KNOWN_CARDS.value
    m = verbs.legal(hidden, rules[0], others)
    if player == s.player:
        if m != n:
            return Broken.HIDING_CHANGED_ACTIONS.value
        for k in range(n):
            same_words = verbs.label(hidden, rules[0], others[k]) == verbs.label(s, rules[0], actions[k])
            if others[k] != actions[k] or not same_words:
                return Broken.HIDING_CHANGED_ACTIONS.value
    if m < 1:
        return Broken.NO_LEGAL_ACTION.value
    verbs.apply(hidden, rules[0], others[int((seed >> np.uint64(33)) % np.uint64(m))])
    return max(broken_cards(hidden, rules[0]), broken_rest(hidden, rules[0]))


@kernel
def broken_reads(states, raw, rules, n, actions):
    """Check that reading a position does not change it; state 1 is its copy."""
    s = states[0]
    for k in range(n):
        verbs.label(s, rules[0], actions[k])
    for player in range(rules[0].players):
        value = verbs.evaluate(s, rules[0], player)
        if not -1 <= value <= 1 or not -1 <= verbs.score(s, player) <= 1:
            return Broken.SCORE_OUT_OF_RANGE.value
    return Broken.NOTHING.value if same(raw, 0, 1) else Broken.READING_CHANGED_IT.value


@kernel
def play_game(states, raw, rules, setup, seed, buffers, tally):
    """Play one game at random and check it after every decision; return the fault, if any."""
    s = states[0]
    verbs.reset(s, rules[0], setup[0], seed)
    tally[0] = 0
    actions = buffers[0]
    while True:
        broken = max(broken_cards(s, rules[0]), broken_rest(s, rules[0]))
        if broken or verbs.decider(s) < 0:
            return broken
        if tally[0] >= MOST_DECISIONS:
            return Broken.ENDLESS.value
        draw = derive(seed, np.uint64(tally[0]), _ONE)
        copy_record(states[1], s)
        n = verbs.legal(s, rules[0], actions)
        broken = broken_actions(n, actions)
        if not broken:
            broken = broken_reads(states, raw, rules, n, actions)
        for player in range(rules[0].players):
            if not broken:
                broken = broken_hiding(states, raw, rules, player, draw, n, actions, buffers[1])
        if broken:
            return broken
        action = actions[int((draw >> np.uint64(32)) % np.uint64(n))]
        verbs.apply(s, rules[0], action)
        verbs.apply(states[1], rules[0], action)
        if not same(raw, 0, 1):
            return Broken.COPY_DIFFERS.value
        tally[0] += 1


@dataclass
class Report:
    """The results of the games."""

    games: int = 0
    plays: int = 0
    decisions: int = 0
    won: int = 0
    drawn: int = 0
    crashed: int = 0
    open: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


def play(report: Report, game: tree.Game, seeds: list[int]) -> None:
    """Play a game from these seeds."""
    built = cgdl.game(game)
    states = np.zeros(4, Record)
    raw = states.view(np.uint8).reshape(4, -1)
    buffers, tally = np.zeros((2, MAX_ACTIONS), np.int64), np.zeros(1, np.int64)
    report.games += 1
    for seed in seeds:
        try:
            broken = Broken(play_game(states, raw, built.rules, built.setup, np.uint64(seed), buffers, tally)).name
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            broken = f"{type(error).__name__}: {error}"
        report.plays += 1
        report.decisions += int(tally[0])
        outcome = Ended(int(states["ended"][0])).name.lower()
        setattr(report, outcome, getattr(report, outcome) + 1)
        if broken != "NOTHING":
            what = {"what": broken, "decision": int(tally[0]), "seed": seed, "text": cgdl.text(game)}
            report.violations.append(what)


def with_random_switches(game: tree.Game, rng: Random) -> tree.Game:
    """Return the game with random switches; unchanged if that is not valid."""
    settings = tuple(
        tree.Setting(switch.name, rng.choice(switch.values or [20, 100, 300]))
        for switch in SWITCHES.values()
        if rng.random() < 0.5
    )
    changed = dataclasses.replace(game, switches=settings)
    return game if problems(changed) else changed


def random_games(number: int, seed: int) -> Iterator[tree.Game]:
    """Yield random games and variants of known ones, most with random switches."""
    known = [cgdl.load(name) for name in cgdl.games()]
    for index in range(number):
        rng = Random(seed_for(seed, "card games", index))
        if index % 4 == 3:
            game = cgdl.mutated(rng.choice(known), rng.getrandbits(32))
        else:
            game = cgdl.random_game(rng.getrandbits(32), rng.randint(2, 6), None, rng.choice([1, 2, 2]))
        yield game if index % 4 == 0 else with_random_switches(game, rng)


def run(games: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Make and play this many games."""
    report = Report()
    began = time.perf_counter()
    for index, game in enumerate(random_games(games, seed)):
        rng = Random(seed_for(seed, "plays", index))
        play(report, game, [rng.getrandbits(64) for _ in range(PLAYS_PER_GAME)])
        progress(report.games)
    report.seconds = time.perf_counter() - began
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    report = run(arguments.games, arguments.seed)
    print(json.dumps(dataclasses.asdict(report)))
    return 1 if report.violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
