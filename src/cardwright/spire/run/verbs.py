# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of a run as a game: outside of battles those of the screens, in a battle those of the battle."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.random import derive, purpose
from cardwright.core.record import copier, copy_record
from cardwright.core.verbs import OVER, register_verbs
from cardwright.spire.engine import verbs as battle
from cardwright.spire.engine.state import PLAYER
from cardwright.spire.engine.state import Outcome as BattleOutcome
from cardwright.spire.maps.generation import BOSS_COLUMN, ROWS

from .action_space import action_index
from .actions import DISCARD, DRINK, FIRST_ACTIONS, can_choose, run_label
from .advice import advise_screen
from .battles import begin_battle, end_battle
from .events import open_event
from .fights import start_fight
from .flow import ACTION_COUNTS, act, start
from .hiding import hide
from .log_events import tell_map, tell_screen
from .observation import observe
from .potions import can_discard, can_drink, drink
from .programs import settle
from .record import ONE_ROOM, Begin, Record
from .relics import drop_owned
from .rooms import open_room
from .stack import top
from .state import NONE, Frame, Outcome
from .summary import fitted_value, summarise
from .tokens import tokenise

_RUN_SEED = purpose("seed of a run")
FLOORS = ROWS + 2  # of an act, with the boss and the boss's chest

_copy_player = copier(first="hp", before="pool")


@inner
def reset(s, rules, setup, seed):
    """Start a new run, or one that begins where the start says."""
    run_seed = setup.run.seed if setup.seeded else derive(seed, _RUN_SEED, np.uint64(0))
    s.begin = setup.begin
    s.last_act = setup.last_act
    s.seeded = setup.seeded
    s.fights = 0
    s.chapter = 0
    s.fighting = 0
    copy_record(s.battle, setup.battle)
    copy_record(s.run, setup.run)
    start(s.run, rules.run, run_seed, int(setup.run.ascension))
    tell_map(s.run)
    if s.begin != Begin.NEOW:
        _enter(s, rules, setup)
    run_on(s, rules, True)


@inner
def _enter(s, rules, setup):
    """Put the player where the start says, with what it says."""
    run, given = s.run, setup.run
    _copy_player(run, given)
    run.keys = given.keys
    drop_owned(run)
    run.depth = 1
    run.floor = given.floor
    run.place = given.place
    run.y = given.y
    run.x = NONE if run.y == NONE else BOSS_COLUMN if run.y >= ROWS else 0
    while 0 <= run.y < ROWS and run.links[run.y, run.x] == 0:
        run.x += 1
    if s.begin == Begin.ROOM:
        if given.encounter != NONE:
            start_fight(run, rules.run, int(given.encounter), True)
        elif given.event != NONE:
            open_event(run, rules.run, int(given.event))
        else:
            open_room(run, rules.run)
        settle(run, rules.run)


@inner
def run_on(s, rules, leaves):
    """Begin and end battles until a decision is to be made.

    A run of a single room ends at the map, but not if the player only used a potion there and so leaves no room.
    """
    while s.run.outcome == Outcome.RUNNING and top(s.run) == Frame.FIGHT:
        if not s.fighting:
            begin_battle(s, rules)
        if s.battle.outcome == BattleOutcome.OPEN:
            break
        end_battle(s, rules)
    if leaves and s.last_act == ONE_ROOM and s.run.outcome == Outcome.RUNNING and top(s.run) == Frame.MAP:
        s.run.outcome = Outcome.VICTORY
    s.turn = max(1, int(s.run.floor))
    if s.run.outcome == Outcome.RUNNING and not s.fighting:
        tell_screen(s.run)


@inner
def decider(s):
    """Return who decides: the player, OVER, or HOST when a Python function must answer."""
    if s.run.outcome != Outcome.RUNNING or s.fault:
        return OVER
    return battle.decider(s.battle) if s.fighting else PLAYER


@inner
def legal(s, rules, out):
    """Write the legal actions into `out` and return how many there are."""
    if s.fighting:
        return battle.legal(s.battle, rules.battle, out)
    n = 0
    frame = top(s.run)
    for a in range(ACTION_COUNTS[frame]):
        if can_choose(s.run, rules.run, frame, a):
            out[n] = FIRST_ACTIONS[frame] + a
            n += 1
    for slot in range(s.run.potion_slots):
        if can_drink(s.run, rules.run, slot):
            out[n] = DRINK + slot
            n += 1
        if can_discard(s.run, slot):
            out[n] = DISCARD + slot
            n += 1
    return n


@inner
def apply(s, rules, action):
    """Take a legal action and run until the next decision."""
    if s.fighting:
        battle.apply(s.battle, rules.battle, action)
    elif action >= DISCARD:
        s.run.potions[action - DISCARD] = NONE
    elif action >= DRINK:
        drink(s.run, rules.run, int(action) - DRINK)
    else:
        act(s.run, rules.run, int(action) - FIRST_ACTIONS[top(s.run)])
    run_on(s, rules, action < DRINK)


@inner
def label(s, rules, action):
    """Return what an action means in this position."""
    if s.fighting:
        return battle.label(s.battle, rules.battle, action)
    return run_label(s, rules, action)


@inner
def score(s, player):
    """Return 0.5 to 1 for a run that was won, by the HP left; after death -1 to 0, by the floors that were survived."""
    if s.run.outcome == Outcome.VICTORY:
        return 0.5 + 0.5 * s.run.hp / s.run.max_hp
    return (
        min(0.0, -1.0 + max(0, s.run.floor - 1) / (FLOORS * max(1, s.last_act)))
        if s.run.outcome == Outcome.DEATH
        else 0.0
    )


@inner
def evaluate(s, rules, player):
    """Return an estimate of the result, by a value that was fitted to played runs."""
    return fitted_value(s, rules, player) if s.run.outcome == Outcome.RUNNING else score(s, player)


@inner
def advise(s, rules, weights, player, actions, n):
    """Return the action of a simple rule-based player."""
    if s.fighting:
        return battle.advise(s.battle, rules.battle, weights, player, actions, n)
    return advise_screen(s, rules, weights, top(s.run), actions, n)


@inner
def chapter(s):
    """Return how many battles are over."""
    return int(s.chapter)


@inner
def statuses(s, rules, holder):
    """Return the statuses of the player, or of all living enemies together, in a battle."""
    return battle.statuses(s.battle, rules.battle, holder) if s.fighting else np.uint64(0)


register_verbs(
    Record,
    reset=reset,
    decider=decider,
    legal=legal,
    apply=apply,
    label=label,
    score=score,
    hide=hide,
    evaluate=evaluate,
    advise=advise,
    chapter=chapter,
    summarise=summarise,
    observe=observe,
    tokenise=tokenise,
    action_index=action_index,
    statuses=statuses,
)
