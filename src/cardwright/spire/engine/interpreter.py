# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The interpreter of effects: it executes one instruction at a time of the entry at the front of the agenda.

It can stop after any instruction to ask the player or a Python function and continue later, because the entry holds all
of its state: the next instruction, who acts on whom, and how many iterations of a loop are left.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below
from cardwright.spire.engine.agenda import front, pop_front

from .agenda_entries import begin_with
from .card_play import finish_play, play_later, replay_later
from .damage import (
    apply_status,
    attack,
    drop_to_hp,
    gain_block,
    gain_energy,
    gain_gold,
    gain_max_hp,
    gain_resource,
    harm,
    heal,
    leave,
    steal,
)
from .enemies import change_intent, spawn
from .events import clear_status, modify_integer, react
from .formula_vm import amount
from .log_events import LogEvent, who_is
from .opcodes import Aim, Duration, Input, Op, Pick, PlayMode, Price
from .own_rules import is_open
from .piles import allowed, being_played, cost_of, created, draw_cards, move, new_card, put_anywhere, reshuffle
from .potions import fill_slots
from .rules import FIRST_OWN_EVENT, NONE, Event, Keyword, Stage
from .state import CHOOSABLE, MAX_AMOUNT, MAX_CARDS, MAX_COST, NOTHING, UNTIL_PLAYED, Manner, Pile, Prompt, Stream
from .targets import aim_at_agent, aim_at_card, aim_at_status, choose_option


@inner
def step(s, rules):
    """Execute one instruction of the effect at the front of the agenda; return whether this finished the effect."""
    slot = s.agenda_first
    e = front(s)
    c = rules.code[e.pc]
    e.pc += 1
    if c.op == Op.END:
        e.pc -= 1
    elif c.op <= Op.LAST_ON_AGENT:
        who = e.source if c.b == Aim.SOURCE else e.target
        if who >= 0:
            _on_agent(s, rules, e, c, who)
    elif c.op <= Op.LAST_ON_PLAYER:
        _on_player(s, rules, e, c)
    elif c.op <= Op.LAST_ON_CARD:
        if e.chosen >= 0:
            _on_card(s, rules, e, c)
    elif c.op <= Op.LAST_AIM_AT_AGENT:
        aim_at_agent(s, rules, e, c)
    elif c.op <= Op.LAST_AIM_AT_CARD:
        aim_at_card(s, rules, e, c)
    elif c.op <= Op.LAST_CONTROL:
        _control(s, rules, e, c)
    elif c.op <= Op.RANDOM_STATUS:
        aim_at_status(s, rules, e, c)
    elif is_open(rules) and c.op == Op.CHOOSE_OPTION:
        choose_option(s, e, c)
    elif e.mark >= CHOOSABLE:
        _on_status(s, rules, e, c, int(e.mark) - CHOOSABLE)
    done = rules.code[e.pc].op == Op.END and s.agenda_first == slot and s.prompt == Prompt.NONE
    if done:
        pop_front(s)
    return done


@inner
def perform(s, rules, e, c, who):
    """Execute an instruction on an agent, on the player or on the chosen card on behalf of a Python function."""
    if c.op <= Op.LAST_ON_AGENT:
        _on_agent(s, rules, e, c, who)
    elif c.op <= Op.LAST_ON_PLAYER:
        _on_player(s, rules, e, c)
    elif e.chosen >= 0:
        _on_card(s, rules, e, c)


@inner
def _on_agent(s, rules, e, c, who):
    n = amount(s, rules, e, c.amount)
    if c.op == Op.ATTACK:
        attack(s, rules, e, who, n)
        if c.a and e.killed > 0:
            _reward(s, c.a, e)
    elif c.op == Op.DAMAGE:
        harm(s, rules, e, who, max(0, n), blockable=True)
    elif c.op == Op.LOSE_HP:
        harm(s, rules, e, who, max(0, n), blockable=False)
    elif c.op == Op.HEAL:
        heal(s, rules, e.source, who, n, pc=e.pc - 1)
    elif c.op == Op.MAX_HP:
        gain_max_hp(s, rules, e.source, who, n)
    elif c.op == Op.BLOCK or c.op == Op.PLAIN_BLOCK:
        gain_block(s, rules, who, n, card=e.card, plain=c.op == Op.PLAIN_BLOCK, pc=e.pc - 1)
    elif c.op == Op.APPLY:
        apply_status(s, rules, e.source, who, status=c.a, stacks=n)
    elif c.op == Op.CLEAR:
        if s.agents[who].hp > 0:
            clear_status(s, rules, who, c.a)
    elif c.op == Op.INTEND:
        change_intent(s, rules, who, c.a)
    elif c.op == Op.SPAWN:
        spawn(s, rules, c.a, n)
    elif c.op == Op.LEAVE:
        leave(s, who)
    elif is_open(rules) and c.op == Op.DROP_TO_HP:
        drop_to_hp(s, who, n)
    elif is_open(rules) and c.op == Op.ROLL:
        s.agents[who].roll = max(-MAX_AMOUNT, min(MAX_AMOUNT, int(s.agents[who].roll) + n))
    elif is_open(rules) and c.op == Op.STEAL:
        steal(s, who, n)
    elif is_open(rules) and c.op == Op.BROADCAST:
        _broadcast(s, rules, e, c, who, n)


