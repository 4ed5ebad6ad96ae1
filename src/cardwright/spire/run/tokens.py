# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What a player sees of a run as rows of integers, for networks that read sets.

There is a row for the run, for each of its numbers, for each room of the map, for each card of the deck, relic and
potion, and for all that the screen on top shows. In a battle, the rows of the battle take the place of the screen.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.labels import KIND_SHIFT, SUBJECTS
from cardwright.spire.engine.state import PLAYER
from cardwright.spire.engine.tokens import (
    A_CARD,
    A_POTION,
    A_RELIC,
    MAX_HP,
    PILE_NAMES,
    first_card,
    first_relic,
    shifted,
)
from cardwright.spire.engine.tokens import Column as BattleColumn
from cardwright.spire.engine.tokens import tokenise as tokenise_battle
from cardwright.spire.maps.generation import BOSS_COLUMN, COLUMNS, ROWS

from .action_space import screen_index
from .actions import FIRST_ACTIONS, STRIDE, RunLabel, can_choose, run_label
from .battles import card_kind
from .features import KEYS
from .flow import ACTION_COUNTS, TAKE_CARD, TAKE_POTION
from .observation import DEAD_ADVENTURER, MEETING, boss_index, gold_at_stake, path_leads
from .potions import can_drink
from .rewards import POTION_CHANCE
from .rooms import SHOP_LEAVE, can_go, price
from .selecting import eligible
from .single_events import GUARDS, SEARCHES
from .stack import top
from .state import NONE, Frame, Outcome, Select
from .token_fields import FIRST, MOST_GOLD, NUMBERS, Column, Name, Number, Spot, What

DRAWN_DRAWBACK = 2  # the option of Neow with a drawback that is drawn


@inner
def tokenise(s, rules, player, out):
    """Write the rows of the run, and of its battle or its screen, and return their number."""
    run = s.run
    n = _write_run(s, rules, out, 0)
    n = _write_numbers(run, rules, out, n)
    n = _write_map(s, rules, out, n)
    n = _write_deck(s, rules, out, n)
    n = _write_carried(s, rules, out, n)
    if s.fighting:
        return n + tokenise_battle(s.battle, rules.battle, player, out[n:])
    return _write_screen(s, rules, out, n) if run.outcome == Outcome.RUNNING else n


@inner
def _name(rules, group):
    """Return the number of the first name of a group."""
    battle = rules.battle
    return first_relic(battle) + int(battle.relic_kinds) + int(battle.potion_kinds) + FIRST[group]


@inner
def _begin(rules, row, what, name, spot):
    """Begin a row."""
    row[:] = 0
    row[BattleColumn.WHAT] = what
    row[BattleColumn.NAME] = name
    row[BattleColumn.PLACE] = first_spot(rules) + spot


@inner
def first_spot(rules):
    """Return the number of the first place after those of battles."""
    return 1 + int(rules.battle.enemy_slots) + len(PILE_NAMES)


@inner
def _deciding(s):
    """Return whether a screen waits for a decision."""
    return not s.fighting and s.run.outcome == Outcome.RUNNING


@inner
def _write_run(s, rules, out, n):
    """Write the row of the run: the screen, the kind of room, HP and gold."""
    run, agent = s.run, s.battle.agents[PLAYER]
    screen = int(Frame.FIGHT) if s.fighting else top(run) if run.outcome == Outcome.RUNNING else 0
    row = out[n]
    _begin(rules, row, What.RUN, _name(rules, Name.SCREENS) + screen, Spot.ROOM + run.place)
    row[BattleColumn.HP] = min(MAX_HP, int(agent.hp if s.fighting else run.hp))
    row[BattleColumn.MAX_HP] = min(MAX_HP, int(agent.max_hp if s.fighting else run.max_hp))
    row[Column.GOLD] = min(MOST_GOLD, int(s.battle.gold if s.fighting else run.gold))
    row[Column.ROW] = int(run.y) + 1
    row[Column.COLUMN] = int(run.x) + 1
    return n + 1


@inner
def _write_numbers(run, rules, out, n):
    for number in range(NUMBERS):
        row = out[n]
        _begin(rules, row, What.NUMBER, _name(rules, Name.NUMBERS) + number, Spot.CARRIED)
        row[BattleColumn.AMOUNT] = shifted(_number(run, number))
        n += 1
    return n


