"""Judging a battle: how it will end if it goes on as it does, and what a simple player would do."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner

from .damage import attack_damage
from .enemies import intent_damage, intent_hits
from .events import refer
from .formula_vm import amount
from .piles import cost_of
from .state import NOTHING, PLAYER, Act, Pile

USUAL_BLOW = 6  # a hit by which to see what Strength, Vulnerable and the like make of it
HORIZON = 2.0  # turns for which what changes blows is taken to last
GETS_THROUGH = 0.6  # the share of the damage to come that is not blocked

# What `advise` weighs, and by how much unless told otherwise.
DAMAGE, BLOCK, OTHER, SPARE = range(4)
WEIGHTS = (1.0, 1.0, 4.0, 0.1)


@inner
def coming_damage(s, rules):
    """The damage of the attacks the player sees coming, before block."""
    coming = 0
    for i in range(1, s.agent_count):
        damage = intent_damage(s, rules, i)
        if damage > 0:
            coming += damage * intent_hits(s, rules, i)
    return coming


@inner
def enemies_left(s):
    """The share of the enemies' HP that is left."""
    left = 0
    full = 1
    for i in range(1, s.agent_count):
        left += s.agents[i].hp
        full += s.agents[i].max_hp
    return min(1.0, left / full)


@inner
def estimate(s, rules):
    """How the battle will end, from -1 to 1, if the enemies are killed one by one, the weakest first.

    Each deals its usual damage until the deck has got through it and those before it.
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
            turns = before / rules.pace
            change = attack_damage(s, rules, i, PLAYER, NOTHING, USUAL_BLOW) / USUAL_BLOW - 1.0
            lost += GETS_THROUGH * rules.enemies[enemy.kind].threat * (turns + change * min(turns, HORIZON))
    share = (agent.hp - lost) / agent.max_hp
    return share / (1.0 + abs(share))


@inner
def _toughness(s, rules, i):
    """The HP and half the block of an enemy, less what the coming blows do beyond the usual."""
    hp = float(s.agents[i].hp)
    change = attack_damage(s, rules, PLAYER, i, NOTHING, USUAL_BLOW) / USUAL_BLOW - 1.0
    return hp + 0.5 * s.agents[i].block - change * min(0.5 * hp, HORIZON * rules.pace)


@inner
def weakest(s, mask):
    """The living agent with the least HP and block among those in a mask."""
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
    """The card worth most for its cost, or the end of the turn if none is worth playing.

    Weights: of a point of damage, of a point of block that will be needed, of anything else a card does, and of
    playing a card at all.
    """
    needed = max(0, coming_damage(s, rules) - int(s.agents[PLAYER].block))
    target = weakest(s, (1 << int(s.agent_count)) - 2)
    best = np.int64(Act.END_TURN)
    most = 0.0
    for k in range(n):
        if actions[k] != Act.END_TURN:
            j = s.piles[Pile.HAND, actions[k] - Act.HAND]
            worth = _worth(s, rules, weights, j, target, needed)
            if worth > most:
                most = worth
                best = actions[k]
    return best


@inner
def _worth(s, rules, weights, j, target, needed):
    kind = rules.cards[s.cards[j].kind]
    cost = cost_of(s, rules, j)
    refer(s, 0, PLAYER, target, j, cost, 0, 0)
    base = amount(s, rules, s.context, kind.attack[0], kind.attack[1])
    block = amount(s, rules, s.context, kind.guard[0], kind.guard[1])
    worth = weights[SPARE]
    if base > 0:
        refer(s, 0, PLAYER, target, j, cost, 0, 0)
        hits = amount(s, rules, s.context, kind.attack[2], kind.attack[3])
        worth += weights[DAMAGE] * hits * attack_damage(s, rules, PLAYER, target, j, base)
    worth += weights[BLOCK] * min(block, needed)
    if kind.does_more:
        worth += weights[OTHER]
    return worth / (cost + 0.5)
