# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""How the original game generates the map of an act: six paths climb a grid, then rooms are dealt out by rules.

A grid has 15 rows of 7 columns. `kind[y, x]` is the room there, `links[y, x]` the columns of the row above that it
leads to, one bit each; a cell without links holds no room. The quirks of the original are kept: maps depend on them.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner, kernel, wrapping
from cardwright.core.record import struct

from .rng import below, between, shuffle, sow

ROWS, COLUMNS, PATHS = 15, 7, 6
BOSS_COLUMN = 3
TREASURE_ROW = 8
ACT_OFFSETS = {1: 1, 2: 200, 3: 600}
BUFFS = ("Strength", "max HP", "Metallicize", "Regeneration")


class Room(IntEnum):
    """What a cell of the grid holds."""

    NONE = 0
    SHOP = 1
    REST = 2
    ELITE = 3
    EVENT = 4
    MONSTER = 5
    TREASURE = 6


LOW_ROWS = 5  # rows from the bottom without rest sites and elites

# Sets of rooms, one bit each.
NOT_BESIDE_ITSELF = 1 << Room.SHOP | 1 << Room.REST | 1 << Room.ELITE | 1 << Room.EVENT | 1 << Room.MONSTER
NOT_ABOVE_ITSELF = 1 << Room.SHOP | 1 << Room.REST | 1 << Room.ELITE | 1 << Room.TREASURE
NOT_LOW = 1 << Room.REST | 1 << Room.ELITE

Grid = struct(
    [
        ("kind", np.int8, (ROWS, COLUMNS)),  # a `Room`
        ("links", np.uint8, (ROWS, COLUMNS)),  # bit x: a link to column x of the row above
        ("burning_x", np.int8),  # the cell of the burning elite, -1 if there is none
        ("burning_y", np.int8),
        ("buff", np.int8),  # its buff, an index into BUFFS
    ]
)
Scratch = struct(
    [
        ("words", np.uint64, (2,)),  # the random generator
        ("paths", np.int8, (PATHS, ROWS)),  # the column of each path in each row
        ("deal", np.int8, (ROWS * COLUMNS,)),  # the rooms still to be dealt out
    ]
)


def _round_half_up(x: np.ndarray) -> np.ndarray:
    return np.floor(x + np.float32(0.5)).astype(np.int64)


def _room_counts() -> np.ndarray:
    """Return the numbers of shops, rests, elites and events, by [ascension above 0, number of rooms].

    The columns are in the order of `Room`, from SHOP on. The game computes them with 32-bit floats.
    """
    rooms = np.arange(ROWS * COLUMNS + 1, dtype=np.float32)
    shops, rests, elites, events = (_round_half_up(rooms * np.float32(share)) for share in (0.05, 0.12, 0.08, 0.22))
    more_elites = _round_half_up(rooms * np.float32(0.08) * np.float32(1.6))
    return np.stack([np.stack([shops, rests, each, events], axis=1) for each in (elites, more_elites)])


ROOM_COUNTS = _room_counts()


@inner
def first_draw(words, x):
    """Return a random neighbouring column of the row above."""
    return x + between(words, 0 if x == 0 else -1, 0 if x == COLUMNS - 1 else 1)


@inner
def another_draw(words, x, column):
    """Return a column other than one that would close a small diamond, as far as the game's method avoids it."""
    if column > x:
        return max(x + between(words, -1, 0), 0)
    if column < x:
        return min(x + between(words, 0, 1), COLUMNS - 1)
    column = x + between(words, -1, 1)
    if column < 0:
        return x + 1
    return x - 1 if column > COLUMNS - 1 else column


@inner
def related(scratch, path, y, p, x):
    """Return whether two cells of row y have a common parent on an earlier path, by the game's own test."""
    left, right = (p, x) if p < y else (x, p)  # the game compares a column with a row here: one of its quirks
    if y == 0:
        return False
    highest = -1
    lowest = COLUMNS
    for k in range(path + 1):
        if scratch.paths[k, y] == left:
            highest = max(highest, int(scratch.paths[k, y - 1]))
        if scratch.paths[k, y] == right:
            lowest = min(lowest, int(scratch.paths[k, y - 1]))
    return highest == lowest


@inner
def next_column(grid, scratch, words, path, x, y):
    """Return the column a path goes to from (x, y), avoiding small diamonds and crossings of other paths."""
    column = first_draw(words, x)
    target = column
    for k in range(path):  # the parents of the target, by arrival, with repeats
        p = int(scratch.paths[k, y])
        if scratch.paths[k, y + 1] == target and p != x and related(scratch, path, y, p, x):
            column = another_draw(words, x, column)
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


