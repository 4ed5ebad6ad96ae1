# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Playing a card: the effects this puts on the agenda, and where the card goes afterwards."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.spire.engine.agenda import front, pop_front

from .agenda_entries import begin, play_after_everything
from .damage import change_resource
from .events import modify, modify_integer, react
from .log_events import LogEvent
from .own_rules import is_open
from .piles import allowed, being_played, close_gap, cost_of, exhausted, has_hook, hook, price_of, put, take
from .rules import Event, Hook, Keyword, Stage
from .state import MAX_AMOUNT, NOBODY, NOTHING, UNTIL_PLAYED, CardType, Manner, Pile


@inner
def play_from_hand(s, rules, k):
    """Pay for the card at position `k` of the hand and play it."""
    j = int(s.piles[Pile.HAND, k])
    cost = cost_of(s, rules, j)
    s.energy -= cost
    close_gap(s, Pile.HAND, k)
    s.cards[j].pile = Pile.PLAY
    _begin_play(s, rules, j, cost, NOBODY, Manner.NONE, NOTHING)
    log_event(LogEvent.ENERGY_CHANGED, EVERYBODY, -cost, s.energy)
    if is_open(rules) and rules.cards[s.cards[j].kind].keywords & Keyword.PAYS:
        _pay(s, rules, j)


@inner
def _pay(s, rules, j):
    """Pay what a card costs besides energy."""
    for which in range(rules.resource_kinds):
        price = price_of(s, rules, j, which)
        if price > 0:
            change_resource(s, rules, which, int(s.resources[which]) - price)
            react(s, rules, rules.resources[which].spent, card=j, value=price)


@inner
def play_later(s, j, manner, player):
    """Take a card out of its pile, to be played by an effect once everything before it has resolved.

    `player` is the kind of the card whose effect this is, NOTHING for another effect.
    """
    was = s.cards[j].pile
    take(s, j)
    put(s, j, was, Pile.LIMBO)
    play_after_everything(s, j, player, NOBODY, manner)


@inner
def replay_later(s, j, number):
    """Play a card once more, at the same target, before other cards that wait to be played."""
    play_after_everything(s, j, number, s.aimed, Manner.REPLAY)


@inner
def begin_waiting_play(s, rules):
    """Begin the first of the plays that wait; a replay whose target has died and a forbidden card are not played."""
    play = front(s)
    j, number, target, manner = int(play.card), int(play.number), int(play.target), int(play.manner)
    pop_front(s)
    s.plays_waiting -= 1
    if manner & Manner.REPLAY:
        if target < 0 or s.agents[target].hp > 0:
            _begin_play(s, rules, j, number, target, manner, NOTHING)
    elif allowed(s, rules, j):
        _begin_play(s, rules, j, int(s.energy), NOBODY, manner, number)
    elif manner & Manner.THEN_EXHAUST:
        put(s, j, Pile.LIMBO, Pile.EXHAUST)
        exhausted(s, rules, j)
    else:
        put(s, j, Pile.LIMBO, Pile.DISCARD)


@inner
def _begin_play(s, rules, j, number, target, manner, player):
    """Put a card's effect on the agenda, the reactions around it, and at the end what puts the card away."""
    log_event(LogEvent.PLAYED, EVERYBODY, j, s.cards[j].kind, manner, player)
    kind = rules.cards[s.cards[j].kind]
    s.played = min(MAX_AMOUNT, int(s.played) + 1)
    s.aimed = target
    if is_open(rules) and s.cards[j].turn_cost <= UNTIL_PLAYED:
        s.cards[j].turn_cost = NOTHING
        log_event(LogEvent.COST_CHANGED, EVERYBODY, j, s.cards[j].kind, s.cards[j].cost_change, NOTHING)
    if is_open(rules) and kind.keywords & Keyword.X_COST and not manner & Manner.REPLAY:
        number = modify_integer(s, rules, Event.X_VALUE, number, card=j)
    begin(s, kind.pc, target=target, card=j, number=number, manner=manner)
    react(s, rules, Event.CARD_PLAYED, card=j, value=number, manner=manner, stage=Stage.BEFORE)
    react(s, rules, Event.CARD_PLAYED, card=j, value=number, manner=manner)
    if has_hook(rules, Hook.OTHER_PLAYED):
        for k in range(s.counts[Pile.HAND]):
            hook(s, rules, s.piles[Pile.HAND, k], Hook.OTHER_PLAYED)
    begin(s, rules.finish, card=j, number=number, manner=manner)


@inner
def finish_play(s, rules, e):
    """Put a played card away: powers leave the game, other cards are discarded or exhausted."""
    j = int(e.card)
    if e.manner & Manner.REPLAY or not being_played(s, j):
        return
    kind = rules.cards[s.cards[j].kind]
    was = s.cards[j].pile
    if kind.type == CardType.POWER:
        put(s, j, was, Pile.GONE)
        return
    exhausts = np.float32(1) if kind.keywords & Keyword.EXHAUST or e.manner & Manner.THEN_EXHAUST else np.float32(0)
    if modify(s, rules, Event.EXHAUSTS, exhausts, card=j) > 0:
        put(s, j, was, Pile.EXHAUST)
        exhausted(s, rules, j)
    else:
        put(s, j, was, Pile.DISCARD)
