"""Encounters: letters and risks follow "Determining lowest risk paths in the game Slay the Spire using A*".

The rewards are our first guess, meant to be replaced: 3 for a relic, 2 for a card, a choice or a rest.
"""

from __future__ import annotations

from typing import NamedTuple


class Encounter(NamedTuple):
    """A kind of room."""

    letter: str
    name: str
    plural: str
    risk: float
    reward: float


START, BOSS = "ST", "B"

ENCOUNTERS: dict[str, Encounter] = {
    each.letter: each
    for each in (
        Encounter("ST", "start", "starts", 0, 0),
        Encounter("N", "enemy", "enemies", 2, 2),
        Encounter("U", "event", "events", 3, 2),
        Encounter("M", "shop", "shops", 1, 2),
        Encounter("R", "rest", "rests", 1, 2),
        Encounter("T", "treasure", "treasures", 1, 3),
        Encounter("E", "elite", "elites", 3, 5),
        Encounter("EX", "burning elite", "burning elites", 4, 6),
        Encounter("B", "boss", "bosses", 0, 0),
    )
}

# Names of groups of encounters in constraints and measures. The boss is not a fight here: it is on every path.
GROUPS: dict[str, frozenset[str]] = {
    **{each.plural: frozenset({each.letter}) for each in ENCOUNTERS.values() if each.letter not in (START, BOSS)},
    "elites": frozenset({"E", "EX"}),
    "fights": frozenset({"N", "E", "EX"}),
    "monsters": frozenset({"N"}),
    "unknowns": frozenset({"U"}),
    "merchants": frozenset({"M"}),
}
