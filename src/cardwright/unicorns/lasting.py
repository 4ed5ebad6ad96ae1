# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Continuous effects with operands: what they forbid in a stable, and what they add to the numbers of its owner."""

from __future__ import annotations

from cardwright.core.compiling.jit import inlined, inner

from .plugins import ask_continuous
from .rules import Always, Kind, Lasts, Where
from .state import NONE, Zone


@inlined
def lasts(s, rules, player, what, detail, card):
    """Sum what the cards in a player's stable say about `what`, a `Lasts`; `card` is the card in question, or NONE.

    `detail` is an `Op` for a shield and an `Added` for a number. Nearly all stables have no such card.
    """
    return 0 if s.always[player] & Always.LASTING == 0 else _sum(s, rules, player, what, detail, card)


@inner
def _sum(s, rules, player, what, detail, card):
    found = 0
    source = int(s.first[Zone.STABLE + player])
    while source != NONE:
        line = rules.cards[source]
        for k in range(line.lasting, line.lasting + line.lasting_count):
            each = rules.lasting[k]
            if each.what == Lasts.USE:
                found += ask_continuous(s, rules, int(each.call), what, detail, player, source, card)
            elif each.what == what and (each.bits == 0 or each.bits >> detail & 1):
                found += int(each.amount) if card == NONE or rules.cards[card].kind & each.kinds else 0
        source = int(s.next[source])
    return found


@inner
def count_cards(s, rules, kinds, where, player):
    """Return the number of cards of some kinds, bits of `Kind`, in a `Where` as this player sees it."""
    if where == Where.YOUR_HAND:
        return _count_list(s, rules, kinds, Zone.HAND + player)
    if where == Where.THE_DISCARD_PILE:
        return _count_list(s, rules, kinds, int(Zone.DISCARD))
    found = 0
    for other in range(s.players):
        if where == Where.ALL_STABLES or (other == player) == (where == Where.YOUR_STABLE):
            pandas = s.always[other] & Always.PANDAS != 0
            found += _count_list(s, rules, kinds & ~Kind.UNICORN if pandas else kinds, Zone.STABLE + other)
    return found


@inner
def _count_list(s, rules, kinds, zone):
    found = 0
    card = s.first[zone]
    while card != NONE:
        found += rules.cards[card].kind & kinds != 0
        card = s.next[card]
    return found


@inlined
def amount_of(s, rules, row, player):
    """Return the number of an effect: its own, or a number of cards."""
    return int(row.amount) if row.each == 0 else _counted(s, rules, row, player)


@inner
def _counted(s, rules, row, player):
    return min(int(row.amount), count_cards(s, rules, row.each, row.each_in, player))


@inlined
def is_met(s, rules, row, player):
    """Whether the condition of a program, which its first row has, is met for a player."""
    return True if row.when == 0 else _condition_met(s, rules, row, player)


@inner
def _condition_met(s, rules, row, player):
    return row.when_low <= count_cards(s, rules, row.when, row.when_in, player) <= row.when_high
