# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A rule-based player, and an estimate of how good a position is.

The player's weights rate the cards by name, one weight for each `Use` of a card, and then come the `Manner`s. With the
usual weights it is the player of the thesis: all uses have the weights of the tier list, the smaller the better, and
most manners have no effect. Unlike that player, it asks for whom an effect is good, which worth.py derives from data.
Three switches follow the thesis and its code: which opponent the player turns against, which of its own cards it
sacrifices, and that it does not ask what an effect does.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below, derive

from .chain.step_2_save import can_save
from .chain.targets import can_choose
from .flow import count_unicorns, goal_of, may_have
from .rules import NOTHING, Kind, Op, Switch, Trait, Whose
from .stables import can_enter, crowd
from .state import NONE, Act, Progress, Prompt, Stream, Zone
from .weights import USES, Manner, Use
from .worth import IN_STABLE
from .zones import stable_of

HIDING = np.uint64(0x5C1EE)  # the purpose of the seeds derived here
LARGE, HUGE = 100.0, 1000.0  # each outweighs all smaller numbers: LARGE the weights, HUGE even LARGE
# What cards are worth, in unicorns.
HAND_CARD_WORTH, UPGRADE_WORTH, DOWNGRADE_WORTH, MAGIC_WORTH = 0.1, 0.4, -0.5, 0.4
PATIENCE = 30  # links of a chain after which the player no longer uses optional effects, which could go on forever
GOOD_TARGET = 2 * IN_STABLE  # cards of a hand between a target that suits the player and one that does not
BEING_PLAYED = 0.8  # the share of its worth that a card has while others can still react to it


@inner
def rating(rules, weights, card, use):
    """Return a weight of a card."""
    return weights[int(rules.cards[card].name) * USES + use]


@inner
def manner(weights, which):
    """Return a weight that belongs to no card."""
    return weights[weights.size - which]


@inner
def advise(s, rules, weights, player, actions, n):
    """Return the action that this player prefers; of equal ones, a random one, so that no seat is favoured."""
    best = actions[0]
    most = -1e9
    ties = 0
    for k in range(n):
        action = int(actions[k])
        if action < Act.PLAYER:
            preference = _preference_for_card(s, rules, weights, player, action)
        else:
            preference = _preference(s, rules, weights, player, action)
        if preference > most:
            most = preference
            best = actions[k]
            ties = 1
        elif preference == most:
            ties += 1
            if below(s, Stream.EVENT, ties) == 0:
                best = actions[k]
    return best


@inner
def advise_fairly(s, rules, weights, player, actions, n, seed, copy):
    """Return the advice on the position itself: of all that is hidden, `advise` uses only future random numbers."""
    future = s.rng[Stream.EVENT]
    s.rng[Stream.EVENT] = derive(seed, HIDING, np.uint64(player))
    action = advise(s, rules, weights, player, actions, n)
    s.rng[Stream.EVENT] = future
    return action


@inner
def _preference(s, rules, weights, player, action):
    """Rate an action that is not a card: yes before no, itself before other players, and drawing last."""
    if s.prompt == Prompt.VARIANT:
        entry = s.pool[s.cursor]
        row = rules.rows[rules.rows[entry.row].variants[action - Act.VARIANT]]
        ignores = rules.switches & Switch.ADVICE_IGNORES_HARM
        worth = 0.0 if ignores else float(_worth_with(s, rules, player, row, int(entry.card), NONE))
        return worth + (manner(weights, Manner.RATHER_DESTROY) if row.op == Op.DESTROY else 0.0)
    if Act.PLAYER <= action < Act.PLAYER + int(s.players):
        return _preference_for_player(s, rules, weights, player, action - Act.PLAYER)
    if action == Act.YES:
        if s.prompt == Prompt.SAVE and _dooms_better(s, rules, weights, player):
            return -HUGE
        if s.chain > PATIENCE or (s.prompt == Prompt.USE and not _helps(s, rules, player)):
            return -HUGE
        return rating(rules, weights, s.pool[s.cursor].card, Use.EFFECT) if s.prompt == Prompt.USE else 1.0
    if action == Act.DRAW:
        return manner(weights, Manner.DRAW)
    return -LARGE if action == Act.PASS and s.prompt == Prompt.PLAY else 0.0


