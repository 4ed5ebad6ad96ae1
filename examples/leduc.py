"""Leduc hold'em: poker with six cards, two rounds of betting and one public card.

Two players pay one chip each and get one of six cards: two jacks, two queens, two kings. After a round of betting a
public card is turned up, and a second round follows. A round has at most two raises, of two chips each in the first
round and four in the second. A pair with the public card wins the pot, otherwise the higher card; equal cards split it.
(F. Southey et al., "Bayes' bluff: opponent modelling in poker", 2005.)
"""

from __future__ import annotations

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
    TokenField,
    game_record,
    inner,
    kernel,
    log_event,
    only,
    redeal,
    register_verbs,
)

FOLD, CALL, RAISE = 0, 1, 2
RANKS = ("Jack", "Queen", "King")
PUBLIC = 2  # the index of the public card; each player's card is at the player's index
MAX_RAISES = 2  # in a round
MAX_BET = 13.0  # chips that one player can lose: the ante, two raises of 2 and two of 4

Record = game_record(
    "leduc",
    [
        ("card", np.int8, (6,)),  # the players' cards, the public card and the rest of the deck, as indices of RANKS
        ("bet", np.int8, (2,)),  # chips that each player has put into the pot
        ("to_act", np.int8),  # the player who decides, or OVER
        ("betting", np.int8),  # the round of betting, 1 or 2
        ("raises", np.int8),  # in this round
        ("won", np.int8),  # chips that the first player wins from the second; 0 until the end
        ("fixed", np.int8),  # only in a setup: one bit for each card that is not dealt at random
    ],
    __name__,
)


class Event(IntEnum):
    """What the rules report, with its operands."""

    HAS = 0  # a player; the card
    PUBLIC = 1  # the public card
    ACTED = 2  # a player; the label of the action; the chips put into the pot
    WON = 3  # chips that the first player wins from the second


class Start(Data):
    """What a start can fix: any of the cards, as in `{hands: {P1: King}, public: Jack}`."""

    hands: Mapping[Literal["P1", "P2"], Literal["Jack", "Queen", "King"]] = {}
    public: Literal["Jack", "Queen", "King"] | None = None


@kernel
def reset(s, rules, setup, seed):
    s.card[:] = setup.card
    redeal(s, 0, s.card, setup.fixed)
    s.bet[:] = 1
    s.betting = 1
    s.to_act = s.raises = s.won = 0
    for player in range(2):
        log_event(Event.HAS, only(player), player, s.card[player])


@kernel
def decider(s):
    return s.to_act


@kernel
def legal(s, rules, out):
    first = FOLD if s.raises > 0 else CALL
    last = RAISE if s.raises < MAX_RAISES else CALL
    for action in range(first, last + 1):
        out[action - first] = action
    return last - first + 1


@kernel
def apply(s, rules, action):
    player, other = s.to_act, 1 - s.to_act
    chips = 0 if action == FOLD else s.bet[other] - s.bet[player]
    if action == RAISE:
        chips += 2 * s.betting
    log_event(Event.ACTED, EVERYBODY, player, action if s.raises > 0 else action + 2, chips)
    s.bet[player] += chips
    s.to_act = other
    s.turn += 1
    if action == RAISE:
        s.raises += 1
    elif action == FOLD:
        finish(s, s.bet[0] - s.bet[1])
    elif s.raises > 0 or player == 1:  # a raise is called, or both have checked
        end_round(s)


@inner
def end_round(s):
    if s.betting == 2:
        for player in range(2):
            log_event(Event.HAS, EVERYBODY, player, s.card[player])
        finish(s, strength(s, 0) - strength(s, 1))
    else:
        log_event(Event.PUBLIC, EVERYBODY, s.card[PUBLIC])
        s.betting = 2
        s.to_act = s.raises = 0


@inner
def strength(s, player):
    pair = s.card[player] == s.card[PUBLIC]
    return s.card[player] + len(RANKS) * pair


@inner
def finish(s, lead):
    """End the game: the first player wins if `lead` is positive, and the second if it is negative."""
    stake = min(s.bet[0], s.bet[1])
    s.won = stake if lead > 0 else -stake if lead < 0 else 0
    log_event(Event.WON, EVERYBODY, s.won)
    s.to_act = OVER


