# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The course of a battle: the phases from the opening to the end of a round, and so on round by round."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .agenda_entries import begin
from .card_play import begin_waiting_play
from .damage import change_energy, change_resource, lose_block, moment
from .enemies import choose_move, join_plan
from .events import modify, modify_integer, react, start_battle
from .formula_vm import no_enemies
from .interpreter import step
from .log_events import LogEvent, who_is
from .own_rules import is_open
from .piles import draw_cards, exhausted, has_hook, hook, put
from .rules import FIRST_OWN_EVENT, Event, Hook, Keyword, Stage
from .state import MAX_INSTRUCTIONS, MAX_TURNS, NOTHING, PLAYER, Fault, Outcome, Phase, Pile, Prompt


@inner
def advance(s, rules):
    """Run until the player or a Python function must decide, or the battle is over.

    Effects that already wait when the last enemy dies are still carried out: Sharp Hide hurts whoever kills its owner.
    """
    steps = 0
    while s.prompt == Prompt.NONE and s.outcome == Outcome.OPEN:
        if s.agenda_count > s.plays_waiting:
            step(s, rules)
        elif no_enemies(s):
            _win(s, rules)
        elif s.plays_waiting > 0:
            begin_waiting_play(s, rules)
        else:
            _next_phase(s, rules)
        if s.agents[PLAYER].hp <= 0:
            s.outcome = Outcome.LOST
        steps += 1
        if steps > MAX_INSTRUCTIONS:
            s.fault = Fault.RUNAWAY
        if s.fault != Fault.NONE:
            s.outcome = Outcome.DRAWN
    if s.outcome != Outcome.OPEN:
        s.prompt = Prompt.NONE
        log_event(LogEvent.ENDED, EVERYBODY, s.outcome)


@inner
def _win(s, rules):
    """End the battle, after rules have reacted to the victory."""
    if is_open(rules) and not s.won:
        s.won = 1
        react(s, rules, Event.VICTORY)
    else:
        s.outcome = Outcome.WON


@inner
def _next_phase(s, rules):
    """Pass through the next phases until one of them puts something on the agenda."""
    if s.phase <= Phase.PLAY:
        _players_turn(s, rules)
    elif s.phase <= Phase.DISCARD_HAND:
        _end_of_turn(s, rules)
    elif s.phase <= Phase.ROUND_END:
        _enemies_turn(s, rules)
    elif is_open(rules):
        _own_phase(s, rules)


@inner
def go_on(s, rules, usual):
    """Go on to the next phase of the turn: the usual one, unless the battle has a loop of its own."""
    if is_open(rules) and rules.own_loop:
        s.place = s.place + 1 if s.place + 1 < rules.loop_length else 0
        s.phase = rules.loop[s.place]
    else:
        s.phase = usual


@inner
def _players_turn(s, rules):
    if s.phase == Phase.OPENING:
        for i in range(1, s.agent_count):
            if s.agents[i].hp > 0:
                if s.agents[i].move == NOTHING:
                    choose_move(s, rules, i)
                else:
                    join_plan(s, rules, i)
        s.place = rules.first_play if s.begun else 0
        s.phase = Phase.PLAY if s.begun else Phase.NEW_TURN
    if s.phase == Phase.NEW_TURN:
        _start_turn(s)
        go_on(s, rules, Phase.LOSE_BLOCK)
    if s.phase == Phase.LOSE_BLOCK:
        if s.begun:
            lose_block(s, rules, PLAYER)
        go_on(s, rules, Phase.GAIN_ENERGY)
    if s.phase == Phase.GAIN_ENERGY:
        _gain_energy(s, rules)
        go_on(s, rules, Phase.TURN_START)
    if s.phase == Phase.TURN_START:
        if is_open(rules) and not s.started:
            start_battle(s, rules, Stage.BEFORE)
        moment(s, rules, Event.TURN_START, PLAYER)
        go_on(s, rules, Phase.DRAW_HAND)
    if s.phase == Phase.DRAW_HAND and s.agenda_count == 0:
        count = modify_integer(s, rules, Event.TURN_DRAWS, s.hand_size) + int(s.extra_draws)
        s.extra_draws = 0
        draw_cards(s, rules, modify_integer(s, rules, Event.DRAWS, count))
        go_on(s, rules, Phase.AFTER_DRAW)
    if s.phase == Phase.AFTER_DRAW and s.agenda_count == 0:
        if is_open(rules) and not s.started:
            s.started = 1
            start_battle(s, rules, Stage.AFTER)
        moment(s, rules, Event.AFTER_DRAW, PLAYER)
        go_on(s, rules, Phase.PLAY)
    if s.phase == Phase.PLAY and s.agenda_count == 0:
        if is_open(rules):
            _notice_empty_hand(s, rules)
        if s.agenda_count == 0:
            s.prompt = Prompt.PLAY


