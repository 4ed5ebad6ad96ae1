# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Whether the effects of a Magic card, which happen at once, find enough different cards to act on.

A card is a target only once in a link, and a hand has only so many cards to discard. In games whose Magic cards have
nothing of the kind, kernels find a function that does not look.
"""

from __future__ import annotations

from typing import Any

from cardwright.core.compiling.jit import inner, switchboard
from cardwright.core.verbs import record_key

from ..content import Card, Count
from ..lasting import amount_of
from ..rules import NOTHING, By, Op, Rules, Where, Whose
from ..state import MAX_CARDS, NONE, Zone
from .targets import cards_for, chooses_card, listed_cards

_NEEDING = ("destroy", "sacrifice", "steal", "return_", "move", "give", "bring", "take", "discard", "either")


def may_lack_cards(card: Card) -> bool:
    """Whether the effects of a Magic card could lack cards though each of them finds one.

    They could if several need cards, or if one discards more than the card needs in hand and draws before that.
    """
    if card.type != "magic" or card.play is None:
        return False
    own = [effect for effect in card.play.effects if effect.by in (None, "each")]
    kept = card.needs
    for effect in own:
        number = effect.discard or 0
        if (number.most if isinstance(number, Count) else number) > kept:
            return True
        kept += effect.draw if isinstance(effect.draw, int) else 0
    return sum(effect.verb in _NEEDING for effect in own) > 1


def _find(name: str, rules: Any) -> Any:
    return _assume_so if record_key(rules) == record_key(Rules) else _look


@switchboard(_find, by=1)
def has_enough_cards(s, rules, card, player):
    """Whether a player who plays this Magic card finds a different card for each effect that needs one."""


@inner
def _assume_so(s, rules, card, player):
    return True


@inner
def _look(s, rules, card, player):
    """Look at all sets of effects: each must find as many cards as it needs, which is Hall's condition."""
    enough = True
    for chosen in range(1, 1 << rules.rows[rules.cards[card].play].group):
        enough = enough and _have_enough(s, rules, card, player, chosen)
    return enough


@inner
def _have_enough(s, rules, card, player, chosen):
    """Whether some effects of a Magic card, one bit each, find as many cards together as they need."""
    first = int(rules.cards[card].play)
    last_discard = first
    needed, found = 0, 0
    s.mark[card] = 1  # it is no longer in the hand when it takes effect
    for index in range(first, first + rules.rows[first].group):
        number = _cards_needed(s, rules, rules.rows[index], player, card) if chosen >> (index - first) & 1 else 0
        if number:
            needed += number
            found += _mark_choices(s, rules, index, player, card)
            if rules.rows[index].op == Op.DISCARD:
                last_discard = index
    for index in range(first, last_discard):
        found += _gain(s, rules, rules.rows[index], player, card)
    s.mark[:] = 0
    return found >= needed


@inner
def _needs_card(row):
    return row.whose != Whose.ALL and (chooses_card(row) or row.op == Op.BRING)


@inner
def _cards_needed(s, rules, row, player, source):
    """Return how many cards an effect needs of those that the player who carries it out can choose."""
    if row.by != By.OWNER and row.by != By.EACH:
        return 0
    if row.op == Op.DISCARD:  # a number that is counted in the hand is never too large for it
        in_hand = row.each != 0 and row.each_in == Where.YOUR_HAND
        return 0 if in_hand else amount_of(s, rules, row, player, source)
    if row.op != Op.EITHER:
        return int(_needs_card(row))
    every = True
    for k in range(row.variants.size):
        if row.variants[k] != NOTHING:
            every = every and _needs_card(rules.rows[row.variants[k]])
    return int(every)


@inner
def _mark_choices(s, rules, index, player, source):
    """Mark the cards that an effect could choose, and return how many were not marked before."""
    row = rules.rows[index]
    if row.op != Op.EITHER:
        return _mark_cards(s, rules, row, player, source)
    found = 0
    for k in range(row.variants.size):
        if row.variants[k] != NOTHING:
            found += _mark_cards(s, rules, rules.rows[row.variants[k]], player, source)
    return found


@inner
def _mark_cards(s, rules, row, player, source):
    if row.op == Op.DISCARD:
        found = listed_cards(s, rules, row, player, source, Zone.HAND + player, limit=MAX_CARDS)
    else:
        found = cards_for(s, rules, row, player, source, there=NONE, limit=MAX_CARDS)
    for k in range(found):
        s.mark[s.options[k]] = 1
    return found


@inner
def _gain(s, rules, row, player, source):
    """Return how many cards an effect can add to the hand before a later one discards; more than enough if unclear."""
    if row.by == By.OTHERS:
        return 0
    if row.op in (Op.DRAW, Op.PULL):
        return amount_of(s, rules, row, player, source)
    if row.op in (Op.SWAP, Op.SHUFFLE, Op.USE, Op.EITHER):
        return MAX_CARDS
    return int(row.op in (Op.RETURN, Op.TAKE, Op.SEARCH, Op.PICK, Op.REVEAL))
