"""Where new games come from: chance, or parents that are mutated and crossed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for

from .even import evened
from .individual import Individual
from .names import name

FOUNDERS = 240  # random games to begin with
RANDOM_SHARE = 0.05  # of games that are made from nothing later on
CROSSING_SHARE = 0.4  # of the others
ANOTHER_MUTATION = 0.35  # the chance of one more
EVENED_AT_RANDOM = 0.5  # the share of random games that are made the same for all seats
EVENED_LATER = 0.1  # and that of others
FOUND_SHARE = 0.5  # of parents that come from the archive, once there are MANY_FOUND games in it
MANY_FOUND = 10
TOURNAMENT = 3  # how many are drawn to find one parent


class Recipe(NamedTuple):
    """How to make one game: everything but the making, which takes longest."""

    number: int
    seed: int
    players: int
    language: int
    parents: tuple[tree.Game, ...]  # none for a random game
    origin: str


def recipe(
    number: int,
    seed: int,
    players: Sequence[int],
    language: int,
    archive: Sequence[Individual],
    nursery: Sequence[Individual],
) -> Recipe:
    """The recipe of one game of a search, from the games that passed all stages and those that did not."""
    own = seed_for(seed, "child", number)
    rng = random.Random(f"recipe {own}")
    count = rng.choice(players)
    if number < FOUNDERS or rng.random() < RANDOM_SHARE:
        return Recipe(number, own, count, language, (), "random")
    crossing = rng.random() < CROSSING_SHARE
    parents = [_parent(rng, archive, nursery) for _ in range(2 if crossing else 1)]
    numbers = " and ".join(str(parent.number) for parent in parents)
    origin = f"crossing of {numbers}" if crossing else f"mutation of {numbers}"
    return Recipe(number, own, count, language, tuple(parent.game for parent in parents), origin)


def _parent(rng: random.Random, archive: Sequence[Individual], nursery: Sequence[Individual]) -> Individual:
    if not nursery or rng.random() < min(FOUND_SHARE, FOUND_SHARE * len(archive) / MANY_FOUND):
        return rng.choice(archive)
    return nursery[min(rng.randrange(len(nursery)) for _ in range(TOURNAMENT))]  # the best come first


def make(recipe: Recipe) -> tree.Game:
    """The game of a recipe, under a name of its own; one that cannot be made of its parents is made from nothing."""
    try:
        game = _bred(recipe) if recipe.parents else None
    except CardwrightError:  # no change was found that makes sense
        game = None
    if game is None:
        game = cgdl.random_game(recipe.seed, recipe.players, language=recipe.language)
    rng = random.Random(f"evening {recipe.seed}")
    if rng.random() < (EVENED_LATER if recipe.parents else EVENED_AT_RANDOM):
        game = evened(game, rng)
    return replace(game, name=name(recipe.seed))


def _bred(recipe: Recipe) -> tree.Game:
    rng = random.Random(f"breeding {recipe.seed}")
    game, *others = recipe.parents
    if others:
        game = cgdl.crossed(game, others[0], rng.getrandbits(63))
    if not others or rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63))
    while rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63))
    return game
