# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A heuristic evaluation of unfinished games: apply the deciding rules to the current position."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .codes import Condition, Relation
from .conditions import cards_of, counts_as_other, holds, measured
from .hooks import tests_hold


@inner
def lead(one, other):
    """Return how far one number is ahead of another, from -1 to 1."""
    return (one - other) / (abs(one) + abs(other) + 1)


@inner
def _margin(s, rules, rule):
    """Return the margin of a comparison of cards for the current player, -1 to 1, averaged over the others."""
    total = 0.0
    others = 0
    for other in range(rules.players):
        if counts_as_other(s, rules, other):
            one = measured(rules, rule, cards_of(s, rules, rule.left, 1 << other))
            two = (
                int(rule.number)
                if rule.by_number
                else measured(rules, rule, cards_of(s, rules, rule.right, 1 << other))
            )
            ahead = lead(one, two)
            if rule.relation == Relation.EQUAL:
                total -= abs(ahead)
            else:
                total += -ahead if rule.relation <= Relation.AT_MOST else ahead
            others += 1
    return total / max(1, others)


@inner
def rule_prospects(s, rules, player):
    """Return the value for a player of the decisive rules still to come, if they were tested now."""
    turn = int(s.player)
    s.player = player
    total = 0.0
    for k in range(rules.decisive_count):
        decisive = rules.decisive[k]
        if decisive.last_played >= s.stage:
            rule = rules.rules[decisive.stage, decisive.rule]
            if holds(s, rules, rule) and tests_hold(s, rules, rule):
                total += decisive.value
            if decisive.value > 0 and Condition.PLAYS <= rule.condition <= Condition.SUMS:
                total += _margin(s, rules, rule)
    s.player = turn
    return total
