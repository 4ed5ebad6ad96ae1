"""Play many random games and watch that nothing breaks; with NUMBA_BOUNDSCHECK=1, every access to an array too.

NUMBA_BOUNDSCHECK=1 python tests/unicorns/unicorn_fuzz.py --games 2000 --seed 1
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

import numpy as np
import random_decks

from cardwright import unicorns
from cardwright.core import verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.jit import kernel
from cardwright.core.random import derive, seed_for
from cardwright.core.record import copy_record
from cardwright.unicorns.rules import IN_STABLE, Always, Kind, Trait
from cardwright.unicorns.state import LISTED, MAX_ACTIONS, NONE, Act, Place, Ready
from cardwright.unicorns.state import State as Record

MOST_DECISIONS = 200_000  # games with cards of random parts may take tens of thousands before they end
CHUNK = 50  # games by the same rules at a stretch
INVENTED_EVERY, INVENTED = 5, 10  # every so many stretches one of so many games with invented cards
ALL_ACTIONS_EVERY = 16  # decisions between those at which every action is tried
HIDE_EVERY = 4
_ONE = np.uint64(1)
_32 = np.uint64(32)

HAND, STABLE, DISCARD, NURSERY, DECK, STACK = (
    int(Place.HAND), int(Place.STABLE), int(Place.DISCARD), int(Place.NURSERY), int(Place.DECK), int(Place.STACK),
)  # fmt: skip
BABY, INSTANT, STABLED, OPEN_HAND = int(Kind.BABY), int(Kind.INSTANT), int(IN_STABLE), int(Always.OPEN_HAND)
SET = int(Ready.SET)
LAST_ACTION = int(Act.VARIANT) + 4
LEAVING = int(Trait.RETURNS_WHEN_LEAVING)


class Broken(IntEnum):
    """What a game can do wrong."""

    NOTHING = 0
    LIST = 1  # the cards of a place do not hang together
    CARD_TWICE = 2
    CARD_LOST = 3
    WRONG_PLACE = 4
    BABY_ASTRAY = 5
    WRONG_KIND = 6
    TARGETED_TWICE = 7
    ALWAYS_EFFECTS = 8
    INSTANTS = 9
    KNOWLEDGE = 10
    NO_CHOICE = 11
    ACTION_UNKNOWN = 12
    ACTION_TWICE = 13
    LOOKING_CHANGED_IT = 14
    SCORE = 15
    COPY_DIFFERS = 16
    FAULT = 17
    NO_END = 18
    REPLAY_DIFFERS = 19
    HIDING_CHANGED_WHAT_IS_SEEN = 20
    HIDING_CHANGED_ACTIONS = 21
    HIDING_LEAKS = 22
    STOLEN = 23


@kernel
def broken_places(s, rules, seen):
    """Each card is in exactly one place, and the places agree with the cards."""
    seen[:] = 0
    for place in range(LISTED):
        count = 0
        before = NONE
        card = s.first[place]
        while card != NONE:
            if card >= rules.card_count or s.place[card] != place or s.before[card] != before:
                return Broken.LIST.value
            if seen[card]:
                return Broken.CARD_TWICE.value
            seen[card] = 1
            count += 1
            before = card
            card = s.next[card]
        if s.last[place] != before or s.count[place] != count:
            return Broken.LIST.value
    for k in range(s.deck_count):
        seen[s.deck[k]] += 1
        if s.place[s.deck[k]] != DECK:
            return Broken.WRONG_PLACE.value
    for k in range(s.stack_count):
        seen[s.stack[k]] += 1
        if s.place[s.stack[k]] != STACK:
            return Broken.WRONG_PLACE.value
    for card in range(rules.card_count):
        if seen[card] != 1:
            return Broken.CARD_LOST.value if seen[card] == 0 else Broken.CARD_TWICE.value
    return Broken.NOTHING.value


@kernel
def broken_kinds(s, rules):
    """Babies are in the nursery and in stables only, and nothing is where it cannot be."""
    for card in range(rules.card_count):
        kind, place = rules.cards[card].kind, s.place[card]
        in_stable = STABLE <= place < DISCARD
        if kind == BABY and not in_stable and place != NURSERY:
            return Broken.BABY_ASTRAY.value
        if (in_stable and not kind & STABLED) or (place == NURSERY and kind != BABY):
            return Broken.WRONG_KIND.value
        stolen = s.stolen[card]
        if stolen != NONE and not STABLE <= s.place[stolen] < DISCARD:
            return Broken.STOLEN.value
        if stolen != NONE and rules.cards[card].trait & LEAVING and not in_stable:
            return Broken.STOLEN.value
    return Broken.NOTHING.value


@kernel
def broken_players(s, rules):
    """What the record keeps about each player agrees with the cards; everybody knows their own hand."""
    for player in range(s.players):
        always = instants = 0
        card = s.first[STABLE + player]
        while card != NONE:
            always |= rules.cards[card].always
            card = s.next[card]
        if s.always[player] != always:
            return Broken.ALWAYS_EFFECTS.value
        card = s.first[HAND + player]
        while card != NONE:
            instants += rules.cards[card].kind == INSTANT
            if not s.known[card] >> player & 1 or (always & OPEN_HAND and s.known[card] != 255):
                return Broken.KNOWLEDGE.value
            card = s.next[card]
        if s.instants[player] != instants:
            return Broken.INSTANTS.value
    return Broken.NOTHING.value


@kernel
def broken_link(s, rules, seen):
    """No card is the target of two effects of a link, and exactly the targets are marked."""
    seen[:] = 0
    for k in range(s.pool_count):
        entry = s.pool[k]
        if not entry.late and entry.target != NONE and s.step:
            if seen[entry.target]:
                return Broken.TARGETED_TWICE.value
            seen[entry.target] = 1
            if s.mark[entry.target] != k + 1 and entry.ready == SET:
                return Broken.TARGETED_TWICE.value
    return Broken.NOTHING.value


@kernel
def broken_actions(s, n, actions, seen):
    """There is a real choice, and no action is named twice or unknown."""
    if n < 2 or not 0 <= s.who < s.players:
        return Broken.NO_CHOICE.value
    seen[:] = 0
    for k in range(n):
        if not 0 <= actions[k] < LAST_ACTION:
            return Broken.ACTION_UNKNOWN.value
        if seen[actions[k]]:
            return Broken.ACTION_TWICE.value
        seen[actions[k]] = 1
    return Broken.NOTHING.value


@kernel
def same(raw, one, other):
    """Whether two records are equal byte for byte."""
    for k in range(raw.shape[1]):  # noqa: SIM110 (a generator is not for kernels)
        if raw[one, k] != raw[other, k]:
            return False
    return True


@kernel
def broken_looks(states, raw, rules, n, actions):
    """Looking at a position does not change it; state 1 is its copy."""
    s = states[0]
    for k in range(n):
        verbs.label(s, rules[0], actions[k])
    for player in range(s.players):
        value = verbs.evaluate(s, rules[0], player)
        if not -1 <= value <= 1:
            return Broken.SCORE.value
    return Broken.NOTHING.value if same(raw, 0, 1) else Broken.LOOKING_CHANGED_IT.value


@kernel
def broken_copy(s, hidden, rules, player):
    """A hidden copy has all that the player knows, and as many cards everywhere."""
    for place in range(LISTED):
        if s.count[place] != hidden.count[place]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    if s.deck_count != hidden.deck_count or s.stack_count != hidden.stack_count:
        return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for card in range(rules.card_count):
        place = s.place[card]
        public = STABLE <= place < DECK or place == STACK or place == HAND + player
        if (public or s.known[card] >> player & 1) and hidden.place[card] != place:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    for k in range(s.deck_count):
        if s.known[s.deck[k]] >> player & 1 and hidden.deck[k] != s.deck[k]:
            return Broken.HIDING_CHANGED_WHAT_IS_SEEN.value
    return Broken.NOTHING.value


@kernel
def broken_hiding(states, raw, rules, player, seed, n, actions, others, seen):
    """State 2 becomes a hidden copy of state 0, state 3 one of another position the player cannot tell from it."""
    s, hidden, other = states[0], states[2], states[3]
    copy_record(hidden, s)
    copy_record(other, s)
    verbs.hide(hidden, rules[0], player, seed)
    verbs.hide(other, rules[0], player, derive(seed, _ONE, _ONE))
    verbs.hide(other, rules[0], player, seed)
    if not same(raw, 2, 3):
        return Broken.HIDING_LEAKS.value
    broken = broken_copy(s, hidden, rules[0], player)
    if broken:
        return broken
    if hidden.who != s.who or verbs.legal(hidden, rules[0], others) < 1:
        return Broken.HIDING_CHANGED_ACTIONS.value
    if s.who == player:
        if verbs.legal(hidden, rules[0], others) != n:
            return Broken.HIDING_CHANGED_ACTIONS.value
        for k in range(n):
            if others[k] != actions[k]:
                return Broken.HIDING_CHANGED_ACTIONS.value
    if hidden.fault:
        return Broken.FAULT.value
    return broken_position(hidden, rules[0], seen)


@kernel
def broken_position(s, rules, seen):
    """What must be true of every position."""
    broken = broken_places(s, rules, seen)
    if not broken:
        broken = broken_kinds(s, rules)
    if not broken:
        broken = broken_players(s, rules)
    if not broken:
        broken = broken_link(s, rules, seen)
    return broken


@kernel
def broken_end(s):
    """One has won, or nobody; the results fit."""
    winners = 0
    for player in range(s.players):
        score = verbs.score(s, player)
        if not -1 <= score <= 1 or score == 0:
            return Broken.SCORE.value
        winners += score > 0
    return Broken.NOTHING.value if winners == (s.winner >= 0) else Broken.SCORE.value


@kernel
def game(states, raw, rules, setup, seed, buffers, seen, history, tally):
    """Play one game at random, look at it after every decision, and play it again; what broke, if anything."""
    s = states[0]
    verbs.reset(s, rules[0], setup[0], seed)
    actions = buffers[0]
    tally[:] = 0
    while True:
        broken = Broken.FAULT.value if s.fault else broken_position(s, rules[0], seen)
        if broken or verbs.decider(s) < 0:
            break
        if tally[0] >= MOST_DECISIONS:
            return Broken.NO_END.value
        chance = derive(seed, np.uint64(tally[0]), _ONE)
        n = verbs.legal(s, rules[0], actions)
        broken = broken_actions(s, n, actions, seen)
        if not broken and tally[0] % HIDE_EVERY == 0:
            copy_record(states[1], s)
            broken = broken_looks(states, raw, rules, n, actions)
            if not broken:
                player = np.int64(s.who)
                if tally[0] % (2 * HIDE_EVERY):
                    player = np.int64((chance >> np.uint64(8)) % np.uint64(s.players))
                broken = broken_hiding(states, raw, rules, player, chance, n, actions, buffers[1], seen)
                tally[1] += 1
        if not broken and tally[0] % ALL_ACTIONS_EVERY == 0:
            for k in range(n):
                copy_record(states[1], s)
                verbs.apply(states[1], rules[0], actions[k])
                if states[1].fault:
                    broken = Broken.FAULT.value
        if broken:
            break
        action = actions[np.int64((chance >> _32) % np.uint64(n))]
        verbs.apply(s, rules[0], action)
        history[tally[0]] = action
        tally[0] += 1
    if broken:
        return broken
    verbs.reset(states[1], rules[0], setup[0], seed)
    for k in range(tally[0]):
        verbs.apply(states[1], rules[0], history[k])
    return broken_end(s) if same(raw, 0, 1) else Broken.REPLAY_DIFFERS.value


@dataclass
class Report:
    """What came of the games."""

    games: int = 0
    decisions: int = 0
    turns: int = 0
    longest: int = 0  # decisions in one game
    hidden_copies: int = 0
    won: int = 0
    nobody_won: int = 0
    deck_ran_out: int = 0
    runaway: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


class Table:
    """The memory of games by one set of rules."""

    def __init__(self, start: dict[str, Any]):
        self.start = start
        self.game = unicorns.family.game(start)
        self.states = np.zeros(4, Record)
        self.raw = self.states.view(np.uint8).reshape(4, -1)
        self.buffers = np.zeros((2, MAX_ACTIONS), np.int64)
        self.seen = np.zeros(256, np.uint8)
        self.history = np.zeros(MOST_DECISIONS, np.int64)
        self.tally = np.zeros(2, np.int64)

    def play(self, report: Report, seed: int) -> None:
        """Play one game and note what came of it."""
        memory = (self.buffers, self.seen, self.history, self.tally)
        try:
            found = game(self.states, self.raw, self.game.rules, self.game.setup, np.uint64(seed), *memory)
            broken = Broken(found).name
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            broken = f"{type(error).__name__}: {error}"
        end, decisions = self.states[0], int(self.tally[0])
        report.games += 1
        report.decisions += decisions
        report.turns += int(end.turn)
        report.hidden_copies += int(self.tally[1])
        report.longest = max(report.longest, decisions)
        report.won += int(end.winner) >= 0
        report.nobody_won += int(end.winner) < 0
        report.deck_ran_out += bool(end.ending)
        if broken == "FAULT" and "cards" in self.start:  # rules of random parts may set themselves off without end
            report.runaway += 1
        elif broken != "NOTHING":
            what = {"what": broken, "decision": decisions, "seed": seed, "start": self.start}
            report.violations.append(what)


def invented_table(random: Random) -> Table:
    """A game with cards of random parts, of which some are too many and are refused."""
    while True:
        with contextlib.suppress(CardwrightError):
            return Table(random_decks.invented(random))


def run(games: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> dict[str, Report]:
    """Play so many games in turn: 2 to 8 players by both profiles, and now and then with cards of random parts."""
    reports = {"official": Report(), "thesis": Report(), "invented": Report()}
    starts = [{"players": players, "rules": rules} for players in range(2, 9) for rules in ("official", "thesis")]
    tables = [(str(start["rules"]), Table(start)) for start in starts]
    done = 0
    for index in itertools.count():
        kind, table = tables[index % len(tables)]
        size = CHUNK
        if index % INVENTED_EVERY == INVENTED_EVERY - 1:
            kind, size = "invented", INVENTED
            table = invented_table(Random(seed_for(seed, "deck", index)))
        begun = time.perf_counter()
        for _ in range(min(size, games - done)):
            table.play(reports[kind], seed_for(seed, "game", done))
            done += 1
        reports[kind].seconds += time.perf_counter() - begun
        progress(done)
        if done >= games:
            break
    return reports


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    reports = run(arguments.games, arguments.seed)
    print(json.dumps({kind: asdict(report) for kind, report in reports.items()}))
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