@inner
def climb(grid, scratch, words):
    """Draw six paths from the first row to the boss."""
    for path in range(PATHS):
        x = between(words, 0, COLUMNS - 1)
        while path == 1 and x == scratch.paths[0, 0]:
            x = between(words, 0, COLUMNS - 1)
        for y in range(ROWS - 1):
            scratch.paths[path, y] = x
            column = next_column(grid, scratch, words, path, x, y)
            grid.links[y, x] |= 1 << column
            x = column
        scratch.paths[path, ROWS - 1] = x
        grid.links[ROWS - 1, x] = 1 << BOSS_COLUMN


@inner
def thin_first_row(grid):
    """Remove links of the first row to rooms that another link from further left already reaches."""
    reached = np.int64(0)
    for x in range(COLUMNS):
        links = np.int64(grid.links[0, x])
        grid.links[0, x] = links & ~reached
        reached |= links


@inner
def fill_deal(grid, scratch, words, ascending):
    """Write the rooms to be dealt out into `scratch.deal`, shuffle them, and return their number."""
    counted = 0
    undecided = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.links[y, x]:
                counted += y != ROWS - 2  # the game forgets to count this row
                undecided += y != 0 and y != TREASURE_ROW and y != ROWS - 1
    count = 0
    for column in range(ROOM_COUNTS.shape[2]):
        for _ in range(ROOM_COUNTS[ascending, counted, column]):
            scratch.deal[count] = Room.SHOP + column
            count += 1
    while count < undecided:
        scratch.deal[count] = Room.MONSTER
        count += 1
    shuffle(words, scratch.deal, count)
    return count


@inner
def forbidden(grid, x, y):
    """Return the rooms not allowed at (x, y), one bit each: by its row, the rooms below it and its siblings so far."""
    below_it = 0
    beside_it = 0
    for p in range(COLUMNS):
        if grid.links[y - 1, p] >> x & 1:
            below_it |= 1 << grid.kind[y - 1, p]
            for sibling in range(COLUMNS):
                if sibling != x and grid.links[y - 1, p] >> sibling & 1:
                    beside_it |= 1 << grid.kind[y, sibling]
    rooms = (below_it & NOT_ABOVE_ITSELF) | (beside_it & NOT_BESIDE_ITSELF)
    if y < LOW_ROWS:
        rooms |= NOT_LOW
    if y >= ROWS - 2:
        rooms |= 1 << Room.REST
    return rooms


@inner
def deal_out(grid, scratch, count):
    """Give every cell the first room of the deal that breaks no rule; `finish` fills cells for which there is none."""
    for y in range(ROWS):
        for x in range(COLUMNS):
            if not grid.links[y, x]:
                continue
            if y == 0:
                grid.kind[y, x] = Room.MONSTER
            elif y == TREASURE_ROW:
                grid.kind[y, x] = Room.TREASURE
            elif y == ROWS - 1:
                grid.kind[y, x] = Room.REST
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


@inner
def finish(grid, words, burning):
    """Put monsters into cells that got no room and, if asked to, set one elite on fire."""
    elites = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.links[y, x] and grid.kind[y, x] == Room.NONE:
                grid.kind[y, x] = Room.MONSTER
            elites += grid.kind[y, x] == Room.ELITE
    if not burning or elites == 0:
        return
    chosen = np.int64(below(words, np.uint64(elites)))
    for y in range(ROWS):
        for x in range(COLUMNS):
            if grid.kind[y, x] == Room.ELITE:
                if chosen == 0:
                    grid.burning_x = x
                    grid.burning_y = y
                chosen -= 1
    grid.buff = between(words, 0, len(BUFFS) - 1)


@inner
def generate_grid(grid, scratch, words, ascending, burning):
    """Write a map into `grid`, with a fresh generator; `scratch` has the fields `paths` and `deal` to work in."""
    grid.kind[:] = Room.NONE
    grid.links[:] = 0
    grid.burning_x = -1
    grid.burning_y = -1
    grid.buff = -1
    climb(grid, scratch, words)
    thin_first_row(grid)
    count = fill_deal(grid, scratch, words, ascending)
    deal_out(grid, scratch, count)
    finish(grid, words, burning)


@kernel
@wrapping
def generate_grids(grids, scratches, seeds, offset, ascending, burning):
    """Write the maps for many seeds of one act into `grids`; `scratches` is an array of one record to work in."""
    scratch = scratches[0]
    for k in range(len(seeds)):
        sow(scratch.words, seeds[k] + offset)
        generate_grid(grids[k], scratch, scratch.words, ascending, burning)
