# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The actions of a run as a game, and what they mean: first those of battles, then those of each screen."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.labels import make_label
from cardwright.spire.engine.state import MAX_ACTIONS as BATTLE_ACTIONS
from cardwright.spire.maps.generation import ROWS

from .battles import card_kind
from .flow import ACTION_COUNTS, PROCEED, TAKE_BOWL, TAKE_CARD, TAKE_KEY, TAKE_POTION, TAKE_RELIC, allowed
from .rooms import SHOP_LEAVE, SHOP_REMOVAL, SKIP_BOSS_RELIC, is_dearer
from .stack import top
from .state import POTIONS, REWARD_CARDS, SHOP_CARDS, SHOP_RELICS, Frame, Select

# The number of the first action of each screen, by `Frame`.
FIRST_ACTIONS = BATTLE_ACTIONS + np.concatenate([[0], np.cumsum(ACTION_COUNTS)[:-1]])
DRINK = int(BATTLE_ACTIONS + ACTION_COUNTS.sum())  # the potion in a slot, outside of battles
DISCARD = DRINK + POTIONS
MAX_ACTIONS = DISCARD + POTIONS
BOSS_ROOM = 15  # as a kind of room on the map
STRIDE = 1024  # added to a card in labels: once for each card reward before its own, and for a card in a bottle


class RunLabel(IntEnum):
    """The kinds of action outside of battles; the lower numbers are those of battles."""

    NEOW = 16  # which of Neow's bonuses, and 32 times the drawback + 1
    GO = 17  # the place of a room in its row, plus 8 times the row, plus 256 times the kind of room
    GOLD = 18  # this and the following are rewards
    RELIC = 19
    KEY = 20
    POTION = 21
    CARD = 22
    BOWL = 23
    PROCEED = 24
    REMOVE = 25  # this and the following choose a card of the deck
    UPGRADE = 26
    TRANSFORM = 27
    TRANSFORM_UPGRADE = 28
    DUPLICATE = 29
    BOTTLE = 30
    BONFIRE = 31
    OBTAIN = 32
    CHEST = 33  # 0 opens it
    BUY_CARD = 34
    BUY_RELIC = 35
    BUY_POTION = 36
    BUY_REMOVAL = 37
    LEAVE_SHOP = 38
    REST = 39  # a `Rest`
    EVENT = 40  # an option, as `Names` counts them
    BOSS_RELIC = 41
    SKIP = 42
    TURN = 43  # a card of Match and Keep, by its place
    DRINK = 44
    DISCARD = 45


@inner
def can_choose(s, t, frame, a):
    """Return whether an action of the screen on top is legal; of two equal goods, the dearer one is not for sale."""
    return allowed(s, t, a) and not (frame == Frame.SHOP and is_dearer(s, a))


@inner
def run_label(s, rules, action):
    """Return what an action outside of battles means."""
    if action >= DISCARD:
        return make_label(RunLabel.DISCARD, int(s.run.potions[action - DISCARD]))
    if action >= DRINK:
        return make_label(RunLabel.DRINK, int(s.run.potions[action - DRINK]))
    frame = top(s.run)
    return _screen_label(s, rules, frame, int(action) - FIRST_ACTIONS[frame])


@inner
def _screen_label(s, rules, frame, a):
    """Return what an action of a screen means."""
    run, t = s.run, rules.run
    if frame == Frame.NEOW:
        drawback = int(run.drawback) + 1 if a == 2 else 5 if a == 3 else 0
        return make_label(RunLabel.NEOW, int(run.neow[a]) + 32 * drawback)
    if frame == Frame.MAP:
        return _path_label(run, a)
    if frame == Frame.REWARD:
        return _reward_label(run, rules, a)
    if frame == Frame.SELECT:
        if run.select == Select.OBTAIN:
            return make_label(RunLabel.OBTAIN, card_kind(rules, run.library[a], run.library_up[a]))
        kind = card_kind(rules, run.deck_card[a], run.deck_up[a])
        return make_label(RunLabel.REMOVE + run.select, kind + STRIDE * int(run.deck_bottled[a]))
    if frame == Frame.CHEST:
        return make_label(RunLabel.CHEST, a)
    if frame == Frame.SHOP:
        return _shop_label(run, rules, a)
    if frame == Frame.REST:
        return make_label(RunLabel.REST, a)
    if frame == Frame.EVENT:
        return make_label(RunLabel.EVENT, int(t.event_first[run.event, run.stage]) + a)
    if frame == Frame.BOSS_RELIC:
        if a == SKIP_BOSS_RELIC:
            return make_label(RunLabel.SKIP, 0)
        return make_label(RunLabel.BOSS_RELIC, int(run.boss_relics[a]))
    return make_label(RunLabel.TURN, a)


@inner
def _path_label(run, x):
    row = int(run.y) + 1
    if row >= ROWS:
        return make_label(RunLabel.GO, 8 * row + 256 * BOSS_ROOM)
    place = 0
    for column in range(x):
        place += run.links[row, column] > 0
    return make_label(RunLabel.GO, place + 8 * row + 256 * int(run.kind[row, x]))


@inner
def _reward_label(run, rules, a):
    if a < TAKE_RELIC:
        return make_label(RunLabel.GOLD, int(run.reward_gold[a]))
    if a < TAKE_KEY:
        return make_label(RunLabel.RELIC, int(run.reward_relic[a - TAKE_RELIC]))
    if a < TAKE_POTION:
        return make_label(RunLabel.KEY, int(run.reward_key))
    if a < TAKE_CARD:
        return make_label(RunLabel.POTION, int(run.reward_potion[a - TAKE_POTION]))
    if a < TAKE_BOWL:
        r, k = (a - TAKE_CARD) // REWARD_CARDS, (a - TAKE_CARD) % REWARD_CARDS
        return make_label(RunLabel.CARD, card_kind(rules, run.reward_card[r, k], run.reward_up[r, k]) + STRIDE * r)
    if a < PROCEED:
        return make_label(RunLabel.BOWL, a - TAKE_BOWL)
    return make_label(RunLabel.PROCEED, 0)


@inner
def _shop_label(run, rules, a):
    if a < SHOP_CARDS:
        return make_label(RunLabel.BUY_CARD, card_kind(rules, run.shop_card[a], run.shop_up[a]))
    if a < SHOP_CARDS + SHOP_RELICS:
        return make_label(RunLabel.BUY_RELIC, int(run.shop_relic[a - SHOP_CARDS]))
    if a < SHOP_REMOVAL:
        return make_label(RunLabel.BUY_POTION, int(run.shop_potion[a - SHOP_CARDS - SHOP_RELICS]))
    return make_label(RunLabel.LEAVE_SHOP if a == SHOP_LEAVE else RunLabel.BUY_REMOVAL, 0)
