"""Kuhn poker: the smallest game with hidden cards, and a pattern for your own games.

Two players pay one chip each and get one of three cards. In turn they pass or bet another chip; a bet is called or
folded. The higher card wins the pot. (H. W. Kuhn, "A simplified two-person poker", 1950.)

docs/tutorial_student.md explains each part. Play it with `cardwright play examples/kuhn.py:family`.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Literal

import numpy as np

from cardwright.core import (
    EVERYBODY,
    OVER,
    BadData,
    Data,
    Family,
    Game,
    LoggedEvent,
    State,
    game_record,
    kernel,
    log_event,
    only,
    redeal,
    register_verbs,
)

PASS, BET = 0, 1
CARDS = ("Jack", "Queen", "King")
Event = IntEnum("Event", "HAS ACTED")  # HAS: a player has a card; ACTED: a player acted, with the label of the action

Record = game_record(
    "kuhn",
    [
        ("card", np.int8, (3,)),  # each player's card, and the one left over, as indices of CARDS
        ("bet", np.int8, (2,)),  # chips that each player has put into the pot
        ("to_act", np.int8),  # the player who decides, or OVER
        ("fixed", np.int8),  # only in a setup: one bit for each card that is not dealt at random
    ],
    __name__,
)


class Start(Data):
    """What a start can fix: the hands, as in `hands: {P1: King, P2: Jack}`."""

    hands: Mapping[Literal["P1", "P2"], Literal["Jack", "Queen", "King"]] = {}


@kernel
def reset(s, rules, setup, seed):
    s.card[:] = setup.card
    redeal(s, 0, s.card, setup.fixed)
    s.bet[:] = 1
    s.to_act = 0
    for player in range(2):
        log_event(Event.HAS, only(player), player, s.card[player])


@kernel
def decider(s):
    return s.to_act


@kernel
def legal(s, rules, out):
    out[0], out[1] = PASS, BET
    return 2


@kernel
def apply(s, rules, action):
    player, other = s.to_act, 1 - s.to_act
    over = s.bet[other] == 2 or (action == PASS and s.turn == 2)  # a bet is answered, or both have passed
    log_event(Event.ACTED, EVERYBODY, player, action if s.bet[0] == s.bet[1] else action + 2)
    s.bet[player] += action  # PASS is 0, and BET is 1
    s.to_act = OVER if over else other
    s.turn += 1
    for each in range(2 if over else 0):  # at the end the cards are shown
        log_event(Event.HAS, EVERYBODY, each, s.card[each])


@kernel
def label(s, rules, action):
    return action if s.bet[0] == s.bet[1] else action + 2  # after a bet, to pass is to fold and to bet is to call


@kernel
def score(s, player):
    won = s.bet[player] > s.bet[1 - player] if s.bet[0] != s.bet[1] else s.card[player] > s.card[1 - player]
    return (0.5 if won else -0.5) * min(s.bet[0], s.bet[1])


@kernel
def hide(s, rules, player, seed):
    if s.to_act != OVER:  # at the end the cards are shown
        redeal(s, 0, s.card, 1 << player)


@kernel
def observe(s, rules, player, out):
    out[:5] = 0
    out[s.card[player]] = 1  # three features for the card and two for the bets
    out[3], out[4] = s.bet[player] / 2, s.bet[1 - player] / 2
    return 5


register_verbs(
    Record, reset=reset, decider=decider, legal=legal, apply=apply, label=label, score=score, hide=hide, observe=observe
)


class Kuhn(Game):
    """Kuhn poker for two."""

    family = "kuhn"
    title = "Kuhn poker"
    dtype = Record
    max_actions = 2
    max_decisions = 3
    features = (*CARDS, "own bet", "other bet")
    action_space = ("pass or fold", "bet or call")
    action_names = ("pass", "bet", "fold", "call")
    event_type = Event
    measures = ("pot",)

    def __init__(self, name: str, start: Mapping[str, Any]):
        given = [CARDS.index(card) for _, card in sorted(Start.read(start).hands.items())]
        if len(set(given)) not in (0, 2):
            raise BadData("'hands' must be two different cards, as in {P1: King, P2: Jack}")
        setup = np.zeros(1, Record)
        setup["card"] = [*given, *sorted({0, 1, 2} - set(given))]
        setup["fixed"] = 0b111 if given else 0
        super().__init__(name, start, setup, players=2)

    def view(self, state: State) -> dict[str, Any]:
        one, two, _ = state.record.card
        return {"hands": {"P1": CARDS[one], "P2": CARDS[two]}, "pot": int(state.record.bet.sum())}

    def seen(self, state: State, player: int) -> dict[str, Any]:
        view = self.view(state)
        if not state.over:
            view["hands"][self.player_name(1 - player)] = None
        return view

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        who, what = event.operands
        words = ("passes", "bets", "folds", "calls")[what] if event.kind == Event.ACTED else f"has the {CARDS[what]}"
        return f"P{who + 1} {words}" if event.seen(player) else ""

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        return {"pot": states["bet"].sum(axis=1)}


family = Family(Kuhn, starts={"standard": "three cards, one bet"})
