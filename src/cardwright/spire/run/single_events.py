# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Steps that belong to single events."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.spire.maps.generation import ROWS

from .cards import lay_match_table, shuffled_colorless
from .events import amount_of
from .fights import start_fight
from .opcodes import Op
from .player import gain_gold, lose_hp, lose_relic, obtain_card, obtain_relic, pay, removable, remove_card
from .relics import CIRCLET, draw_relic, draw_screenless, roll_tier
from .rewards import add_gold, add_relic
from .stack import pop, push
from .state import NONE, POTIONS, Frame
from .streams import Stream, below, between, coin, java_shuffle, uniform
from .tables import Rarity, Type, card, names, relic

WRITHE = card("Writhe")
FACES = np.array(
    [relic(name) for name in ("Cultist Headpiece", "Face of Cleric", "Gremlin Visage", "N'loth's Hungry Face",
                              "Ssserpent Head")]
)  # fmt: skip
BOOKS = np.array([relic(name) for name in ("Necronomicon", "Enchiridion", "Nilry's Codex")])
GUARDS = np.array([names().encounters.index(name) for name in ("3 Sentries", "Gremlin Nob", "Lagavulin Event")])
NLOTHS_GIFT = relic("N'loth's Gift")
WORSE_FROM = 15  # ascension
OWNER_CHANCE = np.float32(0.3)
FOUND_GOLD, FOUND_RELIC = 0, 2  # 1 is nothing
SEARCHES, ADVENTURER_GOLD = 3, 30
OOZE_LIMIT, OOZE_STEP = 74, 10
SKULL_COST = 6
MATCH_TRIES = 5


@inner
def show_event_again(s):
    """Let the program on top end with the options of the event."""
    s.visits += 1
    s.frames[s.depth - 1] = Frame.EVENT


@inner
def reach_into_ooze(s, t):
    """Scrap Ooze: lose HP, and perhaps find a relic."""
    lose_hp(s, (5 if s.ascension >= WORSE_FROM else 3) + int(s.visits))
    if below(s, Stream.MISC, 100) >= OOZE_LIMIT - OOZE_STEP * int(s.visits):
        obtain_relic(s, t, draw_screenless(s, t, roll_tier(s)))
    else:
        show_event_again(s)


@inner
def enter_adventurer(s):
    """Dead Adventurer: decide what can be found, in which order, and who guards it."""
    for k in range(SEARCHES):
        s.memo[k] = k
    java_shuffle(s, Stream.MISC, s.memo, SEARCHES)
    s.memo[SEARCHES] = GUARDS[below(s, Stream.MISC, len(GUARDS))]


@inner
def search_adventurer(s, t):
    """Dead Adventurer: search once; the guard may come, with all that was not found yet."""
    visits = int(s.visits)
    if below(s, Stream.MISC, 100) < (35 if s.ascension >= WORSE_FROM else 25) + 25 * visits:
        gold = between(s, Stream.MISC, 25, 35)
        for k in range(visits, SEARCHES):
            if s.memo[k] == FOUND_GOLD:
                gold += ADVENTURER_GOLD
            elif s.memo[k] == FOUND_RELIC:
                add_relic(s, draw_relic(s, t, roll_tier(s), False))
        add_gold(s, gold)
        start_fight(s, t, int(s.memo[SEARCHES]), True)
        return
    found = s.memo[visits]
    if visits + 1 < SEARCHES:
        show_event_again(s)
    if found == FOUND_GOLD:
        gain_gold(s, ADVENTURER_GOLD)
    elif found == FOUND_RELIC:
        obtain_relic(s, t, draw_screenless(s, t, roll_tier(s)))


@inner
def enter_falling(s, t):
    """Falling: choose one card of each type that could be lost."""
    for kind in range(3):
        found = 0
        for k in range(s.deck_size):
            if t.card_type[s.deck_card[k]] == kind and removable(s, t, k):
                s.work[found] = k
                found += 1
        s.memo[kind] = s.work[below(s, Stream.MISC, found)] if found else NONE


@inner
def enter_meeting(s, t):
    """We Meet Again: choose the potion, the gold and the card that could be given."""
    s.memo[:] = NONE
    found = 0
    for k in range(POTIONS):
        if s.potions[k] != NONE:
            s.work[found] = k
            found += 1
    if found:
        java_shuffle(s, Stream.MISC, s.work, found)
        s.draws[Stream.MISC] -= 1  # the recordings do not count this draw
        s.memo[0] = s.work[0]
    if s.gold >= 50:
        s.memo[1] = between(s, Stream.MISC, 50, min(150, int(s.gold)))
    found = 0
    for k in range(s.deck_size):
        if t.card_rarity[s.deck_card[k]] != Rarity.BASIC and t.card_type[s.deck_card[k]] != Type.CURSE:
            s.work[found] = k
            found += 1
    if found:
        java_shuffle(s, Stream.MISC, s.work, found)
        s.memo[2] = s.work[0]