@inner
def _number(run, number):
    if number == Number.ACT:
        return int(run.act)
    if number == Number.FLOOR:
        return int(run.floor)
    if number == Number.ASCENSION:
        return int(run.ascension)
    if number == Number.POTION_SLOTS:
        return int(run.potion_slots)
    if number == Number.REMOVALS_BOUGHT:
        return int(run.removals)
    if number == Number.CHANCE_OF_A_POTION:
        return POTION_CHANCE + int(run.potion_mod)
    if number == Number.RARITY_OFFSET:
        return int(run.card_offset)
    return int(np.float32(100) * run.chances[number - Number.MONSTER_CHANCE])


@inner
def _write_map(s, rules, out, n):
    """Write a row for each room, and one for the boss."""
    run, t = s.run, rules.run
    choosing = _deciding(s) and top(run) == Frame.MAP
    for y in range(ROWS):
        for x in range(COLUMNS):
            if run.links[y, x]:
                name = _name(rules, Name.ROOMS) + int(run.kind[y, x]) - 1
                if y == run.burning_y and x == run.burning_x:
                    name = _name(rules, Name.BURNING) + int(run.buff)
                row = out[n]
                _begin(rules, row, What.ROOM, name, Spot.MAP)
                row[Column.ROW] = y + 1
                row[Column.COLUMN] = x + 1
                for side in range(3):
                    row[Column.PATHS] += path_leads(run, y, x, side) << side
                row[BattleColumn.LEGAL] = choosing and y == run.y + 1 and can_go(run, t, x)
                n += 1
    row = out[n]
    _begin(rules, row, What.ROOM, _name(rules, Name.BOSSES) + boss_index(run, t), Spot.MAP)
    row[Column.ROW] = ROWS + 1
    row[Column.COLUMN] = BOSS_COLUMN + 1
    row[BattleColumn.LEGAL] = choosing and run.y == ROWS - 1
    return n + 1


@inner
def _write_deck(s, rules, out, n):
    run = s.run
    choosing = _deciding(s) and top(run) == Frame.SELECT and run.select != Select.OBTAIN
    for k in range(run.deck_size):
        kind = card_kind(rules, run.deck_card[k], run.deck_up[k])
        spot = int(Spot.BOTTLE) if run.deck_bottled[k] else int(Spot.DECK)
        for j in range(run.chosen_count if choosing else 0):
            if run.chosen[j] == k:
                spot = int(Spot.CHOSEN)
        row = out[n]
        _begin(rules, row, A_CARD, first_card(rules.battle) + kind, spot)
        row[BattleColumn.LEGAL] = choosing and eligible(run, rules.run, k)
        n += 1
    return n


@inner
def _write_carried(s, rules, out, n):
    """Write a row for each relic, key and potion; in a battle, its rows have the potions."""
    run = s.run
    for k in range(run.relic_count):
        relic = int(run.relic_list[k])
        row = out[n]
        _begin(rules, row, A_RELIC, first_relic(rules.battle) + relic, Spot.CARRIED)
        row[BattleColumn.AMOUNT] = shifted(int(run.charge[relic]))
        n += 1
    for k in range(KEYS):
        if run.keys >> k & 1:
            _begin(rules, out[n], What.KEY, _name(rules, Name.KEYS) + k, Spot.CARRIED)
            n += 1
    for slot in range(0 if s.fighting else run.potion_slots):
        if run.potions[slot] != NONE:
            row = out[n]
            _begin(rules, row, A_POTION, _potion_name(rules, run.potions[slot]), Spot.CARRIED)
            row[BattleColumn.LEGAL] = _deciding(s) and can_drink(run, rules.run, slot)
            n += 1
    return n


@inner
def _potion_name(rules, potion):
    return first_relic(rules.battle) + int(rules.battle.relic_kinds) + int(potion)


@inner
def _write_screen(s, rules, out, n):
    """Write what the screen on top shows: a row for all that can be chosen, now or with more gold or another potion."""
    run = s.run
    frame = top(run)
    if frame == Frame.MAP or (frame == Frame.SELECT and run.select != Select.OBTAIN):
        return _write_left(rules, out, n, 0, int(run.select_left)) if frame == Frame.SELECT else n
    for a in range(ACTION_COUNTS[frame]):
        legal = can_choose(run, rules.run, frame, a)
        if legal or _is_shown(run, rules.run, frame, a):
            _write_choice(s, rules, frame, a, out[n])
            out[n][BattleColumn.LEGAL] = legal
            n += 1
    if frame == Frame.NEOW:
        _begin(rules, out[n], What.DRAWBACK, _name(rules, Name.DRAWBACKS) + run.drawback, Spot.OPTION + DRAWN_DRAWBACK)
        n += 1
    elif frame == Frame.EVENT:
        n = _write_event(run, rules, out, n)
    elif frame == Frame.MATCH:
        n = _write_left(rules, out, n, 1, int(run.table_tries))
    return n