@kernel
def label(s, rules, action):
    return action if s.raises > 0 else action + 2  # without a raise, to call is to check and to raise is to bet


@kernel
def score(s, player):
    return (s.won if player == 0 else -s.won) / MAX_BET


@kernel
def known_cards(s, player):
    """Return one bit for each card that a player knows."""
    showdown = s.to_act == OVER and s.bet[0] == s.bet[1]
    known = 0b11 if showdown else 1 << player
    if s.betting == 2:
        known |= 1 << PUBLIC
    return known


@kernel
def hide(s, rules, player, seed):
    redeal(s, 0, s.card, known_cards(s, player))


@kernel
def observe(s, rules, player, out):
    out[:9] = 0
    out[s.card[player]] = 1
    if s.betting == 2:
        out[3 + s.card[PUBLIC]] = 1
    out[6] = s.bet[player] / MAX_BET
    out[7] = s.bet[1 - player] / MAX_BET
    out[8] = s.raises / MAX_RAISES
    return 9


@kernel
def tokenise(s, rules, player, out):
    n = 0
    for index in range(3):
        if known_cards(s, player) >> index & 1:
            out[n, 0] = 1 + s.card[index]  # a row of zeroes is padding
            out[n, 1] = PUBLIC if index == PUBLIC else index != player
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


class Leduc(Game):
    """Leduc hold'em for two."""

    family = "leduc"
    title = "Leduc hold'em"
    dtype = Record
    max_actions = 3
    max_decisions = 8
    features = (*(f"own card: {rank}" for rank in RANKS), *(f"public card: {rank}" for rank in RANKS),
                "own bet", "other bet", "raises")  # fmt: skip
    token_fields = (
        TokenField("card", 1 + len(RANKS), ("none", *RANKS)),
        TokenField("place", 3, ("own", "other", "public")),
    )
    max_tokens = 3
    action_space = ("fold", "call or check", "raise or bet")
    action_names = ("fold", "call", "raise", "check", "bet")
    measures = ("P1_chips",)
    event_type = Event

    def __init__(self, name: str, start: Mapping[str, Any]):
        given = Start.read(start)
        fixed = [given.hands.get("P1"), given.hands.get("P2"), given.public]
        deck = list(2 * RANKS)
        for card in filter(None, fixed):
            if card not in deck:
                raise BadData(f"'hands' and 'public' hold three {card}s; there are two of each card")
            deck.remove(card)
        cards = [card or deck.pop() for card in fixed] + deck
        setup = np.zeros(1, Record)
        setup["card"] = [RANKS.index(card) for card in cards]
        setup["fixed"] = sum(1 << index for index, card in enumerate(fixed) if card)
        super().__init__(name, start, setup, players=2)

    def view(self, state: State) -> dict[str, Any]:
        return self._view_of(state, 0b111)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        return self._view_of(state, known_cards(state.record, player))

    def _view_of(self, state: State, known: int) -> dict[str, Any]:
        s = state.record
        first, second, public = (RANKS[s.card[index]] if known >> index & 1 else None for index in range(3))
        bets = {"P1": int(s.bet[0]), "P2": int(s.bet[1])}
        return {"hands": {"P1": first, "P2": second}, "public": public, "bets": bets, "round": int(s.betting)}

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        match Event(event.kind), event.operands:
            case Event.HAS, (who, card):
                return f"P{who + 1} has the {RANKS[card]}" if event.seen(player) else ""
            case Event.PUBLIC, (card,):
                return f"the public card is the {RANKS[card]}"
            case Event.ACTED, (who, what, chips):
                paid = f" ({chips} {'chip' if chips == 1 else 'chips'})" if chips else ""
                return f"P{who + 1} {self.action_names[what]}s{paid}"
        (won,) = event.operands
        chips = "chip" if abs(won) == 1 else "chips"
        return f"P{1 if won > 0 else 2} wins {abs(won)} {chips}" if won else "the pot is split"

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        return {"P1_chips": states["won"]}


family = Family(Leduc, starts={"standard": "six cards, two rounds of betting"})
