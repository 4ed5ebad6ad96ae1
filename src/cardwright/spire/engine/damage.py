# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What happens to agents: damage, block, HP and statuses."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .events import decay, has_status, modify, modify_integer, modify_stacks, react, set_stacks, stacks_of
from .formula_vm import no_enemies
from .log_events import LogEvent, who_is
from .own_rules import is_open
from .potions import kept_by_potion
from .relics import is_relic
from .rules import Event, Stacking
from .state import MAX_AMOUNT, MAX_STACKS, NOTHING, PLAYER, Outcome, Phase

MAX_BLOCK = 999
MAX_DAMAGE = 9999
MAX_KILLED = 127


@inner
def attack_damage(s, rules, source, target, base, card=NOTHING):
    """Return the damage of one hit before block, rounded down once at the end."""
    damage = modify_integer(s, rules, Event.ATTACK_DAMAGE, base, source=source, target=target, card=card)
    return max(0, min(MAX_DAMAGE, damage))


@inner
def attack(s, rules, e, target, base):
    """Deal one hit of an attack; rules react to the hit even if it kills."""
    if s.agents[target].hp <= 0 or s.agents[e.source].hp <= 0:
        return
    damage = attack_damage(s, rules, e.source, target, base, card=e.card)
    react(s, rules, Event.ATTACKED, source=e.source, target=target, card=e.card, value=damage)
    lost = harm(s, rules, e, target, damage, blockable=True, hit=True)
    if lost > 0:
        react(s, rules, Event.WOUNDED, source=e.source, target=target, card=e.card, value=lost)


@inner
def harm(s, rules, e, target, damage, blockable, hit=False):
    """Take damage, the hit of an attack or any other, from block, if it is blockable, then from HP.

    Return the HP lost.
    """
    agent = s.agents[target]
    if agent.hp <= 0:
        return 0
    damage = max(0, modify_integer(s, rules, Event.DAMAGE, damage, source=e.source, target=target, card=e.card))
    stopped = min(int(agent.block), damage) if blockable else 0
    agent.block -= stopped
    damage -= stopped
    if is_open(rules):
        if stopped > 0 and agent.block == 0:
            react(s, rules, Event.BLOCK_BROKEN, source=e.source, target=target)
        if damage > 0:
            damage = _unblocked(s, rules, e, target, damage, hit)
    lost = min(damage, int(agent.hp))
    log_event(LogEvent.DAMAGED, EVERYBODY, target, who_is(s, target), stopped, lost, agent.hp - lost, e.pc - 1)
    if lost > 0:
        agent.hp -= lost
        e.dealt = min(MAX_AMOUNT, int(e.dealt) + lost)
        if target == PLAYER:
            s.hurt = min(MAX_AMOUNT, int(s.hurt) + 1)
        if is_open(rules) and agent.hp <= 0:
            _save(s, rules, e.source, target)
        if agent.hp > 0:
            react(s, rules, Event.HP_LOST, source=e.source, target=target, card=e.card, value=lost)
        else:
            e.killed = min(MAX_KILLED, int(e.killed) + (target != PLAYER))
            die(s, rules, target)
    return lost


@inner
def _unblocked(s, rules, e, target, damage, hit):
    """Return the HP that damage takes after block, as rules modify it."""
    if hit:
        damage = modify_integer(s, rules, Event.WOUNDED, damage, source=e.source, target=target, card=e.card)
    return max(0, modify_integer(s, rules, Event.HP_LOST, damage, source=e.source, target=target, card=e.card))


@inner
def _save(s, rules, source, target):
    """Give an agent without HP those that a potion or else a rule lets it keep, which counts as healing."""
    hp = kept_by_potion(s, rules, target)
    if hp <= 0:
        hp = modify_integer(s, rules, Event.DYING, 0, source=source, target=target)
    if hp > 0:
        hp = modify_integer(s, rules, Event.HEALING, hp, source=source, target=target)
    if hp > 0:
        agent = s.agents[target]
        agent.hp = min(hp, int(agent.max_hp))
        log_event(LogEvent.SAVED, EVERYBODY, target, who_is(s, target), agent.hp)


