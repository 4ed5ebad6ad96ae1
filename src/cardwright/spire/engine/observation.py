# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a battle as numbers from -1 to 1, and the action space of learners.

The content of a battle decides how many numbers there are: a few for each kind of card, status, enemy and move that its
rules contain. Battles that share rules share the meaning of every number.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.features import squash
from cardwright.spire.engine.agenda import front

from .agenda_entries import clear_scratch
from .enemies import intent_damage, intent_hits
from .own_rules import is_open
from .piles import cost_of, variant
from .rules import OpenRules
from .state import HAND_LIMIT, PLAYER, Act, Pile, Prompt, Sight
from .targets import can_choose, may_choose_nothing, owner_of

GENERAL = (
    "turn",
    "HP",
    "share of HP",
    "block",
    "energy",
    "cards played this turn",
    "damage to come",
    "damage to come beyond block",
    "asked to play a card",
    "asked for a target",
    "asked for a card",
    "may choose nothing",
)
OF_CARDS = (
    "hand",
    "draw pile",
    "discard pile",
    "exhaust pile",
    "cost",
    "bonus",
    "known on top",
    "effect of",
)  # the piles in the order of `Pile`
OF_ENEMIES = ("alive", "HP", "share of HP", "block", "damage of a hit", "hits")

COST, BONUS, KNOWN_TOP, ASKING = range(4, 8)  # indices in OF_CARDS
IN_HAND, IN_PILE, OF_COST = np.float32(1 / 4), np.float32(1 / 8), np.float32(1 / 4)  # what one card or energy counts
ONE_POTION = np.float32(1 / 4)
_ONE = np.float32(1)
_LAST_BIT = np.uint64(1)


def feature_names(
    rules: np.ndarray,
    cards: Sequence[str],
    statuses: Sequence[str],
    enemies: Sequence[str],
    moves: Sequence[str],
    resources: Sequence[str],
    options: Sequence[str],
    relics: Sequence[str],
    potions: Sequence[str],
) -> list[str]:
    """Return what each number means that `observe` writes."""
    names = [*GENERAL, *(f"{part}: {card}" for part in OF_CARDS for card in cards)]
    names += [f"player has {status}" for status in statuses]
    for slot in range(1, int(rules["enemy_slots"][0]) + 1):
        names += [f"enemy {slot}: {part}" for part in OF_ENEMIES]
        names += [f"enemy {slot} is {enemy}" for enemy in enemies]
        names += [f"enemy {slot} intends {move}" for move in moves]
        names += [f"enemy {slot} has {status}" for status in statuses]
    if rules["chooses_status"][0]:
        owners = ["player", *(f"enemy {slot + 1}" for slot in range(int(rules["enemy_slots"][0])))]
        names += [f"asked for a status of {owner}" for owner in owners]
        names += [f"may choose {status}" for status in statuses]
    names += [*resources, *(f"may choose: {option}" for option in options)]
    names += [f"player has {relic}" for relic in relics] + [f"counter of {relic}" for relic in relics]
    return [*names, *(f"potion: {potion}" for potion in potions)]


@inner
def _features_of_enemy(rules):
    return len(OF_ENEMIES) + int(rules.enemy_kinds) + int(rules.move_kinds) + int(rules.status_kinds)


@inner
def feature_count(rules):
    """Return how many numbers `observe` writes."""
    agents = int(rules.status_kinds) + int(rules.enemy_slots) * _features_of_enemy(rules)
    choices = 1 + int(rules.enemy_slots) + int(rules.status_kinds) if rules.chooses_status else 0
    carried = 2 * int(rules.relic_kinds) + int(rules.potion_kinds)
    others = int(rules.resource_kinds) + int(rules.option_kinds) + carried
    return len(GENERAL) + len(OF_CARDS) * int(rules.card_kinds) + agents + choices + others


