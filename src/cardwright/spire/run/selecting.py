# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Choosing cards of the deck: which ones can be chosen, and what happens to them."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .cards import obtain_transformed, transformed
from .player import gain_max_hp, heal, obtain_card, obtain_relic, removable, remove_card, upgradable, upgrade_card
from .stack import pop, push
from .state import LIBRARY_CARDS, Frame, Select
from .tables import Rarity, relic

SPIRIT_POOP = relic("Spirit Poop")
BONFIRE_HEAL, BONFIRE_MAX_HP = 5, 10


@inner
def eligible(s, t, k):
    """Return whether the card at a position can be chosen."""
    if s.select == Select.OBTAIN:
        return k < LIBRARY_CARDS
    if k >= s.deck_size:
        return False
    for j in range(s.chosen_count):
        if s.chosen[j] == k:
            return False
    if s.select == Select.UPGRADE:
        return upgradable(s, t, k)
    if s.select == Select.DUPLICATE:
        return True
    if s.select == Select.BOTTLE:
        return t.card_type[s.deck_card[k]] == s.select_type and s.deck_bottled[k] == 0
    return removable(s, t, k)


@inner
def begin_select(s, t, select, count, kind, stream):
    """Let the player choose cards; without any to choose, nothing happens."""
    s.select = select
    s.select_type = kind
    s.select_stream = stream
    s.chosen_count = 0
    found = 0
    for k in range(max(int(s.deck_size), LIBRARY_CARDS)):
        found += eligible(s, t, k)
    s.select_left = min(count, found)
    if s.select_left > 0:
        push(s, Frame.SELECT)


@inner
def offer_to_bonfire(s, t, k):
    """Give a card to the Bonfire Spirits; the rarer, the better."""
    rarity = t.card_rarity[s.deck_card[k]]
    remove_card(s, k)
    if rarity == Rarity.CURSE:
        obtain_relic(s, t, SPIRIT_POOP)
    elif rarity == Rarity.COMMON or rarity == Rarity.SPECIAL:
        heal(s, BONFIRE_HEAL)
    elif rarity == Rarity.UNCOMMON:
        heal(s, int(s.max_hp))
    elif rarity == Rarity.RARE:
        gain_max_hp(s, BONFIRE_MAX_HP)
        heal(s, int(s.max_hp))


@inner
def remove_chosen(s):
    """Remove the chosen cards; positions count from before."""
    for j in range(s.chosen_count):
        shift = 0
        for i in range(j):
            shift += s.chosen[i] < s.chosen[j]
        remove_card(s, int(s.chosen[j]) - shift)


@inner
def finish_select(s, t):
    """Do with the chosen cards what they were chosen for."""
    first = int(s.chosen[0])
    select = s.select
    if select == Select.REMOVE:
        remove_chosen(s)
    elif select == Select.UPGRADE:
        for j in range(s.chosen_count):
            upgrade_card(s, int(s.chosen[j]))
    elif select == Select.TRANSFORM or select == Select.TRANSFORM_UPGRADE:
        for j in range(s.chosen_count):
            s.work[j] = s.deck_card[s.chosen[j]]
        remove_chosen(s)
        for j in range(s.chosen_count):
            c = transformed(s, t, int(s.work[j]), int(s.select_stream))
            obtain_transformed(s, t, c, select == Select.TRANSFORM_UPGRADE)
    elif select == Select.DUPLICATE:
        obtain_card(s, t, int(s.deck_card[first]), int(s.deck_up[first]))
    elif select == Select.BOTTLE:
        s.deck_bottled[first] = 1
    elif select == Select.BONFIRE:
        offer_to_bonfire(s, t, first)
    else:
        obtain_card(s, t, int(s.library[first]), int(s.library_up[first]))


@inner
def choose_card(s, t, k):
    """Choose one more card; the last one closes the screen."""
    s.chosen[s.chosen_count] = k
    s.chosen_count += 1
    s.select_left -= 1
    if s.select_left == 0:
        pop(s)
        finish_select(s, t)
