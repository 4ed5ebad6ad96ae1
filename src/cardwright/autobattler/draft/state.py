"""The record of a draft, with every field and every enumeration explained."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record, struct

from ..state import MAX_LINEUP, Match, Tables

MAX_PLAYERS = 8
MAX_KINDS = 64
MAX_SHOP = 7
MAX_STEPS = 30  # actions in one visit to the shop, after which only "end shopping" is legal
MAX_COPIES = 100  # of each card in a shared pool
MERGED_COPIES = 3  # equal cards that merge into an upgraded one
NOBODY = -1


class Stream(IntEnum):
    """The streams of random numbers."""

    SHOP = 0  # the offers
    BATTLE = 1  # who meets whom, and who is side a


class Act(IntEnum):
    """The actions: what each integer means, in every position."""

    BUY = 0  # to 6: buy the card in this slot of the shop
    SELL = 7  # to 13: sell the card at this position of the lineup
    LEAD = 14  # to 20: move the card at this position of the lineup to the front
    REROLL = 21
    END = 22


MAX_ACTIONS = 23

Player = struct(
    [
        ("lineup", np.int64),  # its cards, eight bits each, the leftmost in the lowest bits
        ("shown", np.int64),  # its lineup in the last battles, which everybody has seen
        ("gold", np.int32),
        ("lives", np.int32),
        ("points", np.int32),  # battles won
        ("out", np.int32),  # the round in which it lost its last life, 0 while it is in the game
        ("rival", np.int32),  # its opponent in the last battles, or NOBODY
        ("result", np.int32),  # of its last battle: 1, 0 or -1
    ]
)

State = game_record(
    "draft",
    [
        ("match", Match),  # scratch space for matches; blank in between
        ("players", Player, (MAX_PLAYERS,)),
        ("bought", np.int32, (MAX_KINDS + 1,)),  # times each card was bought, by all players
        ("fought", np.int32, (MAX_KINDS + 1,)),  # times each card was in a battle
        ("won", np.int32, (MAX_KINDS + 1,)),  # the results of those battles: 2 for a win, 1 for a tie
        ("shop", np.uint8, (MAX_SHOP,)),  # cards for sale to the player who is shopping, 0 where one was bought
        ("count", np.int32),  # players, including those who are out
        ("who", np.int32),  # the player who is shopping, NOBODY when the game is over
        ("shopped", np.int32),  # one bit for each player who has ended shopping in this round
        ("steps", np.int32),  # actions taken in this visit to the shop
        ("moves", np.int32),  # times the lineup can still be reordered in this visit
        ("shop_given", np.int32),  # whether the start fixes the first shop
    ],
    __name__,
)

Rules = struct(
    [
        ("battle", Tables),  # the cards as they fight
        ("blank", Match),  # all zeroes, to clear `match`
        ("price", np.int32, (MAX_KINDS + 1,)),  # of each card
        ("kinds", np.int32),  # number of different cards, upgraded ones included
        (
            "offered",
            np.int32,
        ),  # number of those a shop can offer; with upgrades, the upgraded ones follow in this order
        ("pool", np.int32),  # copies of each card that all players share, 0 for endless ones
        ("rounds", np.int32),
        ("gold", np.int32),  # to spend in the first round
        ("growth", np.int32),  # additional gold in each later round
        ("offers", np.int32),  # cards in a shop
        ("lineup", np.int32),  # positions in a lineup
        ("reroll", np.int32),  # price of new offers
        ("lives", np.int32),  # at the start
        ("second_wins", np.int32),  # whether a win of side b counts
    ]
)

assert MAX_LINEUP <= Act.LEAD - Act.SELL
