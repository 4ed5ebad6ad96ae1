# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of a card game: its interface to agents, the arena and the facade.

An action is CHOICES * rule + choice: the index of a rule in its stage, and the choice made with it. The choice is
nothing (0), a card (0 to 51: 13 * suit + number - 1), a player, a number of cards minus 1, or the index of an amount
among those that can be bet, from the lowest. The rule index PASS plays no rule: the choice NEXT ends the turn, and DONE
ends the stage for this player. In the middle of a rule that shows a set of cards, or lays a group, ENOUGH takes no
more.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import derive
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, register_verbs

from . import dealer3, language2, language3, own_decks, usual_deck  # noqa: F401  their hooks
from .bits import count, lowest
from .choices import amount_at, amount_count
from .codes import Condition
from .ending import be_done, end_turn, points_of
from .flow import advance, begin_rule, begin_stage, clear_rule, make_choice, stage_of
from .heuristics import lead, rule_prospects
from .hiding import redraw, renew_options
from .hooks import card_count, choices_each, choose_enough, face_of, has_won, progress, prospects, same_team
from .log_events import LogEvent
from .observation import action_index, observe, tokenise
from .rules import NEEDS, STEPS
from .state import DONE, ENOUGH, MAX_RULES, NONE, PASS, Ended, Need, State, State3, State3Wide
from .summary import summarise

DEALING, HIDING = np.uint64(0xDEA1), np.uint64(0x41DE)
_ZERO = np.uint64(0)

# A label is (((stage * RULES + rule) * STEPS + step + 1) * NEEDS + need) << SUBJECT | card, amount, player or number.
RULES = MAX_RULES + 1
SUBJECT = 32

MOST_POINTS = 1 << 40  # more than a player can have
VISITS_PER_STEP = 4  # before a search tries an amount one step higher


@inner
def reset(s, rules, setup, seed):
    """Begin a new game from the position `setup`: before the first stage, or between two turns of any stage."""
    copy_record(s, setup)
    s.rng[0] = derive(seed, DEALING, _ZERO)
    if not s.turn_over:
        begin_stage(s, rules)
    advance(s, rules)


@inner
def decider(s):
    """Return the current player, or OVER."""
    return np.int64(s.player) if s.ended == Ended.OPEN else OVER


@inner
def need_with(s, rules, k):
    """Return what the player chooses with a rule now."""
    if k == PASS:
        return Need.NOTHING.value
    return int(s.need) if s.rule != NONE else int(rules.rules[stage_of(s, rules), k].need)


@inner
def legal(s, rules, out):
    """List the rules in their order, and for each of them its choices in their order."""
    n = 0
    playable = int(s.playable) if s.ended == Ended.OPEN else 0
    while playable:
        k = lowest(playable)
        playable &= playable - 1
        options = s.options[k]
        if need_with(s, rules, k) == Need.AMOUNT:
            offered = amount_count(options)
            for choice in range(offered):
                out[n + choice] = choices_each(s) * k + choice
            n += offered
        else:
            while options:
                out[n] = choices_each(s) * k + lowest(options)
                n += 1
                options &= options - 1
    if n == 0 and s.ended == Ended.OPEN:  # only after hiding, with a redrawn hand that can do nothing
        out[0] = choices_each(s) * PASS + DONE
        n = 1
    return n


@inner
def apply(s, rules, action):
    """Apply an action, and continue to the next decision."""
    k = action // choices_each(s)
    choice = action % choices_each(s)
    s.choosing = 0
    if k == PASS and choice == ENOUGH:
        choose_enough(s, rules)
    elif k == PASS:
        clear_rule(s)
        end_turn(s)
        if choice == DONE:
            be_done(s, int(s.player), 0)
        else:
            log_event(LogEvent.NEXT, EVERYBODY, s.player, 0)
    else:
        options = s.options[k]
        if s.rule == NONE:
            begin_rule(s, rules, k)
        if s.need != Need.NOTHING and s.ended == Ended.OPEN:
            make_choice(s, rules, amount_at(options, choice) if s.need == Need.AMOUNT else choice)
    advance(s, rules)


