"""Act maps, generated from a seed exactly as in the original game."""

from __future__ import annotations

from .act_map import ActMap, Node, from_grid, generate, generate_many
from .generation import BUFFS, Grid, Room
from .rng import GameRandom, JavaRandom
from .seeds import parse_seed, seed_text

__all__ = [
    "BUFFS",
    "ActMap",
    "GameRandom",
    "Grid",
    "JavaRandom",
    "Node",
    "Room",
    "from_grid",
    "generate",
    "generate_many",
    "parse_seed",
    "seed_text",
]
