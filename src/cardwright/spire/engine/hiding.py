# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the player cannot know: the order of the draw pile, numbers rolled unseen, and all future random numbers."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below, derive, shuffle

from .agenda_entries import clear_scratch
from .enemies import redraw_intent
from .own_rules import is_open
from .state import MAX_CARDS, Pile, Sight, Stream

STREAMS = len(Stream)
HIDING = np.uint64(0x41DE)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_SIXTY_FOUR = np.uint64(64)


@inner
def hide(s, rules, player, seed):
    """Redraw everything the player cannot know."""
    seed_battle(s, seed, HIDING)
    _reshuffle_unknown(s)
    _reroll_unseen(s, rules)
    if is_open(rules) and s.sight & Sight.NO_INTENTS:
        for i in range(1, s.agent_count):
            redraw_intent(s, rules, i)
    clear_scratch(s)


@inner
def seed_battle(s, seed, use):
    """Seed the streams of random numbers that a battle draws from, for one use."""
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, use, np.uint64(stream))


@inner
def _reshuffle_unknown(s):
    """Shuffle the draw pile between the cards the player knows, starting from the order of the card indices.

    That order reveals nothing. Sorting takes one pass, with the cards as bits of two 64-bit masks.
    """
    top = int(s.counts[Pile.DRAW] - s.known_top)
    bottom = min(int(s.known_bottom), top)
    low = _ZERO
    high = _ZERO
    for k in range(bottom, top):
        bit = np.uint64(s.piles[Pile.DRAW, k])
        if bit < _SIXTY_FOUR:
            low |= _ONE << bit
        else:
            high |= _ONE << (bit - _SIXTY_FOUR)
    k = bottom
    for j in range(MAX_CARDS):
        half = low if j < 64 else high
        if half >> np.uint64(j & 63) & _ONE:
            s.piles[Pile.DRAW, k] = j
            k += 1
    shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], bottom, top)
    s.piles[Pile.DRAW, s.counts[Pile.DRAW] :] = 0  # cards that were there can reveal the old order


@inner
def _reroll_unseen(s, rules):
    """Reroll the numbers of enemies that no move has shown yet."""
    for i in range(1, s.agent_count):
        agent = s.agents[i]
        kind = rules.enemies[agent.kind]
        low, high = kind.roll_low.number, kind.roll_high.number
        if not agent.roll_shown and high > low:
            agent.roll = low + below(s, Stream.ENEMY, high - low + 1)
