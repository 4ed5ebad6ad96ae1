# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Heuristics for drafts: an estimate of the result, and the action a simple player would choose."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.record import copy_record

from .battles import clash, rank_score
from .lineups import card_at, length
from .pool import completes
from .shopping import refund
from .state import NOBODY, Act


class Weight(IntEnum):
    """The weights of `advise`, by index."""

    ATTACK = 0  # a point of attack
    HEALTH = 1  # a point of health
    MECHANIC = 2  # having a mechanic
    MARGIN = 3  # how much better a card must be to replace another
    LEADING = 4  # a point of health against a point of attack, for the card that goes first


WEIGHTS = (1.0, 1.0, 2.0, 1.0, 1.0)  # the default
NEXT_BATTLE = 0.5  # the weight of the next battle in an estimate; the position so far has weight 1
FIRST_CHOICE, SECOND_CHOICE, THIRD_CHOICE, LAST_CHOICE = 3000.0, 2000.0, 1000.0, 0.0


@inner
def estimate(s, rules, player):
    """Estimate a player's score from the lives so far and from matches of its lineup against the others'."""
    if s.who == NOBODY:
        return rank_score(s, player)
    mine = s.players[player]
    if mine.lives == 0:
        return rank_score(s, player)
    wins, rivals, lead = 0, 0, 0
    most = max(int(rules.lives), int(mine.lives))
    for other in range(s.count):
        if other != player and s.players[other].lives > 0:
            wins += clash(s, rules, mine.lineup, s.players[other].lineup)
            wins -= clash(s, rules, s.players[other].lineup, mine.lineup)
            lead += int(mine.lives) - int(s.players[other].lives)
            most = max(most, int(s.players[other].lives))
            rivals += 1
    copy_record(s.match, rules.blank)
    so_far = np.float64(lead) / (rivals * most)
    return (so_far + NEXT_BATTLE * wins / (2 * rivals)) / (1 + NEXT_BATTLE)


@inner
def power(rules, card, weights):
    """Return a rough value of a card."""
    row = rules.battle.cards[card]
    special = weights[Weight.MECHANIC] if row.traits else 0.0
    return weights[Weight.ATTACK] * row.attack + weights[Weight.HEALTH] * row.health + special


@inner
def toughness(rules, card, weights):
    """Return how suitable a card is to go first."""
    row = rules.battle.cards[card]
    return row.attack + weights[Weight.LEADING] * row.health


@inner
def weakest(s, rules, weights):
    """Return the position of the weakest card in the lineup."""
    lineup = int(s.players[s.who].lineup)
    worst = 0
    for position in range(1, length(lineup)):
        if power(rules, card_at(lineup, position), weights) < power(rules, card_at(lineup, worst), weights):
            worst = position
    return worst


@inner
def preference(s, rules, weights, action):
    """Return how much a simple player likes an action.

    It buys the strongest card; else it sells the weakest card to make room for a better one; else it rerolls.
    """
    mine = s.players[s.who]
    lineup = int(mine.lineup)
    if action < Act.SELL:
        card = int(s.shop[action - Act.BUY])
        gained = card + rules.offered if completes(rules, lineup, card) else card
        return FIRST_CHOICE + power(rules, gained, weights)
    if action < Act.LEAD:
        position = action - Act.SELL
        card = card_at(lineup, position)
        enough = power(rules, card, weights) + weights[Weight.MARGIN]
        if position == weakest(s, rules, weights) and length(lineup) == rules.lineup:
            for offer in range(rules.offers):
                other = s.shop[offer]
                affordable = other and rules.price[other] <= mine.gold + refund(rules, card)
                if affordable and power(rules, other, weights) > enough:
                    return SECOND_CHOICE
        return LAST_CHOICE - 1.0
    if action < Act.REROLL:
        leader = toughness(rules, card_at(lineup, 0), weights)
        better = toughness(rules, card_at(lineup, action - Act.LEAD), weights) - leader
        return LAST_CHOICE + better if better > 0 else LAST_CHOICE - 1.0
    if action == Act.REROLL:
        cheapest = rules.price[1]
        for card in range(2, rules.offered + 1):
            cheapest = min(cheapest, rules.price[card])
        return THIRD_CHOICE if mine.gold - rules.reroll >= cheapest else LAST_CHOICE - 1.0
    return LAST_CHOICE


@inner
def advise(s, rules, weights, player, actions, n):
    """Return the action a simple player likes best."""
    best = actions[0]
    highest = preference(s, rules, weights, best)
    for k in range(1, n):
        liked = preference(s, rules, weights, actions[k])
        if liked > highest:
            best, highest = actions[k], liked
    return best