@inner
def give_at_meeting(s, what):
    """We Meet Again: give the potion, the gold or the card."""
    given = int(s.memo[what])
    if what == 0:
        s.potions[given] = NONE
    elif what == 1:
        pay(s, given)
    else:
        remove_card(s, given)


@inner
def give_to_nloth(s, t, r):
    """N'loth: give a relic; the card in a bottle comes out."""
    lose_relic(s, t, r)
    for k in range(s.deck_size):
        if t.card_type[s.deck_card[k]] == t.relic_bottled[r]:
            s.deck_bottled[k] = 0
    obtain_relic(s, t, NLOTHS_GIFT)


@inner
def not_owned(s, relics):
    """Write the relics of a list that are not owned to `s.work` and return their number."""
    found = 0
    for k in range(len(relics)):
        if not s.owned[relics[k]]:
            s.work[found] = relics[k]
            found += 1
    return found


@inner
def trade_face(s, t):
    """Face Trader: a random face that is not owned."""
    found = not_owned(s, FACES)
    s.work[found] = CIRCLET
    java_shuffle(s, Stream.MISC, s.work, max(1, found))
    obtain_relic(s, t, int(s.work[0]))


@inner
def add_book(s):
    """Cursed Tome: put a random book that is not owned on the reward screen."""
    found = not_owned(s, BOOKS)
    s.work[found] = CIRCLET
    add_relic(s, int(s.work[below(s, Stream.MISC, max(1, found))]))


@inner
def choose_bloom_boss(s, t):
    """Mind Bloom: a random boss of act 1."""
    for k in range(len(t.boss[0])):
        s.work[k] = t.boss[0, k]
    java_shuffle(s, Stream.MISC, s.work, len(t.boss[0]))
    s.memo[0] = s.work[0]


@inner
def turn_card(s, t, k):
    """Match and Keep: turn a card; the second one of a try ends it, and two equal ones are taken."""
    s.table_seen |= 1 << k
    if s.table_turned == NONE:
        s.table_turned = k
        return
    first = int(s.table_turned)
    s.table_turned = NONE
    s.table_tries -= 1
    if s.table[first] == s.table[k]:
        s.table_gone |= 1 << first | 1 << k
        obtain_card(s, t, int(s.table[k]), 0)
    if s.table_tries == 0:
        pop(s)


@inner
def single_event(s, t, op, pc):
    """Do a step that belongs to a single event."""
    what = int(t.code_what[pc])
    if op == Op.OOZE:
        reach_into_ooze(s, t)
    elif op == Op.ADVENTURER_ENTER:
        enter_adventurer(s)
    elif op == Op.ADVENTURER_SEARCH:
        search_adventurer(s, t)
    elif op == Op.MAUSOLEUM:
        if coin(s, Stream.MISC) or s.ascension >= WORSE_FROM:
            obtain_card(s, t, WRITHE, 0)
    elif op == Op.FALLING_ENTER:
        enter_falling(s, t)
    elif op == Op.LOSE_MEMO_CARD:
        remove_card(s, int(s.memo[what]))
    elif op == Op.MIND_BLOOM_BOSS:
        choose_bloom_boss(s, t)
    elif op == Op.MATCH_ENTER:
        lay_match_table(s, t)
    elif op == Op.MATCH_PLAY:
        s.table_seen = 0
        s.table_gone = 0
        s.table_turned = NONE
        s.table_tries = MATCH_TRIES
        push(s, Frame.MATCH)
    elif op == Op.WHEEL:
        option = t.event_first[s.event, 1] + below(s, Stream.MISC, int(t.event_count[s.event, 1]))
        s.pcs[s.depth - 1] = t.option_pc[option]
    elif op == Op.FACE:
        trade_face(s, t)
    elif op == Op.SKULL_COST:
        lose_hp(s, SKULL_COST + int(s.memo[what]))
        s.memo[what] += 1
    elif op == Op.SKULL_CARD:
        obtain_card(s, t, shuffled_colorless(s, t), 0)
    elif op == Op.NLOTH_ENTER:
        for k in range(s.relic_count):
            s.work[k] = s.relic_list[k]
        java_shuffle(s, Stream.MISC, s.work, int(s.relic_count))
        s.memo[0] = s.work[0]
        s.memo[1] = s.work[1]
    elif op == Op.NLOTH:
        give_to_nloth(s, t, int(s.memo[what]))
    elif op == Op.PORTAL:
        s.y = ROWS - 1
    elif op == Op.JOUST:
        if (uniform(s, Stream.MISC) < OWNER_CHANCE) == (what == 1):
            gain_gold(s, amount_of(s, t, pc))
    elif op == Op.MEET_ENTER:
        enter_meeting(s, t)
    elif op == Op.MEET_GIVE:
        give_at_meeting(s, what)
