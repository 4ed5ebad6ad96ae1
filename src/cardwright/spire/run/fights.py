# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Who is fought: the lists of an act, and the monsters of an encounter."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .stack import push
from .state import ELITES, NONE, Frame
from .streams import Stream, below, coin, java_shuffle, uniform
from .tables import Draw

STRONG_FIGHTS = 12  # after the first one


@inner
def pick(s, sums, size):
    """Draw a position in a list by its cumulated weights."""
    roll = uniform(s, Stream.MONSTER)
    for k in range(size - 1):
        if roll < sums[k]:
            return k
    return size - 1


@inner
def fill(s, target, start, n, sums, size, listed, apart):
    """Append `n` encounters to a list; none is the same as one of the `apart` before it."""
    k = start
    while k < start + n:
        drawn = listed[pick(s, sums, size)]
        repeats = False
        for back in range(1, apart + 1):
            if k - back >= 0 and target[k - back] == drawn:
                repeats = True
        if not repeats:
            target[k] = drawn
            k += 1


@inner
def fill_encounters(s, t, first):
    """Draw the encounters of an act from number `first` on: weak ones, then strong ones."""
    a = int(s.act) - 1
    weak, strong = int(t.weak_count[a]), int(t.strong_size[a])
    if first < weak:
        fill(s, s.encounters, first, weak - first, t.weak_sum[a], int(t.weak_size[a]), t.weak[a], 2)
    if first <= weak:
        last = int(s.encounters[weak - 1])
        while True:
            drawn = t.strong[a, pick(s, t.strong_sum[a], strong)]
            if drawn != t.not_after[last, 0] and drawn != t.not_after[last, 1]:
                break
        s.encounters[weak] = drawn
    s.encounter_count = weak + 1 + STRONG_FIGHTS
    start = max(first, weak + 1)
    fill(s, s.encounters, start, int(s.encounter_count) - start, t.strong_sum[a], strong, t.strong[a], 2)


@inner
def fill_elites(s, t, first):
    """Draw the elites of an act from number `first` on."""
    a = int(s.act) - 1
    fill(s, s.elites, first, ELITES - first, t.elite_sum[a], int(t.elite_size[a]), t.elite[a], 1)


@inner
def fill_lists(s, t):
    """Draw the encounters, elites and bosses of an act."""
    a = int(s.act) - 1
    fill_encounters(s, t, 0)
    fill_elites(s, t, 0)
    s.next_encounter = 0
    s.next_elite = 0
    for k in range(len(s.bosses)):
        s.bosses[k] = t.boss[a, k]
    java_shuffle(s, Stream.MONSTER, s.bosses, len(s.bosses))


@inner
def add_monster(s, monster):
    """Let one more monster fight."""
    s.monsters[s.monster_count] = monster
    s.monster_count += 1


@inner
def compose(s, t, encounter):
    """Draw the monsters of an encounter."""
    s.encounter = encounter
    s.monster_count = 0
    position = 0
    unseen = NONE
    for step in range(t.fight_first[encounter], t.fight_first[encounter + 1]):
        start = int(t.fight_start[step])
        size = int(t.fight_size[step])
        draw = t.fight_draw[step]
        if draw == Draw.BAG:
            for k in range(size):
                s.work[k] = t.fight_list[start + k]
            for _ in range(t.fight_times[step]):
                k = below(s, Stream.MISC, size)
                add_monster(s, s.work[k])
                size -= 1
                for j in range(k, size):
                    s.work[j] = s.work[j + 1]
            continue
        if draw == Draw.COIN or draw == Draw.UNSEEN:
            position = 0 if coin(s, Stream.MISC) else 1
        elif draw == Draw.ANY:
            position = below(s, Stream.MISC, size)
        elif draw == Draw.FIXED:
            position = 0
        monster = int(t.fight_list[start + position])
        if draw == Draw.UNSEEN:
            unseen = monster
        else:
            add_monster(s, unseen if monster == NONE else monster)


@inner
def start_fight(s, t, encounter, rewarded):
    """Begin a fight."""
    compose(s, t, encounter)
    s.rewarded = rewarded
    push(s, Frame.FIGHT)
