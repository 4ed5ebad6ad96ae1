"""Rate cards, upgrades and relics by what they add to the survival of act 1 if `rules` plays.

    python benchmarks/run_ratings.py --runs 60000 --out src/cardwright/spire/run/data/measured/ratings.yaml

The ratings by which `rules` chooses cards are disturbed at random, so that all cards are taken now and then, good or
bad. A linear regression over the runs that reach the boss says how many percentage points of survival each thing adds.
What is rare is rated nearer to the ratings by hand (advice.yaml), or to the average upgrade or relic. A point of rating
is 2.5 percentage points; a card of rating 4 adds nothing. Cards are rated once for all, and once for each boss.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

import cardwright
from cardwright.agents import make, play_games
from cardwright.core import data, files
from cardwright.core.random import seeds_for
from cardwright.spire.run.state import Outcome
from cardwright.spire.run.tables import names, source

GAME, BLOCK, BOSS_FLOOR = "spire:run", 100, 16
NOISE = 2.5  # standard deviation of the disturbance
POINT = 0.4  # of rating per percentage point
USELESS = 4.0  # the rating of a card that adds nothing
HAND_SPREAD, BOSS_SPREAD, RELIC_SPREAD = 4.0, 3.0, 6.0  # percentage points by which priors may be wrong
USUAL_UPGRADE, USUAL_RELIC = 4.0, 2.0  # percentage points
LEAST_BOSS = 0.7  # smaller differences between bosses are left out
STARTERS = ("Strike", "Defend")  # of which there are always some; they keep their ratings


def play(runs: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return what runs that reached the boss had (cards, upgrades, relics), whether they survived, and the boss."""
    game, rng = cardwright.game(GAME), np.random.default_rng(seed)
    ratings = game.rules["run"]["card_rating"]
    usual, count = ratings.copy(), len(names().cards)
    owned, won, bosses = [], [], []
    for block in range(runs // BLOCK):
        ratings[0, :count] = usual[0, :count] + np.where(usual[0, :count] < 0, 0, rng.normal(0, NOISE, count))
        numbers = np.arange(block * BLOCK, (block + 1) * BLOCK)
        states = play_games(
            game, [make("rules")], seeds_for(seed, "game", numbers), seeds_for(seed, "agent", numbers)
        ).states["run"]
        reached = states[states["floor"] >= BOSS_FLOOR]
        owned.append(np.array([belongings(each) for each in reached]))
        won.append(reached["outcome"] == Outcome.VICTORY)
        bosses.append(reached["bosses"][:, 0])
        if block % 20 == 19:
            print(
                f"{(block + 1) * BLOCK:,} runs, {100 * np.concatenate(won).mean():.1f} %", file=sys.stderr, flush=True
            )
    ratings[:] = usual
    return np.concatenate(owned), np.concatenate(won).astype(float), np.concatenate(bosses)


def belongings(run: Any) -> np.ndarray:
    """Return how many of each card, of each upgraded card, and of each relic a run has."""
    size, cards = int(run["deck_size"]), len(names().cards)
    deck = run["deck_card"][:size]
    upgraded = deck[run["deck_up"][:size] > 0]
    relics = run["owned"][: len(names().relics)]
    return np.concatenate([np.bincount(deck, minlength=cards), np.bincount(upgraded, minlength=cards), relics]).astype(
        np.float32
    )


def effects(owned: np.ndarray, won: np.ndarray, bosses: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the percentage points that each thing adds, and their standard errors."""
    owned, won = owned.astype(float), won.copy()
    for boss in np.unique(bosses):
        own = bosses == boss
        owned[own] -= owned[own].mean(axis=0)
        won[own] -= won[own].mean()
    inverse = np.linalg.inv(owned.T @ owned + np.eye(owned.shape[1]))
    return 100 * inverse @ (owned.T @ won), 100 * np.sqrt(np.diag(inverse) * won.var())


def towards(found: Any, error: Any, prior: Any, spread: float) -> Any:
    """Return the mean of an estimate and what was believed before, weighted by their precision."""
    return (found / error**2 + prior / spread**2) / (1 / error**2 + 1 / spread**2)


def rate(owned: np.ndarray, won: np.ndarray, bosses: np.ndarray) -> dict[str, Any]:
    """Return all ratings."""
    cards, relics, hand = names().cards, names().relics, source("advice")["cards"]
    found, error = effects(owned, won, bosses)
    seen, count = owned.sum(axis=0), len(cards)
    rated = {name: k for k, name in enumerate(cards) if seen[k] and hand[name] >= 0 and name not in STARTERS}
    prior = np.array([hand[name] - USELESS for name in cards])
    points = towards(found[:count], error[:count], prior, HAND_SPREAD)
    made: dict[str, Any] = {"cards": {name: _rounded(USELESS + POINT * points[k]) for name, k in rated.items()}}
    better = towards(found[count:], error[count:], USUAL_UPGRADE, HAND_SPREAD)
    made["upgrades"] = {name: _rounded(POINT * better[k]) for k, name in enumerate(cards) if seen[count + k]}
    worth = towards(found[2 * count :], error[2 * count :], USUAL_RELIC, RELIC_SPREAD)
    varied = owned[:, 2 * count :].std(axis=0) > 0
    made["relics"] = {name: _rounded(POINT * worth[k]) for k, name in enumerate(relics) if varied[k]}
    made["bosses"] = {}
    for boss in np.unique(bosses):
        own = bosses == boss
        here, doubt = effects(owned[own], won[own], bosses[own])
        more = POINT * towards(here - found, doubt, 0.0, BOSS_SPREAD)
        against = {name: _rounded(more[k]) for name, k in rated.items() if abs(more[k]) >= LEAST_BOSS}
        made["bosses"][names().encounters[boss]] = against
    return made


def _rounded(value: float) -> float:
    return round(float(value), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    owned, won, bosses = play(given.runs, given.seed)
    command = f"python benchmarks/run_ratings.py --runs {given.runs} --seed {given.seed}"
    text = f"# Made by: {command}\n{data.to_yaml(rate(owned, won, bosses))}"
    if given.out:
        files.write(given.out, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
