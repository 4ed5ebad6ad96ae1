"""What the rules of a draft and its battles report as it happens; see core/event_log.py.

A card is its index in the card set, from 1. A lineup is packed as in the record. In a battle, side 0 is the player who
is named first when the battle begins, and side 1 the other.
"""

from __future__ import annotations

from enum import IntEnum


class LogEvent(IntEnum):
    """What can happen, with its operands."""

    ROUND = 0  # the number of the round that begins
    # In the shop; only the player who is shopping sees what.
    ENTERED = 1  # the player; the gold
    OFFERED = 2  # the player; the card in each of the seven slots, 0 for none
    BOUGHT = 3  # the player; the slot; the card; the price
    SOLD = 4  # the player; the position in the lineup; the card; the gold paid for it
    LED = 5  # the player; the position in the lineup; the card, which goes to the front
    REROLLED = 6  # the player; the price
    LEFT = 7  # the player, whose gold is lost
    # Battles, which everybody sees.
    LINED_UP = 8  # the player; the lineup
    MET = 9  # the players on side 0 and on side 1
    FOUGHT = 10  # the cards of side 0 and side 1 that fight
    HURT = 11  # the side; the card; the health lost; the health left
    IGNORED = 12  # the side; the card, which ignores a blow
    HEALED = 13  # the side; the card; the amount; the health then
    CHANGED = 14  # the side; the card; its attack and its health, which have changed places
    DIED = 15  # the side; the card
    BATTLE = 16  # the players on side 0 and on side 1; the result for the first: 1, 0 or -1
    POINT = 17  # the player; the points then
    LIFE_LOST = 18  # the player; the lives left
    # The end.
    ENDED = 19  # no operands
    # With upgrades and a shared pool.
    MERGED = 20  # the player, who alone sees it; the card of which there are three; the upgraded one they become
    RELEASED = 21  # the player, who is out and whose cards go back to the pool
    # Battles again.
    CAUSED = 22  # the side; the card; the `Effect` of its rule, up to KILL; the amount; the `Trigger`; the `Target`
    PASSED_ON = 23  # the side; the card; the damage or heal that it passes on to its bench; 1 for a heal
    STRENGTHENED = 24  # the side; the card; its attack from now on
