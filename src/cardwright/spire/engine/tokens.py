# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a battle as rows of integers, for networks that read sets.

There is a row for the player, for each living enemy, for each status that one of them has, for each card, relic and
potion, and for each resource besides energy. An effect that the player can choose, one of several, has a row while it
is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.game import TokenField
from cardwright.spire.engine.agenda import front

from .agenda_entries import clear_scratch
from .enemies import intent_damage, intent_hits
from .own_rules import is_open
from .piles import can_play, cost_of
from .potions import can_use
from .state import CHOOSABLE, MAX_CARDS, MAX_OPTIONS, MAX_POTIONS, MAX_RELICS, PILES, PLAYER, Pile, Prompt, Sight
from .targets import can_choose, owner_of

WHAT = ("player", "enemy", "status", "card", "resource", "option", "relic", "potion")  # the last if there are any
PILE_NAMES = ("hand", "draw pile", "discard pile", "exhaust pile", "in play")
A_PLAYER, AN_ENEMY, A_STATUS, A_CARD, A_RESOURCE, AN_OPTION, A_RELIC, A_POTION = range(len(WHAT))
MAX_HP, MAX_BLOCK, MAX_DAMAGE, MAX_HITS, MAX_COST, MAX_DEPTH = 999, 199, 199, 20, 10, 10
BELOW, ABOVE = 50, 149  # stacks and bonuses are counted from -BELOW and cut at ABOVE
_LAST_BIT = np.uint64(1)


class Column(IntEnum):
    """The columns; those that say nothing about a thing are 0."""

    WHAT = 0
    NAME = 1  # "player", then the kinds of enemies, statuses, cards, resources, options, relics and potions
    PLACE = 2  # the agent itself, the agent who has the status, or where the card is
    HP = 3
    MAX_HP = 4
    BLOCK = 5
    INTENT = 6  # 0 for none, then the moves
    DAMAGE = 7  # of each hit it intends
    HITS = 8
    AMOUNT = 9  # the stacks of a status, the bonus of a card or what there is of a resource, plus BELOW
    COST = 10  # what a card costs now
    DEPTH = 11  # 1 for a card known to be on top of the draw pile, 2 for the next ..., otherwise 0
    LEGAL = 12  # whether it can be played or chosen now


def token_fields(
    rules: np.ndarray,
    cards: Sequence[str],
    statuses: Sequence[str],
    enemies: Sequence[str],
    moves: Sequence[str],
    resources: Sequence[str],
    options: Sequence[str],
    relics: Sequence[str],
    potions: Sequence[str],
) -> list[TokenField]:
    """Return the columns that `tokenise` writes."""
    slots = [f"enemy {slot + 1}" for slot in range(int(rules["enemy_slots"][0]))]
    names = ["player", *enemies, *statuses, *cards, *resources, *options, *relics, *potions]
    last = {A_POTION: relics or potions, AN_OPTION: options, A_RESOURCE: resources}
    whats = WHAT[: 1 + next((what for what, named in last.items() if named), A_CARD)]
    places = ["player", *slots, *PILE_NAMES]
    sizes = {
        Column.HP: MAX_HP,
        Column.MAX_HP: MAX_HP,
        Column.BLOCK: MAX_BLOCK,
        Column.DAMAGE: MAX_DAMAGE,
        Column.HITS: MAX_HITS,
        Column.AMOUNT: BELOW + ABOVE,
        Column.COST: MAX_COST,
        Column.DEPTH: MAX_DEPTH,
        Column.LEGAL: 1,
    }
    values = {Column.WHAT: whats, Column.NAME: names, Column.PLACE: places, Column.INTENT: ["nothing", *moves]}
    return [
        TokenField(each.name.lower().replace("_", " "), len(values[each]), values[each])
        if each in values
        else TokenField(each.name.lower().replace("_", " "), sizes[each] + 1)
        for each in Column
    ]


def max_tokens(rules: np.ndarray) -> int:
    """Return the most rows that `tokenise` writes."""
    agents = 1 + int(rules["enemy_slots"][0])
    others = int(rules["resource_kinds"][0]) + min(MAX_OPTIONS, int(rules["option_kinds"][0]))
    others += min(MAX_RELICS, int(rules["relic_kinds"][0])) + (MAX_POTIONS if rules["potion_kinds"][0] else 0)
    return agents * (1 + int(rules["status_kinds"][0])) + MAX_CARDS + others


@inner
def first_card(rules):
    """Return the number of the first card in the column NAME."""
    return 1 + int(rules.enemy_kinds) + int(rules.status_kinds)


@inner
def first_relic(rules):
    """Return the number of the first relic in the column NAME; potions follow the relics."""
    return first_card(rules) + int(rules.card_kinds) + int(rules.resource_kinds) + int(rules.option_kinds)


