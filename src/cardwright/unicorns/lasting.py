# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Continuous effects with operands, counted numbers and conditions.

Games whose cards have none of these have the plain type of rules. For these, kernels find functions that answer without
a look at the table, so that they play as fast as if nothing of this existed.
"""

from __future__ import annotations

from typing import Any

from cardwright.core.compiling.jit import inner, switchboard
from cardwright.core.verbs import record_key

from .plugins import ask_continuous
from .rules import Added, Always, Kind, Lasts, Rules, Where
from .state import NONE, Zone
from .zones import is_taking_effect


def _find(name: str, rules: Any) -> Any:
    return (_PLAIN if record_key(rules) == record_key(Rules) else _OPEN)[name]


@switchboard(_find, by=1)
def lasts(s, rules, player, what, detail, card):
    """Sum what the cards in a player's stable say about `what`, a `Lasts`; `card` is the card in question, or NONE.

    `detail` is an `Op` for a shield and an `Added` for a number.
    """


@switchboard(_find, by=1)
def number_of(s, rules, player, which, usual):
    """Return one of a player's numbers, an `Added`, with what continuous effects add to it."""


@switchboard(_find, by=1)
def amount_of(s, rules, row, player, source):
    """Return the number of an effect of the card `source`: its own, or a number of cards."""


@switchboard(_find, by=1)
def is_met(s, rules, row, player, source):
    """Whether the condition of a program of `source`, which its first row has, is met for a player."""


@inner
def _nothing_lasts(s, rules, player, what, detail, card):
    return 0


@inner
def _usual(s, rules, player, which, usual):
    return usual


@inner
def _fixed(s, rules, row, player, source):
    return int(row.amount)


@inner
def _always_met(s, rules, row, player, source):
    return True


@inner
def _lasts(s, rules, player, what, detail, card):
    return 0 if s.always[player] & Always.LASTING == 0 else _sum(s, rules, player, what, detail, card)


@inner
def _number(s, rules, player, which, usual):
    least = 1 if which == Added.GOAL else 0
    return max(least, min(100, usual + _lasts(s, rules, player, Lasts.ADD, which, NONE)))


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


@inner
def _count_for(s, rules, kinds, where, player, source):
    """Count cards for an effect of `source`, which is not in the discard pile as long as it takes effect."""
    found = count_cards(s, rules, kinds, where, player)
    if where == Where.THE_DISCARD_PILE and rules.cards[source].kind & kinds:
        found -= is_taking_effect(s, rules, source)
    return found


@inner
def _amount(s, rules, row, player, source):
    if row.each == 0:
        return int(row.amount)
    return min(int(row.amount), _count_for(s, rules, row.each, row.each_in, player, source))


@inner
def _met(s, rules, row, player, source):
    if row.when == 0:
        return True
    return row.when_low <= _count_for(s, rules, row.when, row.when_in, player, source) <= row.when_high


_PLAIN = {"lasts": _nothing_lasts, "number_of": _usual, "amount_of": _fixed, "is_met": _always_met}
_OPEN = {"lasts": _lasts, "number_of": _number, "amount_of": _amount, "is_met": _met}
