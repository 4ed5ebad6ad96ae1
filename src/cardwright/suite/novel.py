"""Agents on cards they have never seen: is their rank there the rank they have with known cards?

Decks come in pairs. One has cards of the original game, drawn at random; in the other, each of them is replaced by a
new card of the same type and of the same cost, or the nearest cost there is. All agents play the same decks, fights and
seeds.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardwright import arena, spire
from cardwright.arena import statistics
from cardwright.arena.plan import make_plan
from cardwright.arena.statistics import Estimate
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game
from cardwright.core.making.maker import Card
from cardwright.core.random import fresh_seed, seed_for
from cardwright.spire.making import SpireMaker

STARTER = {"Strike": 4, "Defend": 3}  # in every deck, so that each can win
DRAWN = 6  # further cards of a deck
RARITIES = ("common", "uncommon", "rare")
FIGHTS: dict[str, list[str]] = {
    "Jaw Worm": ["Jaw Worm"],
    "two louses": ["Red Louse", "Green Louse"],
    "Gremlin Nob": ["Gremlin Nob"],
}
SAMPLES = 2000  # of the bootstrap
KINDS = ("known", "novel")

Progress = Callable[[int, int, str], None]


class DeckPair(NamedTuple):
    """The cards besides the starter cards: of a deck of known cards, and of its counterpart of new ones."""

    known: list[str]
    novel: list[Card]


@dataclass(frozen=True)
class Report:
    """The HP left of each agent, by kind of deck; a loss counts as 0."""

    agents: tuple[str, ...]
    seed: int
    games: int  # for each deck, fight and agent
    cards: int  # in the archive
    decks: list[dict[str, list[str]]]  # the cards of each pair
    values: Mapping[str, np.ndarray]  # by kind: the mean of each deck (row) and agent (column)
    faults: int = 0
    complete: bool = True

    def hp(self, kind: str, agent: str) -> Estimate:
        """Return the mean over decks of one kind."""
        return statistics.mean(self.values[kind][:, self.agents.index(agent)])

    def change(self, agent: str) -> Estimate:
        """Return how much more HP is left with new cards than with known ones, deck by deck."""
        column = self.agents.index(agent)
        return statistics.mean_difference(self.values["novel"][:, column], self.values["known"][:, column])

    def rank(self, kind: str, agent: str) -> float:
        """Return the rank of an agent, 1 for the best; equal ones share the mean of their ranks."""
        from scipy.stats import rankdata

        return float(rankdata(-self.values[kind].mean(axis=0))[self.agents.index(agent)])

    def correlations(self) -> dict[str, Estimate]:
        """Return both rank correlations, with intervals by bootstrap: pairs of decks are drawn with replacement."""
        known, novel = (self.values[kind] for kind in KINDS)
        rng = np.random.default_rng(seed_for(self.seed, "bootstrap"))
        drawn = rng.integers(0, len(known), (SAMPLES, len(known)))
        sampled = np.array([_correlations(known[each], novel[each]) for each in drawn])
        few = len(known) < 2 or bool(np.isnan(sampled).all())
        bounds = np.full((2, 2), math.nan) if few else np.nanpercentile(sampled, [2.5, 97.5], axis=0)
        values = _correlations(known, novel)
        return {
            name: Estimate(values[column], *map(float, bounds[:, column]))
            for column, name in enumerate(("spearman", "kendall"))
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "seed": self.seed,
            "games": self.games,
            "cards": self.cards,
            "complete": self.complete,
            "faults": self.faults,
            "agents": [
                {
                    "agent": agent,
                    **{kind: self.hp(kind, agent).to_list() for kind in KINDS},
                    **{f"{kind}_rank": self.rank(kind, agent) for kind in KINDS},
                    "change": self.change(agent).to_list(),
                }
                for agent in self.agents
            ],
            "correlations": {name: each.to_list() for name, each in self.correlations().items()},
            "decks": self.decks,
        }


def _correlations(known: np.ndarray, novel: np.ndarray) -> tuple[float, float]:
    """Return Spearman's and Kendall's rank correlation of the agents' means; nan where all agents are equal."""
    from scipy.stats import kendalltau, spearmanr

    means = known.mean(axis=0), novel.mean(axis=0)
    if any(np.ptp(each) == 0 for each in means):
        return math.nan, math.nan
    return float(spearmanr(*means).statistic), float(kendalltau(*means).statistic)


