# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Cards: which pile they are in, what they cost, and how they move."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below, shuffle

from .agenda_entries import begin, refer
from .events import modify, modify_integer, react
from .formula_vm import amount, plain_cost, run_formula, set_cost
from .log_events import LogEvent
from .own_rules import is_open
from .rules import NONE, Event, Hook, Keyword
from .state import HAND_LIMIT, MAX_CARDS, NOTHING, Pile, Sight, Stream


@inner
def new_card(s, kind):
    """Return the index of a new card that is in no pile yet, NOTHING if the battle holds no more."""
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
    """Take a card out of its pile."""
    pile = s.cards[j].pile
    if pile <= Pile.EXHAUST:
        k = 0
        while s.piles[pile, k] != j:
            k += 1
        if pile == Pile.DRAW and k >= s.counts[pile] - s.known_top:
            s.known_top -= 1
        elif pile == Pile.DRAW and k < s.known_bottom:
            s.known_bottom -= 1
        close_gap(s, pile, k)
    s.cards[j].pile = Pile.GONE


@inner
def close_gap(s, pile, k):
    """Remove position `k` of a pile; the cards above it move down by one."""
    s.counts[pile] -= 1
    for m in range(k, s.counts[pile]):
        s.piles[pile, m] = s.piles[pile, m + 1]


@inner
def put(s, j, was, destination):
    """Put a card, which was in another pile or is new, into one; one for a full hand goes to the discard pile."""
    if destination == Pile.HAND and s.counts[Pile.HAND] >= HAND_LIMIT:
        destination = Pile.DISCARD
    pile = Pile.DRAW if destination == Pile.TOP_OF_DRAW else destination
    s.cards[j].pile = pile
    log_event(LogEvent.MOVED, EVERYBODY, j, s.cards[j].kind, was, destination)
    if pile > Pile.EXHAUST:
        return
    count = s.counts[pile]
    s.piles[pile, count] = j
    s.counts[pile] = count + 1
    if destination == Pile.TOP_OF_DRAW:
        s.known_top += 1
    elif pile == Pile.DRAW:
        _shuffle_in(s, j, int(count))


@inner
def put_anywhere(s, rules, j, was, destination):
    """Put a card into a pile as `put` does, or at the bottom of the draw pile."""
    if is_open(rules) and destination == Pile.BOTTOM_OF_DRAW:
        _put_at_bottom(s, j, was)
    else:
        put(s, j, was, destination)


@inner
def _put_at_bottom(s, j, was):
    """Put a card at the bottom of the draw pile, where the player knows it to be."""
    count = int(s.counts[Pile.DRAW])
    s.cards[j].pile = Pile.DRAW
    log_event(LogEvent.MOVED, EVERYBODY, j, s.cards[j].kind, was, Pile.BOTTOM_OF_DRAW)
    for m in range(count, 0, -1):
        s.piles[Pile.DRAW, m] = s.piles[Pile.DRAW, m - 1]
    s.piles[Pile.DRAW, 0] = j
    s.counts[Pile.DRAW] = count + 1
    if s.known_top == count:
        s.known_top += 1
    else:
        s.known_bottom = min(int(s.known_bottom), count) + 1


@inner
def _shuffle_in(s, j, count):
    """Move the card on top of `count` others to a random position below the top one, which stays where it is."""
    if count > 0:
        other = below(s, Stream.SHUFFLE, count)
        for m in range(count, other, -1):
            s.piles[Pile.DRAW, m] = s.piles[Pile.DRAW, m - 1]
        s.piles[Pile.DRAW, other] = j
    s.known_bottom = 0
    s.known_top = 1 if count <= 1 else min(1, int(s.known_top))
    see_draw_pile(s)


@inner
def see_draw_pile(s):
    """Let the player know the order of the draw pile, if a relic shows it."""
    if s.sight & Sight.DRAW_PILE:
        s.known_top = s.counts[Pile.DRAW]


@inner
def move(s, rules, j, destination):
    """Move a card and trigger the reactions to that."""
    was = s.cards[j].pile
    if being_played(s, j):
        return  # it is put away when its play is finished
    take(s, j)
    put_anywhere(s, rules, j, was, destination)
    if destination == Pile.EXHAUST:
        exhausted(s, rules, j)
    elif destination == Pile.DISCARD and was == Pile.HAND:
        hook(s, rules, j, Hook.DISCARDED)
        react(s, rules, Event.CARD_DISCARDED, card=j)
    if is_open(rules):
        react(s, rules, Event.CARD_MOVED, card=j)
        if s.cards[j].pile == Pile.HAND and was != Pile.HAND:
            react(s, rules, Event.CARD_ADDED, card=j)


@inner
def created(s, rules, j):
    """Trigger the reactions to a new card that has just been put into a pile."""
    if is_open(rules):
        react(s, rules, Event.CARD_CREATED, card=j)
        if s.cards[j].pile == Pile.HAND:
            react(s, rules, Event.CARD_ADDED, card=j)


