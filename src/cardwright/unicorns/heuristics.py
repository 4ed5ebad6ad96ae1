"""A simple player: how it would decide by a list of how good the cards are, and how it judges a position.

The list has a weight for each name of a card, the smaller the better, and after them the largest weight of a card that
is worth a Neigh. Two switches follow the thesis's code instead of its text: whom the agent turns against, and which
of its own cards it sacrifices.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from importlib import resources
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.jit import inner
from cardwright.core.random import derive, unit

from .effects import CHANCE
from .flow import count_unicorns
from .plays import PLAY, PLAYER, REACT, WHERE
from .rules import Kind, Op, Switch
from .state import NONE, Act, Prompt
from .targets import DESTROY, DISCARDING, GIVE, MOVE, SACRIFICE, STABLED, UPGRADE, can_enter
from .zones import HAND, STABLE, UNICORNS, stable_of

DOWNGRADE = int(Kind.DOWNGRADE)
RETURN = int(Op.RETURN)
A_PLAYER, A_VARIANT, TARGET = int(Prompt.PLAYER), int(Prompt.VARIANT), int(Prompt.TARGET)
YES, CARDS = int(Act.YES), int(Act.PLAYER)
WEAKEST, PLAIN = int(Switch.ADVICE_WEAKEST_OPPONENT), int(Switch.ADVICE_PLAIN_SACRIFICE)

SCREEN = np.uint64(0x5C1EE)
MUCH, MORE = 100.0, 1000.0  # what outweighs every weight, and what outweighs even that
# What cards are worth, in unicorns: in a hand, in a stable, a Magic card being played; and how sure a play is.
HAND_CARD, UPGRADED, DOWNGRADED, MAGIC_CARD, ON_ITS_WAY = 0.1, 0.4, 0.5, 0.4, 0.8


@functools.cache
def _tiers() -> dict[str, Any]:
    text = (resources.files(__package__) / "data" / "tiers.yaml").read_text(encoding="utf-8")
    return data.parse(text, "tiers.yaml").value


def weights_of(names: Iterable[str]) -> tuple[float, ...]:
    """The weights of cards by the tier list, and that of the worst card that is worth a Neigh.

    >>> weights_of(["Yay", "Basic Unicorn", "A card of your own"])
    (0.0, 7.0, 4.0, 1.0)
    """
    known = _tiers()
    tier_of = {name: tier for tier, cards in known["cards"].items() for name in cards}
    tiers = [*(tier_of.get(name, known["other"]) for name in names), known["neigh"]]
    return tuple(float(known["tiers"][tier]) for tier in tiers)


@inner
def advise(s, rules, weights, player, actions, n):
    """The action this player would take: the one with the most in its favour, the first of equals."""
    best = actions[0]
    most = -1e9
    for k in range(n):
        action = int(actions[k])
        favour = (
            _favour_of_card(s, rules, weights, player, action) if action < CARDS else _favour(s, rules, player, action)
        )
        if favour > most:
            most = favour
            best = actions[k]
    return best


@inner
def hide_for_advice(s, rules, player, seed):
    """Draw another future: of what is hidden, chance is all that the advice looks at."""
    s.rng[CHANCE] = derive(seed, SCREEN, np.uint64(player))


@inner
def _favour(s, rules, player, action):
    """What speaks for an action that is no card: yes, oneself, or another player, and drawing only as a last resort."""
    if s.prompt == A_VARIANT:
        return unit(s, CHANCE)
    if PLAYER <= action < PLAYER + int(s.players):
        other = action - PLAYER
        harmful = s.prompt == WHERE and rules.cards[s.stack[0]].kind == DOWNGRADE
        if other == player:
            return -MORE if harmful else MORE
        count = _unicorn_cards(s, rules, other)
        return (-count if rules.switches & WEAKEST else count) - 0.01 * _seat_of(s, other)
    return 1.0 if action == YES else 0.0 if s.prompt == REACT else -MUCH


@inner
def _favour_of_card(s, rules, weights, player, card):
    """What speaks for choosing a card."""
    line = rules.cards[card]
    weight = weights[line.name]
    if s.prompt == REACT:
        return 1.0 if _is_worth_a_neigh(s, rules, weights, player) else -1.0
    if s.prompt == PLAY:  # the worst card first, while others have their Neighs; what must go to others, last
        given_away = line.kind & STABLED and line.kind != DOWNGRADE and not can_enter(s, rules, card, player, True)
        return weight - MORE if given_away else weight
    op = int(rules.rows[s.pool[s.at].row].op) if s.prompt == TARGET else DISCARDING
    if op in (DESTROY, RETURN):
        own = stable_of(s, card) == player
        spared = (-MORE if own else MORE) if line.kind == DOWNGRADE else 0.0
        return -(weight + spared + (MUCH if own else 0.0))
    if op == SACRIFICE and not rules.switches & PLAIN:
        return weight + (MORE if line.kind == DOWNGRADE else -MORE if line.kind == UPGRADE else 0.0)
    if op in (SACRIFICE, DISCARDING):
        return weight
    return unit(s, CHANCE) if op in (MOVE, GIVE) else -weight


@inner
def _is_worth_a_neigh(s, rules, weights, player):
    """Whether to react: against a good card of somebody else, or for a good card of one's own."""
    card = s.stack[0]
    stops_it = s.stack_count % 2 == 1
    return (s.stack_by[0] != player) == stops_it and weights[rules.cards[card].name] <= weights[weights.size - 1]


@inner
def _unicorn_cards(s, rules, player):
    """The unicorn cards in a stable, pandas or not."""
    count = 0.0
    card = s.first[STABLE + player]
    while card != NONE:
        count += rules.cards[card].kind & UNICORNS != 0
        card = s.next[card]
    return count


@inner
def _seat_of(s, player):
    """The place of a player in the order of play."""
    place = 0
    while s.order[place] != player:
        place += 1
    return place


@inner
def estimate(s, rules, player):
    """How far a player is ahead of the best of the others, or behind, from -1 to 1."""
    own = _strength(s, rules, player)
    best = 0.0
    for other in range(s.players):
        if other != player:
            best = max(best, _strength(s, rules, other))
    return 0.9 * (own - best) / max(own, best, float(s.goal))


@inner
def _strength(s, rules, player):
    """The unicorns that count, and what the other cards of a player may be worth, one that is being played too."""
    value, _ = count_unicorns(s, rules, player)
    strength = value + HAND_CARD * s.count[HAND + player]
    card = s.first[STABLE + player]
    while card != NONE:
        strength += _worth_beside_unicorns(int(rules.cards[card].kind))
        card = s.next[card]
    if s.stack_count % 2 == 1 and s.into == player:  # it is on its way, and as things stand it gets through
        line = rules.cards[s.stack[0]]
        worth = float(line.value) if line.kind & UNICORNS else _worth_beside_unicorns(int(line.kind))
        strength += ON_ITS_WAY * (worth if line.kind & STABLED else MAGIC_CARD)
    return max(0.0, strength)


@inner
def _worth_beside_unicorns(kind):
    return UPGRADED if kind == UPGRADE else -DOWNGRADED if kind == DOWNGRADE else 0.0
