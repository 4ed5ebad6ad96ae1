"""How the original game makes the map of an act: six paths climb a grid, then rooms are dealt out by rules.

A grid has 15 rows of 7 columns. `kind[y, x]` is the room there, `links[y, x]` the columns of the row above it leads
to, one bit each; a cell without links is no room. The oddities of the game are kept, because maps depend on them.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.jit import kernel, wrapping
from cardwright.core.record import struct

from .rng import below, between, shuffle, sow

ROWS, COLUMNS, PATHS = 15, 7, 6
BOSS_COLUMN = 3
TREASURE_ROW = 8
ACT_OFFSETS = {1: 1, 2: 200, 3: 600}
BUFFS = ("Strength", "max HP", "Metallicize", "Regeneration")


class Room(IntEnum):
    """What stands in a cell of the grid."""

    NONE = 0
    SHOP = 1
    REST = 2
    ELITE = 3
    EVENT = 4
    MONSTER = 5
    TREASURE = 6


NONE, SHOP, REST, ELITE, EVENT, MONSTER, TREASURE = (int(room) for room in Room)
NOT_BESIDE_ITSELF = 1 << SHOP | 1 << REST | 1 << ELITE | 1 << EVENT | 1 << MONSTER
NOT_ABOVE_ITSELF = 1 << SHOP | 1 << REST | 1 << ELITE | 1 << TREASURE
NOT_LOW = 1 << REST | 1 << ELITE

Grid = struct(
    [
        ("kind", np.int8, (ROWS, COLUMNS)),  # a `Room`
        ("links", np.uint8, (ROWS, COLUMNS)),  # bit x: leads to column x of the row above
        ("burning_x", np.int8),  # where the burning elite stands, -1 if there is none
        ("burning_y", np.int8),
        ("buff", np.int8),  # what it is stronger in, an index of BUFFS
    ]
)
Scratch = struct(
    [
        ("words", np.uint64, (2,)),  # the random generator
        ("parents", np.int8, (ROWS, COLUMNS, PATHS)),  # where paths came from, in order of arrival, repeats included
        ("arrivals", np.int8, (ROWS, COLUMNS)),  # how many of them
        ("deal", np.int8, (ROWS * COLUMNS,)),  # the rooms still to be dealt out
    ]
)


def _round_half_up(x: np.ndarray) -> np.ndarray:
    return np.floor(x + np.float32(0.5)).astype(np.int64)


def _room_counts() -> np.ndarray:
    """The numbers of shops, rests, elites and events for [ascension above 0, number of rooms], in 32-bit floats."""
    rooms = np.arange(ROWS * COLUMNS + 1, dtype=np.float32)
    shops, rests, elites, events = (_round_half_up(rooms * np.float32(share)) for share in (0.05, 0.12, 0.08, 0.22))
    more_elites = _round_half_up(rooms * np.float32(0.08) * np.float32(1.6))
    return np.stack([np.stack([shops, rests, each, events], axis=1) for each in (elites, more_elites)])


ROOM_COUNTS = _room_counts()


@kernel
def first_draw(words, x):
    """A neighbouring column of the row above."""
    return x + between(words, 0 if x == 0 else -1, 0 if x == COLUMNS - 1 else 1)


@kernel
def another_draw(words, x, column):
    """A column other than the one that would close a small diamond, as far as the game manages."""
    if column > x:
        return max(x + between(words, -1, 0), 0)
    if column < x:
        return min(x + between(words, 0, 1), COLUMNS - 1)
    column = x + between(words, -1, 1)
    if column < 0:
        return x + 1
    return x - 1 if column > COLUMNS - 1 else column


@kernel
def related(scratch, y, p, x):
    """Whether two cells of row y have a common parent, the way the game looks for it."""
    left, right = (p, x) if p < y else (x, p)  # the game compares a column with a row here
    if scratch.arrivals[y, left] == 0 or scratch.arrivals[y, right] == 0:
        return False
    highest = -1
    for k in range(scratch.arrivals[y, left]):
        highest = max(highest, scratch.parents[y, left, k])
    lowest = COLUMNS
    for k in range(scratch.arrivals[y, right]):
        lowest = min(lowest, scratch.parents[y, right, k])
    return highest == lowest


@kernel
def next_column(grid, scratch, x, y):
    """Where a path goes from (x, y): no small diamonds, and no crossing of other paths."""
    column = first_draw(scratch.words, x)
    target = column
    for k in range(scratch.arrivals[y + 1, target]):
        p = np.int64(scratch.parents[y + 1, target, k])
        if p != x and related(scratch, y, p, x):
            column = another_draw(scratch.words, x, column)
    if x > 0:
        for other in range(COLUMNS - 1, column, -1):
            if grid.links[y, x - 1] >> other & 1:
                column = other
                break
    if x < COLUMNS - 1:
        for other in range(column):
            if grid.links[y, x + 1] >> other & 1:
                column = other
                break
    return column


@kernel
def climb(grid, scratch):
    """Let six paths climb from the first row to the boss."""
    first = -1
    for path in range(PATHS):
        x = between(scratch.words, 0, COLUMNS - 1)
        while path == 1 and x == first:
            x = between(scratch.words, 0, COLUMNS - 1)
        if path == 0:
            first = x
        for y in range(ROWS - 1):
            column = next_column(grid, scratch, x, y)
            grid.links[y, x] |= 1 << column
            scratch.parents[y + 1, column, scratch.arrivals[y + 1, column]] = x
            scratch.arrivals[y + 1, column] += 1
            x = column
        grid.links[ROWS - 1, x] = 1 << BOSS_COLUMN


@kernel
def thin_first_row(grid):
    """Take away links of the first row to rooms that an earlier link leads to."""
    reached = np.int64(0)
    for x in range(COLUMNS):
        links = np.int64(grid.links[0, x])
        grid.links[0, x] = links & ~reached
        reached |= links


@kernel
def fill_deal(grid, scratch, ascending):
    """Write down and shuffle the rooms to be dealt out, and say how many there are."""
    counted = 0
    undecided = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.links[y, x]:
                counted += y != ROWS - 2  # the game forgets this row
                undecided += y != 0 and y != TREASURE_ROW and y != ROWS - 1
    count = 0
    for room in range(SHOP, MONSTER):
        for _ in range(ROOM_COUNTS[ascending, counted, room - SHOP]):
            scratch.deal[count] = room
            count += 1
    while count < undecided:
        scratch.deal[count] = MONSTER
        count += 1
    shuffle(scratch.words, scratch.deal, count)
    return count


@kernel
def forbidden(grid, x, y):
    """The rooms that may not stand at (x, y), one bit each: by row, by the rooms below, by the siblings so far."""
    below_it = 0
    beside_it = 0
    for p in range(COLUMNS):
        if grid.links[y - 1, p] >> x & 1:
            below_it |= 1 << grid.kind[y - 1, p]
            for sibling in range(COLUMNS):
                if sibling != x and grid.links[y - 1, p] >> sibling & 1:
                    beside_it |= 1 << grid.kind[y, sibling]
    rooms = (below_it & NOT_ABOVE_ITSELF) | (beside_it & NOT_BESIDE_ITSELF)
    if y <= 4:
        rooms |= NOT_LOW
    if y >= ROWS - 2:
        rooms |= 1 << REST
    return rooms


@kernel
def deal_out(grid, scratch, count):
    """Give every room the first of the deal that breaks no rule; a room nothing fits holds monsters in the end."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            if not grid.links[y, x]:
                continue
            if y == 0:
                grid.kind[y, x] = MONSTER
            elif y == TREASURE_ROW:
                grid.kind[y, x] = TREASURE
            elif y == ROWS - 1:
                grid.kind[y, x] = REST
            else:
                rooms = forbidden(grid, x, y)
                for k in range(count):
                    room = scratch.deal[k]
                    if not rooms >> room & 1:
                        grid.kind[y, x] = room
                        count -= 1
                        for later in range(k, count):
                            scratch.deal[later] = scratch.deal[later + 1]
                        break


