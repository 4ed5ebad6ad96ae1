# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The course of a battle: the phases from the opening to the end of a round, and so on round by round."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .card_play import begin_waiting_play
from .damage import change_energy, lose_block, moment
from .enemies import choose_move, join_plan
from .events import begin, modify_integer, react
from .formula_vm import no_enemies
from .interpreter import step
from .log_events import LogEvent, who_is
from .piles import draw_cards, exhausted, has_hook, hook, put
from .rules import Event, Hook, Keyword, Stage
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
            s.outcome = Outcome.WON
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
def _next_phase(s, rules):
    """Pass through the next phases until one of them puts something on the agenda."""
    if s.phase <= Phase.PLAY:
        _players_turn(s, rules)
    elif s.phase <= Phase.DISCARD_HAND:
        _end_of_turn(s, rules)
    else:
        _enemies_turn(s, rules)


@inner
def _players_turn(s, rules):
    if s.phase == Phase.OPENING:
        for i in range(1, s.agent_count):
            if s.agents[i].hp > 0:
                if s.agents[i].move == NOTHING:
                    choose_move(s, rules, i)
                else:
                    join_plan(s, rules, i)
        s.phase = Phase.PLAY if s.begun else Phase.TURN_START
    if s.phase == Phase.TURN_START:
        _start_turn(s, rules)
    if s.phase == Phase.DRAW_HAND and s.agenda_count == 0:
        count = modify_integer(s, rules, Event.TURN_DRAWS, s.hand_size) + int(s.extra_draws)
        s.extra_draws = 0
        draw_cards(s, rules, modify_integer(s, rules, Event.DRAWS, count))
        s.phase = Phase.AFTER_DRAW
    if s.phase == Phase.AFTER_DRAW and s.agenda_count == 0:
        moment(s, rules, Event.AFTER_DRAW, PLAYER)
        s.phase = Phase.PLAY
    if s.phase == Phase.PLAY and s.agenda_count == 0:
        s.prompt = Prompt.PLAY


@inner
def _start_turn(s, rules):
    s.turn += 1
    log_event(LogEvent.TURN_BEGAN, EVERYBODY, s.turn)
    if s.turn > MAX_TURNS:
        s.outcome = Outcome.DRAWN
    s.played = 0
    energy = s.max_energy if s.begun else s.energy
    if s.begun:
        lose_block(s, rules, PLAYER)
    s.begun = 1
    change_energy(s, max(0, modify_integer(s, rules, Event.TURN_ENERGY, energy)))
    moment(s, rules, Event.TURN_START, PLAYER)
    s.phase = Phase.DRAW_HAND


@inner
def _end_of_turn(s, rules):
    if s.phase == Phase.BEFORE_TURN_END:
        react(s, rules, Event.TURN_END, stage=Stage.BEFORE)
        s.phase = Phase.HAND_ACTS
    if s.phase == Phase.HAND_ACTS and s.agenda_count == 0:
        if has_hook(rules, Hook.TURN_END):
            for k in range(s.counts[Pile.HAND]):
                hook(s, rules, s.piles[Pile.HAND, k], Hook.TURN_END)
        s.phase = Phase.TURN_END
    if s.phase == Phase.TURN_END and s.agenda_count == 0:
        moment(s, rules, Event.TURN_END, PLAYER)
        s.phase = Phase.DISCARD_HAND
    if s.phase == Phase.DISCARD_HAND and s.agenda_count == 0:
        _discard_hand(s, rules)
        s.phase = Phase.ENEMIES_START


@inner
def _discard_hand(s, rules):
    """Exhaust ethereal cards, keep retained ones, and discard the others."""
    hand = s.counts[Pile.HAND]
    s.counts[Pile.HAND] = 0
    for k in range(hand):
        j = int(s.piles[Pile.HAND, k])
        keywords = rules.cards[s.cards[j].kind].keywords
        if keywords & Keyword.ETHEREAL:
            put(s, j, Pile.HAND, Pile.EXHAUST)
            exhausted(s, rules, j)
        elif keywords & Keyword.RETAIN:
            put(s, j, Pile.HAND, Pile.HAND)
        else:
            put(s, j, Pile.HAND, Pile.DISCARD)
    if s.turn_costs:
        for j in range(s.card_count):
            if s.cards[j].turn_cost != NOTHING:
                s.cards[j].turn_cost = NOTHING
                log_event(LogEvent.COST_CHANGED, EVERYBODY, j, s.cards[j].kind, s.cards[j].cost_change, NOTHING)
        s.turn_costs = 0


@inner
def _enemies_turn(s, rules):
    if s.phase == Phase.ENEMIES_START:
        for i in range(1, s.agent_count):
            if s.agents[i].hp > 0:
                lose_block(s, rules, i)
                s.agents[i].ready = 1
                moment(s, rules, Event.TURN_START, i)
        s.phase = Phase.ENEMY_ACTS
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
        s.phase = Phase.ROUND_END
    if s.phase == Phase.ROUND_END and s.agenda_count == 0:
        for i in range(s.agent_count):
            if s.agents[i].hp > 0:
                moment(s, rules, Event.ROUND_END, i)
                s.agents[i].fresh = 0
        s.phase = Phase.TURN_START


@inner
def _next_enemy_acts(s, rules):
    """Put the move of the next enemy that has still to act on the agenda."""
    i = 1
    while i < s.agent_count and not (s.agents[i].ready and s.agents[i].hp > 0):
        i += 1
    if i == s.agent_count:
        s.phase = Phase.ENEMIES_END
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