@inner
def label(s, rules, action):
    """Return the stage, the rule, the step of the rule, and the choice, in one integer."""
    k = action // choices_each(s)
    choice = action % choices_each(s)
    need = need_with(s, rules, k)
    step = int(s.step) if s.rule != NONE else 0
    if s.rule == NONE and k != PASS and rules.rules[stage_of(s, rules), k].condition == Condition.SHOW:
        step = NONE
    subject = choice
    if need == Need.AMOUNT:
        subject = amount_at(s.options[k], choice)
    elif need == Need.CARD:
        subject = face_of(s, rules, choice)
    return (((stage_of(s, rules) * RULES + k) * STEPS + step + 1) * NEEDS + need) << SUBJECT | subject


@inner
def score(s, player):
    """Return 1 for the winner and -1 for the others; 0 for everybody after a draw or a crash."""
    if s.ended == Ended.LOST:
        return -1.0
    if s.ended != Ended.WON:
        return 0.0
    return 1.0 if has_won(s, player) else -1.0


@inner
def evaluate(s, rules, player):
    """Return how far a player is ahead of the best other: in points, by the decisive rules, and in cards to shed."""
    if s.ended != Ended.OPEN:
        return score(s, player)
    if rules.players == 1:
        return progress(s, rules, player)
    most_points = -MOST_POINTS
    fewest_cards = card_count(s, rules)
    best_prospects = -math.inf
    best_groups = -math.inf
    for other in range(rules.players):
        if other != player and not same_team(s, rules, other, player):
            most_points = max(most_points, points_of(s, rules, other))
            fewest_cards = min(fewest_cards, count(s.hands[other]))
            best_prospects = max(best_prospects, rule_prospects(s, rules, other))
            best_groups = max(best_groups, prospects(s, rules, other))
    ahead = lead(points_of(s, rules, player), most_points) + rule_prospects(s, rules, player) - best_prospects
    if best_groups > -math.inf:
        ahead += lead(prospects(s, rules, player), best_groups)
    if rules.shedding:
        ahead += lead(fewest_cards, count(s.hands[player]))
    return ahead / (1 + abs(ahead))


@inner
def margin(s, rules, player):
    """Return how many points a player has more than the others have on average, as a share of all points.

    If a rule decided the game against the points, or nobody has any, it is the score.
    """
    if s.ended == Ended.CRASHED:
        return 0.0
    if s.ended == Ended.LOST:
        return progress(s, rules, player)
    if rules.players == 1:
        return score(s, player)
    most, total, size = points_of(s, rules, 0), 0, 0
    for each in range(rules.players):
        points = points_of(s, rules, each)
        most = max(most, points)
        total += points
        size += abs(points)
    if size == 0 or (s.ended == Ended.WON and points_of(s, rules, int(s.winner)) < most):
        return score(s, player)
    own = points_of(s, rules, player)
    return (own - (total - own) / (rules.players - 1)) / size


@inner
def narrow(s, rules, actions, n, visits):
    """Keep of the amounts of a bet a few, each twice as far above the lowest, and more of them the more visits.

    This is progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007.
    """
    kept = 0
    for at in range(n):
        k, step = actions[at] // choices_each(s), actions[at] % choices_each(s)
        doubled = step & (step + 1) == 0 or step == amount_count(s.options[k]) - 1
        if need_with(s, rules, k) != Need.AMOUNT or (doubled and VISITS_PER_STEP * step <= visits):
            actions[kept] = actions[at]
            kept += 1
    return kept


@inner
def hide(s, rules, player, seed):
    """Redraw everything the player cannot know, and all future randomness."""
    s.rng[0] = derive(seed, HIDING, np.uint64(player))
    redraw(s, rules, player)
    if s.ended == Ended.OPEN:
        renew_options(s, rules, player)


for _record in (State, State3, State3Wide):
    register_verbs(
        _record,
        reset=reset,
        decider=decider,
        legal=legal,
        apply=apply,
        label=label,
        score=score,
        hide=hide,
        evaluate=evaluate,
        margin=margin,
        narrow=narrow,
        observe=observe,
        tokenise=tokenise,
        action_index=action_index,
        summarise=summarise,
    )
