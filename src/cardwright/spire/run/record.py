"""The record and the rules of a run as a game: a run, and the battle that it holds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record, marked_struct
from cardwright.spire.engine.rules import MAX_CARD_KINDS, OpenRules
from cardwright.spire.engine.state import Agent, State
from cardwright.spire.maps.generation import COLUMNS

from .plan import LEVELS
from .state import MARK, Run
from .summary_names import NAMES
from .tables import Tables

MAX_FOES = 96
BUFFS = 4  # of burning elites
ONE_ROOM = 0  # in place of an act: the run is won when the player leaves the room


class Begin(IntEnum):
    """Where a game begins."""

    NEOW = 0
    MAP = 1  # at the choice of the next room
    ROOM = 2  # in a room that the start names


class RunStream(IntEnum):
    """The streams of the outer record, for what does not follow from the seed of a run."""

    BATTLES = 0  # their seeds
    HIDING = 1


Record = game_record(
    "spire_run",
    [
        ("run", Run),
        ("battle", State),  # the battle in progress, or the last one
        ("plan", np.float32, (2, COLUMNS, LEVELS)),  # scratch space of advice: what rooms are worth, two rows of them
        ("fights", np.int16),  # battles that have begun
        ("chapter", np.int16),  # battles that have ended
        ("fighting", np.int8),  # whether a battle is in progress
        ("begin", np.int8),  # a `Begin`
        ("last_act", np.int8),  # the run is won when its boss is beaten; ONE_ROOM for a single room
        ("seeded", np.int8),  # whether the seed of the run is given
    ],
    __name__,
)

# NumPy does not align records in records: what has fields of 8 bytes comes first, after the mark, which has 8 itself.
RunRules = marked_struct(
    "run_rules",
    [
        ("value", np.float64, (1 + len(NAMES),)),  # weights of the features of a run, the bias first
        ("force", np.float32, (MAX_CARD_KINDS,)),  # the damage of each kind of card for an energy, for heuristics only
        ("battle", OpenRules),
        ("blank", State),  # a battle without cards and enemies
        ("foes", Agent, (MAX_FOES,)),  # each monster as it begins, by its number
        ("run", Tables),
        ("foe_room", np.int8, (MAX_FOES,)),  # by its rank, the `Room` it makes of a battle
        ("buffs", np.int16, (BUFFS,)),  # the status of each buff of burning elites; NOTHING for more HP
        MARK,
    ],
)
