"""Figures 2 and 3 of the MiniStS paper as measurements: what a rule does to a whole space of designs.

B. Bateni and J. Whitehead, "MiniStS: A Testbed for Dynamic Rule Exploration" (2024), section 1.2. There, every set of
rules that players can bring into force is a point of a design space, and a new rule moves all points. Here, a rule is
a power, which brings its statuses into force. A point is a deck, a set of powers in force and a fight, all drawn at
random. Its quality is the mean of a metric over some battles. The battles of a point with and without a rule have the
same seeds, so what remains is the effect of the rule.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.agents import make, play_games
from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate
from cardwright.core import data
from cardwright.core.errors import BadData, unknown
from cardwright.core.random import seed_for, seeds_for
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.spire import Battle, Content, standard
from cardwright.spire.engine.start import Start
from cardwright.spire.engine.state import PLAYER, Outcome
from cardwright.spire.notation.actions import Apply
from cardwright.spire.notation.effects import Effect, Group
from cardwright.spire.notation.targets import Self

DECK = {"Strike": 5, "Defend": 4, "Bash": 1}
MOST_CARDS = 6  # that join the deck
MOST_RULES = 3  # in force besides those that are studied
FIGHTS: dict[str, list[str]] = {
    "Cultist": ["Cultist"],
    "Jaw Worm": ["Jaw Worm"],
    "louses": ["Red Louse", "Green Louse"],
    "small slimes": ["Spike Slime S", "Acid Slime M"],
    "Acid Slime L": ["Acid Slime L"],
    "Gremlin Nob": ["Gremlin Nob"],
    "Lagavulin": ["Lagavulin"],
    "Sentries": ["Sentry", "Sentry", "Sentry"],
}
BATCH = 40  # points whose battles share their tables
FEWEST = 5  # points that a mean is shown for
METRICS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "hp": lambda states: np.where(states["outcome"] == Outcome.WON, states["agents"]["hp"][:, PLAYER], 0),
    "wins": lambda states: states["outcome"] == Outcome.WON,
    "turns": lambda states: states["turn"],
}

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Point:
    """A design: the cards that join the starting deck, the powers in force, and the fight."""

    cards: tuple[str, ...]
    rules: tuple[str, ...]
    fight: str


@dataclass(frozen=True)
class Moved:
    """How a rule moves the points of a space."""

    shift: Estimate  # the mean over all points
    deviation: float  # of the shifts
    noise: float  # the part of the deviation that is due to the number of battles of a point
    quartiles: tuple[float, float, float]
    better: Estimate  # the share of points with a higher value
    worse: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        plain = {name: each.to_list() if isinstance(each, Estimate) else each for name, each in vars(self).items()}
        return {name: None if each != each else each for name, each in plain.items()}  # nan, of a single point


@dataclass(frozen=True)
class Space:
    """Points and what was measured at each: without more rules, and with each rule that is studied."""

    metric: str
    points: list[Point]
    battles: int  # of each point
    base: np.ndarray  # by point and battle
    values: dict[str, np.ndarray]  # the same with each rule

    def shifts(self, rule: str, than: str | None = None) -> np.ndarray:
        """Return how far each point moves: with a rule, compared with no rule or with another one."""
        return np.asarray(self._differences(rule, than).mean(axis=1))

    def _differences(self, rule: str, than: str | None) -> np.ndarray:
        """Return the change of each battle, by point."""
        return np.asarray(self.values[rule] - (self.base if than is None else self.values[than]))

    def moved(self, rule: str, than: str | None = None) -> Moved:
        """Return how a rule moves the points, compared with no rule or with another one."""
        shifts, n = self.shifts(rule, than), len(self.points)
        variances = self._differences(rule, than).var(axis=1, ddof=1) if self.battles > 1 else np.full(n, np.nan)
        low, middle, high = (float(each) for each in np.quantile(shifts, (0.25, 0.5, 0.75)))
        return Moved(
            statistics.mean(shifts),
            float(shifts.std(ddof=1)) if n > 1 else float("nan"),
            float(np.sqrt(variances.mean() / self.battles)),
            (low, middle, high),
            statistics.rate(int((shifts > 0).sum()), n),
            statistics.rate(int((shifts < 0).sum()), n),
        )

    def beside(self, rule: str) -> dict[str, Estimate]:
        """Return the mean shift where each other rule is in force, and in each fight; the largest first."""
        shifts = self.shifts(rule)
        names = [(f"with {each}", [k for k, point in enumerate(self.points) if each in point.rules])
                 for each in sorted({name for point in self.points for name in point.rules})]  # fmt: skip
        names += [(f"against {fight}", [k for k, point in enumerate(self.points) if point.fight == fight])
                  for fight in FIGHTS]  # fmt: skip
        means = {name: statistics.mean(shifts[where]) for name, where in names if len(where) >= FEWEST}
        return dict(sorted(means.items(), key=lambda each: -each[1].value))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        rules = list(self.values)
        return {
            "metric": self.metric,
            "battles_of_a_point": self.battles,
            "base": statistics.mean(self.base.mean(axis=1)).to_list(),
            "rules": {
                rule: {
                    **self.moved(rule).to_dict(),
                    "beside": {name: each.to_list() for name, each in self.beside(rule).items()},
                }
                for rule in rules
            },
            "differences": {
                f"{first} less {second}": self.moved(first, second).to_dict()
                for k, first in enumerate(rules)
                for second in rules[k + 1 :]
            },
            "points": [
                {
                    "cards": list(point.cards),
                    "rules": list(point.rules),
                    "fight": point.fight,
                    "base": round(float(self.base[k].mean()), 6),
                    **{rule: round(float(self.values[rule][k].mean()), 6) for rule in rules},
                }
                for k, point in enumerate(self.points)
            ],
        }


def statuses_of(rule: str, content: Content) -> dict[str, int]:
    """Return the statuses that a power brings into force, or one stack of the status of this name.

    >>> statuses_of("Berserk", standard()), statuses_of("Thorns", standard())
    ({'Vulnerable': 2, 'Berserk': 1}, {'Thorns': 1})
    """
    card = content.cards.get(rule)
    if card is None or card.type != "power":
        if rule in content.statuses:
            return {rule: 1}
        powers = [each.name for each in content.cards.values() if each.type == "power"]
        raise BadData(f"a rule is a power or a status: {unknown('rule', rule, [*powers, *content.statuses])}")
    found = _applied(card.effect)
    if not found:
        raise BadData(f"{rule} gives you no status when it is played, so it is no rule that can be in force")
    return dict(found)


def _applied(effect: Effect | None, own: bool = False) -> Counter[str]:
    """Return the stacks of statuses that an effect applies to whoever acts, as far as they are plain numbers."""
    found: Counter[str] = Counter()
    if isinstance(effect, Group):
        own = own if effect.to is None else isinstance(effect.to, Self)
        for part in effect.do:
            found += _applied(part, own)
    elif isinstance(effect, Apply) and own and isinstance(effect.amount, int):
        found[effect.apply] += effect.amount
    return found


def sample_points(content: Content, rules: Sequence[str], count: int, seed: int) -> list[Point]:
    """Return points drawn at random; none has one of these rules in force, and more begin with the same ones."""
    cards = sorted(
        card.name
        for card in content.own_cards()
        if card.color == "red" and card.type in ("attack", "skill") and card.rarity in ("common", "uncommon", "rare")
    )
    powers = sorted(
        card.name
        for card in content.own_cards()
        if card.type == "power" and card.name not in rules and _applied(card.effect)
    )
    points = []
    for number in range(count):
        rng = random.Random(seed_for(seed, "design point", number))
        more = tuple(sorted(rng.choices(cards, k=rng.randint(0, MOST_CARDS))))
        active = tuple(sorted(rng.sample(powers, rng.randint(0, min(MOST_RULES, len(powers))))))
        points.append(Point(more, active, rng.choice(list(FIGHTS))))
    return points


def explore(
    rules: Sequence[str],
    own: Content | None = None,
    *,
    metric: str = "hp",
    agent: str = "lookahead:1",
    points: int = 200,
    battles: int = 30,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Space:
    """Measure random points without and with each rule; `own` holds custom cards and statuses.

    >>> space = explore(["Metallicize"], agent="first", points=2, battles=2)
    >>> space.base.shape, list(space.values)
    ((2, 2), ['Metallicize'])
    """
    if metric not in METRICS:
        raise unknown("metric", metric, METRICS)
    content = standard() if own is None else standard().with_more(own)
    studied = {rule: statuses_of(rule, content) for rule in dict.fromkeys(rules)}
    if not studied or points < 1 or battles < 1:
        raise BadData("a comparison needs at least one rule, one point and one battle for each point")
    sampled = sample_points(content, list(studied), points, seed)
    player = make(agent)
    variants: list[Mapping[str, int]] = [{}, *studied.values()]
    found = np.zeros((len(variants), points, battles))
    own_data = {} if own is None else own.to_dict()

    def measure(battle: Battle, point: int) -> np.ndarray:
        seeds = seeds_for(seed_for(seed, "battles of a point", point), "battle", np.arange(battles))
        return METRICS[metric](play_games(battle, [player], seeds, seeds).states)

    with Workers(jobs_for(jobs), threads=True) as workers:
        for first in range(0, points, BATCH):
            batch = range(first, min(points, first + BATCH))
            starts = {
                f"{number} {variant}": _start(sampled[number], statuses, content)
                for variant, statuses in enumerate(variants)
                for number in batch
            }
            games = Battle.several(starts, content, own_data)
            where = [(variant, number) for variant in range(len(variants)) for number in batch]
            tasks = [(game, number) for game, (_, number) in zip(games, where, strict=True)]
            for (variant, number), values in zip(where, workers.run(measure, tasks) or [], strict=True):
                found[variant, number] = values
            if progress is not None:
                progress(batch[-1] + 1, points)
    return Space(metric, sampled, battles, found[0], dict(zip(studied, found[1:], strict=True)))


def _start(point: Point, statuses: Mapping[str, int], content: Content) -> Start:
    """Return the battle of a point, with further statuses in force."""
    active: Counter[str] = Counter(statuses)
    for rule in point.rules:
        active.update(statuses_of(rule, content))
    deck = Counter(DECK)
    deck.update(point.cards)
    start = {"deck": dict(deck), "enemies": FIGHTS[point.fight], "player": {"statuses": dict(active)}}
    return data.validate(Start, start)