@inner
def observe(s, rules, player, out):
    """Write what the player sees, in the order of `feature_names`, and return how many numbers that are."""
    cards = len(GENERAL)
    agents = cards + len(OF_CARDS) * int(rules.card_kinds)
    first_enemy = agents + int(rules.status_kinds)
    per_enemy = _features_of_enemy(rules)
    size = feature_count(rules)
    carried = size - 2 * int(rules.relic_kinds) - int(rules.potion_kinds)
    options = carried - int(rules.option_kinds)
    resources = options - int(rules.resource_kinds)
    out[:size] = 0
    _write_cards(s, rules, out, cards)
    _write_statuses(s.agents[PLAYER], out, agents)
    coming = 0
    for i in range(1, s.agent_count):
        if s.agents[i].hp > 0:
            coming += _write_enemy(s, rules, i, out, first_enemy + (i - 1) * per_enemy)
    _write_general(s, out, coming)
    if s.prompt == Prompt.STATUS:
        _write_choices(s, rules, out, resources - int(rules.status_kinds))
    for which in range(rules.resource_kinds):
        out[resources + which] = squash(int(s.resources[which]), 3)
    if is_open(rules) and s.prompt == Prompt.OPTION:
        asking = rules.code[front(s).pc - 1]
        for k in range(asking.a):
            out[options + int(asking.c) + k] = 1
    if is_open(rules):
        _write_carried(s, rules, out, carried)
    clear_scratch(s)
    return size


@inner
def _write_carried(s, rules, out, first):
    """Write which relics the player has, what they have counted, and the potions."""
    kinds = int(rules.relic_kinds)
    for k in range(s.relic_count):
        out[first + int(s.relics[k])] = 1
        out[first + kinds + int(s.relics[k])] = squash(int(s.counters[k]), 5)
    for slot in range(s.potion_slots):
        if s.potions[slot] >= 0:
            out[first + 2 * kinds + int(s.potions[slot])] += ONE_POTION


@inner
def _write_choices(s, rules, out, first):
    """Write whose status is asked for, and which statuses can be chosen."""
    asking = rules.code[front(s).pc - 1]
    who = owner_of(front(s), asking)
    out[first - 1 - int(rules.enemy_slots) + who] = 1
    for status in range(rules.status_kinds):
        out[first + status] = can_choose(s, rules, who, asking.a, status)


@inner
def _write_general(s, out, coming):
    agent = s.agents[PLAYER]
    hp, block = int(agent.hp), int(agent.block)
    out[0] = squash(int(s.turn), 10)
    out[1] = squash(hp, 50)
    out[2] = np.float32(hp) / np.float32(agent.max_hp)
    out[3] = squash(block, 10)
    out[4] = squash(int(s.energy), 3)
    out[5] = squash(int(s.played), 5)
    out[6] = squash(coming, 10)
    out[7] = squash(max(0, coming - block), 10)
    out[8] = s.prompt == Prompt.PLAY
    out[9] = s.prompt == Prompt.AGENT
    out[10] = s.prompt == Prompt.CARD
    out[11] = may_choose_nothing(s)


@inner
def _write_cards(s, rules, out, first):
    """Write the counts of cards in each pile, the costs of cards in hand, and other known facts about cards."""
    kinds = int(rules.card_kinds)
    costs, bonuses = first + COST * kinds, first + BONUS * kinds
    for k in range(s.counts[Pile.HAND]):
        j = s.piles[Pile.HAND, k]
        kind = int(s.cards[j].kind)
        cost = min(_ONE, np.float32(cost_of(s, rules, j)) * OF_COST)
        if out[first + kind] == 0 or cost < out[costs + kind]:
            out[costs + kind] = cost
        if out[first + kind] < 1:
            out[first + kind] += IN_HAND
    any_bonus = False
    for j in range(s.card_count):
        card = s.cards[j]
        if Pile.DRAW <= card.pile <= Pile.EXHAUST:
            index = first + int(card.pile) * kinds + int(card.kind)
            if out[index] < 1:
                out[index] += IN_PILE
        if card.bonus != 0 and card.pile <= Pile.EXHAUST:
            out[bonuses + int(card.kind)] += card.bonus
            any_bonus = True
    if any_bonus:
        for index in range(bonuses, bonuses + kinds):
            out[index] = squash(out[index], 10)
    if s.known_top > 0:
        top = s.piles[Pile.DRAW, s.counts[Pile.DRAW] - 1]
        out[first + KNOWN_TOP * kinds + int(s.cards[top].kind)] = 1
    asked = s.prompt == Prompt.AGENT or s.prompt == Prompt.CARD or s.prompt == Prompt.STATUS
    if is_open(rules):
        asked = asked or s.prompt == Prompt.OPTION
    if asked and front(s).card >= 0:
        out[first + ASKING * kinds + int(s.cards[front(s).card].kind)] = 1


