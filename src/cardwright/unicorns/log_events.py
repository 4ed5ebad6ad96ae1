"""What the rules report to the event log."""

from __future__ import annotations

from enum import IntEnum

from .rules import Op

NOBODY = -1


class LogEvent(IntEnum):
    """The events of the log, with their operands.

    Those up to ENTER move cards: the index of the card's name, the `Zone` it leaves and the one it goes to. All that
    happen because of an effect have the number of its `Op`.
    """

    DESTROY = Op.DESTROY
    SACRIFICE = Op.SACRIFICE
    STEAL = Op.STEAL
    RETURN = Op.RETURN
    MOVE = Op.MOVE
    GIVE = Op.GIVE
    GIVE_BACK = Op.GIVE_BACK
    FOLLOW = Op.FOLLOW
    BRING = Op.BRING
    TAKE = Op.TAKE
    SEARCH = Op.SEARCH
    DISCARD = Op.DISCARD
    DRAW = Op.DRAW
    PULL = Op.PULL
    PICK = Op.PICK
    REVEAL = Op.REVEAL  # and the player who reveals it
    SHRINK = Op.SHRINK
    PLAY = 32  # from a hand to the stack
    STOP = 33  # from the stack to the discard pile, by an instant
    RESOLVE = 34  # from the stack to the discard pile: a Magic card or an instant takes effect
    ENTER = 35  # from the stack to a stable
    # These move whole zones.
    SWAP = Op.SWAP  # the two hands, as zones
    SHUFFLE_IN = Op.SHUFFLE  # the zone that goes into the deck
    # And these move nothing.
    AGAIN = Op.AGAIN  # the player
    SKIP = Op.SKIP  # the player
    LOOK = Op.LOOK  # the player and the number of cards
    CALL = Op.USE  # the player and the index of the function in Python
    SHUFFLE = 36  # none: the order of the deck
    SHOW = 37  # the player who sees a hand, and whose hand it is
    TURN = 38  # the player
    AIM = 39  # the player, the index of the card's name, and the player whose stable it is to enter
    USE = 40  # the player and the index of the name of the card whose effect is used
    TARGET = 46  # the player, or NOBODY by chance; the card's name, that of the card it is for, the `Zone` it is in
    CHOOSE = 47  # the player, the index of the name of the card whose effect it is, and the player who is chosen
    VARIANT = 48  # the player, the index of the name of the card, and the row of the variant
    KEEP = 49  # the player whose reaction chance did not pick, and the index of the card's name; others do not notice
    SAVE = 41  # the player, the index of the saving card's name and that of the saved one
    WIN = 42  # the player, or NOBODY
    LASTS = 44  # the index of a card's name, and the player for whom its continuous effects with operands begin
    ENDS = 45  # the same, when they end
    SEE = 43  # the index of a card's name, and the `Zone` in which those who see the event see the card
