"""The limits of the numbers and lists in a game: one table for the checks and for random games."""

from __future__ import annotations

from typing import NamedTuple

from . import tree


class Limit(NamedTuple):
    """The lowest and the highest number allowed, and what the number counts."""

    lowest: int
    highest: int
    what: str
    negative: bool = False  # whether language 2 allows the same range below 0

    def lowest_in(self, language: int) -> int:
        """Return the lowest number that a language allows."""
        return -self.highest if self.negative and language > 1 else self.lowest


# The keys are rules of the grammar.
LIMITS: dict[str, Limit] = {
    "language": Limit(1, 2, "language"),
    "player_count": Limit(2, 6, "players"),
    "table_count": Limit(0, 8, "tables"),
    "times": Limit(1, 60, "repetitions"),
    "amount": Limit(1, tree.DECK_SIZE, "cards"),
    "chips": Limit(1, 10_000, "tokens"),
    "reward": Limit(0, 10_000, "tokens"),
    "total": Limit(0, 1_000, "sum", negative=True),
    "card_number": Limit(tree.LOWEST_NUMBER, tree.HIGHEST_NUMBER, "number of a card"),
    "score": Limit(0, 10_000, "score", negative=True),
    "points": Limit(0, 1_000, "points", negative=True),
}

# The longest lists.
MAX_STAGES = 32  # in the file; a repeat counts its stages once
MAX_STAGES_PLAYED = 200
MAX_COMS = 16  # in a stage
MAX_RULES = 16  # in a stage
MAX_CONSEQUENTS = 4  # in a rule
MAX_ZONES = 4  # on one side of a comparison
MAX_PARTS = 5  # of a combination in `have`
MAX_TITLE = 40  # characters
MAX_NOTE = 200  # characters of a source or a version
