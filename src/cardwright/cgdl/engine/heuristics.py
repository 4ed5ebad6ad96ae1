"""How well a player stands before the game is over: what the rules that decide it would do if they were tested now."""

from __future__ import annotations

from cardwright.core.jit import inner

from .codes import AT_MOST, EQUAL, PLAYS, SUMS
from .conditions import cards_of, counts_as_other, holds, measured


@inner
def lead(one, other):
    """How far a number is ahead of another, from -1 to 1."""
    return (one - other) / (one + other + 1)


@inner
def _margin(s, rules, rule):
    """By how much a comparison of cards holds for the current player, -1 to 1: the mean over the other players."""
    total = 0.0
    others = 0
    for other in range(rules.players):
        if counts_as_other(s, rules, other):
            one = measured(rules, rule, cards_of(s, rules, rule.left, other))
            two = int(rule.number) if rule.by_number else measured(rules, rule, cards_of(s, rules, rule.right, other))
            ahead = lead(one, two)
            total += -abs(ahead) if rule.relation == EQUAL else -ahead if rule.relation <= AT_MOST else ahead
            others += 1
    return total / max(1, others)


@inner
def outlook(s, rules, player):
    """What the rules still to come that decide the game would do for a player now: good or bad, and by how much."""
    turn = int(s.player)
    s.player = player
    total = 0.0
    for k in range(rules.deciding):
        place = rules.decisive[k]
        if place.last >= s.stage:
            rule = rules.rules[place.stage, place.rule]
            if holds(s, rules, rule):
                total += place.good
            if place.good > 0 and (rule.when == SUMS or rule.when == PLAYS):
                total += _margin(s, rules, rule)
    s.player = turn
    return total
