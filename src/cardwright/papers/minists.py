"""The figures of "MiniStS: A Testbed for Dynamic Rule Exploration", reproduced: first battles, agents, grown cards.

B. Bateni and J. Whitehead, "MiniStS: A Testbed for Dynamic Rule Exploration" (2024), section 3.
"""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardwright import arena, spire
from cardwright.agents import Reader, make, play_game, play_games
from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate
from cardwright.core.errors import BadData
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.random import seed_for, seeds_for
from cardwright.core.state import State
from cardwright.generate.cards import figures, trials
from cardwright.spire.making.maker import SpireMaker
from cardwright.suite import rules

PAPER = {"turns": 5, "actions": 23, "milliseconds": 10}  # of the first-action agent; less than 10 ms, on 50 threads
FIRST = "first"
AGENTS = ("random", "lookahead:1", "lookahead:2")
DECK = "ironclad"
ENCOUNTERS: dict[str, list[list[str]]] = {  # the four possible first battles; the variants of each are equally likely
    "Cultist": [["Cultist"]],
    "Jaw Worm": [["Jaw Worm"]],
    "two louses": [[left, right] for left in ("Red Louse", "Green Louse") for right in ("Red Louse", "Green Louse")],
    "small slimes": [["Spike Slime S", "Acid Slime M"], ["Acid Slime S", "Spike Slime M"]],
}
TIMINGS = 5  # measurements of time, of which the mean is shown
PLAIN_BATTLES = 3  # as plain Python, for each measurement of time
ALL = "all"
DEGENERATE = (figures.LOOPS, figures.NEVER_PLAYABLE, figures.NEVER_PLAYED, figures.DOES_NOTHING)

Progress = Callable[[int, int, str], None]


class Effort(NamedTuple):
    """How much is played."""

    battles: int  # for each of the four encounters
    asked: int  # battles for each encounter, and games for each scenario, of a language model
    suite_games: int  # games for each scenario of the rules suite
    grown: int  # cards
    judged: int  # cards of these that are judged by play


FULL = Effort(battles=1000, asked=5, suite_games=20, grown=2000, judged=100)
QUICK = Effort(battles=40, asked=1, suite_games=2, grown=500, judged=5)


@dataclass(frozen=True)
class FirstBattles:
    """The first-action agent in one encounter: figures of a battle, and how actions can be counted."""

    encounter: str
    battles: int
    turns: Estimate
    cards: Estimate  # cards played
    decisions: Estimate  # cards, ends of turns, and targets where there is a choice
    questions: Estimate  # as the paper's agents are asked: cards, ends of turns, and the target of every attack
    wins: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {name: list(each) if isinstance(each, Estimate) else each for name, each in vars(self).items()}


@dataclass(frozen=True)
class Played:
    """How one agent does in one encounter, or in the rules suite, where its gap to the best play is measured."""

    agent: str
    where: str
    games: int
    wins: Estimate | None
    figure: Estimate  # HP left; in the suite, the mean gap

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {name: list(each) if isinstance(each, Estimate) else each for name, each in vars(self).items()}


@dataclass(frozen=True)
class Cards:
    """What the grammar alone makes, without any judgement."""

    grown: int
    valid: Estimate  # the share that the game can play
    judged: int
    flags: dict[str, Estimate]  # shares of the valid cards that were judged
    degenerate: Estimate  # the share with any of these flags, duplicates aside
    duplicates: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        plain = {name: list(each) if isinstance(each, Estimate) else each for name, each in vars(self).items()}
        return {**plain, "flags": {name: list(each) for name, each in self.flags.items()}}


