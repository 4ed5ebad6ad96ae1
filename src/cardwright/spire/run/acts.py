# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The start of a run and of each act."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner, wrapping
from cardwright.spire.maps.generation import generate_grid

from .cards import START_OFFSET
from .events import fill_event_lists, fill_one_time_events, reset_chances
from .fights import fill_lists
from .player import ASCENDERS_BANE, heal
from .relics import BURNING_BLOOD, fill_pools
from .rewards import clear_rewards
from .stack import push
from .state import NONE, Frame, Key, Outcome, Place
from .streams import Stream, below, coin, start_floor_streams, start_stream
from .tables import card

STRIKE, DEFEND, BASH = card("Strike"), card("Defend"), card("Bash")
STRIKES, DEFENDS = 5, 4
MAP_OFFSETS = np.array([1, 200, 600], np.uint64)
CARD_STEP = 250  # the card stream of an act begins at a multiple of this
ACTS = 3
MAX_HP, LESS_MAX_HP, LESS_MAX_HP_FROM, WOUNDED_FROM = 80, 75, 14, 6
GOLD, SLOTS, FEWER_SLOTS_FROM, BANE_FROM, LESS_HEALING_FROM = 99, 3, 11, 10, 5


@inner
@wrapping
def start_act(s, t):
    """Draw the lists and the map of an act, and reset what each act begins with."""
    fill_lists(s, t)
    fill_event_lists(s, t)
    reset_chances(s)
    s.potion_mod = 0
    start_stream(s, Stream.MAP, s.seed + MAP_OFFSETS[s.act - 1])
    burning = not s.keys & Key.EMERALD
    generate_grid(s, s, s.words[Stream.MAP], int(s.ascension > 0), burning)
    s.x = NONE
    s.y = NONE


@inner
def next_act(s, t):
    """Heal the player and begin the next act."""
    target = CARD_STEP * (int(s.draws[Stream.CARD]) // CARD_STEP + 1)
    if target <= CARD_STEP * ACTS and s.draws[Stream.CARD] % CARD_STEP != 0:
        while s.draws[Stream.CARD] < target:
            coin(s, Stream.CARD)
    missing = int(s.max_hp) - int(s.hp)
    heal(s, (3 * missing + 2) // 4 if s.ascension >= LESS_HEALING_FROM else missing)
    s.act += 1
    start_act(s, t)


@inner
def add_starter(s, c, n):
    """Add copies of a card to the deck that a run begins with."""
    for _ in range(n):
        s.deck_card[s.deck_size] = c
        s.deck_size += 1


@inner
def start_player(s):
    """Give the player what a run begins with."""
    a = int(s.ascension)
    s.max_hp = LESS_MAX_HP if a >= LESS_MAX_HP_FROM else MAX_HP
    s.hp = (9 * int(s.max_hp) + 5) // 10 if a >= WOUNDED_FROM else s.max_hp
    s.gold = GOLD
    s.deck_size = 0
    s.deck_up[:] = 0
    s.deck_bottled[:] = 0
    add_starter(s, STRIKE, STRIKES)
    add_starter(s, DEFEND, DEFENDS)
    add_starter(s, BASH, 1)
    add_starter(s, ASCENDERS_BANE, 1 if a >= BANE_FROM else 0)
    s.owned[:] = 0
    s.does[:] = 0
    s.charge[:] = 0
    s.relic_list[0] = BURNING_BLOOD
    s.relic_count = 1
    s.owned[BURNING_BLOOD] = 1
    s.potions[:] = NONE
    s.potion_slots = SLOTS - 1 if a >= FEWER_SLOTS_FROM else SLOTS
    s.removals = 0
    s.keys = 0
    s.card_offset = START_OFFSET


@inner
def draw_neow(s, t):
    """Draw Neow's four options."""
    for k in range(2):
        first = int(t.neow_first[k])
        s.neow[k] = first + below(s, Stream.NEOW, int(t.neow_first[k + 1]) - first)
    drawbacks = 4
    s.drawback = below(s, Stream.NEOW, drawbacks)
    first = int(t.neow_first[2])
    size = int(t.neow_first[3]) - first
    excluded = t.drawback_excludes[s.drawback]
    bonus = first + below(s, Stream.NEOW, size - (1 if excluded != NONE else 0))
    if excluded != NONE and bonus >= excluded:
        bonus += 1
    s.neow[2] = bonus
    below(s, Stream.NEOW, 1)
    s.neow[3] = t.neow_first[3]


@inner
def start_run(s, t, seed, ascension):
    """Begin a run: the lists of act 1, the relic pools, and Neow's options."""
    s.seed = seed
    s.ascension = ascension
    s.outcome = Outcome.RUNNING
    s.floor = 0
    s.act = 1
    s.place = Place.NEOW
    for k in range(Stream.MISC):
        start_stream(s, k, seed)
    start_floor_streams(s)
    start_player(s)
    clear_rewards(s)
    fill_one_time_events(s, t)
    start_act(s, t)
    fill_pools(s, t)
    draw_neow(s, t)
    s.depth = 0
    push(s, Frame.MAP)
    push(s, Frame.NEOW)
