# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Enemies: how they enter the battle and choose their next move."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below, unit

from .agenda_entries import begin, refer
from .damage import attack_damage
from .events import react
from .formula_vm import amount, run_formula
from .log_events import LogEvent, who_is
from .own_rules import is_open
from .rules import NONE, Event
from .state import MAX_AGENTS, NOTHING, PLAYER, Sight, Stream


@inner
def place_enemy(s, rules, i, kind):
    """Put an enemy into slot `i` and roll its HP, unless they are set, and its number; it intends no move yet."""
    agent = s.agents[i]
    entry = rules.enemies[kind]
    agent.kind = kind
    refer(s, source=i)
    if agent.max_hp <= 0:
        agent.max_hp = max(1, _roll_between(s, rules, entry.hp_low, entry.hp_high))  # a formula can be below 1
        agent.hp = agent.max_hp
    agent.roll = _roll_between(s, rules, entry.roll_low, entry.roll_high)
    agent.roll_shown = 0
    agent.move = NOTHING
    agent.last_move = NOTHING
    agent.earlier_move = NOTHING
    agent.plan = NOTHING
    agent.step = 0
    agent.ready = 0


@inner
def _roll_between(s, rules, low, high):
    least = amount(s, rules, s.context, low)
    most = amount(s, rules, s.context, high)
    return least + below(s, Stream.ENEMY, most - least + 1) if most > least else least


@inner
def spawn(s, rules, kind, hp):
    """Add an enemy on the right or, if there is no room, in the slot of one that is gone."""
    i = int(s.agent_count)
    if i >= MAX_AGENTS:
        i = 1
        while i < MAX_AGENTS and s.agents[i].hp > 0:
            i += 1
    if i >= MAX_AGENTS:
        return
    s.agent_count = max(int(s.agent_count), i + 1)
    agent = s.agents[i]
    agent.hp = hp
    agent.max_hp = hp
    agent.block = 0
    agent.gold = 0
    agent.left = 0
    place_enemy(s, rules, i, kind)
    log_event(LogEvent.APPEARED, EVERYBODY, i, who_is(s, i), agent.hp)
    if rules.enemies[kind].setup != NONE:
        begin(s, rules.enemies[kind].setup, source=i, target=i)
    if is_open(rules):
        react(s, rules, Event.APPEARED, source=i, target=i)
    choose_move(s, rules, i)


@inner
def _can_be_drawn(rules, plan, move):
    """Return whether a move is among the weights of a plan or their alternatives."""
    for k in range(plan.weights, plan.weights + plan.weights_size):
        step = rules.steps[k]
        if step.move == move:
            return True
        for j in range(step.otherwise, step.otherwise + step.otherwise_size):
            if rules.steps[j].move == move:
                return True
    return False


@inner
def choose_move(s, rules, i):
    """Choose an enemy's next move."""
    agent = s.agents[i]
    if agent.last_move >= 0 and rules.moves[agent.last_move].then != NONE:
        intend(s, rules, i, rules.moves[agent.last_move].then)
        return
    p = _plan(s, rules, i)
    if p != agent.plan:
        agent.plan = p
        agent.step = 0
    plan = rules.plans[p]
    step = int(agent.step)
    if step < plan.opening_size:
        intend(s, rules, i, rules.steps[plan.opening + step].move)
        agent.step += 1
    elif plan.loop_size > 0:
        intend(s, rules, i, rules.steps[plan.loop + (step - plan.opening_size) % plan.loop_size].move)
        agent.step += 1
    else:
        intend(s, rules, i, _draw_move(s, rules, agent, plan.weights, plan.weights_size))


@inner
def join_plan(s, rules, i):
    """Make an enemy continue its plan from the first move that the start gave it."""
    agent = s.agents[i]
    agent.plan = _plan(s, rules, i)
    plan = rules.plans[agent.plan]
    size = plan.opening_size + plan.loop_size  # the steps of the loop follow those of the opening
    k = 0
    while k < size and rules.steps[plan.opening + k].move != agent.move:
        k += 1
    agent.step = k + 1 if k < size else plan.opening_size


@inner
def _plan(s, rules, i):
    """Return the first plan of an enemy whose condition holds; the last plan needs no condition."""
    kind = rules.enemies[s.agents[i].kind]
    p = int(kind.plan)
    last = p + kind.plans - 1
    if p < last:
        refer(s, source=i)
    while p < last and rules.plans[p].when != NONE and run_formula(s, rules, s.context, rules.plans[p].when) == 0:
        p += 1
    return p


@inner
def _draw_move(s, rules, agent, first, size):
    """Draw a move by weight; one that would be repeated too often is replaced by a draw from its alternatives."""
    step = rules.steps[_draw_step(s, rules, first, size)]
    again = step.move == agent.last_move
    if (step.most == 1 and again) or (step.most == 2 and again and agent.earlier_move == step.move):
        step = rules.steps[_draw_step(s, rules, step.otherwise, step.otherwise_size)]
    return step.move


@inner
def _draw_step(s, rules, first, size):
    total = 0.0
    for k in range(first, first + size):
        total += rules.steps[k].weight
    left = unit(s, Stream.ENEMY) * total
    k = int(first)
    while k < first + size - 1 and left >= rules.steps[k].weight:
        left -= rules.steps[k].weight
        k += 1
    return k


@inner
def intend(s, rules, i, move):
    """Set an enemy's next move, which the player sees."""
    agent = s.agents[i]
    agent.move = move
    if not s.sight & Sight.NO_INTENTS:
        if rules.moves[move].shows_roll:
            agent.roll_shown = 1
        log_event(LogEvent.INTENDED, EVERYBODY, i, who_is(s, i), move, agent.roll if agent.roll_shown else NOTHING)
    if is_open(rules):
        react(s, rules, Event.INTENT_CHOSEN, source=i, target=i)


@inner
def change_intent(s, rules, i, name):
    """Make an enemy intend its move of this name, if it has one."""
    if i != PLAYER and s.agents[i].hp > 0:
        kind = rules.enemies[s.agents[i].kind]
        for move in range(kind.move, kind.move + kind.moves):
            if rules.moves[move].name == name:
                intend(s, rules, i, move)


@inner
def redraw_intent(s, rules, i):
    """Draw the move that an enemy intends once more, if it was drawn by weight and the player has not seen it."""
    agent = s.agents[i]
    if agent.hp > 0 and agent.move >= 0 and agent.plan >= 0:
        plan = rules.plans[agent.plan]
        if agent.step >= plan.opening_size and _can_be_drawn(rules, plan, agent.move):
            agent.move = _draw_move(s, rules, agent, plan.weights, plan.weights_size)


@inner
def intent_damage(s, rules, i):
    """Return the damage of each hit an enemy intends to deal to the player, NOTHING if it does not attack."""
    agent = s.agents[i]
    if agent.hp <= 0 or agent.move < 0 or not rules.moves[agent.move].attacks:
        return NOTHING
    return attack_damage(s, rules, i, PLAYER, _amount_of_move(s, rules, i, rules.moves[agent.move].damage))


@inner
def intent_hits(s, rules, i):
    """Return the number of hits of an enemy's intended move."""
    return max(0, _amount_of_move(s, rules, i, rules.moves[s.agents[i].move].hits))


@inner
def _amount_of_move(s, rules, i, value):
    """Return an amount of the move that an enemy intends; most are plain numbers, which refer to nothing."""
    if value.formula == NONE:
        return int(value.number)
    refer(s, source=i)
    return amount(s, rules, s.context, value)
