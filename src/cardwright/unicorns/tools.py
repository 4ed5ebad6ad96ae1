# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What an effect in Python can do to a game; every change is reported to the event log.

Cards are numbers, and so are players. `cards_in` and `after` go through the cards of a zone. What happens to cards in
stables is demanded of the next link of the chain, so that other cards can save them and react.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event
from cardwright.core.random import below

from .chain.effects import take_unseen
from .lasting import count_cards
from .log_events import LogEvent
from .rules import Demand, Kind
from .stables import can_enter, enter, is_panda
from .state import EVERYBODY, NONE, Stream, Zone
from .triggers import push
from .zones import discard as discard_card
from .zones import draw_card, stable_of, to_hand, unlink

__all__ = [
    "NONE", "Kind", "Zone", "after", "bring", "cards_in", "count_cards", "destroy", "discard", "draw", "is_panda",
    "kind_of", "random_below", "random_card", "return_card", "sacrifice", "stable_of", "steal", "take", "take_from",
]  # fmt: skip


@inner
def cards_in(s, zone):
    """Return the first card of a hand (`Zone.HAND + player`), a stable (`Zone.STABLE + player`) or a pile, or NONE."""
    return int(s.first[zone])


@inner
def after(s, card):
    """Return the card after this one in its zone, or NONE."""
    return int(s.next[card])


@inner
def kind_of(rules, card):
    """Return the type of a card, a member of `Kind`."""
    return int(rules.cards[card].kind)


@inner
def random_below(s, n):
    """Return a random number from 0 to `n` - 1."""
    return below(s, Stream.EVENT, n)


@inner
def random_card(s, zone):
    """Return a random card of a hand, a stable or a pile, or NONE."""
    card = int(s.first[zone])
    if card != NONE:
        for _ in range(below(s, Stream.EVENT, int(s.count[zone]))):
            card = int(s.next[card])
    return card


@inner
def draw(s, rules, player, n):
    """Let a player draw cards; return whether there were any."""
    found = n > 0 and s.deck_count > 0
    for _ in range(n):
        draw_card(s, rules, int(player))
    return found


@inner
def discard(s, rules, card):
    """Put a card from a hand on the discard pile; return whether it was in one."""
    held = card != NONE and s.zone[card] < Zone.STABLE
    if held:
        discard_card(s, rules, int(card))
    return held


@inner
def take_from(s, rules, player, card):
    """Let a player take a card from another hand; only these two see which. Return whether it was in one."""
    held = card != NONE and s.zone[card] < Zone.STABLE and s.zone[card] != Zone.HAND + player
    if held:
        take_unseen(s, rules, int(card), int(s.zone[card]) - Zone.HAND, int(player), LogEvent.PULL)
    return held


@inner
def take(s, rules, player, card):
    """Let a player take a card from the discard pile; return whether it was there."""
    there = card != NONE and s.zone[card] == Zone.DISCARD
    if there:
        log_event(LogEvent.TAKE, ALL, rules.cards[card].name, Zone.DISCARD, Zone.HAND + player)
        unlink(s, int(card))
        to_hand(s, rules, int(card), int(player), EVERYBODY)
    return there


@inner
def bring(s, rules, player, card):
    """Bring a card from the discard pile or the nursery into a player's stable; return whether it could enter."""
    there = card != NONE and (s.zone[card] == Zone.DISCARD or s.zone[card] == Zone.NURSERY)
    if (
        not there
        or not rules.cards[card].kind & Kind.STABLE
        or not can_enter(s, rules, int(card), int(player), played=False)
    ):
        return False
    log_event(LogEvent.BRING, ALL, rules.cards[card].name, s.zone[card], Zone.STABLE + player)
    unlink(s, int(card))
    enter(s, rules, int(card), int(player))
    return True


@inner
def destroy(s, rules, you, source, card):
    """Demand that a card in a stable is destroyed; `source` is the card that you play by. Return whether it can be."""
    return _demand(s, rules, Demand.DESTROY, you, source, card)


@inner
def sacrifice(s, rules, player, source, card):
    """Demand that a player sacrifices a card in a stable."""
    return _demand(s, rules, Demand.SACRIFICE, player, source, card)


@inner
def steal(s, rules, you, source, card):
    """Demand that you steal a card in a stable."""
    return _demand(s, rules, Demand.STEAL, you, source, card)


@inner
def return_card(s, rules, you, source, card):
    """Demand that a card in a stable returns to the hand of its owner."""
    return _demand(s, rules, Demand.RETURN, you, source, card)


@inner
def _demand(s, rules, what, owner, source, card):
    if card == NONE or stable_of(s, card) < 0:
        return False
    k = push(s, rules.demands + what, int(source), int(owner), NONE, True)
    s.pool[k].target = card
    return True