@inner
def tokenise(s, rules, player, out):
    """Write a row for the player, each living enemy, status, card and resource, and return their number."""
    n = 0
    for i in range(s.agent_count):
        if i == PLAYER or s.agents[i].hp > 0:
            n = _write_agent(s, rules, i, out, n)
            n = _write_statuses(s, rules, i, out, n)
    for j in range(s.card_count):
        if s.cards[j].pile != Pile.GONE:
            n = _write_card(s, rules, j, out, n)
    for which in range(rules.resource_kinds):
        n = _write_resource(s, rules, which, out, n)
    if is_open(rules) and s.prompt == Prompt.OPTION:
        asking = rules.code[front(s).pc - 1]
        for k in range(asking.a):
            n = _write_option(rules, int(asking.c) + k, out, n)
    if is_open(rules):
        n = _write_carried(s, rules, out, n)
    clear_scratch(s)
    return n


@inner
def _write_agent(s, rules, i, out, n):
    agent, row = s.agents[i], out[n]
    row[:] = 0
    row[Column.PLACE] = i
    row[Column.HP] = min(MAX_HP, int(agent.hp))
    row[Column.MAX_HP] = min(MAX_HP, int(agent.max_hp))
    row[Column.BLOCK] = min(MAX_BLOCK, int(agent.block))
    row[Column.LEGAL] = s.prompt == Prompt.AGENT and s.prompt_mask >> i & 1
    if i != PLAYER:
        row[Column.WHAT] = AN_ENEMY
        row[Column.NAME] = 1 + int(agent.kind)
        shown = not (is_open(rules) and s.sight & Sight.NO_INTENTS)
        row[Column.INTENT] = 1 + int(agent.move) if shown else 0
        damage = intent_damage(s, rules, i)
        if damage >= 0 and shown:
            row[Column.DAMAGE] = min(MAX_DAMAGE, damage)
            row[Column.HITS] = min(MAX_HITS, intent_hits(s, rules, i))
    return n + 1


@inner
def _write_statuses(s, rules, i, out, n):
    left = s.agents[i].active
    status = 0
    while left:
        if left & _LAST_BIT:
            row = out[n]
            row[:] = 0
            row[Column.WHAT] = A_STATUS
            row[Column.NAME] = 1 + int(rules.enemy_kinds) + status
            row[Column.PLACE] = i
            row[Column.AMOUNT] = shifted(int(s.agents[i].stacks[status]))
            row[Column.LEGAL] = s.prompt == Prompt.STATUS and _is_choice(s, rules, i, status)
            n += 1
        left >>= _LAST_BIT
        status += 1
    return n


@inner
def _is_choice(s, rules, who, status):
    """Return whether the player, who is asked for a status, can choose this one."""
    asking = rules.code[front(s).pc - 1]
    return owner_of(front(s), asking) == who and can_choose(s, rules, who, asking.a, status)


@inner
def _write_card(s, rules, j, out, n):
    card, row = s.cards[j], out[n]
    row[:] = 0
    row[Column.WHAT] = A_CARD
    row[Column.NAME] = first_card(rules) + int(card.kind)
    row[Column.PLACE] = 1 + int(rules.enemy_slots) + min(PILES, int(card.pile))
    row[Column.AMOUNT] = shifted(int(card.bonus))
    row[Column.COST] = min(MAX_COST, cost_of(s, rules, j))
    row[Column.DEPTH] = _depth(s, j) if card.pile == Pile.DRAW else 0
    if s.prompt == Prompt.PLAY:
        row[Column.LEGAL] = card.pile == Pile.HAND and can_play(s, rules, j)
    elif s.prompt == Prompt.CARD:
        row[Column.LEGAL] = card.mark >= CHOOSABLE
    return n + 1


@inner
def _write_resource(s, rules, which, out, n):
    row = out[n]
    row[:] = 0
    row[Column.WHAT] = A_RESOURCE
    row[Column.NAME] = first_card(rules) + int(rules.card_kinds) + which
    row[Column.AMOUNT] = shifted(int(s.resources[which]))
    return n + 1


@inner
def _write_option(rules, option, out, n):
    row = out[n]
    row[:] = 0
    row[Column.WHAT] = AN_OPTION
    row[Column.NAME] = first_relic(rules) - int(rules.option_kinds) + option
    row[Column.LEGAL] = 1
    return n + 1


@inner
def _write_carried(s, rules, out, n):
    """Write a row for each relic with its counter, and for each potion."""
    first = first_relic(rules)
    for k in range(s.relic_count):
        row = out[n]
        row[:] = 0
        row[Column.WHAT] = A_RELIC
        row[Column.NAME] = first + int(s.relics[k])
        row[Column.AMOUNT] = shifted(int(s.counters[k]))
        n += 1
    for slot in range(s.potion_slots):
        if s.potions[slot] >= 0:
            row = out[n]
            row[:] = 0
            row[Column.WHAT] = A_POTION
            row[Column.NAME] = first + int(rules.relic_kinds) + int(s.potions[slot])
            row[Column.LEGAL] = s.prompt == Prompt.PLAY and can_use(s, rules, slot)
            n += 1
    return n


@inner
def shifted(number):
    """Return a number that may be negative as one from 0 to BELOW + ABOVE."""
    return max(0, min(ABOVE, number) + BELOW)


@inner
def _depth(s, j):
    """Return the position of a card from the top of the draw pile, if the player knows it, otherwise 0."""
    for depth in range(1, min(MAX_DEPTH, int(s.known_top)) + 1):
        if s.piles[Pile.DRAW, s.counts[Pile.DRAW] - depth] == j:
            return depth
    return 0
