"""Which reading of "A Card Game Description Language" comes closest to its Table 5.

    python benchmarks/cgdl_readings.py                       # all readings of the three games, then new games
    python benchmarks/cgdl_readings.py --plays 300 --best 3  # a first look
    python benchmarks/cgdl_readings.py --one-by-one          # the profile `paper` with one switch changed at a time

A reading is a value for each switch where the paper leaves something open, and how random players choose: among all
moves, or among rules first. All three games are played by the same reading, so a value that suits one of them must not
hurt the others. The distance of a row is the total variation between its shares and the paper's (0 to 1), plus the
absolute logarithm of the ratio of the turns. The turns of random games do not count, because they depend on how deep
the games are grown, which the paper does not say. Nothing here is fitted: every value is a reading of the text.
"""

# mypy: allow-untyped-decorators
from __future__ import annotations

import argparse
import heapq
import itertools
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from rich.console import Console

from cardwright import cgdl
from cardwright.agents import Compiled, make, play_games
from cardwright.cgdl import tree
from cardwright.cgdl.engine.state import CHOICES, Ended
from cardwright.cgdl.language.checks import problems
from cardwright.cgdl.language.switches import setting
from cardwright.core import below, inlined
from cardwright.core.random import seeds_for
from cardwright.papers.cgdl import GAMES, PAPER, PLAYERS, PLAYS, RANDOM, Figures
from cardwright.papers.cgdl_readings import PROFILES, Reading

Switches = Mapping[str, str | int]
Space = Mapping[str, tuple[str, ...]]

# What is open in all three games, in two of them, and in one.
SHARED: Space = {
    "rules_per_turn": ("one", "many", "each"),
    "passing": ("never", "next", "done", "both"),
    "mandatory": ("each_turn", "each_rule"),  # with first_turn, nobody wins UNO
    "counting": ("turns", "idle", "everything", "rules", "actions"),
}
TOKENS: Space = {
    "other_hands": ("all", "any"),
    "out_hands": ("ignored", "counted"),
    "points": ("stash", "stash_and_bet"),
    "ties": ("draw", "first"),
}
OWN: dict[str, Space] = {
    "texas": {"other_bets": ("highest", "sum"), "bets": ("total", "added"), "kickers": ("count", "ignored")},
    "blackjack": {"sums": ("ranking", "numbers")},
    "uno": {
        "drawing": ("when_stuck", "always"),
        "empty_deck": ("stays", "ends", "reshuffles"),
        "compare_with": ("top", "any"),
        "showing": ("one", "set"),
    },
}


@inlined
def take_any_rule(s, rules, weights, player, n, settings, seed, scratch):  # type: ignore[no-untyped-def]
    """Return a random action of a random rule; the actions of a rule follow each other."""
    actions, dice = scratch.actions[0], scratch.dice[0]
    dice.rng[0] = seed
    groups = 1
    for k in range(1, n):
        groups += actions[k] // CHOICES != actions[k - 1] // CHOICES
    left = below(dice, 0, groups)
    start = 0
    while left:
        start += 1
        left -= actions[start] // CHOICES != actions[start - 1] // CHOICES
    stop = start + 1
    while stop < n and actions[stop] // CHOICES == actions[start] // CHOICES:
        stop += 1
    return actions[start + below(dice, 0, stop - start)]


class RandomRule(Compiled):
    """Plays any rule, all equally likely, and plays it in any way, all equally likely."""

    kernel = staticmethod(take_any_rule)


LOADED = {name: cgdl.load(name) for name in GAMES}
AGENTS = {"moves": make("random"), "rules": RandomRule()}


@dataclass(frozen=True, order=True)
class Outcome:
    """How a row of plays ended, and how far it is from the paper's row."""

    distance: float
    shares: float  # the part of the distance that comes from the shares
    counts: tuple[float, ...]  # wins, draws and crashes per 1,000 plays
    turns: float

    def __str__(self) -> str:
        counts = "/".join(f"{count:.0f}" for count in self.counts)
        return f"{counts}, {self.turns:.1f} turns: {self.distance:.3f}"


def outcome(paper: Figures, states: np.ndarray, refused: int = 0) -> Outcome:
    """Return how plays ended; games that were refused count as crashed."""
    won, crashed = states["ended"] == Ended.WON, states["ended"] == Ended.CRASHED
    wins = [np.count_nonzero(won & (states["winner"] == seat)) for seat in range(PLAYERS)]
    counts = (*wins, np.count_nonzero(states["ended"] == Ended.DRAWN), np.count_nonzero(crashed) + refused)
    scaled = tuple(PLAYS * int(count) / (len(states) + refused) for count in counts)
    turns = float(states["turn"][~crashed].mean()) if not crashed.all() else math.nan
    printed = (*paper.wins, paper.draws, paper.crashes)
    shares = sum(abs(one - other) for one, other in zip(scaled, printed, strict=True)) / (2 * PLAYS)
    length = abs(math.log(turns / paper.turns)) if turns > 0 else math.inf
    return Outcome(shares + length, shares, scaled, turns)


def played(game: tree.Game, agent: str, plays: int, seed: int) -> np.ndarray:
    """Return the final positions of random plays."""
    seeds = (seeds_for(seed, use, np.arange(plays)) for use in ("game", "agent"))
    return play_games(cgdl.game(game), [AGENTS[agent]] * PLAYERS, *seeds).states


def combinations(space: Space) -> Iterator[dict[str, str]]:
    """Yield every choice of one value for each switch."""
    for values in itertools.product(*space.values()):
        yield dict(zip(space, values, strict=True))