@inner
def _helps(s, rules, player):
    """Whether an optional effect does the player good, as far as its data and the cards it can choose tell."""
    return rules.switches & Switch.ADVICE_IGNORES_HARM != 0 or _worth_now(s, rules, player, int(s.cursor)) >= 0


@inner
def _worth_now(s, rules, player, index):
    """Return what an effect of the pool is worth to the player who carries it out, with the targets that it has now."""
    entry = s.pool[index]
    return _worth_with(s, rules, player, rules.rows[entry.row], int(entry.card), int(entry.target))


@inner
def _worth_with(s, rules, player, row, source, target):
    """Return what an effect of a card is worth to the player with this target, or with those that it can choose."""
    worth = int(row.worth)
    if row.op in (Op.DESTROY, Op.STEAL, Op.RETURN, Op.MOVE):
        worth -= 0 if _finds_good_target(s, rules, player, row, source, target) else GOOD_TARGET
    elif row.op in (Op.SACRIFICE, Op.GIVE) and worth < 0 and not row.random and row.whose == Whose.OWN:
        worth += GOOD_TARGET if _finds_good_target(s, rules, player, row, source, target) else 0
    elif row.op == Op.SWAP:
        most = 0
        for other in range(s.players):
            most = max(most, int(s.count[Zone.HAND + other]) if other != player else 0)
        worth += most - int(s.count[Zone.HAND + player])
    return worth


@inner
def _finds_good_target(s, rules, player, row, source, target):
    """Whether the target of an effect is good for the player, or can still be."""
    if target != NONE:
        return rules.cards[target].burden == (stable_of(s, target) == player)
    return _has_good_target(s, rules, player, row, source)


@inner
def _has_good_target(s, rules, player, row, source):
    """Whether an effect of a card can choose a good card of others or, unless it steals, a bad one of the player."""
    found = False
    for other in range(s.players):
        own = other == player
        card = s.first[Zone.STABLE + other]
        while card != NONE and not found:
            if rules.cards[card].burden == own and not (own and row.op == Op.STEAL):
                reached = row.whose == Whose.ANY or own == (row.whose == Whose.OWN)
                found = reached and can_choose(s, rules, row, card, player, source)
            card = s.next[card]
    return found


@inner
def _preference_for_player(s, rules, weights, player, other):
    """Rate a player: itself for what does good, the one with the most unicorns for harm, and the fewest for gifts."""
    good = _does_good(s, rules)
    if other == player:
        return HUGE if good else -HUGE
    count = float(crowd(s, rules, other, True))
    if s.prompt == Prompt.PLAYER:
        row = rules.rows[s.pool[s.cursor].row]
        if row.op in (Op.PULL, Op.PICK, Op.SWAP):
            count += manner(weights, Manner.HANDS) * s.count[Zone.HAND + other]
        elif row.op == Op.SHRINK and not good:
            count = -count  # babies count as well, and hardly anybody chooses them
        elif good and row.op in (Op.MOVE, Op.GIVE) and not rules.switches & Switch.ADVICE_IGNORES_HARM:
            count = count if row.then != NOTHING and rules.rows[row.then].whose == Whose.THERE else -count
    return -count if rules.switches & Switch.ADVICE_WEAKEST_OPPONENT else count


@inner
def _does_good(s, rules):
    """Whether it is good to be the player that is chosen: for a card to enter the stable, or for an effect."""
    if s.prompt == Prompt.INTO:
        return not rules.cards[s.stack[0]].burden
    entry = s.pool[s.cursor]
    if entry.target != NONE:
        return not rules.cards[entry.target].burden
    return not rules.rows[entry.row].harms or rules.switches & Switch.ADVICE_IGNORES_HARM != 0


@inner
def _dooms_better(s, rules, weights, player):
    """Whether the card that could save a target now could save a better one later in this link."""
    weight = rating(rules, weights, s.pool[s.cursor].target, Use.WORTH)
    better = False
    for k in range(s.cursor + 1, s.pool_count):
        entry = s.pool[k]
        op = rules.rows[entry.row].op
        if not entry.late and entry.progress == Progress.SET and op in (Op.DESTROY, Op.SACRIFICE):
            target = int(entry.target)
            if stable_of(s, target) == player and rating(rules, weights, target, Use.WORTH) < weight:
                better = better or can_save(s, rules, int(s.saver), target=target, op=op, player=player)
    return better


