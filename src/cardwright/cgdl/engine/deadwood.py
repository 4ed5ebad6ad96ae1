# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Deadwood: the least that the cards outside sets and runs of three or more can count, whatever the arrangement.

A card that could belong to a set or to a run makes the difference. The arrangements are therefore the subsets of these
cards that go to sets. The rest is arranged at once: in each suit, all cards of three or more in a row form runs. Runs
are found among faces, the numbers of different cards: those of a suit are neighbours, in the order of their ranks.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, count, lowest
from .group_tables import Runs

IN_A_GROUP = 3  # cards, at least
MOST_UNDECIDED = 12  # cards that could belong to a set or to a run; further ones go to sets
TOP = 12  # how far the highest rank of the usual deck lies above the ace


@inner
def value_of(rules, cards):
    """Return what cards count in a sum."""
    total = 0
    while cards:
        total += int(rules.sum_values[lowest(cards)])
        cards &= cards - 1
    return total


@inner
def _faces_of(rules, cards):
    if rules.face_count == rules.card_count:
        return cards
    faces = 0
    while cards:
        faces |= bit(rules, int(rules.face_of[lowest(cards)]))
        cards &= cards - 1
    return faces


@inner
def _card_of_faces(rules, cards, faces):
    """Return one card of each face, of a set of cards."""
    if rules.face_count == rules.card_count:
        return faces
    result = 0
    while faces:
        alike = cards & rules.equal[rules.first_of[lowest(faces)]]
        result |= alike & -alike
        faces &= faces - 1
    return result


@inner
def _in_a_row(rules, faces):
    """Return the faces that lie in a row of three or more."""
    starts = faces & faces >> 1 & faces >> 2 & rules.run_starts
    return starts | starts << 1 | starts << 2


@inner
def _with_high_aces(rules, faces):
    """Return the faces that lie in a row of three or more if aces stand above kings."""
    aces = faces & rules.aces
    found = _in_a_row(rules, (faces ^ aces) >> 1 | aces << TOP)
    aces = found & rules.aces << TOP
    return (found ^ aces) << 1 | aces >> TOP


@inner
def faces_in_runs(rules, cards):
    """Return the faces of cards that can be laid in runs; in each suit, the ace stands where it is worth more."""
    faces = _faces_of(rules, cards)
    low = _in_a_row(rules, faces)
    if rules.runs == Runs.ACE_LOW:
        return low
    high = _with_high_aces(rules, faces)
    result = 0
    for suit in range(rules.suit_count):
        result |= (high if has_high_ace(rules, cards, suit) else low) & rules.suit_cards[suit]
    return result


@inner
def has_high_ace(rules, cards, suit):
    """Return whether the ace of a suit stands above the king when these cards are laid in runs."""
    if rules.runs != Runs.BOTH:
        return rules.runs == Runs.ACE_HIGH
    cards &= rules.suit_cards[suit]
    return value_of(rules, _with_high_aces(rules, cards)) > value_of(rules, _in_a_row(rules, cards))


@inner
def _chosen_sets(rules, cards, undecided, chosen):
    """Return the cards in sets if, of the undecided cards, these go to sets."""
    found = 0
    cards &= ~undecided | chosen
    for rank in range(rules.rank_count):
        alike = cards & rules.rank_cards[rank]
        if count(alike) >= IN_A_GROUP:
            found |= alike
    return found


@inner
def outside_groups(rules, cards, sets):
    """Return the cards outside groups if these form sets, and the rest runs."""
    rest = cards & ~sets
    return rest & ~_card_of_faces(rules, rest, faces_in_runs(rules, rest))


@inner
def best_sets(rules, hand):
    """Return the cards in sets in an arrangement that leaves the least deadwood."""
    in_sets = _chosen_sets(rules, hand, 0, 0)
    undecided = in_sets & _card_of_faces(rules, hand, faces_in_runs(rules, hand))
    while count(undecided) > MOST_UNDECIDED:
        undecided &= undecided - 1
    if undecided == 0:
        return in_sets
    best = in_sets
    least = value_of(rules, outside_groups(rules, hand, in_sets))
    chosen = undecided
    while chosen:
        chosen = chosen - 1 & undecided
        sets = _chosen_sets(rules, hand, undecided, chosen)
        left = value_of(rules, outside_groups(rules, hand, sets))
        if left < least:
            least = left
            best = sets
    return best


@inner
def deadwood_of(rules, hand):
    """Return the least that the cards of a hand outside sets and runs can count."""
    return value_of(rules, outside_groups(rules, hand, best_sets(rules, hand)))


@inner
def melded_by(s, rules, player):
    """Return what the cards count that a player has laid in groups that lie on tables."""
    total = 0
    for k in range(s.group_count):
        cards = s.groups[k]
        while cards:
            card = lowest(cards)
            if s.laid_by[card] == player:
                total += int(rules.sum_values[card])
            cards &= cards - 1
    return total


@inner
def groups_by(s, rules, player, size, natural):
    """Return how many groups of so many cards or more a player has laid, only those without jokers if asked."""
    found = 0
    for k in range(s.group_count):
        large = s.group_owner[k] == player and count(s.groups[k]) >= size
        if large and not (natural and s.groups[k] & rules.jokers != 0):
            found += 1
    return found
