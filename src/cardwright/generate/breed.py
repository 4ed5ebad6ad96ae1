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

from .individual import Individual
from .names import name
from .readings import for_players, plainest, read_otherwise
from .stages import New

FOUNDERS = 960  # random games to begin with
RANDOM_SHARE = 0.05  # of games that are made from nothing later on
CROSSING_SHARE = 0.4  # of the others
ANOTHER_MUTATION = 0.35  # the chance of one more
OTHER_PLAYERS = 0.2  # the chance that another number of players plays
READ_OTHERWISE = 0.3  # the chance that a game is read otherwise than its parent
FOUND_SHARE = 0.1  # of parents that come from the archive, if there are any
GIVEN_SHARE = 0.1  # of parents that were given, if any were
SCOUT_SHARE = 0.35  # of parents that failed for being too like a game known, if there are any
PRESSURE = 3  # how much those that came far are preferred as parents; 1 for not at all


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
    given: Sequence[tree.Game],
    archive: Sequence[Individual],
    nursery: Sequence[Individual],
) -> Recipe:
    """The recipe of one game of a search, from the games that were given, those that passed all stages and others."""
    own = seed_for(seed, "child", number)
    rng = random.Random(f"recipe {own}")
    count = rng.choice(players)
    if number < FOUNDERS or rng.random() < RANDOM_SHARE:
        return Recipe(number, own, count, language, (), "random")
    crossing = rng.random() < CROSSING_SHARE
    parents = [_parent(rng, given, archive, nursery) for _ in range(2 if crossing else 1)]
    names = " and ".join(parent.name for parent in parents)
    origin = f"crossing of {names}" if crossing else f"mutation of {names}"
    return Recipe(number, own, count, language, tuple(parent.game for parent in parents), origin)


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
    if not nursery or (archive and rng.random() < FOUND_SHARE):
        chosen = rng.choice(archive)
    elif scouts and rng.random() < SCOUT_SHARE:
        chosen = rng.choice(scouts)
    else:
        chosen = nursery[int(len(nursery) * rng.random() ** PRESSURE)]  # those that came farthest come first
    return _Parent(str(chosen.number), chosen.game)


def make(recipe: Recipe) -> tree.Game:
    """The game of a recipe, under a name of its own; one that cannot be made of its parents is made from nothing."""
    try:
        game = _bred(recipe) if recipe.parents else None
    except CardwrightError:  # no change was found that makes sense
        game = None
    if game is None:
        game = cgdl.random_game(recipe.seed, recipe.players, language=recipe.language, even=True)
    rng = random.Random(f"reading {recipe.seed}")
    if rng.random() < OTHER_PLAYERS:
        game = for_players(game, recipe.players)
    if rng.random() < READ_OTHERWISE:
        game = read_otherwise(game, rng)
    return replace(plainest(game), name=name(recipe.seed))


def _bred(recipe: Recipe) -> tree.Game:
    rng = random.Random(f"breeding {recipe.seed}")
    game, *others = recipe.parents
    game = replace(game, version=recipe.language)
    if others:
        game = cgdl.crossed(game, others[0], rng.getrandbits(63))
    if not others or rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63), even=True)
    while rng.random() < ANOTHER_MUTATION:
        game = cgdl.mutated(game, rng.getrandbits(63), even=True)
    return game