@inner
def _preference_for_card(s, rules, weights, player, card):
    """Rate the choice of a card."""
    line = rules.cards[card]
    if s.prompt == Prompt.REACT:
        if line.trait & Trait.SPARES:
            return -1.0 if line.play != NOTHING and rules.rows[line.play].worth < 0 else 1.0
        return 1.0 if _is_worth_a_neigh(s, rules, weights, player) else -1.0
    if s.prompt == Prompt.PLAY:
        return _preference_for_play(s, rules, weights, player, card)
    if s.prompt == Prompt.HAND_LIMIT:
        return rating(rules, weights, card, Use.DISCARD)
    op = rules.rows[s.pool[s.cursor].row].op
    if op in (Op.DESTROY, Op.RETURN):
        if stable_of(s, card) == player:
            spared = -HUGE if line.burden else 0.0
            return -(rating(rules, weights, card, Use.WORTH) + spared + LARGE)
        spared = HUGE if line.burden else 0.0
        return _gain(s, rules, weights, card) - rating(rules, weights, card, Use.DESTROY) - spared
    if op == Op.SACRIFICE:
        kept = manner(weights, Manner.KEEP_UPGRADES) if line.kind == Kind.UPGRADE else 0.0
        bonus = HUGE if line.burden else -kept
        plain = rules.switches & Switch.ADVICE_PLAIN_SACRIFICE
        return rating(rules, weights, card, Use.SACRIFICE) + (0.0 if plain else bonus)
    if op == Op.MOVE:
        if _comes_only_here(s, rules, card, player):
            return -HUGE
        good = line.burden == (stable_of(s, card) == player)
        bad = 0.0 if rules.switches & Switch.ADVICE_IGNORES_HARM else -LARGE
        return manner(weights, Manner.MOVE) if good else bad
    if op == Op.GIVE:
        if rules.switches & Switch.ADVICE_IGNORES_HARM:
            return manner(weights, Manner.MOVE) * rating(rules, weights, card, Use.SACRIFICE)
        return rating(rules, weights, card, Use.SACRIFICE) + (HUGE if line.burden else 0.0)
    if op == Op.DISCARD:
        return rating(rules, weights, card, Use.DISCARD)
    gain = _gain(s, rules, weights, card) if op == Op.STEAL else 0.0
    unwanted = HUGE if line.burden and op in (Op.STEAL, Op.BRING) else 0.0
    return gain - unwanted - rating(rules, weights, card, Use.WORTH)


@inner
def _preference_for_play(s, rules, weights, player, card):
    """Rate a card to play: usually the worst first, while others still have Neighs; cards for others last."""
    line = rules.cards[card]
    worth = _best_worth(s, rules, player, card) if line.kind == Kind.MAGIC else 0
    helps = line.kind & Kind.STABLE and not line.burden
    if worth < 0 or (helps and not can_enter(s, rules, card, player, played=True)):
        return rating(rules, weights, card, Use.PLAY) - HUGE
    if _only_moves_downgrades_here(s, rules, card, player):
        return rating(rules, weights, card, Use.PLAY) - HUGE
    preference, rescue = rating(rules, weights, card, Use.PLAY), rating(rules, weights, card, Use.RESCUE)
    if rescue != preference and _is_in_danger(s, rules, player):
        preference = rescue
    race, finish = manner(weights, Manner.RACE), manner(weights, Manner.FINISH)
    if line.kind & Kind.UNICORN and (race or finish):
        count, _ = count_unicorns(s, rules, player)
        preference += race * count
        if count + line.value >= goal_of(s, rules, player):
            preference += finish
    return preference


@inner
def _best_worth(s, rules, player, card):
    """Return what a Magic card is worth, or the best of its variants with the targets that they have now."""
    row = rules.rows[rules.cards[card].play]
    if row.op != Op.EITHER:
        return int(row.worth)
    best = -GOOD_TARGET
    for k in range(row.variants.size):
        variant = int(row.variants[k])
        if variant != NOTHING:
            best = max(best, _worth_with(s, rules, player, rules.rows[variant], card, NONE))
    return best


@inner
def _is_in_danger(s, rules, player):
    """Whether an opponent lacks a single unicorn."""
    danger = False
    for other in range(s.players):
        danger = danger or (other != player and _lacks_one(s, rules, other))
    return danger


@inner
def _lacks_one(s, rules, player):
    wanted = goal_of(s, rules, player) - 1
    if not may_have(s, rules, player, wanted):
        return False
    count, _ = count_unicorns(s, rules, player)
    return count == wanted