@inner
def _broadcast(s, rules, e, c, who, n):
    """Let rules modify the amount of an event, which the actions that follow then know, and react to the event."""
    target = who if c.c & Input.TARGET else e.source
    card = e.chosen if c.c & Input.CARD else NOTHING
    n = modify_integer(s, rules, c.a, n, source=e.source, target=target, card=card)
    e.amount = n
    log_event(LogEvent.BROADCAST, EVERYBODY, target, who_is(s, target), c.a - FIRST_OWN_EVENT, c.c, n)
    react(s, rules, c.a, source=e.source, target=target, card=card, value=n, stage=Stage.BEFORE)
    react(s, rules, c.a, source=e.source, target=target, card=card, value=n)


@inner
def _reward(s, pc, e):
    """Do what an attack does when it kills: at once, before anything that reacts to the attack."""
    begin_with(s, pc, e, True)
    front(s).killed = e.killed
    front(s).dealt = e.dealt


@inner
def _on_player(s, rules, e, c):
    n = amount(s, rules, e, c.amount)
    if c.op == Op.ENERGY:
        gain_energy(s, rules, n, e.card)
    elif c.op == Op.DRAW:
        draw_cards(s, rules, modify_integer(s, rules, Event.DRAWS, n, card=e.card))
    elif c.op == Op.ADD:
        for _ in range(min(n, MAX_CARDS)):
            j = new_card(s, c.a)
            if j >= 0:
                put_anywhere(s, rules, j, Pile.GONE, c.c)
                created(s, rules, j)
    elif c.op == Op.ADD_RANDOM:
        _add_random(s, rules, c)
    elif is_open(rules) and c.op == Op.GAIN:
        gain_resource(s, rules, c.a, n, e.card)
    elif is_open(rules) and c.op == Op.GOLD:
        gain_gold(s, rules, n)
    elif is_open(rules) and c.op == Op.SHUFFLE and s.counts[Pile.DISCARD] > 0:
        reshuffle(s, rules)
    elif is_open(rules) and c.op == Op.FILL_SLOTS:
        fill_slots(s, rules, n)


@inner
def _add_random(s, rules, c):
    """Add a card of the given types from a pool, at random."""
    found = 0
    for kind in range(rules.card_kinds):
        found += _in_pool(rules, kind, c.a)
    if found == 0:
        return
    left = below(s, Stream.EFFECT, found)
    kind = 0
    while left > 0 or not _in_pool(rules, kind, c.a):
        left -= _in_pool(rules, kind, c.a)
        kind += 1
    if is_open(rules) and c.a & Pick.UPGRADED and rules.cards[kind].upgrade != NONE:
        kind = int(rules.cards[kind].upgrade)
    j = new_card(s, kind)
    if j >= 0:
        put_anywhere(s, rules, j, Pile.GONE, c.c)
        if c.amount.number == Price.FREE:
            _set_turn_cost(s, j, 0)
        elif is_open(rules) and c.amount.number == Price.FREE_IN_BATTLE:
            _set_battle_cost(s, rules, j, 0)
        created(s, rules, j)


@inner
def _in_pool(rules, kind, pick):
    card = rules.cards[kind]
    pool = Keyword.COLORLESS if is_open(rules) and pick & Pick.COLORLESS else Keyword.POOL
    types = pick & Pick.TYPES
    return 1 if card.keywords & pool and (types == 0 or (types >> card.type) & 1) else 0


@inner
def _on_card(s, rules, e, c):
    n = amount(s, rules, e, c.amount)
    j = int(e.chosen)
    card = s.cards[j]
    was = int(card.pile)
    if c.op == Op.MOVE:
        move(s, rules, j, c.a)
    elif c.op == Op.UPGRADE:
        if rules.cards[card.kind].upgrade != NONE:
            log_event(LogEvent.UPGRADED, EVERYBODY, j, rules.cards[card.kind].upgrade, card.kind)
            card.kind = rules.cards[card.kind].upgrade
    elif c.op == Op.DUPLICATE:
        _duplicate(s, rules, j, c.a, n)
    elif c.op == Op.COST:
        _change_cost(s, rules, c, j, max(0, min(MAX_COST, n)))
    elif c.op == Op.BONUS:
        card.bonus = max(-MAX_AMOUNT, min(MAX_AMOUNT, int(card.bonus) + n))
        log_event(LogEvent.BONUS_CHANGED, EVERYBODY, j, card.kind, card.bonus)
    elif c.op == Op.PLAY:
        _play(s, rules, e, c, j)
    if is_open(rules) and card.pile != was:
        _let_go(s, rules, j)


