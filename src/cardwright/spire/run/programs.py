# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What events, Neow and relics do, step by step: an interpreter of the code in the tables."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .acts import next_act
from .cards import (
    Odds,
    add_card_reward,
    add_colorless_reward,
    add_neow_reward,
    draw_card,
    fill_library,
    upgrade_random,
)
from .events import amount_of
from .fights import start_fight
from .opcodes import Op
from .player import (
    gain_gold,
    gain_max_hp,
    heal,
    lose_hp,
    lose_max_hp,
    lose_relic,
    obtain_card,
    obtain_potion,
    obtain_relic,
    pay,
    removable,
    remove_card,
    upgradable,
    upgrade_card,
)
from .relic_effects import RelicEffect, add_effects
from .relics import draw_relic, draw_screenless, roll_tier
from .rewards import add_gold, add_potion, add_relic, any_potion, roll_potion
from .selecting import begin_select
from .single_events import add_book, show_event_again, single_event
from .stack import pop, push, top
from .state import NONE, POTIONS, Frame, Outcome, Select
from .streams import Stream, between, coin
from .tables import Pool, Rarity, Type, card

STRIKE, DEFEND, BITE = card("Strike"), card("Defend"), card("Bite")
BITES = 5


@inner
def drawn_amount(s, t, pc):
    """Draw an amount from a range of the code, with the miscellaneous stream."""
    if s.ascension >= t.code_since[pc]:
        return between(s, Stream.MISC, int(t.code_high[pc]), int(t.code_high_to[pc]))
    return between(s, Stream.MISC, int(t.code_low[pc]), int(t.code_low_to[pc]))


@inner
def player_step(s, t, op, pc, n, what):
    """Do a step that changes gold, HP, cards, relics or potions."""
    if op == Op.GOLD:
        gain_gold(s, n)
    elif op == Op.GOLD_PER_ACT:
        gain_gold(s, n * int(s.act))
    elif op == Op.PAY:
        pay(s, n)
    elif op == Op.HEAL:
        heal(s, n)
    elif op == Op.HEAL_FULL:
        heal(s, int(s.max_hp))
    elif op == Op.MAX_HP:
        gain_max_hp(s, n)
    elif op == Op.LOSE_MAX_HP:
        lose_max_hp(s, n)
    elif op == Op.DAMAGE:
        lose_hp(s, n)
    elif op == Op.CARD:
        for _ in range(n):
            obtain_card(s, t, what, 0)
    elif op == Op.RANDOM_CURSE:
        obtain_card(s, t, draw_card(s, t, Stream.CARD, Pool.CURSES), 0)
    elif op == Op.RELIC:
        obtain_relic(s, t, what)
    elif op == Op.RANDOM_RELIC:
        obtain_relic(s, t, draw_screenless(s, t, roll_tier(s)))
    elif op == Op.DRAW_RELIC:
        obtain_relic(s, t, draw_relic(s, t, what, False))
    elif op == Op.LOSE_RELIC:
        lose_relic(s, t, what)
    elif op == Op.REPLACE_RELIC:
        replace_relic(s, t, what, int(t.code_other[pc]))
    elif op == Op.POTION:
        for _ in range(n):
            obtain_potion(s, any_potion(s, t, Stream.POTION))
    elif op == Op.POTION_SLOTS:
        s.potion_slots = min(POTIONS, int(s.potion_slots) + n)
    elif op == Op.FILL_SLOTS and not s.does[RelicEffect.NO_POTIONS]:
        for _ in range(min(n, int(s.potion_slots))):
            obtain_potion(s, roll_potion(s, t))


@inner
def replace_relic(s, t, old, new):
    """Put another relic into the place of one that is owned."""
    for k in range(s.relic_count):
        if s.relic_list[k] == old:
            s.relic_list[k] = new
    s.owned[old] = 0
    s.owned[new] += 1
    add_effects(s, t, old, -1)
    add_effects(s, t, new, 1)


@inner
def select_step(s, t, op, n, what):
    """Do a step that lets the player choose cards."""
    if op == Op.REMOVE:
        begin_select(s, t, Select.REMOVE, n, NONE, NONE)
    elif op == Op.UPGRADE:
        begin_select(s, t, Select.UPGRADE, n, NONE, NONE)
    elif op == Op.TRANSFORM:
        begin_select(s, t, Select.TRANSFORM, n, NONE, Stream.MISC)
    elif op == Op.NEOW_TRANSFORM:
        begin_select(s, t, Select.TRANSFORM, n, NONE, Stream.NEOW)
    elif op == Op.TRANSFORM_UPGRADE:
        begin_select(s, t, Select.TRANSFORM_UPGRADE, n, NONE, Stream.MISC)
    elif op == Op.DUPLICATE:
        begin_select(s, t, Select.DUPLICATE, 1, NONE, NONE)
    elif op == Op.BOTTLE:
        begin_select(s, t, Select.BOTTLE, 1, what, NONE)
    elif op == Op.BONFIRE:
        begin_select(s, t, Select.BONFIRE, 1, NONE, NONE)
    elif op == Op.LIBRARY:
        fill_library(s, t)
        begin_select(s, t, Select.OBTAIN, 1, NONE, NONE)


@inner
def is_starter(c):
    """Return whether a card is a basic Strike or Defend."""
    return c in (STRIKE, DEFEND)