@inner
def _notice_empty_hand(s, rules):
    """Let rules react to an empty hand, once for each time that it becomes empty."""
    if s.counts[Pile.HAND] > 0:
        s.ran_out = 0
    elif not s.ran_out:
        s.ran_out = 1
        react(s, rules, Event.HAND_EMPTY)


@inner
def _start_turn(s):
    s.turn += 1
    log_event(LogEvent.TURN_BEGAN, EVERYBODY, s.turn)
    if s.turn > MAX_TURNS:
        s.outcome = Outcome.DRAWN
    s.played = 0
    s.ran_out = 0


@inner
def _gain_energy(s, rules):
    """Give the player the energy of a turn, and what it brings of other resources."""
    energy = s.max_energy if s.begun else s.energy
    change_energy(s, max(0, modify_integer(s, rules, Event.TURN_ENERGY, energy)))
    for which in range(rules.resource_kinds if is_open(rules) else 0):
        resource = rules.resources[which]
        left = int(s.resources[which]) if resource.kept or not s.begun else 0  # the first turn keeps the start
        change_resource(s, rules, which, left + resource.each_turn)


@inner
def _end_of_turn(s, rules):
    if s.phase == Phase.BEFORE_TURN_END:
        react(s, rules, Event.TURN_END, stage=Stage.BEFORE)
        go_on(s, rules, Phase.HAND_ACTS)
    if s.phase == Phase.HAND_ACTS and s.agenda_count == 0:
        if has_hook(rules, Hook.TURN_END):
            for k in range(s.counts[Pile.HAND]):
                hook(s, rules, s.piles[Pile.HAND, k], Hook.TURN_END)
        go_on(s, rules, Phase.TURN_END)
    if s.phase == Phase.TURN_END and s.agenda_count == 0:
        moment(s, rules, Event.TURN_END, PLAYER)
        go_on(s, rules, Phase.DISCARD_HAND)
    if is_open(rules) and s.phase == Phase.TURN_OVER and s.agenda_count == 0:
        go_on(s, rules, Phase.DISCARD_HAND)
    if is_open(rules) and s.phase == Phase.BEFORE_DISCARD and s.agenda_count == 0:
        react(s, rules, Event.HAND_DISCARDED, value=s.counts[Pile.HAND], stage=Stage.BEFORE)
        go_on(s, rules, Phase.DISCARD_HAND)
    if s.phase == Phase.DISCARD_HAND and s.agenda_count == 0:
        _discard_hand(s, rules)
        go_on(s, rules, Phase.ENEMIES_START)


