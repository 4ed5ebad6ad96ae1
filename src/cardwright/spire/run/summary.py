# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a run, in a few numbers, and the value of a position by weights that were fitted to them."""

from __future__ import annotations

import math

from cardwright.core.compiling.jit import inner
from cardwright.spire.engine.state import PLAYER
from cardwright.spire.engine.verbs import evaluate as evaluate_battle
from cardwright.spire.maps.generation import ROWS

from .battles import deck_pace
from .state import NONE, Place
from .summary_names import NAMES
from .tables import Type

GOOD_CARD = 4.0  # ratings above it count
LOW_HP = 0.3
MOST_COST = 2.0  # the largest share of HP that a battle is expected to cost; above 1, the player will die


@inner
def _cost(s, rules, player, share):
    """Return the share of HP that the battle in progress will probably cost, of a player with this share."""
    left = evaluate_battle(s.battle, rules.battle, player)
    return min(MOST_COST, max(0.0, share - left / (1.0 - min(0.99, abs(left)))))


@inner
def _features(s, rules, player):
    """Return the features that `NAMES` names."""
    run, t = s.run, rules.run
    hp, max_hp, gold = float(run.hp), float(run.max_hp), float(run.gold)
    if s.fighting:
        hp, max_hp = float(s.battle.agents[PLAYER].hp), float(s.battle.agents[PLAYER].max_hp)
        gold = float(s.battle.gold)
    potions, upgrades, curses, attacks, powers, rating = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(run.potion_slots):
        potions += (s.battle.potions[k] if s.fighting else run.potions[k]) != NONE
    for k in range(run.deck_size):
        card = run.deck_card[k]
        upgrades += run.deck_up[k]
        curses += t.card_type[card] == Type.CURSE
        attacks += t.card_type[card] == Type.ATTACK
        powers += t.card_type[card] == Type.POWER
        rating += max(0.0, t.card_rating[card] - GOOD_CARD)
    pace = float(s.battle.pace) if s.fighting else deck_pace(run, rules)
    floor, share = run.floor / ROWS, hp / max_hp
    boss = float(s.fighting and run.place == Place.BOSS)
    other = float(s.fighting) - boss
    cost = _cost(s, rules, player, share) if s.fighting else 0.0
    health = (hp, max_hp, share, share * floor, max(0.0, LOW_HP - share))
    deck = (float(run.deck_size), upgrades, curses, rating, attacks, powers, pace)
    return (floor, *health, gold, float(run.relic_count), potions, *deck, other, other * cost, boss, boss * cost)


@inner
def summarise(s, rules, player, out):
    """Write the features that `NAMES` names."""
    found = _features(s, rules, player)
    for k in range(len(NAMES)):
        out[k] = found[k]
    return len(NAMES)


@inner
def fitted_value(s, rules, player):
    """Return the expected score, by the value that was fitted to played runs."""
    found = _features(s, rules, player)
    total = rules.value[0]
    for k in range(len(NAMES)):
        total += rules.value[1 + k] * found[k]
    return 2.0 / (1.0 + math.exp(-total)) - 1.0