@inner
def _write_statuses(agent, out, first):
    left = agent.active
    status = 0
    while left:
        if left & _LAST_BIT:
            out[first + status] = squash(int(agent.stacks[status]), 5)
        left >>= _LAST_BIT
        status += 1


@inner
def _write_enemy(s, rules, i, out, first):
    """Write what is seen of a living enemy, and return the damage of the attack it intends."""
    agent = s.agents[i]
    shown = not (is_open(rules) and s.sight & Sight.NO_INTENTS)
    damage = max(0, intent_damage(s, rules, i)) if shown else 0
    hits = intent_hits(s, rules, i) if damage > 0 else 0
    out[first] = 1
    out[first + 1] = squash(int(agent.hp), 50)
    out[first + 2] = np.float32(agent.hp) / np.float32(agent.max_hp)
    out[first + 3] = squash(int(agent.block), 10)
    out[first + 4] = squash(damage, 10)
    out[first + 5] = squash(hits, 2)
    kinds = first + len(OF_ENEMIES)
    out[kinds + int(agent.kind)] = 1
    moves = kinds + int(rules.enemy_kinds)
    if agent.move >= 0 and shown:
        out[moves + int(agent.move)] = 1
    _write_statuses(agent, out, moves + int(rules.move_kinds))
    return damage * hits


END_TURN, SKIP, PLAY = 0, 1, 2  # where the actions of each sort begin; the others follow


def action_names(
    rules: np.ndarray, cards: Sequence[str], statuses: Sequence[str], options: Sequence[str], potions: Sequence[str]
) -> list[str]:
    """Return what each index means that `action_index` returns."""
    names = ["end turn", "skip", *(f"play {card}" for card in cards), *(f"card {card}" for card in cards)]
    names += ["target player", *(f"target enemy {slot + 1}" for slot in range(int(rules["enemy_slots"][0])))]
    names += [f"status {status}" for status in statuses] if rules["chooses_status"][0] else []
    names += [*(f"choose {option}" for option in options), *(f"potion {potion}" for potion in potions)]
    return names + [f"card {k + 1} of the hand" for k in range(HAND_LIMIT)] if rules.dtype == OpenRules else names


@inner
def action_count(rules):
    """Return how many actions the action space has."""
    statuses = int(rules.status_kinds) if rules.chooses_status else 0
    others = 1 + int(rules.enemy_slots) + statuses + int(rules.option_kinds) + int(rules.potion_kinds)
    return PLAY + 2 * int(rules.card_kinds) + others + (HAND_LIMIT if is_open(rules) else 0)


@inner
def _place_in_hand(s, j):
    place = 0
    while s.piles[Pile.HAND, place] != j:
        place += 1
    return place


@inner
def action_index(s, rules, action):
    """Return the index of an action in the action space, in which cards of the same name are the same.

    If some of them in hand differ, for example in cost, all but the cheapest are chosen by their place.
    """
    if action == Act.END_TURN:
        return END_TURN
    if action == Act.SKIP:
        return SKIP
    kinds = int(rules.card_kinds)
    potions = action_count(rules) - HAND_LIMIT - int(rules.potion_kinds)
    if is_open(rules) and action >= Act.POTION:
        return potions + int(s.potions[action - Act.POTION])
    if is_open(rules) and action >= Act.OPTION:
        first = potions - int(rules.option_kinds)
        return first + int(rules.code[front(s).pc - 1].c) + int(action) - Act.OPTION
    if action >= Act.STATUS:
        return PLAY + 2 * kinds + 1 + int(rules.enemy_slots) + int(action) - Act.STATUS
    if Act.AGENT <= action < Act.CARD:
        return PLAY + 2 * kinds + int(action) - Act.AGENT
    j = int(s.piles[Pile.HAND, action - Act.HAND]) if action < Act.AGENT else int(action) - Act.CARD
    if is_open(rules) and variant(s, rules, j) > 0:
        return action_count(rules) - HAND_LIMIT + _place_in_hand(s, j)
    return PLAY + int(s.cards[j].kind) + (kinds if s.prompt == Prompt.CARD else 0)