@inner
def _discard_hand(s, rules):
    """Exhaust ethereal cards, keep retained ones and those that a rule keeps, and discard the others."""
    hand = s.counts[Pile.HAND]
    s.counts[Pile.HAND] = 0
    discarded = 0
    kept = is_open(rules) and rules.events[Stage.MODIFY, Event.HAND_DISCARDED].length > 0
    for k in range(hand):
        j = int(s.piles[Pile.HAND, k])
        keywords = rules.cards[s.cards[j].kind].keywords
        if keywords & Keyword.ETHEREAL:
            put(s, j, Pile.HAND, Pile.EXHAUST)
            exhausted(s, rules, j)
        elif keywords & Keyword.RETAIN or (kept and _is_kept(s, rules, j)):
            put(s, j, Pile.HAND, Pile.HAND)
        else:
            put(s, j, Pile.HAND, Pile.DISCARD)
            discarded += 1
    if is_open(rules):
        react(s, rules, Event.HAND_DISCARDED, value=discarded)
    if s.turn_costs:
        for j in range(s.card_count):
            if s.cards[j].turn_cost > NOTHING:
                s.cards[j].turn_cost = NOTHING
                log_event(LogEvent.COST_CHANGED, EVERYBODY, j, s.cards[j].kind, s.cards[j].cost_change, NOTHING)
        s.turn_costs = 0


@inner
def _is_kept(s, rules, j):
    """Return whether a rule keeps a card from being discarded with the hand."""
    return modify(s, rules, Event.HAND_DISCARDED, np.float32(1), card=j) <= 0


@inner
def _enemies_turn(s, rules):
    if s.phase == Phase.ENEMIES_START:
        for i in range(1, s.agent_count):
            if s.agents[i].hp > 0:
                lose_block(s, rules, i)
                s.agents[i].ready = 1
                moment(s, rules, Event.TURN_START, i)
        go_on(s, rules, Phase.ENEMY_ACTS)
    if s.phase == Phase.ENEMY_CHOOSES:
        if s.agents[s.acting].hp > 0 and s.agents[s.acting].move == NOTHING:
            choose_move(s, rules, s.acting)
        s.phase = Phase.ENEMY_ACTS
    if s.phase == Phase.ENEMY_ACTS and s.agenda_count == 0:
        _next_enemy_acts(s, rules)
    if s.phase == Phase.ENEMIES_END and s.agenda_count == 0:
        for i in range(s.agent_count - 1, 0, -1):  # what comes before an event goes to the front
            react(s, rules, Event.TURN_END, source=i, target=i, stage=Stage.BEFORE)
        for i in range(1, s.agent_count):
            if s.agents[i].hp > 0:
                moment(s, rules, Event.TURN_END, i)
        go_on(s, rules, Phase.ROUND_END)
    if s.phase == Phase.ROUND_END and s.agenda_count == 0:
        for i in range(s.agent_count):
            if s.agents[i].hp > 0:
                moment(s, rules, Event.ROUND_END, i)
                s.agents[i].fresh = 0
        go_on(s, rules, Phase.NEW_TURN)


@inner
def _next_enemy_acts(s, rules):
    """Put the move of the next enemy that has still to act on the agenda."""
    i = 1
    while i < s.agent_count and not (s.agents[i].ready and s.agents[i].hp > 0):
        i += 1
    if i == s.agent_count:
        go_on(s, rules, Phase.ENEMIES_END)
        return
    agent = s.agents[i]
    agent.ready = 0
    agent.earlier_move = agent.last_move
    agent.last_move = agent.move
    agent.move = NOTHING
    s.acting = i
    log_event(LogEvent.ACTED, EVERYBODY, i, who_is(s, i), agent.last_move)
    begin(s, rules.moves[agent.last_move].pc, source=i)
    s.phase = Phase.ENEMY_CHOOSES


@inner
def _own_phase(s, rules):
    """Pass a phase that is an event of the content: it happens to the player, then to each enemy."""
    event = FIRST_OWN_EVENT + s.phase - Phase.OWN_EVENT
    go_on(s, rules, Phase.NEW_TURN)
    log_event(LogEvent.BROADCAST, EVERYBODY, PLAYER, who_is(s, PLAYER), event - FIRST_OWN_EVENT, 0, 0)
    for i in range(s.agent_count - 1, -1, -1):  # what comes before an event goes to the front
        react(s, rules, event, source=i, target=i, stage=Stage.BEFORE)
    for i in range(s.agent_count):
        react(s, rules, event, source=i, target=i)
