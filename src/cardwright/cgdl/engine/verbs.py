"""The verbs: what the world sees of a card game.

An action is CHOICES * rule + choice: the place of a rule in its stage, and what is chosen with it. That is nothing (0),
a card (0 to 51: 13 * suit + number - 1), a player, a number of cards less 1, or a place among the amounts that can be
bet, from the least. With the place PASS nothing is played: the turn is over (NEXT), or the stage (DONE).
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.jit import inner
from cardwright.core.random import derive
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, register_verbs

from .bits import count, lowest
from .choices import amount_at, amount_count
from .codes import AMOUNT, IS_DONE, NOTHING, OPEN, SHOW, WON
from .ending import end_turn, points_of
from .flow import advance, begin_rule, begin_stage, clear_rule, make_choice, stage_of
from .heuristics import lead, outlook
from .hiding import redraw, renew_options
from .rules import MOST_ACTS
from .state import CARDS, CHOICES, DONE, MAX_RULES, NONE, PASS, Need, State

DEALING, HIDING = np.uint64(0xDEA1), np.uint64(0x41DE)
_ZERO = np.uint64(0)

# A label is (((stage * PLACES + rule) * STEPS + step + 1) * NEEDS + need) << SUBJECT | card, amount, player or number.
PLACES = MAX_RULES + 1
STEPS = MOST_ACTS + 1
NEEDS = len(Need)
SUBJECT = 32


@inner
def reset(s, rules, setup, seed):
    """A new game from the position `setup`: before the first stage, or in the middle of one, between two turns."""
    copy_record(s, setup)
    s.rng[0] = derive(seed, DEALING, _ZERO)
    if not s.turn_over:
        begin_stage(s, rules)
    advance(s, rules)


@inner
def decider(s):
    """The player whose turn it is."""
    return np.int64(s.player) if s.ended == OPEN else OVER


@inner
def need_with(s, rules, k):
    """What is chosen with a rule now."""
    if k == PASS or s.rule != NONE:
        return int(s.need) if k != PASS else NOTHING
    return int(rules.rules[stage_of(s, rules), k].need)


@inner
def legal(s, rules, out):
    """The rules in their order, with each the choices in their order."""
    n = 0
    playable = int(s.playable) if s.ended == OPEN else 0
    while playable:
        k = lowest(playable)
        playable &= playable - 1
        options = s.options[k]
        if need_with(s, rules, k) == AMOUNT:
            offered = amount_count(options)
            for choice in range(offered):
                out[n + choice] = CHOICES * k + choice
            n += offered
        else:
            while options:
                out[n] = CHOICES * k + lowest(options)
                n += 1
                options &= options - 1
    if n == 0 and s.ended == OPEN:  # only where a hand was redrawn with which nothing can be done
        out[0] = CHOICES * PASS + DONE
        n = 1
    return n


@inner
def apply(s, rules, action):
    """Do what was chosen, and run on to the next decision."""
    k = action // CHOICES
    choice = action % CHOICES
    s.asking = 0
    s.told = 0
    if k == PASS:
        clear_rule(s)
        end_turn(s)
        if choice == DONE:
            s.status[s.player] = IS_DONE
    else:
        options = s.options[k]
        if s.rule == NONE:
            begin_rule(s, rules, k)
        if s.need != NOTHING and s.ended == OPEN:
            make_choice(s, rules, amount_at(options, choice) if s.need == AMOUNT else choice)
    advance(s, rules)


@inner
def label(s, rules, action):
    """The stage, the rule, how far it has been played, and what is chosen."""
    k = action // CHOICES
    choice = action % CHOICES
    need = need_with(s, rules, k)
    step = int(s.step) if s.rule != NONE else 0
    if s.rule == NONE and k != PASS and rules.rules[stage_of(s, rules), k].when == SHOW:
        step = NONE
    subject = amount_at(s.options[k], choice) if need == AMOUNT else choice
    return (((stage_of(s, rules) * PLACES + k) * STEPS + step + 1) * NEEDS + need) << SUBJECT | subject


@inner
def score(s, player):
    """1 for the winner and -1 for the others; 0 for all in a draw or a crash."""
    if s.ended != WON:
        return 0.0
    return 1.0 if s.winner == player else -1.0


@inner
def evaluate(s, rules, player):
    """How far a player is ahead of the best other: in points, by what decides the game, and in cards to be rid of."""
    if s.ended != OPEN:
        return score(s, player)
    most = 0
    fewest = CARDS
    brightest = -math.inf
    for other in range(rules.players):
        if other != player:
            most = max(most, points_of(s, rules, other))
            fewest = min(fewest, count(s.hands[other]))
            brightest = max(brightest, outlook(s, rules, other))
    ahead = lead(points_of(s, rules, player), most) + outlook(s, rules, player) - brightest
    if rules.shedding:
        ahead += lead(fewest, count(s.hands[player]))
    return ahead / (1 + abs(ahead))


@inner
def hide(s, rules, player, seed):
    """Redraw what the player cannot know, and all that chance will do."""
    s.rng[0] = derive(seed, HIDING, np.uint64(player))
    redraw(s, rules, player)
    if s.ended == OPEN:
        renew_options(s, rules, player)


register_verbs(
    State,
    reset=reset,
    decider=decider,
    legal=legal,
    apply=apply,
    label=label,
    score=score,
    hide=hide,
    evaluate=evaluate,
)
