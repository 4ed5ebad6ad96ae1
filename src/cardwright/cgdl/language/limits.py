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
    in_3: tuple[int, int] | None = None  # the lowest and the highest number in language 3, if they differ

    def lowest_in(self, language: int) -> int:
        """Return the lowest number that a language allows."""
        if self.in_3 and language == 3:
            return self.in_3[0]
        return -self.highest if self.negative and language > 1 else self.lowest

    def highest_in(self, language: int) -> int:
        """Return the highest number that a language allows."""
        return self.in_3[1] if self.in_3 and language == 3 else self.highest


# The keys are rules of the grammar.
LIMITS: dict[str, Limit] = {
    "language": Limit(1, 3, "language"),
    "player_count": Limit(2, 6, "players", in_3=(1, 6)),
    "table_count": Limit(0, 8, "tables", in_3=(0, 16)),
    "times": Limit(1, 60, "repetitions"),
    "amount": Limit(1, tree.DECK_SIZE, "cards"),
    "group_size": Limit(1, 13, "cards of a group"),
    "chips": Limit(1, 10_000, "tokens"),
    "reward": Limit(0, 10_000, "tokens"),
    "total": Limit(0, 1_000, "number", negative=True, in_3=(-10_000, 10_000)),
    "card_number": Limit(tree.LOWEST_NUMBER, tree.HIGHEST_NUMBER, "number of a card"),
    "copies": Limit(1, 60, "cards of a kind"),
    "rank_number": Limit(0, 99, "number of a rank"),
    "score": Limit(0, 10_000, "score", negative=True),
    "points": Limit(0, 1_000, "points", negative=True),
}

# The longest lists.
MAX_STAGES = 32  # in the file; a repeat counts its stages once
MAX_STAGES_PLAYED = 200  # in languages 1 and 2
MAX_REPEATS = 16  # in the file
MAX_DEPTH = 4  # of repeats in repeats
MAX_TESTS = 96  # in all conditions with several tests, or of language 3
MAX_AMOUNTS = 96  # compared, scored or added in all rules
MAX_WORDS = 8  # names of words and counters
MAX_STEPS = 4  # of a turn
MAX_EFFECTS = 8  # of cards
MAX_LAYOUTS = 8
MAX_MINIMUMS = 8  # of the first melds, for different scores
MAX_MOVES = 48  # consequents that move cards
MAX_CHOICES = 60  # numbers to choose from
MAX_COMS = 16  # in a stage
MAX_RULES = 16  # in a stage
MAX_CONSEQUENTS = 4  # in a rule
MAX_ZONES = 4  # on one side of a comparison
MAX_PARTS = 5  # of a combination in `have`
MAX_TITLE = 40  # characters
MAX_SUITS = 8
MAX_RANKS = 32
MAX_CARDS = 162  # of a deck of the game's own
MAX_NOTE = 200  # characters of a source or a version
