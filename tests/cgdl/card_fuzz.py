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

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.engine.state import CARDS, DECK_OF_CARDS, MAX_CARDS, NONE, PILES, RING, Ended
from cardwright.cgdl.engine.state import State as Record
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.switches import SWITCHES
from cardwright.core.compiling.jit import kernel
from cardwright.core.random import seed_for
from cardwright.testing import Fuzzer, register_invariant

PLAYS_PER_GAME = 5


class Broken(IntEnum):
    """The faults of a position."""

    NOTHING = 0
    CARD_IN_TWO_ZONES = 1
    CARD_LOST = 2
    TABLE_OUT_OF_ORDER = 3
    DECK_OUT_OF_ORDER = 4
    TOKENS_BELOW_ZERO = 5
    OWN_CARDS_UNKNOWN = 6
    NO_RESULT = 7


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
    for table in range(PILES):
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
    if s.ended and (s.winner != NONE) != (s.ended == Ended.WON):
        return Broken.NO_RESULT.value
    return Broken.NOTHING.value


@kernel
def broken(s, rules, scratch):
    """Return what is wrong with a position, if anything."""
    return max(broken_cards(s, rules), broken_rest(s, rules))


register_invariant(Record, broken, Broken)


@dataclass
class Report:
    """The results of the games."""

    games: int = 0
    plays: int = 0
    decisions: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    crashed: int = 0
    open: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


def play(report: Report, game: tree.Game, seeds: list[int]) -> None:
    """Play a game from these seeds."""
    fuzzer = Fuzzer(cgdl.game(game))
    report.games += 1
    for seed in seeds:
        found = fuzzer.play(seed)
        outcome = Ended(int(fuzzer.record.ended)).name.lower()
        setattr(report, outcome, getattr(report, outcome) + 1)
        if found:
            report.violations.append({**dataclasses.asdict(found), "text": cgdl.text(game)})
    report.plays += fuzzer.games
    report.decisions += fuzzer.decisions


def with_random_switches(game: tree.Game, rng: Random) -> tree.Game:
    """Return the game with random switches; those that are not valid in it, or in its language, are left out."""
    bare = dataclasses.replace(game, switches=())
    game = game if problems(bare) else bare
    for switch in SWITCHES.values():
        if rng.random() < 0.5:
            setting = tree.Setting(switch.name, rng.choice(switch.values or [20, 100, 300]))
            others = (each for each in game.switches if each.name != switch.name)
            changed = dataclasses.replace(game, switches=(*others, setting))
            game = game if problems(changed) else changed
    return game


def random_games(number: int, seed: int, large: bool) -> Iterator[tree.Game]:
    """Yield random games and variants of known ones, most with random switches; those with large decks only if asked.

    Large decks have kernels of their own, and these take long to compile.
    """
    names = (name for name in cgdl.games() if large or len(cgdl.game(name).pack.names) <= MAX_CARDS)
    known = [cgdl.load(name) for name in names]
    for index in range(number):
        rng = Random(seed_for(seed, "card games", index))
        if index % 4 == 3:
            game = cgdl.mutated(rng.choice(known), rng.getrandbits(32))
        else:
            game = cgdl.random_game(rng.getrandbits(32), rng.randint(2, 6), None, rng.choice([1, 2, 2]))
        yield game if index % 4 == 0 else with_random_switches(game, rng)


def run(games: int, seed: int, large: bool, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Make and play this many games."""
    report = Report()
    began = time.perf_counter()
    for index, game in enumerate(random_games(games, seed, large)):
        rng = Random(seed_for(seed, "plays", index))
        play(report, game, [rng.getrandbits(64) for _ in range(PLAYS_PER_GAME)])
        progress(report.games)
    report.seconds = time.perf_counter() - began
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--large", action="store_true", help="also games with large decks")
    arguments = parser.parse_args()
    report = run(arguments.games, arguments.seed, arguments.large)
    print(json.dumps(dataclasses.asdict(report)))
    return 1 if report.violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