def best_own(name: str, agent: str, common: Switches, plays: int, seed: int) -> tuple[Outcome, dict[str, str]]:
    """Return the best reading of what only one game needs, together with the common switches."""
    found = []
    for own in combinations(OWN[name]):
        game = Reading({**common, **own}).applied(LOADED[name])
        found.append((outcome(PAPER[name], played(game, agent, plays, seed)), own))
    return min(found, key=lambda each: each[0])


@dataclass(frozen=True)
class Found:
    """A reading and the outcome of each game; the distance is the sum."""

    agent: str
    switches: dict[str, str]
    outcomes: dict[str, Outcome]

    @property
    def distance(self) -> float:
        return sum(each.distance for each in self.outcomes.values())

    def __str__(self) -> str:
        changed = {name: value for name, value in self.switches.items() if value != setting(name, {})}
        words = ", ".join(f"{name} = {value}" for name, value in changed.items())
        lines = [f"{self.distance:.3f}  {self.agent}; {words or 'defaults'}"]
        return "\n".join([*lines, *(f"       {name}: {each}" for name, each in self.outcomes.items())])


def search(plays: int, seed: int, best: int, console: Console) -> list[Found]:
    """Return the closest readings of the three games, from all combinations of all switches."""
    found: list[Found] = []
    for agent in AGENTS:
        for shared in combinations(SHARED):
            uno, own_uno = best_own("uno", agent, shared, plays, seed)
            for tokens in combinations(TOKENS):
                common = {**shared, **tokens}
                texas, own_texas = best_own("texas", agent, common, plays, seed)
                blackjack, own_blackjack = best_own("blackjack", agent, common, plays, seed)
                switches = {**common, **own_uno, **own_texas, **own_blackjack}
                found.append(Found(agent, switches, dict(zip(GAMES, (texas, blackjack, uno), strict=True))))
        console.print(f"{agent}: {len(found):,} combinations of the shared switches tried")
        found = heapq.nsmallest(best, found, key=lambda each: each.distance)
    return found


def random_row(reading: Reading, agent: str, games: int, seed: int) -> Outcome:
    """Return how random games end."""
    made = (reading.random_game(seed, number, PLAYERS) for number in range(games))
    states = [played(game, agent, 1, seed + number) for number, game in enumerate(made)]
    return outcome(PAPER[RANDOM], np.concatenate(states))


def mutation_row(name: str, reading: Reading, agent: str, games: int, seed: int) -> Outcome:
    """Return how mutations of a game end."""
    states, refused = [], 0
    for number, game in enumerate(reading.mutations(LOADED[name], seed, 0, games)):
        if problems(game):
            refused += 1
        else:
            states.append(played(game, agent, 1, seed + number))
    nothing = played(LOADED[name], agent, 1, seed)[:0]
    return outcome(PAPER[f"mutations of {name}"], np.concatenate([nothing, *states]), refused)


def new_games(reading: Reading, agent: str, games: int, seed: int, walks: int, console: Console) -> None:
    """Print how random games end, and mutations made in each way."""
    console.print(f"random games: {random_row(reading, agent, games, seed)}")
    for (valid, edit), name in itertools.product(itertools.product((False, True), repeat=2), GAMES):
        single = replace(reading, walk=False, valid=valid, edit=edit)
        kind = f"{'made again' if valid else 'refused'} if not valid{'' if edit else ', a part regrown'}"
        console.print(f"mutations of {name}, {kind}: {mutation_row(name, single, agent, games, seed)}")
    for name, walk in itertools.product(GAMES, range(walks)):
        chain = replace(reading, walk=True, valid=True)
        console.print(f"mutations of {name}, walk {walk + 1}: {mutation_row(name, chain, agent, games, seed + walk)}")


def one_by_one(plays: int, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the distances of the profile `paper` with one switch changed at a time, the profile itself first."""
    base = {**PROFILES["paper"].switches}
    space = {**SHARED, **TOKENS, **{name: values for own in OWN.values() for name, values in own.items()}}
    changes: list[tuple[str, Switches, str]] = [("paper", base, "moves"), ("players choose rules", base, "rules")]
    for name, values in space.items():
        others = (value for value in values if value != setting(name, base))
        changes += [(f"{name} = {value}", {**base, name: value}, "moves") for value in others]
    for what, switches, agent in changes:
        reading = Reading(switches)
        outcomes = {
            name: outcome(PAPER[name], played(reading.applied(LOADED[name]), agent, plays, seed)) for name in GAMES
        }
        distances = {name: round(each.distance, 3) for name, each in outcomes.items()}
        distances[RANDOM] = round(random_row(reading, agent, games, seed).shares, 3)
        yield {"reading": what, **distances, "sum": round(sum(distances.values()), 3)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plays", type=int, default=300, help="plays of each game in each reading")
    parser.add_argument("--games", type=int, default=1000, help="new games in each row; 0 for none")
    parser.add_argument("--walks", type=int, default=4, help="walks of mutations")
    parser.add_argument("--best", type=int, default=5, help="readings to print")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--one-by-one", action="store_true", help="change one switch of the profile `paper` at a time")
    arguments = parser.parse_args()
    console = Console(soft_wrap=True, highlight=False)
    if arguments.one_by_one:
        for row in one_by_one(arguments.plays, arguments.games, arguments.seed):
            console.print(json.dumps(row))
        new_games(PROFILES["paper"], "moves", arguments.games, arguments.seed, arguments.walks, console)
        return 0
    found = search(arguments.plays, arguments.seed, arguments.best, console)
    for each in found:
        console.print(str(each))
    if arguments.games:
        for each in found:
            console.print(f"new games, {each}")
            new_games(Reading(each.switches), each.agent, arguments.games, arguments.seed, arguments.walks, console)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
