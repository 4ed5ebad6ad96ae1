# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a run as numbers from -1 to 1: the run, its map and its screen, then the battle in progress."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.features import squash
from cardwright.spire.engine.observation import feature_count as battle_features
from cardwright.spire.engine.observation import observe as observe_battle
from cardwright.spire.engine.state import PLAYER
from cardwright.spire.maps.generation import COLUMNS, ROWS

from .battles import card_kind
from .features import (
    BONUSES,
    CARD_PARTS,
    CARDS,
    FIRST,
    KEYS,
    PER_ROOM,
    PER_TABLE_CARD,
    ROOM_KINDS,
    General,
    OfCard,
    OfRoom,
    OfTable,
    Part,
)
from .rewards import POTION_CHANCE
from .single_events import GUARDS, SEARCHES
from .stack import top
from .state import (
    LIBRARY_CARDS,
    NONE,
    SHOP_CARDS,
    SHOP_POTIONS,
    SHOP_RELICS,
    SOLD,
    TABLE_CARDS,
    Frame,
    Outcome,
    Select,
)
from .tables import ACTS, event

DEAD_ADVENTURER, GOOP, MEETING = event("Dead Adventurer"), event("World of Goop"), event("We Meet Again")
BOSSES = 3  # of an act
IN_DECK, ONE_POTION, ONE_SHOWN = np.float32(1 / 8), np.float32(1 / 4), np.float32(1 / 4)  # what one counts


@inner
def observe(s, rules, player, out):
    """Write what the player sees, in the order of `feature_names`, and return how many numbers that are."""
    run = s.run
    kinds = int(rules.battle.card_kinds)
    battle = CARDS + CARD_PARTS * kinds
    size = battle + battle_features(rules.battle)
    out[:size] = 0
    _write_general(s, out)
    _write_chances(run, out)
    _write_map(run, rules.run, out)
    _write_carried(s, rules, out)
    if s.fighting:
        out[FIRST[Part.SCREEN] + Frame.FIGHT - 1] = 1
        observe_battle(s.battle, rules.battle, player, out[battle:])
    elif run.outcome == Outcome.RUNNING:
        out[FIRST[Part.SCREEN] + top(run) - 1] = 1
        _write_screen(run, rules, out)
    return size


@inner
def _write_general(s, out):
    run, battle = s.run, s.battle
    hp, max_hp, gold = int(run.hp), int(run.max_hp), int(run.gold)
    if s.fighting:
        hp, max_hp, gold = int(battle.agents[PLAYER].hp), int(battle.agents[PLAYER].max_hp), int(battle.gold)
    out[General.ACT] = run.act / np.float32(ACTS + 1)
    out[General.FLOOR] = squash(int(run.floor), 15)
    out[General.ASCENSION] = run.ascension / np.float32(20)
    out[General.HP] = squash(hp, 50)
    out[General.SHARE_OF_HP] = np.float32(hp) / np.float32(max_hp)
    out[General.MAXIMUM_HP] = squash(max_hp, 80)
    out[General.GOLD] = squash(gold, 100)
    out[General.CARDS_IN_THE_DECK] = squash(int(run.deck_size), 15)
    for k in range(KEYS):
        out[FIRST[Part.KEYS] + k] = run.keys >> k & 1
    out[FIRST[Part.PLACE] + run.place] = 1


@inner
def _write_chances(run, out):
    """Write what a player who counts knows about things to come."""
    out[General.POTION_SLOTS] = run.potion_slots / np.float32(len(run.potions))
    out[General.REMOVALS_BOUGHT] = squash(int(run.removals), 3)
    out[General.CHANCE_OF_A_POTION] = min(1.0, max(0.0, (POTION_CHANCE + int(run.potion_mod)) / 100))
    out[General.RARITY_OFFSET] = squash(int(run.card_offset), 10)
    for k in range(len(run.chances)):
        out[General.MONSTER_CHANCE + k] = min(np.float32(1), run.chances[k])


@inner
def boss_index(run, t):
    """Return which of `boss_names` the boss of this act is."""
    act = int(run.act) - 1
    for k in range(BOSSES):
        if t.boss[act, k] == run.bosses[0]:
            return act * BOSSES + k
    return act * BOSSES