@inner
def deck_step(s, t, op, n, what):
    """Do a step that changes many cards of the deck."""
    if op == Op.UPGRADE_RANDOM:
        upgrade_random(s, t, n, what)
        return
    removed = 0
    for k in range(int(s.deck_size) - 1, -1, -1):
        c = s.deck_card[k]
        if op == Op.UPGRADE_ALL or (op == Op.UPGRADE_BASICS and is_starter(c)):
            if upgradable(s, t, k):
                upgrade_card(s, k)
        elif (
            (op == Op.REMOVE_CURSES and t.card_type[c] == Type.CURSE and removable(s, t, k))
            or (op == Op.BITES and c == STRIKE)
            or (op == Op.PANDORA and is_starter(c))
        ):
            remove_card(s, k)
            removed += 1
    if op == Op.BITES:
        for _ in range(BITES):
            obtain_card(s, t, BITE, 0)
    elif op == Op.PANDORA:
        for k in range(removed):
            s.work[k] = draw_card(s, t, Stream.CARD_RANDOM, Pool.PANDORA)
        for k in range(removed - 1, -1, -1):
            obtain_card(s, t, int(s.work[k]), 0)


@inner
def reward_step(s, t, op, pc, n, what):
    """Do a step that puts something on the reward screen."""
    if op == Op.REWARD_GOLD:
        add_gold(s, n)
    elif op == Op.REWARD_GOLD_MISC:
        add_gold(s, drawn_amount(s, t, pc))
    elif op == Op.REWARD_RELIC:
        add_relic(s, what)
    elif op == Op.REWARD_DRAWN:
        add_relic(s, draw_relic(s, t, what, False))
    elif op == Op.REWARD_SCREENLESS:
        add_relic(s, draw_screenless(s, t, what))
    elif op == Op.REWARD_RANDOM_RELIC:
        add_relic(s, draw_screenless(s, t, roll_tier(s)))
    elif op == Op.REWARD_BOOK:
        add_book(s)
    elif op == Op.REWARD_POTIONS:
        for _ in range(n):
            add_potion(s, any_potion(s, t, Stream.POTION))
    elif op == Op.REWARD_MISC_POTION:
        add_potion(s, any_potion(s, t, Stream.MISC))
    elif op == Op.REWARD_CARDS:
        for _ in range(n):
            add_card_reward(s, t, Odds.NORMAL)
    elif op == Op.REWARD_COLORLESS:
        for _ in range(n):
            add_colorless_reward(s, t)
    elif op == Op.SHOW_REWARDS:
        push(s, Frame.REWARD)
    elif op == Op.UNSEEN_CARDS:
        add_card_reward(s, t, Odds.NORMAL)
        s.reward_cards -= 1
    elif op == Op.NEOW_CARDS:
        add_neow_reward(s, t, n, Stream.NEOW, NONE)
    elif op == Op.NEOW_RARE_CARDS:
        add_neow_reward(s, t, n, Stream.NEOW, Pool.RARE)
    elif op == Op.NEOW_COLORLESS:
        rare = what == Rarity.RARE
        add_neow_reward(s, t, 3, Stream.CARD, Pool.COLORLESS_RARE if rare else Pool.COLORLESS_UNCOMMON)
    elif op == Op.NEOW_RARE_CARD:
        obtain_card(s, t, draw_card(s, t, Stream.NEOW, Pool.RARE), 0)


@inner
def event_step(s, t, op, pc, n, what):
    """Do a step that steers an event."""
    if op == Op.FIGHT:
        start_fight(s, t, what, True)
    elif op == Op.UNREWARDED_FIGHT:
        start_fight(s, t, what, False)
    elif op == Op.FIGHT_MEMO:
        start_fight(s, t, int(s.memo[0]), True)
    elif op == Op.MEMO:
        s.memo[0] = n
    elif op == Op.MEMO_MISC:
        s.memo[0] = drawn_amount(s, t, pc)
    elif op == Op.MEMO_COIN:
        s.memo[what] = 1 if coin(s, Stream.MISC) else 0
    elif op == Op.UNCOUNTED:
        s.draws[Stream.MISC] -= 1
    elif op == Op.STAGE:
        s.stage = what
        show_event_again(s)
    elif op == Op.AGAIN:
        show_event_again(s)


@inner
def step(s, t):
    """Do the next step of the program on top of the stack."""
    pc = int(s.pcs[s.depth - 1])
    s.pcs[s.depth - 1] = pc + 1
    op = t.code_op[pc]
    n = amount_of(s, t, pc)
    what = int(t.code_what[pc])
    if op == Op.END:
        pop(s)
    elif op <= Op.FILL_SLOTS:
        player_step(s, t, op, pc, n, what)
    elif op <= Op.LIBRARY:
        select_step(s, t, op, n, what)
    elif op <= Op.PANDORA:
        deck_step(s, t, op, n, what)
    elif op <= Op.NEOW_RARE_CARD:
        reward_step(s, t, op, pc, n, what)
    elif op <= Op.AGAIN:
        event_step(s, t, op, pc, n, what)
    elif op <= Op.MEET_GIVE:
        single_event(s, t, op, pc)
    else:
        next_act(s, t)


@inner
def settle(s, t):
    """Run programs until a screen waits for a decision, or the run is over."""
    while s.outcome == Outcome.RUNNING and top(s) == Frame.PROGRAM:
        step(s, t)