@inner
def _gain(s, rules, weights, card):
    """Return the value of taking a card from an opponent, which grows as the opponent gets closer to winning."""
    leader, stop = manner(weights, Manner.LEADER), manner(weights, Manner.STOP)
    if not (leader or stop):
        return 0.0
    owner = stable_of(s, card)
    count, _ = count_unicorns(s, rules, owner)
    gain = leader * count
    if count >= goal_of(s, rules, owner) - 1 and rules.cards[card].kind & Kind.UNICORN:
        gain += stop
    return gain


@inner
def _comes_only_here(s, rules, card, player):
    """Whether a card is a Downgrade of the only opponent, which could be moved nowhere else."""
    return s.players == 2 and rules.cards[card].burden and stable_of(s, card) != player


@inner
def _only_moves_downgrades_here(s, rules, card, player):
    """Whether a Magic card could only move Downgrades of the only opponent into the player's own stable."""
    line = rules.cards[card]
    if s.players > 2 or line.kind != Kind.MAGIC or rules.rows[line.play].op != Op.MOVE:
        return False
    kinds = rules.rows[line.play].kinds
    harmless = False
    for other in range(s.players):
        target = s.first[Zone.STABLE + other]
        while target != NONE:
            fits = rules.cards[target].kind & kinds != 0
            harmless = harmless or (fits and not _comes_only_here(s, rules, target, player))
            target = s.next[target]
    return not harmless


@inner
def _is_worth_a_neigh(s, rules, weights, player):
    """Whether to react: against a good card of another player, or to protect a good card of your own."""
    card = s.stack[0]
    own = s.stack_by[0] == player
    if own == _gets_through(s, rules):
        return False
    limit = manner(weights, Manner.PROTECT_LIMIT if own else Manner.NEIGH_LIMIT)
    line = rules.cards[card]
    leader, winner = manner(weights, Manner.NEIGH_LEADER), manner(weights, Manner.NEIGH_WINNER)
    if line.kind & Kind.UNICORN and (leader or winner):
        count, _ = count_unicorns(s, rules, int(s.into))
        goal = goal_of(s, rules, int(s.into))
        limit += 0.0 if own else leader * count
        limit += winner if count + line.value >= goal else 0.0
    if s.into == player and not own:
        limit += manner(weights, Manner.NEIGH_ATTACK)
    return rating(rules, weights, card, Use.NEIGH) <= limit


@inner
def _gets_through(s, rules):
    """Whether the card being played takes effect if nobody reacts any more."""
    left = int(s.stack_count)
    while left > 1:
        left -= 1 if rules.cards[s.stack[left - 1]].trait & Trait.SPARES else 2
    return left == 1


@inner
def estimate(s, rules, player):
    """Estimate how far a player is ahead of the best opponent, or behind, from -1 to 1."""
    own = _strength(s, rules, player)
    best = 0.0
    for other in range(s.players):
        if other != player:
            best = max(best, _strength(s, rules, other))
    return 0.9 * (own - best) / max(own, best, float(s.goal))


@inner
def _strength(s, rules, player):
    """Return a player's unicorns that count, plus the worth of other cards and of a card being played."""
    value, _ = count_unicorns(s, rules, player)
    strength = value + HAND_CARD_WORTH * s.count[Zone.HAND + player]
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        strength += _worth_beside_unicorns(int(rules.cards[card].kind))
        card = s.next[card]
    for k in range(s.pool_count):  # what the player has agreed to but has not carried out yet
        entry = s.pool[k]
        if entry.owner == player and entry.lead and Progress.AGREED <= entry.progress <= Progress.SET:
            strength += HAND_CARD_WORTH * _worth_now(s, rules, player, k)
    if s.into == player and _gets_through(s, rules):
        line = rules.cards[s.stack[0]]
        worth = float(line.value) if line.kind & Kind.UNICORN else _worth_beside_unicorns(int(line.kind))
        strength += BEING_PLAYED * (worth if line.kind & Kind.STABLE else MAGIC_WORTH)
    return max(0.0, strength)


@inner
def _worth_beside_unicorns(kind):
    return UPGRADE_WORTH if kind == Kind.UPGRADE else DOWNGRADE_WORTH if kind == Kind.DOWNGRADE else 0.0