@kernel
def finish(grid, words, burning):
    """Put monsters where nothing fitted, and set one elite on fire if asked to."""
    elites = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.links[y, x] and grid.kind[y, x] == NONE:
                grid.kind[y, x] = MONSTER
            elites += grid.kind[y, x] == ELITE
    if not burning or elites == 0:
        return
    chosen = np.int64(below(words, np.uint64(elites)))
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.kind[y, x] == ELITE:
                if chosen == 0:
                    grid.burning_x = x
                    grid.burning_y = y
                chosen -= 1
    grid.buff = between(words, 0, len(BUFFS) - 1)


@kernel
@wrapping
def generate_grids(grids, scratches, seeds, offset, ascending, burning):
    """The maps for many seeds, all of one act; `scratches` is an array of one record to work in."""
    scratch = scratches[0]
    for k in range(len(seeds)):
        grid = grids[k]
        grid.kind[:] = NONE
        grid.links[:] = 0
        grid.burning_x = -1
        grid.burning_y = -1
        grid.buff = -1
        scratch.arrivals[:] = 0
        sow(scratch.words, seeds[k] + offset)
        climb(grid, scratch)
        thin_first_row(grid)
        count = fill_deal(grid, scratch, ascending)
        deal_out(grid, scratch, count)
        finish(grid, scratch.words, burning)
