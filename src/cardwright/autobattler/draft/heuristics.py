"""Judging a draft: how it stands, and what a simple player would do."""

from __future__ import annotations

import numpy as np

from ...core.jit import inner
from ...core.record import copy_record
from .battles import clash, rank_score
from .lineups import card_at, length
from .shopping import BUY, LEAD, REROLL, SELL, refund
from .state import NOBODY

# What `advise` weighs, and by how much unless told otherwise: a point of attack and of health, a mechanic, how much
# better a card must be to replace another, and how much health counts against attack for the card that goes first.
ATTACK, HEALTH, MECHANIC, MARGIN, LEADING = range(5)
WEIGHTS = (1.0, 1.0, 2.0, 1.0, 1.0)
NEXT_BATTLE = 0.5  # how much the next battle counts in an estimate against all that was decided so far
FIRST_CHOICE, SECOND_CHOICE, THIRD_CHOICE, LAST_CHOICE = 3000.0, 2000.0, 1000.0, 0.0


@inner
def estimate(s, rules, player):
    """The result so far, and how the lineup would do against those of the others."""
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
    """What a card is worth at first sight."""
    row = rules.battle.cards[card]
    special = weights[MECHANIC] if row.traits else 0.0
    return weights[ATTACK] * row.attack + weights[HEALTH] * row.health + special


@inner
def toughness(rules, card, weights):
    """How well a card goes first."""
    row = rules.battle.cards[card]
    return row.attack + weights[LEADING] * row.health


@inner
def weakest(s, rules, weights):
    """The place of the weakest card of the lineup."""
    lineup = int(s.players[s.who].lineup)
    best = 0
    for place in range(1, length(lineup)):
        if power(rules, card_at(lineup, place), weights) < power(rules, card_at(lineup, best), weights):
            best = place
    return best


@inner
def promise(s, rules, weights, action):
    """How much a simple player likes an action: to buy the best, to make room for better, to look for more."""
    mine = s.players[s.who]
    lineup = int(mine.lineup)
    if action < SELL:
        return FIRST_CHOICE + power(rules, s.shop[action - BUY], weights)
    if action < LEAD:
        place = action - SELL
        card = card_at(lineup, place)
        wanted = power(rules, card, weights) + weights[MARGIN]
        if place == weakest(s, rules, weights) and length(lineup) == rules.lineup:
            for offer in range(rules.offers):
                other = s.shop[offer]
                affordable = other and rules.price[other] <= mine.gold + refund(rules, card)
                if affordable and power(rules, other, weights) > wanted:
                    return SECOND_CHOICE
        return LAST_CHOICE - 1.0
    if action < REROLL:
        better = toughness(rules, card_at(lineup, action - LEAD), weights) - toughness(
            rules, card_at(lineup, 0), weights
        )
        return LAST_CHOICE + better if better > 0 else LAST_CHOICE - 1.0
    if action == REROLL:
        cheapest = rules.price[1]
        for card in range(2, rules.kinds + 1):
            cheapest = min(cheapest, rules.price[card])
        return THIRD_CHOICE if mine.gold - rules.reroll >= cheapest else LAST_CHOICE - 1.0
    return LAST_CHOICE


@inner
def advise(s, rules, weights, player, actions, n):
    """The action a simple player likes best."""
    best = actions[0]
    most = promise(s, rules, weights, best)
    for k in range(1, n):
        liked = promise(s, rules, weights, actions[k])
        if liked > most:
            best, most = actions[k], liked
    return best
