# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Amounts: plain numbers, or formulas that a stack machine evaluates."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below

from .opcodes import TermOp, Who
from .own_rules import is_open
from .relics import counter_of
from .rules import NONE
from .state import MAX_AMOUNT, NOTHING, PLAYER, UNTIL_PLAYED, Manner, Pile, Stream


@inner
def amount(s, rules, e, value):
    """Return the value of an `Amount`: its number, or its formula as the entry `e` sees it."""
    return int(value.number) if value.formula == NONE else run_formula(s, rules, e, value.formula)


@inner
def run_formula(s, rules, e, formula):
    """Return the value of a formula as the entry `e` sees it."""
    s.scratch_used = 1
    first = rules.formulas[formula].first
    top = -1
    for k in range(first, first + rules.formulas[formula].length):
        term = rules.terms[k]
        if term.op == TermOp.NOT:
            s.stack[top] = 0 if s.stack[top] else 1
        elif TermOp.FIRST_OPERATOR <= term.op <= TermOp.LAST_OPERATOR:
            top -= 1
            s.stack[top] = _combine(s, term.op, int(s.stack[top]), int(s.stack[top + 1]))
        else:
            top += 1
            s.stack[top] = int(term.a) if term.op == TermOp.NUMBER else _value(s, rules, e, term)
    return int(s.stack[0])


@inner
def _combine(s, op, a, b):
    result = 0
    if op == TermOp.PLUS:
        result = a + b
    elif op == TermOp.MINUS:
        result = a - b
    elif op == TermOp.TIMES:
        result = a * b
    elif op == TermOp.DIVIDE:
        result = a // b if b != 0 else 0
    elif op == TermOp.REMAINDER:
        result = a % b if b != 0 else 0
    elif op == TermOp.LESS:
        result = 1 if a < b else 0
    elif op == TermOp.EQUAL:
        result = 1 if a == b else 0
    elif op == TermOp.AND:
        result = 1 if a != 0 and b != 0 else 0
    elif op == TermOp.OR:
        result = 1 if a != 0 or b != 0 else 0
    elif op == TermOp.MIN:
        result = min(a, b)
    elif op == TermOp.MAX:
        result = max(a, b)
    elif op == TermOp.RANDOM:
        result = a + below(s, Stream.EFFECT, b - a + 1) if b > a else a
    return max(-MAX_AMOUNT, min(MAX_AMOUNT, result))


@inner
def _value(s, rules, e, term):
    op = term.op
    if TermOp.FIRST_OF_AGENT <= op <= TermOp.LAST_OF_AGENT:
        return _value_of_agent(s, rules, e, term)
    if TermOp.FIRST_OF_CARDS <= op <= TermOp.LAST_OF_CARDS:
        return _value_of_cards(s, rules, e, term)
    if op == TermOp.X_OR_STACKS:
        return int(e.number)
    if op == TermOp.AMOUNT:
        return int(e.amount)
    if op == TermOp.DEALT:
        return int(e.dealt)
    if op == TermOp.KILLED:
        return int(e.killed)
    if op == TermOp.AFFECTED:
        return int(e.affected)
    if op == TermOp.ENERGY:
        return int(s.energy)
    if op == TermOp.RESOURCE:
        return int(s.resources[term.a])
    if is_open(rules) and op == TermOp.COUNTER:
        return counter_of(s, term.a)
    if is_open(rules) and op == TermOp.ROOM:
        return 1 if s.room == term.a else 0
    if op == TermOp.TURN:
        return int(s.turn)
    if op == TermOp.PLAYED:
        return int(s.played)
    if op == TermOp.HURT:
        return int(s.hurt)
    if op == TermOp.LIVING_ENEMIES:
        return living_on(s, e.source != PLAYER, NOTHING)
    if op == TermOp.LIVING_ALLIES:
        return living_on(s, e.source == PLAYER, e.source)
    if op == TermOp.ROLL:
        return int(s.agents[e.source].roll)
    if op == TermOp.SLOT:
        return int(e.source) if term.a == Who.SELF else int(e.target) if term.a == Who.TARGET else PLAYER
    if op == TermOp.BY_SELF:
        return 1 if e.manner & Manner.OWN else 0
    if op == TermOp.REPLAYED:
        return 1 if e.manner & Manner.REPLAY else 0
    if op == TermOp.LAST_MOVE:
        last = s.agents[e.source].last_move
        return 1 if last >= 0 and rules.moves[last].name == term.a else 0
    return 0


@inner
def _value_of_agent(s, rules, e, term):
    who = e.source if term.a == Who.SELF else e.target if term.a == Who.TARGET else PLAYER
    if who < 0:
        return 0
    agent = s.agents[who]
    if term.op == TermOp.HP:
        return int(agent.hp)
    if term.op == TermOp.MAX_HP:
        return int(agent.max_hp)
    if term.op == TermOp.BLOCK:
        return int(agent.block)
    if term.op == TermOp.STATUS:
        return int(agent.stacks[term.b])
    return int(rules.moves[agent.move].attacks) if agent.move >= 0 else 0


@inner
def _value_of_cards(s, rules, e, term):
    if term.op == TermOp.PILE:
        return int(s.counts[term.a])
    if term.op == TermOp.BONUS:
        return int(s.cards[e.card].bonus) if e.card >= 0 else 0
    if term.op == TermOp.CHOSEN_COST:
        return plain_cost(s, rules, e.chosen) if e.chosen >= 0 else 0
    found = 0
    if term.op == TermOp.PILE_TYPE:
        for k in range(s.counts[term.a]):
            found += rules.cards[s.cards[s.piles[term.a, k]].kind].type == term.b
        return found
    for j in range(s.card_count):  # a card played from hand counts too, even for its own effect; one in limbo does not
        card = s.cards[j]
        if card.pile <= Pile.DISCARD or card.pile == Pile.PLAY:
            found += (rules.cards[card.kind].group >> term.a) & 1
    return found


@inner
def plain_cost(s, rules, j):
    """Return what a card costs before rules of statuses modify it."""
    card = s.cards[j]
    cost = set_cost(rules, card)
    if cost >= 0:
        return cost
    return max(0, int(rules.cards[card.kind].cost.number) + card.cost_change)


@inner
def set_cost(rules, card):
    """Return the cost that an effect has set for a card, this turn or until it is played, NOTHING for none."""
    if is_open(rules) and card.turn_cost <= UNTIL_PLAYED:
        return UNTIL_PLAYED - int(card.turn_cost)
    return int(card.turn_cost)


@inner
def no_enemies(s):
    """Return whether every enemy is dead or has left."""
    i = 1
    while i < s.agent_count and s.agents[i].hp <= 0:
        i += 1
    return i >= s.agent_count


@inner
def living_on(s, players_side, excluded):
    """Return how many agents are alive on the player's side or the enemies', not counting one agent."""
    if players_side:
        return 1 if excluded != PLAYER and s.agents[PLAYER].hp > 0 else 0
    found = 0
    for i in range(1, s.agent_count):
        found += s.agents[i].hp > 0 and i != excluded
    return found
