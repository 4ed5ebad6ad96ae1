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
    HANDED = 7  # whose hand a card leaves; the card; who gets it; who plays the rule, the one or the other
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
    PLAYED = (
        26  # who has played a rule to its end; the rule, in its stage; the stage, in the file; the bet; others' bets
    )
    # Language 3.
    GATHERED = 27  # all cards go back into the deck; who starts the stages from now on
    MOVED = 28  # the table whose cards go to another table; that table
    SCORED = 29  # who scores; how many points
    COUNTED = 30  # who counts; the counter; how many more
    SAID = 31  # who says something; the word; the number, NONE for a word alone
    NAMED = 32  # who names the trump suit; the suit
    CAPTURED = 33  # who puts a card from a table under the own stack; the card; the table
    STOPPED = 34  # who ends the stage for everybody; how many consequents the rule had before
    AGAIN = 35  # who has another turn
    NAMED_SUIT = 50  # who names the suit that the top card of a table counts as; the suit; the table
    MISSED = 51  # who misses a turn
    TURNED_AROUND = 52  # who turns the direction of play around
    SWAPPED = 53  # who swaps hands; with whom
    HANDS_MOVED = 54  # no operands: everybody gives the hand to the next player
    CHOSEN = 55  # who has chosen what to say, for the others to hear later
    REVEALED = 56  # who put the card on a table, NONE for the dealer; the card, which is turned up now; the table
    PICKED_UP = 57  # who takes all cards of a table; the table; how many cards
    TAKEN = 58  # who takes cards of a table; those that whoever sees the event knows
    ADDED = 59  # whose counter the dealer changes; the counter; its new number
    FORGOTTEN = 60  # no operands: all words are forgotten, but not the counters
    SHIFTED = 101  # who moves a card; the card; how many cards above it; the table it comes from, and goes to, NONE for
    # the hand
    TURNED_OVER = 102  # who puts the cards of a table under the deck; the table
    CAUGHT = 100  # who captures cards; the card that captures; the set of cards captured; the table
    GROUP = 80  # who lays a group; its cards; the table
    LAID_OFF = 81  # who adds a card to a group; the card; the cards of the group before
    GROUPED = 82  # who lays a card of a group, which is not complete before GROUP; the card; the table
    LOOKED = 90  # who looks at a hand; whose
    SEEN = 91  # who looks at a hand; whose; the set of its cards
    SHARED = 92  # who gets a share of the pot; how many tokens; among how many players it is divided
    RETURNED = 93  # the players who are in the game again, one bit each
    REOPENED = 94  # who lets others act again in this stage; these players, one bit each
    TOOK_BACK = 95  # who takes back all own words, but not the counters
    HELD = 96  # who has got the hand of somebody else; the set of its cards
    # The end.
    POINTS = 24  # the player; the points
    ENDED = 25  # an `Ended`; the winners, one bit each; whether points decided