@inner
def drop_to_hp(s, target, points):
    """Let the HP drop to a number of at least 1, if they are more; nothing reacts to that."""
    agent = s.agents[target]
    if agent.hp > 0:
        before = int(agent.hp)
        agent.hp = min(before, max(1, points))
        log_event(LogEvent.HP_SET, EVERYBODY, target, who_is(s, target), before, agent.hp)


@inner
def die(s, rules, who):
    """Remove a dead agent; rules can react, unless it was the last enemy and the battle is decided."""
    log_event(LogEvent.DIED, EVERYBODY, who, who_is(s, who))
    if is_open(rules) and s.agents[who].gold > 0:
        gain_gold(s, rules, int(s.agents[who].gold))
        s.agents[who].gold = 0
    if not no_enemies(s):
        react(s, rules, Event.DIED, source=who, target=who)
    vanish(s, who)


@inner
def leave(s, who):
    """Let an agent leave the battle, which the player thereby ends; nothing reacts as to a death."""
    if who == PLAYER:
        s.outcome = Outcome.ESCAPED
    elif s.agents[who].hp > 0:
        log_event(LogEvent.LEFT, EVERYBODY, who, who_is(s, who), s.agents[who].gold)
        vanish(s, who)
        s.agents[who].left = 1


@inner
def vanish(s, who):
    """Remove an agent without any reaction."""
    agent = s.agents[who]
    agent.hp = 0
    agent.block = 0
    agent.active = 0
    agent.fresh = 0
    agent.stacks[:] = 0
    agent.ready = 0


@inner
def heal(s, rules, source, target, points, pc):
    """Restore HP, up to the maximum; rules can modify how many. `pc` is the instruction that does it."""
    agent = s.agents[target]
    if agent.hp <= 0:
        return
    if is_open(rules):
        points = modify_integer(s, rules, Event.HEALING, points, source=source, target=target)
    gained = min(points, int(agent.max_hp) - int(agent.hp))
    if gained > 0:
        agent.hp += gained
        log_event(LogEvent.HEALED, EVERYBODY, target, who_is(s, target), gained, agent.hp, pc)
        if is_open(rules):
            react(s, rules, Event.HEALING, source=source, target=target, value=gained)


@inner
def gain_max_hp(s, rules, source, target, points):
    """Change the maximum HP; a gain heals as much, and rules can modify that."""
    agent = s.agents[target]
    if agent.hp > 0:
        before = int(agent.max_hp)
        agent.max_hp = max(1, min(MAX_AMOUNT, before + points))
        healed = max(0, points)
        if is_open(rules) and healed > 0:
            healed = modify_integer(s, rules, Event.HEALING, healed, source=source, target=target)
        agent.hp = min(int(agent.max_hp), int(agent.hp) + healed)
        change = int(agent.max_hp) - before
        log_event(LogEvent.MAX_HP_CHANGED, EVERYBODY, target, who_is(s, target), change, agent.max_hp, agent.hp)


@inner
def gain_block(s, rules, who, points, card, plain, pc):
    """Gain block; unless it is plain, rules such as those of Dexterity and Frail modify it.

    `pc` is the instruction that gives it.
    """
    agent = s.agents[who]
    if agent.hp <= 0:
        return
    if not plain:
        points = modify_integer(s, rules, Event.CARD_BLOCK, points, source=who, target=who, card=card)
    gained = min(points, MAX_BLOCK - int(agent.block))
    if gained > 0:
        agent.block += gained
        log_event(LogEvent.BLOCK_GAINED, EVERYBODY, who, who_is(s, who), gained, agent.block, pc)
        react(s, rules, Event.BLOCK_GAINED, source=who, target=who, card=card, value=gained)


@inner
def lose_block(s, rules, who):
    """Remove an agent's block, unless a rule keeps some of it."""
    agent = s.agents[who]
    if agent.block > 0:
        wanted = modify_integer(s, rules, Event.BLOCK_LOST, agent.block, source=who, target=who)
        lost = max(0, min(wanted, int(agent.block)))
        if lost > 0:
            agent.block -= lost
            log_event(LogEvent.BLOCK_LOST, EVERYBODY, who, who_is(s, who), lost, agent.block)


@inner
def change_energy(s, energy):
    """Set the energy."""
    log_event(LogEvent.ENERGY_CHANGED, EVERYBODY, energy - s.energy, energy)
    s.energy = energy