@inner
def _write_map(run, t, out):
    """Write the map, where the player is on it, the boss and the burning elite."""
    out[FIRST[Part.BOSS] + boss_index(run, t)] = 1
    if run.burning_x != NONE:
        out[FIRST[Part.BUFF] + run.buff] = 1
    for y in range(ROWS):
        for x in range(COLUMNS):
            if run.links[y, x]:
                first = FIRST[Part.MAP] + (y * COLUMNS + x) * PER_ROOM
                out[first + run.kind[y, x] - 1] = 1
                first += len(ROOM_KINDS)
                for side in range(3):
                    out[first + side] = path_leads(run, y, x, side)
                out[first + OfRoom.BURNING] = y == run.burning_y and x == run.burning_x
                out[first + OfRoom.HERE] = y == run.y and x == run.x


@inner
def path_leads(run, y, x, side):
    """Return whether a path leads from a room to the left (0), straight on (1) or to the right (2)."""
    column = x + side - 1
    return y + 1 < ROWS and column >= 0 and int(run.links[y, x]) >> column & 1 == 1


@inner
def _write_carried(s, rules, out):
    """Write the deck, the relics and the potions."""
    run, battle = s.run, s.battle
    kinds = int(rules.battle.card_kinds)
    for k in range(run.deck_size):
        kind = CARDS + card_kind(rules, run.deck_card[k], run.deck_up[k])
        out[kind] = min(np.float32(1), out[kind] + IN_DECK)
        if run.deck_bottled[k]:
            out[kind + OfCard.BOTTLED * kinds] = 1
    for k in range(run.relic_count):
        relic = run.relic_list[k]
        out[FIRST[Part.OWNED] + relic] = 1
        out[FIRST[Part.CHARGES] + relic] = squash(int(run.charge[relic]), 5)
    for k in range(battle.relic_count if s.fighting else 0):
        if rules.run.relic_kept[battle.relics[k]]:
            out[FIRST[Part.CHARGES] + battle.relics[k]] = squash(int(battle.counters[k]), 5)
    for slot in range(run.potion_slots):
        potion = battle.potions[slot] if s.fighting else run.potions[slot]
        if potion != NONE:
            out[FIRST[Part.HELD] + potion] += ONE_POTION


@inner
def _write_screen(run, rules, out):
    """Write what the screen on top shows."""
    frame = top(run)
    if frame == Frame.NEOW:
        for k in range(len(run.neow)):
            out[FIRST[Part.NEOW] + k * BONUSES + run.neow[k]] = 1
        out[FIRST[Part.DRAWBACK] + run.drawback] = 1
    elif frame == Frame.REWARD:
        _write_rewards(run, rules, out)
    elif frame == Frame.SELECT:
        _write_selection(run, rules, out)
    elif frame == Frame.CHEST:
        out[FIRST[Part.CHEST] + run.chest_size] = 1
    elif frame == Frame.SHOP:
        _write_goods(run, rules, out)
    elif frame == Frame.EVENT:
        _write_event(run, rules, out)
    elif frame == Frame.BOSS_RELIC:
        for k in range(len(run.boss_relics)):
            out[FIRST[Part.SHOWN_RELICS] + run.boss_relics[k]] += ONE_SHOWN
    elif frame == Frame.MATCH:
        _write_table(run, rules, out)


@inner
def _show_card(rules, out, part, card, upgrades):
    """Write that a card is shown, and return the index of its kind."""
    kind = card_kind(rules, card, upgrades)
    index = CARDS + part * int(rules.battle.card_kinds) + kind
    out[index] = min(np.float32(1), out[index] + ONE_SHOWN)
    return kind


@inner
def _write_price(out, index, price):
    """Write a price; of two equal goods, the lower one."""
    value = squash(int(price), 100)
    out[index] = value if out[index] == 0 else min(out[index], value)


@inner
def _write_rewards(run, rules, out):
    for k in range(run.reward_golds):
        out[FIRST[Part.REWARD_GOLD] + k] = squash(int(run.reward_gold[k]), 50)
    for k in range(KEYS):
        out[FIRST[Part.REWARD_KEY] + k] = run.reward_key >> k & 1
    for k in range(run.reward_relics):
        out[FIRST[Part.SHOWN_RELICS] + run.reward_relic[k]] += ONE_SHOWN
    for k in range(run.reward_potions):
        out[FIRST[Part.SHOWN_POTIONS] + run.reward_potion[k]] += ONE_SHOWN
    for r in range(run.reward_cards):
        part = int(OfCard.SHOWN) if r == 0 else OfCard.SECOND_REWARD + r - 1
        for k in range(run.reward_size[r]):
            _show_card(rules, out, part, run.reward_card[r, k], run.reward_up[r, k])


