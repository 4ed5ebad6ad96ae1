# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Heuristics: an estimate of how a battle will end, and the choices of a simple rule-based player."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner

from .agenda import front
from .agenda_entries import refer
from .damage import attack_damage
from .enemies import intent_damage, intent_hits
from .formula_vm import amount
from .opcodes import Aim, Op
from .own_rules import is_open
from .piles import cost_of, price_of
from .rules import Keyword
from .state import PLAYER, Act, Pile, Room, Sight

USUAL_HIT = 6  # the hit used to measure what Strength, Vulnerable and the like do to damage
HORIZON = 2.0  # turns for which such changes are assumed to last
DANGER, BOLD = 0.3, 0.45  # the estimates below which the rule-based player uses potions: usually, and against elites
FLIGHT = 1000.0  # what fleeing is worth to one who would die
MANY_PLAYS = 50  # in one turn; from then on only damage and needed block count, so that cards that draw each other end
UNBLOCKED = 0.6  # the share of future damage that is assumed not to be blocked


class Weight(IntEnum):
    """What the weights of `advise` are for."""

    DAMAGE = 0  # a point of damage
    BLOCK = 1  # a point of block that will be needed
    OTHER = 2  # anything else a card does
    SPARE = 3  # playing a card at all


WEIGHTS = (1.0, 1.0, 4.0, 0.1)  # the defaults


@inner
def coming_damage(s, rules):
    """Return the damage of the attacks that the enemies intend, before block; where intents are hidden, the average."""
    coming = 0
    for i in range(1, s.agent_count):
        if is_open(rules) and s.sight & Sight.NO_INTENTS:
            coming += int(rules.enemies[s.agents[i].kind].threat) if s.agents[i].hp > 0 else 0
            continue
        damage = intent_damage(s, rules, i)
        if damage > 0:
            coming += damage * intent_hits(s, rules, i)
    return coming


@inner
def enemies_left(s):
    """Return the share of the enemies' HP that is left."""
    left = 0
    full = 1
    for i in range(1, s.agent_count):
        left += s.agents[i].hp
        full += s.agents[i].max_hp
    return min(1.0, left / full)


@inner
def estimate(s, rules):
    """Return the expected result, from -1 to 1, if the player kills the enemies one by one, the weakest first.

    Each enemy deals its average damage until the deck, at its average pace, has killed it and those before it.
    """
    agent = s.agents[PLAYER]
    lost = float(max(0, coming_damage(s, rules) - agent.block))
    for i in range(1, s.agent_count):
        if s.agents[i].hp > 0:
            enemy = s.agents[i]
            own = _toughness(s, rules, i)
            before = own
            for j in range(1, s.agent_count):
                other = _toughness(s, rules, j) if j != i and s.agents[j].hp > 0 else 0.0
                if 0 < other < own or (other == own and j < i):
                    before += other
            turns = before / s.pace
            change = attack_damage(s, rules, i, PLAYER, USUAL_HIT) / USUAL_HIT - 1.0
            lost += UNBLOCKED * rules.enemies[enemy.kind].threat * (turns + change * min(turns, HORIZON))
    share = (agent.hp - lost) / agent.max_hp
    return share / (1.0 + abs(share))


@inner
def _toughness(s, rules, i):
    """Return the HP and half the block of an enemy, less the extra damage it will take over the horizon."""
    hp = float(s.agents[i].hp)
    change = attack_damage(s, rules, PLAYER, i, USUAL_HIT) / USUAL_HIT - 1.0
    return hp + 0.5 * s.agents[i].block - change * min(0.5 * hp, HORIZON * s.pace)


@inner
def weakest(s, mask):
    """Return the living agent with the least HP and block among those in a mask."""
    best = 0
    least = 1 << 30
    for i in range(s.agent_count):
        left = s.agents[i].hp + s.agents[i].block
        if mask >> i & 1 and s.agents[i].hp > 0 and left < least:
            least = left
            best = i
    return best


@inner
def advise_play(s, rules, weights, actions, n):
    """Return the card worth most for its cost, or the end of the turn if no card is worth playing."""
    needed = max(0, coming_damage(s, rules) - int(s.agents[PLAYER].block))
    target = weakest(s, (1 << int(s.agent_count)) - 2)
    best = np.int64(Act.END_TURN)
    most = 0.0
    danger = is_open(rules) and s.potion_slots > 0 and estimate(s, rules) < (DANGER if s.room == Room.MONSTER else BOLD)
    for k in range(n):
        if is_open(rules) and actions[k] >= Act.POTION:
            worth = _worth_of_potion(s, rules, weights, int(s.potions[actions[k] - Act.POTION]), needed)
            if danger and worth > most:
                most = worth
                best = actions[k]
        elif actions[k] != Act.END_TURN:
            j = s.piles[Pile.HAND, actions[k] - Act.HAND]
            worth = _worth(s, rules, weights, j, target=target, needed=needed)
            if worth > most:
                most = worth
                best = actions[k]
    return best