@inner
def _is_shown(run, t, frame, a):
    """Return whether something is there that cannot be chosen now."""
    if frame == Frame.SHOP:
        return a < SHOP_LEAVE and price(run, a) >= 0
    if frame == Frame.REWARD:
        return TAKE_POTION <= a < TAKE_CARD and a - TAKE_POTION < run.reward_potions
    if frame == Frame.EVENT:
        return a < t.event_count[run.event, run.stage]
    return frame == Frame.MATCH and a == run.table_turned


@inner
def _write_choice(s, rules, frame, a, row):
    """Write a row for what an action of the screen is about."""
    run = s.run
    action = FIRST_ACTIONS[frame] + a
    label = run_label(s, rules, action)
    kind, subject = label >> KIND_SHIFT, label % SUBJECTS
    relics = first_relic(rules.battle)
    spot = int(Spot.SHOP) if frame == Frame.SHOP else int(Spot.OFFERED)
    if kind == RunLabel.CARD or kind == RunLabel.OBTAIN or kind == RunLabel.BUY_CARD:
        name = first_card(rules.battle) + subject % STRIDE
        _begin(rules, row, A_CARD, name, spot + subject // STRIDE)
    elif kind == RunLabel.RELIC or kind == RunLabel.BUY_RELIC or kind == RunLabel.BOSS_RELIC:
        _begin(rules, row, A_RELIC, relics + subject, spot)
    elif kind == RunLabel.POTION or kind == RunLabel.BUY_POTION:
        _begin(rules, row, A_POTION, _potion_name(rules, subject), spot)
    elif kind == RunLabel.NEOW:
        _begin(rules, row, What.BONUS, _name(rules, Name.BONUSES) + run.neow[a], Spot.OPTION + a)
    elif kind == RunLabel.KEY:
        _begin(rules, row, What.KEY, _name(rules, Name.KEYS) + (subject >> 1), spot)
    elif kind == RunLabel.TURN and int(run.table_seen) >> a & 1:
        _begin(rules, row, A_CARD, first_card(rules.battle) + int(run.table[a]), Spot.TABLE)
    else:
        name = _name(rules, Name.CHOICES) + screen_index(s, rules, action, label)
        _begin(rules, row, What.CHOICE, name, spot)
    if frame == Frame.MATCH:
        row[Column.COLUMN] = a + 1
    elif frame == Frame.SHOP and a < SHOP_LEAVE:
        row[Column.GOLD] = min(MOST_GOLD, price(run, a))
    elif kind == RunLabel.GOLD:
        row[Column.GOLD] = subject


@inner
def _write_left(rules, out, n, which, amount):
    """Write how much is left to do."""
    row = out[n]
    _begin(rules, row, What.NUMBER, _name(rules, Name.LEFT) + which, Spot.CARRIED)
    row[BattleColumn.AMOUNT] = shifted(amount)
    return n + 1


@inner
def _write_event(run, rules, out, n):
    """Write the event, how often it was shown before, and what it tells."""
    row = out[n]
    _begin(rules, row, What.EVENT, _name(rules, Name.EVENTS) + run.event, Spot.OFFERED)
    row[Column.GOLD] = gold_at_stake(run)
    n = _write_left(rules, out, n + 1, 2, int(run.visits))
    if run.event == DEAD_ADVENTURER:
        for k in range(len(GUARDS)):
            if run.memo[SEARCHES] == GUARDS[k]:
                _begin(rules, out[n], What.EVENT, _name(rules, Name.GUARDS) + k, Spot.OFFERED)
                n += 1
    elif run.event == MEETING:
        slot, card = run.memo[0], run.memo[2]
        if slot != NONE:
            _begin(rules, out[n], A_POTION, _potion_name(rules, run.potions[slot]), Spot.WANTED)
            n += 1
        if card != NONE:
            kind = card_kind(rules, run.deck_card[card], run.deck_up[card])
            _begin(rules, out[n], A_CARD, first_card(rules.battle) + kind, Spot.WANTED)
            n += 1
    return n