@inner
def _write_goods(run, rules, out):
    prices = CARDS + OfCard.PRICES * int(rules.battle.card_kinds)
    out[General.PRICE_OF_A_REMOVAL] = squash(max(0, int(run.shop_removal)), 100)
    for k in range(SHOP_CARDS):
        if run.shop_card_price[k] != SOLD:
            kind = _show_card(rules, out, OfCard.SHOWN, run.shop_card[k], run.shop_up[k])
            _write_price(out, prices + kind, run.shop_card_price[k])
    for k in range(SHOP_RELICS):
        if run.shop_relic_price[k] != SOLD:
            out[FIRST[Part.SHOWN_RELICS] + run.shop_relic[k]] += ONE_SHOWN
            _write_price(out, FIRST[Part.RELIC_PRICES] + run.shop_relic[k], run.shop_relic_price[k])
    for k in range(SHOP_POTIONS):
        if run.shop_potion_price[k] != SOLD:
            out[FIRST[Part.SHOWN_POTIONS] + run.shop_potion[k]] += ONE_SHOWN
            _write_price(out, FIRST[Part.POTION_PRICES] + run.shop_potion[k], run.shop_potion_price[k])


@inner
def _write_selection(run, rules, out):
    """Write what the choice is for, and what has been chosen or is offered."""
    out[FIRST[Part.SELECT] + run.select] = 1
    out[General.CARDS_TO_CHOOSE] = squash(int(run.select_left), 2)
    if run.select == Select.OBTAIN:
        for k in range(LIBRARY_CARDS):
            _show_card(rules, out, OfCard.SHOWN, run.library[k], run.library_up[k])
    else:
        for k in range(run.chosen_count):
            chosen = run.chosen[k]
            _show_card(rules, out, OfCard.SHOWN, run.deck_card[chosen], run.deck_up[chosen])


@inner
def gold_at_stake(run):
    """Return the gold that an event tells of."""
    if run.event == GOOP:
        return int(run.memo[0])
    return max(0, int(run.memo[1])) if run.event == MEETING else 0


@inner
def _write_event(run, rules, out):
    """Write which event it is, and what it tells."""
    out[FIRST[Part.EVENT] + run.event] = 1
    out[General.STAGE_OF_THE_EVENT] = squash(int(run.stage), 2)
    out[General.VISITS_OF_THE_EVENT] = squash(int(run.visits), 3)
    out[General.GOLD_AT_STAKE] = squash(gold_at_stake(run), 50)
    if run.event == DEAD_ADVENTURER:
        for k in range(len(GUARDS)):
            out[FIRST[Part.GUARD] + k] = run.memo[SEARCHES] == GUARDS[k]
    elif run.event == MEETING:
        slot, card = run.memo[0], run.memo[2]
        if slot != NONE:
            out[FIRST[Part.SHOWN_POTIONS] + run.potions[slot]] += ONE_SHOWN
        if card != NONE:
            _show_card(rules, out, OfCard.SHOWN, run.deck_card[card], run.deck_up[card])


@inner
def _write_table(run, rules, out):
    """Write which cards of Match and Keep have been seen, and which of them are twins."""
    out[General.TRIES_LEFT] = squash(int(run.table_tries), 3)
    for k in range(TABLE_CARDS):
        first = FIRST[Part.TABLE] + k * PER_TABLE_CARD
        seen, gone = int(run.table_seen) >> k & 1, int(run.table_gone) >> k & 1
        out[first + OfTable.SEEN] = seen
        out[first + OfTable.GONE] = gone
        out[first + OfTable.TURNED] = k == run.table_turned
        if seen and not gone:
            _show_card(rules, out, OfCard.SHOWN, run.table[k], 0)
            for j in range(TABLE_CARDS):
                if j != k and int(run.table_seen) >> j & 1 and run.table[j] == run.table[k]:
                    out[first + OfTable.TWIN] = 1
                    if j == run.table_turned:
                        out[first + OfTable.TWIN_OF_THE_TURNED] = 1
