"""The record of a draft, every field explained, and the numbers that stand for words in it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ...core.record import game_record, struct
from ..state import MAX_LINEUP, Match, Tables

MAX_PLAYERS = 8
MAX_KINDS = 64
MAX_SHOP = 7
MOST_STEPS = 30  # in one visit to the shop, after which it closes
NOBODY = -1


class Stream(IntEnum):
    """What the streams of random numbers are for."""

    SHOP = 0
    BATTLE = 1  # who meets whom, and who is side a


class Act(IntEnum):
    """The actions: what each small integer means, in every position."""

    BUY = 0  # to 6: the card in this place of the shop
    SELL = 7  # to 13: the card in this place of the lineup
    LEAD = 14  # to 20: let the card in this place of the lineup go first
    REROLL = 21
    END = 22


MAX_ACTIONS = 23

Player = struct(
    [
        ("lineup", np.int64),  # its cards, eight bits each, the leftmost lowest
        ("shown", np.int64),  # its lineup in the last battles, which everybody has seen
        ("gold", np.int32),
        ("lives", np.int32),
        ("points", np.int32),  # battles won
        ("out", np.int32),  # the round in which it lost its last life, 0 while it is in the game
        ("rival", np.int32),  # whom it met in the last battles, NOBODY if no one
        ("fared", np.int32),  # and how that went: 1, 0 or -1
    ]
)

State = game_record(
    "draft",
    [
        ("match", Match),  # where matches are fought; blank in between
        ("players", Player, (MAX_PLAYERS,)),
        ("bought", np.int32, (MAX_KINDS + 1,)),  # how often each card was bought, by anybody
        ("fought", np.int32, (MAX_KINDS + 1,)),  # how often each card was in a battle
        ("won", np.int32, (MAX_KINDS + 1,)),  # and how that went: 2 for a win, 1 for a tie
        ("shop", np.uint8, (MAX_SHOP,)),  # cards for sale to the player who shops, 0 where one was bought
        ("count", np.int32),  # players, those who are out included
        ("who", np.int32),  # shops now, NOBODY when the game is over
        ("steps", np.int32),  # taken in this visit to the shop
        ("moves", np.int32),  # times the lineup may still be reordered in this visit
        ("given", np.int32),  # whether the first shop is given with the start
    ],
    __name__,
)

Rules = struct(
    [
        ("battle", Tables),  # the cards as they fight
        ("blank", Match),
        ("price", np.int32, (MAX_KINDS + 1,)),
        ("kinds", np.int32),  # cards there are
        ("rounds", np.int32),
        ("gold", np.int32),  # to spend in the first round
        ("growth", np.int32),  # more of it in each later one
        ("offers", np.int32),  # cards in a shop
        ("lineup", np.int32),  # places in a lineup
        ("reroll", np.int32),  # what new offers cost
        ("lives", np.int32),  # at the start
        ("second_wins", np.int32),  # whether a win of side b counts
    ]
)

assert MAX_LINEUP <= Act.LEAD - Act.SELL
