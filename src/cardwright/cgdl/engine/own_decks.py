# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Decks of language 3, which tables describe: see hooks.py and packs.py."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, count, lowest
from .codes import Relation
from .hooks import register_hooks
from .state import CHOICES, MORE_CHOICES, NONE, State3, State3Wide

LAST_SUIT = 3  # of the French ones: clubs and spades have a colour in common, and diamonds and hearts


@inner
def _all_cards(s, rules):
    return rules.all_cards


@inner
def _suit_of(s, rules, card):
    return int(rules.suit_of[card])


@inner
def _numbers_of(s, rules, cards):
    numbers = 0
    while cards:
        number = int(rules.rank_of[lowest(cards)])
        numbers |= 1 << number
        cards &= ~rules.rank_cards[number]
    return numbers


@inner
def _of_number(s, rules, number):
    return rules.rank_cards[number]


@inner
def _number_of(s, rules, card):
    return int(rules.rank_of[card])


@inner
def _left_bowers(rules, trump):
    """Return the cards that belong to the trump suit instead of the other suit of their colour."""
    if rules.bowers == NONE or trump == NONE:
        return 0
    return rules.rank_cards[rules.bowers] & rules.suit_cards[LAST_SUIT - trump]


@inner
def _same_suit(rules, trump, card):
    """Return the cards of the suit of a card, with this suit as trumps."""
    left = _left_bowers(rules, trump)
    if left == 0:
        return rules.related[Relation.SAME_SUIT, card]
    if left >> card & 1 or rules.suit_of[card] == trump:
        return rules.suit_cards[trump] | left
    return rules.related[Relation.SAME_SUIT, card] & ~left


@inner
def cards_related(s, rules, relation, card):
    """Return the cards in a relation to a card; with trumps, a bower can have another suit than it shows."""
    if relation == Relation.SAME_SUIT:
        return _same_suit(rules, int(s.trump), card)
    return rules.related[relation, card]


@inner
def _is_lower(rules, trump, card, other):
    """Return whether a card is lower than another one in the same trick; bowers are the highest trumps."""
    left = _left_bowers(rules, trump)
    if left:
        right = rules.rank_cards[rules.bowers] & rules.suit_cards[trump]
        one = 2 * int(right >> card & 1) + int(left >> card & 1)
        two = 2 * int(right >> other & 1) + int(left >> other & 1)
        if one != two:
            return one < two
    return rules.related[Relation.LESS, other] >> card & 1 != 0


@inner
def _best_in_trick(s, rules, cards, table, trump):
    """Of equal cards the first one wins; cards are looked at from the last to the first."""
    led = int(s.bottom[table])
    trumps = rules.suit_cards[trump] | _left_bowers(rules, trump) if trump != NONE else rules.trump_cards
    wanted = trumps & cards
    if wanted == 0:
        wanted = (_same_suit(rules, trump, led) | rules.equal[led]) & cards
    best = NONE
    card = int(s.top[table])
    while card != NONE:
        if wanted >> card & 1 and (best == NONE or not _is_lower(rules, trump, card, best)):
            best = card
        card = int(s.below[card])
    return best


@inner
def _distinct(s, rules, cards):
    """Of equal cards in the hand, keep one that another player knows of: who plays it gives nothing more away."""
    if rules.face_count == rules.card_count:
        return cards
    seen = 0
    for player in range(rules.players):
        if player != s.player:
            seen |= s.knows[player]
    result = 0
    while cards:
        alike = cards & rules.equal[lowest(cards)]
        result |= bit(s, lowest(alike & seen if alike & seen else alike))
        cards ^= alike
    return result


@inner
def _face_of(s, rules, card):
    return int(rules.face_of[card])


@inner
def _height_of(s, rules, card):
    return int(rules.height[card]) + 1


@inner
def _card_count(s, rules):
    return int(rules.card_count)


@inner
def _write_cards(s, rules, out, n, cards):
    """Write which share of each kind of equal cards is in a set."""
    for face in range(rules.face_count):
        alike = rules.equal[rules.first_of[face]]
        out[n + face] = count(cards & alike) / count(alike)
    return n + int(rules.face_count)


@inner
def _suit_count(s, rules):
    return int(rules.suit_count)


@inner
def _number_count(s, rules):
    return int(rules.rank_count)


@inner
def _choices_each(s):
    return CHOICES


@inner
def _more_choices_each(s):
    return MORE_CHOICES


@inner
def _note_catch(s, rules, before):
    if s.hands[s.player] & ~before & rules.rank_cards[s.asked]:
        s.caught = s.turn


register_hooks(
    State3,
    State3Wide,
    all_cards=_all_cards,
    suit_of=_suit_of,
    numbers_of=_numbers_of,
    of_number=_of_number,
    number_of=_number_of,
    best_in_trick=_best_in_trick,
    distinct=_distinct,
    face_of=_face_of,
    height_of=_height_of,
    card_count=_card_count,
    write_cards=_write_cards,
    suit_count=_suit_count,
    number_count=_number_count,
    note_catch=_note_catch,
)
register_hooks(State3, choices_each=_choices_each)
register_hooks(State3Wide, choices_each=_more_choices_each)
