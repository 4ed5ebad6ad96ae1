# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Step 1 of a link: effects choose their targets, one after another."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event

from ..lasting import amount_of
from ..log_events import NOBODY, LogEvent
from ..prompts import ask, ask_yes_no
from ..rules import NOTHING, Always, Kind, Op, Switch, Whose
from ..stables import can_enter
from ..state import MAX_ACTIONS, MAX_PLAYERS, NONE, Act, Progress, Prompt, Step, Zone
from ..triggers import push
from ..zones import stable_of
from .effects import drawn
from .targets import can_choose, cards_for, chooses_card, chooses_player, is_possible, players_for


@inner
def choose_targets(s, rules):
    """Let the current effect make its next choice, or go on to the next effect."""
    if s.cursor >= s.pool_count:
        s.cursor = 0
        s.saver = NONE
        s.step = Step.SAVE
        return
    entry = s.pool[s.cursor]
    if entry.late or entry.progress > Progress.AGREED:
        s.cursor += 1
        return
    row = rules.rows[entry.row]
    owner, source, there = int(entry.owner), int(entry.card), int(entry.player)
    if (row.may or row.if_possible) and entry.lead and entry.progress == Progress.WAITING:
        if not is_possible(s, rules, int(entry.row), owner, source, there):
            _decline(s, rules)
        elif row.may:
            ask_yes_no(s, owner, Prompt.USE)
        else:
            entry.progress = Progress.AGREED
    elif row.op == Op.EITHER:
        _ask_or_idle(s, owner, Prompt.VARIANT, _variants(s, rules, row, owner, source))
    elif row.op == Op.FOLLOW or row.op == Op.GIVE_BACK:
        _set_own_target(s, rules)
    elif entry.row >= rules.demands:
        _set_demanded(s, rules)
    elif row.whose == Whose.ALL:
        _target_all(s, rules)
    elif chooses_card(row) and entry.target == NONE:
        n = cards_for(s, rules, row, owner, source, there, limit=MAX_ACTIONS)
        _ask_or_idle(s, owner, Prompt.TARGET, drawn(s, n) if n and row.random else n)
    elif entry.player == NONE and (chooses_player(row) or row.op == Op.MOVE or row.op == Op.GIVE):
        n = players_for(s, rules, row, owner, source, int(entry.target), limit=MAX_PLAYERS)
        _ask_or_idle(s, owner, Prompt.PLAYER, n)
    else:
        if row.op == Op.DISCARD:
            entry.remaining = min(255, amount_of(s, rules, row, owner, source) * (1 + int(entry.remaining)))
        elif row.op == Op.SHRINK:
            _mark_unicorns(s, rules)
        entry.progress = Progress.SET


@inner
def answer_choice(s, rules, action):
    """Take the answer to a question of step 1."""
    entry = s.pool[s.cursor]
    source = rules.cards[entry.card].name
    if s.prompt == Prompt.USE:
        if action == Act.YES:
            log_event(LogEvent.USE, ALL, entry.owner, source)
            entry.progress = Progress.AGREED
        else:
            _decline(s, rules)
    elif s.prompt == Prompt.VARIANT:
        entry.row = rules.rows[entry.row].variants[action - Act.VARIANT]
        log_event(LogEvent.VARIANT, ALL, entry.owner, source, entry.row)
        entry.progress = Progress.AGREED
    elif s.prompt == Prompt.PLAYER:
        entry.player = action - Act.PLAYER
        log_event(LogEvent.CHOOSE, ALL, entry.owner, source, entry.player)
    else:
        entry.target = action
        s.mark[action] = s.cursor + 1
        if action != entry.card:  # a card that acts on itself has no choice
            chooser = NOBODY if rules.rows[entry.row].random else int(entry.owner)
            log_event(LogEvent.TARGET, ALL, chooser, rules.cards[action].name, source, s.zone[action])


@inner
def _ask_or_idle(s, who, prompt, n):
    if n:
        ask(s, who, prompt, n)
    else:
        s.pool[s.cursor].progress = Progress.IDLE


@inner
def _decline(s, rules):
    """Switch off a program, all its effects and what follows them."""
    for k in range(s.cursor, s.cursor + rules.rows[s.pool[s.cursor].row].group):
        s.pool[k].progress = Progress.OFF


@inner
def _variants(s, rules, row, owner, source):
    """Write the possible variants of an effect into the options and return how many there are."""
    n = 0
    for index in range(row.variants.size):
        variant = int(row.variants[index])
        if variant != NOTHING and is_possible(s, rules, variant, owner, source, there=NONE):
            s.scratch[n] = Act.VARIANT + index  # `is_possible` uses the options itself
            n += 1
    for k in range(n):
        s.options[k] = s.scratch[k]
        s.scratch[k] = 0
    return n


@inner
def _set_own_target(s, rules):
    """Set the target of an effect without a choice: a card that follows the turn, or a stolen card that goes back."""
    entry = s.pool[s.cursor]
    follows = rules.rows[entry.row].op == Op.FOLLOW
    card = int(entry.card) if follows else int(entry.target)
    goal = int(s.active) if follows else int(entry.player)
    holder = stable_of(s, card)
    already_there = holder == goal and not (follows and rules.switches & Switch.PUPPICORN_MOVES_IN_PLACE)
    if holder < 0 or already_there or s.mark[card] or not can_enter(s, rules, card, goal, played=False):
        entry.progress = Progress.IDLE
        return
    entry.target = card
    entry.progress = Progress.SET
    s.mark[card] = s.cursor + 1


@inner
def _set_demanded(s, rules):
    """Set the target that a function in Python has named, if the effect can still choose it."""
    entry = s.pool[s.cursor]
    card = int(entry.target)
    if can_choose(s, rules, rules.rows[entry.row], card, int(entry.owner), int(entry.card)):
        entry.progress = Progress.SET
        s.mark[card] = s.cursor + 1
    else:
        entry.target = NONE
        entry.progress = Progress.IDLE


@inner
def _target_all(s, rules):
    """Split an effect on all cards of a kind in a stable into one effect per card."""
    entry = s.pool[s.cursor]
    row = int(entry.row)
    owner, source = int(entry.owner), int(entry.card)
    entry.progress = Progress.IDLE
    for index in range(cards_for(s, rules, rules.rows[row], owner, source, there=NONE, limit=MAX_ACTIONS)):
        k = push(s, row, source, owner, player=NONE, late=False)
        s.pool[k].controller = entry.controller
        s.pool[k].lead = entry.lead
        s.pool[k].target = s.options[index]
        s.pool[k].progress = Progress.SET
        s.mark[s.options[index]] = k + 1
        entry.progress = Progress.OFF  # the new effects take its place


@inner
def _mark_unicorns(s, rules):
    """Mark all unicorns of the chosen stable as targets; pandas are not unicorns."""
    player = s.pool[s.cursor].player
    card = s.first[Zone.STABLE + player]
    while card != NONE and not s.always[player] & Always.PANDAS:
        if rules.cards[card].kind & Kind.UNICORN and s.mark[card] == 0:
            s.mark[card] = s.cursor + 1
        card = s.next[card]
