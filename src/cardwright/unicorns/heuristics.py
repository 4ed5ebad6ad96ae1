"""A rule-based player, and an estimate of how good a position is.

The player's weights rate the cards: one weight per card name, the smaller the better, and then the largest weight of a
card that is worth a Neigh. Two switches follow the code of the thesis instead of its text: which opponent the player
turns against, and which of its own cards it sacrifices.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.jit import inner
from cardwright.core.random import below, derive

from .chain.step_2_save import can_save
from .flow import count_unicorns
from .rules import Kind, Op, Switch, Trait
from .stables import can_enter
from .state import NONE, Act, Progress, Prompt, Stream, Zone
from .zones import stable_of

HIDING = np.uint64(0x5C1EE)  # the purpose of the seeds derived here
LARGE, HUGE = 100.0, 1000.0  # each outweighs all smaller numbers: LARGE the weights, HUGE even LARGE
# What cards are worth, in unicorns.
HAND_CARD_WORTH, UPGRADE_WORTH, DOWNGRADE_WORTH, MAGIC_WORTH = 0.1, 0.4, -0.5, 0.4
PATIENCE = 30  # links of a chain after which the player no longer uses optional effects, which could go on forever
BEING_PLAYED = 0.8  # the share of its worth that a card has while others can still react to it


@functools.cache
def _tiers() -> dict[str, Any]:
    text = (resources.files(__package__) / "data" / "tiers.yaml").read_text(encoding="utf-8")
    tiers: dict[str, Any] = data.parse(text, "tiers.yaml").value
    return tiers


def weights_of(own_tiers: Mapping[str, str | None]) -> tuple[float, ...]:
    """Return the weights of cards, by their own tiers or else the tier list, and that of the worst card worth a Neigh.

    >>> weights_of({"Yay": None, "Basic Unicorn": None, "A custom card": None, "A good one": "S"})
    (0.0, 7.0, 4.0, 0.0, 1.0)
    """
    known = _tiers()
    tier_of = {name: tier for tier, cards in known["cards"].items() for name in cards}
    tiers = [*(own or tier_of.get(name, known["other"]) for name, own in own_tiers.items()), known["neigh"]]
    return tuple(float(known["tiers"][tier]) for tier in tiers)


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
        return 0.0
    if Act.PLAYER <= action < Act.PLAYER + int(s.players):
        other = action - Act.PLAYER
        if other == player:
            card = s.stack[0] if s.prompt == Prompt.INTO else s.pool[s.cursor].target
            return -HUGE if card != NONE and rules.cards[card].kind == Kind.DOWNGRADE else HUGE
        count = _unicorn_cards(s, rules, other)
        return -count if rules.switches & Switch.ADVICE_WEAKEST_OPPONENT else count
    if action == Act.YES:
        wasted = s.prompt == Prompt.SAVE and _dooms_better(s, rules, weights, player)
        return -HUGE if wasted or s.chain > PATIENCE else 1.0
    return 0.0 if s.prompt == Prompt.REACT else -LARGE


@inner
def _dooms_better(s, rules, weights, player):
    """Whether the card that could save a target now could save a better one later in this link."""
    weight = weights[rules.cards[s.pool[s.cursor].target].name]
    better = False
    for k in range(s.cursor + 1, s.pool_count):
        entry = s.pool[k]
        op = rules.rows[entry.row].op
        if not entry.late and entry.progress == Progress.SET and op in (Op.DESTROY, Op.SACRIFICE):
            target = int(entry.target)
            if stable_of(s, target) == player and weights[rules.cards[target].name] < weight:
                better = better or can_save(s, rules, int(s.saver), target=target, op=op, player=player)
    return better


@inner
def _preference_for_card(s, rules, weights, player, card):
    """Rate the choice of a card."""
    line = rules.cards[card]
    weight = weights[line.name]
    if s.prompt == Prompt.REACT:
        if line.trait & Trait.SPARES:
            return 1.0
        return 1.0 if _is_worth_a_neigh(s, rules, weights, player) else -1.0
    if s.prompt == Prompt.PLAY:  # the worst card first, while others have their Neighs; last what only others can get
        helps = line.kind & Kind.STABLE and line.kind != Kind.DOWNGRADE
        useless = helps and not can_enter(s, rules, card, player, played=True)
        return weight - HUGE if useless or _only_moves_downgrades_here(s, rules, card, player) else weight
    if s.prompt == Prompt.HAND_LIMIT:
        return weight
    op = rules.rows[s.pool[s.cursor].row].op
    if op in (Op.DESTROY, Op.RETURN):
        own = stable_of(s, card) == player
        spared = (-HUGE if own else HUGE) if line.kind == Kind.DOWNGRADE else 0.0
        return -(weight + spared + (LARGE if own else 0.0))
    if op == Op.SACRIFICE and not rules.switches & Switch.ADVICE_PLAIN_SACRIFICE:
        return weight + (HUGE if line.kind == Kind.DOWNGRADE else -HUGE if line.kind == Kind.UPGRADE else 0.0)
    if op == Op.MOVE:
        return -HUGE if _comes_only_here(s, rules, card, player) else 0.0
    if op == Op.GIVE:
        return 0.0
    return weight if op in (Op.SACRIFICE, Op.DISCARD) else -weight


@inner
def _comes_only_here(s, rules, card, player):
    """Whether a card is a Downgrade of the only opponent, which could be moved nowhere else."""
    return s.players == 2 and rules.cards[card].kind == Kind.DOWNGRADE and stable_of(s, card) != player


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
    return (s.stack_by[0] != player) == _gets_through(s, rules) and weights[rules.cards[card].name] <= weights[
        weights.size - 1
    ]


@inner
def _gets_through(s, rules):
    """Whether the card being played takes effect if nobody reacts any more."""
    left = int(s.stack_count)
    while left > 1:
        left -= 1 if rules.cards[s.stack[left - 1]].trait & Trait.SPARES else 2
    return left == 1


@inner
def _unicorn_cards(s, rules, player):
    """Return the number of unicorn cards in a stable, pandas included."""
    count = 0.0
    card = s.first[Zone.STABLE + player]
    while card != NONE:
        count += rules.cards[card].kind & Kind.UNICORN != 0
        card = s.next[card]
    return count


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
    if s.into == player and _gets_through(s, rules):
        line = rules.cards[s.stack[0]]
        worth = float(line.value) if line.kind & Kind.UNICORN else _worth_beside_unicorns(int(line.kind))
        strength += BEING_PLAYED * (worth if line.kind & Kind.STABLE else MAGIC_WORTH)
    return max(0.0, strength)


@inner
def _worth_beside_unicorns(kind):
    return UPGRADE_WORTH if kind == Kind.UPGRADE else DOWNGRADE_WORTH if kind == Kind.DOWNGRADE else 0.0