@dataclass(frozen=True)
class Report:
    """All figures."""

    first: list[FirstBattles]
    milliseconds: dict[str, Estimate]  # of a battle, by how it is played
    agents: list[Played]
    cards: Cards

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "paper": PAPER,
            "first_battles": [each.to_dict() for each in self.first],
            "milliseconds": {name: list(each) for name, each in self.milliseconds.items()},
            "agents": [each.to_dict() for each in self.agents],
            "cards": self.cards.to_dict(),
            "explanation": self.explanation(),
        }

    def explanation(self) -> list[str]:
        """Return what differs from the paper and why, computed from the figures."""
        overall = self.first[-1]
        counts = {"cards": overall.cards, "decisions": overall.decisions, "questions": overall.questions}
        nearest = min(counts, key=lambda name: abs(counts[name].value - PAPER["actions"]))
        turns = [each.turns.value for each in self.first[:-1]]
        compiled = self.milliseconds["compiled"].value
        return [
            f"Turns: {overall.turns.value:.1f} on average, {min(turns):.1f} to {max(turns):.1f} by encounter; the "
            f"paper has about {PAPER['turns']} and does not say which enemies it means.",
            f"Actions: the paper has about {PAPER['actions']} and does not say what it counts. Nearest are our "
            f"{nearest} ({counts[nearest].value:.1f}). Its agents answer a question for each target; here, a choice "
            "with a single option is made automatically and is no decision.",
            "First: the leftmost card that can be played, then the next; the end of the turn comes last. If the end of "
            "the turn came first, the agent would never play a card, which the paper's 23 actions rule out.",
            f"Time: {compiled:.4f} ms a battle in one thread, {PAPER['milliseconds'] / compiled:,.0f} times as fast as "
            f"the paper's {PAPER['milliseconds']} ms on 50 threads of a laptop, which has another processor.",
            "AND and TO: an effect is a list of actions, and `to` aims some or all of them, which is equivalent. "
            "The cards of the paper's Figures 9 and 10 (Survivor, Bash, Bash*) are among the standard cards.",
            "Language models: the paper refers to an earlier one for its comparison and states no scenarios. The first "
            "battles and the rules suite stand in for them here.",
        ]