def read_cards(path: str | Path) -> list[Card]:
    """Return the cards of a file of content; those must have names of their own."""
    cards = SpireMaker().read(path)
    playable = [card for card in cards if not _fields(card).get("unplayable")]
    if not playable:
        raise BadData(f"{path}: no attack, skill or power that can be played")
    for section in ("cards", "statuses"):
        known = spire.standard().to_dict()[section]
        for name in (name for card in playable for name in card.get(section, {})):
            if name in known:
                raise BadData(f"{path}: {name} is the name of a known card or status; new ones need names of their own")
    return playable


def _fields(card: Card) -> dict[str, Any]:
    (fields,) = card["cards"].values()
    return dict(fields)


def draw_decks(cards: Sequence[Card], count: int, seed: int) -> list[DeckPair]:
    """Return pairs of decks with the same types and, as far as the new cards allow, the same costs."""
    maker = SpireMaker()
    pool = [
        card
        for card in spire.standard().own_cards()
        if card.rarity in RARITIES and card.color == "red" and card.type in ("attack", "skill", "power")
    ]
    pairs = []
    for number in range(count):
        rng = random.Random(seed_for(seed, "deck", number))
        known = rng.sample(pool, DRAWN)
        left = list(cards)
        novel: list[Card] = []
        for card in known:
            cost = card.cost if isinstance(card.cost, int) else 2
            left = left or list(cards)
            far = [(_fields(each)["type"] != card.type, abs(maker.cost(each) - cost)) for each in left]
            nearest = [each for each, distance in zip(left, far, strict=True) if distance == min(far)]
            novel.append(rng.choice(nearest))
            left.remove(novel[-1])
        pairs.append(DeckPair([card.name for card in known], novel))
    return pairs


def _battles(pair: DeckPair, kind: str) -> list[Game]:
    """Return the fights of a deck."""
    deck = {**STARTER, **Counter(_names(pair)[kind])}
    content = {} if kind == "known" else {"content": SpireMaker().content(pair.novel, {})}
    return [
        spire.family.game({"deck": deck, "enemies": enemies, **content}, f"{fight}, {kind} cards")
        for fight, enemies in FIGHTS.items()
    ]


def run(
    path: str | Path,
    agents: Sequence[str],
    *,
    decks: int = 20,
    games: int = 10,
    seed: int | None = None,
    jobs: int | None = None,
    concurrency: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Let agents play decks of known cards and decks of the cards in a file; Ctrl-C returns the pairs so far."""
    if len(set(agents)) < 2 or len(set(agents)) < len(agents):
        raise CardwrightError("ranks need at least two different agents")
    if not 1 <= decks <= 10_000:
        raise CardwrightError(f"decks: 1 to 10,000 are allowed, not {decks}")
    seed = fresh_seed() if seed is None else seed
    cards = read_cards(path)
    pairs = draw_decks(cards, decks, seed)
    make_plan(_battles(pairs[0], "known")[0], list(agents), games, seed)  # refuses bad arguments now
    rows: dict[str, list[np.ndarray]] = {kind: [] for kind in KINDS}
    faults, complete = 0, True
    try:
        for number, pair in enumerate(pairs):
            if progress:
                progress(number, decks, "")
            own = seed_for(seed, "fights", number)
            played = [_play(_battles(pair, kind), agents, games, own, jobs, concurrency) for kind in KINDS]
            for kind, (values, stopped) in zip(KINDS, played, strict=True):
                rows[kind].append(values)
                faults += stopped
    except arena.Interrupted:
        complete = False
        if not rows["known"]:
            raise
    tables = {kind: np.array(each) for kind, each in rows.items()}
    names = [_names(pair) for pair in pairs[: len(rows["known"])]]
    return Report(tuple(agents), seed, games, len(cards), names, tables, faults, complete)


def _play(
    battles: Sequence[Game], agents: Sequence[str], games: int, seed: int, jobs: int | None, concurrency: int | None
) -> tuple[np.ndarray, int]:
    """Return the mean HP left of each agent over all fights, and how many games the rules had to stop."""
    cells, faults = [], 0
    for number, game in enumerate(battles):
        own = seed_for(seed, "fight", number)
        series = arena.run(game, list(agents), games=games, seed=own, jobs=jobs, concurrency=concurrency).series
        cells.append([np.where(each.columns["win"], each.columns["hp_left"], 0).mean() for each in series])
        faults += sum(each.faults for each in series)
    return np.mean(cells, axis=0), faults


def _names(pair: DeckPair) -> dict[str, list[str]]:
    return {"known": pair.known, "novel": [name for card in pair.novel for name in card["cards"]]}
