"""Playing a card: what is set in motion, and where the card goes afterwards."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner

from .events import begin, modify, react
from .piles import close_gap, cost_of, exhausted, has_hook, hook, put
from .rules import Event, Hook, Keyword, Stage
from .state import LARGEST_AMOUNT, NOBODY, PLAYER, CardType, Manner, Pile


@inner
def play_from_hand(s, rules, slot):
    """Pay for the card in a place of the hand and play it."""
    j = int(s.piles[Pile.HAND, slot])
    cost = cost_of(s, rules, j)
    s.energy -= cost
    close_gap(s, Pile.HAND, slot)
    s.cards[j].pile = Pile.PLAY
    begin_play(s, rules, j, cost, 0)


@inner
def begin_play(s, rules, j, number, manner):
    """Put a card's effect on the agenda, what reacts to it around that, and last where the card goes."""
    kind = rules.cards[s.cards[j].kind]
    s.played = min(LARGEST_AMOUNT, int(s.played) + 1)
    if not manner & Manner.REPLAY:
        s.aimed = NOBODY
    begin(s, kind.pc, PLAYER, s.aimed, j, number, 0, manner)
    react(s, rules, Stage.BEFORE, Event.CARD_PLAYED, PLAYER, PLAYER, j, number, manner)
    react(s, rules, Stage.AFTER, Event.CARD_PLAYED, PLAYER, PLAYER, j, number, manner)
    if has_hook(rules, Hook.OTHER_PLAYED):
        for k in range(s.counts[Pile.HAND]):
            hook(s, rules, s.piles[Pile.HAND, k], Hook.OTHER_PLAYED)
    begin(s, rules.finish, PLAYER, PLAYER, j, number, 0, manner)


@inner
def finish_play(s, rules, e):
    """Put a played card away: powers are gone, others are discarded or exhausted."""
    j = int(e.card)
    if e.manner & Manner.REPLAY or s.cards[j].pile != Pile.PLAY:
        return
    kind = rules.cards[s.cards[j].kind]
    if kind.type == CardType.POWER:
        put(s, j, Pile.GONE)
        return
    exhausts = np.float32(1) if kind.keywords & Keyword.EXHAUST or e.manner & Manner.THEN_EXHAUST else np.float32(0)
    if modify(s, rules, Event.EXHAUSTS, PLAYER, PLAYER, j, exhausts) > 0:
        put(s, j, Pile.EXHAUST)
        exhausted(s, rules, j)
    else:
        put(s, j, Pile.DISCARD)