@inner
def _let_go(s, rules, j):
    """Let effects that wait for one inside of them skip a card which that one has moved."""
    for k in range(1, s.agenda_count - s.plays_waiting):
        waiting = s.agenda[(s.agenda_first + k) & (s.agenda.size - 1)]
        if waiting.chosen == j and rules.code[waiting.pc - 1].op == Op.CALL:
            waiting.chosen = NOTHING


@inner
def _change_cost(s, rules, c, j, cost):
    """Set what a card costs for a while; a cost that is only lowered can stay, and X does."""
    keywords = rules.cards[s.cards[j].kind].keywords
    if keywords & Keyword.UNPLAYABLE:
        return  # it has no cost, and is free where a rule lets it be played
    costs_x = keywords & Keyword.X_COST
    if is_open(rules) and c.c and (costs_x or cost_of(s, rules, j) <= cost):
        return
    if c.a == Duration.BATTLE:
        _set_battle_cost(s, rules, j, cost)
    elif is_open(rules) and c.a == Duration.PLAY:
        _set_turn_cost(s, j, UNTIL_PLAYED - cost)
    else:
        _set_turn_cost(s, j, cost)


@inner
def _set_battle_cost(s, rules, j, cost):
    card = s.cards[j]
    change = int(card.cost_change) + cost - cost_of(s, rules, j)
    card.cost_change = max(-MAX_COST, min(MAX_COST, change))
    log_event(LogEvent.COST_CHANGED, EVERYBODY, j, card.kind, card.cost_change, card.turn_cost)


@inner
def _set_turn_cost(s, j, cost):
    s.cards[j].turn_cost = cost
    s.turn_costs = 1
    log_event(LogEvent.COST_CHANGED, EVERYBODY, j, s.cards[j].kind, s.cards[j].cost_change, cost)


@inner
def _duplicate(s, rules, j, destination, n):
    for _ in range(min(n, MAX_CARDS)):
        k = new_card(s, s.cards[j].kind)
        if k >= 0:
            put_anywhere(s, rules, k, Pile.GONE, destination)
            s.cards[k].bonus = s.cards[j].bonus
            s.cards[k].cost_change = s.cards[j].cost_change
            s.cards[k].turn_cost = s.cards[j].turn_cost
            log_event(LogEvent.BONUS_CHANGED, EVERYBODY, k, s.cards[k].kind, s.cards[k].bonus)
            log_event(
                LogEvent.COST_CHANGED, EVERYBODY, k, s.cards[k].kind, s.cards[k].cost_change, s.cards[k].turn_cost
            )
            created(s, rules, k)


@inner
def _play(s, rules, e, c, j):
    """Play the chosen card for free at a random target, or replay the card that caused this effect."""
    if c.a == PlayMode.AGAIN:
        if e.card >= 0:
            replay_later(s, e.card, e.amount)
    elif not being_played(s, j) and (c.a == PlayMode.THEN_EXHAUST or allowed(s, rules, j)):
        exhaust = Manner.THEN_EXHAUST if c.a == PlayMode.THEN_EXHAUST else Manner.NONE
        own = e.card >= 0 and not e.manner & Manner.REACTION
        play_later(s, j, Manner.RANDOM_TARGET | exhaust, int(s.cards[e.card].kind) if own else NOTHING)


@inner
def _on_status(s, rules, e, c, status):
    who = e.source if c.b == Aim.SOURCE else e.target
    if who >= 0 and s.agents[who].hp > 0:
        if c.op == Op.REMOVE:
            clear_status(s, rules, who, status)
        elif c.op == Op.STACK:
            apply_status(s, rules, e.source, who, status=status, stacks=amount(s, rules, e, c.amount))


@inner
def _control(s, rules, e, c):
    if c.op == Op.SELF_CARD:
        e.chosen = e.card
    elif c.op == Op.TIMES:
        e.count = amount(s, rules, e, c.amount)
        if e.count <= 0:
            e.pc = c.b
    elif c.op == Op.AGAIN:
        e.count -= 1
        if e.count > 0:
            e.pc = c.b
    elif c.op == Op.IF:
        if amount(s, rules, e, c.amount) == 0:
            e.pc = c.b
    elif c.op == Op.JUMP:
        e.pc = c.b
    elif is_open(rules) and c.op == Op.CALL:
        begin_with(s, c.a, e, True)
        _tell(e, front(s))
    elif is_open(rules) and c.op == Op.RETURN:
        _tell(e, s.agenda[(s.agenda_first + 1) & (s.agenda.size - 1)])
    elif c.op == Op.HOST:
        s.prompt = Prompt.HOST
        s.prompt_host = c.a
    elif c.op == Op.FINISH_CARD:
        finish_play(s, rules, e)


@inner
def _tell(e, other):
    """Let another entry know what formulas call the amount and what has happened so far.

    An entry calls another to keep its own target, card and loop while that one has others.
    """
    other.amount = e.amount
    other.dealt = e.dealt
    other.killed = e.killed
    other.affected = e.affected
