"""Metrics of a metagame. Each is a number; its docstring says which values are healthy.

The first three, and the idea of a target, are from Budijono et al., "LUDUS: An Optimization Framework to Balance Auto
Battler Cards" (2022). A game that always ties looks perfectly balanced, so check the tie share as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardwright.core.errors import BadData

from .metagame import Metagame

Target = Sequence[float] | Mapping[str, float]


def per_card_payoff(rates: np.ndarray) -> float:
    """The mean square of the cards' payoffs (2 x win rate - 1); outliers weigh most. Healthy: near 0, as long as games
    are still won and lost. For games of two sides, where a fair win rate is 0.5.

    >>> per_card_payoff(np.array([0.5, 0.5])), per_card_payoff(np.array([0.0, 1.0]))
    (0.0, 1.0)
    """
    if np.min(rates) < 0 or np.max(rates) > 1:
        raise BadData("per_card_payoff needs win rates, from 0 to 1")
    return float(np.mean((2 * np.asarray(rates) - 1) ** 2))


def standard_deviation(rates: np.ndarray) -> float:
    """The standard deviation of the rates. Healthy: near 0, as long as games are still won and lost.

    >>> standard_deviation(np.array([0.4, 0.6]))
    0.1
    """
    return round(float(np.std(rates)), 15)


def entropy(rates: np.ndarray) -> float:
    """The entropy of each card's share of all wins. Healthy: near its maximum, log(number of cards), as long as games
    are still won and lost.

    >>> round(entropy(np.array([0.5, 0.5])), 4), round(float(np.log(2)), 4)
    (0.6931, 0.6931)
    """
    shares = _shares(rates, "entropy")
    inside = shares[shares > 0]
    return float(-np.sum(inside * np.log(inside)))


def worst_rate(rates: np.ndarray) -> float:
    """The rate of the weakest. Healthy: high enough that nothing is useless.

    >>> worst_rate(np.array([0.25, 0.75]))
    0.25
    """
    return float(np.min(rates))


def best_rate(rates: np.ndarray) -> float:
    """The rate of the strongest. Healthy: low enough that it is not mandatory.

    >>> best_rate(np.array([0.25, 0.75]))
    0.75
    """
    return float(np.max(rates))


def mean_rate(rates: np.ndarray) -> float:
    """The mean rate. Useful for gains in an arena: the average help of a card. It says little about win rates."""
    return float(np.mean(rates))


def tie_share(ties: float) -> float:
    """The share of games without a winner. Healthy: low; near 1 the other figures are meaningless."""
    return float(ties)


def length(length: float) -> float:
    """The mean number of phases (auto battler) or turns of a game. Healthy: as you planned, but more than 1."""
    return float(length)


def intensity(intensity: float | None) -> float:
    """How many cards die in a phase of a match (auto battler only), from 0 to 2 unless cards explode. Healthy: as you
    planned. Near 0, cards hardly hurt each other; near 2, every fight ends with its first blow.

    >>> intensity(0.8)
    0.8
    """
    if intensity is None:
        raise BadData("intensity needs a tournament of the auto battler; this config plays in the arena")
    return intensity


def change(change: float) -> float:
    """The distance from the original rules, from 0 to 1. Healthy: low, if players already know the cards."""
    return float(change)


def wasserstein(metagame: Metagame, target: Target, of: str = "cards") -> float:
    """The Wasserstein distance of the cards' win rates (or those `of` lineups) from `target`. Healthy: near 0.

    The target is a sample of rates, for example from a version of the game that players liked. A target that maps each
    card to its rate compares card by card.

    >>> wasserstein(Metagame(["a", "b"], [0.4, 0.6]), [0.5, 0.5])
    0.1
    """
    if isinstance(target, Mapping):
        wanted = _by_name(metagame, target)
        return float(np.mean(np.abs(metagame.rates - wanted)))
    from scipy.stats import wasserstein_distance

    return round(float(wasserstein_distance(_values(metagame, of), _numbers(target))), 15)


def kullback_leibler(metagame: Metagame, target: Target) -> float:
    """The Kullback-Leibler divergence of the cards' shares of wins from those of `target`, in nats. Healthy: near 0.

    The target has a rate for each card, in order or by name. A card that should win but never does weighs most.

    >>> round(kullback_leibler(Metagame(["a", "b"], [0.5, 0.5]), {"a": 0.75, "b": 0.25}), 4)
    0.1308
    """
    wanted = _by_name(metagame, target) if isinstance(target, Mapping) else _numbers(target)
    if len(wanted) != len(metagame.rates):
        raise BadData(f"the target has {len(wanted)} rates, but there are {len(metagame.rates)} cards")
    shares = np.maximum(_shares(metagame.rates, "the Kullback-Leibler divergence"), 1e-12)
    wanted = _shares(wanted, "a target")
    inside = wanted > 0
    return float(np.sum(wanted[inside] * np.log(wanted[inside] / shares[inside])))


def _values(metagame: Metagame, of: str) -> np.ndarray:
    if of not in ("cards", "lineups"):
        raise BadData(f"'of' must be cards or lineups, not {of!r}")
    return metagame.rates if of == "cards" else metagame.distribution


def _numbers(target: Any) -> np.ndarray:
    try:
        values = np.asarray(target, float)
    except (TypeError, ValueError):
        values = np.array([np.nan])
    if values.ndim != 1 or not values.size or not np.isfinite(values).all():
        raise BadData("a target must be a list of rates, or a rate for each card by name")
    return values


def _by_name(metagame: Metagame, target: Mapping[str, float]) -> np.ndarray:
    if set(target) != set(metagame.names):
        raise BadData(f"the target must have a rate for each of: {', '.join(metagame.names)}")
    return _numbers([target[name] for name in metagame.names])


def _shares(rates: np.ndarray, what: str) -> np.ndarray:
    rates = np.asarray(rates, float)
    if (rates < 0).any() or not rates.sum():
        raise BadData(f"{what} needs rates that are at least 0, such as win rates, and not all 0")
    shares: np.ndarray = rates / rates.sum()
    return shares
