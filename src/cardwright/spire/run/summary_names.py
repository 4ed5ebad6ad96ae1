"""The features of a run that values are fitted to."""

from __future__ import annotations

NAMES = (
    "floor",
    "HP",
    "maximum HP",
    "share of HP",
    "share of HP times the floor",
    "share of HP missing to 30 %",
    "gold",
    "relics",
    "potions",
    "cards in the deck",
    "upgrades",
    "curses",
    "rating of good cards",
    "attacks",
    "powers",
    "damage of the deck in a turn",
    "in a battle",
    "share of HP that it will cost",
    "in the battle with the boss",
    "share of HP that the boss will cost",
)
