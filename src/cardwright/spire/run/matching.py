# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Whether a seed fulfils requirements, in a kernel: quick draws first, then the way of the script."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner, kernel, wrapping

from .acts import draw_neow
from .conditions import Kind, Subject
from .fights import fill_lists
from .flow import PROCEED, act, start
from .relics import fill_pools
from .script import scripted_action
from .stack import top
from .state import ELITES, NONE, SHOP_CARDS, SHOP_POTIONS, SHOP_RELICS, Frame, Outcome, Place
from .streams import Stream, start_stream
from .tables import names

SWAP_DRAWBACK = len(names().drawbacks) - 1  # of Neow's last option, always


@inner
def hit(rows, hits, subject, where, position, value, kind, upgraded, price):
    """Mark the groups that something fulfils: `value` at a position of an act."""
    for k in range(len(rows)):
        row = rows[k]
        if (
            row.subject == subject
            and row.act == where
            and row.first <= position <= row.last
            and row.value == value
            and row.kind == kind
            and row.upgraded <= upgraded
            and price <= row.most
        ):
            hits[row.group] = 1


@inner
def fails(groups, hits, first, last):
    """Return whether a group about one of these subjects is not as wanted."""
    k = 0
    while k < len(groups) and not (first <= groups[k].subject <= last and hits[k] != groups[k].wanted):
        k += 1
    return k < len(groups)


@inner
def asks(groups, first, last):
    """Return whether a group is about one of these subjects."""
    k = 0
    while k < len(groups) and not first <= groups[k].subject <= last:
        k += 1
    return k < len(groups)


@inner
def check_neow(s, t, rows, hits):
    """Check Neow's options."""
    start_stream(s, Stream.NEOW, s.seed)
    draw_neow(s, t)
    for k in range(len(s.neow)):
        hit(rows, hits, Subject.NEOW, 1, k + 1, s.neow[k], Kind.CARD, 0, 0)
    hit(rows, hits, Subject.DRAWBACK, 1, 3, s.drawback, Kind.CARD, 0, 0)
    hit(rows, hits, Subject.DRAWBACK, 1, len(s.neow), SWAP_DRAWBACK, Kind.CARD, 0, 0)


@inner
def check_lists(s, t, rows, hits, last_act):
    """Check encounters, elites and bosses."""
    start_stream(s, Stream.MONSTER, s.seed)
    for number in range(1, last_act + 1):
        s.act = number
        fill_lists(s, t)
        hit(rows, hits, Subject.BOSS, number, 1, s.bosses[0], Kind.CARD, 0, 0)
        for k in range(s.encounter_count):
            hit(rows, hits, Subject.ENCOUNTER, number, k + 1, s.encounters[k], Kind.CARD, 0, 0)
        for k in range(ELITES):
            hit(rows, hits, Subject.ELITE, number, k + 1, s.elites[k], Kind.CARD, 0, 0)


@inner
def check_relics(s, t, rows, hits):
    """Check the order of the relics."""
    start_stream(s, Stream.RELIC, s.seed)
    fill_pools(s, t)
    for tier in range(len(s.pool_left)):
        for k in range(s.pool_left[tier]):
            hit(rows, hits, Subject.RELIC, tier, k + 1, s.pool[tier, k], Kind.RELIC, 0, 0)


@inner
def check_shop(s, rows, hits, number):
    """Check what a shop sells."""
    where = int(s.act)
    for k in range(SHOP_CARDS):
        price = s.shop_card_price[k]
        hit(rows, hits, Subject.SHOP, where, number, s.shop_card[k], Kind.CARD, s.shop_up[k], price)
    for k in range(SHOP_RELICS):
        hit(rows, hits, Subject.SHOP, where, number, s.shop_relic[k], Kind.RELIC, 0, s.shop_relic_price[k])
    for k in range(SHOP_POTIONS):
        hit(rows, hits, Subject.SHOP, where, number, s.shop_potion[k], Kind.POTION, 0, s.shop_potion_price[k])


@inner
def check_rewards(s, rows, hits, counts):
    """Check the cards and relics of a reward screen that was opened."""
    where = int(s.act)
    for r in range(s.reward_cards):
        counts[Subject.REWARD] += 1
        for k in range(s.reward_size[r]):
            c, up = s.reward_card[r, k], s.reward_up[r, k]
            hit(rows, hits, Subject.REWARD, where, counts[Subject.REWARD], c, Kind.CARD, up, 0)
    if s.place == Place.TREASURE:
        counts[Subject.CHEST] += 1
        for k in range(s.reward_relics):
            hit(rows, hits, Subject.CHEST, where, counts[Subject.CHEST], s.reward_relic[k], Kind.RELIC, 0, 0)


@inner
def check_way(s, t, rows, hits, counts, last_act):
    """Play the script up to the end of an act, and check what is met."""
    number = 1
    opened = False
    counts[:] = 0
    while s.outcome == Outcome.RUNNING and s.act <= last_act:
        if s.act != number:
            number = int(s.act)
            counts[:] = 0
        a = scripted_action(s, t)
        if a == NONE:
            return
        frame = top(s)
        if frame == Frame.SHOP:
            counts[Subject.SHOP] += 1
            check_shop(s, rows, hits, counts[Subject.SHOP])
        elif frame == Frame.REWARD and not opened:
            check_rewards(s, rows, hits, counts)
        elif frame == Frame.EVENT and s.stage == 0 and s.visits == 0:
            counts[Subject.EVENT] += 1
            hit(rows, hits, Subject.EVENT, number, counts[Subject.EVENT], s.event, Kind.CARD, 0, 0)
        elif frame == Frame.BOSS_RELIC:
            for k in range(len(s.boss_relics)):
                hit(rows, hits, Subject.BOSS_RELIC, number, k + 1, s.boss_relics[k], Kind.RELIC, 0, 0)
        if frame == Frame.REWARD:
            opened = a != PROCEED
        act(s, t, a)


@inner
def matches(s, t, rows, groups, hits, counts, seed, ascension, last_act):
    """Return whether a seed fulfils all requirements."""
    hits[:] = 0
    s.seed = seed
    if asks(groups, Subject.NEOW, Subject.DRAWBACK):
        check_neow(s, t, rows, hits)
        if fails(groups, hits, Subject.NEOW, Subject.DRAWBACK):
            return False
    if asks(groups, Subject.BOSS, Subject.ELITE):
        check_lists(s, t, rows, hits, last_act)
        if fails(groups, hits, Subject.BOSS, Subject.ELITE):
            return False
    if asks(groups, Subject.RELIC, Subject.RELIC):
        check_relics(s, t, rows, hits)
        if fails(groups, hits, Subject.RELIC, Subject.RELIC):
            return False
    if not asks(groups, Subject.REWARD, Subject.BOSS_RELIC):
        return True
    start(s, t, seed, ascension)
    check_way(s, t, rows, hits, counts, last_act)
    return not fails(groups, hits, Subject.REWARD, Subject.BOSS_RELIC)


@kernel
@wrapping
def search(found, runs, t, rows, groups, hits, counts, first, n, ascension, last_act):
    """Write the seeds from `first` on, among `n`, that fulfil all requirements to `found` and return their number.

    `runs` is an array of one record to work in, `hits` and `counts` are room to work in as well.
    """
    s = runs[0]
    number = 0
    for k in range(n):
        seed = first + np.uint64(k)
        if matches(s, t, rows, groups, hits, counts, seed, ascension, last_act):
            found[number] = seed
            number += 1
    return number
