"""What happens to agents: damage, block, HP and statuses."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner

from .events import decay, modify, modify_whole, react, set_stacks
from .rules import Event, Stacking, Stage
from .state import LARGEST_AMOUNT, MOST_STACKS, NOTHING, PLAYER, Phase

MOST_BLOCK = 999
MOST_DAMAGE = 9999
MOST_KILLED = 127


@inner
def attack_damage(s, rules, source, target, card, base):
    """What one hit would do before block: rounded down once, at the end."""
    return max(0, min(MOST_DAMAGE, modify_whole(s, rules, Event.ATTACK_DAMAGE, source, target, card, base)))


@inner
def attack(s, rules, e, target, base):
    """One hit of an attack; what answers a hit does so even if the hit kills."""
    if s.agents[target].hp <= 0 or s.agents[e.source].hp <= 0:
        return
    damage = attack_damage(s, rules, e.source, target, e.card, base)
    react(s, rules, Stage.AFTER, Event.ATTACKED, e.source, target, e.card, damage, 0)
    lost = harm(s, rules, e, target, damage, True)
    if lost > 0:
        react(s, rules, Stage.AFTER, Event.WOUNDED, e.source, target, e.card, lost, 0)


@inner
def harm(s, rules, e, target, damage, blockable):
    """Take damage from block, if that helps, and from HP; the HP lost."""
    agent = s.agents[target]
    if agent.hp <= 0:
        return 0
    damage = max(0, modify_whole(s, rules, Event.DAMAGE, e.source, target, e.card, damage))
    if blockable:
        stopped = min(int(agent.block), damage)
        agent.block -= stopped
        damage -= stopped
    lost = min(damage, int(agent.hp))
    if lost > 0:
        agent.hp -= lost
        e.dealt = min(LARGEST_AMOUNT, int(e.dealt) + lost)
        if target == PLAYER:
            s.hurt = min(LARGEST_AMOUNT, int(s.hurt) + 1)
        if agent.hp > 0:
            react(s, rules, Stage.AFTER, Event.HP_LOST, e.source, target, e.card, lost, 0)
        else:
            e.killed = min(MOST_KILLED, int(e.killed) + (target != PLAYER))
            die(s, rules, target)
    return lost


@inner
def die(s, rules, who):
    """An agent is dead: others may react, its statuses are gone."""
    react(s, rules, Stage.AFTER, Event.DIED, who, who, NOTHING, 0, 0)
    vanish(s, who)


@inner
def vanish(s, who):
    """Clear an agent's place without anyone reacting."""
    agent = s.agents[who]
    agent.hp = 0
    agent.block = 0
    agent.active = 0
    agent.fresh = 0
    agent.stacks[:] = 0
    agent.ready = 0


@inner
def heal(s, target, points):
    """Regain HP, up to the maximum."""
    agent = s.agents[target]
    if agent.hp > 0 and points > 0:
        agent.hp = min(int(agent.max_hp), int(agent.hp) + points)


@inner
def gain_max_hp(s, target, points):
    """Change the maximum HP; a gain is a gain of HP too."""
    agent = s.agents[target]
    if agent.hp > 0:
        agent.max_hp = max(1, min(LARGEST_AMOUNT, int(agent.max_hp) + points))
        agent.hp = min(int(agent.max_hp), int(agent.hp) + max(0, points))


@inner
def gain_block(s, rules, who, card, points, plain):
    """Gain block; unless it is plain, Dexterity, Frail and the like count."""
    agent = s.agents[who]
    if agent.hp <= 0:
        return
    if not plain:
        points = modify_whole(s, rules, Event.CARD_BLOCK, who, who, card, points)
    gained = min(points, MOST_BLOCK - int(agent.block))
    if gained > 0:
        agent.block += gained
        react(s, rules, Stage.AFTER, Event.BLOCK_GAINED, who, who, card, gained, 0)


@inner
def lose_block(s, rules, who):
    """Block ends, unless something keeps it."""
    agent = s.agents[who]
    if agent.block > 0:
        lost = modify_whole(s, rules, Event.BLOCK_LOST, who, who, NOTHING, agent.block)
        agent.block = max(0, int(agent.block) - max(0, lost))


@inner
def apply_status(s, rules, source, target, status, stacks):
    """Give stacks of a status; losing stacks of a good one is as bad as a debuff."""
    agent = s.agents[target]
    if agent.hp <= 0 or stacks == 0:
        return
    bad = (stacks > 0) == (rules.statuses[status].debuff != 0)
    if bad and modify(s, rules, Event.DEBUFF, source, target, NOTHING, np.float32(1)) <= 0:
        return
    before = int(agent.stacks[status])
    stacking = rules.statuses[status].stacking
    if stacking == Stacking.ADD:
        after = before + stacks
    elif stacking == Stacking.SET:
        after = stacks
    elif stacking == Stacking.MAX:
        after = max(before, stacks)
    else:
        after = 1 if stacks > 0 else 0
    set_stacks(s, rules, target, status, max(-MOST_STACKS, min(MOST_STACKS, after)))
    if before == 0 and Phase.TURN_END <= s.phase <= Phase.ENEMIES_END:
        agent.fresh |= np.uint64(1) << np.uint64(status)
    if bad:
        react(s, rules, Stage.AFTER, Event.DEBUFFED, source, target, NOTHING, stacks, 0)


@inner
def moment(s, rules, event, who):
    """A moment in an agent's turn: its statuses act, then count down."""
    react(s, rules, Stage.AFTER, event, who, who, NOTHING, 0, 0)
    decay(s, rules, event, who)
