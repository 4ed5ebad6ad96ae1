"""Goofspiel: two players bid for prizes at once, a pattern for games with secret simultaneous moves.

Each player has the cards 1 to 13. Prizes worth 1 to 13 points are turned up in random order, one after the other. For
each, both players choose a card in secret, then show it: the higher card takes the prize, and with equal cards nobody
does. Both cards are gone. Who has more points at the end wins. (S. M. Ross, "Goofspiel - the game of pure strategy",
1971.)

One player chooses after the other, but knows nothing of the other's choice. So `hide` takes that choice back: in the
copy of the second player, the first has not chosen yet, and chooses afterwards. A search then finds out what the first
player would do. A choice drawn at random instead would be a bad guess of what a good player does.

Play it with `cardwright play examples/goofspiel.py:family`.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
import pydantic

from cardwright.core import (
    EVERYBODY,
    OVER,
    Data,
    Family,
    Game,
    LoggedEvent,
    State,
    game_record,
    inner,
    kernel,
    log_event,
    only,
    redeal,
    register_verbs,
)

MOST = 13  # cards of one player

Record = game_record(
    "goofspiel",
    [
        ("prize", np.int8, (MOST,)),  # points of all prizes in the order in which they are turned up, then zeroes
        ("turned", np.int8),  # how many prizes were decided; the next one is up
        ("hand", np.int16, (2,)),  # each player's cards: bit k is the card k + 1
        ("bid", np.int8, (2,)),  # the card that each player has chosen for this prize, 0 for none
        ("points", np.int8, (2,)),
        ("to_act", np.int8),  # the player who decides, or OVER
        ("cards", np.int8),  # how many cards each player has at the start
        ("fixed", np.int16),  # only in a setup: one bit for each prize that is not turned up at random
    ],
    __name__,
)


class Event(IntEnum):
    """What the rules report, with its operands."""

    PRIZE = 0  # the points of the prize that is up
    CHOSE = 1  # a player; the card, which only that player sees
    BID = 2  # a player; the card, shown to everybody
    WON = 3  # a player, or OVER for nobody; the points


class Start(Data):
    """What a scenario can fix: the number of cards and the first prizes, as in `{cards: 3, prizes: [2]}`."""

    cards: Annotated[int, pydantic.Field(ge=2, le=MOST)] = MOST
    prizes: tuple[int, ...] = ()

    @pydantic.model_validator(mode="after")
    def _has_each_prize_once(self) -> "Start":
        if len({*self.prizes}) < len(self.prizes) or not {*self.prizes} <= {*range(1, self.cards + 1)}:
            raise ValueError(f"'prizes' must be different numbers from 1 to {self.cards}")
        return self


@kernel
def reset(s, rules, setup, seed):
    s.prize[:] = setup.prize
    s.cards = setup.cards
    redeal(s, 0, s.prize[: s.cards], setup.fixed)
    s.hand[:] = (1 << int(s.cards)) - 1
    s.bid[:] = 0
    s.points[:] = 0
    s.turned = s.to_act = 0
    log_event(Event.PRIZE, EVERYBODY, s.prize[0])


@kernel
def decider(s):
    return s.to_act


@kernel
def legal(s, rules, out):
    n = 0
    for card in range(s.cards):
        if s.hand[s.to_act] >> card & 1:
            out[n] = card
            n += 1
    return n


@kernel
def apply(s, rules, action):
    player, other = s.to_act, 1 - s.to_act
    s.bid[player] = action + 1
    log_event(Event.CHOSE, only(player), player, action + 1)
    if s.bid[other]:
        award(s)
    else:
        s.to_act = other


@inner
def award(s):
    """Show both cards and give the prize to the higher one."""
    winner = OVER if s.bid[0] == s.bid[1] else int(s.bid[1] > s.bid[0])
    points = s.prize[s.turned]
    for player in range(2):
        log_event(Event.BID, EVERYBODY, player, s.bid[player])
        s.hand[player] ^= 1 << (int(s.bid[player]) - 1)
        s.bid[player] = 0
    log_event(Event.WON, EVERYBODY, winner, points)
    if winner != OVER:
        s.points[winner] += points
    s.turned += 1
    s.turn += 1
    s.to_act = 0
    if s.turned == s.cards:
        s.to_act = OVER
    else:
        log_event(Event.PRIZE, EVERYBODY, s.prize[s.turned])


@kernel
def label(s, rules, action):
    return action


@kernel
def score(s, player):
    return np.sign(float(s.points[player]) - s.points[1 - player])


@kernel
def hide(s, rules, player, seed):
    redeal(s, 0, s.prize[: s.cards], (2 << int(s.turned)) - 1)  # the prizes so far and the one that is up are known
    if s.to_act == player:
        s.bid[1 - player] = 0  # the other's secret choice is taken back


@kernel
def observe(s, rules, player, out):
    out[: 3 * MOST + 2] = 0
    for card in range(s.cards):
        out[card] = s.hand[player] >> card & 1
        out[MOST + card] = s.hand[1 - player] >> card & 1
    if s.turned < s.cards:
        out[2 * MOST + s.prize[s.turned] - 1] = 1
    for each in range(2):
        points = s.points[player if each == 0 else 1 - player]
        out[3 * MOST + each] = points / (MOST * (MOST + 1) / 2)
    return 3 * MOST + 2


register_verbs(
    Record, reset=reset, decider=decider, legal=legal, apply=apply, label=label, score=score, hide=hide, observe=observe
)


class Goofspiel(Game):
    """Goofspiel for two."""

    family = "goofspiel"
    title = "Goofspiel"
    dtype = Record
    max_actions = MOST
    max_decisions = 2 * MOST
    features = (
        *(f"{whose} {number}" for whose in ("own", "other's", "prize") for number in range(1, MOST + 1)),
        "own points",
        "other's points",
    )
    action_space = tuple(f"bid {number}" for number in range(1, MOST + 1))
    action_names = action_space
    event_type = Event
    measures = ("points",)

    def __init__(self, name: str, start: Mapping[str, Any]):
        given = Start.read(start)
        rest = sorted({*range(1, given.cards + 1)} - {*given.prizes})
        setup = np.zeros(1, Record)
        setup["prize"][0, : given.cards] = [*given.prizes, *rest]
        setup["cards"] = given.cards
        setup["fixed"] = (1 << len(given.prizes)) - 1
        super().__init__(name, start, setup, players=2)

    def view(self, state: State) -> dict[str, Any]:
        record = state.record
        names = [self.player_name(player) for player in range(2)]
        return {
            "prize": int(record.prize[record.turned]) if not state.over else None,
            "hands": {name: _cards(hand) for name, hand in zip(names, record.hand, strict=True)},
            "bids": {name: int(bid) or None for name, bid in zip(names, record.bid, strict=True)},
            "points": {name: int(points) for name, points in zip(names, record.points, strict=True)},
        }

    def seen(self, state: State, player: int) -> dict[str, Any]:
        view = self.view(state)
        view["bids"][self.player_name(1 - player)] = None
        return view

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        *who, number = event.operands
        name = self.player_name(who[0]) if who and who[0] != OVER else "nobody"
        texts = {
            Event.PRIZE: f"the prize is {number}",
            Event.CHOSE: f"{name} chooses {number}",
            Event.BID: f"{name} bids {number}",
            Event.WON: f"{name} wins {number}",
        }
        return texts[Event(event.kind)] if event.seen(player) else ""

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        return {"points": states["points"].sum(axis=1)}


def _cards(hand: int) -> list[int]:
    return [card + 1 for card in range(MOST) if hand >> card & 1]


family = Family(
    Goofspiel,
    starts={"standard": "13 cards", "five": ("5 cards", {"cards": 5}), "seven": ("7 cards", {"cards": 7})},
)
