"""Candidates: how each is made, and what became of it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seed_for

from .figures import Figures

# where a candidate comes from
GROWN, VARIED, CROSSED, GIVEN, DESIGNED = "grown", "varied", "crossed", "given", "designed"


@dataclass(frozen=True)
class Recipe:
    """How a candidate is made; one that is given or designed is made already, and is its own parent."""

    number: int
    origin: str
    seed: int
    parents: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A card, how it did on the last rung that it reached, and why it got no further."""

    number: int
    origin: str
    card: Card
    figures: Figures
    quality: float = 0.0
    reason: str = ""  # empty while nothing is wrong with it


def make(recipe: Recipe, maker: CardMaker) -> Card:
    """Return the card of a recipe; the same one every time."""
    rng = random.Random(seed_for(recipe.seed, "making"))
    if recipe.origin == GROWN:
        return maker.grow(rng)
    if recipe.origin == VARIED:
        return maker.vary(recipe.parents[0], rng)
    if recipe.origin == CROSSED:
        first, second = recipe.parents
        return maker.cross(first, second, rng)
    return recipe.parents[0]
