"""What the rules of a described game report as it happens; see core/event_log.py.

A card is its index, a set of cards the bits of one integer. NONE stands for the dealer instead of a player.
"""

from __future__ import annotations

from enum import IntEnum


class LogEvent(IntEnum):
    """What can happen, with its operands."""

    STAGE = 0  # the index of the stage that begins, in the order of play
    TURN = 1  # how many turns have begun; whose turn it is, NONE if something else counts as a turn
    # Cards. A player who does not see the event does not learn which cards they are.
    DEALT = 2  # the player who gets the cards from the deck; the set of cards
    DRAWN = 3  # the player who draws from the deck; the card
    LAID = 4  # who puts a card from the hand on a table (the dealer: from the deck); the card; the table
    TURNED = 5  # who puts the top card of the deck or a stack on a table; the card; the table; the owner of the stack
    LIFTED = 6  # who takes the top card of a table; the card; the table
    HANDED = 7  # who gives a card from the hand; the card; who gets it
    PUT_UNDER = 8  # who puts a card from the hand under the deck; the card
    STACKED = 9  # who puts a card from the hand (the dealer: from the deck) under a stack; the card; the stack's owner
    UNSTACKED = 10  # who takes the top card of a stack; the card; the stack's owner
    SHOWN = 11  # the player who shows a card; the card; whether the same rule plays it
    RESHUFFLED = 12  # no operands: all cards of T0 but the top one go to the deck
    REMOVED = 13  # the set of cards that leave the deck and the game
    TRICK = 14  # who wins the trick, NONE for nobody; the table; the table it goes to, NONE for the winner's stack
    TRUMP = 15  # the suit
    ASKED = 16  # who asks; the number minus 1; who is asked
    # Tokens.
    GIVEN = 17  # who gets new tokens; how many
    BET = 18  # who bets; how many tokens
    GAINED = 19  # who gets tokens; how many; from whom; from which pile (0 for the stash, 1 for the bet)
    # Players.
    LEADS = 20  # who starts the stages from now on
    NEXT = 21  # whose turn ends; how many consequents the rule had before
    DONE = 22  # who is done with the stage; how many consequents the rule had before, or 1 if the stage has no choices
    OUT = 23  # who is out of the game
    PLAYED = 26  # who has played a rule to its end; its index in the stage
    # The end.
    POINTS = 24  # the player; the points
    ENDED = 25  # an `Ended`; the winner, NONE for nobody; whether points decided
