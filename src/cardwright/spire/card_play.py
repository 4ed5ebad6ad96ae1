"""Playing a card: the effects this puts on the agenda, and where the card goes afterwards."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner

from .events import begin, modify, react
from .piles import close_gap, cost_of, exhausted, has_hook, hook, put
from .rules import Event, Hook, Keyword, Stage
from .state import MAX_AMOUNT, NOBODY, CardType, Manner, Pile


@inner
def play_from_hand(s, rules, k):
    """Pay for the card at position `k` of the hand and play it."""
    j = int(s.piles[Pile.HAND, k])
    cost = cost_of(s, rules, j)
    s.energy -= cost
    close_gap(s, Pile.HAND, k)
    s.cards[j].pile = Pile.PLAY
    begin_play(s, rules, j, cost, Manner.NONE)


@inner
def begin_play(s, rules, j, number, manner):
    """Put a card's effect on the agenda, the reactions around it, and at the end what puts the card away."""
    kind = rules.cards[s.cards[j].kind]
    s.played = min(MAX_AMOUNT, int(s.played) + 1)
    if not manner & Manner.REPLAY:
        s.aimed = NOBODY
    begin(s, kind.pc, target=s.aimed, card=j, number=number, manner=manner)
    react(s, rules, Event.CARD_PLAYED, card=j, value=number, manner=manner, stage=Stage.BEFORE)
    react(s, rules, Event.CARD_PLAYED, card=j, value=number, manner=manner)
    if has_hook(rules, Hook.OTHER_PLAYED):
        for k in range(s.counts[Pile.HAND]):
            hook(s, rules, s.piles[Pile.HAND, k], Hook.OTHER_PLAYED)
    begin(s, rules.finish, card=j, number=number, manner=manner)


@inner
def finish_play(s, rules, e):
    """Put a played card away: powers leave the game, other cards are discarded or exhausted."""
    j = int(e.card)
    if e.manner & Manner.REPLAY or s.cards[j].pile != Pile.PLAY:
        return
    kind = rules.cards[s.cards[j].kind]
    if kind.type == CardType.POWER:
        put(s, j, Pile.GONE)
        return
    exhausts = np.float32(1) if kind.keywords & Keyword.EXHAUST or e.manner & Manner.THEN_EXHAUST else np.float32(0)
    if modify(s, rules, Event.EXHAUSTS, exhausts, card=j) > 0:
        put(s, j, Pile.EXHAUST)
        exhausted(s, rules, j)
    else:
        put(s, j, Pile.DISCARD)
