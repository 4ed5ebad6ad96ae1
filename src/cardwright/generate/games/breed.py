"""The making of new games: at random, or from parents by mutation and crossover."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for

from .individual import Individual
from .names import name
from .stages import New
from .variants import for_players, in_lowest_language, with_random_switch

FOUNDERS = 960  # random games at the start of a search
RANDOM_SHARE = 0.05  # of later games that are random
CROSSOVER_SHARE = 0.4  # of the others
ANOTHER_MUTATION = 0.35  # the probability of one more mutation
OTHER_PLAYERS = 0.2  # the probability of another number of players
OTHER_SWITCH = 0.3  # the probability of another value for one switch
ARCHIVE_SHARE = 0.1  # of parents that come from the archive, if it has any
GIVEN_SHARE = 0.1  # of parents that come from the given games, if there are any
SCOUT_SHARE = 0.35  # of parents that failed only because they resemble a known game, if there are any
PRESSURE = 3  # how strongly parents that came far are preferred; 1 is not at all


class Recipe(NamedTuple):
    """Everything needed to make one game; making it takes most of the time."""

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
    given: Sequence[tree.Game],
    archive: Sequence[Individual],
    nursery: Sequence[Individual],
) -> Recipe:
    """Return the recipe of one game of a search, with parents from the given games, the archive or the nursery."""
    own_seed = seed_for(seed, "child", number)
    rng = random.Random(f"recipe {own_seed}")
    count = rng.choice(players)
    if number < FOUNDERS or rng.random() < RANDOM_SHARE:
        return Recipe(number, own_seed, count, language, (), "random")
    crossing = rng.random() < CROSSOVER_SHARE
    parents = [_parent(rng, given, archive, nursery) for _ in range(2 if crossing else 1)]
    names = " and ".join(parent.name for parent in parents)
    origin = f"crossing of {names}" if crossing else f"mutation of {names}"
    return Recipe(number, own_seed, count, language, tuple(parent.game for parent in parents), origin)


class _Parent(NamedTuple):
    name: str
    game: tree.Game


def _parent(
    rng: random.Random, given: Sequence[tree.Game], archive: Sequence[Individual], nursery: Sequence[Individual]
) -> _Parent:
    if given and rng.random() < GIVEN_SHARE:
        game = rng.choice(given)
        return _Parent(game.name, game)
    scouts = [each for each in nursery if each.judgement.failed == New.name]
    if not nursery or (archive and rng.random() < ARCHIVE_SHARE):
        chosen = rng.choice(archive)
    elif scouts and rng.random() < SCOUT_SHARE:
        chosen = rng.choice(scouts)
    else:
        chosen = nursery[int(len(nursery) * rng.random() ** PRESSURE)]  # sorted: those that came farthest are first
    return _Parent(str(chosen.number), chosen.game)


def make(recipe: Recipe) -> tree.Game:
    """Return the game of a recipe, with its own name; if the parents yield no valid child, it is random."""
    try:
        game = _bred(recipe) if recipe.parents else None
    except CardwrightError:  # no valid change was found
        game = None
    if game is None:
        game = cgdl.random_game(recipe.seed, recipe.players, language=recipe.language, symmetric=True)
    rng = random.Random(f"reading {recipe.seed}")
    if rng.random() < OTHER_PLAYERS:
        game = for_players(game, recipe.players)
    if rng.random() < OTHER_SWITCH:
        game = with_random_switch(game, rng)
    return replace(in_lowest_language(game), name=name(recipe.seed))


def _bred(recipe: Recipe) -> tree.Game:
    rng = random.Random(f"breeding {recipe.seed}")
    game, *others = recipe.parents
    game = replace(game, language=recipe.language)
    if others:
        game = cgdl.crossed(game, others[0], rng.getrandbits(63))
    if not others or rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63), symmetric=True)
    while rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63), symmetric=True)
    return game
