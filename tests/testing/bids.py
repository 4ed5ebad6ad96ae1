"""Bids: two players bid for a prize in secret, twice; both bids are shown when the second is made. The higher one wins.

`knows` says who knows a bid. Nobody knows whether the first player gets a bonus at the end, and no view shows it.
Planted faults begin there.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.core import (
    EVERYBODY,
    OVER,
    Family,
    Game,
    LoggedEvent,
    State,
    game_record,
    inner,
    kernel,
    log_event,
    only,
    register_verbs,
)
from cardwright.core.game import TokenField
from cardwright.core.random import below

BIDS = 4
ROUNDS = 2
MOST_POINTS = ROUNDS + 1
NONE = -1

Record = game_record(
    "sealed_bids",
    [
        ("bid", np.int8, (2,)),  # the players' bids in this round, NONE before they are made
        ("points", np.int8, (2,)),
        ("bonus", np.int8),  # what the first player gets at the end, 0 or 1
        ("to_act", np.int8),  # the player who decides, or OVER
    ],
    __name__,
)


class Event(IntEnum):
    """What the rules report: a player and the bid."""

    BID = 0
    SHOWN = 1


@kernel
def reset(s, rules, setup, seed):
    s.bid[:] = NONE
    s.points[:] = 0
    s.bonus = below(s, 0, 2)
    s.to_act = 0


@kernel
def decider(s):
    return s.to_act


@kernel
def legal(s, rules, out):
    for bid in range(BIDS):
        out[bid] = bid
    return BIDS


@kernel
def apply(s, rules, action):
    player = s.to_act
    log_event(Event.BID, only(player), player, action)
    s.bid[player] = action
    s.to_act = 1 - player
    if player == 1:
        _show(s)


@inner
def _show(s):
    for player in range(2):
        log_event(Event.SHOWN, EVERYBODY, player, s.bid[player])
        s.points[player] += s.bid[player] > s.bid[1 - player]
    s.bid[:] = NONE
    if s.turn == ROUNDS:
        s.points[0] += s.bonus
        s.to_act = OVER
    s.turn += 1


@kernel
def label(s, rules, action):
    return action


@kernel
def score(s, player):
    return (s.points[player] - s.points[1 - player]) / MOST_POINTS


@inner
def knows(player, whose):
    return whose == player


@kernel
def hide(s, rules, player, seed):
    s.bonus = below(s, 0, 2)
    other = 1 - player
    if s.bid[other] != NONE and not knows(player, other):
        s.bid[other] = below(s, 0, BIDS)


@kernel
def observe(s, rules, player, out):
    out[0] = s.points[player] / MOST_POINTS
    out[1] = s.points[1 - player] / MOST_POINTS
    return 2


@kernel
def tokenise(s, rules, player, out):
    n = 0
    for whose in range(2):
        if s.bid[whose] != NONE and knows(player, whose):
            out[n, 0] = 1 + whose
            out[n, 1] = s.bid[whose]
            n += 1
    return n


register_verbs(
    Record,
    reset=reset,
    decider=decider,
    legal=legal,
    apply=apply,
    label=label,
    score=score,
    hide=hide,
    observe=observe,
    tokenise=tokenise,
)


class Bids(Game):
    """Bids for two."""

    family = "sealed_bids"
    title = "Bids"
    dtype = Record
    max_actions = BIDS
    max_decisions = 2 * ROUNDS
    features = ("own points", "other points")
    token_fields = (TokenField("whose", 3, ("none", "P1", "P2")), TokenField("bid", BIDS))
    max_tokens = 2
    action_names = ("nothing", "one", "two", "three")
    event_type = Event

    def __init__(self, name: str, start: Mapping[str, Any]):
        super().__init__(name, start, np.zeros(1, Record), players=2)

    def view(self, state: State) -> dict[str, Any]:
        return {"bids": [int(bid) for bid in state.record.bid], "points": [int(each) for each in state.record.points]}

    def seen(self, state: State, player: int) -> dict[str, Any]:
        view, other = self.view(state), 1 - player
        if view["bids"][other] != NONE and not knows(player, other):
            view["bids"][other] = None
        return view

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        who, bid = event.operands
        if not event.seen(player):
            return f"P{who + 1} bids"
        return f"P{who + 1} {'has bid' if event.kind == Event.SHOWN else 'bids'} {bid}"


family = Family(Bids, starts={"standard": "two prizes"})
