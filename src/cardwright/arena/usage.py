"""What language models used: columns of finished games, and totals for the tables.

A reply counts in every game that used it, also if it came from the disk: the figures do not depend on what had been
asked before, nor on the order in which games ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.agents import Answer

TYPES = {
    "requests": np.int64,  # replies, those to repairs included
    "repairs": np.int64,  # requests after a reply that could not be used
    "fallbacks": np.int64,  # decisions for which no reply could be used
    "tokens_in": np.int64,
    "tokens_out": np.int64,
    "cost": np.float64,  # in the currency of the agent's prices
}


@dataclass(frozen=True)
class Usage:
    """The totals of an agent in a series."""

    requests: int
    repairs: int
    fallbacks: int
    tokens_in: int
    tokens_out: int
    cost: float

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in TYPES})

    @property
    def decisions(self) -> int:
        """The number of decisions for which a model was asked."""
        return self.requests - self.repairs

    def to_dict(self) -> dict[str, Any]:
        """Return the totals as plain data."""
        return {**vars(self), "decisions": self.decisions}


def counts_of(answers: Iterable[Answer]) -> dict[str, float]:
    """Return what a player's answers in one game used."""
    answers = list(answers)
    exchanges = [exchange for answer in answers for exchange in answer.exchanges]
    return {
        "requests": len(exchanges),
        "repairs": sum(max(0, len(answer.exchanges) - 1) for answer in answers),
        "fallbacks": sum(answer.fallback for answer in answers),
        "tokens_in": sum(exchange.tokens_in for exchange in exchanges),
        "tokens_out": sum(exchange.tokens_out for exchange in exchanges),
        "cost": sum(answer.cost for answer in answers),
    }


def total_of(columns: Sequence[dict[str, np.ndarray]]) -> Usage:
    """Return the sum of the columns of some seats."""
    sums: dict[str, Any] = {name: sum(each[name].sum().item() for each in columns) for name in TYPES}
    return Usage(**sums)
