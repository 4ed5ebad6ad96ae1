"""Readings of "A Card Game Description Language": what its experiments may have done where the text leaves it open.

`benchmarks/cgdl_readings.py` compares the readings that the text admits with Table 5. The closest is the profile
`paper`; `usual` plays the games as they come with Cardwright.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core.random import seed_for

WALK = 1000  # mutations, as many as the paper made of each game


@dataclass(frozen=True)
class Reading:
    """How games are played, and how their mutations are made."""

    switches: Mapping[str, str | int] = field(default_factory=dict)  # of every game; if empty, those of its file
    walk: bool = False  # each mutation changes the one before instead of the game itself
    valid: bool = False  # a mutation that is not valid is made again; else it counts as a crash
    edit: bool = True  # a mutation can also insert an item into a list or cut one; else it always regrows a part

    def applied(self, game: tree.Game) -> tree.Game:
        """Return a game of the paper in this reading."""
        settings = tuple(tree.Setting(name, value) for name, value in self.switches.items())
        return replace(game, switches=settings) if settings else game

    def mutations(self, game: tree.Game, seed: int, first: int, count: int) -> Iterator[tree.Game]:
        """Yield mutations of a game, those with these numbers; a walk begins with the first of them."""
        before = self.applied(game)
        for number in range(first, first + count):
            after = cgdl.mutated(before, seed_for(seed, "new game", number), self.valid, edit=self.edit)
            yield after
            if self.walk:
                before = after

    def random_game(self, seed: int, number: int, players: int) -> tree.Game:
        """Return a random game."""
        return cgdl.random_game(seed_for(seed, "new game", number), players=players, switches=self.switches)


PROFILES: dict[str, Reading] = {
    "paper": Reading(
        {
            "rules_per_turn": "many",
            "mandatory": "each_rule",
            "showing": "set",
            "empty_deck": "ends",
            "other_hands": "any",
            "counting": "actions",
        },
        walk=True,
        valid=True,
    ),
    "usual": Reading(),
}