@inner
def gain_energy(s, rules, points, card):
    """Gain energy by an effect, as much as rules make of it, or lose some."""
    if is_open(rules) and points > 0:
        points = modify_integer(s, rules, Event.ENERGY_GAINED, points, card=card)
    before = int(s.energy)
    change_energy(s, max(0, min(MAX_AMOUNT, before + points)))
    if is_open(rules) and s.energy > before:
        react(s, rules, Event.ENERGY_GAINED, card=card, value=s.energy - before)


@inner
def gain_gold(s, rules, points):
    """Give the player gold, as much as rules make of it, or take some, within its limits."""
    if points > 0:
        points = modify_integer(s, rules, Event.GOLD_GAINED, points)
    gold = max(0, min(MAX_AMOUNT, int(s.gold) + points))
    log_event(LogEvent.GOLD_CHANGED, EVERYBODY, gold - s.gold, gold)
    s.gold = gold


@inner
def steal(s, thief, n):
    """Let an enemy take gold from the player, as far as there is some; the player gets it back when the thief dies."""
    taken = min(n, int(s.gold), MAX_AMOUNT - int(s.agents[thief].gold))
    if thief != PLAYER and s.agents[thief].hp > 0 and taken > 0:
        s.gold -= taken
        s.agents[thief].gold += taken
        log_event(LogEvent.STOLEN, EVERYBODY, thief, who_is(s, thief), taken, s.gold)


@inner
def change_resource(s, rules, which, left):
    """Set what the player has of a resource, within its limits, and return the change."""
    before = int(s.resources[which])
    left = max(0, min(int(rules.resources[which].most), left))
    s.resources[which] = left
    log_event(LogEvent.RESOURCE_CHANGED, EVERYBODY, which, left - before, left)
    return left - before


@inner
def gain_resource(s, rules, which, points, card):
    """Gain some of a resource by an effect, as much as rules make of it, or lose some."""
    event = rules.resources[which].gained
    if points > 0:
        points = modify_integer(s, rules, event, points, card=card)
    gained = change_resource(s, rules, which, int(s.resources[which]) + points)
    if gained > 0:
        react(s, rules, event, card=card, value=gained)


@inner
def apply_status(s, rules, source, target, status, stacks):
    """Apply stacks of a status, unless they are a debuff that a rule stops; negative ones take stacks away."""
    agent = s.agents[target]
    if agent.hp <= 0:
        return
    if is_open(rules) and is_relic(status):
        set_stacks(s, rules, target, status, stacks_of(s, rules, target, status) + stacks)
        return
    kind = rules.statuses[status]
    if stacks == 0:
        if kind.lasting and not has_status(s, target, status):
            set_stacks(s, rules, target, status, 0)
        return
    bad = kind.debuff if stacks > 0 else kind.debuff_if_lost
    if bad and modify(s, rules, Event.DEBUFF, np.float32(1), source=source, target=target, subject=status) <= 0:
        log_event(LogEvent.STOPPED, EVERYBODY, target, who_is(s, target), status)
        return
    if stacks > 0:
        stacks = modify_stacks(s, rules, stacks, source, target, status)
        if stacks <= 0:
            return
    before = int(agent.stacks[status])
    if kind.stacking == Stacking.ADD:
        after = before + stacks
    elif kind.stacking == Stacking.SET:
        after = stacks
    elif kind.stacking == Stacking.MAX:
        after = max(before, stacks)
    else:
        after = 1 if stacks > 0 else 0
    set_stacks(s, rules, target, status, max(-MAX_STACKS, min(MAX_STACKS, after)))
    if before == 0 and _after_the_turn(s):
        agent.fresh |= np.uint64(1) << np.uint64(status)
    if bad:
        react(s, rules, Event.DEBUFFED, source=source, target=target, value=stacks, subject=status)


@inner
def _after_the_turn(s):
    """Return whether a status applied now skips its first countdown: while cards in hand or the enemies act.

    The phase is the one that comes next. What the player's own statuses trigger still belongs to the turn.
    """
    return s.phase == Phase.TURN_END or Phase.ENEMIES_START <= s.phase <= Phase.ENEMIES_END


@inner
def moment(s, rules, event, who):
    """Pass a moment of an agent's turn: its statuses act, then decay."""
    react(s, rules, event, source=who, target=who)
    decay(s, rules, event, who)
