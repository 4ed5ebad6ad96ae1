"""Cards: where they are, what they cost, and how they move."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner
from cardwright.core.random import below, shuffle

from .events import modify, modify_whole, react, refer, wait
from .formula_vm import amount, plain_cost, work_out
from .rules import NONE, Event, Hook, Keyword, Stage
from .state import HAND_LIMIT, MAX_CARDS, NOTHING, PLAYER, Pile, Stream

TOP = 6  # besides the piles, a place for a card to go: the top of the draw pile

DRAW, DISCARD = int(Pile.DRAW), int(Pile.DISCARD)


@inner
def new_card(s, kind):
    """The number of a new card that is nowhere yet, NOTHING when the battle holds no more."""
    j = int(s.card_count)
    if j < MAX_CARDS:
        s.card_count += 1
    else:
        j = 0
        while j < MAX_CARDS and s.cards[j].pile != Pile.GONE:
            j += 1
        if j == MAX_CARDS:
            return NOTHING
    card = s.cards[j]
    card.kind = kind
    card.bonus = 0
    card.cost_change = 0
    card.turn_cost = NOTHING
    card.pile = Pile.GONE
    card.mark = 0
    return j


@inner
def take(s, j):
    """Take a card out of the pile it is in."""
    pile = s.cards[j].pile
    if pile <= Pile.EXHAUST:
        k = 0
        while s.piles[pile, k] != j:
            k += 1
        if pile == Pile.DRAW and k >= s.counts[pile] - s.known_top:
            s.known_top -= 1
        close_gap(s, pile, k)
    s.cards[j].pile = Pile.GONE


@inner
def close_gap(s, pile, k):
    """Let the cards above a place in a pile move up to it."""
    s.counts[pile] -= 1
    for m in range(k, s.counts[pile]):
        s.piles[pile, m] = s.piles[pile, m + 1]


@inner
def put(s, j, place):
    """Put a card that is nowhere into a place; a full hand sends it to the discard pile."""
    pile = DRAW if place == TOP else place
    if pile == Pile.HAND and s.counts[Pile.HAND] >= HAND_LIMIT:
        pile = DISCARD
    s.cards[j].pile = pile
    if pile > Pile.EXHAUST:
        return
    count = s.counts[pile]
    s.piles[pile, count] = j
    s.counts[pile] = count + 1
    if place == TOP:
        s.known_top += 1
    elif pile == Pile.DRAW:
        other = below(s, Stream.SHUFFLE, count + 1)
        for m in range(count, other, -1):
            s.piles[pile, m] = s.piles[pile, m - 1]
        s.piles[pile, other] = j
        s.known_top = 0


@inner
def move(s, rules, j, place):
    """Move a card, and let everything react that cares."""
    was = s.cards[j].pile
    if was == Pile.PLAY:
        return  # it is put away when it has been played
    take(s, j)
    put(s, j, place)
    if place == Pile.EXHAUST:
        exhausted(s, rules, j)
    elif place == Pile.DISCARD and was == Pile.HAND:
        hook(s, rules, j, Hook.DISCARDED)
        react(s, rules, Stage.AFTER, Event.CARD_DISCARDED, PLAYER, PLAYER, j, 0, 0)


@inner
def exhausted(s, rules, j):
    """Let everything react to a card that has just been exhausted."""
    hook(s, rules, j, Hook.EXHAUSTED)
    react(s, rules, Stage.AFTER, Event.CARD_EXHAUSTED, PLAYER, PLAYER, j, 0, 0)


@inner
def hook(s, rules, j, which):
    """Put what a card does at a moment of its own on the agenda; it forestalls a card that is played."""
    pc = rules.cards[s.cards[j].kind].hooks[which] if has_hook(rules, which) else NONE
    if pc != NONE:
        refer(s, pc, PLAYER, PLAYER, j, 0, 0, 0)
        wait(s, pc, s.context, which == Hook.OTHER_PLAYED)


@inner
def has_hook(rules, which):
    """Whether any card of the battle acts at this moment."""
    return rules.hooks >> which & 1


@inner
def reshuffle(s, rules):
    """Shuffle the discard pile into the draw pile."""
    for k in range(s.counts[Pile.DISCARD]):
        j = s.piles[Pile.DISCARD, k]
        s.piles[Pile.DRAW, s.counts[Pile.DRAW] + k] = j
        s.cards[j].pile = Pile.DRAW
    s.counts[Pile.DRAW] += s.counts[Pile.DISCARD]
    s.counts[Pile.DISCARD] = 0
    s.known_top = 0
    shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], 0, int(s.counts[Pile.DRAW]))
    react(s, rules, Stage.AFTER, Event.SHUFFLED, PLAYER, PLAYER, NOTHING, 0, 0)


@inner
def draw_cards(s, rules, n):
    """Draw up to n cards, as far as there are cards and room in the hand."""
    for _ in range(n):
        if s.counts[Pile.HAND] >= HAND_LIMIT:
            return
        if s.counts[Pile.DRAW] == 0:
            if s.counts[Pile.DISCARD] == 0:
                return
            reshuffle(s, rules)
        s.counts[Pile.DRAW] -= 1
        j = s.piles[Pile.DRAW, s.counts[Pile.DRAW]]
        if s.known_top > 0:
            s.known_top -= 1
        s.piles[Pile.HAND, s.counts[Pile.HAND]] = j
        s.counts[Pile.HAND] += 1
        s.cards[j].pile = Pile.HAND
        hook(s, rules, j, Hook.DRAWN)
        react(s, rules, Stage.AFTER, Event.CARD_DRAWN, PLAYER, PLAYER, j, 0, 0)


@inner
def cost_of(s, rules, j):
    """What it costs to play a card now; a card that costs X takes all there is."""
    card = s.cards[j]
    kind = rules.cards[card.kind]
    if kind.keywords & Keyword.PLAIN:
        return plain_cost(s, rules, j)
    if kind.keywords & Keyword.X_COST:
        return int(s.energy)
    cost = int(card.turn_cost)
    if cost < 0:
        if kind.formula != NONE:
            refer(s, 0, PLAYER, PLAYER, j, 0, 0, 0)
        cost = max(0, amount(s, rules, s.context, kind.formula, kind.number) + int(card.cost_change))
    return max(0, modify_whole(s, rules, Event.COST, PLAYER, PLAYER, j, cost))


@inner
def can_play(s, rules, j):
    """Whether a card in hand may be played now, and there is the energy for it."""
    return allowed(s, rules, j) and cost_of(s, rules, j) <= s.energy


@inner
def allowed(s, rules, j):
    """Whether a card may be played now, whatever it costs."""
    kind = rules.cards[s.cards[j].kind]
    if kind.keywords & Keyword.PLAIN:
        return True
    if kind.keywords & Keyword.UNPLAYABLE:
        return False
    if kind.playable != NONE:
        refer(s, 0, PLAYER, PLAYER, j, 0, 0, 0)
        if work_out(s, rules, s.context, kind.playable) == 0:
            return False
    return modify(s, rules, Event.PLAYABLE, PLAYER, PLAYER, j, np.float32(1)) > 0
