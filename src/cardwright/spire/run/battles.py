# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Battles in a run: how one begins from the run, and what it leaves."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import derive, purpose
from cardwright.core.record import copy_record
from cardwright.spire.engine.hiding import seed_battle
from cardwright.spire.engine.log_events import LogEvent, who_is
from cardwright.spire.engine.rules import NONE as NO_UPGRADE
from cardwright.spire.engine.start import DAMAGE_PER_ENERGY, ENERGY_FOR_ATTACKS
from cardwright.spire.engine.state import MAX_RELICS, NOTHING, PLAYER, Outcome, Pile, Room
from cardwright.spire.engine.verbs import START, open_battle, place_enemies

from .flow import win_fight
from .programs import settle
from .rewards import clear_rewards
from .stack import pop
from .state import Outcome as RunOutcome
from .state import Place

_BATTLE = purpose("battle of a run")
_ONE = np.uint64(1)
_BITS = 63
BURNING_HP = 4  # a burning elite has a quarter more
STRENGTH, HP, METALLICIZE, REGEN = range(4)  # the buffs of burning elites


@inner
def begin_battle(s, rules):
    """Begin the battle that waits on top of the stack of the run."""
    run, battle = s.run, s.battle
    copy_record(battle, rules.blank)
    seed_battle(battle, derive(s.rng[0], _BATTLE, np.uint64(s.fights)), START)
    s.fights += 1
    s.fighting = 1
    player = battle.agents[PLAYER]
    player.hp = run.hp
    player.max_hp = run.max_hp
    battle.gold = run.gold
    battle.potion_slots = run.potion_slots
    for k in range(run.potion_slots):
        battle.potions[k] = run.potions[k]
    _deal_deck(run, battle, rules)
    battle.pace = deck_pace(run, rules)
    _carry_relics(run, battle, rules)
    _meet_foes(run, battle, rules)
    place_enemies(battle, rules.battle)
    if run.place == Place.ELITE and run.x == run.burning_x and run.y == run.burning_y:
        _buff(run, battle, rules)
    for i in range(1, battle.agent_count):
        log_event(LogEvent.APPEARED, EVERYBODY, i, who_is(battle, i), battle.agents[i].hp)
    open_battle(battle, rules.battle)


@inner
def card_kind(rules, card, upgrades):
    """Return the kind of a card in battles; one that is not upgraded has the same number in runs."""
    kind = int(card)
    for _ in range(upgrades):
        better = int(rules.battle.cards[kind].upgrade)
        kind = kind if better == NO_UPGRADE else better
    return kind


@inner
def deck_pace(run, rules):
    """Return the damage the deck deals in an average turn, as in single battles."""
    damage, attacks = 0.0, 0
    for k in range(run.deck_size):
        force = rules.force[card_kind(rules, run.deck_card[k], run.deck_up[k])]
        damage += force
        attacks += force > 0.0
    per_energy = damage / attacks if attacks else DAMAGE_PER_ENERGY
    return max(1.0, ENERGY_FOR_ATTACKS * rules.blank.max_energy * per_energy)


@inner
def _deal_deck(run, battle, rules):
    """Make the deck the draw pile; card `k` of the battle is card `k` of the deck."""
    for k in range(run.deck_size):
        card = battle.cards[k]
        card.kind = card_kind(rules, run.deck_card[k], run.deck_up[k])
        card.turn_cost = NOTHING
        card.pile = Pile.DRAW
        battle.piles[Pile.DRAW, k] = k
        if run.deck_bottled[k]:
            battle.bottled[k >> 6] |= _ONE << np.uint64(k & _BITS)
    battle.counts[Pile.DRAW] = run.deck_size
    battle.card_count = run.deck_size


@inner
def _carry_relics(run, battle, rules):
    """Take those relics along that matter in a battle, with what they have counted."""
    count = 0
    for k in range(run.relic_count):
        relic = int(run.relic_list[k])
        if rules.run.relic_fights[relic] and count < MAX_RELICS:
            battle.relics[count] = relic
            battle.counters[count] = run.charge[relic] if rules.run.relic_kept[relic] else rules.run.relic_charge[relic]
            battle.relic_bits |= _ONE << np.uint64(relic & _BITS)
            battle.sight |= rules.run.relic_sight[relic]
            count += 1
    battle.relic_count = count


@inner
def _meet_foes(run, battle, rules):
    """Let the monsters of the encounter stand from the left."""
    room = int(Room.MONSTER)
    for k in range(run.monster_count):
        foe = int(run.monsters[k])
        copy_record(battle.agents[k + 1], rules.foes[foe])
        room = max(room, int(rules.foe_room[foe]))
    battle.agent_count = 1 + run.monster_count
    battle.room = room


@inner
def _buff(run, battle, rules):
    """Give all monsters what a burning elite has."""
    act, buff = int(run.act), int(run.buff)
    stacks = act + 1 if buff == STRENGTH else 2 * act + 2 if buff == METALLICIZE else 2 * act + 1
    for i in range(1, battle.agent_count):
        agent = battle.agents[i]
        if buff == HP:
            more = (int(agent.max_hp) + BURNING_HP // 2) // BURNING_HP
            agent.max_hp += more
            agent.hp += more
        else:
            status = int(rules.buffs[buff])
            agent.stacks[status] += stacks
            agent.active |= _ONE << np.uint64(status)


@inner
def end_battle(s, rules):
    """Take over what a finished battle leaves, and go on with the run."""
    run, battle = s.run, s.battle
    s.fighting = 0
    s.chapter += 1
    s.fault = battle.fault
    run.hp = max(0, int(battle.agents[PLAYER].hp))
    run.max_hp = battle.agents[PLAYER].max_hp
    run.gold = battle.gold
    for k in range(run.potion_slots):
        run.potions[k] = battle.potions[k]
    for k in range(battle.relic_count):
        relic = battle.relics[k]
        if rules.run.relic_kept[relic]:
            run.charge[relic] = battle.counters[k]
    if battle.outcome == Outcome.WON:
        if run.place == Place.BOSS and run.act == s.last_act:
            run.outcome = RunOutcome.VICTORY
        else:
            win_fight(run, rules.run, all_fled(battle))
            settle(run, rules.run)
    elif battle.outcome == Outcome.ESCAPED:
        pop(run)
        clear_rewards(run)
        settle(run, rules.run)
    else:
        run.hp = 0
        run.outcome = RunOutcome.DEATH


@inner
def all_fled(battle):
    """Return whether all enemies have left a battle."""
    i = 1
    while i < battle.agent_count and battle.agents[i].left:
        i += 1
    return i == battle.agent_count