def reproduce(
    effort: Effort = FULL,
    seed: int = 0,
    agents: Sequence[str] = (),
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return all figures; `agents` are compared in addition to those of the paper, for example a language model."""
    chosen = [make(name).name for name in dict.fromkeys([*AGENTS, *agents])]  # a wrong name must fail now
    steps = len(ENCOUNTERS) + 1 + len(chosen) + 1
    done = 0

    def step(words: str) -> None:
        nonlocal done
        if progress:
            progress(done, steps, words)
        done += 1

    first = []
    for encounter in ENCOUNTERS:
        step(encounter)
        first.append(first_battles(encounter, effort.battles, seed))
    step("time")
    times = milliseconds(effort.battles, seed)
    compared = []
    for agent in chosen:
        step(agent)
        compared += compare(agent, effort, seed, jobs)
    step("cards")
    return Report([*first, _overall(first)], times, compared, grown_cards(effort, seed))


# First battles


def _battles(encounter: str) -> list[Game]:
    return [spire.battle(DECK, enemies, name=encounter) for enemies in ENCOUNTERS[encounter]]


def first_battles(encounter: str, battles: int, seed: int) -> FirstBattles:
    """Let the first-action agent play battles of one encounter, its variants in turn, and count everything."""
    games, agent = _battles(encounter), make(FIRST)
    columns: dict[str, list[float]] = {name: [] for name in ("turns", "cards", "decisions", "questions")}
    wins = 0
    for number in range(battles):
        counts: Counter[str] = Counter()

        def count(state: State, legal: list[Action], action: Action, counts: Counter[str] = counts) -> None:
            counts[action.kind] += 1
            if action.kind == "play":
                counts["attack"] += spire.standard().card(action.name).type == "attack"

        game = games[number % len(games)]
        own = seed_for(seed, encounter, number)
        state = play_game(game, [agent], own, own, on_decision=count)
        columns["turns"].append(state.turn)
        columns["cards"].append(counts["play"])
        columns["decisions"].append(counts["play"] + counts["end turn"] + counts["target"])
        columns["questions"].append(counts["play"] + counts["end turn"] + counts["attack"])
        wins += bool(state.winners)
    means = {name: statistics.mean(np.array(values)) for name, values in columns.items()}
    return FirstBattles(encounter, battles, wins=statistics.rate(wins, battles), **means)


def _overall(rows: Sequence[FirstBattles]) -> FirstBattles:
    """Return the mean of all encounters, which are equally likely."""
    names = ("turns", "cards", "decisions", "questions", "wins")
    means = {name: _mean([getattr(each, name) for each in rows]) for name in names}
    return FirstBattles(ALL, sum(each.battles for each in rows), **means)


def _mean(estimates: Sequence[Estimate]) -> Estimate:
    """Return the mean of independent figures."""
    value = sum(each.value for each in estimates) / len(estimates)
    half = math.sqrt(sum((each.high - each.low) ** 2 for each in estimates)) / 2 / len(estimates)
    return Estimate(value, value - half, value + half)


def milliseconds(battles: int, seed: int) -> dict[str, Estimate]:
    """Return the time of a battle in one thread: compiled, played from Python, and interpreted."""
    games = [game for encounter in ENCOUNTERS for game in _battles(encounter)[:1]]
    agent = make(FIRST)

    def compiled(game: Game) -> int:
        seeds = seeds_for(seed, game.name, np.arange(battles))
        play_games(game, [agent], seeds, seeds)
        return battles

    def from_python(game: Game) -> int:
        return _one_by_one(game, min(battles, 100), logged=False)

    def plain(game: Game) -> int:
        return _one_by_one(game, min(battles, PLAIN_BATTLES), logged=True)

    ways = {"compiled": compiled, "from Python": from_python, "plain Python": plain}
    found = {}
    for name, way in ways.items():
        way(games[0])  # the first time, kernels may have to be compiled
        found[name] = statistics.mean(np.array([_timed(way, games) for _ in range(TIMINGS)]))
    return found


def _one_by_one(game: Game, battles: int, logged: bool) -> int:
    """Play battles in a Python loop, taking the first legal action each time."""
    for seed in range(battles):
        state = game.new(seed, logged=logged)
        while not state.over:
            state.play(state.legal()[0])
    return battles


def _timed(way: Callable[[Game], int], games: Sequence[Game]) -> float:
    """Return the milliseconds of a battle."""
    begun = time.perf_counter()
    battles = sum(way(game) for game in games)
    return 1000 * (time.perf_counter() - begun) / battles


# Agents


def compare(agent: str, effort: Effort, seed: int, jobs: int | None = None) -> list[Played]:
    """Return how an agent does in each first battle and in the rules suite."""
    reads = isinstance(make(agent), Reader)
    battles, games = (effort.asked, effort.asked) if reads else (effort.battles, effort.suite_games)
    rows = []
    for encounter in ENCOUNTERS:
        variants = _battles(encounter)
        share = max(1, battles // len(variants))
        series = [
            arena.run(game, [agent], games=share, seed=seed_for(seed, encounter, number), jobs=jobs).series[0].columns
            for number, game in enumerate(variants)
        ]
        won = np.concatenate([each["win"] for each in series])
        hp = np.where(won, np.concatenate([each["hp_left"] for each in series]), 0)
        wins = statistics.rate(int(won.sum()), len(won))
        rows.append(Played(agent, encounter, len(won), wins, statistics.mean(hp)))
    report = rules.run([agent], games=games, seed=seed, jobs=jobs)
    return [*rows, Played(agent, "suite gap", games, None, report.mean(agent))]


# Cards


def grown_cards(effort: Effort, seed: int) -> Cards:
    """Grow cards by the grammar alone, without new rules, and judge some of those that can be played."""
    maker = SpireMaker()
    rng = random.Random(seed_for(seed, "cards"))
    valid = []
    for number in range(effort.grown):
        card = {"cards": {f"Grown {number + 1}": maker.grower.card(rng)}}
        try:
            maker.check(card)
        except BadData:
            continue
        valid.append(card)
    judged = valid[: effort.judged]
    rung = trials.Rung(games=12, agents=2, use_games=12)
    jury = trials.Judge(maker, seed, [rung])
    flags = [jury.judge(card).flags for card in judged]
    n = len(judged)
    return Cards(
        effort.grown,
        statistics.rate(len(valid), effort.grown),
        n,
        {name: statistics.rate(sum(name in each for each in flags), n) for name in DEGENERATE},
        statistics.rate(sum(bool({*each} & {*DEGENERATE}) for each in flags), n),
        statistics.rate(sum(any(flag.startswith(figures.DUPLICATE) for flag in each) for each in flags), n),
    )