@inner
def being_played(s, j):
    """Return whether a card is being played or waits to be played by an effect."""
    return s.cards[j].pile == Pile.PLAY or s.cards[j].pile == Pile.LIMBO


@inner
def exhausted(s, rules, j):
    """Trigger the reactions to a card that has just been exhausted."""
    hook(s, rules, j, Hook.EXHAUSTED)
    react(s, rules, Event.CARD_EXHAUSTED, card=j)


@inner
def hook(s, rules, j, which):
    """Put a card's own effect for a moment on the agenda, ahead of a card that is being played."""
    pc = rules.cards[s.cards[j].kind].hooks[which] if has_hook(rules, which) else NONE
    if pc != NONE:
        begin(s, pc, card=j, first=which == Hook.OTHER_PLAYED)


@inner
def has_hook(rules, which):
    """Return whether any card of the battle acts at this moment."""
    return rules.hooks >> which & 1


@inner
def reshuffle(s, rules):
    """Shuffle the discard pile into the draw pile."""
    log_event(LogEvent.SHUFFLED, EVERYBODY, s.counts[Pile.DISCARD])
    for k in range(s.counts[Pile.DISCARD]):
        j = s.piles[Pile.DISCARD, k]
        s.piles[Pile.DRAW, s.counts[Pile.DRAW] + k] = j
        s.cards[j].pile = Pile.DRAW
    s.counts[Pile.DRAW] += s.counts[Pile.DISCARD]
    s.counts[Pile.DISCARD] = 0
    s.known_top = 0
    s.known_bottom = 0
    shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], 0, int(s.counts[Pile.DRAW]))
    see_draw_pile(s)
    react(s, rules, Event.SHUFFLED)


@inner
def draw_cards(s, rules, n):
    """Draw up to `n` cards, as far as there are cards and the hand has room."""
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
        log_event(LogEvent.MOVED, EVERYBODY, j, s.cards[j].kind, Pile.DRAW, Pile.HAND)
        hook(s, rules, j, Hook.DRAWN)
        react(s, rules, Event.CARD_DRAWN, card=j)


@inner
def cost_of(s, rules, j):
    """Return what playing a card costs now; a card that costs X takes all the energy."""
    card = s.cards[j]
    kind = rules.cards[card.kind]
    if kind.keywords & Keyword.PLAIN:
        return plain_cost(s, rules, j)
    if kind.keywords & Keyword.X_COST:
        return int(s.energy)
    cost = set_cost(rules, card)
    if cost < 0:
        if kind.cost.formula != NONE:
            refer(s, card=j)
        cost = max(0, amount(s, rules, s.context, kind.cost) + int(card.cost_change))
    return max(0, modify_integer(s, rules, Event.COST, cost, card=j))


@inner
def variant(s, rules, j):
    """Return how many cards of the same name in hand come before a card in hand: cheaper ones, or with less bonus.

    Equal cards have the same number, others do not.
    """
    card = s.cards[j]
    before = 0
    if card.pile == Pile.HAND:
        own = _order(rules, card)
        for k in range(s.counts[Pile.HAND]):
            other = s.cards[s.piles[Pile.HAND, k]]
            before += other.kind == card.kind and _order(rules, other) < own
    return before


@inner
def _order(rules, card):
    """Return a number that grows with the cost that was set for a card, and then with all that it can differ in."""
    cost = set_cost(rules, card)
    order = (cost if cost >= 0 else 127) << 16 | int(card.turn_cost) + 128 << 8 | int(card.cost_change) + 128
    return order << 16 | int(card.bonus) + 32768


@inner
def can_play(s, rules, j):
    """Return whether a card in hand can be played now, its cost included."""
    keywords = rules.cards[s.cards[j].kind].keywords
    if keywords & Keyword.PLAIN:
        return plain_cost(s, rules, j) <= s.energy
    if not allowed(s, rules, j) or cost_of(s, rules, j) > s.energy:
        return False
    return not is_open(rules) or not keywords & Keyword.PAYS or _can_pay(s, rules, j)


@inner
def _can_pay(s, rules, j):
    """Return whether the player has what a card costs besides energy."""
    which = 0
    while which < rules.resource_kinds and price_of(s, rules, j, which) <= s.resources[which]:
        which += 1
    return which == rules.resource_kinds


@inner
def price_of(s, rules, j, which):
    """Return how much of a resource besides energy a card costs now."""
    price = rules.prices[s.cards[j].kind, which]
    if price.formula != NONE:
        refer(s, card=j)
    return max(0, amount(s, rules, s.context, price))


@inner
def allowed(s, rules, j):
    """Return whether the rules allow a card to be played now, whatever it costs."""
    kind = rules.cards[s.cards[j].kind]
    if kind.keywords & Keyword.PLAIN:
        return True
    unplayable = kind.keywords & Keyword.UNPLAYABLE
    if unplayable and not is_open(rules):
        return False
    if kind.playable != NONE:
        refer(s, card=j)
        if run_formula(s, rules, s.context, kind.playable) == 0:
            return False
    return modify(s, rules, Event.PLAYABLE, np.float32(0) if unplayable else np.float32(1), card=j) > 0