@inner
def _worth(s, rules, weights, j, target, needed):
    kind = rules.cards[s.cards[j].kind]
    cost = cost_of(s, rules, j)
    others = _other_prices(s, rules, j) if kind.keywords & Keyword.PAYS else 0
    refer(s, target=target, card=j, number=cost)
    base = amount(s, rules, s.context, kind.damage)
    block = amount(s, rules, s.context, kind.block)
    goes_on = s.played < MANY_PLAYS
    worth = weights[Weight.SPARE] if goes_on else 0.0
    if base > 0:
        hits = amount(s, rules, s.context, kind.hits)
        worth += weights[Weight.DAMAGE] * hits * attack_damage(s, rules, PLAYER, target, base, card=j)
    worth += weights[Weight.BLOCK] * min(block, needed)
    if kind.does_more and goes_on:
        worth += weights[Weight.OTHER]
    return worth / (cost + others + 0.5)


@inner
def _worth_of_potion(s, rules, weights, kind, needed):
    """Return what using a potion is worth; it costs no energy, so most come first where there is need of them."""
    potion = rules.potions[kind]
    if potion.flees:
        return FLIGHT if estimate(s, rules) < 0 else 0.0
    refer(s)
    damage = amount(s, rules, s.context, potion.damage)
    block = amount(s, rules, s.context, potion.block)
    if damage == 0 and block == 0:
        return weights[Weight.OTHER] * 4
    return 2 * (weights[Weight.DAMAGE] * damage + weights[Weight.BLOCK] * min(block, needed))


@inner
def best_option(s, rules, weights):
    """Return the effect worth most of those that the player is asked to choose from."""
    e = front(s)
    needed = max(0, coming_damage(s, rules) - int(s.agents[PLAYER].block))
    best = 0
    most = -1e9
    for k in range(rules.code[e.pc - 1].a):
        worth = _worth_of_code(s, rules, weights, e, int(rules.code[e.pc + k].b), needed)
        if worth > most:
            most = worth
            best = k
    return best


@inner
def advise_card(s, rules, weights, actions, n):
    """Return the card to choose by what happens to it next, or nothing where only good cards could be lost."""
    target = weakest(s, (1 << int(s.agent_count)) - 2)
    needed = max(0, coming_damage(s, rules) - int(s.agents[PLAYER].block))
    sign = -1.0 if _loses_card(rules, front(s).pc) else 1.0
    best = actions[0]
    most = -np.inf
    for k in range(n):
        worth = 0.0
        if actions[k] != Act.SKIP:
            j = actions[k] - Act.CARD if actions[k] >= Act.CARD else s.piles[Pile.HAND, actions[k] - Act.HAND]
            junk = rules.cards[s.cards[j].kind].keywords & Keyword.UNPLAYABLE
            worth = -sign if junk else sign * _worth(s, rules, weights, j, target=target, needed=needed)
        if worth > most:
            most = worth
            best = actions[k]
    return best


@inner
def _worth_of_code(s, rules, weights, e, pc, needed):
    """Return what an effect is worth, from its first instruction to its first jump."""
    worth = 0.0
    while rules.code[pc].op != Op.JUMP and rules.code[pc].op != Op.END:
        c = rules.code[pc]
        pc += 1
        harms = c.op == Op.ATTACK or c.op == Op.DAMAGE or c.op == Op.LOSE_HP
        if harms:
            sign = -1.0 if c.b == Aim.SOURCE else 1.0
            worth += sign * weights[Weight.DAMAGE] * amount(s, rules, e, c.amount)
        elif c.op == Op.BLOCK or c.op == Op.PLAIN_BLOCK:
            worth += weights[Weight.BLOCK] * min(amount(s, rules, e, c.amount), needed)
        elif c.op <= Op.LAST_ON_CARD or c.op > Op.LAST_CONTROL:
            worth += weights[Weight.OTHER]
    return worth


@inner
def _loses_card(rules, pc):
    """Return whether the effect that goes on here takes the card chosen just before it away from the player."""
    code = rules.code[pc]
    away = code.a == Pile.EXHAUST or code.a == Pile.DISCARD or rules.code[pc - 1].a == Pile.HAND
    return code.op == Op.MOVE and code.a != Pile.HAND and away


@inner
def _other_prices(s, rules, j):
    """Return what a card costs besides energy, all resources together."""
    total = 0
    for which in range(rules.resource_kinds):
        total += price_of(s, rules, j, which)
    return total
