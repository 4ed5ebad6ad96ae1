"""Kuhn poker, written for Cardwright: the smallest game with hidden cards, and a pattern for your own.

Two players pay one chip and get one of three cards. Each in turn may pass or bet one chip more; a bet is called or
folded. The higher card wins the pot. (H. W. Kuhn, "A simplified two-person poker", 1950.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardwright.core.errors import BadData, unknown
from cardwright.core.game import Game, State
from cardwright.core.jit import kernel
from cardwright.core.random import derive, shuffle
from cardwright.core.record import game_record, struct
from cardwright.core.verbs import OVER, register

PASS, BET = 0, 1
CARDS = ("Jack", "Queen", "King")
DECK, HIDING = np.uint64(1), np.uint64(2)

Record = game_record(
    "kuhn",
    [
        ("card", np.int8, (3,)),  # the cards of both players and the one left over
        ("bet", np.int8, (2,)),  # chips in the pot
        ("to_act", np.int8),  # 0 or 1, OVER at the end
        ("passes", np.int8),  # how many have passed in a row
    ],
    __name__,
)
Deal = struct([("open", np.bool_), ("card", np.int8, (3,))])  # a start: which cards are dealt, if that is said


@kernel
def reset(s, rules, setup, seed):
    s.rng[0] = derive(seed, DECK, np.uint64(0))
    s.turn = 1
    s.fault = 0
    for k in range(3):
        s.card[k] = setup.card[k]
    if not setup.open:
        shuffle(s, 0, s.card, 0, 3)
    s.bet[0] = 1
    s.bet[1] = 1
    s.to_act = 0
    s.passes = 0


@kernel
def decider(s):
    return np.int64(s.to_act)


@kernel
def legal(s, rules, out):
    out[0] = PASS
    out[1] = BET
    return 2


@kernel
def apply(s, rules, action):
    player = s.to_act
    other = 1 - player
    if action == BET:
        s.bet[player] += 1
        s.to_act = OVER if s.bet[other] == 2 else other
    elif s.bet[other] == 2 or s.passes == 1:
        s.to_act = OVER
    else:
        s.passes += 1
        s.to_act = other
    s.turn += 1


@kernel
def label(s, rules, action):
    return action + 2 * (s.bet[0] + s.bet[1] > 2)


@kernel
def score(s, player):
    other = 1 - player
    folded = s.bet[0] != s.bet[1]
    won = s.bet[player] > s.bet[other] if folded else s.card[player] > s.card[other]
    return (0.5 if won else -0.5) * min(s.bet[0], s.bet[1])


@kernel
def hide(s, rules, player, seed):
    s.rng[0] = derive(seed, HIDING, np.uint64(player))
    other = 1 - player
    if s.card[other] > s.card[2]:  # start from an order that tells nothing
        s.card[other], s.card[2] = s.card[2], s.card[other]
    if derive(seed, HIDING, np.uint64(2)) & np.uint64(1):
        s.card[other], s.card[2] = s.card[2], s.card[other]


register(Record, reset=reset, decider=decider, legal=legal, apply=apply, label=label, score=score, hide=hide)


class Kuhn(Game):
    """Kuhn poker for two."""

    family = "kuhn"
    title = "Kuhn poker"
    dtype = Record
    max_actions = 2
    measures = ("pot",)

    def words(self, label: int) -> tuple[str, str]:
        return (("pass", ""), ("bet", ""), ("fold", ""), ("call", ""))[label]

    def view(self, state: State) -> dict[str, Any]:
        record = state.record
        return {
            "hands": {self.player_name(player): CARDS[record.card[player]] for player in range(2)},
            "pot": int(record.bet.sum()),
        }

    def seen(self, state: State, player: int) -> dict[str, Any]:
        view = state.view()
        if not state.over:
            view["hands"][self.player_name(1 - player)] = None
        return view

    def text(self, state: State) -> str:
        view = self.seen(state, max(0, state.decider))  # who decides reads this
        hands = [f"{name} holds {card}" for name, card in view["hands"].items() if card]
        return ", ".join([f"pot {view['pot']}", *hands])

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        return {"pot": states["bet"].sum(axis=1)}


class KuhnFamily:
    """What the entry point of a package would name: `kuhn = "kuhn:family"` under "cardwright.games"."""

    name = "kuhn"
    title = "Kuhn poker"

    def scenarios(self) -> Mapping[str, str]:
        return {"standard": "three cards, one bet"}

    def scenario(self, name: str) -> Mapping[str, Any]:
        if name not in self.scenarios():
            raise unknown("scenario of kuhn", name, self.scenarios())
        return {}

    def game(self, start: Mapping[str, Any], name: str = "standard") -> Kuhn:
        deal = np.zeros(1, Deal)
        deal[0].card = np.arange(3)
        for key in start:
            if key != "hands":
                raise unknown("key in a start of kuhn", key, ["hands"])
        if start:
            deal[0].open = True
            deal[0].card = _dealt(start["hands"])
        return Kuhn(name, start, np.zeros(1, np.dtype([("none", np.uint8)])), deal, players=2)


def _dealt(hands: Any) -> list[int]:
    """The cards of both players and the one left over."""
    if not isinstance(hands, Mapping) or set(hands) != {"P1", "P2"} or hands["P1"] == hands["P2"]:
        raise BadData("'hands' of kuhn are two different cards, as in {P1: King, P2: Jack}")
    for card in hands.values():
        if card not in CARDS:
            raise unknown("card of kuhn", card, CARDS)
    one, two = CARDS.index(hands["P1"]), CARDS.index(hands["P2"])
    return [one, two, 3 - one - two]


family = KuhnFamily()
